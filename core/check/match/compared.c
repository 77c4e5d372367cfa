/*
 * Which instructions take part when those of both functions are brought
 * together.
 */
#include "core/base/bits.h"
#include "core/check/match/flow.h"

/* Is source O the same wherever it is read, and no virtual register's, as one
 * that is copied might be? */
static bool
reads_constant(const Check *c, const Operand *o)
{
	if (o->kind != OPND_REG)
		return false;
	return !o->val || (steady_reads(&c->steady, o) &&
			   (o->flags & OPND_IMPLICIT ||
			    c->t->regs[o->val].flags & REG_CONSTANT ||
			    !bits_has(c->pairs.copied_from, o->val)));
}

/* Does the instruction compute a constant, wherever it stands?  Whatever
 * register needs one, and whoever computed it, is found out by walking back: to
 * bring those of the two functions together would be guessing. */
static bool
computes_constant(const Check *c, const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	if ((insn_flags(f, insn) & (OP_REMATERIALIZABLE | OP_MAY_LOAD)) !=
		    OP_REMATERIALIZABLE ||
	    !check_is_pure(f, insn) || insn_labels(f, insn).len)
		return false;
	for (uint32_t i = 0; i < insn->nopnds; i++)
		if (opnd_is_reg(&o[i]) && !(o[i].flags & OPND_DEF) &&
		    !reads_constant(c, &o[i]))
			return false;
	return insn->nopnds && !(o[0].flags & OPND_IMPLICIT);
}

bool
check_skips(const Check *c, const Insn *insn)
{
	return (insn->flags & INSN_DEBUG) || check_is_naming(c, insn) ||
	       computes_constant(c, c->before, insn) ||
	       check_moves_only(c, insn);
}

bool
check_may_be_original(const Check *c, InsnId j)
{
	const Insn *a = func_insn(c->after, j);

	return (c->pairs.kind[j] == MOVE_AGAIN &&
		!computes_constant(c, c->after, a)) ||
	       (c->pairs.kind[j] == MOVE_COPY && !check_is_naming(c, a));
}
