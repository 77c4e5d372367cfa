/*
 * SegSet: an ordered set of disjoint half-open segments, each with an owner.
 * Chunks of sorted segments under one sorted array of chunks: look-up and
 * insertion cost O(log n) plus the move of one chunk, appending at the end is
 * O(1).  Serves as the occupancy of a register unit and as the live range of
 * a class of joined registers.
 */
#ifndef REGALLOC_ANALYSIS_SEGSET_H
#define REGALLOC_ANALYSIS_SEGSET_H

#include "core/base/arena.h"
#include "core/analysis/intervals.h"

#include <stdbool.h>

typedef struct {
	SlotIdx start, end;
	uint32_t owner;
	uint32_t tag; /* free for the user; segments merge only if equal */
} OwnedSeg;

/* Sorted. */
typedef struct {
	uint32_t n, cap;
	OwnedSeg segs[];
} SegChunk;

typedef struct {
	SegChunk **chunks;
	SlotIdx *ends; /* end of the last segment of each chunk */
	uint32_t nchunks, cap;
	uint32_t n; /* segments */
	/* where the last look-up ended: perhaps where the next one does */
	uint32_t hint, hint_at;
} SegSet;

/* A place in a set; invalid after the set changes. */
typedef struct {
	const SegSet *set;
	uint32_t chunk, at;
} SegCursor;

/* Cursor at the first segment that ends behind AT. */
SegCursor segset_seek(SegSet *set, SlotIdx at);

/* The segment at the cursor, or NULL at the end. */
static inline const OwnedSeg *
segset_at(SegCursor cursor)
{
	if (cursor.chunk >= cursor.set->nchunks)
		return NULL;
	return &cursor.set->chunks[cursor.chunk]->segs[cursor.at];
}

/* Move to the next segment. */
static inline void
segset_next(SegCursor *cursor)
{
	if (++cursor->at >= cursor->set->chunks[cursor->chunk]->n) {
		cursor->chunk++;
		cursor->at = 0;
	}
}

/* Empty SET, which keeps its memory. */
static inline void
segset_clear(SegSet *set)
{
	set->nchunks = set->n = set->hint = set->hint_at = 0;
}

/* Insert SEG into SET, which is empty, with room for N segments in all. */
void segset_begin(SegSet *set, Arena *arena, OwnedSeg seg, uint32_t n);

/* Does all of SET end at AT or before? */
static inline bool
segset_ends_before(const SegSet *set, SlotIdx at)
{
	return !set->nchunks || set->ends[set->nchunks - 1] <= at;
}

/* Does the segment that the last look-up found hold AT?  No says nothing. */
static inline bool
segset_holds_near(const SegSet *set, SlotIdx at)
{
	if (set->hint >= set->nchunks)
		return false;
	const SegChunk *chunk = set->chunks[set->hint];
	return set->hint_at < chunk->n &&
	       chunk->segs[set->hint_at].start <= at &&
	       chunk->segs[set->hint_at].end > at;
}

/* Do two segments become one where both are in a set? */
static inline bool
seg_joins(const OwnedSeg *left, const OwnedSeg *right)
{
	return left->end == right->start && left->owner == right->owner &&
	       left->tag == right->tag;
}

/* Insert SEG into SET, which is not empty, behind all others where there is
 * room.  False: there is not, or it belongs elsewhere. */
static inline bool
segset_append(SegSet *set, OwnedSeg seg)
{
	if (set->ends[set->nchunks - 1] > seg.start)
		return false;
	SegChunk *chunk = set->chunks[set->nchunks - 1];
	OwnedSeg *last = &chunk->segs[chunk->n - 1];
	if (seg_joins(last, &seg)) {
		last->end = seg.end;
	} else if (chunk->n < chunk->cap) {
		last[1] = seg;
		chunk->n++;
		set->n++;
	} else {
		return false;
	}
	set->ends[set->nchunks - 1] = seg.end;
	return true;
}

/* Does all of A stand in front of all of B, or behind? */
static inline bool
segset_apart(const SegSet *a, const SegSet *b)
{
	return !a->n || !b->n ||
	       a->ends[a->nchunks - 1] <= b->chunks[0]->segs[0].start ||
	       b->ends[b->nchunks - 1] <= a->chunks[0]->segs[0].start;
}

/* Move forward to the first segment that ends behind AT. */
void segset_forward(SegCursor *cursor, SlotIdx at);

/* Insert [START, END), which overlaps no segment of the set. */
void segset_insert(SegSet *set, Arena *arena, OwnedSeg seg);

/* Insert N segments, in order, that overlap none of the set and have OWNER. */
void segset_insert_all(SegSet *set, Arena *arena, const Segment *segs,
		       uint32_t n, uint32_t owner);

/* Insert the parts of SEG that no segment of the set overlaps. */
void segset_fill(SegSet *set, Arena *arena, OwnedSeg seg);

/* Remove the parts of [START, END) that OWNER holds. */
void segset_remove(SegSet *set, Arena *arena, SlotIdx start, SlotIdx end,
		   uint32_t owner);

/* The last segment that ends at AT or before, or NULL. */
const OwnedSeg *segset_before(SegSet *set, SlotIdx at);

/* The first segment that overlaps [START, END), or NULL. */
const OwnedSeg *segset_overlap(SegSet *set, SlotIdx start, SlotIdx end);

#endif
