/*
 * Where the copies go that PHIs become.  Used by lower.c alone.
 */
#ifndef REGALLOC_PREPARE_PHI_H
#define REGALLOC_PREPARE_PHI_H

#include "core/base/bits.h"
#include "core/model/edges_layout.h"
#include "core/prepare/operands.h"
#include "core/prepare/phi_rotate.h"

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
	VregId from; /* see PhiCopy */
} PhiPlan;

/* A copy into a PHI's fresh register. */
typedef struct {
	BlockId block; /* of the new function */
	InsnId before; /* in the block of IN; its end: behind the last
			  instruction; on an edge: behind all of IN */
	InsnId phi;
	VregId temp;
	OpndId src;  /* NONE: the incoming value is undefined */
	VregId from; /* the PHI whose `temp` has the value, too; NONE */
} PhiCopy;

typedef struct {
	const OperandFacts *facts;
	uint64_t *needed;    /* bit set over VregId: results of PHIs that needed
				ones read */
	VEC(PhiPlan) plans;  /* in order of instruction */
	VEC(PhiCopy) copies; /* by block, then by place */
	Rotations rotations;
	VregId *temps; /* by VregId of a PHI's result: its fresh register; only
			  if something is handed on */
	uint32_t errors;
} Phis;

/* Fill PHIS for IN, making the fresh registers in OUT.  FACTS are those of
 * IN; where copies go is marked there.  EDGES: where OUT's blocks are; NULL:
 * where IN's are.  FREQ: see lower_func.  Linear. */
void phis_plan(Phis *phis, const Func *in, OperandFacts *facts, Func *out,
	       const EdgeLayout *edges, const float *freq, Arena *tmp);

/* Is D, the result of a PHI, read by others than PHIs that nobody reads? */
static inline bool
phi_is_needed(const Phis *phis, VregId d)
{
	return phis->facts->regs[d].last != NONE || bits_has(phis->needed, d);
}

#endif
