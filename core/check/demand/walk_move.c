/*
 * One step back over a move of AFTER: a demand becomes demands on what the move
 * reads.
 */
#include "core/check/demand/demands.h"

/* The lanes that the value of D has; LANES_ALL: nobody knows. */
static LaneMask
lanes_of_value(const Check *c, const Demand *d)
{
	if (d->value >= c->nvregs)
		return LANES_ALL;
	ClassId cls = c->before->vregs.at[d->value].cls;
	return cls == CLASS_NONE ? LANES_ALL : c->t->classes[cls].lanes;
}

/* The cells are too large for what is asked: smaller ones may tell. */
static void
too_coarse(Check *c)
{
	c->way.coarse = !c->way.fine && !c->messages.errors;
}

/* Are registers of class X as wide as those of Y, but a single unit, without a
 * name for every part that those of Y consist of (a vector, of which only the
 * upper half is a register, and a pair of such halves)? */
static bool
is_unit_like(const Target *t, ClassId x, ClassId y)
{
	if (x == CLASS_NONE || y == CLASS_NONE)
		return false;
	const TargetClass *of_x = &t->classes[x];
	const TargetClass *of_y = &t->classes[y];
	if (of_x->bits != of_y->bits || !(of_y->lanes & ~of_x->lanes) ||
	    of_x->order.start == of_x->order.end)
		return false;
	Slice units = t->regs[t->class_regs[of_x->order.start]].units;
	return units.end - units.start == 1;
}

/* A place that holds lanes WHOLE of REG has what D wants of a value, or part of
 * it; which lanes of that are in part PART of the place?  The value may be
 * wider than the register; then the register is some part of it.  Or it may be
 * some part of the register.  Twins of its lanes do not tell: they may be those
 * of another kind of register, a single one's, not the first of a pair's. */
static LaneMask
split_lanes(Check *c, const Demand *d, RegId reg, LaneMask whole, LaneMask part)
{
	LaneMask lanes = d->lanes, all = lanes_of_value(c, d);
	ClassId cls = c->t->regs[reg].cls;

	if (!(whole & ~part))
		return lanes;
	if (lanes == LANES_ALL)
		lanes = all;
	if (lanes == LANES_ALL)
		return whole & part;
	LaneMask has = cls == CLASS_NONE ? LANES_ALL : c->t->classes[cls].lanes;
	if (!(lanes & ~all) &&
	    is_unit_like(c->t, c->before->vregs.at[d->value].cls, cls))
		return whole & part;
	for (SubId s = 0; s < c->t->n_subs; s++)
		if (!(lanes & ~cells_lanes_up(&c->cells, s, whole)) &&
		    target_lanes_up(c->t, s, has) & all)
			return lanes &
			       cells_lanes_up(&c->cells, s, whole & part);
	for (SubId s = 1; s < c->t->n_subs; s++)
		if (!(whole & ~target_sub_lanes(c->t, s)) &&
		    !(lanes & ~cells_lanes_down(&c->cells, s, whole)) &&
		    target_lanes_down(c->t, s, has) & all)
			return lanes &
			       cells_lanes_down(&c->cells, s, whole & part);
	too_coarse(c);
	return lanes;
}

/* Has REG no parts at all that anything could tell apart, as a mask? */
static bool
is_one_cell(const Check *c, RegId reg)
{
	const TargetReg *r = &c->t->regs[reg];

	if (r->subs.start < r->subs.end || r->units.end - r->units.start != 1)
		return false;
	Slice cells = cells_of_unit(&c->cells, c->t->reg_units[r->units.start]);
	return cells.end - cells.start == 1;
}

/* Is X a single cell, whose lanes are not those of Y: are they of two files, or
 * has X no names for the parts of Y? */
static bool
is_cell_of_other(Check *c, RegId x, RegId y)
{
	ClassId cx = c->t->regs[x].cls, cy = c->t->regs[y].cls;
	Slice cells = cells_of(&c->cells, x);

	return cx != CLASS_NONE && cy != CLASS_NONE &&
	       cells.end - cells.start == 1 &&
	       (c->t->classes[cx].file != c->t->classes[cy].file ||
		is_unit_like(c->t, cx, cy));
}

/* Put D to the cells of REG that have LANES (of REG) of what was moved; the
 * place moved to holds lanes FRAME. */
