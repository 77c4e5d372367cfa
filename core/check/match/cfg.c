/*
 * Control flow: are the blocks of both functions the same, which are reached,
 * and from where?
 */
#include "core/check/steps.h"

/* Number the N blocks of ORDER, in which each stands behind the one that it was
 * FOUND from: those found from a block, and from them, have the numbers behind
 * its own. */
static void
number_below(Check *c, const BlockId *order, const BlockId *found, uint32_t n)
{
	uint32_t *next = ARENA_RAW(&c->arena, uint32_t, c->before->blocks.n);

	for (uint32_t i = 0; i < n; i++)
		c->blocks.below[order[i]] = (Slice){0, 1};
	for (uint32_t i = n; i-- > 1;)
		c->blocks.below[found[order[i]]].end +=
			c->blocks.below[order[i]].end;
	for (uint32_t i = 0; i < n; i++) {
		Slice *s = &c->blocks.below[order[i]];

		if (i) {
			s->start = next[found[order[i]]];
			next[found[order[i]]] += s->end;
		}
		next[order[i]] = s->start + 1;
		s->end += s->start;
	}
}

/* --- control flow --- */

static void
mark_reachable(Check *c)
{
	const Func *f = c->before;
	BlockId *order = ARENA_RAW(&c->arena, BlockId, f->blocks.n + 1);
	BlockId *found = ARENA_RAW(&c->arena, BlockId, f->blocks.n + 1);
	uint32_t n = 0;

	if (!f->blocks.n)
		return;
	order[n++] = 0;
	c->blocks.reachable[0] = 1;
	for (uint32_t done = 0; done < n; done++) {
		FOR_SUCCS(succ, f, order[done]) {
			BlockId to = succ->block;

			if (c->blocks.reachable[to])
				continue;
			c->blocks.reachable[to] = 1;
			found[to] = order[done];
			order[n++] = to;
		}
	}
	number_below(c, order, found, n);
}

static void
same_blocks(Check *c)
{
	const Func *b = c->before, *a = c->after;
	bool same = a->blocks.n == b->blocks.n;

	for (uint32_t i = 0; i < b->blocks.n && same; i++) {
		Slice x = b->blocks.at[i].succs, y = a->blocks.at[i].succs;

		same = x.end - x.start == y.end - y.start;
		for (uint32_t k = 0; k < x.end - x.start && same; k++)
			same = b->succs.at[x.start + k].block ==
			       a->succs.at[y.start + k].block;
	}
	if (!same)
		check_unmatched(c, NONE, NONE, "the blocks are not the same");
}

/* Do the jump tables lead where they led?  (New blocks on edges: check_edges
 * has seen to it.) */
static bool
same_tables(const Check *c)
{
	const Func *b = c->before, *a = c->after;

	if (b->jumps.tables.n != a->jumps.tables.n)
		return false;
	for (uint32_t i = 0; i < b->jumps.tables.n; i++) {
		Slice x = b->jumps.tables.at[i].blocks;
		Slice y = a->jumps.tables.at[i].blocks;

		if (b->jumps.tables.at[i].id != a->jumps.tables.at[i].id ||
		    x.end - x.start != y.end - y.start)
			return false;
		for (uint32_t k = 0; k < x.end - x.start; k++)
			if (b->jumps.blocks.at[x.start + k] !=
			    a->jumps.blocks.at[y.start + k])
				return false;
	}
	return true;
}

void
check_cfg(Check *c)
{
	const Func *f = c->before;
	uint32_t total = 0;

	check_edges(c);
	same_blocks(c);
	if (!c->messages.hopeless && c->before == f && !same_tables(c))
		check_error(c, NONE, "the jump tables are not the same");
	if (c->messages.hopeless)
		return;
	f = c->before;
	uint32_t nblocks = f->blocks.n;
	c->blocks.reachable = ARENA_NEW(&c->arena, uint8_t, nblocks + 1);
	c->blocks.below = ARENA_NEW(&c->arena, Slice, nblocks + 1);
	mark_reachable(c);
	c->blocks.preds = ARENA_NEW(&c->arena, Slice, nblocks + 1);
	c->blocks.pred_blocks = ARENA_NEW(&c->arena, BlockId, f->succs.n + 1);
	for (uint32_t i = 0; i < nblocks; i++)
		FOR_SLICE(Succ, succ, f->succs.at, f->blocks.at[i].succs)
			c->blocks.preds[succ->block].end++;
	for (uint32_t i = 0; i < nblocks; i++) {
		uint32_t n = c->blocks.preds[i].end;

		c->blocks.preds[i] = (Slice){total, total};
		total += n;
	}
	for (uint32_t i = 0; i < nblocks; i++)
		for (uint32_t k = f->blocks.at[i].succs.start;
		     k < f->blocks.at[i].succs.end && c->blocks.reachable[i];
		     k++)
			c->blocks.pred_blocks
				[c->blocks.preds[f->succs.at[k].block].end++] =
				i;
}

bool
check_leaves_early(const Check *c, BlockId b)
{
	const Func *f = c->before;

	FOR_SUCCS(succ, f, b)
		if (f->blocks.at[succ->block].flags &
		    (BLOCK_LANDING_PAD | BLOCK_ASM_TARGET))
			return true;
	return false;
}
