/*
 * The rules that hold for one instruction by itself: nothing but registers
 * changed; each is in its class and not reserved; ties hold.
 */
#include "core/base/bits.h"
#include "core/check/insn/insns.h"

/* Is REG of one sort with the registers that are part SUB of those in CLS: does
 * it live in memory in the same way? */
static bool
is_like_part(const Target *t, ClassId cls, SubId sub, RegId reg)
{
	RegId part = 0;

	for (Slice order = t->classes[cls].order;
	     order.start < order.end && !part; order.start++)
		part = target_subreg(t, t->class_regs[order.start], sub);
	for (uint32_t i = 0; part && i < t->n_spills; i++)
		if (target_class_has(t, t->spills[i].cls, part) &&
		    target_class_has(t, t->spills[i].cls, reg))
			return true;
	return false;
}

/* The word before operand I of inline assembly B that says what its group is:
 * the kind in the lowest three bits, then how many operands, then a class; 0:
 * there is none. */
static uint64_t
asm_group(const Check *c, const Insn *b, uint32_t i)
{
	const Operand *o = insn_opnds(c->before, b);
	uint32_t k = 2, n;

	for (; k < i && o[k].kind == OPND_IMM; k += n + 1) {
		uint64_t word = (uint64_t)opnd_imm(c->before, &o[k]);

		n = word >> 3 & 0x1fff;
		if (i <= k + n)
			return word;
	}
	return 0;
}

/* Is there a class of values as wide as operand O's that has both what O's own
 * class has and REG? */
static bool
is_alike(const Check *c, const Operand *o, RegId reg)
{
	const TargetClass *cls =
		&c->t->classes[c->before->vregs.at[o->val].cls];
	RegId own = c->t->class_regs[cls->order.start];
	uint32_t bits = cls->bits;

	if (o->sub) {
		own = target_subreg(c->t, own, o->sub);
		bits = (uint32_t)c->t->subs[o->sub].size;
	}
	for (uint32_t k = 0; own && k < c->t->n_classes; k++)
		if (c->t->classes[k].bits == bits &&
		    (c->t->classes[k].flags & CLASS_ALLOCATABLE) &&
		    target_class_has(c->t, (ClassId)k, own) &&
		    target_class_has(c->t, (ClassId)k, reg))
			return true;
	return false;
}

/* Does inline assembly B take register REG as its operand O, number I?  What it
 * asks for stands in B itself; the class of the value is that of other
 * occurrences, too, which a copy may keep apart. */
static bool
asm_takes(const Check *c, const Insn *b, uint32_t i, const Operand *o,
	  RegId reg)
{
	enum { GROUP_LAST_REG = 3, GROUP_TIED = 31 };
	uint64_t word = asm_group(c, b, i);
	uint32_t cls = word >> GROUP_TIED & 1 ? 0 : word >> 16 & 0x7fff;

	if (!(word & 7) || (word & 7) > GROUP_LAST_REG || cls > c->t->n_classes)
		return false;
	return cls ? target_class_has(c->t, (ClassId)(cls - 1), reg)
		   : is_alike(c, o, reg);
}

/* May operand O of BEFORE, number I of instruction B, be register REG? */
static bool
in_class(const Check *c, const Insn *b, uint32_t i, const Operand *o, RegId reg)
{
	ClassId cls = c->before->vregs.at[o->val].cls;
	const OpcodeDesc *desc = insn_desc(c->before, b);

	if (cls == CLASS_NONE)
		return true;
	if (o->sub ? target_superreg(c->t, reg, o->sub, cls) != 0
		   : target_class_has(c->t, cls, reg))
		return true;
	if (insn_is(c->before, b, WK_INLINEASM) ||
	    insn_is(c->before, b, WK_INLINEASM_BR))
		return asm_takes(c, b, i, o, reg);
	/* A piece of a register may live in any class that the instruction
	 * takes. */
	if (o->sub && o->flags & OPND_IMPLICIT)
		return is_like_part(c->t, cls, o->sub, reg);
	if (!b->op || i >= desc->opnds.end - desc->opnds.start)
		return false;
	cls = c->t->opnd_descs[desc->opnds.start + i].cls;
	return cls != CLASS_NONE && target_class_has(c->t, cls, reg);
}

