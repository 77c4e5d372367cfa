/*
 * A sparse set of numbers below a bound, as bits with a summary of which words
 * are in use: adding is O(1), emptying it in order costs what it holds and a
 * bit for each 4096 numbers between the least and the greatest.
 */
#ifndef REGALLOC_BASE_NUMSET_H
#define REGALLOC_BASE_NUMSET_H

#include "core/base/arena.h"

#include <stdint.h>

typedef struct {
	uint64_t *words, *summary;
	uint32_t first, end; /* words of the summary in use */
} NumSet;

/* An empty set for numbers below N. */
void numset_init(NumSet *s, uint32_t n, Arena *arena);

/* Take all numbers out, into OUT, in order.  Returns how many. */
uint32_t numset_take_all(NumSet *s, uint32_t *out);

/* Take the greatest number out; UINT32_MAX if the set is empty. */
uint32_t numset_take_last(NumSet *s);

static inline void
numset_add(NumSet *s, uint32_t n)
{
	uint64_t *word = &s->words[n >> 6];
	uint32_t i = n >> 12;

	if (!*word) {
		s->summary[i] |= (uint64_t)1 << (n >> 6 & 63);
		if (i < s->first)
			s->first = i;
		if (i >= s->end)
			s->end = i + 1;
	}
	*word |= (uint64_t)1 << (n & 63);
}

#endif
