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

enum { REGION_ROUNDS = 10, REGION_WORK = 2000 };

/* Add the calls that REG does not survive, at sites with FLAGS. */
static void
calls_clash(Chooser *c, RegId reg, uint32_t flags)
{
	uint32_t i;

	for (i = 0; i < c->calls.n; i++) {
		const SiteCalls *sc = &c->calls.at[i];

		if ((c->sites.at[sc->site].flags & flags) == flags &&
		    !mask_preserves(c->s->calls[sc->calls].words, reg))
			busy_widen(&c->clash.at[sc->site], sc->at.start,
				   sc->at.end);
	}
}

static bool
entry_wants_reg(const Site *t, const Busy *clash)
{
	return (t->flags & SITE_MENTIONED) && clash->start > t->first;
}

static bool
exit_wants_reg(const Site *t, const Busy *clash)
{
	return (t->flags & SITE_MENTIONED) &&
	       (busy_never(clash) || clash->end <= t->last);
}

/* Does any site that mentions the piece pull it into REG?  No other can. */
static bool
reg_is_wanted(Chooser *c, RegId reg, Busy **chunks)
{
	uint32_t i;

	for (i = 0; i < c->mentioned.n; i++) {
		uint32_t at = c->mentioned.at[i];

		c->clash.at[at] =
			busy_at(c->s, reg, chunks, c->blocks.at[at].block);
	}
	calls_clash(c, reg, SITE_MENTIONED);
	for (i = 0; i < c->mentioned.n; i++) {
		const Site *t = &c->sites.at[c->mentioned.at[i]];
		const Busy *clash = &c->clash.at[c->mentioned.at[i]];

		if ((t->flags & SITE_PINNED) ||
		    ((t->flags & SITE_IN) && entry_wants_reg(t, clash)) ||
		    ((t->flags & SITE_OUT) && exit_wants_reg(t, clash)))
			return true;
	}
	return false;
}

/* A boundary of a site that costs FREQ unless it is in the register, or if it
 * is. */
static void
group_vote(Group *g, bool wants, float freq)
{
	if (wants) {
		g->bias += freq;
		g->wants += freq;
	} else {
		g->bias -= freq;
		g->refuses += freq;
	}
}

/* What one block says about its two boundaries. */
static void
site_vote(Chooser *c, const Site *t, const Busy *clash)
{
	bool never = busy_never(clash);
	Group *in = &c->groups.at[t->in], *out = &c->groups.at[t->out];

	if (never && !(t->flags & SITE_MENTIONED)) {
		if (t->flags & SITE_LINK)
			VEC_PUSH(c->s->arena, c->links,
				 ((Link){{t->in, t->out}, t->freq}));
		return;
	}
	if (!never && (t->flags & SITE_LEFT)) {
		if (t->in != NONE)
			in->bias -= INFINITY;
		return;
	}
	if (t->flags & SITE_IN) {
		bool wants = entry_wants_reg(t, clash);

		if (clash->start >= t->from)
			group_vote(in, wants, t->freq);
		else
			in->bias -= INFINITY;
	}
	if (t->flags & SITE_OUT) {
		bool wants = exit_wants_reg(t, clash);

		if (!never && clash->end > t->to)
			out->bias -= INFINITY;
		else if (t->flags & SITE_PINNED)
			out->bias += INFINITY;
		else
			group_vote(out, wants, t->freq);
	}
}

/* Can the choice cost less than BEST?  No group costs less than what it costs
 * on its better side, or on the only one that it has. */
static bool
groups_may_win(const Chooser *c, double best)
{
	double least = 0;
	uint32_t i;

	for (i = 0; i < c->groups.n; i++) {
		const Group *g = &c->groups.at[i];

		least += g->wants < g->refuses || g->bias == -INFINITY
				 ? g->wants
				 : g->refuses;
	}
	/* It is added up in another order than the cost is. */
	return least * (1 - 1e-9) < best;
}

static float
sign_of(float x)
{
	return (float)((x > 0) - (x < 0));
}

static void
links_sum(Chooser *c)
{
	Group *groups = c->groups.at;
	uint32_t i;

	for (i = 0; i < c->groups.n; i++)
		groups[i].sum = groups[i].bias;
	for (i = 0; i < c->links.n; i++) {
		const Link *l = &c->links.at[i];
		Group *a = &groups[l->group[0]], *b = &groups[l->group[1]];

		a->sum += l->weight * b->value;
		b->sum += l->weight * a->value;
	}
}

