/*
 * Control flow: predecessors, orders, dominators, loops.
 *
 * Blocks that the entry does not reach are kept apart: each part of them hangs
 * below a root of its own, and edges from one part into another (or into the
 * reachable blocks) count for nothing but Block.preds.
 */
#ifndef REGALLOC_ANALYSIS_CFG_H
#define REGALLOC_ANALYSIS_CFG_H

#include "core/model/ir.h"

typedef struct {
	BlockId head;
	uint32_t parent; /* enclosing loop, or NONE; less than the loop's own */
	uint32_t depth;	 /* 1 for an outermost loop */
	uint32_t at, n;	 /* in a walk over the tree of loops from outside: its
			    place, and how many it contains with itself */
} Loop;

typedef struct {
	BlockId *rpo; /* nrpo reachable blocks in reverse post-order, then the
			 unreachable ones, part by part, in the same way */
	uint32_t nrpo;
	uint32_t *rpo_at;   /* by block: index in rpo; NONE: unreachable */
	uint32_t *order_at; /* by block: index in rpo, unreachable ones too */
	uint32_t *part;	    /* by block: 0: reachable; 1, 2, ...: part */
	BlockId *idom;	    /* by block; NONE for the entry and for the root of
			       an unreachable part */
	uint32_t *dom_first, *dom_end; /* by block: its subtree of the dominator
					  tree as a range of numbers */
	uint32_t *loop_of;	       /* by block: innermost loop, or NONE */
	Loop *loops; /* natural loops of the reachable blocks, by order of
			their heads; irreducible cycles have none */
	uint32_t nloops;
} Cfg;

/* Is block B in LOOP? */
static inline bool
loop_contains(const Cfg *cfg, uint32_t loop, BlockId b)
{
	uint32_t inner = cfg->loop_of[b];

	return inner != NONE &&
	       cfg->loops[inner].at - cfg->loops[loop].at < cfg->loops[loop].n;
}

/* Fills Block.preds of F: a predecessor stands once for each edge, those of a
 * block in order.  O(blocks + edges). */
void cfg_preds(Func *f);

/* Fills CFG, in ARENA, and Block.preds of F unless they are known.  O(blocks +
 * edges), near enough. */
void cfg_build(Func *f, Cfg *cfg, Arena *arena, Arena *tmp);

/* Does A dominate B (or is it B)?  Never across parts.  O(1). */
static inline bool
cfg_dominates(const Cfg *cfg, BlockId a, BlockId b)
{
	return cfg->dom_first[a] <= cfg->dom_first[b] &&
	       cfg->dom_first[b] < cfg->dom_end[a];
}

/* Is B the entry or the root of an unreachable part? */
static inline bool
cfg_is_root(const Cfg *cfg, BlockId b)
{
	return cfg->idom[b] == NONE;
}

/* -print cfg: edges, dominators, loops, frequencies (FREQ may be NULL). */
void cfg_print(const Cfg *cfg, const Func *f, const float *freq, FILE *out);

/* -print cfg-dot: the same as a graph in the language of Graphviz, with the
 * probabilities that the input gives. */
void cfg_dot(const Cfg *cfg, const Func *f, const float *freq, FILE *out);

#endif
