/*
 * One step back over the head of a block: a demand goes on at the end of the
 * blocks before it, or ends there.
 */
#include "core/base/bound.h"
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
	FOR_SLICE(LiveIn, livein, c->before->liveins.at, b->liveins)
		if (cells_part(&c->cells, livein->reg, cell))
			return true;
	return false;
}

/* The widest register, REG or one by which BEFORE's first block, B, reads CELL
 * as it is at the function's start: B need not have named more than a part of
 * that. */
static RegId
widest_read(Check *c, RegId reg, uint32_t cell, const Block *b)
{
	bool written = false;

	for (InsnId i = b->first; i < b->end && !written; i++) {
		const Insn *insn = func_insn(c->before, i);

		FOR_OPNDS(o, c->before, insn) {
			RegId other = (RegId)o->val;

			if (o->kind != OPND_REG || !other ||
			    o->flags & (OPND_UNDEF | OPND_DEBUG) ||
			    !cells_part(&c->cells, other, cell))
				continue;
			if (o->flags & OPND_DEF)
				written = true;
			else if (cells_bits(&c->cells, other, cell) >
				 cells_bits(&c->cells, reg, cell))
				reg = other;
		}
	}
	return reg;
}

/* Does REG have as many bits as D wants, and no more than came along?  D may
 * have its width from a register that contains REG, of which lanes tell. */
static bool
has_wanted(Check *c, const Demand *d, RegId reg)
{
	uint32_t width = cells_bits(&c->cells, reg, d->place);
	uint32_t bits = c->t->regs[reg].bits;

	return check_width_met(c, d, width ? width : bits) &&
	       check_all_kept(d, bits);
}

/* Is the cell of D at the function's start good for as many bits as a virtual
 * register has been widened to? */
static bool
starts_clear(Check *c, const Demand *d, const Block *b)
{
	RegId widest = 0;

	if (!d->width && !d->kept)
		return true;
	FOR_SLICE(LiveIn, livein, c->before->liveins.at, b->liveins) {
		RegId reg = livein->reg;

		if (cells_part(&c->cells, reg, d->place) &&
		    (!widest ||
		     cells_bits(&c->cells, reg, d->place) >
			     cells_bits(&c->cells, widest, d->place)))
			widest = reg;
	}
	if (!widest || (!d->extended && !d->kept && has_wanted(c, d, widest)))
		return true;
	return has_wanted(c, d, widest_read(c, widest, d->place, b));
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

/* The blocks of the steps that give the value of a demand, a virtual register,
 * and of those that write its place: what its way over blocks depends on. */
typedef struct {
	BlockId value, place; /* as CheckEvents.value_home and place_home */
	BlockId home;	      /* all these steps are in it; HOME_MANY: not so */
	const uint64_t *cells; /* of CheckEvents.block_cells: that of the place;
				* NULL: the place is no cell */
} Homes;

static Homes
homes_of(const Check *c, const Demand *d)
{
	Homes h = {.value = c->events.value_home[d->value],
		   .place = check_place_home(c, d)};

	h.home = h.value == NONE || (h.place != NONE && h.place != h.value)
			 ? HOME_MANY
			 : h.value;
	if (!(d->place & (PLACE_SLOT | PLACE_AGAIN)))
		h.cells = c->events.block_cells + (d->place >> 6);
	return h;
}

/* Is there no step in block B that gives the value of D, or writes its place?
 * False: there may be one. */
static bool
passes_block(const Check *c, const Demand *d, const Homes *h, BlockId b)
{
	if (h->value == b || h->value == HOME_MANY)
		return false;
	return h->cells ? !(h->cells[(size_t)b * c->events.cell_words] >>
				    (d->place & 63) &
			    1)
			: h->place != b && h->place != HOME_MANY;
}

/* Is a path known from the home of H to block B?  Then, whatever way the demand
 * goes back from the head of B, it comes to the end of that block, or is
 * dropped at the function's start. */
static bool
comes_home(const Check *c, const Homes *h, BlockId b)
{
	uint32_t at = c->blocks.below[b].start;

	return h->home != HOME_MANY && h->home != b &&
	       at >= c->blocks.below[h->home].start &&
	       at < c->blocks.below[h->home].end;
}

/* Was a demand like D put to the end of block B before, or, unless END, to its
 * head, from within?  PAGE: a page of its sort. */
static inline bool
is_known(Check *c, Demand *d, MemoPage **page, BlockId b, bool end)
{
	if ((*page)->number != b / MEMO_BLOCKS)
		*page = memo_page(&c->walk.memo, &c->arena, d, b);
	return memo_block_seen(&c->walk.memo, &c->arena,
			       end ? (*page)->ends : (*page)->heads, b);
}

/* The demand D of W is put to the ends of the blocks before its own, unless it
 * was before; where an edge leaves a block midway, that is told apart later.
 * Does it go on, as W is then? */
static inline bool
pass_head(Check *c, Demand *d, MemoPage **page, Work *w)
{
	const uint32_t *end = c->blocks.step + 1, *leave = end; /* by block */
	uint32_t flags = c->before->blocks.at[w->block].flags;
	bool more = false;

	/* Who came to the end of this block is the first. */
	if (w->step != end[w->block] && is_known(c, d, page, w->block, false))
		return false;
	if (flags & (BLOCK_LANDING_PAD | BLOCK_ASM_TARGET))
		leave = flags & BLOCK_LANDING_PAD ? c->blocks.leave_pad
						  : c->blocks.leave_asm;
	FOR_SLICE(BlockId, b, c->blocks.pred_blocks,
		  c->blocks.preds[w->block]) {
		if (leave[*b] == end[*b] && is_known(c, d, page, *b, true))
			continue;
		if (more)
			VEC_PUSH(&c->arena, c->walk.work, *w);
		w->block = *b;
		w->step = leave[*b];
		more = true;
	}
	return more;
}

/* The same where the value of W's demand is a virtual register that AFTER does
 * not lack, over as many blocks as do not concern it.  Each turn but the first
 * has come to a block's end, once for each, or to where an edge leaves a block
 * midway: from there it goes on once, as the memo of heads says. */
static bool
pass_heads(Check *c, Work *w)
{
	Demand *d = &c->walk.demands.at[w->demand];
	MemoPage *page = memo_page(&c->walk.memo, &c->arena, d, w->block);
	uint64_t left = 2 * (uint64_t)c->before->blocks.n + 1;
	Homes h = homes_of(c, d);

	do {
		BOUND_COUNT(left);
		if (comes_home(c, &h, w->block)) {
			w->block = h.home;
			w->step = c->blocks.step[h.home + 1];
			return !is_known(c, d, &page, h.home, true);
		}
		if (!pass_head(c, d, &page, w))
			return false;
	} while (passes_block(c, d, &h, w->block));
	return true;
}

/* --- block heads --- */

bool
check_through_head(Check *c, Work *w)
{
	Demand *d = &c->walk.demands.at[w->demand];

	if (d->value < c->nvregs && d->missing == NONE)
		return pass_heads(c, w);
	if (ends_at_head(c, *w, &c->before->blocks.at[w->block]))
		return false;
	d = &c->walk.demands.at[w->demand];
	MemoPage *page = memo_page(&c->walk.memo, &c->arena, d, w->block);
	return pass_head(c, d, &page, w);
}
