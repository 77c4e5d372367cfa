/*
 * What the plans by regions share: their making, their price, their taking.
 *
 *   region_plan    which region
 *   region_commit  the parts and the copies, or what these cost
 */
#ifndef REGALLOC_ALLOC_SPLIT_REGION_PLAN_H
#define REGALLOC_ALLOC_SPLIT_REGION_PLAN_H

#include "core/alloc/split/plan.h"

/* --- region_commit --- */

/* Does a terminator write P? */
bool interval_is_pinned(const AllocInterval *p);

/* Executions of the copies that splitting V by REGION puts in; MEMORY: and of
 * the loads and stores for what lives in memory then.  From MAX on they are not
 * counted any more. */
double region_cost(Scan *s, VregId v, const Region *region, bool memory,
		   double max);

/* The same if no block has a register at its head or end: parts inside blocks
 * alone. */
double region_blocks_cost(Scan *s, VregId v, const Region *region);

/* Split V by REGION.  COMPLEMENT: what becomes of all outside it. */
void region_commit(Scan *s, VregId v, const Region *region, Stage complement);

/* --- region_plan --- */

/* The region where V costs least: a part for the blocks where one register is
 * free, parts inside other blocks, the rest, which may be split again.  False:
 * none helps. */
bool region_plan(Scan *s, VregId v, SplitPlan *plan);

#endif
