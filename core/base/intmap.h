/*
 * Map from 32-bit keys to 32-bit values: open addressing, linear probing; the
 * hash table of all folders.  Keys that are longer (names, tuples) are found by
 * a hash of theirs as the key and an index as the value: INTMAP_SEEK.  Two
 * others remain: a target's names (target.h) are searched as they lie in the
 * file, and the checker's memory of points (memo.c) keeps its entries in the
 * table, those of one key side by side, because it asks some hundred times an
 * instruction.
 */
#ifndef REGALLOC_BASE_INTMAP_H
#define REGALLOC_BASE_INTMAP_H

#include "core/base/arena.h"

#include <stdbool.h>

typedef struct {
	uint32_t key, value; /* value UINT32_MAX: empty */
} IntPair;

/* Zero-initialise. */
typedef struct {
	IntPair *at;
	uint32_t n, size; /* size: a power of two */
} IntMap;

/* The place of KEY's value, which is UINT32_MAX if KEY is new; the caller
 * then stores one there.  Valid until the next call.  O(1). */
uint32_t *intmap_at(IntMap *map, Arena *arena, uint32_t key);

/* A hash of X. */
static inline uint32_t
intmap_hash(uint64_t x)
{
	x ^= x >> 31;
	x *= 0x9e3779b97f4a7c15u;
	x ^= x >> 29;
	x *= 0xbf58476d1ce4e5b9u;
	return (uint32_t)(x >> 32);
}

/* Let AT, a uint32_t *, be the place of the value of a thing whose hash is
 * HASH.  SAME, an expression of *AT, says whether that is the thing's; things
 * of one hash lie at the next free keys.  As intmap_at if the thing is new. */
#define INTMAP_SEEK(at, map, arena, hash, same)                                \
	do {                                                                   \
		uint32_t intmap_key = (hash);                                  \
		(at) = intmap_at((map), (arena), intmap_key);                  \
		while (*(at) != UINT32_MAX && !(same))                         \
			(at) = intmap_at((map), (arena), ++intmap_key);        \
	} while (0)

/* Value of KEY, or UINT32_MAX. */
uint32_t intmap_get(const IntMap *map, uint32_t key);

#endif
