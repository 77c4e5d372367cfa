/*
 * Loops in which an interval has several places.
 *
 * When a part of it got its register others were taken that are left free now:
 * it changes its place in the loop, for a call or a while in memory, as often
 * as the loop runs; or it is loaded or computed again there.  One register that
 * is free all over the loop, or that others leave for one that is as good for
 * them, holds it from before the loop on, and what is behind the loop takes it
 * from there.
 */
#include "core/alloc/split/loops.h"

#include "core/alloc/evict.h"
#include "core/alloc/split/loops_internal.h"
#include "core/alloc/total.h"
#include "core/base/bits.h"
#include "core/base/sort.h"
#include "core/model/unitset.h"

#include <stdlib.h>

/* Loops tried around each move; moves of an origin; blocks, segments and
 * occurrences looked at in all, by instruction of the function. */
enum { LOOPS_MAX = 4, MOVES_MAX = 256, LOOPS_WORK = 16 };

/* What costs so little is not worth the time; nor, at so little, that others
 * move. */
#define LOOP_COST_MIN 0.25F
#define LOOP_MOVE_MIN 2.0F

/* What costs less by so little is not changed. */
#define LOOP_GAIN_MIN 0.01F

/* The moves of an origin in a loop. */
typedef struct {
	VregId origin;
	uint32_t loop; /* NONE: in the function */
	float cost;
} LoopMoves;

typedef struct {
	VEC(uint64_t) edits; /* that move: origins, 32 bits up, and edits */
	VEC(LoopMoves) loops;
	uint32_t *last; /* by loop, the function last: the last of them */
} Moves;

/* --- Which loops --- */

static BlockId
edit_block(const Scan *s, const Edit *e)
{
	return slots_insn_block(&s->live->slots, e->at);
}

/* All edits that move an origin. */
static void
edits_find(const Scan *s, Moves *moves)
{
	for (uint32_t i = 0; i < s->edits.n; i++) {
		const Edit *e = &s->edits.at[i];

		if (!is_move(s, e))
			continue;
		VregId v = e->dst != NONE ? e->dst : e->src;
		uint64_t origin = s->intervals.at[v].origin;
		VEC_PUSH(s->arena, moves->edits, origin << 32 | i);
	}
	sort_numbers(moves->edits.at, moves->edits.n, s->arena);
}

/* Count COST for the loops around block B, where ORIGIN moves; its own begin
 * with MOVES->loops[FIRST]. */
static void
loops_charge(const Scan *s, Moves *moves, uint32_t first, VregId origin,
	     BlockId b, float cost)
{
	const Cfg *cfg = s->cfg;
	uint32_t loop = cfg->loop_of[b];

	for (uint32_t n = 0;; n++) {
		uint32_t *k = &moves->last[loop == NONE ? cfg->nloops : loop];

		if (*k < first || *k >= moves->loops.n ||
		    moves->loops.at[*k].loop != loop) {
			*k = moves->loops.n;
			VEC_PUSH(s->arena, moves->loops,
				 ((LoopMoves){origin, loop, 0}));
		}
		moves->loops.at[*k].cost += cost * s->price[b];
		if (loop == NONE)
			return;
		loop = n < LOOPS_MAX ? cfg->loops[loop].parent : NONE;
	}
}

/* Note the loops in which the origin of MOVES->edits [FIRST, END) moves. */
static void
loops_note(const Loops *l, Moves *moves, uint32_t first, uint32_t end)
{
	const Scan *s = l->s;
	VregId origin = (VregId)(moves->edits.at[first] >> 32);
	Slice folded = folded_of(&l->folded, origin);
	uint32_t begin = moves->loops.n;

	if (end - first > MOVES_MAX)
		return;
	for (uint32_t i = first; i < end; i++) {
		const Edit *e = &s->edits.at[(uint32_t)moves->edits.at[i]];

		loops_charge(s, moves, begin, origin, edit_block(s, e),
			     move_cost(s, e));
	}
	for (uint32_t i = folded.start; i < folded.end; i++)
		loops_charge(s, moves, begin, origin,
			     slots_insn_block(&s->live->slots,
					      (InsnId)l->folded.at[i]),
			     FOLDED_COST);
}

