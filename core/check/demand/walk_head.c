/*
 * One step back over the head of a block: a demand goes on at the end of the
 * blocks before it, or ends there.
 */
#include "core/check/demand/demands.h"

/* Is the value of D what BEFORE has in a cell, and that cell the place? */
static bool
in_its_cell(const Check *c, const Demand *d)
{
	return d->value >= c->nvregs && d->missing == NONE &&
	       d->place == d->value - c->nvregs;
}

/* Does landing pad B start with a value in CELL? */
static bool
pad_defines(Check *c, const Block *b, uint32_t cell)
{
	uint32_t i;

	for (i = b->liveins.start; i < b->liveins.end; i++)
		if (cells_part(&c->cells, c->before->liveins.at[i].reg, cell))
			return true;
	return false;
}

/* Is the cell of D at the function's start good for as many bits as a virtual
 * register has been widened to? */
static bool
starts_clear(Check *c, const Demand *d, const Block *b)
{
	bool clear = true;
	uint32_t i;

	if (!d->width)
		return true;
	/* Of several that share a cell the widest counts. */
	for (i = b->liveins.start; i < b->liveins.end; i++) {
		RegId reg = c->before->liveins.at[i].reg;

		if (!cells_part(&c->cells, reg, d->place))
			continue;
		clear = check_width_met(c, d, cells_width(&c->cells, reg));
		if (clear)
			break;
	}
	return clear;
}

/* The demand of W, on what BEFORE has in a cell or on what a missing
 * instruction computes, meets the head of block B.  Does it end there? */
static __attribute__((noinline)) bool
ends_at_head(Check *c, Work w, const Block *b)
{
	Slice s = c->blocks.preds[w.block];
	Demand copy = c->walk.demands.at[w.demand], *d = &copy;

	d->block = w.block;
	d->step = w.step;
	/* The unwinder may have put something there. */
	if (d->place == PLACE_ANY && b->flags & BLOCK_LANDING_PAD) {
		c->walk.found = true;
		return true;
	}
	if (d->block == 0 && in_its_cell(c, d) && !starts_clear(c, d, b)) {
		check_refuse(c, d, NONE, NONE, "the bits above are not clear");
		return true;
	}
	if (d->block == 0 && in_its_cell(c, d) && !check_on_entry(c, d)) {
		check_refuse(c, d, NONE, NONE, CHECK_LANES_OFF);
		return true;
	}
	if ((d->block == 0 || s.start == s.end) && !in_its_cell(c, d) &&
	    c->blocks.reachable[d->block])
		check_refuse(c, d, NONE, NONE,
			     d->place & PLACE_AGAIN
				     ? "it computes something else"
				     : "nothing is there at the function's "
				       "start");
	return (b->flags & BLOCK_LANDING_PAD) && in_its_cell(c, d) &&
	       pad_defines(c, b, d->place);
}

/* The block, if there is one, in which all steps are that write the place of D
 * and that give its value, and from which a path to block B is known: whatever
 * way D goes back from the head of B, it comes to the end of that block, or is
 * dropped at the function's start.  NONE: none is known. */
static BlockId
home_of(const Check *c, const Demand *d, BlockId b)
{
	BlockId home = c->events.value_home[d->value], place;
	uint32_t at = c->blocks.below[b].start;

	if (home >= HOME_MANY || home == b)
		return NONE;
	place = check_place_home(c, d);
	if (place != NONE && place != home)
		return NONE;
	return at >= c->blocks.below[home].start &&
			       at < c->blocks.below[home].end
		       ? home
		       : NONE;
}

/* Does W, which goes on at a step of another block for demand D, come to the
 * end of that block for the first time?  Another step is told apart later. */
static bool
is_new(Check *c, Demand *d, const Work *w)
{
	/* Behind the steps in the memo, two points for each block: its head,
	 * and its end as seen from successors. */
	uint32_t first = c->steps.n + c->before->blocks.n;

	return w->step != c->blocks.step[w->block + 1] ||
	       !memo_seen(&c->walk.memo, &c->arena, d,
			  first + 2 * w->block + 1);
}

/* --- block heads --- */

bool
check_through_head(Check *c, Work *w)
{
	const Block *b = &c->before->blocks.at[w->block];
	const uint32_t *leave = c->blocks.step + 1; /* by block */
	Demand *d = &c->walk.demands.at[w->demand];
	uint32_t first = c->steps.n + c->before->blocks.n;
	Slice s = c->blocks.preds[w->block];
	Work next = *w;
	bool more = false;
	BlockId home;

	if ((d->value >= c->nvregs || d->missing != NONE) &&
	    ends_at_head(c, *w, b))
		return false;
	d = &c->walk.demands.at[w->demand];
	home = d->value < c->nvregs && d->missing == NONE
		       ? home_of(c, d, w->block)
		       : NONE;
	if (home != NONE) {
		*w = (Work){w->demand, home, c->blocks.step[home + 1]};
		return is_new(c, d, w);
	}
	/* Who came to the end of this block is the first. */
	if (w->step != c->blocks.step[w->block + 1] &&
	    memo_seen(&c->walk.memo, &c->arena, d, first + 2 * w->block))
		return false;
	if (b->flags & BLOCK_LANDING_PAD)
		leave = c->blocks.leave_pad;
	else if (b->flags & BLOCK_ASM_TARGET)
		leave = c->blocks.leave_asm;
	for (; s.start < s.end; s.start++) {
		next.block = c->blocks.pred_blocks[s.start];
		next.step = leave[next.block];
		if (!is_new(c, d, &next))
			continue;
		if (more)
			VEC_PUSH(&c->arena, c->walk.work, *w);
		*w = next;
		more = true;
	}
	return more;
}
