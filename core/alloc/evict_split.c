/*
 * An interval that is used where another one only passes by takes its register.
 *
 * By weight the other one may be worth more: it is used a great deal, but
 * elsewhere.  It is split around the interval that takes its place, if the
 * copies for that cost less than what the interval would cost in memory.
 */
#include "core/alloc/split/region.h"

#include <math.h>

enum {
	TRIALS_MAX = 3,
	OCCURRENCES_MAX = 64,	  /* of the other interval around V */
	EVICT_SPLIT_WASTE = 1000, /* trials before giving up begins */
};

/* What is executed less often, by the function's entry, is not worth the time;
 * and by how much the split must be cheaper, for both are estimates. */
#define EVICT_SPLIT_LEAST 4.0
#define EVICT_SPLIT_SHARE 0.8

typedef struct {
	VregId w;
	RegId reg;
	float weight;
} Candidate;

/* Does V take no place where W is read or written? */
static bool
lives_through(const AllocInterval *w, const AllocInterval *v)
{
	uint32_t end = v->main.segs[v->main.n - 1].end / 4;
	uint32_t first = occurrence_from(w, v->main.segs[0].start / 4), i;

	for (i = first; i < w->noccurrences && w->occurrences[i].pos <= end;
	     i++)
		if (i == first + OCCURRENCES_MAX ||
		    segs_contain(&v->main,
				 slot_at(w->occurrences[i].pos, SLOT_EARLY)))
			return false;
	return true;
}

/* The first interval that V meets in REG, if it passes by; NONE. */
static VregId
live_through(Scan *s, VregId v, RegId reg)
{
	const AllocInterval *p = &s->intervals.at[v], *q;
	const UnitId *unit;
	Slice held = reg_held(s, reg, &unit);
	const OwnedSeg *seg =
		units_holder(s, unit[held.start], p->main.segs[0].start,
			     p->main.segs[0].end);

	if (!seg)
		return NONE;
	q = &s->intervals.at[seg->owner];
	if (s->regs.at[seg->owner] != reg || q->splits >= SPLITS_MAX ||
	    interval_is_local(s, q) || !lives_through(q, p))
		return NONE;
	return seg->owner;
}

/* The lightest intervals that alone keep V out of a register. */
static uint32_t
candidates_find(Scan *s, VregId v, Candidate *out)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	uint32_t i, k, n = 0;

	for (i = 0; i < order->n; i++) {
		Candidate c = {.reg = order->regs[i]};
		float heaviest;

		c.w = live_through(s, v, c.reg);
		if (c.w == NONE)
			continue;
		c.weight = s->intervals.at[c.w].weight;
		if ((n == TRIALS_MAX && c.weight >= out[n - 1].weight) ||
		    units_interference(s, v, c.reg) != INTERFERENCE_INTERVALS ||
		    !units_evictees(s, v, c.reg, HUGE_VALF, UINT32_MAX,
				    &heaviest) ||
		    s->evictees.n != 1)
			continue;
		n -= n == TRIALS_MAX;
		for (k = n++; k && out[k - 1].weight > c.weight; k--)
			out[k] = out[k - 1];
		out[k] = c;
	}
	return n;
}

bool
evict_split_hopes(const AllocInterval *p)
{
	return interval_uses(p) >= EVICT_SPLIT_LEAST;
}

/* Is it worth a trial?  Less and less so, where all have failed: see
 * region_hopes. */
static bool
trial_hopes(Scan *s)
{
	if (!s->evict_split_skip)
		return true;
	s->evict_split_skip--;
	return false;
}

static void
trials_learn(Scan *s, uint32_t n, bool done)
{
	if (done)
		s->evict_split_wasted = s->evict_split_skips = 0;
	else if (s->evict_split_wasted < EVICT_SPLIT_WASTE)
		s->evict_split_wasted += n;
	else
		s->evict_split_skip = ++s->evict_split_skips;
}

EvictSplit
evict_splitting(Scan *s, VregId v, double cost)
{
	Candidate trials[TRIALS_MAX];
	bool done = false;
	uint32_t n, i;

	if (s->remat[s->intervals.at[v].origin] != NONE)
		cost *= REMAT_SHARE;
	if (cost < EVICT_SPLIT_LEAST ||
	    s->intervals.at[v].stage == STAGE_DONE || !trial_hopes(s))
		return EVICT_SPLIT_NONE;
	n = candidates_find(s, v, trials);
	for (i = 0; i < n; i++) {
		const Candidate *c = &trials[i];
		double max = cost * EVICT_SPLIT_SHARE;

		if (s->remat[s->intervals.at[c->w].origin] != NONE)
			max /= REMAT_SHARE;
		units_release(s, c->w);
		units_assign(s, v, c->reg);
		done = region_split_around(s, c->w, v, c->reg, max);
		if (done)
			break;
		units_release(s, v);
		units_assign(s, c->w, c->reg);
	}
	trials_learn(s, n, done);
	if (done)
		return EVICT_SPLIT_DONE;
	return n ? EVICT_SPLIT_DEAR : EVICT_SPLIT_NONE;
}
