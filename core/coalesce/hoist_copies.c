/*
 * Copies at the head of a loop that the ways back make needless: where a loop
 * steps a copy of what it has to keep, and copies the result back, both
 * registers hold the same at the next turn's start.  Only on the way in they do
 * not.  (LLVM's RegisterCoalescer calls it removing a partially redundant
 * copy.)
 */
#include "core/coalesce/hoist_internal.h"

#include "core/prepare/candidates.h"
#include "core/prepare/sink.h"

/* How far from the head's start, and from a block's end, they may stand. */
enum { BEFORE_MAX = 16, BEHIND_MAX = 32 };

/* Is X the same place as Y? */
static bool
is_same(const Operand *x, const Operand *y)
{
	return x->val == y->val && x->sub == y->sub;
}

/* Does none of the copies that run at one time with I, O, and stand before it,
 * write what that reads? */
static bool
stays_same(const Func *f, InsnId i, const Operand *o)
{
	for (; func_insn(f, i)->flags & INSN_PARALLEL; i--)
		if (insn_defines(f, func_insn(f, i - 1), o[1].val))
			return false;
	return true;
}

/* Do both sides of COPY hold the same at the end of block B, as it is repeated
 * there, or its other way round? */
static bool
agree_at_end(const Func *f, BlockId b, const Operand *copy)
{
	const Block *block = &f->blocks.at[b];
	InsnId i = block->end;

	for (uint32_t n = 0; n < BEHIND_MAX && i > block->first; n++) {
		const Insn *insn = func_insn(f, --i);
		const Operand *o = insn_opnds(f, insn);

		if (copy_is_lone(f, insn) &&
		    ((is_same(o, copy + 1) && is_same(o + 1, copy)) ||
		     (is_same(o, copy) && is_same(o + 1, copy + 1))))
			return stays_same(f, i, o);
		if (insn_defines(f, insn, copy[0].val) ||
		    insn_defines(f, insn, copy[1].val))
			return false;
	}
	return false;
}

/* Do they at all ends of LOOP that lead to its head? */
static bool
agree_on_ways_back(const Hoister *h, uint32_t loop, const Operand *copy)
{
	const Block *head = &h->f->blocks.at[h->cfg->loops[loop].head];

	FOR_SLICE(BlockId, pred, h->f->preds.at, head->preds)
		if (loop_contains(h->cfg, loop, *pred) &&
		    !agree_at_end(h->f, *pred, copy))
			return false;
	return true;
}

/* Does block B do nothing in front of its instruction I with either side of
 * COPY but read its source?  Nor call anything: the other side is to live
 * there. */
static bool
is_first(const Func *f, BlockId b, InsnId i, const Operand *copy)
{
	InsnId first = f->blocks.at[b].first;

	if (i - first > BEFORE_MAX)
		return false;
	while (i-- > first) {
		const Insn *insn = func_insn(f, i);

		if (insn_defines(f, insn, copy[1].val) ||
		    insn_flags(f, insn) & OP_CALL)
			return false;
		FOR_OPNDS(o, f, insn)
			if (o->kind == OPND_VREG && o->val == copy[0].val)
				return false;
	}
	return true;
}

void
copy_hoist(Hoister *h, BlockId b, InsnId i)
{
	const Insn *insn = func_insn(h->f, i);
	const Operand *copy = insn_opnds(h->f, insn);
	const Slots *slots = &h->live->slots;
	uint32_t loop = h->cfg->loop_of[b];

	/* Lanes that are off keep what they had. */
	if (h->cfg->loops[loop].head != b || h->f->target->lane_mask ||
	    !copy_is_lone(h->f, insn) ||
	    (insn->flags | insn[1].flags) & INSN_PARALLEL || copy[0].sub ||
	    !is_first(h->f, b, i, copy) || saved_outside(h, b, loop) == 0 ||
	    !agree_on_ways_back(h, loop, copy))
		return;
	BlockId to = outside_of(h, loop);
	const LiveRange *range = &h->live->vregs[copy[0].val].main;
	if (range_find(h->live, range, slot_block_start(slots, b)) ||
	    range_find(h->live, range, slot_block_end(slots, to) - 1))
		return;
	InsnId before = place_find(h, to, insn, copy[0].val);
	if (before != NONE)
		VEC_PUSH(h->tmp, h->hoisted,
			 ((Hoisted){NONE, i, before, to, NONE}));
}
