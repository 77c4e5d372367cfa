/*
 * The order of blocks in assembly.
 */
#ifndef REGALLOC_EMIT_BLOCK_ORDER_H
#define REGALLOC_EMIT_BLOCK_ORDER_H

#include "core/model/ir.h"

/* How control leaves a block that could go on with what stands behind it. */
typedef struct {
	BlockId to[2];	 /* either could stand there; NONE: no such way */
	float weight[2]; /* how often it is gone */
} BlockWays;

/*
 * N blocks in an order in which few jumps run, in TMP.  WAYS and FREQ, how
 * often it runs for one run of the first, are by block; those in GONE, a set,
 * are left out, and how many are left is in *LEFT.  The first stays the first.
 * Blocks form chains, the ways that are gone most often first; chains that
 * hardly ever run stand at the end.  O(N log N).  Source: Pettis and Hansen,
 * Profile Guided Code Positioning (1990).
 */
BlockId *blocks_order(const BlockWays *ways, const float *freq,
		      const uint64_t *gone, uint32_t n, uint32_t *left,
		      Arena *tmp);

#endif
