/*
 * The part of each block in which a register is taken, by fixed ranges, calls
 * and assigned pieces.
 */
#ifndef REGALLOC_ALLOC_INTERFERENCE_BLOCK_CACHE_H
#define REGALLOC_ALLOC_INTERFERENCE_BLOCK_CACHE_H

#include "core/alloc/state.h"

enum { BUSY_CHUNK = 64 };

typedef struct {
	SlotIdx start, end;
} Busy;

/* What is known of as many blocks. */
typedef struct BusyChunk {
	uint64_t stale; /* a bit for each: it is out of date */
	Busy at[BUSY_CHUNK];
} BusyChunk;

/* Its start is behind everything even as a number with a sign. */
#define BUSY_NEVER ((Busy){INT32_MAX, 1})

static inline bool
busy_never(const Busy *b)
{
	return b->start == INT32_MAX;
}

static inline void
busy_widen(Busy *b, SlotIdx start, SlotIdx end)
{
	if (start < b->start)
		b->start = start;
	if (end > b->end)
		b->end = end;
}

/* What is known of REG, for busy_at: chunks of blocks, or NULL. */
BusyChunk **busy_open(Scan *s, RegId reg);

/* Find out about REG, which has CHUNKS, in block B, of which nothing is known
 * or what is known is stale. */
void busy_find(Scan *s, RegId reg, BusyChunk **chunks, BlockId b);

/* From which slot of block B, and up to which one, REG is taken: all between
 * counts, too; BUSY_NEVER: nowhere.  CHUNKS is from busy_open. */
static inline Busy
busy_at(Scan *s, RegId reg, BusyChunk **chunks, BlockId b)
{
	const BusyChunk *chunk = chunks[b / BUSY_CHUNK];

	if (!chunk || chunk->stale >> b % BUSY_CHUNK & 1) {
		busy_find(s, reg, chunks, b);
		chunk = chunks[b / BUSY_CHUNK];
	}
	return chunk->at[b % BUSY_CHUNK];
}

/* A piece has been given UNIT for SEGS, or has lost it. */
void busy_change(Scan *s, UnitId unit, const Segs *segs, bool taken);

#endif
