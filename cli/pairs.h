/*
 * The functions of two files, paired by name.
 */
#ifndef REGALLOC_CLI_PAIRS_H
#define REGALLOC_CLI_PAIRS_H

#include "core/options.h"
#include "parser/parser.h"

/* What is done with document BEFORE of one file and AFTER of the other. */
typedef Result PairDo(void *data, uint32_t before, uint32_t after);

/* DO for each function of BEFORE, in its order, with that of AFTER; with ONLY,
 * for the one of that name.  What is missing in AFTER (or ONLY, in BEFORE) is
 * told, and counts as RESULT_INPUT.  The worst result. */
Result pairs_each(const MirFile *before, const MirFile *after, const char *only,
		  PairDo *pair, void *data);

/* Tell of each function of AFTER (or ONLY) that BEFORE has not: then
 * RESULT_INPUT. */
Result pairs_surplus(const MirFile *before, const MirFile *after,
		     const char *only);

#endif
