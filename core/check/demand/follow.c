/*
 * Demands are followed back, step by step, until all are met or have failed.
 */
#include "core/base/bits.h"
#include "core/base/bound.h"
#include "core/check/demand/demands.h"

/* Does the call of step S, if it is one, leave nothing in CELL of what BEFORE
 * had there?  No mask is about reserved registers. */
static bool
loses(const Check *c, const Step *s, uint32_t cell)
{
	const Insn *b =
		s->before == NONE ? NULL : func_insn(c->before, s->before);
	const Operand *o = b ? insn_opnds(c->before, b) : NULL;
	Slice r;

	for (uint32_t i = 0; b && i < b->nopnds; i++) {
		if (o[i].kind != OPND_MASK)
			continue;
		uint32_t unit = c->events.unit_of_cell[cell];
		for (r = c->t->unit_regs[unit]; r.start < r.end; r.start++) {
			RegId reg = target_unit_reg(c->t, unit, r.start);

			if (c->t->regs[reg].flags & REG_RESERVED ||
			    mask_preserves(c->before->masks.at[o[i].val].words,
					   reg))
				break;
		}
		if (r.start == r.end)
			return true;
	}
	return false;
}

/* The last call of W's block, before W, behind which nothing is defined in the
 * cell that is D's value. */
static uint32_t
last_lost(const Check *c, const Demand *d, Work w)
{
	uint32_t low = c->blocks.step[w.block], step = w.step;

	if (d->value < c->nvregs || d->value >= c->nvregs + c->cells.ncells)
		return NONE;
	uint32_t cell = d->value - c->nvregs;
	do
		step = check_last_written(c, cell, low, step);
	while (step != NONE && !loses(c, &c->steps.at[step], cell));
	return step;
}

/* The last step of W's block, before W, that writes the place of D. */
static uint32_t
last_place(const Check *c, const Demand *d, Work w)
{
	uint32_t low = c->blocks.step[w.block];

	if (d->place == PLACE_ANY)
		return last_lost(c, d, w);
	if (d->place & PLACE_AGAIN)
		return NONE;
	if (d->place & PLACE_SLOT)
		return check_last_event(
			&c->events.places,
			c->cells.ncells +
				c->pieces.list.at[d->place & PLACE_NUMBER].slot,
			low, w.step);
	if (!bits_has(c->events.block_cells +
			      (size_t)w.block * c->events.cell_words,
		      d->place))
		return NONE;
	return check_last_written(c, d->place, low, w.step);
}

/* The last one that gives D's value, or changes what it is computed from. */
static uint32_t
last_value(Check *c, const Demand *d, Work w)
{
	uint32_t low = c->blocks.step[w.block];
	uint32_t best = NONE;

	if (d->missing != NONE)
		return check_last_changed(c, d, w.block, w.step);
	if (d->value < c->nvregs + c->cells.ncells) {
		if (c->events.value_home[d->value] != w.block &&
		    c->events.value_home[d->value] != HOME_MANY)
			return NONE;
		return check_last_event(&c->events.values, d->value, low,
					w.step);
	}
	FOR_CELLS(part, &c->cells,
		  (RegId)(d->value - c->nvregs - c->cells.ncells)) {
		if (!(part->lanes & d->lanes))
			continue;
		uint32_t cell = part->cell;
		uint32_t step = check_last_event(&c->events.values,
						 c->nvregs + cell, low, w.step);
		if (step != NONE && (best == NONE || step > best))
			best = step;
	}
	return best;
}

/* Follow W back to the next thing that concerns its demand.  Does it go on from
 * there, as W is then? */
static bool
follow(Check *c, Work *w)
{
	const Demand *d = &c->walk.demands.at[w->demand];
	uint32_t place = last_place(c, d, *w), value = last_value(c, d, *w);

	if (place == NONE && value == NONE)
		return check_through_head(c, w);
	check_meet_step(c, d, *w, place, value);
	return false;
}

/*
 * One more of the TURNS by which BEGUN demands, and what becomes of them, are
 * followed.  There is an end to them: a turn beyond the first of those begun
 * takes a demand that was put, which the memo lets pass once for each sort and
 * step (or end of a block), or one that came to a block's end, once for each
 * sort and block, or to where an edge leaves a block midway.  That last one
 * came from the edge's other end, the head of a block, which a sort passes
 * twice at most: from the block's end, and, as the memo says, once from within.
 * Sorts are as many as there are places, values, lanes, widths and regions; of
 * those that never come up nothing is known, so the bound grows with the memo.
 */
static inline void
turn_count(const Check *c, uint64_t begun, uint64_t *turns)
{
	const Func *f = c->before;
	uint64_t points = (uint64_t)c->steps.n + 2 * (uint64_t)f->blocks.n +
			  2 * (uint64_t)f->succs.n;

	BOUND_HOLDS(++*turns <= begun + c->walk.memo.keys.n * points);
}

bool
check_is_defined(Check *c, const Demand *d)
{
	Demand ask = *d;
	uint32_t n = c->walk.work.n, ndemands = c->walk.demands.n;
	uint64_t turns = 0;
	Memo memo = c->walk.memo;

	c->walk.memo = (Memo){0};
	c->walk.found = false;
	ask.place = PLACE_ANY;
	ask.within = 0;
	check_push(c, &ask);
	while (c->walk.work.n > n && !c->walk.found) {
		Work w = c->walk.work.at[--c->walk.work.n];

		do
			turn_count(c, 0, &turns);
		while (follow(c, &w) && !c->walk.found);
	}
	bool found = c->walk.found;
	c->walk.work.n = n;
	c->walk.demands.n = ndemands;
	c->walk.memo = memo;
	return found;
}

void
check_judge(Check *c)
{
	FOR_VEC(Refusal, r, c->walk.refusals)
		if (check_is_defined(c, &r->demand))
			check_fail(c, &r->demand, r->before, r->after, r->why);
	c->walk.refusals.n = 0;
}

/* Follow W, and judge what that met. */
static inline bool
advance(Check *c, Work *w)
{
	bool more = follow(c, w);

	if (c->walk.refusals.n)
		check_judge(c);
	return more;
}

/* Most demands meet a step of their own block: they need not be kept. */
void
check_begin(Check *c, const Demand *d)
{
	Work w = {0, d->block, d->step};
	uint32_t place = last_place(c, d, w), value = last_value(c, d, w);

	if (place == NONE && value == NONE) {
		w = check_work(c, d);
		if (check_through_head(c, &w))
			VEC_PUSH(&c->arena, c->walk.work, w);
	} else {
		check_meet_step(c, d, w, place, value);
	}
	if (c->walk.refusals.n)
		check_judge(c);
}

void
check_follow_all(Check *c)
{
	uint64_t begun = c->walk.work.n, turns = 0;

	while (c->walk.work.n && !check_full(c) &&
	       !(c->walk.trial && c->walk.failed)) {
		Work w = c->walk.work.at[--c->walk.work.n];

		do
			turn_count(c, begun, &turns);
		while (advance(c, &w) && !check_full(c) &&
		       !(c->walk.trial && c->walk.failed));
	}
	c->walk.work.n = c->walk.demands.n = 0;
}
