/*
 * Instructions that rewriting makes: opened, then given their operands.
 */
#include "core/rewrite/moves.h"

Insn *
open_insn(Rewriter *r, OpcodeId op, unsigned flags, uint32_t nleft)
{
	Insn insn = {.op = op,
		     .flags = (uint16_t)(INSN_MADE | flags),
		     .opnd0 = r->out->opnds.n,
		     .nleft = nleft,
		     .origin = NONE,
		     .loc = r->loc};

	VEC_PUSH(r->out->arena, r->out->insns, insn);
	return &r->out->insns.at[r->out->insns.n - 1];
}

void
append_operand(Rewriter *r, Operand o)
{
	VEC_PUSH(r->out->arena, r->out->opnds, o);
	r->out->insns.at[r->out->insns.n - 1].nopnds++;
}

void
append_reg(Rewriter *r, RegId reg, unsigned flags)
{
	append_operand(r, (Operand){.kind = OPND_REG,
				    .tied = TIED_NONE,
				    .flags = (uint16_t)flags,
				    .val = reg,
				    .loc = LOC_NONE});
}

void
append_whole(Rewriter *r, RegId whole, bool undef)
{
	const Insn *insn = &r->out->insns.at[r->out->insns.n - 1];

	if (!whole)
		return;
	FOR_OPNDS(o, r->out, insn)
		if (o->kind == OPND_REG && o->val == whole &&
		    (o->flags & OPND_DEF))
			return;
	if (!undef)
		append_reg(r, whole, OPND_IMPLICIT);
	append_reg(r, whole, OPND_IMPLICIT | OPND_DEF);
}

void
append_imm(Rewriter *r, int64_t value)
{
	uint32_t *made = &r->imms[(uint64_t)value % IMMS_KEPT];
	Func *out = r->out;

	/* Nearly all are one of few: the parts of addresses of slots. */
	if (*made == NONE || out->imms.at[*made] != value) {
		*made = out->imms.n;
		VEC_PUSH(out->arena, out->imms, value);
	}
	append_operand(r, (Operand){.kind = OPND_IMM,
				    .tied = TIED_NONE,
				    .val = *made,
				    .loc = LOC_NONE});
}

void
note_joint(Func *out)
{
	VEC_PUSH(out->arena, out->joints, out->insns.n - 1);
}
