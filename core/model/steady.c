/*
 * Registers that read the same everywhere: one walk over all operands.
 */
#include "core/model/steady.h"

#include "core/model/unitset.h"

void
steady_find(Steady *s, const Func *f, const uint64_t *reserved, Arena *arena)
{
	const Target *t = f->target;
	uint32_t words = BITS_WORDS(t->n_unit_regs);
	uint64_t *written = ARENA_NEW(arena, uint64_t, 2 * words);
	uint64_t *masks = written + words;
	const Operand *o = f->opnds.at, *end = o + f->opnds.n;

	*s = (Steady){t, reserved, written, masks};
	for (uint32_t i = 0; i < t->n_copies && t->copies_read; i++)
		target_copy_reads(t, &t->copies[i], masks);
	for (; o < end; o++)
		if (o->kind == OPND_REG && o->flags & OPND_DEF && o->val)
			unitset_add(t, written, (RegId)o->val);
}

bool
steady_reads(const Steady *s, const Operand *o)
{
	RegId reg = (RegId)o->val;
	unsigned flags = s->t->regs[reg].flags;

	if (flags & REG_CONSTANT)
		return true;
	if (!(flags & REG_RESERVED) &&
	    !(s->reserved && bits_has(s->reserved, reg)))
		return false;
	return !unitset_meets(s->t, s->written, reg) ||
	       (o->flags & OPND_IMPLICIT && unitset_meets(s->t, s->masks, reg));
}
