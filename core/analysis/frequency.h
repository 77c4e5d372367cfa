/*
 * Block frequency from successor probabilities: expected executions of each
 * block for one of the function's entry.
 */
#ifndef REGALLOC_ANALYSIS_FREQUENCY_H
#define REGALLOC_ANALYSIS_FREQUENCY_H

#include "core/analysis/cfg.h"

/* By block, entry 1.0; unreachable blocks 0.  Missing probabilities count as
 * equal shares.  Loops by their cyclic probability, capped as LLVM does, so
 * that the cost stays near linear, and at most 1e18.  F has blocks.  In ARENA.
 */
float *frequency_estimate(const Func *f, const Cfg *cfg, Arena *arena,
			  Arena *tmp);

#endif
