/*
 * Virtual registers as operands, where allocation has put them.
 */
#ifndef REGALLOC_REWRITE_PLACED_H
#define REGALLOC_REWRITE_PLACED_H

#include "core/rewrite/moves.h"

/* Operand O, whose virtual register is in REG. */
static inline Operand
placed_in(const Rewriter *r, const Operand *o, RegId reg)
{
	Operand to = *o;

	to.kind = OPND_REG;
	to.sub = 0;
	to.flags |= OPND_RENAMABLE;
	if (o->flags & OPND_DEF)
		to.flags &= ~(OPND_UNDEF | OPND_INTERNAL);
	to.val = o->sub ? target_subreg(r->t, reg, o->sub) : reg;
	return to;
}

/* O, a virtual register, as a physical one; any if nothing is read. */
Operand placed_operand(Rewriter *r, const Operand *o);

/* An error: O, a virtual register, is in no physical one. */
void placed_nowhere(Rewriter *r, const Operand *o);

#endif
