/*
 * Values at block heads.  One value that reaches the end of some block reaches
 * all live blocks.  Otherwise a block takes the value of its immediate
 * dominator unless a predecessor brings one that was made below the dominator:
 * then values meet at its head.  Repeated in order of the control flow until
 * nothing changes, which on usual graphs is the second round, and only blocks
 * behind returning edges are looked at again before that (as LLVM's
 * LiveRangeCalc; the places are those of pruned SSA form).
 *
 * Roots (the entry, heads of unreachable parts) where the register is live
 * have a value of their own, which counts as undefined for virtual registers at
 * the entry.  Values that are undefined on all paths are dropped; one that
 * meets a defined value counts as different from it.
 */
#include "core/analysis/ranges.h"

#include "core/base/bound.h"

/* The only value that is live out of a block that defines it; NONE: several. */
static uint32_t
only_value(const RangeWalk *w)
{
	uint32_t only = NONE;

	if (w->from_nowhere)
		return NONE;
	for (uint32_t i = 0; i < w->touched.n; i++) {
		if (!w->touched.at[i].out)
			continue;
		if (only != NONE)
			return NONE;
		only = w->touched.at[i].def1 - 1;
	}
	return only;
}

/* Does something define the register at root B? */
static bool
root_defines(const RangeWalk *w, BlockId b)
{
	return w->implicit || (w->whole && w->cfg->part[b]);
}

static void
meeting_add(RangeWalk *w, BlockId b)
{
	SlotIdx at = slot_block_start(&w->live->slots, b);
	Def d = {at, at, NONE, NONE};

	w->marks[b].in = w->defs.n;
	VEC_PUSH(w->scratch, w->defs, d);
}

static bool
is_meeting_of(const RangeWalk *w, uint32_t v, BlockId b)
{
	return v != NONE && v >= w->ndefs &&
	       w->defs.at[v].at == slot_block_start(&w->live->slots, b);
}

/* Does a predecessor of B bring a value made below B's dominator D, whose
 * value is FROM_DOM? */
static bool
values_differ(const RangeWalk *w, BlockId b, BlockId d, uint32_t from_dom)
{
	FOR_SLICE(BlockId, p, w->pred_list, w->preds[b]) {
		uint32_t v = walk_value_out(w, *p);
		if (v == NONE || v == from_dom)
			continue;
		if (cfg_dominates(
			    w->cfg, d,
			    slot_block(&w->live->slots, w->defs.at[v].at)))
			return true;
	}
	return false;
}

/* V is the value at the head.  Returns whether that is new. */
static inline bool
value_change(BlockMark *mark, uint32_t v)
{
	bool changed = mark->in != v;

	mark->in = v;
	return changed;
}

/* Look at block B again.  Returns whether its value changed. */
static bool
block_update(RangeWalk *w, BlockId b)
{
	BlockMark *mark = &w->marks[b];
	Slice preds = w->preds[b];
	BlockId d = w->cfg->idom[b];

	if (is_meeting_of(w, mark->in, b))
		return false;
	if (preds.end - preds.start == 1 && d != NONE)
		return value_change(mark, walk_value_out(w, d));
	uint32_t from_dom = d == NONE ? NONE : walk_value_out(w, d);
	if (from_dom == NONE || values_differ(w, b, d, from_dom)) {
		meeting_add(w, b);
		return true;
	}
	return value_change(mark, from_dom);
}

/* Does a defined value reach meeting V? */
static bool
meeting_defined(const RangeWalk *w, uint32_t v)
{
	BlockId b = slot_block(&w->live->slots, w->defs.at[v].at);

	if (cfg_is_root(w->cfg, b) && root_defines(w, b))
		return true;
	FOR_SLICE(BlockId, p, w->pred_list, w->preds[b]) {
		uint32_t from = walk_value_out(w, *p);
		if (from != NONE && w->defs.at[from].opnd != OPND_FORGET)
			return true;
	}
	return false;
}

/* Drop meetings that no defined value reaches.  Each turn but the last finds
 * one that stays. */
static void
meetings_check(RangeWalk *w)
{
	uint64_t left = w->defs.n - w->ndefs + 1;
	bool changed = true;

	for (uint32_t v = w->ndefs; v < w->defs.n; v++)
		w->defs.at[v].opnd = OPND_FORGET;
	while (changed) {
		BOUND_COUNT(left);
		changed = false;
		for (uint32_t v = w->ndefs; v < w->defs.n; v++) {
			if (w->defs.at[v].opnd != OPND_FORGET ||
			    !meeting_defined(w, v))
				continue;
			w->defs.at[v].opnd = NONE;
			changed = true;
		}
	}
}

/* The live-in blocks, in an order in which only returning edges lead back. */
static const BlockId *
order_find(RangeWalk *w)
{
	if (w->in_order)
		return w->live_in;
	for (uint32_t i = 0; i < w->nlive_in; i++)
		numset_add(&w->set, w->cfg->order_at[w->live_in[i]]);
	numset_take_all(&w->set, w->by_order);
	for (uint32_t i = 0; i < w->nlive_in; i++)
		w->by_order[i] = w->cfg->rpo[w->by_order[i]];
	return w->by_order;
}

/* Ends: a block becomes a meeting once, and a turn in which none does settles
 * all others, which get what their dominators have, earlier in the order. */
void
values_place(RangeWalk *w)
{
	uint32_t only = only_value(w);
	uint64_t left = 2 * (uint64_t)w->nlive_in + 3;
	bool changed = true, first = true;

	if (only != NONE) {
		for (uint32_t i = 0; i < w->nlive_in; i++)
			w->marks[w->live_in[i]].in = only;
		return;
	}
	const BlockId *order = order_find(w);
	while (changed) {
		BOUND_COUNT(left);
		changed = false;
		FOR_ARRAY(BlockId, b, order, w->nlive_in)
			if (first || changed || w->returns[*b])
				changed |= block_update(w, *b);
		first = false;
	}
	if (w->from_nowhere)
		meetings_check(w);
}
