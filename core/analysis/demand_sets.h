/*
 * Register demand of one instruction: the sets of temporaries it touches, the
 * five stages that follow from their sizes, and the flags of operands.  No
 * functions, targets or ranges here: the arithmetic can be tested alone.
 * Source: Mesa's description of live variable analysis in ACO, which has no
 * early-clobber definitions: one that is tied to nothing takes a register of
 * its own as soon as operands are set up, as an early copy does.
 */
#ifndef REGALLOC_ANALYSIS_DEMAND_SETS_H
#define REGALLOC_ANALYSIS_DEMAND_SETS_H

#include <stdbool.h>
#include <stdint.h>

enum { DEMAND_STAGES = 5 };

/* Sizes, in registers of one file, of what one instruction touches. */
typedef struct {
	uint32_t through;     /* live before and after */
	uint32_t live_defs;   /* defined and used later */
	uint32_t dead_defs;   /* defined for nobody */
	uint32_t early_kills; /* die as operands are read */
	uint32_t late_kills;  /* stay while definitions are written */
	uint32_t
		early_copies; /* copies of operands that die as they are read */
	uint32_t late_copies; /* copies that stay as late kills do */
	uint32_t early_defs;  /* of both kinds of definitions: written while
				 operands are read */
} DemandSets;

static inline uint32_t
demand_live_in(const DemandSets *s)
{
	return s->through + s->early_kills + s->late_kills;
}

static inline uint32_t
demand_live_out(const DemandSets *s)
{
	return s->through + s->live_defs;
}

/* Registers taken at stage 0: before the instruction; 1: operands set up, early
 * definitions written; 2: during it; 3: definitions written; 4: after it. */
uint32_t demand_stage(const DemandSets *s, unsigned stage);

/* The most registers that are taken at any stage: of stages 1 and 3. */
uint32_t demand_peak(const DemandSets *s);

/* live_out - live_in. */
int32_t demand_changes(const DemandSets *s);

/* demand_peak - live_out: for copies, late kills and dead definitions. */
uint32_t demand_temps(const DemandSets *s);

/* Stage 3 - stage 1. */
int32_t demand_temp_changes(const DemandSets *s);

enum { /* DemandOpnd.flags */
       DEMAND_DEF = 1,
       DEMAND_DEAD = 2,	       /* definition: used by nobody */
       DEMAND_KILL = 4,	       /* not live behind the instruction */
       DEMAND_FIRST_KILL = 8,  /* the first operand of its temporary that is */
       DEMAND_LATE_KILL = 16,  /* shares no register with any definition */
       DEMAND_CLOBBERED = 32,  /* shares its register with some definition */
       DEMAND_COPY_KILL = 64,  /* not in the register of earlier operands of
				  its temporary: a copy, which dies */
       DEMAND_VECTOR = 128,    /* the next operand is in the next register */
       DEMAND_EARLY = 256,     /* definition: early-clobber, and not tied; use:
				  tied to one that is early-clobber */
       DEMAND_IN_VECTOR = 512, /* member of a vector, also the last one */
};

#define DEMAND_UNTIED UINT32_MAX

/* A temporary as an operand names it. */
typedef struct {
	uint32_t temp;	/* number of the temporary */
	uint32_t file;	/* register file */
	uint32_t size;	/* registers it takes */
	uint32_t copy;	/* registers that a copy of the operand takes */
	uint32_t tied;	/* number of the definition it is tied to, any that
			   tells them apart, or DEMAND_UNTIED */
	uint32_t flags; /* DEMAND_* */
	uint32_t opnd;	/* the caller's */
} DemandOpnd;

/* What is known of a temporary in the instruction at hand. */
typedef struct {
	uint32_t stamp;	 /* the rest holds if it is the instruction's */
	uint32_t first;	 /* operand */
	uint32_t holder; /* the operand in whose register others read it: the
			    first, or a copy if that is clobbered */
	uint32_t tied;	 /* the definition its register becomes */
	bool vector;
	bool read; /* an earlier operand reads it where nothing is written
		      before all is read */
} DemandMark;

/*
 * Complete the flags of the N operands at O of one instruction.  In: EARLY; DEF
 * and DEAD of definitions; KILL of uses whose temporary is not live behind it;
 * LATE_KILL as the opcode asks for it; VECTOR, IN_VECTOR; `tied`.  MARKS: by
 * temporary, STAMP: a number not used with them before.  O(N).
 */
void demand_flags(DemandOpnd *o, uint32_t n, DemandMark *marks, uint32_t stamp);

/* The rule among flags that one of the operands breaks; NULL: none. */
const char *demand_flags_wrong(const DemandOpnd *o, uint32_t n);

/* Add the operands to SETS, by register file; `through` is left as it is. */
void demand_add(DemandSets *sets, const DemandOpnd *o, uint32_t n);

#endif
