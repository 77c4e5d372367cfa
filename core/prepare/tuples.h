/*
 * Tuples are split where registers run out.
 */
#ifndef REGALLOC_PREPARE_TUPLES_H
#define REGALLOC_PREPARE_TUPLES_H

#include "core/analysis/intervals.h"

/*
 * A register whose lanes have ranges of their own, and which is live where F
 * needs more registers than it may use, becomes a register for each part of it
 * that is used apart, if that makes it cheaper to keep in memory: what needs
 * several parts at once gets them together for the moment, by COPYs before or
 * behind it.  F has no PHIs.  True if that was done: LIVE no longer describes F
 * then.  O(occurrences * parts * log(segments)) for such registers.
 */
bool split_tuples(Func *f, const Live *live, const float *price,
		  const uint64_t *reserved, Arena *scratch);

#endif
