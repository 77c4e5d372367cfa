/*
 * A piece that is used where another one only passes by takes its register.
 *
 * By weight the other one may be worth more: it is used a great deal, but
 * elsewhere.  It is split around the piece that takes its place, if the copies
 * for that cost less than what the piece would cost in memory.
 */
#include "core/alloc/split/region.h"

#include <math.h>

enum {
	TRIALS_MAX = 3,
	MENTIONS_MAX = 64,     /* of the other piece around V */
	DISPLACE_WASTE = 1000, /* trials before giving up begins */
};

/* What is executed less often, by the function's entry, is not worth the time;
 * and by how much the split must be cheaper, for both are estimates. */
#define DISPLACE_LEAST 4.0
#define DISPLACE_SHARE 0.8

typedef struct {
	VregId w;
	RegId reg;
	float weight;
} Candidate;

/* Does V take no place where W is read or written? */
static bool
passes_by(const Piece *w, const Piece *v)
{
	uint32_t end = v->main.segs[v->main.n - 1].end / 4;
	uint32_t first = mention_from(w, v->main.segs[0].start / 4), i;

	for (i = first; i < w->nmentions && w->mentions[i].pos <= end; i++)
		if (i == first + MENTIONS_MAX ||
		    segs_contain(&v->main,
				 slot_at(w->mentions[i].pos, SLOT_EARLY)))
			return false;
	return true;
}

/* The first piece that V meets in REG, if it passes by; NONE. */
static VregId
passer_by(Scan *s, VregId v, RegId reg)
{
	const Piece *p = &s->pieces.at[v], *q;
	const UnitId *unit;
	Slice held = reg_held(s, reg, &unit);
	const OwnedSeg *seg =
		units_holder(s, unit[held.start], p->main.segs[0].start,
			     p->main.segs[0].end);

	if (!seg)
		return NONE;
	q = &s->pieces.at[seg->owner];
	if (s->regs.at[seg->owner] != reg || q->splits >= SPLITS_MAX ||
	    piece_is_local(s, q) || !passes_by(q, p))
		return NONE;
	return seg->owner;
}

/* The lightest pieces that alone keep V out of a register. */
static uint32_t
candidates_find(Scan *s, VregId v, Candidate *out)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	uint32_t i, k, n = 0;

	for (i = 0; i < order->n; i++) {
		Candidate c = {.reg = order->regs[i]};
		float heaviest;

		c.w = passer_by(s, v, c.reg);
		if (c.w == NONE)
			continue;
		c.weight = s->pieces.at[c.w].weight;
		if ((n == TRIALS_MAX && c.weight >= out[n - 1].weight) ||
		    units_clash(s, v, c.reg) != CLASH_PIECES ||
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
displace_hopes(const Piece *p)
{
	return piece_uses(p) >= DISPLACE_LEAST;
}

/* Is it worth a trial?  Less and less so, where all have failed: see
 * region_hopes. */
static bool
trial_hopes(Scan *s)
{
	if (!s->displace_skip)
		return true;
	s->displace_skip--;
	return false;
}

static void
trials_learn(Scan *s, uint32_t n, bool done)
{
	if (done)
		s->displace_wasted = s->displace_skips = 0;
	else if (s->displace_wasted < DISPLACE_WASTE)
		s->displace_wasted += n;
	else
		s->displace_skip = ++s->displace_skips;
}

Way
piece_displace(Scan *s, VregId v, double cost)
{
	Candidate trials[TRIALS_MAX];
	bool done = false;
	uint32_t n, i;

	if (s->remat[s->pieces.at[v].origin] != NONE)
		cost *= REMAT_SHARE;
	if (cost < DISPLACE_LEAST || s->pieces.at[v].stage == STAGE_DONE ||
	    !trial_hopes(s))
		return WAY_NONE;
	n = candidates_find(s, v, trials);
	for (i = 0; i < n; i++) {
		const Candidate *c = &trials[i];
		double max = cost * DISPLACE_SHARE;

		if (s->remat[s->pieces.at[c->w].origin] != NONE)
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
		return WAY_MADE;
	return n ? WAY_DEAR : WAY_NONE;
}
