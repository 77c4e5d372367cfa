/*
 * Live-ins of single registers.
 */
#include "core/prepare/live_blocks.h"

#include "core/base/bound.h"

#include <string.h>

void
live_blocks_init(LiveBlocks *live, const Func *in, const OperandFacts *facts,
		 Arena *tmp)
{
	*live = (LiveBlocks){.in = in, .facts = facts, .tmp = tmp};
	live->last = ARENA_RAW(tmp, VregId, in->blocks.n + 1);
	memset(live->last, 0xff, sizeof(*live->last) * in->blocks.n);
}

/* REG is live into block B unless it is defined there. */
static void
live_add(LiveBlocks *live, VregId reg, BlockId b)
{
	const Block *block = &live->in->blocks.at[b];
	InsnId def = live->facts->regs[reg].def;

	if ((def >= block->first && def < block->end) || live->last[b] == reg)
		return;
	live->last[b] = reg;
	VEC_PUSH(live->tmp, live->stack, b);
}

void
live_blocks_find(LiveBlocks *live, VregId reg)
{
	const Func *f = live->in;
	uint64_t left = f->blocks.n;
	const ReadPlace *places = live->facts->places.at;
	const VregFacts *v = &live->facts->regs[reg];

	if (v->home < HOME_MANY)
		live_add(live, reg, v->home);
	for (uint32_t k = v->places; k != NONE; k = places[k].next)
		live_add(live, reg, places[k].block);
	/* Ends: a block is put there once for each register. */
	while (live->stack.n) {
		Slice p = f->blocks.at[live->stack.at[--live->stack.n]].preds;

		BOUND_COUNT(left);
		FOR_SLICE(BlockId, pred, f->preds.at, p)
			live_add(live, reg, *pred);
	}
}
