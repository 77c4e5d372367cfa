/*
 * SegSet: sorted chunks of segments.
 */
#include "core/analysis/segset.h"

#include "core/base/search.h"

#include <assert.h>
#include <string.h>

enum {
	CHUNK_MIN = 2,
	CHUNK_GROWTH = 4,
	CHUNK_CAP = 32,
	FEW = 8, /* where more will follow, most likely */
};

static SegChunk *
chunk_new(Arena *arena, uint32_t cap)
{
	SegChunk *chunk =
		arena_raw(arena, sizeof(*chunk) + cap * sizeof(OwnedSeg));

	chunk->n = 0;
	chunk->cap = cap;
	return chunk;
}

/* First chunk whose last segment ends behind AT; nchunks if there is none. */
static uint32_t
chunk_find(const SegSet *set, SlotIdx at)
{
	uint32_t lo = 0, hi = set->nchunks, hint = set->hint;

	if (hint < hi) {
		if (set->ends[hint] > at)
			hi = hint;
		else
			lo = hint + 1;
		if (lo == hint + 1 && lo < set->nchunks && set->ends[lo] > at)
			return lo;
	}
	SEARCH_FIRST(lo, hi, set->ends[lo] <= at);
	return lo;
}

/* The first segment from I on that ends behind AT. */
static inline uint32_t
seg_find(const SegChunk *chunk, uint32_t i, SlotIdx at)
{
	SEARCH_FIRST(i, chunk->n, chunk->segs[i].end <= at);
	return i;
}

/* The same in the chunk of the last look-up, from where that ended. */
static inline uint32_t
seg_find_near(const SegChunk *chunk, uint32_t from, SlotIdx at)
{
	const OwnedSeg *seg = chunk->segs + from;

	if (from >= chunk->n)
		return seg_find(chunk, 0, at);
	if (seg->end <= at)
		return seg[1].end > at ? from + 1
				       : seg_find(chunk, from + 2, at);
	return !from || seg[-1].end <= at ? from : seg_find(chunk, 0, at);
}

SegCursor
segset_seek(SegSet *set, SlotIdx at)
{
	SegCursor cursor = {.set = set};
	uint32_t k = set->hint;

	if (!at)
		return cursor;
	if (k < set->nchunks && set->ends[k] > at &&
	    (!k || set->ends[k - 1] <= at)) {
		cursor.chunk = k;
		cursor.at = seg_find_near(set->chunks[k], set->hint_at, at);
	} else {
		cursor.chunk = chunk_find(set, at);
		if (cursor.chunk == set->nchunks)
			return cursor;
		cursor.at = seg_find(set->chunks[cursor.chunk], 0, at);
		set->hint = cursor.chunk;
	}
	set->hint_at = cursor.at;
	return cursor;
}

void
segset_forward(SegCursor *cursor, SlotIdx at)
{
	const SegSet *set = cursor->set;
	uint32_t lo = cursor->chunk, step = 1;

	if (lo >= set->nchunks)
		return;
	if (set->ends[lo] > at) {
		cursor->at = seg_find(set->chunks[lo], cursor->at, at);
		return;
	}
	while (lo + step < set->nchunks && set->ends[lo + step] <= at) {
		lo += step;
		step *= 2;
	}
	uint32_t hi = lo + step < set->nchunks ? lo + step : set->nchunks;
	lo++;
	SEARCH_FIRST(lo, hi, set->ends[lo] <= at);
	cursor->chunk = lo;
	cursor->at = lo < set->nchunks ? seg_find(set->chunks[lo], 0, at) : 0;
}

/* Most sets stay tiny: the first chunk begins small, and in one piece with the
 * list of chunks. */
static void
set_open(SegSet *set, Arena *arena, uint32_t room)
{
	enum { CHUNKS = 2 };
	struct {
		SegChunk *chunks[CHUNKS];
		SlotIdx ends[CHUNKS];
	} *at = arena_raw(arena, sizeof(*at) + sizeof(SegChunk) +
					 room * sizeof(OwnedSeg));
	SegChunk *first = (SegChunk *)(at + 1);

	first->n = 0;
	first->cap = room;
	at->chunks[0] = first;
	set->chunks = at->chunks;
	set->ends = at->ends;
	set->nchunks = 1;
	set->cap = CHUNKS;
}