static void
demand_from(Check *c, const Demand *d, RegId reg, LaneMask frame, InsnId after)
{
	Slice s = cells_of(&c->cells, reg);
	LaneMask whole = LANES_NONE;

	if (d->portion)
		frame &= d->portion;
	for (uint32_t i = s.start; i < s.end; i++)
		whole |= c->cells.parts.at[i].lanes & frame;
	for (uint32_t i = s.start; i < s.end; i++) {
		CellPart part = c->cells.parts.at[i];
		Demand next = *d;

		if (!(part.lanes & frame))
			continue;
		if (part.lanes & ~frame)
			too_coarse(c);
		next.portion =
			part.lanes & ~frame && is_one_cell(c, reg) ? frame : 0;
		next.place = part.cell;
		if (part.bits && part.bits < next.width)
			next.width = part.bits;
		next.lanes = split_lanes(c, d, reg, whole, part.lanes);
		if (next.lanes)
			check_push(c, &next);
	}
	if (!whole)
		check_refuse(c, d, NONE, after,
			     "the register moved does not have that part");
}

/* Put D to the cells of register FROM, which was moved to TO, of which D's
 * place holds lanes FRAME.  A cell of another file that cannot tell them apart
 * has all of them. */
static void
demand_moved(Check *c, const Demand *d, RegId to, RegId from, LaneMask frame,
	     InsnId after)
{
	Slice s = cells_of(&c->cells, from);

	if (is_cell_of_other(c, to, from) ||
	    (is_cell_of_other(c, from, to) &&
	     !(c->cells.parts.at[s.start].lanes & frame)))
		frame = LANES_ALL;
	demand_from(c, d, from, frame, after);
}

/* A move of BITS bits on the way of D, to a register whose cells do not tell
 * how wide it is.  (One of its lowest part can leave alone what is above.) */
static void
narrow(Demand *d, uint32_t bits)
{
	if (d->width && bits && d->width > bits) {
		d->width = (uint16_t)bits;
		d->extended = true;
	}
}

/* MOVE copies BITS bits, fewer than D wants.  A register of another file gets
 * them as its lowest (a number that becomes a vector): then they are all that
 * may be wanted of the value.  In one file this is refused, false. */
static bool
keep_low(const Check *c, Demand *d, const RegMove *move, uint32_t bits)
{
	ClassId to = c->t->regs[move->dst].cls;
	ClassId from = c->t->regs[move->src].cls;

	if (to == CLASS_NONE || from == CLASS_NONE ||
	    c->t->classes[to].file == c->t->classes[from].file)
		return false;
	d->width = (uint16_t)bits;
	if (!d->kept || d->kept > bits)
		d->kept = (uint16_t)bits;
	return true;
}

static void
through_copy(Check *c, Demand *d, InsnId after)
{
	RegMove move = check_copy(c, after);
	const CellPart *part = cells_part(&c->cells, move.dst, d->place);
	uint32_t bits = cells_share(&c->cells, move.src, part->lanes);

	if (move.undef) {
		check_refuse(c, d, NONE, after,
			     "an undefined register is copied there");
		return;
	}
	narrow(d, part->bits);
	if (d->width > bits && bits && !keep_low(c, d, &move, bits)) {
		check_refuse(c, d, NONE, after, "only a part is copied there");
		return;
	}
	demand_moved(c, d, move.dst, move.src, part->lanes, after);
}

static void
through_load(Check *c, Demand *d, InsnId after)
{
	Access a = c->pairs.accesses.at[c->pairs.aux[after]];
	SlotPiece piece = {a.slot, a.offset, a.size, 0, a.reg};

	const CellPart *part = cells_part(&c->cells, a.reg, d->place);
	piece.lanes = part->lanes;
	if (part->bits) {
		narrow(d, part->bits < a.size * 8 ? part->bits : a.size * 8);
	} else if (a.size * 8 < c->t->regs[a.reg].bits &&
		   (!d->kept || d->kept > a.size * 8)) {
		d->kept = (uint16_t)(a.size * 8);
	}
	d->place = check_piece(c, &piece);
	check_push(c, d);
}

/* The index of the part of REG of SIZE bytes at OFFSET; 0: none. */
static SubId
part_at(const Target *t, RegId reg, uint32_t offset, uint32_t size)
{
	for (Slice s = t->regs[reg].subs; s.start < s.end; s.start++) {
		const TargetSub *sub = &t->subs[t->sub_steps[s.start].sub];

		if (sub->offset == (int32_t)(offset * 8) &&
		    sub->size == (int32_t)(size * 8))
			return t->sub_steps[s.start].sub;
	}
	return 0;
}

/* The same, or, if nothing names that part of *REG (a quad, of single ones),
 * the index that another register of its class has, which *REG is then. */
static SubId
part_like(const Target *t, RegId *reg, uint32_t offset, uint32_t size)
{
	SubId sub = part_at(t, *reg, offset, size);
	Slice order = {0, 0};

	if (t->regs[*reg].cls != CLASS_NONE)
		order = t->classes[t->regs[*reg].cls].order;
	for (; !sub && order.start < order.end; order.start++) {
		sub = part_at(t, t->class_regs[order.start], offset, size);
		if (sub)
			*reg = t->class_regs[order.start];
	}
	return sub;
}

