/*
 * What decisions cost: the unit, and every constant that decides.
 *
 * The unit is one execution of a load or a store for one execution of the
 * function's entry; what stands in a block is counted by the block's price
 * (analysis/price.h), its frequency and a little room.  Offers of eviction,
 * plans of splitting and the price of memory are all in it, so that they can be
 * compared; what is only an estimate is given a share, and the reason stands
 * beside it.  What each is worth was seen by setting it to 1: of the figures of
 * "make bench-quality" the worst lost 0.3 % by AROUND_SHARE, 0.2 % by
 * REGION_SHARE, 0.6 % by both, 1.3 % by REGION_MEMORY_SHARE, 1.0 % by
 * HINT_SHARE.
 */
#ifndef REGALLOC_ALLOC_COST_H
#define REGALLOC_ALLOC_COST_H

#include "core/alloc/state.h"

/* A copy between registers is half a load. */
#define COST_COPY 0.5

/* What a value that can be computed again weighs, by one that cannot: as in
 * LLVM's VirtRegAuxInfo. */
#define COST_REMAT 0.5

/* An interval is evicted by being split around the one that takes its place
 * only for what costs so much in memory: the rest is not worth the time. */
#define AROUND_MIN 4.0

/* And if that costs no more than this share of it, for both are estimates. */
#define AROUND_SHARE 0.8

/* Others shift for a tuple if their copies cost no more than so much of what it
 * would cost in memory: it may be more, as what comes of it is judged as a
 * whole (attempts.c). */
#define SHIFT_SHARE 1.2

/* A region may cost so much more than memory: copies between registers are
 * cheaper than loads, and the split is looked at closely before it is made. */
#define REGION_MEMORY_SHARE 1.2

/* And so much more than parts inside blocks alone: what is outside can be
 * split again, with another register. */
#define REGION_SHARE 1.1

/* An interval is cut for a loop where no register is free if what it costs when
 * it gets one there is at most this share of what it costs else: others must
 * leave that register. */
#define LOOP_SHARE 0.3

/* And if that is as much as this: what costs less is not worth the time. */
#define LOOP_MIN 32

/* A region is looked for where it may save so much for each block that must be
 * looked at. */
#define REGION_GAIN_MIN (1.0 / 256)

/* A value is not stored where it leaves a register for memory if to store it
 * behind all its writes costs less than this share of that (stores_hoist).  To
 * leave it costs this share then: it may find another register, and need a
 * copy. */
#define HOIST_SHARE 0.5F
#define FILL_SHARE  0.3F

/* What is left of a split is split again if that saves so much. */
#define RESPLIT_MIN 8.0

/* A region around a hinted register is looked for where it may save so much for
 * each block: it saves copies alone. */
#define HINT_GAIN_MIN (1.0 / 128)

/* An interval leaves a register that its copies ask for if that costs less than
 * this share of what the copies of the one that takes it save. */
#define MOVE_SHARE 0.75F

/* Holders of a register move for an interval that does not ask for it only if
 * that would cost so much in memory: the rest is not worth the time. */
#define MOVE_MIN 4.0

/* Another register that copies ask for is taken at once, before V is split for
 * the one that they ask for most, unless they ask for it by less than this
 * share of that, or for that by no more than this: the rest is not worth the
 * time. */
#define LESSER_SHARE 0.5F
#define LESSER_MIN   0.5F

/* What a copy that another form of an instruction can do without asks for, by
 * another copy: it may stay all the same. */
#define FREE_COPY_SHARE 0.3F

/* A region that is found from where everything is in it costs at most so much
 * of the best one that was found before: it takes more of the register, which
 * others could have. */
#define FILLED_SHARE 0.8F

/* One may cost so much more than it saves: that is looked at closely before it
 * is made. */
#define HINT_SHARE 2.5

/* A function is allocated a second time, otherwise, if its allocation costs so
 * much: where that is spent in loops the time is well spent. */
#define AGAIN_COST 500.0F

/* And if that differs for so many intervals: of less comes little. */
#define AGAIN_WAITED 3

/* And if it has no more instructions: the rest would take too long, unless it
 * costs enough for other weights (OTHERS_COST). */
#define AGAIN_INSNS_MAX 4000

/* It is allocated with Manner.fills if that may save so much, and this share of
 * all, where no region was found.  Each call left for costs this share of a
 * copy there at least: a reload, but some of them are not needed. */
#define FILLS_COST	 30.0
#define FILLS_COST_SHARE 0.15
#define FILLS_CALL_SHARE 0.5F

/* The second allocation is taken if it costs no more than this share of the
 * first: it has more spill code, most often. */
#define AGAIN_SHARE 0.98F

/* With other weights it is allocated as often as this, for each of its
 * instructions, must be multiplied by OTHERS_STEP to be more than the best
 * allocation costs: time is spent where the program spends its own. */
#define OTHERS_COST 4.0F
#define OTHERS_STEP 1.15F

/* But no more instructions of one function are allocated so: four times as many
 * make code whose cost is half a percent less.  Nor do others shift for tuples
 * in larger functions. */
#define OTHERS_INSNS_MAX 25000

/* So often all weights are other ones; after that, one in four. */
#define OTHERS_ALL 20

/* One of these is taken if it costs no more than this share of the best: for
 * less, its code is not changed. */
#define OTHERS_SHARE 0.999F

/* For more waves an allocation may have more copies, as many as this share of
 * the instructions run: each wave works while others wait for memory, and there
 * are ten at the most. */
#define WAVES_SHARE 0.02F

/*
 * What occurrences [START, END) of P gain by its register: the loads and stores
 * that they would be in memory, less those that its copies to and from memory
 * are.
 */
double occurrences_gain(const Scan *s, const AllocInterval *p, uint32_t start,
			uint32_t end);

/* What V gains by a register over memory. */
double interval_gain(const Scan *s, VregId v);

/* Is V only copied from and to other parts of a value that can be computed
 * again?  Without a register of its own a copy at one end is not needed, and
 * the one at the other end is a computation. */
bool part_only_passes(const Scan *s, VregId v);

/* What V gains, a part of a split interval.  Nothing for one that only passes.
 * Infinite for those that go by weights alone: large ones of several blocks,
 * and, where what is evicted is split at once, all of several blocks.  Both
 * ways find the cheaper allocation at times. */
double part_gain(const Scan *s, VregId v);

/* What W loses with its register to V, of which part_gain knows what it gains;
 * infinite: more than that, most likely. */
double evictee_loss(const Scan *s, VregId v, VregId w);

#endif
