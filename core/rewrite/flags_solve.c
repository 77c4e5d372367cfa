/*
 * The two problems over blocks: which units may be defined at their heads, and
 * which are read later.  Sweeps, forward and backward, until nothing changes:
 * they only add units to rows, and so end.
 */
#include "core/base/bound.h"
#include "core/rewrite/flags_internal.h"

#include <string.h>

void
preds_find(Flags *g)
{
	const Func *f = g->f;

	g->preds.first = ARENA_NEW(g->tmp, uint32_t, f->blocks.n);
	g->preds.next = ARENA_RAW(g->tmp, uint32_t, f->succs.n + 1);
	g->preds.from = ARENA_RAW(g->tmp, BlockId, f->succs.n + 1);
	g->ordered = true;
	for (BlockId b = 0; b < f->blocks.n; b++) {
		Slice s = f->blocks.at[b].succs;

		g->ordered &= !b || g->preds.first[b];
		for (uint32_t i = s.start; i < s.end; i++) {
			uint32_t *first = &g->preds.first[f->succs.at[i].block];

			g->preds.next[i + 1] = *first;
			g->preds.from[i + 1] = b;
			*first = i + 1;
		}
	}
}

/* Is what the list of live-ins of block B names defined from outside? */
static bool
defines_liveins(const Flags *g, BlockId b)
{
	return b == 0 || !g->preds.first[b] ||
	       (g->f->blocks.at[b].flags & (BLOCK_LANDING_PAD | BLOCK_FUNCLET));
}

/* Put what comes into block B from outside into ROW. */
static void
row_open(Flags *g, BlockId b, uint64_t *row)
{
	const Func *f = g->f;
	Slice s = f->blocks.at[b].liveins;

	row_clear(g, row);
	if (s.start == s.end || !defines_liveins(g, b))
		return;
	FOR_SLICE(LiveIn, livein, f->liveins.at, s)
		row_add(g, row, livein->reg);
}

bool
block_defines_live(const Flags *g, BlockId b, uint64_t *row)
{
	const uint64_t *add = row_of(g, g->rows.add, b);
	const uint64_t *kill = kill_of(g, b);
	uint64_t some = 0;

	if (g->unsure[b] || !g->clobbers[b])
		return !g->unsure[b];
	live_out(g, b, row);
	for (uint32_t w = 0; w < g->rows.words; w += ROW_STEP)
		for (uint32_t k = w; k < w + ROW_STEP; k++)
			some |= row[k] & kill[k] & ~add[k];
	return !some;
}

/* Going back from where a unit is live, one comes to a block that writes it, or
 * to the first one: it has a value if no block lets one that it clobbers live
 * on, and the first one gets it from outside. */
bool
live_is_defined(Flags *g)
{
	uint64_t *row = ARENA_RAW(g->tmp, uint64_t, g->rows.words);

	if (!g->ordered)
		return false;
	row_open(g, 0, row);
	if (row_exceeds(g, row_of(g, g->rows.live, 0), row))
		return false;
	for (BlockId b = 0; b < g->f->blocks.n; b++)
		if (!block_defines_live(g, b, row))
			return false;
	return true;
}

void
defined_out(const Flags *g, BlockId b, uint64_t *row)
{
	const uint64_t *in = row_of(g, g->rows.defined, b);
	const uint64_t *kill = kill_of(g, b);
	const uint64_t *add = g->clobbers[b] ? row_of(g, g->rows.add, b) : kill;

	for (uint32_t w = 0; w < g->rows.words; w += ROW_STEP)
		for (uint32_t k = w; k < w + ROW_STEP; k++)
			row[k] = (in[k] & ~kill[k]) | add[k];
}

void
solve_defined(Flags *g)
{
	const Func *f = g->f;
	uint8_t *dirty = ARENA_RAW(g->tmp, uint8_t, f->blocks.n + 1);
	uint64_t *out = ARENA_RAW(g->tmp, uint64_t, g->rows.words);
	uint64_t left = turns_most(g);
	bool again = true;

	for (BlockId b = 0; b < f->blocks.n; b++)
		row_open(g, b, row_of(g, g->rows.defined, b));
	memset(dirty, 1, f->blocks.n);
	while (again) {
		BOUND_COUNT(left);
		again = false;
		for (BlockId b = 0; b < f->blocks.n; b++) {
			if (!dirty[b])
				continue;
			dirty[b] = 0;
			defined_out(g, b, out);
			FOR_SUCCS(succ, f, b) {
				BlockId to = succ->block;

				if (!row_join(g, row_of(g, g->rows.defined, to),
					      out))
					continue;
				dirty[to] = 1;
				again |= to <= b;
			}
		}
	}
}

/* Mark reads of block B of what nothing defines; they read nothing then, but
 * for reserved registers, which have what the machine has put there.  False:
 * there are none. */
