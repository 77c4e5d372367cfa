/*
 * Intervals: what they cover, what they weigh, and new ones.
 */
#include "core/alloc/cost.h"
#include "core/analysis/weights.h"
#include "core/base/search.h"

#include <assert.h>
#include <math.h>

bool
segs_contain(const Segs *segs, SlotIdx at)
{
	uint32_t i = 0;

	SEARCH_FIRST(i, segs->n, segs->segs[i].end <= at);
	return i < segs->n && segs->segs[i].start <= at;
}

uint32_t
interval_size(const AllocInterval *p)
{
	uint32_t size = 0;

	for (uint32_t i = 0; i < p->main.n; i++)
		size += p->main.segs[i].end - p->main.segs[i].start;
	return size;
}

double
interval_uses(const AllocInterval *p)
{
	return spill_uses(p->weight, interval_size(p));
}

void
interval_weigh_as(const Scan *s, AllocInterval *p, uint32_t flags, double sum)
{
	p->copied = (flags & (OCC_EDIT | OCC_SIDE)) != 0;
	if ((flags & OCC_PINNED) && p->noccurrences == 1)
		p->stage = STAGE_DONE;
	/* Computing it again is cheaper than loading it. */
	if (s->origins.remat[p->origin] != NONE)
		sum *= COST_REMAT;
	if (s->manner.weights)
		sum *= s->manner.weights[p->origin];
	p->weight = p->stage == STAGE_DONE
			    ? HUGE_VALF
			    : spill_weight(sum, interval_size(p));
	assert(p->weight >= 0);
}

void
interval_weigh(Scan *s, VregId v)
{
	AllocInterval *p = &s->intervals.at[v];
	uint32_t flags = 0;
	double sum = 0;

	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences) {
		flags |= m->flags;
		sum += occurrence_uses(s, m, m->flags);
	}
	interval_weigh_as(s, p, flags, sum);
}

VregId
interval_add(Scan *s, VregId from)
{
	VregId v = func_add_vreg(s->f, s->f->vregs.at[from].cls, from);
	AllocInterval interval = {.stage = STAGE_NEW,
				  .hint = s->intervals.at[from].hint,
				  .hint_split =
					  s->intervals.at[from].hint_split,
				  .loop = s->intervals.at[from].loop,
				  .origin = s->intervals.at[from].origin,
				  .preserved = PRESERVED_UNKNOWN};
	AllocInterval *origin = &s->intervals.at[interval.origin];

	interval.sibling = origin->sibling;
	origin->sibling = v;
	VEC_PUSH(s->arena, s->intervals, interval);
	VEC_PUSH(s->arena, s->regs, 0);
	log_part(s, from, v);
	return v;
}

void
interval_empty(Scan *s, VregId v)
{
	AllocInterval *p = &s->intervals.at[v];

	p->main.n = 0;
	p->nlanes = 0;
	p->noccurrences = 0;
	p->stage = STAGE_MEMORY;
}

uint32_t
occurrence_from(const AllocInterval *p, uint32_t pos)
{
	uint32_t i = 0;

	SEARCH_FIRST(i, p->noccurrences, p->occurrences[i].pos < pos);
	return i;
}

static bool
block_follows_itself(const Func *f, BlockId b)
{
	FOR_SUCCS(succ, f, b)
		if (succ->block == b)
			return true;
	return false;
}

bool
interval_is_local(const Scan *s, const AllocInterval *p)
{
	SlotIdx start = p->main.segs[0].start;
	SlotIdx end = p->main.segs[p->main.n - 1].end;
	const Slots *slots = &s->live->slots;
	BlockId b = slots->pos_block[start / 4];
	const IntervalOccurrence *first = p->occurrences;
	const IntervalOccurrence *last = p->occurrences + p->noccurrences - 1;

	/* From its end to its head, around a loop. */
	if (start == slot_block_start(slots, b) &&
	    end == slot_block_end(slots, b) && block_follows_itself(s->f, b))
		return false;
	/* A copy at the block's very head or end does not make it live there.
	 */
	return (start > slot_block_start(slots, b) ||
		(first->flags & (OCC_EDIT | OCC_WRITE)) ==
			(OCC_EDIT | OCC_WRITE)) &&
	       (end < slot_block_end(slots, b) ||
		(end == slot_block_end(slots, b) &&
		 (last->flags & (OCC_EDIT | OCC_READ)) ==
			 (OCC_EDIT | OCC_READ)));
}
