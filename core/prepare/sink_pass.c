/*
 * May one instruction be put behind another?
 */
#include "core/prepare/sink.h"

#include "core/model/memory.h"

bool
may_move(const Func *f, InsnId i)
{
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);

	if (!insn->op || !insn->nopnds || o[0].kind != OPND_VREG || o[0].sub ||
	    !(o[0].flags & OPND_DEF) ||
	    (insn->flags &
	     (INSN_DEBUG | INSN_BUNDLE | INSN_BUNDLED | INSN_UNKNOWN)) ||
	    (insn_flags(f, insn) & (OP_TERMINATOR | OP_CALL | OP_MAY_STORE |
				    OP_SIDE_EFFECTS | OP_META | OP_CONVERGENT)))
		return false;
	if (insn_flags(f, insn) & OP_MAY_LOAD &&
	    memory_effect(f, i).kind == MEMORY_ALL)
		return false;
	for (uint32_t k = 1; k < insn->nopnds; k++) {
		if (o[k].kind == OPND_MASK)
			return false;
		if (o[k].flags & OPND_DEF) {
			if (o[k].kind != OPND_REG && o[k].sub)
				return false;
		} else if (o[k].kind == OPND_REG && o[k].val &&
			   !(f->target->regs[o[k].val].flags &
			     (REG_CONSTANT | REG_RESERVED))) {
			return false;
		}
	}
	return true;
}

/* Could operands O and P, which may be virtual registers still, be written
 * alike? */
static bool
opnds_alike(const Func *f, const Operand *o, const Operand *p)
{
	if (opnd_is_reg(o) && opnd_is_reg(p))
		return o->kind == p->kind
			       ? o->kind == OPND_VREG || o->val == p->val
			       : (o->kind == OPND_VREG ? p : o)->val != 0;
	if (o->kind != p->kind)
		return false;
	return o->kind != OPND_IMM || opnd_imm(f, o) == opnd_imm(f, p);
}

/* Could the form of INSN that recipe R tells be written like X? */
static bool
form_alike(const Func *f, const Insn *insn, const Recipe *r, const Insn *x)
{
	const Operand *o = insn_opnds(f, insn), *p = insn_opnds(f, x);
	uint32_t n = r->opnds.end - r->opnds.start;

	if (n > x->nopnds)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		const RecipeOpnd *e =
			&f->target->recipe_opnds[r->opnds.start + i];
		bool alike = true;

		if (e->kind == RECIPE_IMM)
			alike = p[i].kind == OPND_IMM &&
				opnd_imm(f, &p[i]) == e->value;
		else if (e->kind == RECIPE_NEGATED)
			alike = p[i].kind == OPND_IMM &&
				opnd_imm(f, &p[i]) ==
					-opnd_imm(f, &o[e->value]);
		else if (e->kind == RECIPE_REG)
			alike = opnd_is_reg(&p[i]) &&
				(p[i].kind == OPND_REG
					 ? p[i].val == (uint32_t)e->value
					 : e->value != 0);
		else if (e->kind == RECIPE_OPERAND)
			alike = opnds_alike(f, &o[e->value], &p[i]);
		if (!alike)
			return false;
	}
	return true;
}

/* Does one of two instructions of N operands, O and P, which could be written
 * alike, read one virtual register twice where the other reads two?  These are
 * in two places when they are read. */
static bool
reads_twice_differ(const Operand *o, const Operand *p, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = i + 1; k < n; k++)
			if (o[i].kind == OPND_VREG && opnd_reads(&o[i]) &&
			    o[k].kind == OPND_VREG && opnd_reads(&o[k]) &&
			    p[i].kind == OPND_VREG && p[k].kind == OPND_VREG &&
			    !o[i].sub && !o[k].sub && !p[i].sub && !p[k].sub &&
			    (o[i].val == o[k].val) != (p[i].val == p[k].val))
				return true;
	return false;
}

/* Could X be taken for INSN, or for its other form, by who has the text alone,
 * after allocation? */
