/*
 * The part of each block in which a register is taken, by fixed ranges, calls
 * and assigned intervals.
 */
#ifndef REGALLOC_ALLOC_INTERFERENCE_BLOCK_CACHE_H
#define REGALLOC_ALLOC_INTERFERENCE_BLOCK_CACHE_H

#include "core/alloc/state.h"

enum { INTERFERENCE_CHUNK = 64 };

typedef struct {
	SlotIdx start, end;
} Interference;

/* What is known of as many blocks. */
typedef struct InterferenceChunk {
	uint64_t stale; /* a bit for each: it is out of date */
	Interference at[INTERFERENCE_CHUNK];
} InterferenceChunk;

/* Its start is behind everything even as a number with a sign. */
#define INTERFERENCE_NEVER ((Interference){INT32_MAX, 1})

static inline bool
interference_never(const Interference *b)
{
	return b->start == INT32_MAX;
}

static inline void
interference_widen(Interference *b, SlotIdx start, SlotIdx end)
{
	if (start < b->start)
		b->start = start;
	if (end > b->end)
		b->end = end;
}

/* What is known of REG, for interference_at: chunks of blocks, or NULL. */
InterferenceChunk **interference_open(Scan *s, RegId reg);

/* Find out about REG, which has CHUNKS, in block B, of which nothing is known
 * or what is known is stale. */
void interference_find(Scan *s, RegId reg, InterferenceChunk **chunks,
		       BlockId b);

/* From which slot of block B, and up to which one, REG is taken: all between
 * counts, too; INTERFERENCE_NEVER: nowhere.  CHUNKS is from interference_open.
 */
static inline Interference
interference_at(Scan *s, RegId reg, InterferenceChunk **chunks, BlockId b)
{
	const InterferenceChunk *chunk = chunks[b / INTERFERENCE_CHUNK];

	if (!chunk || chunk->stale >> b % INTERFERENCE_CHUNK & 1) {
		interference_find(s, reg, chunks, b);
		chunk = chunks[b / INTERFERENCE_CHUNK];
	}
	return chunk->at[b % INTERFERENCE_CHUNK];
}

/* An interval has been given UNIT for SEGS, or has lost it. */
void interference_change(Scan *s, UnitId unit, const Segs *segs, bool taken);

#endif