static bool
mark_undefined(Flags *g, BlockId b)
{
	uint64_t *row = ARENA_RAW(g->tmp, uint64_t, g->rows.words);
	Act *a = g->acts[b].first, *end = g->acts[b].end;
	bool some = false;

	row_copy(g, row, row_of(g, g->rows.defined, b));
	for (; a < end; a++) {
		if (a->kind == ACT_CLOBBER)
			act_clobber(g, a, row);
		if (a->kind == ACT_DEF || a->kind == ACT_MEMBER)
			act_add(g, a, row);
		if ((a->kind != ACT_READ && a->kind != ACT_WIDE) ||
		    act_meets(g, a, row))
			continue;
		Operand *o = &g->f->opnds.at[a->opnd];
		if (!bits_has(g->reserved, act_reg(g, a)))
			o->flags |= OPND_UNDEF;
		o->flags &= (uint16_t)~OPND_KILL;
		a->kind = ACT_NONE;
		some = true;
	}
	return some;
}

/* The rest of a tuple that copies make up together comes from the same block:
 * for blocks as a whole the last copy defines it. */
void
undefined_settle(Flags *g, BlockId b)
{
	const uint64_t *defined = row_of(g, g->rows.defined, b);
	uint64_t *use = use_of(g, b), open = g->unsure[b];
	const Act *a = g->acts[b].end;

	for (uint32_t w = 0; w < g->rows.words; w += ROW_STEP)
		for (uint32_t k = w; k < w + ROW_STEP; k++)
			open |= use[k] & ~defined[k];
	if (!open || !mark_undefined(g, b))
		return;
	row_clear(g, use);
	while (a-- > g->acts[b].first)
		act_pass(g, a, use);
}

void
live_out(const Flags *g, BlockId b, uint64_t *row)
{
	Slice s = g->f->blocks.at[b].succs;
	const Succ *succs = g->f->succs.at;

	if (s.start == s.end) {
		if (g->restored && block_returns(g->f, b))
			row_copy(g, row, g->restored);
		else
			row_clear(g, row);
		return;
	}
	row_copy(g, row, row_of(g, g->rows.live, succs[s.start].block));
	while (++s.start < s.end) {
		const uint64_t *in =
			row_of(g, g->rows.live, succs[s.start].block);

		for (uint32_t w = 0; w < g->rows.words; w += ROW_STEP)
			for (uint32_t k = w; k < w + ROW_STEP; k++)
				row[k] |= in[k];
	}
}

void
live_pass(const Flags *g, BlockId b, uint64_t *row)
{
	const uint64_t *kill = kill_of(g, b), *use = use_of(g, b);

	for (uint32_t w = 0; w < g->rows.words; w += ROW_STEP)
		for (uint32_t k = w; k < w + ROW_STEP; k++)
			row[k] = (row[k] & ~kill[k]) | use[k];
}

/* Units live at the head of block B into its row of `live`, which has some of
 * them; true if it gets more.  OUT is room.  Most blocks have one successor, or
 * two. */
static bool
live_find(const Flags *g, BlockId b, uint64_t *out)
{
	Slice s = g->f->blocks.at[b].succs;
	const Succ *succs = g->f->succs.at;
	const uint64_t *kill = kill_of(g, b), *use = use_of(g, b);
	uint64_t *in = row_of(g, g->rows.live, b), changed = 0;

	if (s.end - s.start - 1 > 1) {
		live_out(g, b, out);
		live_pass(g, b, out);
		return row_join(g, in, out);
	}
	const uint64_t *x = row_of(g, g->rows.live, succs[s.start].block);
	const uint64_t *y = row_of(g, g->rows.live, succs[s.end - 1].block);
	for (uint32_t w = 0; w < g->rows.words; w += ROW_STEP)
		for (uint32_t k = w; k < w + ROW_STEP; k++) {
			uint64_t now = ((x[k] | y[k]) & ~kill[k]) | use[k];

			changed |= now ^ in[k];
			in[k] = now;
		}
	return changed;
}

void
solve_live(Flags *g)
{
	const Func *f = g->f;
	uint64_t *out = ARENA_RAW(g->tmp, uint64_t, g->rows.words);
	uint8_t *dirty = ARENA_RAW(g->tmp, uint8_t, f->blocks.n + 1);
	uint64_t left = turns_most(g);
	bool again = true;

	for (BlockId b = 0; b < f->blocks.n; b++)
		row_clear(g, row_of(g, g->rows.live, b));
	memset(dirty, 1, f->blocks.n);
	while (again) {
		BOUND_COUNT(left);
		again = false;
		for (BlockId b = f->blocks.n; b-- > 0;) {
			if (!dirty[b])
				continue;
			dirty[b] = 0;
			if (!live_find(g, b, out))
				continue;
			for (uint32_t k = g->preds.first[b]; k;
			     k = g->preds.next[k]) {
				BlockId from = g->preds.from[k];

				dirty[from] = 1;
				again |= from >= b;
			}
		}
	}
}
