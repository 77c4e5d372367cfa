/*
 * Bit sets as arrays of 64-bit words.
 */
#ifndef REGALLOC_BASE_BITS_H
#define REGALLOC_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

#define BITS_WORDS(n) (((uint32_t)(n) + 63) / 64)

static inline bool
bits_has(const uint64_t *set, uint32_t i)
{
	return set[i >> 6] >> (i & 63) & 1;
}

static inline void
bits_add(uint64_t *set, uint32_t i)
{
	set[i >> 6] |= (uint64_t)1 << (i & 63);
}

static inline void
bits_del(uint64_t *set, uint32_t i)
{
	set[i >> 6] &= ~((uint64_t)1 << (i & 63));
}

/* Index of the lowest set bit of a non-zero word. */
static inline uint32_t
bits_lowest(uint64_t word)
{
	return (uint32_t)__builtin_ctzll(word);
}

static inline uint32_t
bits_count(uint64_t word)
{
	return (uint32_t)__builtin_popcountll(word);
}

#endif
