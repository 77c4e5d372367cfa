/*
 * The linear scan: rounds over all intervals, by start, a turn for each.
 *
 * Round one gives every interval its turn: it gets the register that it
 * prefers, or the first that is free, or that of the lightest intervals, if
 * they are together lighter than it is; these are revoked.  Who finds nothing
 * goes to its stack slot, and each instruction that needs it in a register gets
 * a short interval that must have one, whose turn comes in the same round.
 *
 * Further rounds are for those that were revoked, who look for a register that
 * is free beside what the others have, until a round gives out no register.
 * Who is left then goes to its slot, too, and its short intervals have a round.
 *
 * It ends: a round gives out a register, or it moves an interval to its slot;
 * who takes another one's register in round one had none, and later on is an
 * interval that must have one and never loses it. Source: docs/REGALLOC of
 * Subzero; Moessenboeck and Pfeiffer 2002.
 */
#include "core/alloc/textbook/scan.h"

#include "core/alloc/allocate.h"
#include "core/alloc/spill/spill.h"

#include <math.h>
#include <string.h>

static void
register_take(Textbook *tb, VregId v, RegId reg, Taken how)
{
	tb->s->regs.at[v] = reg;
	tb->taken++;
	lists_add(tb, v);
	log_taken(tb->s, v, reg, how);
}

/* The first register that is free for V. */
static RegId
free_find(Textbook *tb, VregId v)
{
	Scan *s = tb->s;
	const Order *order = class_order(s, s->f->vregs.at[v].cls);

	for (uint32_t i = 0; i < order->n; i++)
		if (register_is_free(tb, v, order->regs[i]) &&
		    units_may_clear(s, v, order->regs[i]))
			return order->regs[i];
	return 0;
}

/* Has W come through an earlier round?  Then it stays. */
static bool
stays(Textbook *tb, VregId v, RegId reg, VregId w)
{
	(void)v, (void)reg;
	return interval_state(tb, w)->kept;
}

/* What those who keep V out of REG weigh together, for V to take it: all of
 * them, in whatever part of it they are.  Infinite: it cannot be taken. */
static float
register_weight(Textbook *tb, VregId v, RegId reg)
{
	Scan *s = tb->s;
	bool must = s->intervals.at[v].stage == STAGE_DONE;
	float sum = 0;

	/* Who must have a register takes one from those that would stay, too.
	 */
	if (!units_may_clear(s, v, reg) ||
	    occupants_find(tb, v, reg, must ? NULL : stays))
		return HUGE_VALF;
	for (uint32_t i = 0; i < tb->found.n; i++)
		sum += s->intervals.at[tb->found.at[i]].weight;
	return sum;
}

/* V takes REG from those who have it. */
static void
occupants_revoke(Textbook *tb, VregId v, RegId reg)
{
	occupants_find(tb, v, reg, NULL);
	for (uint32_t i = 0; i < tb->found.n; i++) {
		VregId w = tb->found.at[i];

		log_evicted(tb->s, w, v);
		lists_remove(tb, w);
		/* Whose turn is to come looks for another one then. */
		if (interval_state(tb, w)->had_turn)
			VEC_PUSH(tb->s->arena, tb->revoked, w);
	}
}

/* V goes to its slot; its short intervals are queued.  False: it has none, or
 * is written where nothing can be stored. */
static bool
slot_take(Textbook *tb, VregId v)
{
	AllocInterval *p = &tb->s->intervals.at[v];

	if (spill_interval(tb->s, v))
		return true;
	p->stage = STAGE_DONE;
	p->weight = HUGE_VALF;
	return false;
}

/* No register is free for V: it takes the lightest, or goes without. */
static void
free_none(Textbook *tb, VregId v)
{
	Scan *s = tb->s;
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	float least = HUGE_VALF;
	RegId best = 0;

	for (uint32_t i = 0; i < order->n; i++) {
		float weight = register_weight(tb, v, order->regs[i]);

		if (weight < least) {
			least = weight;
			best = order->regs[i];
		}
	}
	if (best)
		log_lightest(s, v, best, least);
	if (best && s->intervals.at[v].weight > least) {
		occupants_revoke(tb, v, best);
		register_take(tb, v, best, TAKEN_EVICTING);
	} else if (s->intervals.at[v].stage == STAGE_DONE) {
		VEC_PUSH(s->arena, tb->failed, v);
	} else if (tb->round > 1) {
		log_end(s, v, LOG_VAIN);
		VEC_PUSH(s->arena, tb->revoked, v);
	} else if (!slot_take(tb, v)) {
		VEC_PUSH(s->arena, tb->failed, v);
	}
}

