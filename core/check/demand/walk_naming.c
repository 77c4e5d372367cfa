/*
 * One step back over a renaming of BEFORE: a demand for a value that COPY, PHI
 * or the like only gave a new name becomes demands for what it was called
 * before.
 */
#include "core/check/demand/demands.h"

/* Settle the width when D goes on from a renamed value of NAT bits to LANES of
 * operand SRC.  False: the bits above are not known to be clear. */
static bool
rename_width(Check *c, Demand *d, uint32_t nat, const Operand *src,
	     LaneMask lanes)
{
	uint32_t bits = check_part(c, src, lanes);

	if (nat && check_all_kept(d, nat))
		d->kept = 0;
	if (!d->width)
		return true;
	if (nat && d->width > nat)
		return !src->sub;
	if (d->extended && nat && d->width >= nat)
		d->extended = false;
	if (bits && bits < d->width)
		d->width = (uint16_t)bits;
	return true;
}

/* Put D, its LANES now those of operand SRC of renaming B, to SRC. */
static void
rename_to(Check *c, const Demand *d, LaneMask lanes, uint32_t nat,
	  const Operand *src, InsnId b)
{
	Demand next = *d;

	if (src->flags & OPND_UNDEF || (src->kind == OPND_REG && !src->val))
		return;
	if (!rename_width(c, &next, nat, src, lanes)) {
		check_fail(c, d, b, NONE, "the bits above are not clear");
		return;
	}
	if (src->kind == OPND_VREG) {
		next.value = src->val;
		next.lanes = cells_lanes_up(&c->cells, src->sub, lanes);
		check_push(c, &next);
		return;
	}
	next.value = c->nvregs + c->cells.ncells + src->val;
	next.lanes = lanes;
	check_push(c, &next);
}

/* The index by which PART is a part of REG; 0: it is none. */
static SubId
index_of(const Target *t, RegId reg, RegId part)
{
	for (Slice s = t->regs[reg].subs; s.start < s.end; s.start++)
		if (target_sub_at(t, reg, s.start) == part)
			return t->sub_steps[s.start].sub;
	return 0;
}

/* lanes_renamed of a value in several cells of a register, of which renaming B
 * writes REG. */
static LaneMask
lanes_of_cells(Check *c, const Demand *d, RegId reg, InsnId b)
{
	RegId has = (RegId)(d->value - c->nvregs - c->cells.ncells);
	LaneMask all = LANES_NONE;
	Demand other = *d;

	FOR_CELLS(cell_part, &c->cells, has)
		all |= cell_part->lanes;
	if (reg == has)
		return d->lanes;
	SubId sub = index_of(c->t, reg, has);
	if (sub)
		return cells_lanes_up(&c->cells, sub, d->lanes & all);
	sub = index_of(c->t, has, reg);
	if (!sub) {
		check_refuse(c, d, b, NONE,
			     "a register around a part of it is copied to");
		return LANES_NONE;
	}
	LaneMask in = d->lanes & cells_sub_lanes(&c->cells, sub);
	other.lanes = d->lanes & all & ~in;
	if (other.lanes)
		check_push(c, &other);
	return target_lanes_down(c->t, sub, in);
}

static bool
is_single(Check *c, RegId reg)
{
	Slice cells = cells_of(&c->cells, reg);

	return cells.end - cells.start == 1;
}

/* The lanes of D in terms of definition O of renaming B.  Lanes that B leaves
 * alone are demanded from before it. */
static LaneMask
lanes_renamed(Check *c, const Demand *d, const Operand *o, InsnId b)
{
	LaneMask in;
	Demand other = *d;

	if (o->kind == OPND_REG) {
		if (d->value - c->nvregs >= c->cells.ncells)
			return lanes_of_cells(c, d, (RegId)o->val, b);
		const CellPart *part = cells_part(&c->cells, (RegId)o->val,
						  d->value - c->nvregs);
		if (!part)
			return LANES_NONE;
		in = part->lanes & d->lanes;
		if (d->lanes != LANES_ALL && is_single(c, (RegId)o->val))
			return d->lanes;
		return in ? in : part->lanes;
	}
	if (!o->sub)
		return d->lanes;
	in = d->lanes & cells_sub_lanes(&c->cells, o->sub);
	LaneMask rest = d->lanes & ~in;
	if (d->lanes == LANES_ALL)
		rest &= c->t->classes[c->before->vregs.at[o->val].cls].lanes;
	if (rest && !(o->flags & OPND_UNDEF)) {
		other.lanes = rest;
		check_push(c, &other);
	}
	return target_lanes_down(c->t, o->sub, in);
}

static SubId
sub_operand(const Func *f, const Operand *o)
{
	return (SubId)(o->kind == OPND_IMM ? opnd_imm(f, o) : o->val);
}

static void
cap_width(Demand *d, uint32_t bits)
{
	if (bits && d->width > bits)
		d->width = (uint16_t)bits;
}

/* Does renaming B clear the bits above its source SRC?  On some targets the
 * bits above what has not cleared them itself are open. */
static bool
clears_above(const Check *c, InsnId b, const Operand *src)
{
	return insn_is(c->before, func_insn(c->before, b), WK_SUBREG_TO_REG) &&
	       (!c->open_extension || !check_is_open_above(c, src));
}

/* D's LANES, as far as they lie in part SUB of what is renamed, come from
 * SRC; the bits above are clear if renaming B clears them, else open.  Returns
 * the other lanes. */
