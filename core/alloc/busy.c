/*
 * When register units are taken, block by block: the first and the last slot,
 * kept while pieces come and go, for whoever asks about the same blocks again
 * and again.  Made in chunks of blocks when first asked for.
 *
 * Memory and time: what is asked for, and for each piece that gets or loses a
 * register the blocks of those that it lives in.
 */
#include "core/alloc/busy.h"

/* The first of the segments [SEG, END) that ends behind AT. */
static const Segment *
segment_find(const Segment *seg, const Segment *end, SlotIdx at)
{
	size_t n = (size_t)(end - seg);

	while (n) {
		size_t half = n / 2;

		if (seg[half].end <= at) {
			seg += half + 1;
			n -= half + 1;
		} else {
			n = half;
		}
	}
	return seg;
}

/* Fill in blocks [B, B_END), whose entries are AT. */
static void
busy_fill(Scan *s, UnitId unit, BlockId b, BlockId b_end, Busy *at)
{
	const Live *live = s->live;
	Slice fixed = live->units[unit].segs;
	const Segment *end = live->segs.at + fixed.end, *seg;
	SlotIdx from = slot_block_start(&live->slots, b), to;
	SegCursor c = segset_seek(&s->units[unit], from);
	const OwnedSeg *own = segset_at(c);

	seg = segment_find(live->segs.at + fixed.start, end, from);
	for (; b < b_end; b++, at++, from = to) {
		*at = BUSY_NEVER;
		to = slot_block_end(&live->slots, b);
		while (seg < end && seg->start < to) {
			busy_widen(at, seg->start > from ? seg->start : from,
				   seg->end < to ? seg->end : to);
			if (seg->end > to)
				break;
			seg++;
		}
		while (own && own->start < to) {
			busy_widen(at, own->start > from ? own->start : from,
				   own->end < to ? own->end : to);
			if (own->end > to)
				break;
			segset_next(&c);
			own = segset_at(c);
		}
	}
}

Busy
busy_find(Scan *s, UnitId unit, BlockId b)
{
	uint32_t nchunks = s->f->blocks.n / BUSY_CHUNK + 1;
	BlockId first = b & ~(BlockId)(BUSY_CHUNK - 1);
	Busy **chunk;

	if (!s->busy)
		s->busy = ARENA_NEW(s->arena, Busy **, s->t->n_unit_regs + 1);
	if (!s->busy[unit])
		s->busy[unit] = ARENA_NEW(s->arena, Busy *, nchunks);
	chunk = &s->busy[unit][b / BUSY_CHUNK];
	if (!*chunk) {
		BlockId end = first + BUSY_CHUNK;

		*chunk = ARENA_RAW(s->arena, Busy, BUSY_CHUNK);
		if (end > s->f->blocks.n)
			end = s->f->blocks.n;
		busy_fill(s, unit, first, end, *chunk);
	} else if (!(*chunk)[b - first].end) {
		busy_fill(s, unit, b, b + 1, *chunk + (b - first));
	}
	return (*chunk)[b - first];
}

void
busy_change(Scan *s, UnitId unit, const Segs *segs, bool taken)
{
	const Slots *slots = &s->live->slots;
	Busy **chunks;
	uint32_t i;

	if (!s->busy || !(chunks = s->busy[unit]))
		return;
	for (i = 0; i < segs->n; i++) {
		SlotIdx start = segs->segs[i].start, end = segs->segs[i].end;
		BlockId b;

		/* An edit behind everything. */
		if (start / 4 >= slots->npos)
			break;
		for (b = slots->pos_block[start / 4]; b < s->f->blocks.n; b++) {
			SlotIdx from = slot_block_start(slots, b);
			SlotIdx to = slot_block_end(slots, b);
			Busy *chunk = chunks[b / BUSY_CHUNK];
			Busy *at = chunk + b % BUSY_CHUNK;

			if (from >= end)
				break;
			if (!chunk || !at->end)
				continue;
			if (taken)
				busy_widen(at, start > from ? start : from,
					   end < to ? end : to);
			else
				at->end = 0;
		}
	}
}
