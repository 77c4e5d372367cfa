/*
 * What intervals gain by a register and lose without one: see cost.h.
 */
#include "core/alloc/cost.h"

#include <math.h>

/* Evicted intervals with more occurrences are looked at only where they meet
 * the one that takes their register.  Parts of several blocks that have more,
 * or more segments, go by weights alone. */
enum { OCCURRENCES_MAX = 64, SEGMENTS_MAX = 16 };

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

bool
part_only_passes(const Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];

	if (p->origin == v || s->origins.remat[p->origin] == NONE)
		return false;
	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences)
		if (!(m->flags & OCC_EDIT) ||
		    s->edits.at[m->ref].kind != EDIT_COPY)
			return false;
	return true;
}

/* What P loses without a register, by what it would lose if it could not be
 * computed again. */
static double
origin_share(const Scan *s, const AllocInterval *p)
{
	return s->origins.remat[p->origin] != NONE ? COST_REMAT : 1;
}

double
part_gain(const Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];

	if (p->origin == v || p->stage == STAGE_DONE || !p->noccurrences)
		return INFINITY;
	if (part_only_passes(s, v))
		return 0;
	if (!interval_is_local(s, p) &&
	    (s->manner.eager || p->noccurrences > OCCURRENCES_MAX ||
	     p->main.n > SEGMENTS_MAX))
		return INFINITY;
	return occurrences_gain(s, p, 0, p->noccurrences) * origin_share(s, p);
}

/* Does P begin with SEG, rather than go on from another one? */
static bool
begins_with(const AllocInterval *p, const Segment *seg)
{
	uint32_t i = occurrence_from(p, seg->start / 4);

	return i < p->noccurrences &&
	       p->occurrences[i].pos <= seg->start / 4 + 1 &&
	       p->occurrences[i].flags & OCC_WRITE;
}

/* Does P end with SEG? */
static bool
ends_with(const Scan *s, const AllocInterval *p, const Segment *seg)
{
	uint32_t i = occurrence_from(p, seg->end / 4 + 1);
	BlockId b = slot_block(&s->live->slots, seg->end - 1);

	if (seg->end < slot_block_end(&s->live->slots, b))
		return true;
	return i && p->occurrences[i - 1].pos + 1 >= seg->end / 4 &&
	       p->occurrences[i - 1].flags & OCC_EDIT &&
	       !(p->occurrences[i - 1].flags & OCC_WRITE);
}

/* Of evictee_loss: what Q loses in segment SEG of P. */
static double
segment_loss(const Scan *s, const AllocInterval *p, const AllocInterval *q,
	     const Segment *seg)
{
	const Slots *slots = &s->live->slots;
	BlockId first = slot_block(slots, seg->start);
	BlockId last = slot_block(slots, seg->end - 1);
	uint32_t from = occurrence_from(q, seg->start / 4);
	uint32_t to = occurrence_from(q, seg->end / 4 + 1);

	if (to - from > 2 * p->noccurrences)
		return INFINITY;
	double sum = occurrences_gain(s, q, from, to);
	if (begins_with(p, seg) &&
	    segs_contain(&q->main, seg->start == slot_block_start(slots, first)
					   ? seg->start
					   : seg->start - 1))
		sum += 2 * (double)s->price[first];
	if (ends_with(s, p, seg) &&
	    segs_contain(&q->main, seg->end == slot_block_end(slots, last)
					   ? seg->end - 1
					   : seg->end + 1))
		sum += 2 * (double)s->price[last];
	return sum;
}

/*
 * Its occurrences inside V's range lose what they gain; and at each end of V
 * where W lives on there is a copy to memory or from there, for either of them.
 * No more than what W gains everywhere.
 */
double
evictee_loss(const Scan *s, VregId v, VregId w)
{
	const AllocInterval *p = &s->intervals.at[v], *q = &s->intervals.at[w];
	double sum = 0;

	for (uint32_t i = 0; i < p->main.n; i++)
		sum += segment_loss(s, p, q, &p->main.segs[i]);
	if (q->noccurrences > OCCURRENCES_MAX)
		return sum * origin_share(s, q);
	double all = occurrences_gain(s, q, 0, q->noccurrences);
	return (all < sum ? all : sum) * origin_share(s, q);
}
