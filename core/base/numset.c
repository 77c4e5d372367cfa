/*
 * Sparse sets of numbers.
 */
#include "core/base/numset.h"

#include "core/base/bits.h"

void
numset_init(NumSet *s, uint32_t n, Arena *arena)
{
	uint32_t nwords = BITS_WORDS(n);

	s->words = ARENA_NEW(arena, uint64_t, nwords);
	s->summary = ARENA_NEW(arena, uint64_t, BITS_WORDS(nwords));
	s->first = UINT32_MAX;
	s->end = 0;
}

uint32_t
numset_take_all(NumSet *s, uint32_t *out)
{
	uint32_t n = 0;

	for (uint32_t i = s->first; i < s->end; i++) {
		while (s->summary[i]) {
			uint32_t word = i * 64 + bits_lowest(s->summary[i]);

			for (uint64_t bits = s->words[word]; bits;
			     bits &= bits - 1)
				out[n++] = word * 64 + bits_lowest(bits);
			s->words[word] = 0;
			s->summary[i] &= s->summary[i] - 1;
		}
	}
	s->first = UINT32_MAX;
	s->end = 0;
	return n;
}

uint32_t
numset_take_last(NumSet *s)
{
	while (s->end && !s->summary[s->end - 1])
		s->end--;
	if (!s->end) {
		s->first = UINT32_MAX;
		return UINT32_MAX;
	}
	uint32_t word = s->end * 64 - 1 -
			(uint32_t)__builtin_clzll(s->summary[s->end - 1]);
	uint32_t bit = 63 - (uint32_t)__builtin_clzll(s->words[word]);
	s->words[word] &= ~((uint64_t)1 << bit);
	if (!s->words[word])
		s->summary[s->end - 1] &= ~((uint64_t)1 << (word & 63));
	return word * 64 + bit;
}
