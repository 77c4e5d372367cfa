/*
 * Offers of eviction.
 *
 * By weight: the lightest holders of a register leave it.  By weights alone a
 * part of a split interval, short and dense, takes the register of a long
 * interval, which is then split around it, whose parts take another one's:
 * where a few values too many live through a long block, most of them end up in
 * memory.  So what both sides gain and lose is looked at, too.
 *
 * By moving: for a hint, or for one that nothing else suits, as where its class
 * is narrow, holders go to other registers that are free.
 *
 * Around: an interval that is used where another one only lives through takes
 * its register.  By weight the other one may be worth more: it is used a great
 * deal, but elsewhere.  It is split around the interval that takes its place,
 * if the copies for that cost less than what the interval would cost in memory.
 */
#include "core/alloc/evict.h"

#include "core/alloc/cost.h"
#include "core/alloc/hints.h"

#include <math.h>

enum {
	HINT_LENGTH_MAX = 64, /* occurrences and segments of one that moves */
	TRIALS_MAX = 3,	      /* intervals that are tried to be split around */
	OCCURRENCES_MAX = 64, /* of such an interval around V */
	TRIALS_WASTED_MAX = 1000, /* before giving up begins */
};

typedef struct {
	VregId w;
	RegId reg;
	float weight;
} Candidate;

/* Is GAIN of V no less than what s->evictees lose? */
static bool
evict_pays(const Scan *s, VregId v, double gain)
{
	double loss = 0;

	for (uint32_t i = 0; !isinf(gain) && i < s->evictions.candidates.n; i++)
		loss += evictee_loss(s, v, s->evictions.candidates.at[i]);
	return loss <= gain;
}

bool
evict_by_weight(Scan *s, VregId v, WeightOffer *offer)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	const AllocInterval *p = &s->intervals.at[v];
	uint32_t cascade = p->cascade ? p->cascade : s->evictions.cascade + 1;
	float max = p->weight, heaviest;
	const uint64_t *mask = interval_preserved(s, v);
	double gain = part_gain(s, v);

	*offer = (WeightOffer){0, cascade};
	for (uint32_t i = 0; i < order->n; i++) {
		RegId reg = order->regs[i];

		if ((mask && !mask_preserves(mask, reg)) ||
		    !units_evictees(s, v, reg, max, cascade, &heaviest) ||
		    !evict_pays(s, v, gain) || !units_may_clear(s, v, reg))
			continue;
		offer->reg = reg;
		max = heaviest;
	}
	return offer->reg != 0;
}

void
weight_offer_take(Scan *s, VregId v, const WeightOffer *offer)
{
	AllocInterval *p = &s->intervals.at[v];
	float heaviest;

	units_evictees(s, v, offer->reg, p->weight, offer->cascade, &heaviest);
	if (!p->cascade)
		p->cascade = ++s->evictions.cascade;
	for (uint32_t i = 0; i < s->evictions.candidates.n; i++) {
		VregId w = s->evictions.candidates.at[i];

		log_evicted(s, w, v);
		units_release(s, w);
		s->intervals.at[w].cascade = offer->cascade;
		queue_put(s, w);
	}
	units_assign(s, v, offer->reg);
	log_taken(s, v, offer->reg, TAKEN_EVICTING);
}

/* Another register for W than its present one that is free for it right now and
 * does not overlap REG, one that copies of W ask for if there is any; 0: there
 * is none.  LOSS: for how much more the present one is asked for. */
static RegId
other_register(Scan *s, VregId w, RegId reg, float *loss)
{
	const Order *order = class_order(s, s->f->vregs.at[w].cls);
	float met = 0, best = 0;
	RegId hinted = 0;
	Hints h;

	hints_find(s, w, &h);
	for (uint32_t i = 0; i < h.n; i++)
		if (h.reg[i] == s->regs.at[w]) {
			met = h.weight[i];
		} else if (h.weight[i] > best &&
			   !target_overlap(s->t, h.reg[i], reg) &&
			   units_fit(s, w, h.reg[i])) {
			hinted = h.reg[i];
			best = h.weight[i];
		}
	*loss = met > best ? met - best : 0;
	if (hinted)
		return hinted;
	for (uint32_t i = 0; i < order->n; i++)
		if (units_fit(s, w, order->regs[i]) &&
		    !target_overlap(s->t, order->regs[i], reg))
			return order->regs[i];
	return 0;
}

/* Does it matter to W, which has a register, to stay there? */
static bool
cares(const Scan *s, VregId w)
{
	const AllocInterval *q = &s->intervals.at[w];

	return q->stage == STAGE_DONE || isinf(q->weight) || hint_met(s, w) > 0;
}

/* Has no register been released since W could not move? */
static bool
is_stuck(const Scan *s, VregId w)
{
	return s->evictions.stuck[w] == s->evictions.releases + 1;
}

