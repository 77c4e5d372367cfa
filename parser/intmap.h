/*
 * Map from 32-bit keys to 32-bit values: open addressing, linear probing.
 */
#ifndef REGALLOC_PARSER_INTMAP_H
#define REGALLOC_PARSER_INTMAP_H

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

/* Value of KEY, or UINT32_MAX. */
uint32_t intmap_get(const IntMap *map, uint32_t key);

#endif
