/*
 * Region choice.
 *
 * All block ends and block heads that edges connect form one boundary group:
 * a piece is in the register at all of them or at none, so no edge ever needs
 * a copy.  For one candidate register every group collects a bias: blocks that
 * use the piece near that boundary pull it into the register by their
 * frequency, blocks where the register is taken push it out; blocks that the
 * piece only passes through tie their two groups together.  The signs settle
 * in a few rounds (a Hopfield network).
 *
 * What does not depend on the register is worked out once for all of them;
 * a register is given up as soon as it cannot win any more.
 * Source: LLVM SpillPlacement and SplitKit (Olesen 2011).
 */
#include "core/alloc/region_internal.h"

#include <math.h>
#include <string.h>

enum {
	REGION_ROUNDS = 10,
	/* Blocks looked at for one piece, over all registers: half of x86's in
	 * an interpreter's loop of a thousand blocks are not enough. */
	REGION_WORK = 20000,
};

/* A region may cost as much more than memory: copies between registers are
 * cheaper than loads, and the split is looked at closely before it is made. */
#define MEMORY_SHARE 1.2

/* What is left of a split is split again if that saves so many executions. */
#define RESPLIT_MIN 8.0

/* Add calls [CALLS), of a mask, to what takes a register. */
static void
calls_add(Chooser *c, const SiteCalls *calls, Slice range)
{
	for (; range.start < range.end; range.start++) {
		const SiteCalls *sc = &calls[range.start];

		busy_widen(&c->clash[sc->site], sc->at.start, sc->at.end);
	}
}

/* Where REG is taken in the sites that mention the piece. */
static void
clashes_of_mentions(Chooser *c, RegId reg, Busy **chunks)
{
	uint32_t i;

	for (i = 0; i < c->nmentioned; i++) {
		uint32_t at = c->mentioned[i];

		c->clash[at] = busy_at(c->s, reg, chunks, c->blocks[at].block);
	}
	for (i = 0; i < c->masks.n; i++)
		if (!mask_preserves(c->masks.at[i].words, reg))
			calls_add(c, c->mentioned_calls.at,
				  c->masks.at[i].mentioned);
}

/* Where it is in all of them. */
static void
clashes_find(Chooser *c, RegId reg, Busy **chunks)
{
	uint32_t i;

	for (i = 0; i < c->n; i++)
		c->clash[i] = busy_at(c->s, reg, chunks, c->blocks[i].block);
	for (i = 0; i < c->masks.n; i++)
		if (!mask_preserves(c->masks.at[i].words, reg))
			calls_add(c, c->calls.at, c->masks.at[i].all);
}

static bool
entry_wants_reg(const Site *t, const Busy *clash)
{
	return (t->flags & SITE_MENTIONED) && clash->start >= t->left;
}

static bool
exit_wants_reg(const Site *t, const Busy *clash)
{
	return (t->flags & SITE_MENTIONED) &&
	       (busy_never(clash) || clash->end <= t->entered);
}

/* Copies that a site that mentions the piece needs wherever its boundaries are,
 * because the register is taken before or behind some of the mentions. */
static unsigned
site_breaks(const Site *t, const Busy *clash)
{
	if (busy_never(clash))
		return 0;
	return ((t->flags & SITE_IN) && clash->start < t->entered) +
	       ((t->flags & SITE_OUT) && clash->end > t->left);
}

/* Does any site that mentions the piece pull it into the register, and do they
 * leave hope for a cost below BEST?  No other can pull. */
static bool
reg_is_wanted(Chooser *c, double best)
{
	bool wanted = false;
	uint32_t i;

	c->fixed = 0;
	for (i = 0; i < c->nmentioned; i++) {
		const Site *t = &c->sites[c->mentioned[i]];
		const Busy *clash = &c->clash[c->mentioned[i]];

		c->fixed += (double)t->freq * site_breaks(t, clash);
		wanted |= (t->flags & SITE_PINNED) ||
			  ((t->flags & SITE_IN) && entry_wants_reg(t, clash)) ||
			  ((t->flags & SITE_OUT) && exit_wants_reg(t, clash));
	}
	return wanted && c->fixed < best;
}

/* A boundary of a site, in group G, costs FREQ unless it is in the register, or
 * if it is. */
static inline void
group_vote(Chooser *c, uint32_t g, bool wants, float freq)
{
	if (wants) {
		c->bias[g] += freq;
		c->wants[g] += freq;
	} else {
		c->bias[g] -= freq;
		c->refuses[g] += freq;
	}
}

/* What a block that mentions the piece, or which control may leave before its
 * end, says about its two boundaries. */