/* Make room for a chunk at index K. */
static SegChunk *
chunk_add(SegSet *set, Arena *arena, uint32_t k)
{
	if (set->nchunks == set->cap) {
		uint32_t cap = set->cap * 2;
		SegChunk **chunks = ARENA_RAW(arena, SegChunk *, cap);
		SlotIdx *ends = ARENA_RAW(arena, SlotIdx, cap);

		memcpy(chunks, set->chunks, set->nchunks * sizeof(*chunks));
		memcpy(ends, set->ends, set->nchunks * sizeof(*ends));
		set->chunks = chunks;
		set->ends = ends;
		set->cap = cap;
	}
	memmove(set->chunks + k + 1, set->chunks + k,
		(set->nchunks - k) * sizeof(*set->chunks));
	memmove(set->ends + k + 1, set->ends + k,
		(set->nchunks - k) * sizeof(*set->ends));
	set->chunks[k] = chunk_new(arena, CHUNK_CAP);
	set->nchunks++;
	return set->chunks[k];
}

static void
chunk_ended(SegSet *set, uint32_t k)
{
	const SegChunk *chunk = set->chunks[k];

	set->ends[k] = chunk->segs[chunk->n - 1].end;
}

static void
chunk_drop(SegSet *set, uint32_t k)
{
	set->nchunks--;
	memmove(set->chunks + k, set->chunks + k + 1,
		(set->nchunks - k) * sizeof(*set->chunks));
	memmove(set->ends + k, set->ends + k + 1,
		(set->nchunks - k) * sizeof(*set->ends));
}

static void
seg_put(SegSet *set, Arena *arena, uint32_t k, uint32_t at, OwnedSeg seg)
{
	SegChunk *chunk = set->chunks[k];

	if (chunk->n == chunk->cap && chunk->cap < CHUNK_CAP) {
		SegChunk *wide = chunk_new(arena, chunk->cap * CHUNK_GROWTH);

		wide->n = chunk->n;
		memcpy(wide->segs, chunk->segs, chunk->n * sizeof(seg));
		chunk = set->chunks[k] = wide;
	}
	if (chunk->n == CHUNK_CAP) {
		/* Appending fills chunks; inserting halves them. */
		bool append = at == CHUNK_CAP && k + 1 == set->nchunks;
		uint32_t keep = append ? CHUNK_CAP : CHUNK_CAP / 2;
		SegChunk *right = chunk_add(set, arena, k + 1);

		right->n = CHUNK_CAP - keep;
		memcpy(right->segs, chunk->segs + keep, right->n * sizeof(seg));
		chunk->n = keep;
		chunk_ended(set, k);
		if (at > keep || append) {
			at -= keep;
			k++;
			chunk = right;
		} else if (right->n) {
			chunk_ended(set, k + 1);
		}
	}
	memmove(chunk->segs + at + 1, chunk->segs + at,
		(chunk->n - at) * sizeof(seg));
	chunk->segs[at] = seg;
	chunk->n++;
	chunk_ended(set, k);
	set->n++;
}

/* Insert SEG at C, where the first segment stands that ends behind its start,
 * or at the end. */
static void
seg_insert(SegSet *set, Arena *arena, SegCursor c, OwnedSeg seg)
{
	if (c.chunk == set->nchunks) {
		c.chunk--;
		c.at = set->chunks[c.chunk]->n;
	}
	SegChunk *chunk = set->chunks[c.chunk];
	assert(c.at == chunk->n || chunk->segs[c.at].start >= seg.end);
	/* The left neighbour may also be the last of the chunk before; not
	 * merging with that one is harmless. */
	if (c.at && seg_joins(&chunk->segs[c.at - 1], &seg)) {
		OwnedSeg *left = &chunk->segs[c.at - 1];

		left->end = seg.end;
		if (c.at < chunk->n && seg_joins(left, &chunk->segs[c.at])) {
			left->end = chunk->segs[c.at].end;
			chunk->n--;
			memmove(chunk->segs + c.at, chunk->segs + c.at + 1,
				(chunk->n - c.at) * sizeof(seg));
			set->n--;
		}
		chunk_ended(set, c.chunk);
	} else if (c.at < chunk->n && seg_joins(&seg, &chunk->segs[c.at])) {
		chunk->segs[c.at].start = seg.start;
	} else {
		seg_put(set, arena, c.chunk, c.at, seg);
	}
}

