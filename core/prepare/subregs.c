/*
 * REG_SEQUENCE, INSERT_SUBREG, EXTRACT_SUBREG and SUBREG_TO_REG as COPYs from
 * and to parts of registers.  A copy to the first part of a register that had
 * no value says so (undef); parts without a value are not copied.  Nor is a
 * register into itself: the two sides of a copy are not the same behind here.
 */
#include "core/prepare/lower_internal.h"

/* Sub-register index in operand K of an instruction that builds or takes
 * apart a register; 0 after reporting that there is none. */
static SubId
sub_operand(Lower *l, const Insn *insn, uint32_t k)
{
	const Operand *o = insn_opnds(l->in, insn) + k;

	if (k < insn->nopnds && o->kind == OPND_SUB && o->val)
		return (SubId)o->val;
	diag_error(l->in->diag, insn->loc,
		   "operand %u must be a sub-register index", k);
	return 0;
}

/* SRC, or a copy of it where it is a part of D, which is about to change. */
static Operand
saved_source(Lower *l, const Operand *src, const Operand *d, Loc loc)
{
	if (src->kind != OPND_VREG || src->val != d->val ||
	    (src->flags & OPND_UNDEF))
		return *src;
	VregId v = func_add_vreg(l->out, l->in->vregs.at[d->val].cls, NONE);
	push_copy(l, operand_vreg(v, 0, 0), operand_vreg(d->val, 0, 0), false,
		  loc);
	return operand_vreg(v, src->sub, 0);
}

/* d = REG_SEQUENCE a, %subreg.x, b, %subreg.y ...: one copy for each part. */
static bool
lower_reg_sequence(Lower *l, const Insn *insn)
{
	const Operand *o = insn_opnds(l->in, insn);
	unsigned undef = OPND_UNDEF;
	SubId sub;

	/* Sources that are parts of the result are read before it changes. */
	l->replace.n = 0;
	for (uint32_t k = 1; k + 1 < insn->nopnds; k += 2) {
		Replacement r = {.index = k};

		Operand saved = saved_source(l, &o[k], &o[0], insn->loc);
		r.vreg = saved.val;
		VEC_PUSH(l->tmp, l->replace, r);
	}
	for (uint32_t k = 1; k + 1 < insn->nopnds; k += 2) {
		Operand src = o[k];

		if (!(sub = sub_operand(l, insn, k + 1)))
			return false;
		if (source_undefined(l, &src))
			continue;
		src.val = l->replace.at[k / 2].vreg;
		sub = target_compose(l->in->target, o[0].sub, sub);
		push_copy(l, operand_vreg(o[0].val, sub, undef), src, false,
			  insn->loc);
		undef = 0;
	}
	if (undef)
		push_implicit_def(l, o[0].val, insn->loc);
	return true;
}

/* d = INSERT_SUBREG base, value, %subreg.x */
static bool
lower_insert(Lower *l, const Insn *insn)
{
	const Operand *o = insn_opnds(l->in, insn);
	bool undef = source_undefined(l, &o[1]);
	SubId sub = sub_operand(l, insn, 3);
	Operand value = o[2];

	if (!sub)
		return false;
	if (!undef && !same_register(&o[0], &o[1])) {
		value = saved_source(l, &o[2], &o[0], insn->loc);
		push_copy(l, operand_vreg(o[0].val, 0, 0), o[1], false,
			  insn->loc);
		if (!source_undefined(l, &o[2]))
			l->out->insns.at[l->out->insns.n - 1].flags |=
				INSN_REST;
	}
	if (!source_undefined(l, &o[2]))
		push_copy(l,
			  operand_vreg(o[0].val, sub, undef ? OPND_UNDEF : 0),
			  value, false, insn->loc);
	else if (undef)
		push_implicit_def(l, o[0].val, insn->loc);
	return true;
}

/* d = EXTRACT_SUBREG source, %subreg.x */
static bool
lower_extract(Lower *l, const Insn *insn)
{
	const Operand *o = insn_opnds(l->in, insn);
	SubId sub = sub_operand(l, insn, 2);
	Operand src = o[1];

	if (!sub)
		return false;
	if (src.kind == OPND_REG)
		src.val = target_subreg(l->in->target, (RegId)src.val, sub);
	else
		src.sub = target_compose(l->in->target, src.sub, sub);
	if ((src.kind == OPND_REG && !src.val) ||
	    (src.kind == OPND_VREG && !src.sub)) {
		diag_error(l->in->diag, o[1].loc,
			   "no sub-register %s in this register",
			   target_sub_name(l->in->target, sub));
		return false;
	}
	push_copy(l, o[0], src, false, insn->loc);
	return true;
}

/* d = SUBREG_TO_REG 0, value, %subreg.x: the instruction that defines the value
 * is known to clear the rest of d, and so must be every instruction that moves
 * it: loads, stores and copies of the targets that have this (32 bits and
 * vectors) do. */
static bool
lower_subreg_to_reg(Lower *l, const Insn *insn)
{
	const Operand *o = insn_opnds(l->in, insn);
	SubId sub = sub_operand(l, insn, 3);

	if (!sub)
		return false;
	if (!*target_setting(l->in->target, "open-extension") &&
	    !rest_is_zero(l, &o[2], sub, (InsnId)(insn - l->in->insns.at))) {
		diag_error(l->in->diag, o[2].loc,
			   "SUBREG_TO_REG of a part of a wider register, of "
			   "which the rest need not be zero");
		return false;
	}
	if (source_undefined(l, &o[2]))
		push_implicit_def(l, o[0].val, insn->loc);
	else
		push_copy(l, operand_vreg(o[0].val, sub, OPND_UNDEF), o[2],
			  false, insn->loc);
	return true;
}

bool
lower_parts(Lower *l, const Insn *insn, bool *ok)
{
	const Operand *o = insn_opnds(l->in, insn);

	if (!insn->nopnds || o->kind != OPND_VREG)
		return false;
	*ok = true;
	if (insn_is(l->in, insn, WK_COPY))
		return copy_is_nothing(insn, o);
	if (insn_is(l->in, insn, WK_REG_SEQUENCE))
		*ok = lower_reg_sequence(l, insn);
	else if (insn_is(l->in, insn, WK_INSERT_SUBREG) && insn->nopnds > 3)
		*ok = lower_insert(l, insn);
	else if (insn_is(l->in, insn, WK_EXTRACT_SUBREG) && insn->nopnds > 2)
		*ok = lower_extract(l, insn);
	else if (insn_is(l->in, insn, WK_SUBREG_TO_REG) && insn->nopnds > 3)
		*ok = lower_subreg_to_reg(l, insn);
	else
		return false;
	return true;
}
