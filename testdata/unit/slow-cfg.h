/*
 * Control flow by the most obvious computation: for comparison.
 */
#ifndef REGALLOC_TEST_SLOW_CFG_H
#define REGALLOC_TEST_SLOW_CFG_H

#include "core/model/ir.h"

enum { MAXB = 16 }; /* blocks */

typedef struct {
	uint32_t part[MAXB];
	BlockId root[MAXB]; /* of the block's part */
	bool dom[MAXB][MAXB];
} SlowCfg;

/* Is there an edge from A to B? */
bool slow_edge(const Func *f, BlockId a, BlockId b);

/* Parts (blocks that the first block of the part reaches, which no part before
 * has), and dominance by removing blocks. */
void slow_cfg(const Func *f, SlowCfg *s);

#endif
