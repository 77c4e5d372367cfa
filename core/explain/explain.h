/*
 * -explain: why a register got what it got; -print scan: what the allocator
 * did.
 */
#ifndef REGALLOC_EXPLAIN_EXPLAIN_H
#define REGALLOC_EXPLAIN_EXPLAIN_H

#include "core/explain/index.h"

/* The register of input F that NAME, "%5" or "%name", means; NONE: none. */
VregId explain_find(const Func *f, const char *name);

/*
 * Append all that the log of INDEX's story says about register V of the input:
 * the copies that were joined or not, its occurrences, what was tried for each
 * interval in turn and what stood in the way, where the intervals are, and the
 * code made for them.
 */
void explain_print(const ExplainIndex *index, VregId v, Buf *out);

/* Is register V of the input never in memory? */
bool explain_held(const ExplainIndex *index, VregId v);

/*
 * -print scan: append every turn of the allocator, in order: the interval, its
 * range and weight, what its copies ask for, what stood in the way in each
 * register, what was taken, evicted, split or spilled; then how many there
 * were.  O(turns times registers of a class).
 */
void explain_scan(const Story *story, Buf *out);

#endif
