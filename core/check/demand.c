/*
 * The demands: what each operand of BEFORE must find in its place, followed
 * back to where it comes from.
 */
#include "core/base/bits.h"
#include "core/base/bound.h"
#include "core/check/check_internal.h"

/* The last of the N steps at AT, in order, in [LOW, HIGH); NONE: none. */
static uint32_t
last_in(const uint32_t *at, uint32_t n, uint32_t low, uint32_t high)
{
	const uint32_t *first = at;

	/* Without branches, which could not be foreseen. */
	for (; n > 1; n -= n / 2)
		at += at[n / 2 - 1] < high ? n / 2 : 0;
	at += n && *at < high;
	return at == first || at[-1] < low ? NONE : at[-1];
}

/* Most values have one. */
static inline uint32_t
last_event(const EventList *list, uint32_t what, uint32_t low, uint32_t high)
{
	uint32_t start = list->start[what], n = list->start[what + 1] - start;
	const uint32_t *at = list->steps + start;

	if (n == 1)
		return *at < low || *at >= high ? NONE : *at;
	return last_in(at, n, low, high);
}

uint32_t
check_last_event(const EventList *list, uint32_t what, uint32_t low,
		 uint32_t high)
{
	return last_event(list, what, low, high);
}

/* Does the call of step S, if it is one, leave nothing in CELL of what BEFORE
 * had there?  No mask is about reserved registers. */
