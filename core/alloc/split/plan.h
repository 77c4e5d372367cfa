/*
 * Plans of splitting: how an interval could be cut, and what that costs.  A
 * plan changes nothing before it is taken; whatever else is changed in between
 * makes it void.
 */
#ifndef REGALLOC_ALLOC_SPLIT_PLAN_H
#define REGALLOC_ALLOC_SPLIT_PLAN_H

#include "core/alloc/split/region.h"
#include "core/log/log.h"

/* Occurrences that get an interval of their own. */
typedef struct {
	uint32_t start, end; /* half-open */
} OccurrenceRun;

typedef VEC(OccurrenceRun) RunVec;

typedef struct {
	Cut how;
	RunVec runs;	  /* unless it is by a region */
	Region region;	  /* its blocks are void with the next plan but one */
	Stage own;	  /* what becomes of the runs */
	Stage complement; /* and of all else */
	/* What the interval costs by this plan or, without one, in memory: an
	 * eviction around it must cost less; 0: none is worth a look. */
	double otherwise;
} SplitPlan;

/* How to split V best: what keeps its class narrow from the rest; at block
 * boundaries; inside its block.  False: no split helps; PLAN says what an
 * eviction would save all the same. */
bool split_plan(Scan *s, VregId v, SplitPlan *plan);

/* A part for a loop in which V is used most, though no register is free there:
 * it weighs more than what keeps V out.  OTHERWISE: see SplitPlan.  False: it
 * would not save enough. */
bool split_by_loop(Scan *s, VregId v, double otherwise, SplitPlan *plan);

/* An interval of its own for each block in which that is worth it; the rest is
 * bound for memory.  False: there is none. */
bool split_by_blocks(Scan *s, VregId v, SplitPlan *plan);

/* An interval of its own for each two or more instructions in a row over which
 * a register is free: it is loaded once for all of them.  False: there are
 * none. */
bool split_where_free(Scan *s, VregId v, SplitPlan *plan);

/* A part for the blocks where REG is free that can have it, as the copies from
 * and to REG ask, and the rest another one.  False: that costs more copies than
 * it saves. */
bool split_for_hint(Scan *s, VregId v, RegId reg, SplitPlan *plan);

/* A part of W for the blocks where REG is free, the rest in memory or split
 * again, if less than MAX copies, loads and stores are executed for that. */
bool split_around(Scan *s, VregId w, RegId reg, double max, SplitPlan *plan);

/* Split V by PLAN; its parts are queued. */
void split_take(Scan *s, VregId v, const SplitPlan *plan);

#endif
