/*
 * Other forms of instructions: those that leave their sources alone.
 */
#include "core/model/ir.h"

bool
conversion_holds(const Func *f, const Insn *insn, const Conversion *c)
{
	const Operand *o = insn_opnds(f, insn);
	const Operand *is = o + c->imm, *negated = o + c->negated;

	if (c->from != insn->op)
		return false;
	if (c->imm && (c->imm >= insn->nopnds || is->kind != OPND_IMM ||
		       opnd_imm(f, is) != c->value))
		return false;
	return !c->negated ||
	       (c->negated < insn->nopnds && negated->kind == OPND_IMM &&
		opnd_imm(f, negated) > INT32_MIN &&
		opnd_imm(f, negated) <= INT32_MAX);
}

const Conversion *
insn_conversion(const Func *f, const Insn *insn, OpcodeId to)
{
	const Target *t = f->target;

	FOR_ARRAY(Conversion, c, t->conversions, t->n_conversions)
		if ((!to || t->recipes[c->recipe].op == to) &&
		    conversion_holds(f, insn, c))
			return c;
	return NULL;
}

bool
insn_spares_source(const Func *f, const Insn *insn)
{
	return insn_conversion(f, insn, 0) && insn_gives_one(f, insn);
}

bool
copy_is_spared(const Func *f, InsnId copy)
{
	const Insn *next = func_insn(f, copy) + 1;
	const Operand *dst = insn_opnds(f, next - 1);

	if (copy + 1 == f->insns.n || next->nopnds < 2 ||
	    !(insn_flags(f, next) & OP_THREE_ADDRESS))
		return false;
	const Operand *o = insn_opnds(f, next);
	return o[0].kind == OPND_VREG && o[0].val == dst->val &&
	       dst->kind == OPND_VREG && o[1].tied == 0 &&
	       insn_spares_source(f, next);
}

bool
conversion_widens(const Target *t, const Conversion *c)
{
	const OpcodeDesc *from = target_desc(t, c->from);
	const OpcodeDesc *to = target_desc(t, t->recipes[c->recipe].op);
	ClassId narrow = t->opnd_descs[from->opnds.start].cls;
	ClassId wide = t->opnd_descs[to->opnds.start].cls;

	return narrow != CLASS_NONE && wide != CLASS_NONE &&
	       t->classes[narrow].bits < t->classes[wide].bits;
}

bool
insn_has_other_form(const Func *f, const Insn *insn)
{
	const OpcodeDesc *desc = insn_desc(f, insn);
	const Conversion *c = insn_conversion(f, insn, 0);
	const Operand *o = insn_opnds(f, insn);
	uint32_t n = desc->opnds.end - desc->opnds.start;

	if (!c || conversion_widens(f->target, c) || insn->nopnds < n)
		return false;
	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (k >= n ? !(o[k].flags & OPND_DEAD)
			   : !(o[k].kind == OPND_IMM ||
			       (o[k].kind == OPND_VREG &&
				!(o[k].flags & OPND_UNDEF))))
			return false;
	return true;
}