static bool
loses(const Check *c, const Step *s, uint32_t cell)
{
	const Insn *b =
		s->before == NONE ? NULL : func_insn(c->before, s->before);
	const Operand *o = b ? insn_opnds(c->before, b) : NULL;
	Slice r;
	uint32_t i;

	for (i = 0; b && i < b->nopnds; i++) {
		if (o[i].kind != OPND_MASK)
			continue;
		r = c->t->unit_regs[c->unit_of_cell[cell]];
		while (r.start < r.end &&
		       !(c->t->regs[c->t->unit_reg_ids[r.start]].flags &
			 REG_RESERVED) &&
		       !mask_preserves(c->before->masks.at[o[i].val].words,
				       c->t->unit_reg_ids[r.start]))
			r.start++;
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
	uint32_t low = c->block_step[w.block], step = w.step, cell;

	if (d->value < c->nvregs || d->value >= c->nvregs + c->cells.ncells)
		return NONE;
	cell = d->value - c->nvregs;
	do
		step = last_event(&c->places, cell, low, step);
	while (step != NONE && !loses(c, &c->steps.at[step], cell));
	return step;
}

/* The last step of W's block, before W, that writes the place of D. */
static uint32_t
last_place(const Check *c, const Demand *d, Work w)
{
	uint32_t what = d->place;

	if (d->place == PLACE_ANY)
		return last_lost(c, d, w);
	if (d->place & PLACE_AGAIN)
		return NONE;
	if (d->place & PLACE_SLOT)
		what = c->cells.ncells +
		       c->pieces.at[d->place & PLACE_NUMBER].slot;
	else if (!bits_has(c->block_cells + (size_t)w.block * c->cell_words,
			   what))
		return NONE;
	return last_event(&c->places, what, c->block_step[w.block], w.step);
}

/* The last one that gives D's value, or changes what it is computed from. */
static uint32_t
last_value(Check *c, const Demand *d, Work w)
{
	uint32_t low = c->block_step[w.block];
	uint32_t best = NONE, step, cell;
	Slice s;

	if (d->missing != NONE)
		return check_last_changed(c, d, w.block, w.step);
	if (d->value < c->nvregs + c->cells.ncells) {
		if (c->value_home[d->value] != w.block &&
		    c->value_home[d->value] != HOME_MANY)
			return NONE;
		return last_event(&c->values, d->value, low, w.step);
	}
	s = cells_of(&c->cells,
		     (RegId)(d->value - c->nvregs - c->cells.ncells));
	for (; s.start < s.end; s.start++) {
		if (!(c->cells.parts.at[s.start].lanes & d->lanes))
			continue;
		cell = c->cells.parts.at[s.start].cell;
		step = last_event(&c->values, c->nvregs + cell, low, w.step);
		if (step != NONE && (best == NONE || step > best))
			best = step;
	}
	return best;
}

/* A register that could be operand O of BEFORE, and the bytes it has. */
static RegId
sample_register(const Check *c, const Operand *o, uint32_t *size)
{
	ClassId cls = c->before->vregs.at[o->val].cls;
	Slice order = c->t->classes[cls].order;
	RegId reg = 0;

	for (; order.start < order.end && !reg; order.start++)
		reg = target_subreg(c->t, c->t->class_regs[order.start],
				    o->sub);
	*size = check_natural((Check *)c, o) / 8;
	return reg;
}

/* Is the piece of a slot that D names what the folded definition O wrote?  Of
 * LANES only those count that O has: the lower half of a wide vector can be the
 * lane of a narrower one as well. */
static bool
slot_has(Check *c, const Demand *d, const Fold *fold, const Operand *o,
	 LaneMask lanes)
{
	LaneMask all = c->t->classes[c->before->vregs.at[o->val].cls].lanes;
	const SlotPiece *p;
	uint32_t size;

	if (!(d->place & PLACE_SLOT))
		return false;
	p = &c->pieces.at[d->place & PLACE_NUMBER];
	sample_register(c, o, &size);
	if (fold->size)
		size = fold->size;
	if (lanes & all)
		lanes &= all;
	return p->slot == fold->slot && p->offset == fold->offset &&
	       p->size <= size &&
	       !(lanes & ~cells_lanes_up(&c->cells, o->sub, p->lanes));
}

/* D meets instruction B of BEFORE, which gives its value and which AFTER has
 * not got.  Those of AFTER that compute values again have no place among the
 * instructions of BEFORE: one of them may as well have come first. */
static void
meet_missing(Check *c, Demand *d, InsnId b)
{
	if (check_is_formula(c, b)) {
		d->missing = b;
		check_push(c, d);
	} else {
		check_fail_missing(c, d, b);
	}
}

/* Is the place of D an instruction like B? */
static bool
is_again(const Check *c, const Demand *d, InsnId b)
{
	return d->place & PLACE_AGAIN &&
	       func_insn(c->after, d->place & ~PLACE_AGAIN)->op ==
		       func_insn(c->before, b)->op;
}

/* Is the part of its place that D is about, if it is about a part, where LANES
 * of the value are? */
static bool
in_portion(const Demand *d, LaneMask lanes)
{
	return !d->portion || lanes == LANES_ALL || lanes == d->portion;
}

/* Operand K of BEFORE's instruction gives LANES of D's value. */
static void
meet_definition(Check *c, Demand *d, const Step *s, uint32_t k, LaneMask lanes)
{
	const Insn *b = func_insn(c->before, s->before);
	const Operand *o = insn_opnds(c->before, b) + k;
	const Fold *fold = s->after == NONE ? NULL : check_fold_of(c, s->after);
	const Operand *p;
	Demand own = *d;

	if (d->place == PLACE_ANY) {
		c->found = true;
		return;
	}
	if (!check_on_defined(c, &own)) {
		check_fail(c, d, s->before, s->after, CHECK_LANES_OFF);
		return;
	}
	if (d->extended &&
	    check_bits(c, insn_desc(c->before, b), k, o) > d->width) {
		check_fail(c, d, s->before, NONE,
			   "only the lower part of the value was moved");
		return;
	}
	if (s->after == NONE && check_is_move(c, s->before) &&
	    !is_again(c, d, s->before)) {
		check_through_naming(c, d, s->before);
		return;
	}
	if (d->place & PLACE_AGAIN) {
		check_again(c, d, s->before, d->place & ~PLACE_AGAIN, lanes);
		return;
	}
	if (s->after == NONE) {
		d->lanes = lanes;
		meet_missing(c, d, s->before);
		return;
	}
	p = check_opnd(c, s->after, k);
	if (p ? (d->place & PLACE_SLOT) || !in_portion(d, lanes) ||
			    !check_place_has(c, d->place, (RegId)p->val, o->sub,
					     lanes)
	      : !slot_has(c, d, fold, o, lanes))
		check_fail(c, d, s->before, s->after,
			   "the value is not put there");
}

/* D's value is a virtual register that the step's instruction defines. */
static void
meet_vreg(Check *c, Demand *d, const Step *s, bool place_written)
{
	const Insn *b = func_insn(c->before, s->before);
	const Operand *o = insn_opnds(c->before, b);
	LaneMask rest = d->lanes;
	bool undef = false;
	uint32_t i;

	for (i = 0; i < b->nopnds; i++) {
		LaneMask in;

		if (o[i].kind != OPND_VREG || o[i].val != d->value ||
		    !(o[i].flags & OPND_DEF))
			continue;
		in = rest & cells_sub_lanes(&c->cells, o[i].sub);
		undef |= (o[i].flags & OPND_UNDEF) != 0;
		if (!in)
			continue;
		meet_definition(c, d, s, i, in);
		rest &= ~in;
		if (d->lanes == LANES_ALL)
			rest &= c->t->classes[c->before->vregs.at[o[i].val].cls]
					.lanes;
	}
	if (!rest || undef)
		return;
	d->lanes = rest;
	if (place_written)
		check_refuse(c, d, s->before, s->after, "it is overwritten");
	else
		check_push(c, d);
}

/* Does AFTER's instruction of step S say that it writes the place besides? */
static bool
lost_beside(Check *c, const Demand *d, const Step *s)
{
	const Insn *a = func_insn(c->after, s->after);
	const Operand *p = insn_opnds(c->after, a);
	uint32_t i;

	for (i = 0; i < a->nopnds; i++)
		if (check_is_beside(c, s, i) &&
		    cells_part(&c->cells, (RegId)p[i].val, d->place))
			return true;
	return false;
}

/* Does the place survive the call of step S for as many bits as D wants? */
static bool
survives(Check *c, const Demand *d, const Step *s, bool *by_mask)
{
	const Insn *b = func_insn(c->before, s->before);
	const Operand *o = insn_opnds(c->before, b);
	uint32_t i;
	bool kept = true;

	*by_mask = false;
	if (d->place & PLACE_SLOT || lost_beside(c, d, s))
		return false;
	for (i = 0; i < b->nopnds; i++) {
		const Operand *p = check_opnd(c, s->after, i);
		Slice r;
		bool any = false;

		if (opnd_is_reg(&o[i]) && (o[i].flags & OPND_DEF) &&
		    (!p ||
		     cells_part(&c->cells, check_written(c, s->after, &o[i], p),
				d->place)))
			return false;
		if (o[i].kind != OPND_MASK)
			continue;
		*by_mask = true;
		r = c->t->unit_regs[c->unit_of_cell[d->place]];
		for (; r.start < r.end && !any; r.start++) {
			RegId reg = c->t->unit_reg_ids[r.start];

			any = cells_width(&c->cells, reg) >= d->width &&
			      mask_preserves(
				      c->before->masks.at[o[i].val].words, reg);
		}
		kept &= any;
	}
	return kept;
}

/* Are as many bits defined as D wants?  A call leaves those above its result
 * undefined; a narrow move may have lost some. */
static bool
all_defined(Check *c, const Demand *d, const Step *s)
{
	const Insn *b = func_insn(c->before, s->before);
	const Operand *o = insn_opnds(c->before, b);
	uint32_t i, width = 0;

	if (!d->width ||
	    (!d->extended && !(insn_flags(c->before, b) & OP_CALL)))
		return true;
	for (i = 0; i < b->nopnds; i++)
		if (o[i].kind == OPND_REG && (o[i].flags & OPND_DEF) &&
		    cells_part(&c->cells, (RegId)o[i].val, d->place) &&
		    cells_width(&c->cells, (RegId)o[i].val) > width)
			width = cells_width(&c->cells, (RegId)o[i].val);
	return !width || check_width_met(c, d, width);
}

/* D meets the instruction of both functions at its step. */
static void
meet_original(Check *c, Demand *d, const Step *s, bool place_written,
	      bool value_written)
{
	bool own = d->value >= c->nvregs && d->missing == NONE &&
		   d->place == d->value - c->nvregs;
	bool by_mask;

	if (value_written && d->value < c->nvregs) {
		meet_vreg(c, d, s, place_written);
		return;
	}
	if (d->place == PLACE_ANY) {
		c->found |= value_written; /* or lost: see last_lost */
		return;
	}
	if (value_written && (d->place & PLACE_AGAIN)) {
		check_again(c, d, s->before, d->place & ~PLACE_AGAIN,
			    LANES_ALL);
		return;
	}
	if (value_written && s->after == NONE) {
		meet_missing(c, d, s->before);
		return;
	}
	if (value_written) {
		if (!own || !all_defined(c, d, s) || !check_on_defined(c, d))
			check_fail(c, d, s->before, s->after,
				   "the value is not put there");
		return;
	}
	if (survives(c, d, s, &by_mask)) {
		check_push(c, d);
		return;
	}
	if (!own || !by_mask)
		check_refuse(c, d, s->before, s->after, "it is overwritten");
}

/* The demand of W meets the nearer of the steps that write its PLACE and give
 * its VALUE (NONE: none does).  Not inlined, so that follow stays small. */
static __attribute__((noinline)) void
meet_step(Check *c, Work w, uint32_t place, uint32_t value)
{
	Demand copy = c->demands.at[w.demand], *d = &copy;
	const Step *s;

	d->block = w.block;
	d->step = value == NONE || (place != NONE && place > value) ? place
								    : value;
	s = &c->steps.at[d->step];

	if (d->missing != NONE && value == d->step)
		check_fail_missing(c, d, d->missing);
	else if (s->before == NONE && (d->place & PLACE_SLOT) &&
		 d->place != PLACE_ANY && check_through_lanes(c, d, s->after))
		return;
	else if (s->before == NONE && (d->place & PLACE_SLOT) &&
		 c->kind[s->after] != MOVE_STORE &&
		 c->kind[s->after] != MOVE_KEEP)
		check_refuse(c, d, NONE, s->after, "it is overwritten");
	else if (s->before == NONE)
		check_through_move(c, d, s->after);
	else if (check_is_naming(c, func_insn(c->before, s->before)))
		check_through_naming(c, d, s->before);
	else
		meet_original(c, d, s, place == d->step, value == d->step);
}

/* Follow W back to the next thing that concerns its demand.  Does it go on from
 * there, as W is then? */
static bool
follow(Check *c, Work *w)
{
	const Demand *d = &c->demands.at[w->demand];
	uint32_t place = last_place(c, d, *w), value = last_value(c, d, *w);

	if (place == NONE && value == NONE)
		return check_through_head(c, w);
	meet_step(c, *w, place, value);
	return false;
}

/* Begin with D, from where it is. */
static void
begin(Check *c, const Demand *d)
{
	Work w = check_work(c, d);

	if (follow(c, &w))
		VEC_PUSH(&c->arena, c->work, w);
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

	BOUND_HOLDS(++*turns <= begun + c->memo.keys.n * points);
}

/* Follow all demands that were put. */
static void
drain(Check *c)
{
	uint64_t begun = c->work.n, turns = 0;

	while (c->work.n && !check_full(c) && !(c->trial && c->failed)) {
		Work w = c->work.at[--c->work.n];

		do
			turn_count(c, begun, &turns);
		while (follow(c, &w) && !check_full(c) &&
		       !(c->trial && c->failed));
	}
	c->work.n = c->demands.n = 0;
}

bool
check_is_defined(Check *c, const Demand *d)
{
	Demand ask = *d;
	uint32_t n = c->work.n, ndemands = c->demands.n;
	uint64_t turns = 0;
	Memo memo = c->memo;
	bool found;

	if (d->place == PLACE_ANY)
		return true;
	c->memo = (Memo){0};
	c->found = false;
	ask.place = PLACE_ANY;
	ask.within = 0;
	check_push(c, &ask);
	while (c->work.n > n && !c->found) {
		Work w = c->work.at[--c->work.n];

		do
			turn_count(c, 0, &turns);
		while (follow(c, &w) && !c->found);
	}
	found = c->found;
	c->work.n = n;
	c->demands.n = ndemands;
	c->memo = memo;
	return found;
}

/* Is operand I of BEFORE's instruction B, a register, marked undefined in A of
 * AFTER?  P: what it became; physical ones may stand elsewhere. */
static bool
marked_undef(const Check *c, const Insn *b, InsnId a, uint32_t i,
	     const Operand *p)
{
	const Operand *o = insn_opnds(c->before, b) + i, *q;
	const Insn *insn = func_insn(c->after, a);
	bool marked = false;
	uint32_t k;

	if (o->kind != OPND_REG)
		return p && p->flags & OPND_UNDEF;
	q = insn_opnds(c->after, insn);
	if (i < insn->nopnds && !(q[i].flags & OPND_UNDEF) &&
	    check_same_opnd(c, o, &q[i]))
		return false;
	for (k = 0; k < insn->nopnds; k++)
		if (check_same_opnd(c, o, &q[k])) {
			if (!(q[k].flags & OPND_UNDEF))
				return false;
			marked = true;
		}
	return marked;
}

void
check_set_cell(Check *c, Demand *d, const Operand *o, CellPart part)
{
	d->place = part.cell;
	d->value = o->kind == OPND_VREG ? o->val : c->nvregs + part.cell;
	d->lanes = o->kind == OPND_VREG
			   ? cells_lanes_up(&c->cells, o->sub, part.lanes)
			   : LANES_ALL;
}

/* Demand what operand O of BEFORE, number I of DESC, reads from operand P of
 * AFTER. */
static void
demand_operand(Check *c, Demand *d, const OpcodeDesc *desc, uint32_t i,
	       const Operand *o, const Operand *p)
{
	Slice s = cells_of(&c->cells, (RegId)p->val);
	bool wide = cells_width(&c->cells, (RegId)p->val) != 0;

	d->width = wide ? (uint16_t)check_bits(c, desc, i, o) : 0;
	check_on_begin(c, d, (RegId)p->val);
	for (; s.start < s.end; s.start++) {
		CellPart part = c->cells.parts.at[s.start];
		Demand next = *d;

		if (o->kind == OPND_REG && !c->apart[part.cell])
			continue;
		check_set_cell(c, &next, o, part);
		begin(c, &next);
	}
}

/* Demand what operand O of BEFORE reads from memory in AFTER. */
static void
demand_folded(Check *c, Demand *d, const Operand *o, InsnId after)
{
	const Fold *fold = check_fold_of(c, after);
	SlotPiece piece = {fold->slot, fold->offset, 0, 0, 0};
	Slice s;

	piece.reg = sample_register(c, o, &piece.size);
	d->value = o->val;
	d->width = cells_width(&c->cells, piece.reg)
			   ? (uint16_t)check_natural(c, o)
			   : 0;
	s = cells_of(&c->cells, piece.reg);
	for (; s.start < s.end; s.start++)
		piece.lanes |= c->cells.parts.at[s.start].lanes;
	d->lanes = cells_lanes_up(&c->cells, o->sub, piece.lanes);
	if (fold->load) {
		d->place = after | PLACE_AGAIN;
		d->cell = NONE;
	} else {
		d->place = check_piece(c, &piece);
	}
	begin(c, d);
}

/* AFTER does not read operand O of BEFORE, which became P, though some of what
 * O reads may have a value. */
static void
refuse_undef(Check *c, const Demand *d, const Operand *o, const Operand *p,
	     InsnId after)
{
	Slice s = cells_of(&c->cells, (RegId)(p ? p : o)->val);

	for (; s.start < s.end; s.start++) {
		CellPart part = c->cells.parts.at[s.start];
		Demand next = *d;

		check_set_cell(c, &next, o, part);
		check_refuse(c, &next, NONE, after, "it is marked undefined");
	}
}

static void
demand_operands(Check *c, uint32_t step, BlockId block)
{
	const Step *s = &c->steps.at[step];
	const Insn *b = func_insn(c->before, s->before);
	const Operand *o = insn_opnds(c->before, b);
	uint32_t i;

	for (i = 0; i < b->nopnds && !check_full(c); i++) {
		const Operand *p = check_opnd(c, s->after, i);
		Demand d = {.step = step,
			    .block = block,
			    .root = b->opnd0 + i,
			    .user = s->before,
			    .missing = NONE,
			    .key = NONE};

		if (!opnd_is_reg(&o[i]) || (p && !p->val) ||
		    (o[i].flags & (OPND_DEF | OPND_UNDEF | OPND_DEBUG)))
			continue;
		if (marked_undef(c, b, s->after, i, p))
			refuse_undef(c, &d, &o[i], p, s->after);
		/* What is read by its own name is nowhere else. */
		if (p || o[i].kind == OPND_REG)
			demand_operand(c, &d, insn_desc(c->before, b), i, &o[i],
				       p ? p : &o[i]);
		else
			demand_folded(c, &d, &o[i], s->after);
	}
	drain(c);
}

/* Would the demands of the instruction be met as its Fold is now?  If not,
 * nothing noted on the way is trusted. */
static bool
demands_met(Check *c, uint32_t step, BlockId block)
{
	c->trial = true;
	c->failed = false;
	memo_try(&c->memo);
	demand_operands(c, step, block);
	memo_tried(&c->memo, !c->failed);
	c->trial = false;
	return !c->failed;
}

/* Which of several forms is the instruction: the one in which its demands are
 * met?  False: none, or there is just one. */
static bool
settle(Check *c, uint32_t step, BlockId block)
{
	InsnId after = c->steps.at[step].after;
	uint32_t first = c->aux[after], n, k;

	n = first ? c->folds.at[first - 1].others : 0;
	for (k = 0; n && k <= n; k++) {
		c->aux[after] = first + k;
		if (demands_met(c, step, block))
			return true;
	}
	c->aux[after] = first;
	return false;
}

/* Of several ways the wrong ones mostly end in a place that holds something
 * else; whether what they look for is defined there, which takes a long walk,
 * is asked only if none is right. */
static void
demand_step(Check *c, uint32_t step, BlockId block)
{
	bool met;

	c->hasty = true;
	met = settle(c, step, block);
	c->hasty = false;
	met = met || settle(c, step, block);
	if (!met)
		demand_operands(c, step, block);
	check_overlaps(c, step, block);
}

/* What is loaded again for nobody may be nowhere, but for what is always there.
 */
static void
check_asked(Check *c, InsnId after)
{
	const Insn *a = func_insn(c->after, after);

	if (c->kind[after] == MOVE_AGAIN && !c->asked[after] &&
	    !check_loads_constant(c->after, a) && !check_full(c))
		check_error_after(c, after, "loads what nobody wants");
}

void
check_demands(Check *c)
{
	uint32_t nblocks = c->before->blocks.n, i, k;

	for (i = 0; i < nblocks; i++) {
		if (!c->reachable[i])
			continue;
		for (k = c->block_step[i]; k < c->block_step[i + 1]; k++)
			if (c->steps.at[k].before != NONE &&
			    c->steps.at[k].after != NONE)
				demand_step(c, k, i);
	}
	for (i = 0; i < nblocks && !c->errors; i++)
		for (k = c->block_step[i];
		     k < c->block_step[i + 1] && c->reachable[i]; k++)
			if (c->steps.at[k].before == NONE)
				check_asked(c, c->steps.at[k].after);
}
