/*
 * Classes of intervals.  A register has the class that all its instructions
 * take; an interval, which is named by fewer of them, may take a wider one.
 * Where few instructions take only some registers, as those with a high byte,
 * each of them gets an interval of its own, and the rest a wider class.
 */
#include "core/alloc/cost.h"

/* Is a value of class CLS handled in all ways like one of class WIDE? */
static bool
class_is_alike(Scan *s, ClassId cls, ClassId wide)
{
	const TargetClass *a = &s->t->classes[cls], *b = &s->t->classes[wide];

	return a->bits == b->bits && a->lanes == b->lanes &&
	       a->file == b->file && b->copy_cost >= 0 &&
	       (b->flags & (CLASS_ALLOCATABLE | CLASS_FIXED)) ==
		       CLASS_ALLOCATABLE &&
	       class_spill(s, cls) &&
	       class_spill(s, cls) == class_spill(s, wide);
}

/* Do all registers of class CLS start at even numbers?  Where tuples have to,
 * their classes alone say so, not the instructions. */
static bool
class_starts_even(Scan *s, ClassId cls)
{
	const Order *order = class_order(s, cls);

	for (uint32_t i = 0; i < order->n; i++)
		if (target_starts_odd(s->t, order->regs[i]))
			return false;
	return true;
}

/* Is REG one that values of class CLS are given? */
static bool
class_gives(const Target *t, ClassId cls, uint32_t reg)
{
	FOR_CLASS_REGS(r, t, cls)
		if (*r == reg)
			return true;
	return false;
}

/* Are values of class WIDE given members of class CLS that CLS keeps back?  Its
 * order does so for a reason that no instruction tells. */
static bool
class_gives_kept(const Target *t, ClassId cls, ClassId wide)
{
	FOR_CLASS_REGS(r, t, wide)
		if (t->regs[*r].flags & REG_APART &&
		    target_class_has(t, cls, *r) && !class_gives(t, cls, *r))
			return true;
	return false;
}

/* The class with most registers that values of class CLS may be in if no
 * instruction objects. */
static ClassId
class_widest(Scan *s, ClassId cls)
{
	ClassUse *use = class_use(s, cls);
	uint32_t n = use->order.n;

	if (use->widest != CLASS_NONE)
		return use->widest;
	use->widest = cls;
	bool even = class_starts_even(s, cls);
	for (uint32_t c = 0; c < s->t->n_classes; c++) {
		if (!target_class_contains(s->t, (ClassId)c, cls) ||
		    !class_is_alike(s, cls, (ClassId)c) ||
		    class_order(s, (ClassId)c)->n <= n ||
		    class_gives_kept(s->t, cls, (ClassId)c) ||
		    (even && !class_starts_even(s, (ClassId)c)))
			continue;
		n = class_order(s, (ClassId)c)->n;
		use->widest = (ClassId)c;
	}
	return use->widest;
}

/* Is part SUB of every register of class CLS one of class WIDE? */
static bool
parts_are_in(Scan *s, ClassId cls, SubId sub, ClassId wide)
{
	ClassId with = target_class_with_sub(s->t, cls, sub, wide);

	return with != CLASS_NONE &&
	       class_order(s, with)->n == class_order(s, cls)->n;
}

/* Can any register of class WIDE be copied from or to OTHER, like those of
 * class CLS inside it? */
static bool
copy_takes(Scan *s, const Operand *other, ClassId cls, ClassId wide)
{
	if (other->sub)
		return other->kind == OPND_VREG &&
		       parts_are_in(s, s->f->vregs.at[other->val].cls,
				    other->sub, wide);
	if (other->kind == OPND_REG)
		return class_gives(s->t, wide, other->val);
	return other->kind == OPND_VREG &&
	       class_spill(s, s->f->vregs.at[other->val].cls) ==
		       class_spill(s, cls);
}

/* Can part SUB of any register of class WIDE be copied from or to OTHER, as
 * both are alike in some class? */
static bool
part_copy_takes(Scan *s, const Operand *other, SubId sub, ClassId wide)
{
	for (uint32_t c = 0; c < s->t->n_classes; c++)
		if ((s->t->classes[c].flags &
		     (CLASS_ALLOCATABLE | CLASS_FIXED)) == CLASS_ALLOCATABLE &&
		    class_spill(s, (ClassId)c) &&
		    copy_takes(s, other, (ClassId)c, (ClassId)c) &&
		    parts_are_in(s, wide, sub, (ClassId)c))
			return true;
	return false;
}

/* The class that the opcode of INSN asks of operand number K, or, if it asks
 * nothing, as inline assembly, the class that the input gave what stands there
 * before copies were joined; CLASS_NONE: not known.  In *SUB of which part of
 * the register. */