/* Let the signs settle; false: none is above zero. */
static bool
groups_settle(Chooser *c)
{
	uint32_t round, i, n = c->groups.n;
	bool any = false, changed = true, swings = false;

	/* The first round: no sign is known yet. */
	for (i = 0; i < n; i++) {
		Group *g = &c->groups.at[i];

		g->before = 0;
		g->value = sign_of(g->bias);
		any |= g->value > 0;
	}
	/* Signs below zero make none above it. */
	if (!any)
		return false;
	for (round = 1; round < REGION_ROUNDS && changed && !swings; round++) {
		changed = false;
		swings = true;
		links_sum(c);
		for (i = 0; i < n; i++) {
			Group *g = &c->groups.at[i];
			float value = sign_of(g->sum);

			changed |= value != g->value;
			swings &= value == g->before;
			g->before = g->value;
			g->value = value;
		}
	}
	/* The same two states in turn: which one is the last? */
	swings &= changed && (REGION_ROUNDS - round) % 2;
	any = false;
	for (i = 0; i < n; i++) {
		Group *g = &c->groups.at[i];

		if (swings)
			g->value = g->before;
		any |= g->value > 0;
	}
	return any;
}

/* Executions of copies that the choice needs; infinite from BEST on. */
static double
choice_cost(const Chooser *c, double best)
{
	double cost = 0;
	uint32_t i;

	for (i = 0; i < c->sites.n; i++) {
		const Site *t = &c->sites.at[i];
		const Busy *clash = &c->clash.at[i];
		bool in = (t->flags & SITE_IN) && c->groups.at[t->in].value > 0;
		bool out =
			(t->flags & SITE_OUT) && c->groups.at[t->out].value > 0;
		unsigned n = 0;

		if (t->flags & SITE_MENTIONED) {
			n += (t->flags & SITE_IN) &&
			     in != entry_wants_reg(t, clash);
			n += (t->flags & SITE_OUT) &&
			     out != exit_wants_reg(t, clash);
		} else if (in && out) {
			n = busy_never(clash) ? 0 : 2;
		} else {
			n = in || out;
		}
		if (!n)
			continue;
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

	for (i = 0; i < c->sites.n; i++) {
		const RegionBlock *rb = &c->blocks.at[i];
		const Site *t = &c->sites.at[i];
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
	uint32_t i;

	if (!reg_is_wanted(c, reg, chunks))
		return INFINITY;
	for (i = 0; i < c->sites.n; i++)
		c->clash.at[i] =
			busy_at(c->s, reg, chunks, c->blocks.at[i].block);
	calls_clash(c, reg, 0);
	c->links.n = 0;
	for (i = 0; i < c->groups.n; i++)
		c->groups.at[i] = (Group){0};
	for (i = 0; i < c->sites.n; i++)
		site_vote(c, &c->sites.at[i], &c->clash.at[i]);
	if (!groups_may_win(c, best) || !groups_settle(c))
		return INFINITY;
	return choice_cost(c, best);
}

/* The register whose region costs less than memory, and least; 0: none. */
static RegId
register_choose(Chooser *c, const Order *order)
{
	uint32_t i, budget = REGION_WORK / (c->sites.n + 1) + 1;
	double best = memory_cost(c) * 0.98, cost;
	RegId reg = 0;

	for (i = 0; i < order->n && i < budget; i++) {
		cost = region_try(c, order->regs[i], best);
		if (cost < best) {
			best = cost;
			reg = order->regs[i];
		}
	}
	return reg;
}

void
region_choose(Scan *s, VregId v, Region *region)
{
	Chooser *c;
	uint32_t i;

	*region = (Region){0};
	if (!sites_collect(s, v))
		return;
	c = s->chooser;
	region->blocks = c->blocks.at;
	region->n = c->blocks.n;
	region->reg = register_choose(c, class_order(s, s->f->vregs.at[v].cls));
	if (!region->reg)
		return;
	region_try(c, region->reg, INFINITY);
	for (i = 0; i < region->n; i++) {
		RegionBlock *rb = &region->blocks[i];
		const Site *t = &c->sites.at[i];
		Busy clash = c->clash.at[i];

		if (!busy_never(&clash)) {
			rb->clash = clash.start;
			rb->clear = clash.end;
		}
		rb->reg_in = rb->in && c->groups.at[t->in].value > 0;
		rb->reg_out = rb->out && c->groups.at[t->out].value > 0;
	}
}
