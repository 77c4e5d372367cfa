/*
 * A demand meets a step that writes its place or gives its value: it is met,
 * fails, or goes on from there.
 */
#include "core/check/demand/demands.h"

/* Is the piece of a slot that D names what the folded definition O wrote?  Of
 * LANES only those count that O has: the lower half of a wide vector can be the
 * lane of a narrower one as well. */
static bool
slot_has(Check *c, const Demand *d, const Fold *fold, const Operand *o,
	 LaneMask lanes)
{
	LaneMask all = c->t->classes[c->before->vregs.at[o->val].cls].lanes;
	uint32_t size = fold->stored ? fold->bytes : check_natural(c, o) / 8;

	if (!(d->place & PLACE_SLOT))
		return false;
	const SlotPiece *p = &c->pieces.list.at[d->place & PLACE_NUMBER];
	if (lanes & all)
		lanes &= all;
	return p->slot == fold->slot && p->offset == fold->offset &&
	       p->size <= size &&
	       (uint64_t)fold->offset + fold->bytes <=
		       c->after->stack.at[fold->slot].size &&
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
 * of the value are, or more from there up?  REG, which got the value at index
 * SUB, may have no other ones there: a mask of a pair. */
static bool
in_portion(Check *c, const Demand *d, RegId reg, SubId sub, LaneMask lanes)
{
	const CellPart *part = cells_part(&c->cells, reg, d->place);

	return !d->portion || lanes == LANES_ALL ||
	       (part && cells_lanes_up(&c->cells, sub, part->lanes) == lanes) ||
	       (!(lanes & ~d->portion) &&
		(lanes & -lanes) == (d->portion & -d->portion));
}

/* Operand K of BEFORE's instruction gives LANES of D's value. */
static void
meet_definition(Check *c, Demand *d, const Step *s, uint32_t k, LaneMask lanes)
{
	const Insn *b = func_insn(c->before, s->before);
	const Operand *o = insn_opnds(c->before, b) + k;
	const Fold *fold = s->after == NONE ? NULL : check_fold_of(c, s->after);
	Demand own = *d;

	if (d->place == PLACE_ANY) {
		c->walk.found = true;
		return;
	}
	if (!check_on_defined(c, &own)) {
		check_fail(c, d, s->before, s->after, CHECK_LANES_OFF);
		return;
	}
	bool names = s->after == NONE && check_is_move(c, s->before) &&
		     !is_again(c, d, s->before);
	uint32_t bits = check_bits(c, insn_desc(c->before, b), k, o);
	uint32_t part =
		check_part(c, o, cells_lanes_down(&c->cells, o->sub, lanes));
	bits = part < bits ? part : bits;
	if ((d->extended && bits > d->width) ||
	    (!names && !check_all_kept(d, bits))) {
		check_fail(c, d, s->before, NONE,
			   "only the lower part of the value was moved");
		return;
	}
	if (names) {
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
	const Operand *p = check_opnd(c, s->after, k);
	if (p ? (d->place & PLACE_SLOT) ||
			    !in_portion(c, d, (RegId)p->val, o->sub, lanes) ||
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

	for (uint32_t i = 0; i < b->nopnds; i++) {
		if (o[i].kind != OPND_VREG || o[i].val != d->value ||
		    !(o[i].flags & OPND_DEF))
			continue;
		LaneMask in = rest & cells_sub_lanes(&c->cells, o[i].sub);
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

	for (uint32_t i = 0; i < a->nopnds; i++)
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
	bool kept = true;

	*by_mask = false;
	if (d->place & PLACE_SLOT || lost_beside(c, d, s))
		return false;
	for (uint32_t i = 0; i < b->nopnds; i++) {
		const Operand *p = check_opnd(c, s->after, i);
		bool any = false;

		if (opnd_is_reg(&o[i]) && (o[i].flags & OPND_DEF) &&
		    (!p ||
		     cells_part(&c->cells, check_written(c, s->after, &o[i], p),
				d->place)))
			return false;
		if (o[i].kind != OPND_MASK)
			continue;
		*by_mask = true;
		uint32_t unit = c->events.unit_of_cell[d->place];
		for (Slice r = c->t->unit_regs[unit]; r.start < r.end && !any;
		     r.start++) {
			RegId reg = target_unit_reg(c->t, unit, r.start);

			/* Of one that has no width lanes tell: of all that D
			 * wants of a register of another file. */
			any = mask_preserves(
				      c->before->masks.at[o[i].val].words,
				      reg) &&
			      (!cells_width(&c->cells, reg) ||
			       cells_bits(&c->cells, reg, d->place) >=
				       d->width);
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
	bool wide =
		d->width && (d->extended || insn_flags(c->before, b) & OP_CALL);
	uint32_t width = 0;

	for (uint32_t i = 0; (wide || d->kept) && i < b->nopnds; i++) {
		if (o[i].kind != OPND_REG || !(o[i].flags & OPND_DEF))
			continue;
		const CellPart *part =
			cells_part(&c->cells, (RegId)o[i].val, d->place);
		if (!part)
			continue;
		if (!check_all_kept(d, c->t->regs[o[i].val].bits))
			return false;
		width = part->bits > width ? part->bits : width;
	}
	return !wide || !width || check_width_met(c, d, width);
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
		c->walk.found |= value_written; /* or lost: see last_lost */
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

/* Does step STEP, which writes the place of D and gives its value, do both by
 * one operand, as most do: all of a virtual register becomes a register that
 * has what D wants there?  This is what meet_vreg and meet_definition come to
 * then, one after the other, with nothing left to ask for. */
static bool
meets_plainly(Check *c, const Demand *d, uint32_t step)
{
	const Step *s = &c->steps.at[step];
	uint32_t i = 0;

	if (d->value >= c->nvregs || d->place & (PLACE_SLOT | PLACE_AGAIN) ||
	    d->missing != NONE || d->portion || d->extended || d->kept ||
	    c->on.head || s->before == NONE || s->after == NONE ||
	    c->pairs.aux[s->after])
		return false;
	const Insn *b = func_insn(c->before, s->before);
	const Operand *o = insn_opnds(c->before, b);
	while (i < b->nopnds &&
	       (o[i].kind != OPND_VREG || o[i].val != d->value ||
		!(o[i].flags & OPND_DEF)))
		i++;
	if (i == b->nopnds || o[i].sub)
		return false;
	const Operand *p = check_opnd(c, s->after, i);
	return !(p->flags & OPND_DEAD) &&
	       check_place_has(c, d->place, (RegId)p->val, 0, d->lanes);
}

/* Does AFTER's instruction A say that nobody reads what it gives CELL? */
static bool
marked_dead(Check *c, InsnId a, uint32_t cell)
{
	const Insn *insn = func_insn(c->after, a);
	bool dead = false;

	FOR_OPNDS(o, c->after, insn) {
		if (o->kind != OPND_REG || !(o->flags & OPND_DEF) ||
		    !cells_part(&c->cells, (RegId)o->val, cell))
			continue;
		if (!(o->flags & OPND_DEAD))
			return false;
		dead = true;
	}
	return dead;
}

void
check_meet_step(Check *c, const Demand *demand, Work w, uint32_t place,
		uint32_t value)
{
	Demand copy, *d = &copy;

	if (place == value && meets_plainly(c, demand, place))
		return;
	copy = *demand;
	d->block = w.block;
	d->step = value == NONE || (place != NONE && place > value) ? place
								    : value;
	const Step *s = &c->steps.at[d->step];

	if (place == d->step && d->value < c->nvregs && s->after != NONE &&
	    !(d->place & (PLACE_SLOT | PLACE_AGAIN)) &&
	    marked_dead(c, s->after, d->place))
		(value == place ? check_fail
				: check_refuse)(c, d, s->before, s->after,
						"it is marked as dead there");
	else if (d->missing != NONE && value == d->step)
		check_fail_missing(c, d, d->missing);
	else if (s->before == NONE && (d->place & PLACE_SLOT) &&
		 d->place != PLACE_ANY && check_through_lanes(c, d, s->after))
		return;
	else if (s->before == NONE && (d->place & PLACE_SLOT) &&
		 !check_writes_slot(c, s->after))
		check_refuse(c, d, NONE, s->after, "it is overwritten");
	else if (s->before == NONE)
		check_through_move(c, d, s->after);
	else if (check_is_naming(c, func_insn(c->before, s->before)))
		check_through_naming(c, d, s->before);
	else
		meet_original(c, d, s, place == d->step, value == d->step);
}