/* Those that cost most first. */
static int
cost_compare(const void *a, const void *b)
{
	const LoopMoves *x = a, *y = b;

	if (x->cost != y->cost)
		return x->cost > y->cost ? -1 : 1;
	if (x->origin != y->origin)
		return x->origin < y->origin ? -1 : 1;
	return x->loop < y->loop ? -1 : x->loop > y->loop;
}

/* Find the loops in which origins move. */
static void
moves_find(const Loops *l, Moves *moves)
{
	uint32_t k;

	moves->last = ARENA_NEW(l->s->arena, uint32_t, l->s->cfg->nloops + 1);
	edits_find(l->s, moves);
	for (uint32_t i = 0; i < moves->edits.n; i = k) {
		for (k = i + 1;
		     k < moves->edits.n &&
		     moves->edits.at[k] >> 32 == moves->edits.at[i] >> 32;)
			k++;
		loops_note(l, moves, i, k);
	}
	if (moves->loops.n)
		qsort(moves->loops.at, moves->loops.n, sizeof(*moves->loops.at),
		      cost_compare);
}

/* --- Which register --- */

static bool
register_is_free(const Loops *l, RegId reg, const uint64_t *mask)
{
	if (mask && !mask_preserves(mask, reg))
		return false;
	FOR_VEC(Segment, seg, l->segs)
		if (!units_free(l->s, reg, seg->start, seg->end, l->origin))
			return false;
	return true;
}

/* Is REG one that only this use of it would make the prologue save? */
static bool
must_save(const Loops *l, RegId reg)
{
	const Scan *s = l->s;

	return s->saved && bits_has(s->saved, reg) &&
	       !unitset_meets(s->t, l->units, reg);
}

/* What border B costs by register REG. */
static float
border_cost(const Scan *s, const Border *b, RegId reg)
{
	VregId v = b->edit.src != NONE ? b->edit.src : b->edit.dst;
	RegId other = v != NONE ? s->regs.at[v] : 0;
	float price = s->price[b->block];

	if (b->edit.kind == EDIT_NONE || other == reg)
		return 0;
	return other || b->edit.kind == EDIT_REMAT ? price * (float)COST_COPY
						   : price;
}

/* What the loop costs by register REG. */
static float
register_cost(const Loops *l, RegId reg)
{
	const Scan *s = l->s;
	float cost = 0;

	for (uint32_t i = 0; i < l->nasked; i++)
		if (l->asked[i].reg == reg)
			cost -= (float)COST_COPY * l->asked[i].price;
	FOR_VEC(Border, b, l->borders)
		cost += border_cost(s, b, reg);
	/* The prologue stores what the epilogue loads. */
	return must_save(l, reg) ? cost + 2 * s->price[0] : cost;
}

/* The free register by which the loop costs least, if that is less than now; 0.
 */
static RegId
register_find(Loops *l)
{
	Scan *s = l->s;
	const Order *order = class_order(s, s->f->vregs.at[l->like].cls);
	const uint64_t *mask =
		segs_preserved(s, &(Segs){l->segs.at, l->segs.n});
	float least = l->inside * (1 - LOOP_GAIN_MIN);
	RegId best = 0;

	for (uint32_t i = 0; i < order->n; i++) {
		float cost = register_cost(l, order->regs[i]);

		l->looked++;
		if (cost < least && register_is_free(l, order->regs[i], mask)) {
			least = cost;
			best = order->regs[i];
		}
	}
	return best;
}

/* Do those that OFFER names all fit into their new registers at one time, none
 * of which has to be saved for that? */
static bool
others_fit(Loops *l, const MoveOffer *offer)
{
	Scan *s = l->s;
	RegId held[MOVED_MAX];
	uint32_t n = 0;

	for (uint32_t i = 0; i < offer->n; i++)
		if (must_save(l, offer->to[i]))
			return false;
	for (uint32_t i = 0; i < offer->n; i++) {
		held[i] = s->regs.at[offer->from[i]];
		units_release(s, offer->from[i]);
	}
	while (n < offer->n && units_fit(s, offer->from[n], offer->to[n])) {
		units_assign(s, offer->from[n], offer->to[n]);
		n++;
	}
	for (uint32_t i = 0; i < n; i++)
		units_release(s, offer->from[i]);
	for (uint32_t i = 0; i < offer->n; i++)
		units_assign(s, offer->from[i], held[i]);
	return n == offer->n;
}

