/*
 * The lists of the linear scan: which intervals are active at the position of
 * the scan, and which are inactive, in a hole.
 *
 * They are kept by register unit, as only those in the units of one register
 * are ever asked for; so a register and all its aliases are taken and released
 * in one step.  A unit counts its active intervals: several can be in it,
 * where they are copies of one value.
 *
 * The textbook looks at all of both lists in every turn; here a heap knows who
 * changes next, which costs the logarithm of the intervals for each segment.
 */
#include "core/alloc/textbook/scan.h"

IntervalState *
interval_state(Textbook *tb, VregId v)
{
	while (tb->intervals.n <= v)
		VEC_PUSH(tb->s->arena, tb->intervals,
			 ((IntervalState){.range = NONE}));
	return &tb->intervals.at[v];
}

/* --- changes --- */

static void
change_put(Textbook *tb, SlotIdx at, uint32_t range)
{
	Change change = {at, range};
	uint32_t i = tb->changes.n, up;

	VEC_PUSH(tb->s->arena, tb->changes, change);
	Change *heap = tb->changes.at;
	for (; i && heap[up = (i - 1) / 2].at > at; i = up)
		heap[i] = heap[up];
	heap[i] = change;
}

static Change
change_take(Textbook *tb)
{
	Change *heap = tb->changes.at, first = heap[0];
	uint32_t n = --tb->changes.n, i = 0, k;

	Change last = heap[n];
	for (; (k = 2 * i + 1) < n; i = k) {
		k += k + 1 < n && heap[k + 1].at < heap[k].at;
		if (heap[k].at >= last.at)
			break;
		heap[i] = heap[k];
	}
	heap[i] = last;
	return first;
}

/* --- lists --- */

/* Does unit number I of the target's list, of REG, carry some of the lanes? */
static inline bool
unit_carries(const Scan *s, RegId reg, uint32_t i, LaneMask lanes)
{
	return !lanes || (held_lanes(s, reg, i) & lanes);
}

/* Count range X as a user of its units, or as none any more. */
static void
uses_count(Textbook *tb, const Range *x, bool more)
{
	const UnitId *unit;
	Slice held = reg_held(tb->s, x->reg, &unit);

	for (uint32_t i = held.start; i < held.end; i++)
		if (unit_carries(tb->s, x->reg, i, x->lanes))
			tb->units[unit[i]].uses += more ? 1 : -1U;
}

/* Take range R out of the lists of its units, or put it there. */
static void
range_list(Textbook *tb, uint32_t r, bool add)
{
	const Range *x = &tb->ranges.at[r];
	const UnitId *unit;
	Slice held = reg_held(tb->s, x->reg, &unit);
	uint32_t k;

	for (uint32_t i = held.start; i < held.end; i++) {
		UnitUse *use = &tb->units[unit[i]];

		if (!unit_carries(tb->s, x->reg, i, x->lanes))
			continue;
		if (add) {
			VEC_PUSH(tb->s->arena, use->ranges, r);
			continue;
		}
		for (k = 0; use->ranges.at[k] != r;)
			k++;
		use->ranges.at[k] = use->ranges.at[--use->ranges.n];
	}
}

/* Where range R, which is in LIST, is to be looked at again. */
static void
range_move(Textbook *tb, uint32_t r, List list)
{
	Range *x = &tb->ranges.at[r];

	if ((list == LIST_ACTIVE) != (x->list == LIST_ACTIVE))
		uses_count(tb, x, list == LIST_ACTIVE);
	if (list == LIST_HANDLED)
		range_list(tb, r, false);
	else
		change_put(tb,
			   list == LIST_ACTIVE ? x->segs.segs[x->at].end
					       : x->segs.segs[x->at].start,
			   r);
	tb->ranges.at[r].list = (uint8_t)list;
}