bool
evict_by_moving(Scan *s, VregId v, RegId reg, float gain, MoveOffer *offer)
{
	float heaviest, one, loss = 0;

	if (s->intervals.at[v].stage != STAGE_NEW ||
	    !units_may_clear(s, v, reg) ||
	    !units_evictees(s, v, reg, HUGE_VALF, CASCADE_NONE, &heaviest) ||
	    s->evictions.candidates.n > MOVED_MAX)
		return false;
	*offer = (MoveOffer){.reg = reg, .n = s->evictions.candidates.n};
	for (uint32_t i = 0; i < offer->n; i++) {
		VregId w = s->evictions.candidates.at[i];
		const AllocInterval *q = &s->intervals.at[w];

		if (is_stuck(s, w) ||
		    q->noccurrences + q->main.n > HINT_LENGTH_MAX ||
		    hint_is_from(s, v, reg, w) || (q->moved && cares(s, w)))
			return false;
		offer->from[i] = w;
		offer->to[i] = other_register(s, w, reg, &one);
		if (!offer->to[i]) {
			s->evictions.stuck[w] = s->evictions.releases + 1;
			return false;
		}
		loss += one;
		if (loss > 0 && loss >= gain * MOVE_SHARE)
			return false;
	}
	return true;
}

void
move_offer_take(Scan *s, VregId v, const MoveOffer *offer, Taken how)
{
	for (uint32_t i = 0; i < offer->n; i++) {
		VregId w = offer->from[i];

		log_moved(s, w, v, offer->to[i]);
		s->intervals.at[w].moved |= cares(s, w);
		units_release(s, w);
		if (units_fit(s, w, offer->to[i]))
			units_assign(s, w, offer->to[i]);
		else
			queue_put(s, w);
	}
	units_assign(s, v, offer->reg);
	log_taken(s, v, offer->reg, how);
}

/* Does V take no place where W is read or written? */
static bool
lives_through(const AllocInterval *w, const AllocInterval *v)
{
	uint32_t end = v->main.segs[v->main.n - 1].end / 4;
	uint32_t first = occurrence_from(w, v->main.segs[0].start / 4);

	for (uint32_t i = first;
	     i < w->noccurrences && w->occurrences[i].pos <= end; i++)
		if (i == first + OCCURRENCES_MAX ||
		    segs_contain(&v->main,
				 slot_at(w->occurrences[i].pos, SLOT_EARLY)))
			return false;
	return true;
}

/* The first interval in a unit of REG while V lives, if it only lives through
 * there; NONE.  Lanes are not looked at: V may not meet it. */
static VregId
live_through(Scan *s, VregId v, RegId reg)
{
	const AllocInterval *p = &s->intervals.at[v];
	const UnitId *unit;
	Slice held = reg_held(s, reg, &unit);
	const OwnedSeg *seg =
		units_holder(s, unit[held.start], p->main.segs[0].start,
			     p->main.segs[0].end);

	if (!seg)
		return NONE;
	const AllocInterval *q = &s->intervals.at[seg->owner];
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
	uint32_t k, n = 0;

	for (uint32_t i = 0; i < order->n; i++) {
		Candidate c = {.reg = order->regs[i]};
		float heaviest;

		c.w = live_through(s, v, c.reg);
		if (c.w == NONE)
			continue;
		c.weight = s->intervals.at[c.w].weight;
		if ((n == TRIALS_MAX && c.weight >= out[n - 1].weight) ||
		    units_interference(s, v, c.reg) != INTERFERENCE_INTERVALS ||
		    !units_evictees(s, v, c.reg, HUGE_VALF, CASCADE_NONE,
				    &heaviest) ||
		    s->evictions.candidates.n != 1 ||
		    s->evictions.candidates.at[0] != c.w)
			continue;
		n -= n == TRIALS_MAX;
		for (k = n++; k && out[k - 1].weight > c.weight; k--)
			out[k] = out[k - 1];
		out[k] = c;
	}
	return n;
}

/* V has OFFER's register in place of who holds it; or (not SWAP) it is as it
 * was. */
static void
holders_swap(Scan *s, VregId v, const AroundOffer *offer, bool swap)
{
	units_release(s, swap ? offer->from : v);
	units_assign(s, swap ? v : offer->from, offer->reg);
}

/* Can C be split around V for less than MAX?  To see where its register is free
 * then, V has it meanwhile. */
static bool
candidate_offers(Scan *s, VregId v, const Candidate *c, double max,
		 AroundOffer *offer)
{
	offer->reg = c->reg;
	offer->from = c->w;
	if (s->origins.remat[s->intervals.at[c->w].origin] != NONE)
		max /= COST_REMAT;
	holders_swap(s, v, offer, true);
	bool cheap = split_around(s, c->w, c->reg, max, &offer->plan);
	holders_swap(s, v, offer, false);
	return cheap;
}

bool
evict_around(Scan *s, VregId v, double max, AroundOffer *offer)
{
	Candidate trials[TRIALS_MAX];
	bool found = false;

	if (s->origins.remat[s->intervals.at[v].origin] != NONE)
		max *= COST_REMAT;
	if (max < AROUND_MIN || s->intervals.at[v].stage == STAGE_DONE ||
	    !patience_hopes(&s->evictions.around))
		return false;
	uint32_t n = candidates_find(s, v, trials);
	for (uint32_t i = 0; i < n && !found; i++)
		found = candidate_offers(s, v, &trials[i], max * AROUND_SHARE,
					 offer);
	patience_learn(&s->evictions.around, n, TRIALS_WASTED_MAX, found);
	return found;
}

void
around_offer_take(Scan *s, VregId v, const AroundOffer *offer)
{
	log_evicted(s, offer->from, v);
	holders_swap(s, v, offer, true);
	log_taken(s, v, offer->reg, TAKEN_EVICTING);
	split_take(s, offer->from, &offer->plan);
}
