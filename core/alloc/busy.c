/*
 * When registers are taken, block by block: the first and the last slot, kept
 * while pieces come and go, for whoever asks about the same blocks again and
 * again.  Made in chunks of blocks when first asked for.
 *
 * Memory and time: what is asked for, and for each piece that gets or loses a
 * register the blocks of those that it lives in.
 */
#include "core/alloc/busy.h"

#include <string.h>

/* First and last call of one mask in a block. */
typedef struct BlockCalls {
	uint32_t mask; /* Scan.calls */
	Busy at;
} BlockCalls;

/* Find them in all blocks. */
static void
calls_place(Scan *s)
{
	const BlockId *pos_block = s->live->slots.pos_block;
	uint32_t nblocks = s->f->blocks.n, n = 0, i, k;
	uint32_t *first = ARENA_NEW(s->arena, uint32_t, nblocks + 1);

	for (k = 0; k < s->ncalls; k++) {
		const MaskCalls *calls = &s->calls[k];
		BlockId last = NONE;

		for (i = 0; i < calls->n; i++) {
			BlockId b = pos_block[calls->at[i] / 4];

			first[b] += b != last;
			last = b;
		}
	}
	for (i = 0; i <= nblocks; i++)
		first[i] = n += first[i];
	s->block_calls_at = first;
	s->block_calls = ARENA_RAW(s->arena, BlockCalls, n + 1);
	/* From behind: each one before those of its block that are there. */
	for (k = s->ncalls; k--;) {
		const MaskCalls *calls = &s->calls[k];
		BlockId last = NONE;

		for (i = calls->n; i--;) {
			SlotIdx at = calls->at[i];
			BlockId b = pos_block[at / 4];

			if (b != last)
				s->block_calls[--first[b]] =
					(BlockCalls){k, {at, at + 1}};
			s->block_calls[first[b]].at.start = at;
			last = b;
		}
	}
}

/* Add to blocks [B, B_END), whose entries are AT, the calls that REG does not
 * survive. */
static void
calls_add(const Scan *s, RegId reg, BlockId b, BlockId b_end, Busy *at)
{
	const uint32_t *first = s->block_calls_at;
	uint32_t i;

	for (i = first[b]; i < first[b_end]; i++) {
		const BlockCalls *bc = &s->block_calls[i];

		for (; i >= first[b + 1]; b++)
			at++;
		if (!mask_preserves(s->calls[bc->mask].words, reg))
			busy_widen(at, bc->at.start, bc->at.end);
	}
}

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

/* Add to blocks [B, B_END), whose entries are AT, the fixed ranges of UNIT. */
static void
fixed_add(const Scan *s, UnitId unit, BlockId b, BlockId b_end, Busy *at)
{
	const Live *live = s->live;
	Slice fixed = live->units[unit].segs;
	const Segment *end = live->segs.at + fixed.end, *seg;
	SlotIdx from = slot_block_start(&live->slots, b), to;

	seg = segment_find(live->segs.at + fixed.start, end, from);
	for (; b < b_end && seg < end; b++, at++, from = to) {
		to = slot_block_end(&live->slots, b);
		while (seg < end && seg->start < to) {
			busy_widen(at, seg->start > from ? seg->start : from,
				   seg->end < to ? seg->end : to);
			if (seg->end > to)
				break;
			seg++;
		}
	}
}

/* The same for what pieces hold of it. */
static void
held_add(Scan *s, UnitId unit, BlockId b, BlockId b_end, Busy *at)
{
	const Slots *slots = &s->live->slots;
	SlotIdx from = slot_block_start(slots, b), to;
	SegSet *set = s->units[unit];
	const OwnedSeg *seg;
	SegCursor c;

	if (!set)
		return;
	c = segset_seek(set, from);
	seg = segset_at(c);

	for (; b < b_end && seg; b++, at++, from = to) {
		to = slot_block_end(slots, b);
		while (seg && seg->start < to) {
			busy_widen(at, seg->start > from ? seg->start : from,
				   seg->end < to ? seg->end : to);
			if (seg->end > to)
				break;
			segset_next(&c);
			seg = segset_at(c);
		}
	}
}

/* Fill in N blocks from B on, whose entries are AT. */
static void
busy_fill(Scan *s, RegId reg, BlockId b, uint32_t n, Busy *at)
{
	Slice units = s->t->regs[reg].units, held;
	const UnitId *unit;
	uint32_t i;

	for (i = 0; i < n; i++)
		at[i] = BUSY_NEVER;
	for (i = units.start; i < units.end; i++)
		fixed_add(s, s->t->reg_units[i], b, b + n, at);
	calls_add(s, reg, b, b + n, at);
	held = reg_held(s, reg, &unit);
	for (i = held.start; i < held.end; i++)
		held_add(s, unit[i], b, b + n, at);
}