/* The list in which range X belongs at AT. */
static List
range_belongs(Range *x, SlotIdx at)
{
	while (x->at < x->segs.n && x->segs.segs[x->at].end <= at)
		x->at++;
	if (x->at == x->segs.n)
		return LIST_HANDLED;
	return x->segs.segs[x->at].start <= at ? LIST_ACTIVE : LIST_INACTIVE;
}

void
lists_advance(Textbook *tb, SlotIdx at)
{
	tb->at = at;
	while (tb->changes.n && tb->changes.at[0].at <= at) {
		Change change = change_take(tb);
		Range *x = &tb->ranges.at[change.range];

		if (x->list != LIST_HANDLED)
			range_move(tb, change.range, range_belongs(x, at));
	}
}

static void
range_add(Textbook *tb, VregId v, LaneMask lanes, Segs segs)
{
	IntervalState *state = interval_state(tb, v);
	Range x = {.segs = segs,
		   .lanes = lanes,
		   .interval = v,
		   .reg = tb->s->regs.at[v],
		   .next = state->range,
		   .list = LIST_HANDLED};
	List list = range_belongs(&x, tb->at);

	if (list == LIST_HANDLED)
		return;
	x.list = LIST_INACTIVE;
	VEC_PUSH(tb->s->arena, tb->ranges, x);
	state->range = tb->ranges.n - 1;
	range_list(tb, state->range, true);
	range_move(tb, state->range, list);
}

void
lists_add(Textbook *tb, VregId v)
{
	const AllocInterval *p = &tb->s->intervals.at[v];

	if (!p->nlanes)
		range_add(tb, v, 0, p->main);
	for (uint32_t i = 0; i < p->nlanes; i++)
		range_add(tb, v, p->lanes[i].lanes, p->lanes[i].segs);
}

void
lists_remove(Textbook *tb, VregId v)
{
	IntervalState *state = interval_state(tb, v);

	for (uint32_t r = state->range; r != NONE; r = tb->ranges.at[r].next)
		if (tb->ranges.at[r].list != LIST_HANDLED)
			range_move(tb, r, LIST_HANDLED);
	state->range = NONE;
	state->kept = false;
	tb->s->regs.at[v] = 0;
}

/* Intervals that have registers are coming, in the units of these. */
static void
coming_fill(Textbook *tb)
{
	Scan *s = tb->s;
	const uint64_t *next;

	for (next = s->waiting.first; next < s->waiting.first_end; next++) {
		VregId v = (VregId)*next;
		const UnitId *unit;

		if (!s->regs.at[v])
			continue;
		interval_state(tb, v)->kept = true;
		Slice held = reg_held(s, s->regs.at[v], &unit);
		for (uint32_t i = held.start; i < held.end; i++)
			VEC_PUSH(s->arena, tb->units[unit[i]].coming, v);
	}
}

void
lists_open(Textbook *tb)
{
	Scan *s = tb->s;

	tb->at = 0;
	tb->ranges.n = tb->changes.n = 0;
	for (uint32_t i = 0; i < s->t->n_unit_regs; i++) {
		UnitUse *use = &tb->units[i];

		use->uses = use->begun = 0;
		use->ranges.n = use->coming.n = 0;
	}
	for (uint32_t i = 0; i < tb->intervals.n; i++)
		tb->intervals.at[i] = (IntervalState){.range = NONE};
	tb->stamp = 0;
	coming_fill(tb);
}

/* --- who is in the way --- */

bool
segs_overlap(Segs a, Segs b)
{
	uint32_t i = 0, k = 0;

	while (i < a.n && k < b.n) {
		if (a.segs[i].end <= b.segs[k].start)
			i = segment_from(a.segs, i, a.n, b.segs[k].start);
		else if (b.segs[k].end <= a.segs[i].start)
			k = segment_from(b.segs, k, b.n, a.segs[i].start);
		else
			return true;
	}
	return false;
}

