/*
 * Rules on one instruction whose registers have changed: classes, reserved
 * registers, ties, early definitions.
 */
#include "core/check/post/post_internal.h"

/* Does INSN's opcode write or read REG without being told? */
static bool
is_implied(const Post *p, const Insn *insn, uint32_t reg)
{
	const Implied *implied = insn_implied(p->after.f, insn);

	return target_implicit_has(p->t, implied->defs, reg) ||
	       target_implicit_has(p->t, implied->uses, reg);
}

/* Operand K of INSN has another register than in BEFORE; why not? */
static const char *
rename_fault(const Post *p, const Insn *insn, uint32_t k, const Operand *x,
	     const Operand *y)
{
	const Func *f = p->after.f;
	const OpcodeDesc *d = insn_desc(f, insn);
	ClassId cls = CLASS_NONE;

	if (x->flags & OPND_IMPLICIT && is_implied(p, insn, x->val))
		return "must have the register it had";
	if (!insn->op || insn_flags(f, insn) & OP_CALL ||
	    insn_is(f, insn, WK_INLINEASM) || insn_is(f, insn, WK_INLINEASM_BR))
		return "must keep its registers";
	if (!y->val ||
	    post_units(p->t, (RegId)x->val) != post_units(p->t, (RegId)y->val))
		return "has a register of another size";
	if (bits_has(p->reserved, y->val))
		return "has a reserved register";
	if (target_starts_odd(p->t, (RegId)y->val) &&
	    !target_starts_odd(p->t, (RegId)x->val))
		return "has a register that starts at an odd number";
	if (!(x->flags & OPND_IMPLICIT) && k < d->opnds.end - d->opnds.start)
		cls = p->t->opnd_descs[d->opnds.start + k].cls;
	if (cls != CLASS_NONE && target_class_has(p->t, cls, (RegId)x->val) &&
	    !target_class_has(p->t, cls, (RegId)y->val))
		return "has a register of another class";
	return NULL;
}

/* Does a definition of INSN that is written early meet one of its reads? */
static bool
early_overlap(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	for (uint32_t i = 0; i < insn->nopnds; i++)
		for (uint32_t k = 0; o[i].flags & OPND_EARLY &&
				     post_is_def(&o[i]) && k < insn->nopnds;
		     k++)
			if (post_is_use(&o[k]) && !opnd_is_tied_to(&o[k], i) &&
			    target_overlap(f->target, (RegId)o[i].val,
					   (RegId)o[k].val))
				return true;
	return false;
}

/* Two definitions that BEFORE has apart may not meet. */
static bool
defs_overlap(const Post *p, const Operand *x, const Operand *y, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; post_is_def(&y[i]) && k < i; k++)
			if (post_is_def(&y[k]) &&
			    (y[i].val != x[i].val || y[k].val != x[k].val) &&
			    target_overlap(p->t, (RegId)y[i].val,
					   (RegId)y[k].val) &&
			    !target_overlap(p->t, (RegId)x[i].val,
					    (RegId)x[k].val))
				return true;
	return false;
}

/* What is wrong with operand K; sets *RENAMED if it has another register. */
static const char *
operand_fault(const Post *p, const Insn *insn, uint32_t k, const Operand *x,
	      bool *renamed)
{
	const Operand *all = insn_opnds(p->after.f, insn), *y = &all[k];
	const char *why = NULL;

	if (x->kind != y->kind || (x->kind != OPND_REG && x->val != y->val) ||
	    ((x->flags ^ y->flags) & (OPND_DEF | OPND_IMPLICIT | OPND_EARLY)))
		return "has another operand";
	if (x->kind == OPND_VREG &&
	    (x->sub != y->sub || (x->flags ^ y->flags) & OPND_UNDEF))
		return "has another operand";
	if (x->kind != OPND_REG)
		return NULL;
	if (x->val != y->val) {
		*renamed = true;
		why = rename_fault(p, insn, k, x, y);
	}
	/* What was $noreg, and is, may be tied to anything. */
	if (!why && (x->val || y->val) && y->tied != TIED_NONE &&
	    !(y->flags & OPND_DEF) && y->tied < insn->nopnds &&
	    all[y->tied].val != y->val)
		why = "has tied operands that differ";
	return why;
}

/* Does B lie in A, or A in B, as D in C? */
static bool
related_alike(const Target *t, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	return (a == b) == (c == d) && target_overlap(t, (RegId)c, (RegId)d) &&
	       target_subreg_index(t, (RegId)a, (RegId)b) ==
		       target_subreg_index(t, (RegId)c, (RegId)d) &&
	       target_subreg_index(t, (RegId)b, (RegId)a) ==
		       target_subreg_index(t, (RegId)d, (RegId)c);
}

static bool
is_register(const Operand *o, bool implicit)
{
	return o->kind == OPND_REG && o->val &&
	       !(o->flags & OPND_IMPLICIT) == !implicit;
}

/* What an implicit operand is about. */
typedef enum {
	ABOUT_NOTHING,
	ABOUT_KEPT, /* all of it changed as the operand did */
	ABOUT_LOST,
} About;

/* What is implicit operand K about, of the explicit definitions or uses (DEFS)
 * that it overlaps? */
static About
implicit_about(const Post *p, const Operand *x, const Operand *y, uint32_t n,
	       uint32_t k, bool defs)
{
	About about = ABOUT_NOTHING;

	for (uint32_t i = 0; i < n; i++) {
		if (!is_register(&x[i], false) ||
		    !(x[i].flags & OPND_DEF) == defs ||
		    !target_overlap(p->t, (RegId)x[i].val, (RegId)x[k].val))
			continue;
		if (!related_alike(p->t, x[i].val, x[k].val, y[i].val,
				   y[k].val))
			return ABOUT_LOST;
		about = ABOUT_KEPT;
	}
	return about;
}

/* An implicit operand says what an explicit one, a definition if it is one,
 * means for the register around it, or a part: they change together.  Others do
 * not change, nor do those that the opcode implies, whose registers are seen to
 * be the same. */
static bool
implicit_alone(const Post *p, const Insn *insn, const Operand *x,
	       const Operand *y, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++) {
		bool def = x[k].flags & OPND_DEF;

		if (!is_register(&x[k], true) || is_implied(p, insn, x[k].val))
			continue;
		About about = implicit_about(p, x, y, n, k, def);
		if (about == ABOUT_NOTHING && !def)
			about = implicit_about(p, x, y, n, k, true);
		if (about == ABOUT_LOST ||
		    (about == ABOUT_NOTHING && x[k].val != y[k].val))
			return true;
	}
	return false;
}

const char *
post_insn_fault(const Post *p, const Insn *of, const Insn *insn)
{
	const Operand *x = insn_opnds(p->before.f, of);
	const Operand *y = insn_opnds(p->after.f, insn);
	const char *why = NULL;
	bool renamed = false;

	if (of->op != insn->op || of->nopnds != insn->nopnds ||
	    of->nleft != insn->nleft)
		return "is another one";
	for (uint32_t k = 0; k < of->nopnds && !why; k++)
		why = operand_fault(p, insn, k, &x[k], &renamed);
	if (why || !renamed)
		return why;
	if (early_overlap(p->after.f, insn) && !early_overlap(p->before.f, of))
		return "writes a register before it reads it";
	if (defs_overlap(p, x, y, of->nopnds))
		return "defines a register twice";
	if (implicit_alone(p, insn, x, y, of->nopnds))
		return "has an implicit operand about another register";
	return NULL;
}
