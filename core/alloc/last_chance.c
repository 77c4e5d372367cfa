/*
 * The last chance of an interval that cannot be split or spilled.
 *
 * All that must have a register and could be in its way, or in the way of those
 * that move for it, and so on, are looked at together: they get registers that
 * suit them all, whoever else holds these, or it is known that there are not
 * enough.  Those who lose theirs need none so badly: they wait for their turn.
 *
 * It ends: who took part has a register from then on, whatever it is, and each
 * call gives it to one interval more.
 * Source: last chance recolouring of LLVM's greedy allocator, which tries
 * registers one after another, to a depth.
 */
#include "core/alloc/allocate.h"
#include "core/alloc/match.h"
#include "core/log/log.h"

#include <math.h>

/* How many are looked at together. */
enum { SEEKERS_MAX = 96 };

typedef struct {
	Scan *s;
	Seeker seekers[SEEKERS_MAX];
	uint32_t n;
	bool all; /* there is no other one */
	Arena *tmp;
} Crowd;

typedef struct {
	RegId reg;
	double cost; /* by the weights of those who lose it */
} Choice;

/* W must have a register, too; false: there are too many. */
static bool
crowd_add(Crowd *c, VregId w)
{
	for (uint32_t i = 0; i < c->n; i++)
		if (c->seekers[i].interval == w)
			return true;
	if (c->n == SEEKERS_MAX) {
		c->all = false;
		return false;
	}
	c->seekers[c->n++] = (Seeker){.interval = w};
	return true;
}

/* Can V have REG, if those who must have a register move?  What that costs;
 * infinite: it cannot. */
static double
choice_cost(Crowd *c, VregId v, RegId reg)
{
	Scan *s = c->s;
	double cost = 0;

	if (!units_may_clear(s, v, reg))
		return INFINITY;
	units_evictees(s, v, reg, 0, 0, NULL);
	for (uint32_t i = 0; i < s->evictions.candidates.n; i++) {
		VregId w = s->evictions.candidates.at[i];

		if (s->intervals.at[w].stage != STAGE_DONE)
			cost += (double)s->intervals.at[w].weight;
		else if (!crowd_add(c, w))
			return INFINITY;
	}
	/* Who has one stays there if possible. */
	return reg == s->regs.at[v] ? -1 : cost;
}

/* Seeker number I may have these registers. */
static void
choices_find(Crowd *c, uint32_t i)
{
	VregId v = c->seekers[i].interval;
	const Order *order = class_order(c->s, c->s->f->vregs.at[v].cls);
	Choice *choices = ARENA_RAW(c->tmp, Choice, order->n + 1);
	RegId *regs = ARENA_RAW(c->tmp, RegId, order->n + 1);
	uint32_t n = 0, at;

	for (uint32_t k = 0; k < order->n; k++) {
		Choice x = {order->regs[k], choice_cost(c, v, order->regs[k])};

		if (isinf(x.cost))
			continue;
		for (at = n++; at && choices[at - 1].cost > x.cost; at--)
			choices[at] = choices[at - 1];
		choices[at] = x;
	}
	for (uint32_t k = 0; k < n; k++)
		regs[k] = choices[k].reg;
	c->seekers[i].regs = regs;
	c->seekers[i].n = n;
}

/* All seekers have their registers; who is in the way waits for its turn. */
static void
crowd_settle(Crowd *c, VregId v)
{
	Scan *s = c->s;

	for (uint32_t i = 0; i < c->n; i++) {
		VregId w = c->seekers[i].interval;
		RegId reg = c->seekers[i].reg;

		if (!s->regs.at[w] || s->regs.at[w] == reg)
			continue;
		log_moved(s, w, v, reg);
		units_release(s, w);
	}
	for (uint32_t i = 0; i < c->n; i++) {
		VregId w = c->seekers[i].interval;

		if (s->regs.at[w])
			continue;
		units_evictees(s, w, c->seekers[i].reg, 0, 0, NULL);
		for (uint32_t k = 0; k < s->evictions.candidates.n; k++) {
			VregId x = s->evictions.candidates.at[k];

			log_evicted(s, x, v);
			units_release(s, x);
			s->intervals.at[x].cascade = s->evictions.cascade;
			queue_put(s, x);
		}
		units_assign(s, w, c->seekers[i].reg);
	}
}

bool
last_chance(Scan *s, VregId v)
{
	Arena tmp = {0};
	Crowd *c = ARENA_NEW(&tmp, Crowd, 1);
	AllocInterval *p = &s->intervals.at[v];
	uint32_t i;

	c->s = s;
	c->tmp = &tmp;
	c->all = true;
	crowd_add(c, v);
	for (i = 0; i < c->n; i++)
		choices_find(c, i);
	MatchResult result = seekers_match(s, c->seekers, c->n, &tmp);
	if (result == MATCH_FOUND) {
		p->stage = STAGE_DONE;
		p->weight = HUGE_VALF;
		p->cascade = ++s->evictions.cascade;
		crowd_settle(c, v);
		log_taken(s, v, s->regs.at[v], TAKEN_EVICTING);
	} else {
		log_end(s, v, LOG_FAILED);
		i = result == MATCH_NONE && c->all
			    ? seekers_narrow(s, c->seekers, c->n, &tmp)
			    : 0;
		failure_report(s, v, c->seekers, i ? c->n : 0, i);
	}
	arena_free(&tmp);
	return result == MATCH_FOUND;
}
