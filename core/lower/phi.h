/*
 * Where the copies go that PHIs become.  Used by lower.c alone.
 */
#ifndef REGALLOC_LOWER_PHI_H
#define REGALLOC_LOWER_PHI_H

#include "core/model/ir.h"

enum {		    /* PhiPlan.kind */
       PHI_DEAD,    /* nobody reads the result */
       PHI_UNDEF,   /* no incoming value is defined */
       PHI_DIRECT,  /* one predecessor: copied at the head from `src` */
       PHI_THROUGH, /* copied at the head from the fresh register `temp` */
};

typedef struct {
	InsnId insn;
	uint8_t kind;
	VregId temp;
	OpndId src;
} PhiPlan;

/* A copy into a PHI's fresh register. */
typedef struct {
	BlockId block;
	InsnId before; /* in `block`; its end: behind the last instruction */
	InsnId phi;
	VregId temp;
	OpndId src; /* NONE: the incoming value is undefined */
} PhiCopy;

#define DEF_MANY  (NONE - 1)
#define HOME_MANY (NONE - 1)

typedef struct {
	InsnId *def;	    /* by VregId: its only definition; NONE; DEF_MANY */
	uint64_t *needed;   /* bit set over VregId: read, but not by PHIs
			       that nobody reads */
	BlockId *home;	    /* by VregId: the block of all its reads; NONE:
			       never read; HOME_MANY: several blocks, or PHIs */
	VregId *into;	    /* by VregId: the result of the first PHI that it
			       comes into; NONE */
	VEC(PhiPlan) plans; /* in order of instruction */
	VEC(PhiCopy) copies; /* by block, then by place */
	uint32_t errors;
} Phis;

/* Fill PHIS for IN, making the fresh registers in OUT.  FREQ: see lower_func.
 * Linear. */
void phis_plan(Phis *phis, const Func *in, Func *out, const float *freq,
	       Arena *tmp);

/* Has REG, a virtual register of IN, no value: only an IMPLICIT_DEF defines
 * it? */
bool phis_undefined(const Phis *phis, const Func *in, VregId reg);

#endif