static LaneMask
rename_part(Check *c, const Demand *d, LaneMask lanes, SubId sub,
	    const Operand *src, InsnId b)
{
	LaneMask in = lanes & cells_sub_lanes(&c->cells, sub);
	LaneMask down = target_lanes_down(c->t, sub, in);
	Operand whole = insn_opnds(c->before, func_insn(c->before, b))[0];
	int32_t size = c->t->subs[sub].size;
	uint32_t bits = size > 0 ? (uint32_t)size : 0;
	Demand part = *d;

	if (whole.kind == OPND_VREG && !whole.sub) {
		whole.sub = sub;
		bits = check_part(c, &whole, down);
	}
	if (!clears_above(c, b, src))
		cap_width(&part, bits);
	if (in)
		rename_to(c, &part, down, bits, src, b);
	return lanes & ~in;
}

static void
through_phi(Check *c, const Demand *d, InsnId b)
{
	const Insn *insn = func_insn(c->before, b);
	const Operand *o = insn_opnds(c->before, insn);
	const Block *block = &c->before->blocks.at[d->block];

	for (uint32_t i = 1; i + 1 < insn->nopnds; i += 2) {
		Demand next = *d;
		BlockId from = o[i + 1].val;

		if (!c->blocks.reachable[from])
			continue;
		next.block = from;
		next.step = c->blocks.step[from + 1];
		if (block->flags & BLOCK_LANDING_PAD)
			next.step = c->blocks.leave_pad[from];
		else if (block->flags & BLOCK_ASM_TARGET)
			next.step = c->blocks.leave_asm[from];
		rename_to(c, &next, d->lanes, check_part(c, &o[0], d->lanes),
			  &o[i], b);
	}
}

/* Does register operand O of BEFORE write what BEFORE has in the register, or
 * the cell, that the value of D is? */
static bool
writes_value(Check *c, const Demand *d, const Operand *o)
{
	Value cell = d->value - c->nvregs;

	if (d->value < c->nvregs || o->kind != OPND_REG ||
	    !(o->flags & OPND_DEF))
		return false;
	if (cell < c->cells.ncells)
		return cells_part(&c->cells, (RegId)o->val, cell);
	return target_overlap(c->t, (RegId)o->val,
			      (RegId)(cell - c->cells.ncells));
}

/* Is the value of D in a register that INSN, which copies to another one, only
 * says that it writes ("implicit-def $mask")?  No part of what it copies gets
 * there. */
static bool
is_beside(Check *c, const Demand *d, const Insn *insn)
{
	const Operand *o = insn_opnds(c->before, insn);

	if (writes_value(c, d, &o[0]))
		return false;
	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (writes_value(c, d, &o[k]))
			return o[0].kind != OPND_REG ||
			       !target_overlap(c->t, (RegId)o[0].val,
					       (RegId)o[k].val);
	return false;
}

void
check_through_naming(Check *c, Demand *d, InsnId b)
{
	const Func *f = c->before;
	const Insn *insn = func_insn(f, b);
	const Operand *o = insn_opnds(f, insn);

	if (insn_is(f, insn, WK_PHI)) {
		through_phi(c, d, b);
		return;
	}
	if (insn_is(f, insn, WK_KILL) && o[0].kind == OPND_REG) {
		check_push(c, d); /* a part or the whole, where it was */
		return;
	}
	if (is_beside(c, d, insn)) {
		check_push(c, d);
		return;
	}
	if (d->value < c->nvregs &&
	    (o[0].kind != OPND_VREG || o[0].val != d->value)) {
		check_refuse(c, d, b, NONE, "only copies beside it are there");
		return;
	}
	LaneMask lanes = lanes_renamed(c, d, &o[0], b);
	if (!check_on_defined(c, d)) {
		check_refuse(c, d, b, NONE, CHECK_LANES_OFF);
		return;
	}
	uint32_t nat = check_part(c, &o[0], lanes);
	if (insn_is(f, insn, WK_COPY) || insn_is(f, insn, WK_KILL) ||
	    !check_is_naming(c, insn)) {
		/* What lies above a part is open. */
		if (o[0].kind == OPND_VREG && o[0].sub &&
		    insn_is(f, insn, WK_COPY))
			cap_width(d, nat);
		if (lanes && insn->nopnds > 1)
			rename_to(c, d, lanes, nat, &o[1], b);
	} else if (insn_is(f, insn, WK_REG_SEQUENCE)) {
		for (uint32_t i = 1; i + 1 < insn->nopnds; i += 2)
			lanes = rename_part(c, d, lanes,
					    sub_operand(f, &o[i + 1]), &o[i],
					    b);
	} else if (insn_is(f, insn, WK_INSERT_SUBREG)) {
		lanes = rename_part(c, d, lanes, sub_operand(f, &o[3]), &o[2],
				    b);
		if (lanes)
			rename_to(c, d, lanes, nat, &o[1], b);
	} else if (insn_is(f, insn, WK_SUBREG_TO_REG)) {
		rename_part(c, d, lanes, sub_operand(f, &o[3]), &o[2], b);
	} else if (insn_is(f, insn, WK_EXTRACT_SUBREG)) {
		rename_to(
			c, d,
			cells_lanes_up(&c->cells, sub_operand(f, &o[2]), lanes),
			nat, &o[1], b);
	}
}
