/*
 * Loops that hand values on from one PHI to the next.  Used by phi.c and
 * sink.c.
 */
#ifndef REGALLOC_PREPARE_PHI_ROTATE_H
#define REGALLOC_PREPARE_PHI_ROTATE_H

#include "core/model/edges_layout.h"
#include "core/prepare/operands.h"

/* In a block, or for PHIs on the ways out of it, what reads b, below, reads the
 * copy into the PHI `into` instead. */
typedef struct {
	VregId reg; /* b */
	BlockId block;
	bool out; /* on the ways out alone */
	VregId into;
	uint32_t next; /* of the same register; NONE */
} HandedOn;

typedef struct {
	/* By VregId of a, below: the instruction before which the copy of b may
	 * stand; NONE: at the end of the edge alone.  NULL: all of them. */
	InsnId *before;
	/* Set over VregId of a: it stands in the block that ends the loop, not
	 * in that of the PHIs. */
	uint64_t *latch;
	VEC(HandedOn) handed;
	uint32_t *first; /* by VregId: index into `handed`; NONE.  NULL: all */
} Rotations;

/*
 * In `a = PHI .., b` and `b = PHI .., c` of one block, a's copy of b need not
 * wait for the end of the loop: behind the last read of a its register is free.
 * With b there, c can have b's register, and one copy of the two is saved.
 * The copy stands in the block of the PHIs or, right before c is defined, at
 * the end of the loop, where PHIs behind the loop may read it instead of b.
 * EDGES, or NULL: those with blocks of their own.  FREQ is by block, or NULL.
 * In TMP.  Linear.
 */
Rotations rotations_find(const Func *in, const OperandFacts *facts,
			 const EdgeLayout *edges, const float *freq,
			 Arena *tmp);

/* What in block B, or, if OUT, on the ways out of it, is read in place of REG;
 * NULL: nothing. */
const HandedOn *handed_find(const Rotations *r, VregId reg, BlockId b,
			    bool out);

/* Is operand O of instruction PHI of block B another PHI of B? */
bool rotation_reads(const Func *in, const OperandFacts *facts, BlockId b,
		    InsnId phi, const Operand *o);

#endif
