/*
 * Which blocks a register is live into, one register at a time: for those few
 * that somebody asks about before lowering.
 */
#ifndef REGALLOC_PREPARE_LIVE_BLOCKS_H
#define REGALLOC_PREPARE_LIVE_BLOCKS_H

#include "core/prepare/operands.h"

typedef struct {
	const Func *in;
	const OperandFacts *facts;
	VregId *last; /* by block: the register last found live into it */
	VEC(BlockId) stack;
	Arena *tmp;
} LiveBlocks;

/* Ready for questions about registers of IN, whose preds are filled in and
 * whose FACTS these are. */
void live_blocks_init(LiveBlocks *live, const Func *in,
		      const OperandFacts *facts, Arena *tmp);

/* Find where REG, of which there is one definition, is live: from the places of
 * its reads up.  Linear in its live range. */
void live_blocks_find(LiveBlocks *live, VregId reg);

/* Is REG, the register last looked for, live into block B? */
static inline bool
live_blocks_has(const LiveBlocks *live, VregId reg, BlockId b)
{
	return live->last[b] == reg;
}

#endif
