/*
 * The last chance of a piece that cannot be split or spilled: a register whose
 * pieces either need none so badly, whatever their weight, or must have one but
 * find another free.  Source: last chance recolouring of LLVM's greedy
 * allocator, to a depth of one.
 */
#include "core/alloc/log.h"
#include "core/alloc/scan.h"

#include <math.h>

/* A piece that took a register so often will not find its peace. */
enum { CHANCES_MAX = 3 };

/* What it costs to take REG for V, by the weights of those who lose it;
 * infinite: one of them has nowhere to go. */
static double
chance_cost(Scan *s, VregId v, RegId reg)
{
	double cost = 0;
	uint32_t i;

	if (units_clash(s, v, reg) == CLASH_FIXED)
		return INFINITY;
	units_evictees(s, v, reg, 0, 0, NULL);
	for (i = 0; i < s->evictees.n; i++) {
		VregId w = s->evictees.at[i];

		if (s->pieces.at[w].stage != STAGE_DONE)
			cost += (double)s->pieces.at[w].weight;
		else if (!other_register(s, w, reg))
			return INFINITY;
	}
	return cost;
}

/* W loses its register to V: it moves, or waits for its turn. */
static void
piece_yield(Scan *s, VregId w, VregId v, RegId other)
{
	units_release(s, w);
	if (other && units_fit(s, w, other)) {
		log_moved(s, w, v, other);
		units_assign(s, w, other);
		return;
	}
	log_evicted(s, w, v);
	s->pieces.at[w].cascade = s->cascade;
	queue_put(s, w);
}

bool
last_chance(Scan *s, VregId v)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	Piece *p = &s->pieces.at[v];
	double best = INFINITY, cost;
	RegId reg = 0;
	uint32_t i;

	for (i = 0; p->chances < CHANCES_MAX && i < order->n; i++) {
		cost = chance_cost(s, v, order->regs[i]);
		if (cost < best) {
			best = cost;
			reg = order->regs[i];
		}
	}
	if (!reg) {
		log_end(s, v, LOG_FAILED);
		return false;
	}
	p->chances++;
	p->stage = STAGE_DONE;
	p->weight = HUGE_VALF;
	p->cascade = ++s->cascade;
	units_evictees(s, v, reg, 0, 0, NULL);
	for (i = 0; i < s->evictees.n; i++) {
		VregId w = s->evictees.at[i];
		bool stays = s->pieces.at[w].stage == STAGE_DONE;

		piece_yield(s, w, v, stays ? other_register(s, w, reg) : 0);
	}
	units_assign(s, v, reg);
	log_taken(s, v, reg, TAKEN_EVICTING);
	return true;
}