static void
site_vote(Chooser *c, const Site *t, const Busy *clash)
{
	bool never = busy_never(clash);

	if (!never && (t->flags & SITE_LEFT)) {
		c->bias[t->in] -= INFINITY;
		return;
	}
	if (!(t->flags & SITE_MENTIONED))
		return;
	if (t->flags & SITE_IN) {
		if (clash->start < t->from)
			c->bias[t->in] -= INFINITY;
		else
			group_vote(c, t->in, entry_wants_reg(t, clash),
				   t->freq);
	}
	if (t->flags & SITE_OUT) {
		if (!never && clash->end > t->to)
			c->bias[t->out] -= INFINITY;
		else if (t->flags & SITE_PINNED)
			c->bias[t->out] += INFINITY;
		else
			group_vote(c, t->out, exit_wants_reg(t, clash),
				   t->freq);
	}
}

/* What one that the piece only passes through says about a boundary: where the
 * register is taken, it costs FREQ to be in it, or, if no copy can stand there
 * (NEVER), it cannot be. */
static inline void
passing_vote(Chooser *c, uint32_t group, float freq, bool never)
{
	c->bias[group] -= never ? INFINITY : freq;
	c->refuses[group] += never ? 0 : freq;
}

/* Most sites are passed through, and whether the register is taken there is
 * hard to foretell: those are added up without asking. */
static void
sites_vote(Chooser *c)
{
	Link *link = c->links;
	uint32_t i;

	for (i = 0; i < c->ngroups; i++) {
		c->bias[i] = 0;
		c->wants[i] = c->refuses[i] = 0;
	}
	for (i = 0; i < c->n; i++) {
		const Site *t = &c->sites[i];
		const Busy *clash = &c->clash[i];
		bool never = busy_never(clash);
		float freq = never ? 0 : t->freq;

		if (t->flags & (SITE_MENTIONED | SITE_LEFT)) {
			site_vote(c, t, clash);
			continue;
		}
		passing_vote(c, t->in, freq, clash->start < t->from);
		passing_vote(c, t->out, freq, clash->end > t->to);
		*link = (Link){{t->in, t->out}, t->freq};
		link += never & !!(t->flags & SITE_LINK);
	}
	c->bias[GROUP_NOBODY] = 0;
	c->nlinks = (uint32_t)(link - c->links);
}

/* Can the choice cost less than BEST?  No group costs less than what it costs
 * on its better side, or on the only one that it has. */
static bool
groups_may_win(const Chooser *c, double best)
{
	double least = c->fixed;
	uint32_t i;

	for (i = GROUP_NOBODY + 1; i < c->ngroups; i++)
		least += c->wants[i] < c->refuses[i] || c->bias[i] == -INFINITY
				 ? c->wants[i]
				 : c->refuses[i];
	/* It is added up in another order than the cost is. */
	return least * (1 - 1e-9) < best;
}

static inline Sign
sign_of(float x)
{
	return (Sign){.f = (x > 0 ? 1.0F : 0.0F) - (x < 0 ? 1.0F : 0.0F)};
}

static void
links_sum(Chooser *c)
{
	float *sum = c->sum;
	const Sign *value = c->value;
	const Link *l = c->links, *end = l + c->nlinks;

	memcpy(sum, c->bias, c->ngroups * sizeof(*sum));
	for (; l < end; l++) {
		uint32_t a = l->group[0], b = l->group[1];

		sum[a] += l->weight * value[b].f;
		sum[b] += l->weight * value[a].f;
	}
}

static bool
any_positive(const Chooser *c)
{
	uint32_t i;

	for (i = 0; i < c->ngroups; i++)
		if (c->value[i].f > 0)
			return true;
	return false;
}

/* The signs of the sums become the new values.  In *CHANGED and *SWINGS:
 * whether some are not what they were, and whether all are what they were a
 * round before that. */
static void
signs_take(Chooser *c, bool *changed, bool *swings)
{
	Sign *next = c->before;
	uint32_t other = 0, older = 0, i;

	for (i = 0; i < c->ngroups; i++) {
		Sign sign = sign_of(c->sum[i]);

		other |= sign.bits ^ c->value[i].bits;
		older |= sign.bits ^ next[i].bits;
		next[i] = sign;
	}
	c->before = c->value;
	c->value = next;
	*changed = other;
	*swings = !older;
}

/* Let the signs settle; false: none is above zero. */
static bool
groups_settle(Chooser *c)
{
	uint32_t round, i;
	bool changed = true, swings = false;

	/* The first round: no sign is known yet. */
	for (i = 0; i < c->ngroups; i++) {
		c->before[i].f = 0;
		c->value[i] = sign_of(c->bias[i]);
	}
	/* Signs below zero make none above it. */
	if (!any_positive(c))
		return false;
	for (round = 1; round < REGION_ROUNDS && changed && !swings; round++) {
		links_sum(c);
		signs_take(c, &changed, &swings);
	}
	/* The same two states in turn: which one is the last? */
	if (swings && changed && (REGION_ROUNDS - round) % 2) {
		Sign *last = c->before;

		c->before = c->value;
		c->value = last;
	}
	return any_positive(c);
}