void
segset_begin(SegSet *set, Arena *arena, OwnedSeg seg, uint32_t n)
{
	uint32_t room = CHUNK_MIN;

	while (room < n && room < CHUNK_CAP)
		room *= CHUNK_GROWTH;
	if (set->chunks && set->chunks[0]->cap >= room)
		set->nchunks = 1;
	else
		set_open(set, arena, room);
	set->chunks[0]->segs[0] = seg;
	set->chunks[0]->n = set->n = 1;
	set->ends[0] = seg.end;
}

/* Insert SEG into SET, which is not empty. */
static inline void
seg_place(SegSet *set, Arena *arena, OwnedSeg seg)
{
	SegCursor c = {.set = set, .chunk = set->nchunks};

	if (segset_append(set, seg))
		return;
	if (set->ends[set->nchunks - 1] > seg.start)
		c = segset_seek(set, seg.start);
	seg_insert(set, arena, c, seg);
}

void
segset_insert(SegSet *set, Arena *arena, OwnedSeg seg)
{
	assert(seg.start < seg.end);
	if (set->nchunks)
		seg_place(set, arena, seg);
	else
		segset_begin(set, arena, seg, 1);
}

void
segset_insert_all(SegSet *set, Arena *arena, const Segment *segs, uint32_t n,
		  uint32_t owner)
{
	uint32_t i = 0;

	if (n && !set->nchunks) {
		OwnedSeg first = {segs[0].start, segs[0].end, owner, 0};

		segset_begin(set, arena, first, n > FEW ? n : FEW);
		i = 1;
	}
	for (; i < n; i++)
		seg_place(set, arena,
			  (OwnedSeg){segs[i].start, segs[i].end, owner, 0});
}

void
segset_fill(SegSet *set, Arena *arena, OwnedSeg seg)
{
	SlotIdx end = seg.end;

	while (seg.start < end) {
		SlotIdx behind = end;

		if (!set->nchunks || set->ends[set->nchunks - 1] <= seg.start) {
			segset_insert(set, arena, seg);
			return;
		}
		SegCursor c = segset_seek(set, seg.start);
		const OwnedSeg *next = segset_at(c);
		if (next && next->start < end) {
			seg.end = next->start;
			behind = next->end;
		}
		if (seg.start < seg.end)
			seg_insert(set, arena, c, seg);
		seg.start = behind;
		seg.end = end;
	}
}

/* Take segment AT out of chunk K. */
static void
seg_drop(SegSet *set, uint32_t k, uint32_t at)
{
	SegChunk *chunk = set->chunks[k];

	chunk->n--;
	memmove(chunk->segs + at, chunk->segs + at + 1,
		(chunk->n - at) * sizeof(chunk->segs[0]));
	set->n--;
	if (!chunk->n)
		chunk_drop(set, k);
	else
		chunk_ended(set, k);
}

void
segset_remove(SegSet *set, Arena *arena, SlotIdx start, SlotIdx end,
	      uint32_t owner)
{
	while (start < end) {
		SegCursor c = segset_seek(set, start);

		if (c.chunk == set->nchunks)
			return;
		OwnedSeg *seg = &set->chunks[c.chunk]->segs[c.at];
		OwnedSeg old = *seg;
		if (old.start >= end)
			return;
		if (old.owner == owner && old.start < start) {
			seg->end = start;
			chunk_ended(set, c.chunk);
			if (old.end > end) {
				old.start = end;
				segset_insert(set, arena, old);
			}
		} else if (old.owner == owner && old.end > end) {
			seg->start = end;
		} else if (old.owner == owner) {
			seg_drop(set, c.chunk, c.at);
		}
		start = old.end;
	}
}

const OwnedSeg *
segset_before(SegSet *set, SlotIdx at)
{
	SegCursor cursor = segset_seek(set, at);

	if (cursor.at)
		return &set->chunks[cursor.chunk]->segs[cursor.at - 1];
	if (!cursor.chunk)
		return NULL;
	const SegChunk *chunk = set->chunks[cursor.chunk - 1];
	return &chunk->segs[chunk->n - 1];
}

const OwnedSeg *
segset_overlap(SegSet *set, SlotIdx start, SlotIdx end)
{
	const OwnedSeg *seg = segset_at(segset_seek(set, start));

	return seg && seg->start < end ? seg : NULL;
}
