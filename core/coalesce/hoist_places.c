/*
 * Places in front of loops.
 */
#include "core/coalesce/hoist_internal.h"

#include "core/coalesce/rematerializable.h"

/* How many instructions before the end of a block to look for a place at which
 * physical registers that the computation clobbers are not needed. */
enum { PLACES_MAX = 8 };

/* How much more often than the place outside it must have run, and how often in
 * one run of the function. */
#define TURNS_MIN 4
#define RUNS_MIN  1

BlockId
outside_of(Hoister *h, uint32_t loop)
{
	const Block *head = &h->f->blocks.at[h->cfg->loops[loop].head];
	BlockId *outside = &h->outside[loop];

	if (*outside != OUTSIDE_UNKNOWN)
		return *outside;
	*outside = NONE;
	if (head->flags & BLOCK_EARLY_TARGET)
		return NONE;
	FOR_SLICE(BlockId, pred, h->f->preds.at, head->preds) {
		BlockId p = *pred;

		if (loop_contains(h->cfg, loop, p) || p == *outside)
			continue;
		if (*outside != NONE)
			return *outside = NONE;
		*outside = p;
	}
	return *outside;
}

/* Does X give a value to a virtual register that OP reads, or to V? */
static bool
gives(const Hoister *h, const Insn *x, const Insn *op, VregId v)
{
	const Operand *o = insn_opnds(h->f, x), *p = insn_opnds(h->f, op);

	for (uint32_t i = 0; i < x->nopnds; i++) {
		if (o[i].kind != OPND_VREG || !(o[i].flags & OPND_DEF))
			continue;
		if (o[i].val == v)
			return true;
		for (uint32_t k = 1; k < op->nopnds; k++)
			if (p[k].kind == OPND_VREG && p[k].val == o[i].val)
				return true;
	}
	return false;
}

/* Would OP in front of instruction I of block B, or at its end, clobber what is
 * needed there? */
static bool
clobbers_at(const Hoister *h, const Insn *op, BlockId b, InsnId i)
{
	const Slots *slots = &h->live->slots;
	SlotIdx at = i < h->f->blocks.at[b].end ? slot_of(slots, i, SLOT_BLOCK)
						: slot_block_end(slots, b) - 1;

	return remat_clobbers(h->f, h->live, h->in->reserved, op, at);
}

InsnId
place_find(const Hoister *h, BlockId b, const Insn *op, VregId s)
{
	const Block *block = &h->f->blocks.at[b];
	InsnId i = block->end;

	while (i > block->first &&
	       insn_flags(h->f, func_insn(h->f, i - 1)) & OP_TERMINATOR)
		i--;
	for (uint32_t n = 0; n < PLACES_MAX; n++) {
		if (!clobbers_at(h, op, b, i))
			return i;
		if (i == block->first)
			return NONE;
		const Insn *x = func_insn(h->f, --i);
		if (gives(h, x, op, s) ||
		    x->flags & (INSN_DEBUG | INSN_BUNDLE | INSN_BUNDLED |
				INSN_PARALLEL))
			return NONE;
	}
	return NONE;
}

float
saved_outside(Hoister *h, BlockId b, uint32_t loop)
{
	const float *price = h->in->price;

	if (price[b] < RUNS_MIN)
		return 0;
	BlockId to = outside_of(h, loop);
	return to == NONE || price[b] < TURNS_MIN * price[to]
		       ? 0
		       : price[b] - price[to];
}
