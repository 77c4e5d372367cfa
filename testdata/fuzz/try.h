/*
 * What the harnesses of libFuzzer share: an input is machine IR in memory.
 */
#ifndef REGALLOC_FUZZ_TRY_H
#define REGALLOC_FUZZ_TRY_H

#include "parser/parser.h"
#include "targets/targets.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A copy whose end is the end of the memory. */
static inline char *
exact_copy(const uint8_t *data, size_t size)
{
	char *copy = malloc(size + !size);

	memcpy(copy, data, size);
	return copy;
}

/* Has the text a word that only one target's files have? */
static inline bool
occurrences(const uint8_t *data, size_t size, const char *word)
{
	return memmem(data, size, word, strlen(word)) != NULL;
}

/* The target that an input is most likely for. */
static inline const Target *
target_guess(const uint8_t *data, size_t size, Arena *arena)
{
	bool gcn =
		occurrences(data, size, "gpr") || occurrences(data, size, "S_");
	bool arm = occurrences(data, size, "$r0") ||
		   occurrences(data, size, "pr_") ||
		   occurrences(data, size, "armv7");

	return targets_builtin(
		occurrences(data, size, "gr32") ||
				occurrences(data, size, "x86_64") ||
				(!gcn && !arm)
			? "x86"
		: gcn && !arm ? "gcn"
			      : "arm",
		arena);
}

#endif
