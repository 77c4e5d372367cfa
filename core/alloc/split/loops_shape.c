/*
 * What of a loop is the same for all intervals: its blocks as ranges of slots,
 * where it is left to, and whether it is entered at its head alone.
 */
#include "core/alloc/split/loops_internal.h"

#include "core/base/sort.h"

/* The blocks of all loops, each loop's together. */
static void
blocks_find(Loops *l)
{
	const Scan *s = l->s;
	const Cfg *cfg = s->cfg;
	uint32_t *at = ARENA_NEW(s->arena, uint32_t, cfg->nloops + 2);

	l->blocks = ARENA_RAW(s->arena, BlockId, s->f->blocks.n + 1);
	for (BlockId b = 0; b < s->f->blocks.n; b++)
		if (cfg->loop_of[b] != NONE)
			at[cfg->loops[cfg->loop_of[b]].at + 2]++;
	for (uint32_t i = 2; i < cfg->nloops + 2; i++)
		at[i] += at[i - 1];
	for (BlockId b = 0; b < s->f->blocks.n; b++)
		if (cfg->loop_of[b] != NONE)
			l->blocks[at[cfg->loops[cfg->loop_of[b]].at + 1]++] = b;
	l->at = at;
}

/* Bar the loops that blocks which nothing reaches enter elsewhere than at their
 * heads. */
static void
loops_bar(Loops *l)
{
	const Scan *s = l->s;
	const Cfg *cfg = s->cfg;

	for (BlockId b = 0; b < s->f->blocks.n; b++)
		FOR_SLICE(BlockId, pred, s->f->preds.at,
			  s->f->blocks.at[b].preds)
			for (uint32_t loop = cfg->loop_of[b];
			     loop != NONE && cfg->loops[loop].head != b &&
			     !loop_contains(cfg, loop, *pred);
			     loop = cfg->loops[loop].parent)
				l->shapes[loop].barred = true;
}

/* The function is as well a place in which an interval may have one register:
 * one that is never entered nor left. */
static void
function_shape(Loops *l)
{
	const Scan *s = l->s;

	VEC_PUSH(
		s->arena, l->ranges,
		((Segment){.start = 0,
			   .end = s->live->slots.block_start[s->f->blocks.n]}));
	l->shapes[s->cfg->nloops] =
		(LoopShape){.known = true, .ranges = {0, 1}};
}

void
loops_open(Loops *l)
{
	l->shapes = ARENA_NEW(l->s->arena, LoopShape, l->s->cfg->nloops + 1);
	function_shape(l);
	blocks_find(l);
	loops_bar(l);
}

/* Add the blocks BLOCKS[0..n), in order, to the ranges. */
static void
ranges_add(Loops *l, const uint64_t *blocks, uint32_t n)
{
	const Slots *slots = &l->s->live->slots;
	uint32_t first = l->ranges.n;

	for (uint32_t i = 0; i < n; i++) {
		Segment seg = {
			.start = slot_block_start(slots, (BlockId)blocks[i]),
			.end = slot_block_end(slots, (BlockId)blocks[i])};

		if (l->ranges.n > first &&
		    l->ranges.at[l->ranges.n - 1].end == seg.start)
			l->ranges.at[l->ranges.n - 1].end = seg.end;
		else
			VEC_PUSH(l->s->arena, l->ranges, seg);
	}
}

/* Add the blocks to which BLOCKS[0..n), those of LOOP, are left. */
static void
exits_add(Loops *l, uint32_t loop, const uint64_t *blocks, uint32_t n)
{
	const Scan *s = l->s;
	VEC(uint64_t) exits = {0};

	for (uint32_t i = 0; i < n; i++)
		FOR_SUCCS(succ, s->f, (BlockId)blocks[i])
			if (!loop_contains(s->cfg, loop, succ->block))
				VEC_PUSH(s->arena, exits, succ->block);
	sort_numbers(exits.at, exits.n, s->arena);
	for (uint32_t i = 0; i < exits.n; i++)
		if (!i || exits.at[i] != exits.at[i - 1])
			VEC_PUSH(s->arena, l->exits, (BlockId)exits.at[i]);
}

const LoopShape *
loop_shape(Loops *l, uint32_t loop)
{
	const Scan *s = l->s;
	VEC(uint64_t) blocks = {0};

	if (loop == NONE)
		return &l->shapes[s->cfg->nloops];
	const Loop *x = &s->cfg->loops[loop];
	LoopShape *shape = &l->shapes[loop];
	if (shape->known)
		return shape;
	shape->known = true;
	shape->ranges.start = l->ranges.n;
	shape->exits.start = l->exits.n;
	for (uint32_t i = l->at[x->at]; i < l->at[x->at + x->n]; i++)
		VEC_PUSH(s->arena, blocks, l->blocks[i]);
	sort_numbers(blocks.at, blocks.n, s->arena);
	ranges_add(l, blocks.at, blocks.n);
	exits_add(l, loop, blocks.at, blocks.n);
	shape->ranges.end = l->ranges.n;
	shape->exits.end = l->exits.n;
	l->looked += blocks.n;
	return shape;
}
