/*
 * Registers live into and out of each block, read off the finished segments.
 * A segment that covers a block's first slot makes the register live into it
 * unless a PHI of the block defines it; one that covers the last slot, out of
 * it.  O(result).
 */
#include "core/analysis/intervals.h"

/* The blocks into which SEG lives. */
static Slice
blocks_in(const Live *live, const Segment *seg)
{
	const Slots *slots = &live->slots;
	const Value *v = &live->values.at[seg->value];
	BlockId b = slot_block(slots, seg->start);
	Slice s;

	if (seg->start != slot_block_start(slots, b) ||
	    (v->def == seg->start && v->opnd != NONE))
		b++;
	s.start = b;
	s.end = slot_block(slots, seg->end - 1) + 1;
	return s;
}

/* The blocks out of which SEG lives. */
static Slice
blocks_out(const Live *live, const Segment *seg)
{
	const Slots *slots = &live->slots;
	BlockId b = slot_block(slots, seg->end - 1);
	Slice s;

	s.start = slot_block(slots, seg->start);
	s.end = b + (seg->end == slot_block_end(slots, b));
	return s;
}

typedef Slice BlocksOf(const Live *, const Segment *);

/* Lists of registers by block, for the blocks that OF gives. */
static VregId *
lists_fill(const Live *live, const Func *f, BlocksOf *of, uint32_t **start,
	   Arena *arena)
{
	uint32_t nblocks = f->blocks.n, at = 0, sum = 0, i;
	uint32_t *count = ARENA_NEW(arena, uint32_t, nblocks + 2);
	VregId *list;
	VregId v;
	BlockId b;

	/* First differences, then places. */
	for (v = 0; v < f->vregs.n; v++) {
		Slice segs = live->vregs[v].main.segs;

		for (i = segs.start; i < segs.end; i++) {
			Slice s = of(live, &live->segs.at[i]);

			count[s.start]++;
			count[s.end]--;
		}
	}
	for (b = 0; b < nblocks; b++) {
		sum += count[b];
		count[b] = at;
		at += sum;
	}
	list = ARENA_RAW(arena, VregId, at + 1);
	for (v = 0; v < f->vregs.n; v++) {
		Slice segs = live->vregs[v].main.segs;

		for (i = segs.start; i < segs.end; i++) {
			Slice s = of(live, &live->segs.at[i]);

			for (b = s.start; b < s.end; b++)
				list[count[b]++] = v;
		}
	}
	for (b = nblocks; b > 0; b--)
		count[b] = count[b - 1];
	count[0] = 0;
	*start = count;
	return list;
}

VregId *
liveins_list(const Live *live, const Func *f, uint32_t **start, Arena *arena)
{
	return lists_fill(live, f, blocks_in, start, arena);
}

VregId *
liveouts_list(const Live *live, const Func *f, uint32_t **start, Arena *arena)
{
	return lists_fill(live, f, blocks_out, start, arena);
}