/* Executions of copies that the choice needs; infinite from BEST on. */
static double
choice_cost(const Chooser *c, double best)
{
	double cost = c->fixed;
	uint32_t i;

	for (i = 0; i < c->n; i++) {
		const Site *t = &c->sites[i];
		const Busy *clash = &c->clash[i];
		bool in = c->value[t->in].f > 0;
		bool out = c->value[t->out].f > 0;
		unsigned n;

		if (t->flags & SITE_MENTIONED) {
			in = in && (t->flags & SITE_IN);
			n = (t->flags & SITE_IN) &&
			    in != entry_wants_reg(t, clash);
			n += (t->flags & SITE_OUT) &&
			     out != exit_wants_reg(t, clash);
		} else if (t->flags & SITE_LEFT) {
			in = in && (t->flags & SITE_IN);
			n = busy_never(clash) ? in != out : in + out;
		} else {
			n = busy_never(clash) ? in ^ out : in + out;
		}
		cost += (double)t->freq * n;
		if (cost >= best)
			return INFINITY;
	}
	return cost;
}

/* The same if the piece lives in memory everywhere, where it can. */
static double
memory_cost(const Chooser *c)
{
	double cost = 0;
	uint32_t i, k;

	for (i = 0; i < c->n; i++) {
		const RegionBlock *rb = &c->blocks[i];
		const Site *t = &c->sites[i];
		unsigned reads = 0, writes = 0;

		if (t->flags & SITE_PINNED)
			return INFINITY;
		for (k = rb->start; k < rb->end; k++) {
			reads |= c->p->mentions[k].flags & MENTION_READ;
			writes |= c->p->mentions[k].flags & MENTION_WRITE;
		}
		cost += (double)t->freq *
			((reads && rb->in) + (writes && rb->out));
	}
	return cost;
}

/* Try register REG: the cost of its best region; infinite if it has none, or
 * from BEST on. */
static double
region_try(Chooser *c, RegId reg, double best)
{
	Busy **chunks = busy_open(c->s, reg);

	clashes_of_mentions(c, reg, chunks);
	if (!reg_is_wanted(c, best))
		return INFINITY;
	clashes_find(c, reg, chunks);
	sites_vote(c);
	if (!groups_may_win(c, best) || !groups_settle(c))
		return INFINITY;
	return choice_cost(c, best);
}

/* The register whose region costs least, and not much more than memory; 0:
 * none.
 */
static RegId
register_choose(Chooser *c, const Order *order)
{
	uint32_t i, budget = REGION_WORK / (c->n + 1) + 1;
	double best = memory_cost(c) * MEMORY_SHARE, cost;
	RegId reg = 0;

	if (c->p->splits && best < RESPLIT_MIN)
		return 0;
	for (i = 0; i < order->n && i < budget; i++) {
		cost = region_try(c, order->regs[i], best);
		if (cost < best) {
			best = cost;
			reg = order->regs[i];
		}
	}
	return reg;
}

/* Where C's piece is in REGION's register, which was tried last. */
static void
region_note(const Chooser *c, Region *region)
{
	uint32_t i;

	for (i = 0; i < region->n; i++) {
		RegionBlock *rb = &region->blocks[i];
		const Site *t = &c->sites[i];
		Busy clash = c->clash[i];

		if (!busy_never(&clash)) {
			rb->clash = clash.start;
			rb->clear = clash.end;
		}
		rb->reg_in = rb->in && c->value[t->in].f > 0;
		rb->reg_out = rb->out && c->value[t->out].f > 0;
	}
}

void
region_choose(Scan *s, VregId v, Region *region)
{
	Chooser *c;

	*region = (Region){0};
	if (!sites_collect(s, v))
		return;
	c = s->chooser;
	region->blocks = c->blocks;
	region->n = c->n;
	region->reg = register_choose(c, class_order(s, s->f->vregs.at[v].cls));
	if (!region->reg)
		return;
	region_try(c, region->reg, INFINITY);
	region_note(c, region);
}

bool
region_around(Scan *s, VregId v, RegId reg, Region *region)
{
	*region = (Region){0};
	if (!sites_collect(s, v) ||
	    region_try(s->chooser, reg, INFINITY) == INFINITY)
		return false;
	region->reg = reg;
	region->blocks = s->chooser->blocks;
	region->n = s->chooser->n;
	region_note(s->chooser, region);
	return true;
}
