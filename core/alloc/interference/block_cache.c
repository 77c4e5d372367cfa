/*
 * When registers are taken, block by block: the first and the last slot, kept
 * while intervals come and go, for whoever asks about the same blocks again and
 * again.  Made in chunks of blocks when first asked for.
 *
 * Memory and time: what is asked for, and for each interval that gets or loses
 * a register the blocks of those that it lives in.
 */
#include "core/alloc/interference/block_cache.h"

#include "core/base/search.h"

#include <string.h>

/* First and last call of one mask in a block. */
typedef struct BlockCalls {
	BlockId block;
	uint32_t mask; /* Calls.masks */
	Interference at;
} BlockCalls;

/* Find them in all blocks. */
static void
calls_place(Scan *s)
{
	const BlockId *pos_block = s->live->slots.pos_block;
	uint32_t nblocks = s->f->blocks.n, n = 0;
	uint32_t *first = ARENA_NEW(s->arena, uint32_t, nblocks + 1);

	for (uint32_t k = 0; k < s->calls.n; k++) {
		const MaskCalls *calls = &s->calls.masks[k];
		BlockId last = NONE;

		for (uint32_t i = 0; i < calls->n; i++) {
			BlockId b = pos_block[calls->at[i] / 4];

			first[b] += b != last;
			last = b;
		}
	}
	for (uint32_t i = 0; i <= nblocks; i++)
		first[i] = n += first[i];
	s->cache.calls_at = first;
	s->cache.calls = ARENA_RAW(s->arena, BlockCalls, n + 1);
	/* From behind: each one before those of its block that are there. */
	for (uint32_t k = s->calls.n; k--;) {
		const MaskCalls *calls = &s->calls.masks[k];
		BlockId last = NONE;

		for (uint32_t i = calls->n; i--;) {
			SlotIdx at = calls->at[i];
			BlockId b = pos_block[at / 4];

			if (b != last)
				s->cache.calls[--first[b]] =
					(BlockCalls){b, k, {at, at + 1}};
			s->cache.calls[first[b]].at.start = at;
			last = b;
		}
	}
}

/* Add to blocks [B, B_END), whose entries are AT, that the register is taken in
 * [START, END), which is not all before them. */
static inline void
blocks_widen(const Slots *slots, SlotIdx start, SlotIdx end, BlockId b,
	     BlockId b_end, Interference *at)
{
	for (; b < b_end && slots->block_start[b] < end; b++, at++) {
		SlotIdx from = slots->block_start[b];
		SlotIdx to = slots->block_start[b + 1];

		interference_widen(at, start > from ? start : from,
				   end < to ? end : to);
	}
}

/* The same for [START, END), which may begin before block B. */
static inline void
range_add(const Slots *slots, SlotIdx start, SlotIdx end, BlockId b,
	  BlockId b_end, Interference *at)
{
	BlockId first = slots->pos_block[start / 4];

	first = first > b ? first : b;
	blocks_widen(slots, start, end, first, b_end, at + (first - b));
}

/* Add to blocks [B, B_END), whose entries are AT, the calls that REG does not
 * survive. */
static void
calls_add(const Scan *s, RegId reg, BlockId b, BlockId b_end, Interference *at)
{
	const BlockCalls *end = s->cache.calls + s->cache.calls_at[b_end];

	for (const BlockCalls *bc = s->cache.calls + s->cache.calls_at[b];
	     bc < end; bc++)
		if (!mask_preserves(s->calls.masks[bc->mask].words, reg))
			interference_widen(&at[bc->block - b], bc->at.start,
					   bc->at.end);
}

/* Add to blocks [B, B_END), whose entries are AT, the fixed ranges of UNIT. */
static void
fixed_add(const Scan *s, UnitId unit, BlockId b, BlockId b_end,
	  Interference *at)
{
	const Live *live = s->live;
	const Slots *slots = &live->slots;
	const Segment *seg = live->segs.at;
	Slice fixed = live->units[unit].segs;
	uint32_t i = fixed.start;

	SEARCH_FIRST(i, fixed.end, seg[i].end <= slots->block_start[b]);
	for (; i < fixed.end && seg[i].start < slots->block_start[b_end]; i++)
		range_add(slots, seg[i].start, seg[i].end, b, b_end, at);
}

/* The same for what intervals hold of it. */
static void
held_add(Scan *s, UnitId unit, BlockId b, BlockId b_end, Interference *at)
{
	const Slots *slots = &s->live->slots;
	SegSet *set = s->held.units[unit];
	const OwnedSeg *seg;

	if (!set)
		return;
	SegCursor c = segset_seek(set, slots->block_start[b]);
	for (seg = segset_at(c); seg && seg->start < slots->block_start[b_end];
	     seg = segset_at(c)) {
		range_add(slots, seg->start, seg->end, b, b_end, at);
		segset_next(&c);
	}
}

/* Fill in N blocks from B on, whose entries are AT. */
static void
interference_fill(Scan *s, RegId reg, BlockId b, uint32_t n, Interference *at)
{
	Slice units = s->t->regs[reg].units;
	const UnitId *unit;

	for (uint32_t i = 0; i < n; i++)
		at[i] = INTERFERENCE_NEVER;
	FOR_SLICE(UnitId, u, s->t->reg_units, units)
		fixed_add(s, *u, b, b + n, at);
	calls_add(s, reg, b, b + n, at);
	Slice held = reg_held(s, reg, &unit);
	for (uint32_t i = held.start; i < held.end; i++)
		held_add(s, unit[i], b, b + n, at);
}

