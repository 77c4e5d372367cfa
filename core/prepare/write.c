/*
 * What lowering writes: instructions that the input does not have.
 */
#include "core/prepare/lower_internal.h"

#include "core/base/bits.h"

void
push_operand(Lower *l, Operand o)
{
	VEC_PUSH(l->out->arena, l->out->opnds, o);
}

Insn *
push_insn(Lower *l, unsigned known, unsigned flags, uint32_t nopnds, Loc loc)
{
	Insn insn = {.op = l->in->target->known[known],
		     .flags = (uint16_t)(INSN_MADE | flags),
		     .opnd0 = l->out->opnds.n,
		     .nopnds = nopnds,
		     .nleft = 1,
		     .origin = NONE,
		     .loc = loc};

	VEC_PUSH(l->out->arena, l->out->insns, insn);
	return &l->out->insns.at[l->out->insns.n - 1];
}

/* SRC as the source of a copy: read once more, here. */
static Operand
as_source(Operand src)
{
	src.flags &= src.kind == OPND_REG ? OPND_UNDEF | OPND_KILL : OPND_UNDEF;
	src.tied = TIED_NONE;
	return src;
}

void
reserved_note(Lower *l, BlockId b)
{
	ReservedCopy copy = {l->out->insns.n, b};

	VEC_PUSH(l->tmp, l->reserved, copy);
}

void
push_copy(Lower *l, Operand dst, Operand src, bool parallel, Loc loc)
{
	if (src.kind == OPND_REG && l->facts.reserved &&
	    bits_has(l->facts.reserved, src.val))
		reserved_note(l, NONE);
	push_insn(l, WK_COPY, parallel ? INSN_PARALLEL : 0, 2, loc);
	dst.flags |= OPND_DEF;
	dst.loc = LOC_NONE;
	push_operand(l, dst);
	push_operand(l, as_source(src));
}

void
push_implicit_def(Lower *l, VregId v, Loc loc)
{
	push_insn(l, WK_IMPLICIT_DEF, 0, 1, loc);
	push_operand(l, operand_vreg(v, 0, OPND_DEF));
}
