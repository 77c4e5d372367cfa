/*
 * "Did you mean": of the names that could have been given, the one nearest to
 * that which was.
 */
#ifndef REGALLOC_CLI_SUGGEST_H
#define REGALLOC_CLI_SUGGEST_H

#include <stddef.h>

typedef struct {
	const char *word; /* what was given */
	size_t len;
	const char *best; /* the nearest offered; NULL: none is near */
	size_t distance;  /* of `best`: letters changed, added or left out */
} Suggest;

/* Begin with the LEN bytes of WORD. */
Suggest suggest_start(const char *word, size_t len);

/* NAME could have been meant. */
void suggest_offer(Suggest *suggest, const char *name);

/* End a message on standard error: what could have been meant, between DASH and
 * a question mark, and what to SEE; either may be "". */
void suggest_end(const Suggest *suggest, const char *dash, const char *see);

#endif