/* Do the registers have the same units, and survive the same calls? */
static bool
regs_are_one(const Scan *s, RegId a, RegId b)
{
	const Target *t = s->t;
	Slice x = t->regs[a].units, y = t->regs[b].units;
	uint32_t n = x.end - x.start;

	if (y.end - y.start != n ||
	    memcmp(t->reg_units + x.start, t->reg_units + y.start,
		   n * sizeof(*t->reg_units)) != 0)
		return false;
	for (uint32_t i = 0; i < s->calls.n; i++)
		if (mask_preserves(s->calls.masks[i].words, a) !=
		    mask_preserves(s->calls.masks[i].words, b))
			return false;
	return true;
}

static void
interference_init(Scan *s)
{
	s->cache.of = ARENA_NEW(s->arena, uint16_t, s->t->n_regs);
	s->cache.first = ARENA_NEW(s->arena, uint32_t, s->t->n_unit_regs + 1);
	/* None is 0. */
	VEC_PUSH(s->arena, s->cache.regs, ((InterferenceReg){0}));
	VEC_PUSH(s->arena, s->cache.links, ((InterferenceLink){0}));
	calls_place(s);
}

/* Which of the registers that are looked at is the same as REG?  0: none. */
static uint32_t
interference_like(const Scan *s, RegId reg, UnitId unit)
{
	for (uint32_t i = s->cache.first[unit]; i;
	     i = s->cache.links.at[i].next) {
		uint32_t at = s->cache.links.at[i].at;
		if (regs_are_one(s, reg, s->cache.regs.at[at].reg))
			return at;
	}
	return 0;
}

static uint32_t
interference_make(Scan *s, RegId reg)
{
	const UnitId *unit;
	Slice held = reg_held(s, reg, &unit);
	uint32_t at = interference_like(s, reg, unit[held.start]);
	InterferenceReg new = {.reg = reg};

	if (at)
		return at;
	new.chunks = ARENA_NEW(s->arena, InterferenceChunk *,
			       s->f->blocks.n / INTERFERENCE_CHUNK + 1);
	at = s->cache.regs.n;
	VEC_PUSH(s->arena, s->cache.regs, new);
	for (uint32_t i = held.start; i < held.end; i++) {
		InterferenceLink link = {at, s->cache.first[unit[i]]};

		s->cache.first[unit[i]] = s->cache.links.n;
		VEC_PUSH(s->arena, s->cache.links, link);
	}
	return at;
}

InterferenceChunk **
interference_open(Scan *s, RegId reg)
{
	if (!s->cache.of)
		interference_init(s);
	if (!s->cache.of[reg])
		s->cache.of[reg] = (uint16_t)interference_make(s, reg);
	return s->cache.regs.at[s->cache.of[reg]].chunks;
}

void
interference_find(Scan *s, RegId reg, InterferenceChunk **chunks, BlockId b)
{
	BlockId first = b & ~(BlockId)(INTERFERENCE_CHUNK - 1);
	InterferenceChunk *chunk = chunks[b / INTERFERENCE_CHUNK];
	uint32_t n = s->f->blocks.n - first;

	if (chunk) {
		chunk->stale &= ~((uint64_t)1 << (b - first));
		interference_fill(s, reg, b, 1, &chunk->at[b - first]);
		return;
	}
	chunks[b / INTERFERENCE_CHUNK] = chunk =
		ARENA_RAW(s->arena, InterferenceChunk, 1);
	chunk->stale = 0;
	interference_fill(s, reg, first,
			  n < INTERFERENCE_CHUNK ? n : INTERFERENCE_CHUNK,
			  chunk->at);
}

/* The register with CHUNKS is taken in [START, END) now, or is not any more. */
static void
chunks_change(const Scan *s, InterferenceChunk **chunks, SlotIdx start,
	      SlotIdx end, bool taken)
{
	const Slots *slots = &s->live->slots;
	BlockId b = slots->pos_block[start / 4], b_end = s->f->blocks.n, to;

	if (end / 4 < slots->npos)
		b_end = slots->pos_block[(end - 1) / 4] + 1;
	for (; b < b_end; b = to) {
		InterferenceChunk *chunk = chunks[b / INTERFERENCE_CHUNK];
		uint32_t i = b % INTERFERENCE_CHUNK, n = INTERFERENCE_CHUNK - i;

		n = n < b_end - b ? n : b_end - b;
		to = b + n;
		if (!chunk)
			continue;
		if (taken)
			blocks_widen(slots, start, end, b, to, &chunk->at[i]);
		else
			chunk->stale |= UINT64_MAX >> (INTERFERENCE_CHUNK - n)
							      << i;
	}
}

void
interference_change(Scan *s, UnitId unit, const Segs *segs, bool taken)
{
	uint32_t npos = s->live->slots.npos;

	if (!s->cache.of)
		return;
	for (uint32_t k = s->cache.first[unit]; k;
	     k = s->cache.links.at[k].next) {
		const InterferenceReg *interference =
			&s->cache.regs.at[s->cache.links.at[k].at];

		for (uint32_t i = 0; i < segs->n; i++) {
			/* An edit behind everything. */
			if (segs->segs[i].start / 4 >= npos)
				break;
			chunks_change(s, interference->chunks,
				      segs->segs[i].start, segs->segs[i].end,
				      taken);
		}
	}
}