/* Does P, in a unit with lanes UNIT, meet the segments? */
static bool
interval_overlaps(const AllocInterval *p, LaneMask unit, Segs segs)
{
	if (!p->nlanes)
		return segs_overlap(p->main, segs);
	for (uint32_t i = 0; i < p->nlanes; i++)
		if ((p->lanes[i].lanes & unit) &&
		    segs_overlap(p->lanes[i].segs, segs))
			return true;
	return false;
}

/* Do P and Q, which have a unit with lanes UNIT in common, meet there?  Q has
 * it as lanes QUNIT. */
static bool
intervals_overlap(const AllocInterval *p, LaneMask unit, const AllocInterval *q,
		  LaneMask qunit)
{
	if (!q->nlanes)
		return interval_overlaps(p, unit, q->main);
	for (uint32_t i = 0; i < q->nlanes; i++)
		if ((q->lanes[i].lanes & qunit) &&
		    interval_overlaps(p, unit, q->lanes[i].segs))
			return true;
	return false;
}

static void
occupant_add(Textbook *tb, VregId w)
{
	IntervalState *state = interval_state(tb, w);

	if (state->mark == tb->stamp)
		return;
	state->mark = tb->stamp;
	VEC_PUSH(tb->s->arena, tb->found, w);
}

/* The lanes that REG has in UNIT. */
static LaneMask
lanes_in_unit(const Scan *s, RegId reg, UnitId unit)
{
	const UnitId *units;
	Slice held = reg_held(s, reg, &units);

	while (units[held.start] != unit)
		held.start++;
	return held_lanes(s, reg, held.start);
}

/* Those in UNIT, number I of the target's list for REG. */
static bool
unit_occupants(Textbook *tb, VregId v, RegId reg, uint32_t i, UnitId unit,
	       Enough *enough)
{
	Scan *s = tb->s;
	UnitUse *use = &tb->units[unit];
	const AllocInterval *p = &s->intervals.at[v];
	LaneMask lanes = held_lanes(s, reg, i);
	SlotIdx end = p->main.segs[p->main.n - 1].end;

	for (uint32_t k = 0; k < use->ranges.n; k++) {
		const Range *x = &tb->ranges.at[use->ranges.at[k]];
		Segs rest = {x->segs.segs + x->at, x->segs.n - x->at};

		if (!interval_overlaps(p, lanes, rest))
			continue;
		occupant_add(tb, x->interval);
		if (enough && enough(tb, v, reg, x->interval))
			return true;
	}
	while (use->begun < use->coming.n &&
	       interval_state(tb, use->coming.at[use->begun])->had_turn)
		use->begun++;
	for (uint32_t k = use->begun; k < use->coming.n; k++) {
		VregId w = use->coming.at[k];
		const AllocInterval *q = &s->intervals.at[w];

		if (q->main.segs[0].start >= end)
			break;
		if (interval_state(tb, w)->had_turn || !s->regs.at[w] ||
		    !intervals_overlap(p, lanes, q,
				       lanes_in_unit(s, s->regs.at[w], unit)))
			continue;
		occupant_add(tb, w);
		if (enough && enough(tb, v, reg, w))
			return true;
	}
	return false;
}

bool
occupants_find(Textbook *tb, VregId v, RegId reg, Enough *enough)
{
	const UnitId *unit;
	Slice held = reg_held(tb->s, reg, &unit);

	tb->found.n = 0;
	tb->stamp++;
	for (uint32_t i = held.start; i < held.end; i++)
		if (unit_occupants(tb, v, reg, i, unit[i], enough))
			return true;
	return false;
}

static bool
any_is_enough(Textbook *tb, VregId v, RegId reg, VregId w)
{
	(void)tb, (void)v, (void)reg, (void)w;
	return true;
}

bool
register_is_free(Textbook *tb, VregId v, RegId reg)
{
	const UnitId *unit;
	Slice held = reg_held(tb->s, reg, &unit);

	for (uint32_t i = held.start;
	     !tb->s->intervals.at[v].nlanes && i < held.end; i++)
		if (tb->units[unit[i]].uses)
			return false;
	return !occupants_find(tb, v, reg, any_is_enough);
}
