/*
 * Tuples are split where registers run out.
 */
#ifndef REGALLOC_PREPARE_TUPLES_H
#define REGALLOC_PREPARE_TUPLES_H

#include "core/analysis/intervals.h"

/*
 * A register whose lanes have ranges of their own, and which is live where F
 * needs more registers than it may use, becomes a register for each part of it
 * that is used apart, if that makes it cheaper to keep in memory, or ALL is
 * set: what needs several parts at once gets them together for the moment, by
 * COPYs before or behind it.  One of which only one part is used becomes that
 * part. F has no PHIs.  True if anything was done: LIVE no longer describes F
 * then. O(occurrences * parts * log(segments)) for such registers.
 */
bool split_tuples(Func *f, const Live *live, const float *price,
		  const uint64_t *reserved, bool all, Arena *scratch);

#endif
