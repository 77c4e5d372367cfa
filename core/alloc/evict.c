/*
 * Whether eviction pays.  By weights alone a part of a split interval, short
 * and dense, takes the register of a long interval, which is then split around
 * it, whose parts take another one's: where a few values too many live through
 * a long block, most of them end up in memory.
 */
#include "core/alloc/allocate.h"

#include <math.h>

/* Intervals with more occurrences are looked at where they meet others only. */
enum { OCCURRENCES_MAX = 64 };

/*
 * What occurrences [START, END) of P gain by its register: the loads and stores
 * that they would be in memory, less those that its copies to and from memory
 * are.
 */
static double
occurrences_gain(const Scan *s, const AllocInterval *p, uint32_t start,
		 uint32_t end)
{
	double sum = 0;

	for (; start < end; start++) {
		const IntervalOccurrence *m = &p->occurrences[start];
		double freq = (double)s->freq[occurrence_block(s, m)];
		const Edit *e;
		VregId other;

		if (!(m->flags & OCC_EDIT)) {
			sum += freq * (!!(m->flags & OCC_READ) +
				       !!(m->flags & OCC_WRITE));
			continue;
		}
		e = &s->edits.at[m->ref];
		other = m->flags & OCC_WRITE ? e->src : e->dst;
		/* A copy between registers is half a load. */
		sum += e->kind == EDIT_COPY && s->intervals.at[other].stage <
						       STAGE_SPILL
			       ? freq / 2
			       : -freq;
	}
	return sum;
}

uint32_t
occurrence_from(const AllocInterval *p, uint32_t pos)
{
	uint32_t lo = 0, hi = p->noccurrences;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (p->occurrences[mid].pos >= pos)
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

/*
 * What W loses with its register to V, a part of one block: what its
 * occurrences there gain, and on each side of V where it lives on a copy to
 * memory or from there for either of them.  No more than what it gains
 * everywhere.
 */
static double
evictee_loss(const Scan *s, VregId v, VregId w)
{
	const AllocInterval *p = &s->intervals.at[v], *q = &s->intervals.at[w];
	SlotIdx start = p->main.segs[0].start;
	SlotIdx end = p->main.segs[p->main.n - 1].end;
	double freq = (double)s->freq[occurrence_block(s, p->occurrences)], sum,
	       all;
	uint32_t first = occurrence_from(q, start / 4);
	uint32_t last = occurrence_from(q, end / 4 + 1);

	/* More than V can gain, most likely; and not worth the time. */
	if (last - first > 2 * p->noccurrences)
		return INFINITY;
	sum = occurrences_gain(s, q, first, last);
	if (segs_contain(&q->main, start - 1))
		sum += 2 * freq;
	if (segs_contain(&q->main, end + 1))
		sum += 2 * freq;
	if (q->noccurrences > OCCURRENCES_MAX)
		return sum;
	all = occurrences_gain(s, q, 0, q->noccurrences);
	return all < sum ? all : sum;
}

double
evict_gain(const Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];

	if (p->origin == v || p->stage == STAGE_DONE || !p->noccurrences ||
	    !interval_is_local(s, p))
		return INFINITY;
	return occurrences_gain(s, p, 0, p->noccurrences);
}

double
interval_gain(const Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];
	double sum = occurrences_gain(s, p, 0, p->noccurrences);
	uint32_t i;

	/* One access of the slot is enough for what reads and writes, where
	 * instructions do that. */
	for (i = 1; s->t->n_folds && i < p->noccurrences; i++)
		if (p->occurrences[i].insn == p->occurrences[i - 1].insn &&
		    !(p->occurrences[i].flags & OCC_EDIT))
			sum -= (double)s->freq[occurrence_block(
				s, &p->occurrences[i])];
	return sum;
}

bool
evict_pays(const Scan *s, VregId v, double gain)
{
	double loss = 0;
	uint32_t i;

	for (i = 0; !isinf(gain) && i < s->evictees.n; i++)
		loss += evictee_loss(s, v, s->evictees.at[i]);
	return loss <= gain;
}
