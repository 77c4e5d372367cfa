/*
 * Virtual registers as operands, where allocation has put them.
 */
#include "core/rewrite/placed.h"

/* Any register for an undefined use of register V: nothing is read. */
static RegId
undefined_register(const Rewriter *r, VregId v)
{
	FOR_CLASS_REGS(reg, r->t, r->in->vregs.at[v].cls)
		if (!(r->t->regs[*reg].flags & REG_RESERVED))
			return *reg;
	return 0;
}

void
placed_nowhere(Rewriter *r, const Operand *o)
{
	const Vreg *v = &r->in->vregs.at[o->val];

	diag_error(r->in->diag, r->loc,
		   "%%%u has no register where an instruction needs one",
		   r->in->vregs.at[v->parent].number);
	r->errors++;
}

Operand
placed_operand(Rewriter *r, const Operand *o)
{
	RegId reg = r->alloc->reg[o->val];
	Operand to = placed_in(r, o, reg);

	if (!reg && (o->flags & OPND_UNDEF) && !(o->flags & OPND_DEF)) {
		to = placed_in(r, o, undefined_register(r, o->val));
		to.flags &= ~OPND_RENAMABLE;
	}
	if (!to.val)
		placed_nowhere(r, o);
	return to;
}
