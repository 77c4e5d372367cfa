/*
 * Control flow: predecessors, orders, dominators, loops.
 */
#ifndef REGALLOC_ANALYSIS_CFG_H
#define REGALLOC_ANALYSIS_CFG_H

#include "core/model/ir.h"

typedef struct {
	BlockId head;
	uint32_t parent; /* enclosing loop, or NONE */
	uint32_t depth;	 /* 1 for an outermost loop */
} Loop;

typedef struct {
	BlockId *rpo; /* reachable blocks in reverse post-order */
	uint32_t nrpo;
	uint32_t *rpo_at; /* by block: index in rpo; NONE: unreachable */
	BlockId *idom; /* by block; NONE for the entry and unreachable ones */
	uint32_t *loop_of; /* by block: innermost loop, or NONE */
	Loop *loops;	   /* natural loops; irreducible cycles have none */
	uint32_t nloops;
} Cfg;

/* Fills Block.preds of F (a predecessor stands once for each edge) and CFG, in
 * ARENA.  O(blocks + edges), near enough. */
void cfg_build(Func *f, Cfg *cfg, Arena *arena);

/* Does A dominate B?  Both reachable.  O(depth), with a quick answer for the
 * usual cases. */
bool cfg_dominates(const Cfg *cfg, BlockId a, BlockId b);

#endif