static bool
same_class(const Target *t, RegId x, RegId y)
{
	for (uint32_t i = 0; i < t->n_classes; i++)
		if (target_class_has(t, (ClassId)i, x) &&
		    target_class_has(t, (ClassId)i, y))
			return true;
	return false;
}

/* The lanes of PIECE, by name if they are all of its register's; LANES_ALL if
 * they have none. */
static LaneMask
piece_lanes(const Check *c, const SlotPiece *piece)
{
	ClassId cls = c->t->regs[piece->reg].cls;

	return piece->lanes == LANES_ALL && cls != CLASS_NONE
		       ? c->t->classes[cls].lanes
		       : piece->lanes;
}

/* The store wrote only a part of the piece: demand the rest from before it.
 * Leaves in D and PIECE the part written.  False: no part at all. */
static bool
cut_piece(Check *c, Demand *d, SlotPiece *piece, const Access *a, SubId sub)
{
	LaneMask lanes = cells_sub_lanes(&c->cells, sub);
	LaneMask whole = piece_lanes(c, piece);
	SlotPiece rest = *piece;
	Demand other = *d;

	rest.lanes = whole & ~lanes;
	if (rest.lanes && whole != LANES_ALL) {
		other.lanes = split_lanes(c, d, piece->reg, whole, rest.lanes);
		other.place = check_piece(c, &rest);
		if (other.lanes)
			check_push(c, &other);
	}
	lanes &= piece->lanes;
	if (!lanes)
		return false;
	d->lanes = split_lanes(c, d, piece->reg, piece->lanes, lanes);
	if (!d->lanes)
		return false;
	/* All of the part is all of the register, by whatever lanes. */
	piece->lanes = !(target_sub_lanes(c->t, sub) & ~lanes)
			       ? LANES_ALL
			       : target_lanes_down(c->t, sub, lanes);
	piece->offset = a->offset;
	piece->size = a->size;
	return true;
}

/* Is X, or what lies lowest in it, in one class with Y? */
static bool
same_class_below(const Target *t, RegId x, RegId y)
{
	bool same = same_class(t, x, y);

	for (Slice s = t->regs[x].subs; s.start < s.end && !same; s.start++)
		same = !t->subs[t->sub_steps[s.start].sub].offset &&
		       same_class(t, target_sub_at(t, x, s.start), y);
	return same;
}

/* How many bits, from the lowest, have all that D wants of a virtual register?
 * 0: nobody knows. */
static uint32_t
bits_wanted(const Check *c, const Demand *d)
{
	if (d->value >= c->nvregs)
		return 0;
	ClassId cls = c->before->vregs.at[d->value].cls;
	uint32_t bits = target_value_bits(c->t, cls);
	if (d->lanes == LANES_ALL)
		return bits;
	for (SubId s = 1; s < c->t->n_subs; s++) {
		const TargetSub *sub = &c->t->subs[s];

		if (!sub->offset && sub->size > 0 &&
		    (uint32_t)sub->size < bits &&
		    !(d->lanes & ~cells_sub_lanes(&c->cells, s)))
			bits = (uint32_t)sub->size;
	}
	return bits;
}

/* Have the lowest SIZE bytes all that D wants, of a register that has no parts
 * of which one could be named? */
static bool
are_enough(const Check *c, const Demand *d, RegId reg, uint32_t size)
{
	Slice parts = c->t->regs[reg].subs;
	uint32_t bits = parts.start == parts.end ? bits_wanted(c, d) : 0;

	return bits && bits <= size * 8;
}

/* Is the piece P just the lowest bits of what A stores, of a register whose
 * lanes do not tell how much of it is read (a vector as four bytes), or that
 * has no parts (one byte that is copied from it)?  Or are the lowest bits of P,
 * which A stores, all that is wanted? */
static bool
is_low_part(const Check *c, const Demand *d, const Access *a,
	    const SlotPiece *p)
{
	if (a->offset != p->offset)
		return false;
	if (a->size < p->size)
		return are_enough(c, d, p->reg, a->size);
	if (are_enough(c, d, a->reg, p->size))
		return true;
	return d->width && d->width <= p->size * 8 &&
	       cells_width(&c->cells, a->reg) &&
	       same_class_below(c->t, a->reg, p->reg);
}

/* Have A and P, of one slot, no byte in common? */
static bool
are_apart(const Access *a, const SlotPiece *p)
{
	return a->offset + a->size <= p->offset ||
	       p->offset + p->size <= a->offset;
}