/* The turn of V. */
static void
interval_turn(Textbook *tb, VregId v)
{
	Scan *s = tb->s;
	const AllocInterval *p = &s->intervals.at[v];
	RegId reg;

	interval_state(tb, v)->had_turn = true;
	if (!p->main.n) {
		const Order *order = class_order(s, s->f->vregs.at[v].cls);

		/* Never live: any register will do. */
		s->regs.at[v] = order->n ? order->regs[0] : 0;
		return;
	}
	lists_advance(tb, p->main.segs[0].start);
	if (s->regs.at[v]) {
		lists_add(tb, v);
		return;
	}
	s->counts.turns++;
	if (s->log)
		log_tried(s, v);
	Preference prefer = preference_find(tb, v);
	if (prefer.reg) {
		log_prefers(s, v, prefer.reg, prefer.source);
		register_take(tb, v, prefer.reg,
			      prefer.overlap ? TAKEN_SHARED : TAKEN_HINT);
	} else if ((reg = free_find(tb, v)))
		register_take(tb, v, reg, TAKEN_FREE);
	else
		free_none(tb, v);
}

/* --- rounds --- */

/* Unhandled, for the next round: those that have a register or lost it, by
 * start.  Intervals that spilling made are in the queue already. */
static void
unhandled_fill(Textbook *tb)
{
	Scan *s = tb->s;
	uint64_t *first = ARENA_RAW(s->arena, uint64_t,
				    s->intervals.n + tb->revoked.n + 1);
	uint32_t n = 0;
	VregId v;

	for (uint32_t i = 0; i < tb->revoked.n; i++) {
		v = tb->revoked.at[i];
		first[n++] = (uint64_t)s->intervals.at[v].main.segs[0].start
				     << 32 |
			     v;
	}
	for (v = 0; v < s->intervals.n; v++) {
		const AllocInterval *p = &s->intervals.at[v];

		if (s->regs.at[v] && p->main.n)
			first[n++] = (uint64_t)p->main.segs[0].start << 32 | v;
	}
	queue_begin(s, first, n);
	tb->revoked.n = 0;
}

static void
round_run(Textbook *tb)
{
	VregId v;

	log_round(tb->s, ++tb->round);
	tb->taken = 0;
	lists_open(tb);
	while ((v = queue_take(tb->s)) != NONE)
		interval_turn(tb, v);
}

/* Write down in the units who has them when.  EXACT: each segment has one
 * owner; who shares one loses its register. */
static void
units_fill(Textbook *tb, bool exact)
{
	Scan *s = tb->s;
	const UnitId *unit;

	memset(s->held.units, 0,
	       (s->t->n_unit_regs + 1) * sizeof(*s->held.units));
	for (VregId v = 0; v < s->intervals.n; v++) {
		const AllocInterval *p = &s->intervals.at[v];

		if ((v < s->origins.n && !register_occurs(s, v)) ||
		    !s->regs.at[v] || !p->main.n)
			continue;
		if (units_interference(s, v, s->regs.at[v]) ==
		    INTERFERENCE_NONE) {
			units_assign(s, v, s->regs.at[v]);
			continue;
		}
		if (exact) {
			s->regs.at[v] = 0;
			VEC_PUSH(s->arena, tb->revoked, v);
			continue;
		}
		Slice held = reg_held(s, s->regs.at[v], &unit);
		for (uint32_t i = held.start; i < held.end; i++)
			for (uint32_t k = 0, n = p->main.n; k < n; k++)
				segset_fill(s->held.units[unit[i]], s->arena,
					    (OwnedSeg){p->main.segs[k].start,
						       p->main.segs[k].end, v,
						       0});
	}
}

/*
 * Those that must have a register and found none get theirs from others, who
 * must have one, too, and move, or who are revoked.
 */
static bool
failed_settle(Textbook *tb)
{
	Scan *s = tb->s;
	VregId v;

	units_fill(tb, true);
	s->textbook = NULL;
	for (uint32_t i = 0; i < tb->failed.n; i++)
		if (!last_chance(s, tb->failed.at[i]))
			return false;
	while ((v = queue_take(s)) != NONE)
		VEC_PUSH(s->arena, tb->revoked, v);
	tb->failed.n = 0;
	s->textbook = tb;
	return true;
}

/* Nobody who was revoked finds another register: they go to their slots. */
static void
revoked_spill(Textbook *tb)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < tb->revoked.n; i++)
		if (!slot_take(tb, tb->revoked.at[i]))
			tb->revoked.at[n++] = tb->revoked.at[i];
	tb->revoked.n = n;
}

bool
textbook_run(Scan *s)
{
	Textbook tb = {.s = s};
	uint32_t again = 0;

	tb.units = ARENA_NEW(s->arena, UnitUse, s->t->n_unit_regs + 1);
	s->textbook = &tb;
	if (!s->options->whole)
		textbook_split(s);
	queue_fill(s);
	for (;;) {
		round_run(&tb);
		if (tb.failed.n && !failed_settle(&tb))
			return false;
		if (!tb.revoked.n)
			break;
		if (!tb.taken || again++ >= s->options->again) {
			revoked_spill(&tb);
			again = 0;
		}
		unhandled_fill(&tb);
	}
	s->textbook = NULL;
	units_fill(&tb, false);
	return true;
}
