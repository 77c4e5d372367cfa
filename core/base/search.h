/*
 * Binary search in anything that an index reaches.  What is sorted by qsort is
 * searched by bsearch, with the same comparison.
 */
#ifndef REGALLOC_BASE_SEARCH_H
#define REGALLOC_BASE_SEARCH_H

#include <stdint.h>

/*
 * Let I, a uint32_t variable, be the first index from I to END of which BEFORE
 * does not hold, END if there is none.  BEFORE is an expression of I that holds
 * up to some index and for none behind that; it is asked log2(END - I) + 1
 * times.  If I is not below END, it stays.
 *
 *	uint32_t i = 0;
 *
 *	SEARCH_FIRST(i, segs->n, segs->at[i].end <= at);
 *
 * The last index of which something holds is one less; where that is sure of
 * the first, I begins at 1.  Which half it is cannot be foretold: the loop has
 * no jump that depends on it.
 */
#define SEARCH_FIRST(i, end, before)                                           \
	do {                                                                   \
		uint32_t search_from = (i), search_end = (end), search_n;      \
		search_n = search_from < search_end ? search_end - search_from \
						    : 0;                       \
		for (; search_n; search_n /= 2) {                              \
			uint32_t search_half = search_n - search_n / 2;        \
			(i) = search_from + search_half - 1;                   \
			search_from += (before) ? search_half : 0;             \
		}                                                              \
		(i) = search_from;                                             \
	} while (0)

#endif