/* Do the registers have the same units, and survive the same calls? */
static bool
regs_are_one(const Scan *s, RegId a, RegId b)
{
	const Target *t = s->t;
	Slice x = t->regs[a].units, y = t->regs[b].units;
	uint32_t n = x.end - x.start, i;

	if (y.end - y.start != n ||
	    memcmp(t->reg_units + x.start, t->reg_units + y.start,
		   n * sizeof(*t->reg_units)) != 0)
		return false;
	for (i = 0; i < s->ncalls; i++)
		if (mask_preserves(s->calls[i].words, a) !=
		    mask_preserves(s->calls[i].words, b))
			return false;
	return true;
}

static BusyChunk **
busy_make(Scan *s, RegId reg)
{
	const UnitId *unit;
	Slice held = reg_held(s, reg, &unit);
	BusyRegs *others;
	uint32_t i;

	if (!s->busy_regs) {
		s->busy_regs =
			ARENA_NEW(s->arena, BusyRegs, s->t->n_unit_regs + 1);
		calls_place(s);
	}
	others = &s->busy_regs[unit[held.start]];
	for (i = 0; i < others->n; i++)
		if (regs_are_one(s, reg, others->at[i]))
			return s->busy[others->at[i]];
	for (i = held.start; i < held.end; i++)
		VEC_PUSH(s->arena, s->busy_regs[unit[i]], reg);
	return ARENA_NEW(s->arena, BusyChunk *,
			 s->f->blocks.n / BUSY_CHUNK + 1);
}

BusyChunk **
busy_open(Scan *s, RegId reg)
{
	if (!s->busy)
		s->busy = ARENA_NEW(s->arena, BusyChunk **, s->t->n_regs);
	if (!s->busy[reg])
		s->busy[reg] = busy_make(s, reg);
	return s->busy[reg];
}

void
busy_find(Scan *s, RegId reg, BlockId b)
{
	BlockId first = b & ~(BlockId)(BUSY_CHUNK - 1);
	BusyChunk **chunk = &s->busy[reg][b / BUSY_CHUNK];
	uint32_t n = s->f->blocks.n - first;

	if (!*chunk) {
		*chunk = ARENA_RAW(s->arena, BusyChunk, 1);
		(*chunk)->stale = 0;
		busy_fill(s, reg, first, n < BUSY_CHUNK ? n : BUSY_CHUNK,
			  (*chunk)->at);
	} else if ((*chunk)->stale >> (b - first) & 1) {
		(*chunk)->stale &= ~((uint64_t)1 << (b - first));
		busy_fill(s, reg, b, 1, &(*chunk)->at[b - first]);
	}
}

/* The register with CHUNKS is taken in [START, END) now, or is not any more. */
static void
chunks_change(const Scan *s, BusyChunk **chunks, SlotIdx start, SlotIdx end,
	      bool taken)
{
	const Slots *slots = &s->live->slots;
	BlockId b = slots->pos_block[start / 4], b_end = s->f->blocks.n, to;

	if (end / 4 < slots->npos)
		b_end = slots->pos_block[(end - 1) / 4] + 1;
	for (; b < b_end; b = to) {
		BusyChunk *chunk = chunks[b / BUSY_CHUNK];
		uint32_t i = b % BUSY_CHUNK, n;

		to = b - i + BUSY_CHUNK < b_end ? b - i + BUSY_CHUNK : b_end;
		if (!chunk)
			continue;
		n = to - b;
		if (!taken) {
			chunk->stale |= UINT64_MAX >> (BUSY_CHUNK - n) << i;
			continue;
		}
		for (; b < to; b++, i++) {
			SlotIdx from = slots->block_start[b];
			SlotIdx till = slots->block_start[b + 1];

			busy_widen(&chunk->at[i], start > from ? start : from,
				   end < till ? end : till);
		}
	}
}

void
busy_change(Scan *s, UnitId unit, const Segs *segs, bool taken)
{
	uint32_t npos = s->live->slots.npos, i, k;

	if (!s->busy_regs)
		return;
	for (k = 0; k < s->busy_regs[unit].n; k++) {
		BusyChunk **chunks = s->busy[s->busy_regs[unit].at[k]];

		for (i = 0; i < segs->n; i++) {
			/* An edit behind everything. */
			if (segs->segs[i].start / 4 >= npos)
				break;
			chunks_change(s, chunks, segs->segs[i].start,
				      segs->segs[i].end, taken);
		}
	}
}
