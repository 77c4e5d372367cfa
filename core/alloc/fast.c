/*
 * The fast allocator: between blocks every value is in memory.
 *
 * A register that lives in several blocks is cut into an interval for each
 * block before anything is placed; what connects them goes to its slot without
 * being tried.  Inside blocks intervals are placed as ever.  Left whole are
 * registers that have no slots, or that are written where nothing can be stored
 * behind for all ways out of the block.
 */
#include "core/alloc/split/plan.h"

static bool
stays_whole(const Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];

	if (!p->main.n || interval_is_local(s, p) ||
	    !func_spill(s->f, s->f->vregs.at[v].cls, s->t->stack_align))
		return true;
	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences)
		if (m->flags & OCC_PINNED)
			return true;
	return false;
}

void
fast_queue(Scan *s)
{
	SplitPlan plan;

	for (VregId v = 0; v < s->origins.n; v++) {
		if (!register_occurs(s, v) || !s->intervals.at[v].noccurrences)
			continue;
		if (stays_whole(s, v)) {
			queue_put(s, v);
		} else if (split_by_blocks(s, v, &plan)) {
			split_take(s, v, &plan);
		} else {
			s->intervals.at[v].stage = STAGE_SPILL;
			queue_put(s, v);
		}
	}
}
