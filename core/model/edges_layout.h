/*
 * The list of blocks of a function whose edges get some of their own: what
 * those share that write the function anew.
 */
#ifndef REGALLOC_MODEL_EDGES_LAYOUT_H
#define REGALLOC_MODEL_EDGES_LAYOUT_H

#include "core/model/edges.h"

/* Where blocks stand; NONE: nowhere. */
typedef struct {
	const Func *old; /* the function as it was */
	const EdgePlan *plan;
	uint32_t *edge_of;  /* by index into old's succs: of the plan's edges,
			       if it has a block */
	uint32_t *front;    /* by old block: that of the block in front of it */
	uint32_t *behind;   /* the same for the one behind it */
	BlockId *block_map; /* by old block */
	BlockId *new_block; /* by edge; of those that have one */
	float *freq;	    /* by new block */
} EdgeLayout;

/* A table of N words, all NONE. */
uint32_t *edges_table(Arena *arena, uint32_t n);

/* Make F's lists of blocks, successors and blocks in jump tables, which are
 * OLD's so far, anew in KEEP, as PLAN says, and fill L, in TMP; FREQ is by old
 * block.  The instructions of blocks are left to the caller: old ones still
 * name OLD's.  PLAN and OLD must live as long as L is used.  Linear. */
void edges_lay_out(EdgeLayout *l, Func *f, const Func *old,
		   const EdgePlan *plan, const float *freq, Arena *keep,
		   Arena *tmp);

/* The plan's edge from old block FROM to its successor TO if it has a block;
 * NONE. */
uint32_t edge_with_block(const EdgeLayout *l, BlockId from, BlockId to);

/* What old block TO that an instruction of old block B names is now. */
BlockId edge_leads_to(const EdgeLayout *l, BlockId b, BlockId to);

/* Append to F the jump that ends the new block of EDGE. */
void edge_jump_push(const EdgeLayout *l, Func *f, const EdgeMoves *edge);

#endif