static ClassId
operand_asks(const Scan *s, const Insn *insn, uint32_t k, SubId *sub)
{
	const OpcodeDesc *desc = insn_desc(s->f, insn);
	const Operand *o = insn_opnds(s->f, insn) + k;

	*sub = o->sub;
	if (insn->op && k < desc->opnds.end - desc->opnds.start)
		return s->t->opnd_descs[desc->opnds.start + k].cls;
	if (insn->origin == NONE)
		return CLASS_NONE;
	const Operand *was =
		insn_opnds(s->input, func_insn(s->input, insn->origin)) + k;
	if (was->kind != OPND_VREG || (was->sub && was->sub != o->sub))
		return CLASS_NONE;
	if (was->sub)
		*sub = 0;
	return s->input->vregs.at[was->val].cls;
}

/* The largest class between CLS and WIDE that operand number K of INSN takes.
 */
static ClassId
operand_takes(Scan *s, const Insn *insn, uint32_t k, ClassId cls, ClassId wide)
{
	const Operand *o = insn_opnds(s->f, insn);
	SubId sub;

	if (insn_is(s->f, insn, WK_COPY) && insn->nopnds == 2) {
		bool both =
			o[k].sub ? part_copy_takes(s, &o[1 - k], o[k].sub, wide)
				 : copy_takes(s, &o[1 - k], cls, wide);

		return both ? wide : cls;
	}
	/* What a return reads is read when callee-saved registers have their
	 * old values back, which only the class in the input may tell: LLVM 14
	 * has returns whose opcode takes any register. */
	if (insn_desc(s->f, insn)->flags & OP_RETURN)
		return cls;
	ClassId takes = operand_asks(s, insn, k, &sub);
	if (takes == CLASS_NONE)
		return cls;
	if (sub)
		takes = target_class_with_sub(s->t, wide, sub, takes);
	else if (target_class_contains(s->t, takes, wide))
		return wide;
	else
		takes = target_class_common(s->t, takes, wide);
	return takes != CLASS_NONE && target_class_contains(s->t, takes, cls) &&
			       class_is_alike(s, cls, takes)
		       ? takes
		       : cls;
}

static ClassId
occurrence_takes(Scan *s, const IntervalOccurrence *m, ClassId cls,
		 ClassId wide)
{
	const Insn *insn = func_insn(s->f, m->insn);

	if (m->flags & OCC_EDIT)
		return wide;
	return operand_takes(s, insn, m->ref - insn->opnd0, cls, wide);
}

/* The widest class that parts of ORIGIN can have: a copy that fills one may
 * turn into what computes the value again. */
static ClassId
origin_widest(Scan *s, VregId origin)
{
	ClassId cls = s->f->vregs.at[origin].cls;
	ClassId wide = class_widest(s, cls);
	InsnId def = s->origins.remat[origin];

	return wide == cls || def == NONE
		       ? wide
		       : operand_takes(s, func_insn(s->f, def), 0, cls, wide);
}

void
interval_widen(Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];
	ClassId cls = s->f->vregs.at[p->origin].cls;
	bool used = p->stage != STAGE_SPILL && p->stage != STAGE_REST;

	if (v == p->origin || cls == CLASS_NONE)
		return;
	ClassId wide = origin_widest(s, p->origin);
	for (uint32_t i = 0; i < p->noccurrences && wide != cls; i++) {
		used |= !(p->occurrences[i].flags & OCC_EDIT);
		wide = occurrence_takes(s, &p->occurrences[i], cls, wide);
	}
	s->f->vregs.at[v].cls = used ? wide : cls;
	s->f->traits.reclassed = true;
}

bool
interval_may_widen(Scan *s, VregId v)
{
	ClassId cls = s->f->vregs.at[v].cls;

	return cls != CLASS_NONE &&
	       origin_widest(s, s->intervals.at[v].origin) != cls;
}

/* Does one of the registers of class CLS survive the calls that V crosses? */
static bool
class_survives(Scan *s, VregId v, ClassId cls)
{
	const Order *order = class_order(s, cls);

	for (uint32_t i = 0; i < order->n; i++)
		if (units_preserved(s, v, order->regs[i]))
			return true;
	return false;
}

bool
interval_survives_wider(Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];

	return p->preserved && !class_survives(s, v, s->f->vregs.at[v].cls) &&
	       class_survives(s, v, origin_widest(s, p->origin));
}

bool
interval_narrow_occurrences(Scan *s, VregId v, uint8_t *narrow)
{
	const AllocInterval *p = &s->intervals.at[v];
	ClassId cls = s->f->vregs.at[p->origin].cls;
	ClassId wide = origin_widest(s, p->origin);
	double cost = 0, gain = 0;
	bool any = false;

	for (uint32_t i = 0; i < p->noccurrences; i++) {
		const IntervalOccurrence *m = &p->occurrences[i];
		double price = (double)s->price[occurrence_block(s, m)];

		/* Without a reserved one, as the stack pointer, it may be the
		 * same. */
		narrow[i] =
			class_order(s, occurrence_takes(s, m, cls, wide))->n <
			class_order(s, wide)->n;
		any |= narrow[i];
		if (narrow[i])
			cost += price;
		else if (!(m->flags & (OCC_COPY | OCC_EDIT)))
			gain += price;
	}
	return !any || cost * COST_COPY < gain;
}
