/*
 * Batches: the ranges of 64 registers at a time, a bit of a word each.
 *
 * For registers with all definitions in one block, which is most of those that
 * live long: other blocks hold the last one's value, so that one walk serves
 * all 64, and segments are read off where bits change between neighbouring
 * blocks.  The
 * cost of a thousand registers that live through a function is that of sixteen
 * walks over it.
 */
#ifndef REGALLOC_ANALYSIS_BATCH_H
#define REGALLOC_ANALYSIS_BATCH_H

#include "core/analysis/ranges.h"

enum { BATCH_SIZE = 64 };

/* What the batch knows of a block. */
typedef struct {
	uint64_t in;	  /* live at the head */
	uint64_t through; /* live at head and end, not defined */
	uint64_t def;	  /* defined here */
	uint64_t fresh;	  /* of `in`: the walk has not gone on from here */
} BatchBlock;

/* A register of the batch. */
typedef struct {
	VregId vreg;
	uint32_t first; /* stretch */
	uint32_t next;	/* the first one that is not read off yet */
	uint32_t ndefs; /* the last one's value leaves the block */
	SlotIdx start;	/* of the segment that is being read off */
} BatchReg;

/* A finished segment. */
typedef struct {
	SlotIdx start, end;
	uint32_t reg, def; /* number in Batch.regs, which of its definitions */
} BatchSeg;

typedef struct {
	RangeWalk *w;
	BatchBlock *blocks;
	NumSet visited; /* blocks with something in them */
	NumSet queue;	/* blocks to go on from, by order of the flow */
	BatchReg regs[BATCH_SIZE];
	uint32_t n;
	uint64_t out;	  /* live at the end of the defining block */
	uint64_t nowhere; /* live at the entry or another root */
	VEC(BatchSeg) segs;
} Batch;

void batch_init(Batch *b, RangeWalk *w);

/* Can the register with the stretches from number FIRST on be in a batch? */
bool batch_takes(const RangeWalk *w, uint32_t first);

/* Add register V with these stretches, and what the walk knows of edges; there
 * must be room. */
void batch_add(Batch *b, VregId v, uint32_t first);

/* Compute the ranges of all registers in the batch and store them in
 * Live.vregs; those of registers in `nowhere` are left to the caller.  The
 * registers stay readable until the next batch_add after batch_clear. */
void batch_run(Batch *b);

/* Forget all registers. */
void batch_clear(Batch *b);

#endif
