/*
 * What C tests share.
 */
#ifndef REGALLOC_TEST_TEST_H
#define REGALLOC_TEST_TEST_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the test, with the line, unless COND holds. */
#define MUST(cond)                                                             \
	do {                                                                   \
		if (!(cond)) {                                                 \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,     \
				#cond);                                        \
			exit(1);                                               \
		}                                                              \
	} while (0)

/* A number below N, the same in every run. */
static inline uint32_t
below(uint64_t *state, uint32_t n)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((*state >> 33) % n);
}

#endif
