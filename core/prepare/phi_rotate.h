/*
 * Loops that hand values on from one PHI to the next.  Used by phi.c and
 * sink.c.
 */
#ifndef REGALLOC_PREPARE_PHI_ROTATE_H
#define REGALLOC_PREPARE_PHI_ROTATE_H

#include "core/model/edges_layout.h"
#include "core/prepare/operands.h"

/*
 * In `a = PHI .., b` and `b = PHI .., c` of one block, a's copy of b need not
 * wait for the end of the loop: behind the last read of a its register is free.
 * With b there, c can have b's register, and one copy of the two is saved.
 * By VregId of a: the instruction of the block before which the copy of b may
 * stand; NONE: at the end of the edge alone.  NULL: all of them NONE.  EDGES,
 * or NULL: those with blocks of their own.  FREQ is by block, or NULL.  In TMP.
 * Linear.
 */
InsnId *rotations_find(const Func *in, const OperandFacts *facts,
		       const EdgeLayout *edges, const float *freq, Arena *tmp);

/* Is operand O of instruction PHI of block B another PHI of B? */
bool rotation_reads(const Func *in, const OperandFacts *facts, BlockId b,
		    InsnId phi, const Operand *o);

#endif
