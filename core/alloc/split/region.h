/*
 * Where an interval of several blocks stays in a register: a choice over groups
 * of block boundaries.
 */
#ifndef REGALLOC_ALLOC_SPLIT_REGION_H
#define REGALLOC_ALLOC_SPLIT_REGION_H

#include "core/alloc/state.h"

/* A block in which an interval is live or named. */
typedef struct {
	BlockId block;
	bool in, out;	      /* live at the head, at the end */
	bool reg_in, reg_out; /* the choice: in the register there */
	uint32_t start, end;  /* occurrences, half-open */
	SlotIdx taken, clear; /* the register is taken from `taken` up to
				 `clear`; equal: nowhere */
} RegionBlock;

typedef struct {
	RegId reg; /* 0: no region is worth it or, for a loop, not known yet */
	/* Those that name the interval or, if there is a register, where it
	 * does not just stay where it is. */
	RegionBlock *blocks;
	uint32_t n;
	uint32_t loop;	 /* depth of the loop that it is made for; 0: none */
	uint32_t looked; /* blocks in all that were looked at */
} Region;

/* The blocks of V, and the register and boundaries between which it costs
 * least to keep it there, if that may beat memory. */
void region_choose(Scan *s, VregId v, Region *region);

/* The same for register REG alone, whatever memory costs.  False: REG is of no
 * use, or costs MAX or more. */
bool region_around(Scan *s, VregId v, RegId reg, double max, Region *region);

/* The blocks of V for which it is in a register that is not known yet wherever
 * LOOP can be entered, left or gone round.  False: they are too many. */
bool region_loop(Scan *s, VregId v, uint32_t loop, Region *region);

/* The blocks of the region found last are not touched while the next one is
 * looked for. */
void region_keep(Scan *s);

/* What leaves a register in a block of a price above this is stored where it is
 * written, if what is outside a region of P lives in memory. */
float region_fill_from(const Scan *s, const AllocInterval *p);

/* The slot from which on the register may be taken behind occurrence M. */
SlotIdx occurrence_left(const IntervalOccurrence *m);

/* The slot up to which it may be taken before occurrence M, which is entered by
 * a copy if it reads. */
SlotIdx occurrence_entered(const Scan *s, const IntervalOccurrence *m);

/* Find the points of all blocks. */
void region_points_find(Scan *s);

/* The instruction at the head of a block before which copies may stand: behind
 * labels and, if the copies are MASKED, behind the instructions that widen the
 * execution mask again. */
InsnId block_copy_head(const Scan *s, BlockId b, bool masked);

/* Do copies of class CLS obey the execution mask?  Vector registers do where
 * scalar ones have slots of their own kind. */
bool class_is_masked(Scan *s, ClassId cls);

#endif
