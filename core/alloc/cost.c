/*
 * What intervals gain by a register and lose without one: see cost.h.
 */
#include "core/alloc/cost.h"

#include <math.h>

/* Intervals with more occurrences are looked at where they meet others only. */
enum { OCCURRENCES_MAX = 64 };

double
occurrences_gain(const Scan *s, const AllocInterval *p, uint32_t start,
		 uint32_t end)
{
	double sum = 0;

	for (; start < end; start++) {
		const IntervalOccurrence *m = &p->occurrences[start];
		double price = (double)s->price[occurrence_block(s, m)];

		if (!(m->flags & OCC_EDIT)) {
			sum += occurrence_uses(s, m, m->flags);
			continue;
		}
		const Edit *e = &s->edits.at[m->ref];
		VregId other = m->flags & OCC_WRITE ? e->src : e->dst;
		sum += e->kind == EDIT_COPY && s->intervals.at[other].stage <
						       STAGE_SPILL
			       ? price * COST_COPY
			       : -price;
	}
	return sum;
}

double
interval_gain(const Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];
	double sum = occurrences_gain(s, p, 0, p->noccurrences);
	bool folds = target_has_folds(s->t);

	/* One access of the slot is enough for what reads and writes, where
	 * instructions do that. */
	for (uint32_t i = 1; folds && i < p->noccurrences; i++)
		if (p->occurrences[i].insn == p->occurrences[i - 1].insn &&
		    !(p->occurrences[i].flags & OCC_EDIT))
			sum -= (double)s->price[occurrence_block(
				s, &p->occurrences[i])];
	return sum;
}

/* Is P only copied from and to other parts of a value that can be computed
 * again?  Without a register one copy in two is not needed, and the other one
 * is a computation. */
static bool
only_passes(const Scan *s, const AllocInterval *p)
{
	if (s->origins.remat[p->origin] == NONE)
		return false;
	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences)
		if (!(m->flags & OCC_EDIT) ||
		    s->edits.at[m->ref].kind != EDIT_COPY)
			return false;
	return true;
}

double
part_gain(const Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];

	if (p->origin == v || p->stage == STAGE_DONE || !p->noccurrences)
		return INFINITY;
	if (only_passes(s, p))
		return 0;
	if (!interval_is_local(s, p))
		return INFINITY;
	return occurrences_gain(s, p, 0, p->noccurrences);
}

/*
 * Its occurrences inside V's range lose what they gain; and on each side of V
 * where W lives on there is a copy to memory or from there, for either of them.
 * No more than what W gains everywhere.
 */
double
evictee_loss(const Scan *s, VregId v, VregId w)
{
	const AllocInterval *p = &s->intervals.at[v], *q = &s->intervals.at[w];
	SlotIdx start = p->main.segs[0].start;
	SlotIdx end = p->main.segs[p->main.n - 1].end;
	double price = (double)s->price[occurrence_block(s, p->occurrences)];
	uint32_t first = occurrence_from(q, start / 4);
	uint32_t last = occurrence_from(q, end / 4 + 1);

	if (last - first > 2 * p->noccurrences)
		return INFINITY;
	double sum = occurrences_gain(s, q, first, last);
	if (segs_contain(&q->main, start - 1))
		sum += 2 * price;
	if (segs_contain(&q->main, end + 1))
		sum += 2 * price;
	if (q->noccurrences > OCCURRENCES_MAX)
		return sum;
	double all = occurrences_gain(s, q, 0, q->noccurrences);
	return all < sum ? all : sum;
}