/* Those that OFFER names leave its register for NEW. */
static void
others_move(Scan *s, const MoveOffer *offer, VregId new)
{
	for (uint32_t i = 0; i < offer->n; i++) {
		log_moved(s, offer->from[i], new, offer->to[i]);
		units_release(s, offer->from[i]);
	}
	for (uint32_t i = 0; i < offer->n; i++)
		units_assign(s, offer->from[i], offer->to[i]);
}

/* The same, as others leave it for registers that are as good for them: OFFER.
 */
static RegId
register_clear(Loops *l, MoveOffer *offer)
{
	Scan *s = l->s;
	ClassId cls = s->f->vregs.at[l->like].cls;
	const Order *order = class_order(s, cls);
	float least = l->inside * (1 - LOOP_GAIN_MIN);
	RegId best = 0;

	if (l->probe == NONE)
		l->probe = interval_add(s, l->like);
	AllocInterval *p = &s->intervals.at[l->probe];
	s->f->vregs.at[l->probe].cls = cls;
	p->stage = STAGE_NEW;
	p->main = (Segs){l->segs.at, l->segs.n};
	p->preserved = PRESERVED_UNKNOWN;
	for (uint32_t i = 0; i < order->n && !best; i++) {
		float cost = register_cost(l, order->regs[i]);

		if (cost >= least)
			continue;
		if (evict_by_moving(s, l->probe, order->regs[i], least - cost,
				    offer) &&
		    others_fit(l, offer))
			best = order->regs[i];
		l->looked += l->segs.n + s->evictions.candidates.n;
	}
	interval_empty(s, l->probe);
	return best;
}

/* The parts' registers are theirs where MAIN says. */
static void
parts_hold(Loops *l, const Segs *main)
{
	Scan *s = l->s;

	for (uint32_t i = 0; i < l->parts.n; i++) {
		VregId v = l->parts.at[i];
		RegId reg = s->regs.at[v];

		if (!reg)
			continue;
		units_release(s, v);
		s->intervals.at[v].main = main[i];
		units_assign(s, v, reg);
	}
}

/* Give the origin of X one register all over its loop, if that costs less. */
static void
loop_unite(Loops *l, const LoopMoves *x)
{
	Scan *s = l->s;
	Segs main[LOOP_PARTS_MAX], outside[LOOP_PARTS_MAX];
	MoveOffer offer = {0};

	l->origin = x->origin;
	l->loop = x->loop;
	l->remat = s->origins.remat[x->origin];
	if (x->cost < LOOP_COST_MIN || loop_shape(l, x->loop)->barred ||
	    !parts_find(l) || !borders_find(l))
		return;
	cover_settle(l);
	RegId reg = register_find(l);
	if (!reg && l->inside < LOOP_MOVE_MIN)
		return;
	for (uint32_t i = 0; i < l->parts.n; i++) {
		main[i] = s->intervals.at[l->parts.at[i]].main;
		outside[i] = segs_outside(l, &main[i]);
		l->looked += main[i].n;
	}
	parts_hold(l, outside);
	if (!reg)
		reg = register_clear(l, &offer);
	if (!reg) {
		parts_hold(l, main);
		return;
	}
	VregId new = interval_add(s, l->like);
	others_move(s, &offer, new);
	loop_take(l, new, reg);
	log_taken(s, new, reg, offer.n ? TAKEN_MOVING : TAKEN_LOOP);
	unitset_add(s->t, l->units, reg);
}

void
loops_unite(Scan *s)
{
	Loops l = {.s = s, .probe = NONE};
	Moves moves = {0};

	if (s->t->lane_mask || !s->edits.n)
		return;
	l.folded = folded_find(s, s->arena);
	moves_find(&l, &moves);
	if (!moves.loops.n)
		return;
	loops_open(&l);
	l.units = total_units(s, s->arena);
	FOR_VEC(LoopMoves, x, moves.loops)
		if (l.looked < (uint64_t)LOOPS_WORK * s->f->insns.n)
			loop_unite(&l, x);
}
