/*
 * The rules that hold for one instruction by itself: nothing but registers
 * changed; each is in its class and not reserved; ties hold; what is written
 * does not overlap what must not be overwritten.
 */
#include "core/base/bits.h"
#include "core/observe/check_internal.h"

static const char *
reg_name(const Check *c, RegId reg)
{
	return target_str(c->t, c->t->regs[reg].name);
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
	/* A piece of a register may live in any class that the instruction
	 * takes. */
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
		check_error(
			c, b, "operand %u: $%s is not in class %s", i,
			reg_name(c, (RegId)p->val),
			target_str(
				c->t,
				c->t->classes[c->before->vregs.at[o->val].cls]
					.name));
	if (c->reserved && bits_has(c->reserved, p->val))
		check_error(c, b, "operand %u: $%s is reserved", i,
			    reg_name(c, (RegId)p->val));
}

static bool
is_tied_to(const Operand *use, uint32_t def)
{
	return !(use->flags & OPND_DEF) && use->tied == def;
}

/* Does definition D of an instruction write where it must not, given operand
 * K? */
static bool
conflict(const Operand *o, uint32_t d, uint32_t k)
{
	if (!opnd_is_reg(&o[k]) || k == d || (o[k].flags & OPND_DEBUG))
		return false;
	if (o[k].flags & OPND_DEF)
		return k > d || o[k].kind != OPND_VREG;
	if (o[k].flags & OPND_UNDEF)
		return false;
	if (is_tied_to(&o[k], d))
		return false;
	return ((o[d].flags & OPND_EARLY) || (o[k].flags & OPND_LATE));
}

static void
check_overlaps(Check *c, InsnId b, const Operand *o, const Operand *p,
	       uint32_t n)
{
	uint32_t d, k;

	for (d = 0; d < n; d++) {
		if (!opnd_is_reg(&o[d]) || !(o[d].flags & OPND_DEF) ||
		    p[d].kind != OPND_REG || !p[d].val)
			continue;
		if (o[d].kind == OPND_REG && !(o[d].flags & OPND_EARLY))
			continue;
		for (k = 0; k < n; k++) {
			if (!conflict(o, d, k) || p[k].kind != OPND_REG ||
			    !p[k].val ||
			    (o[d].kind == OPND_REG && o[k].kind == OPND_REG))
				continue;
			if (target_overlap(c->t, (RegId)p[d].val,
					   (RegId)p[k].val))
				check_error(c, b,
					    "operands %u and %u overlap: $%s, "
					    "$%s",
					    d, k, reg_name(c, (RegId)p[d].val),
					    reg_name(c, (RegId)p[k].val));
		}
	}
}

void
check_insn(Check *c, InsnId b, InsnId a)
{
	const Insn *x = func_insn(c->before, b), *y = func_insn(c->after, a);
	const Operand *o = insn_opnds(c->before, x);
	const Operand *p = insn_opnds(c->after, y);
	bool any_def = false;
	uint32_t i;

	if (!check_same_insn(c, x, y)) {
		check_error(c, b, "is not the same instruction in the output");
		c->hopeless = true;
		return;
	}
	for (i = 0; i < x->nopnds; i++) {
		if (!opnd_is_reg(&o[i]) || (o[i].flags & OPND_DEBUG))
			continue;
		if (o[i].kind == OPND_VREG)
			check_register(c, b, i, &o[i], &p[i]);
		any_def |= (o[i].flags & OPND_DEF) &&
			   (o[i].kind == OPND_VREG || o[i].flags & OPND_EARLY);
		if (!(o[i].flags & OPND_DEF) && o[i].tied != TIED_NONE &&
		    o[i].tied < x->nopnds && p[i].val != p[o[i].tied].val)
			check_error(c, b,
				    "operands %u and %u are tied but got $%s "
				    "and $%s",
				    i, o[i].tied, reg_name(c, (RegId)p[i].val),
				    reg_name(c, (RegId)p[o[i].tied].val));
	}
	if (any_def)
		check_overlaps(c, b, o, p, x->nopnds);
}
