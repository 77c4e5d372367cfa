/*
 * Registers live into and out of each block, read off the finished segments.
 * A segment that covers a block's first slot makes the register live into it
 * unless a PHI of the block defines it; one that covers the last slot, out of
 * it.  O(result).
 */
#include "core/analysis/intervals.h"

/* One run of blocks, or two. */
typedef struct {
	Slice runs[2];
} Blocks;

/* The blocks into which SEG lives: not the one with the PHI of its value. */
static Blocks
blocks_in(const Live *live, const Segment *seg)
{
	const Slots *slots = &live->slots;
	const Value *v = &live->values.at[seg->value];
	BlockId b = slot_block(slots, seg->start);
	BlockId end = slot_block(slots, seg->end - 1) + 1, phi = end;

	if (seg->start != slot_block_start(slots, b))
		b++;
	if (seg->start <= v->def && v->def < seg->end &&
	    value_is_phi(v, slot_block_start(slots, slot_block(slots, v->def))))
		phi = slot_block(slots, v->def);
	return (Blocks){{{b, phi}, {phi < end ? phi + 1 : end, end}}};
}

/* The blocks out of which SEG lives. */
static Blocks
blocks_out(const Live *live, const Segment *seg)
{
	const Slots *slots = &live->slots;
	BlockId b = slot_block(slots, seg->end - 1);
	BlockId end = b + (seg->end == slot_block_end(slots, b));

	return (Blocks){{{slot_block(slots, seg->start), end}, {end, end}}};
}

typedef Blocks BlocksOf(const Live *, const Segment *);

/* One more from S.start on, until S.end. */
static inline void
run_count(uint32_t *count, Slice s)
{
	count[s.start]++;
	count[s.end]--;
}

/* Lists of registers by block, for the blocks that OF gives. */
static VregId *
lists_fill(const Live *live, const Func *f, BlocksOf *of, uint32_t **start,
	   Arena *arena)
{
	uint32_t nblocks = f->blocks.n, at = 0, sum = 0;
	uint32_t *count = ARENA_NEW(arena, uint32_t, nblocks + 2);

	/* First differences, then places. */
	for (VregId v = 0; v < f->vregs.n; v++) {
		Slice segs = live->vregs[v].main.segs;

		FOR_SLICE(Segment, seg, live->segs.at, segs) {
			Blocks s = of(live, seg);

			run_count(count, s.runs[0]);
			run_count(count, s.runs[1]);
		}
	}
	for (BlockId b = 0; b < nblocks; b++) {
		sum += count[b];
		count[b] = at;
		at += sum;
	}
	VregId *list = ARENA_RAW(arena, VregId, at + 1);
	for (VregId v = 0; v < f->vregs.n; v++) {
		Slice segs = live->vregs[v].main.segs;

		FOR_SLICE(Segment, segment, live->segs.at, segs) {
			Blocks s = of(live, segment);

			for (BlockId b = s.runs[0].start; b < s.runs[0].end;
			     b++)
				list[count[b]++] = v;
			for (BlockId b = s.runs[1].start; b < s.runs[1].end;
			     b++)
				list[count[b]++] = v;
		}
	}
	for (BlockId b = nblocks; b > 0; b--)
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
