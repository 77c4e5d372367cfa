/*
 * -compare-limit: how much more than theirs ours may cost.
 */
#ifndef REGALLOC_CLI_LIMIT_H
#define REGALLOC_CLI_LIMIT_H

#include "core/explain/compare.h"

/* Ratios, of all functions together and of each; 0: any. */
typedef struct {
	double total, each;
} CompareLimit;

/* Read TEXT, "N[,M]".  False: it is none. */
bool limit_read(CompareLimit *limit, const char *text);

/* Does ours keep to LIMIT?  A message on standard error for each ratio that
 * does not. */
bool limit_kept(const CompareLimit *limit, const Comparison *all);

#endif