static bool
insns_alike(const Func *f, const Insn *insn, const Insn *x)
{
	const Operand *o = insn_opnds(f, insn), *p = insn_opnds(f, x);

	if (x->op != insn->op) {
		const Conversion *c = insn_conversion(f, insn, x->op);
		return c &&
		       form_alike(f, insn, &f->target->recipes[c->recipe], x);
	}
	if (insn->nopnds != x->nopnds)
		return true;
	for (uint32_t i = 0; i < insn->nopnds; i++)
		if (!opnds_alike(f, &o[i], &p[i]))
			return false;
	return !reads_twice_differ(o, p, insn->nopnds);
}

/* Does one of the N operands O, of an instruction before that of P, a virtual
 * register, write what P names, or read what P writes? */
static bool
some_depends(const Operand *o, uint32_t n, const Operand *p)
{
	for (; n--; o++)
		if (o->kind == OPND_VREG && o->val == p->val &&
		    (o->flags & OPND_DEF ||
		     (opnd_reads(o) && p->flags & OPND_DEF)))
			return true;
	return false;
}

/* Does P, of an instruction behind INSN, write the register that INSN reads, or
 * read or write the one in which INSN leaves something to read? */
static bool
reg_depends(const Func *f, const Insn *insn, const Operand *p)
{
	const Operand *o = insn_opnds(f, insn);

	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (o[k].kind == OPND_REG && o[k].val &&
		    (o[k].flags & OPND_DEF ? !(o[k].flags & OPND_DEAD)
					   : p->flags & OPND_DEF) &&
		    target_overlap(f->target, (RegId)o[k].val, (RegId)p->val))
			return true;
	return false;
}

/* May X come before INSN, which stands before it? */
static bool
may_pass(const Func *f, const Insn *insn, const Insn *x)
{
	const Operand *o = insn_opnds(f, insn), *p = insn_opnds(f, x);

	if ((x->flags & (INSN_BUNDLE | INSN_BUNDLED | INSN_UNKNOWN)) ||
	    (insn_flags(f, x) & (OP_CALL | OP_TERMINATOR)) ||
	    (insn_flags(f, insn) & OP_MAY_LOAD &&
	     insn_flags(f, x) & (OP_MAY_STORE | OP_SIDE_EFFECTS)))
		return false;
	for (uint32_t i = 0; i < x->nopnds; i++) {
		if (p[i].kind == OPND_MASK ||
		    (p[i].kind == OPND_VREG &&
		     some_depends(o, insn->nopnds, &p[i])))
			return false;
		if (p[i].kind == OPND_REG && p[i].val &&
		    reg_depends(f, insn, &p[i]))
			return false;
	}
	return true;
}

bool
may_pass_all(const Func *f, const InsnId *group, uint32_t n, const Insn *x)
{
	for (uint32_t i = 0; i < n; i++)
		if (!may_pass(f, func_insn(f, group[i]), x))
			return false;
	return true;
}

bool
some_alike(const Func *f, const InsnId *group, uint32_t n, const Insn *x)
{
	for (uint32_t i = 0; i < n; i++)
		if (insns_alike(f, func_insn(f, group[i]), x))
			return true;
	return false;
}

bool
writes_live(const Func *f, const Insn *insn, InsnId k, InsnId end)
{
	const Operand *o = insn_opnds(f, insn);

	for (uint32_t n = 1; n < insn->nopnds; n++) {
		bool written = false;

		if (!(o[n].flags & OPND_DEAD) || o[n].kind != OPND_REG)
			continue;
		for (InsnId at = k + 1; at < end && !written; at++) {
			const Insn *x = func_insn(f, at);

			if (x->flags & INSN_DEBUG)
				continue;
			FOR_OPNDS(p, f, x) {
				if (p->kind != OPND_REG || !p->val ||
				    !target_overlap(f->target, (RegId)o[n].val,
						    (RegId)p->val))
					continue;
				if (!(p->flags & OPND_DEF))
					return true;
				written |= p->val == o[n].val;
			}
		}
		if (!written && o[n].val)
			return true;
	}
	return false;
}