static void
through_store(Check *c, Demand *d, InsnId after)
{
	Access a = c->pairs.accesses.at[c->pairs.aux[after]];
	SlotPiece p = c->pieces.list.at[d->place & PLACE_NUMBER];
	SubId sub = 0;

	if (are_apart(&a, &p)) {
		check_push(c, d);
		return;
	}
	if (d->width > a.size * 8 && a.offset == p.offset &&
	    cells_width(&c->cells, a.reg)) {
		check_refuse(c, d, NONE, after, "only a part is stored there");
		return;
	}
	if (a.offset != p.offset || a.size != p.size) {
		bool inside = a.offset <= p.offset &&
			      a.offset + a.size >= p.offset + p.size;
		RegId whole = a.reg;

		/* Pieces are alike whichever register was loaded first. */
		sub = inside ? part_like(c->t, &whole, p.offset - a.offset,
					 p.size)
			     : part_like(c->t, &p.reg, a.offset - p.offset,
					 a.size);
		if (!sub && !is_low_part(c, d, &a, &p)) {
			check_refuse(c, d, NONE, after,
				     "something else is stored there");
			return;
		}
		if (sub && inside)
			p.lanes = cells_lanes_up(&c->cells, sub, p.lanes);
		else if (sub && !cut_piece(c, d, &p, &a, sub))
			return;
	}
	if (a.undef) {
		check_refuse(c, d, NONE, after,
			     "an undefined register is stored there");
		return;
	}
	demand_moved(c, d, p.reg, a.reg, p.lanes, after);
}

static void
through_slot(Check *c, Demand *d, InsnId after)
{
	Access a = c->pairs.accesses.at[c->pairs.aux[after]];
	SlotPiece p = c->pieces.list.at[d->place & PLACE_NUMBER];

	if (are_apart(&a, &p)) {
		check_push(c, d);
	} else if (p.offset < a.offset ||
		   p.offset + p.size > a.offset + a.size) {
		check_refuse(c, d, NONE, after, "only a part is copied there");
	} else {
		p.slot = a.from;
		p.offset += a.from_offset - a.offset;
		d->place = check_piece(c, &p);
		check_push(c, d);
	}
}

static void
through_keep(Check *c, Demand *d, InsnId after)
{
	Access a = c->pairs.accesses.at[c->pairs.aux[after]];
	SlotPiece p = c->pieces.list.at[d->place & PLACE_NUMBER];

	if (are_apart(&a, &p)) {
		check_push(c, d);
	} else if (a.offset != p.offset || a.size < p.size) {
		check_refuse(c, d, NONE, after, "a constant is stored there");
	} else {
		d->cell = NONE;
		check_meet_again(c, d, after);
	}
}

/* The register that a move of AFTER to a register is about; 0: none. */
static RegId
moved_to(const Check *c, InsnId after)
{
	const Operand *o = insn_opnds(c->after, func_insn(c->after, after));

	switch ((MoveKind)c->pairs.kind[after]) {
	case MOVE_COPY:
		return check_copy(c, after).dst;
	case MOVE_LOAD:
		return c->pairs.accesses.at[c->pairs.aux[after]].reg;
	case MOVE_AGAIN:
		return o->kind == OPND_REG && o->flags & OPND_DEF
			       ? (RegId)o->val
			       : 0;
	default:
		return 0;
	}
}

void
check_through_move(Check *c, Demand *d, InsnId after)
{
	MoveKind kind = (MoveKind)c->pairs.kind[after];
	bool slot = d->place & PLACE_SLOT;

	if (check_writes_slot(c, after) != slot ||
	    (!slot && !cells_part(&c->cells, moved_to(c, after), d->place))) {
		check_refuse(c, d, NONE, after, "it is overwritten");
		return;
	}
	if (!check_on_moved(c, d,
			    slot ? c->pairs.accesses.at[c->pairs.aux[after]].reg
				 : moved_to(c, after))) {
		check_refuse(c, d, NONE, after, CHECK_LANES_OFF);
		return;
	}
	switch (kind) {
	case MOVE_COPY:
		through_copy(c, d, after);
		break;
	case MOVE_LOAD:
		through_load(c, d, after);
		break;
	case MOVE_STORE:
		through_store(c, d, after);
		break;
	case MOVE_SLOT:
		through_slot(c, d, after);
		break;
	case MOVE_KEEP:
		through_keep(c, d, after);
		break;
	case MOVE_AGAIN:
		d->cell = d->place;
		check_meet_again(c, d, after);
		break;
	default:
		break;
	}
}

bool
check_through_lanes(Check *c, Demand *d, InsnId after)
{
	SlotPiece p = c->pieces.list.at[d->place & PLACE_NUMBER];

	if (p.slot < c->after->stack.n ||
	    (c->pairs.kind[after] == MOVE_STORE &&
	     c->pairs.accesses.at[c->pairs.aux[after]].slot == p.slot))
		return false;
	p.slot = check_lane_before(c, p.slot, after);
	if (p.slot == NONE) {
		check_refuse(c, d, NONE, after, "it is overwritten");
		return true;
	}
	d->place = check_piece(c, &p);
	check_push(c, d);
	return true;
}
