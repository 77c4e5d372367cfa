/*
 * Ties made explicit: a COPY in front of an instruction whose tied operands are
 * different registers.  (LLVM's TwoAddressInstruction; commuting belongs in
 * tie_operands, which sees the instruction before it is copied.)
 */
#include "core/prepare/lower_internal.h"

bool
same_register(const Operand *a, const Operand *b)
{
	return a->kind == b->kind && a->val == b->val && a->sub == b->sub;
}

/* Is D, tied to the same register, to be a value of a register of its own?
 * Where a function can be entered again (setjmp) what was there at first must
 * still be there, so that the slot of one value must not be another's.  The
 * copy to itself makes them values apart (split_webs). */
static bool
tie_parts(const Func *f, const Operand *d)
{
	return f->traits.returns_twice && d->kind == OPND_VREG && !d->sub;
}

/* The definition that operand K of INSN must be copied to first; NULL: none. */
static const Operand *
open_tie(const Func *f, const Insn *insn, uint32_t k)
{
	const Operand *o = insn_opnds(f, insn);

	if (o[k].tied == TIED_NONE || o[k].tied >= insn->nopnds ||
	    !opnd_is_reg(&o[k]))
		return NULL;
	const Operand *d = &o[o[k].tied];
	if (!opnd_is_reg(d) || (same_register(d, &o[k]) && !tie_parts(f, d)))
		return NULL;
	if (o[k].kind == OPND_REG && (d->kind == OPND_REG || !o[k].val))
		return NULL;
	return d->kind == OPND_REG && !d->val ? NULL : d;
}

/* Does operand K of the instruction at hand read another register already? */
static bool
is_replaced(const Lower *l, uint32_t k)
{
	for (uint32_t i = 0; i < l->replace.n; i++)
		if (l->replace.at[i].index == k)
			return true;
	return false;
}

/* Reads of a register by other operands that the copies for ties overwrite go
 * through a copy of their own. */
static void
save_overwritten(Lower *l, const Insn *insn, bool *parallel)
{
	const Operand *o = insn_opnds(l->in, insn);

	for (uint32_t i = 0; i < insn->nopnds; i++) {
		const Operand *d = open_tie(l->in, insn, i);

		if (!d || d->kind != OPND_VREG)
			continue;
		for (uint32_t k = 0; k < insn->nopnds; k++) {
			Replacement r = {.index = k, .sub = o[k].sub};

			if (o[k].kind != OPND_VREG || o[k].val != d->val ||
			    (o[k].flags & OPND_DEF) || !opnd_reads(&o[k]) ||
			    open_tie(l->in, insn, k) || is_replaced(l, k))
				continue;
			r.vreg = func_add_vreg(
				l->out, l->in->vregs.at[d->val].cls, NONE);
			push_copy(l, operand_vreg(r.vreg, 0, 0),
				  operand_vreg(d->val, 0, 0), *parallel,
				  insn->loc);
			*parallel = true;
			VEC_PUSH(l->tmp, l->replace, r);
		}
	}
}

/* Other reads of the register of operand K, copied to D of the same class,
 * read the copy: then the two can become one register. */
static void
read_copy(Lower *l, const Insn *insn, uint32_t k, const Operand *d)
{
	const Operand *o = insn_opnds(l->in, insn);
	Replacement r = {.vreg = d->val};

	if (o[k].kind != OPND_VREG || o[k].sub || d->sub ||
	    d->kind != OPND_VREG || (d->flags & OPND_EARLY) ||
	    l->in->vregs.at[d->val].cls != l->in->vregs.at[o[k].val].cls)
		return;
	for (uint32_t i = 0; i < insn->nopnds; i++) {
		if (o[i].kind != OPND_VREG || o[i].val != o[k].val ||
		    (o[i].flags & (OPND_DEF | OPND_UNDEF | OPND_LATE)) ||
		    o[i].tied != TIED_NONE)
			continue;
		r.index = i;
		r.sub = o[i].sub;
		VEC_PUSH(l->tmp, l->replace, r);
	}
}

/* Does INSN read by another explicit operand a part of register D, which it
 * defines and a copy for its tie would write first?  (LLVM does not take that.)
 */
static bool
reads_fixed(const Func *f, const Insn *insn, const Operand *d)
{
	const Operand *o = insn_opnds(f, insn);

	for (uint32_t k = 0; d->kind == OPND_REG && k < insn->nopnds; k++)
		if (o[k].kind == OPND_REG && o[k].val && opnd_reads(&o[k]) &&
		    !(o[k].flags & OPND_IMPLICIT) &&
		    target_overlap(f->target, (RegId)o[k].val, (RegId)d->val))
			return true;
	return false;
}

/* Is operand K of INSN, those O, tied to another register than its own, both
 * of them physical? */
static bool
ties_fixed(const Insn *insn, const Operand *o, uint32_t k)
{
	const Operand *d = o + o[k].tied;

	return o[k].tied != TIED_NONE && o[k].tied < insn->nopnds &&
	       o[k].kind == OPND_REG && d->kind == OPND_REG && o[k].val &&
	       d->val && d->val != o[k].val;
}

/* Why operand K of INSN cannot be copied to D, to which it is tied (NULL: there
 * is nothing to copy); NULL: it can. */
static const char *
tie_fault(const Func *f, const Insn *insn, uint32_t k, const Operand *d)
{
	if (ties_fixed(insn, insn_opnds(f, insn), k))
		return "tied to another physical register";
	if (d && insn->flags & INSN_BUNDLED)
		return "tied to a different register inside a bundle";
	if (d && reads_fixed(f, insn, d))
		return "tied to a register that another operand reads";
	return NULL;
}

bool
tie_operands(Lower *l, const Insn *insn)
{
	const Operand *o = insn_opnds(l->in, insn);
	bool parallel = false, save = true;

	for (uint32_t k = 0; k < insn->nopnds; k++) {
		Replacement r = {.index = k};

		if (o[k].tied == TIED_NONE)
			continue;
		const Operand *d = open_tie(l->in, insn, k);
		const char *why = tie_fault(l->in, insn, k, d);
		if (why) {
			diag_error(l->in->diag, o[k].loc, "%s", why);
			return false;
		}
		if (!d)
			continue;
		if (save)
			save_overwritten(l, insn, &parallel);
		save = false;
		r.undef = o[k].flags & OPND_UNDEF;
		r.sub = d->sub;
		if (d->kind == OPND_REG)
			r.reg = (RegId)d->val;
		else
			r.vreg = d->val;
		if (!r.undef) {
			Operand dst = *d;

			dst.flags &= OPND_UNDEF;
			push_copy(l, dst, o[k], parallel, insn->loc);
			parallel = true;
			read_copy(l, insn, k, d);
		}
		VEC_PUSH(l->tmp, l->replace, r);
	}
	return true;
}