static void
check_register(Check *c, InsnId b, uint32_t i, const Operand *o,
	       const Operand *p)
{
	if (p->kind != OPND_REG || !p->val) {
		check_error(c, b, "operand %u has no register", i);
		return;
	}
	if (!in_class(c, func_insn(c->before, b), i, o, (RegId)p->val))
		check_error(c, b, "operand %u: $%s is not in class %s", i,
			    target_reg_name(c->t, (RegId)p->val),
			    target_class_name(c->t,
					      c->before->vregs.at[o->val].cls));
	/* What nobody reads may go where nothing is taken in; a reserved one
	 * only reads what BEFORE copies from there. */
	if ((o->flags & (OPND_DEF | OPND_DEAD)) == (OPND_DEF | OPND_DEAD) &&
	    c->t->regs[p->val].flags & REG_CONSTANT)
		return;
	if (c->reserved && bits_has(c->reserved, p->val) &&
	    ((o->flags & OPND_DEF) || !bits_has(c->pairs.copied_from, p->val)))
		check_error(c, b, "operand %u: $%s is reserved", i,
			    target_reg_name(c->t, (RegId)p->val));
}

/* A source that is $noreg before and after is none: nothing is tied to it. */
static void
check_tie(Check *c, InsnId b, InsnId a, uint32_t use, uint32_t def)
{
	const Operand *o = insn_opnds(c->before, func_insn(c->before, b)) + use;
	const Fold *fold = check_fold_of(c, a);
	RegId x = check_assigned(c, a, use), y = check_assigned(c, a, def);

	/* Commuted: the other operand has the tie now. */
	if (fold && fold->swap != NONE)
		x = check_assigned(c, a, check_commuted(fold, use));
	if (o->kind == OPND_REG && !o->val && !x)
		return;
	if (x != y)
		check_error(c, b,
			    "operands %u and %u are tied but got $%s and $%s",
			    use, def, target_reg_name(c->t, x),
			    target_reg_name(c->t, y));
}

/* The operands of each vector of B are the parts of one register. */
static void
check_vectors(Check *c, InsnId b, InsnId a)
{
	Slice s = target_vectors(c->t, func_insn(c->before, b)->op);

	FOR_SLICE(VectorRule, v, c->t->vectors, s) {
		if (!insn_has_vector(c->after, func_insn(c->after, a), v))
			check_error(c, b,
				    "operands %u to %u are not in consecutive "
				    "registers",
				    v->first, v->last);
	}
}

void
check_insn(Check *c, InsnId b, InsnId a)
{
	const Insn *x = func_insn(c->before, b);
	const Operand *o = insn_opnds(c->before, x);

	if (!check_forms(c, b, a)) {
		check_unmatched(c, b, NONE,
				"is not the same instruction in the output");
		return;
	}
	if (!check_fold_of(c, a) &&
	    !check_says_no_more(c, x, func_insn(c->after, a)))
		check_error(c, b,
			    "has other flags or other memory operands in the "
			    "output");
	for (uint32_t i = 0; i < x->nopnds; i++) {
		const Operand *p = check_opnd(c, a, i);

		if (!opnd_is_reg(&o[i]) || (o[i].flags & OPND_DEBUG))
			continue;
		if (o[i].kind == OPND_VREG && p)
			check_register(c, b, i, &o[i], p);
		if (!(o[i].flags & OPND_DEF) && o[i].tied != TIED_NONE &&
		    o[i].tied < x->nopnds &&
		    !(check_fold_of(c, a) && check_fold_of(c, a)->made))
			check_tie(c, b, a, i, o[i].tied);
	}
	if (c->t->n_vectors && !check_fold_of(c, a))
		check_vectors(c, b, a);
}
