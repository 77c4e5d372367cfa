/*
 * Three-address forms: pairs of COPY and instruction become one.
 */
#include "core/rewrite/convert_internal.h"

#include "core/base/bits.h"

/* Does INSN define again what COPY defines besides its destination? */
static bool
redefines(const Func *f, const Insn *copy, const Insn *insn)
{
	const Operand *p = insn_opnds(f, copy), *o = insn_opnds(f, insn);
	uint32_t k;

	for (uint32_t i = 2; i < copy->nopnds; i++) {
		if (p[i].kind != OPND_REG || !(p[i].flags & OPND_DEF))
			return false;
		for (k = 0; k < insn->nopnds; k++)
			if (o[k].kind == OPND_REG && o[k].val == p[i].val &&
			    o[k].flags & OPND_DEF)
				break;
		if (k == insn->nopnds)
			return false;
	}
	return true;
}

/* Replace INSN, whose tied operand COPY fills, by its other form.  INPUT is
 * what F was made from. */
static bool
pair_convert(Func *f, const Func *input, BlockId b, const Insn *copy,
	     Insn *insn)
{
	const Operand *o = insn_opnds(f, copy);

	return insn->nopnds && insn_opnds(f, insn)->val == o->val &&
	       redefines(f, copy, insn) && was_virtual(input, insn) &&
	       insn_convert(f, b, insn, *insn_opnds(f, insn), o[1], NULL);
}

/* Replace INSN, which has to be. */
static void
bare_convert(Func *f, BlockId b, Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	insn_convert(f, b, insn, o[0], insn->nopnds > 1 ? o[1] : o[0], NULL);
}

/* Instruction I goes. */
static void
drop(Converter *c, InsnId i)
{
	if (!c->gone)
		c->gone = ARENA_NEW(c->tmp, uint8_t, c->f->insns.n + 1);
	c->gone[i] = 1;
}

/* COPY I of block B goes if the next instruction, whose tied operand it fills,
 * can do without. */
static void
next_convert(Converter *c, BlockId b, InsnId i)
{
	Func *f = c->f;
	Insn *copy = &f->insns.at[i];

	if (!converter_is_gone(c, i) && i + 1 < f->blocks.at[b].end &&
	    is_plain_copy(f, copy, c->reserved) &&
	    pair_convert(f, c->input, b, copy, copy + 1))
		drop(c, i);
}

void
convert_three_address(Func *f, const Func *input, const uint64_t *reserved,
		      Arena *tmp)
{
	Converter c = {
		.f = f, .input = input, .reserved = reserved, .tmp = tmp};
	const OpcodeId copy = f->target->known[WK_COPY];
	const Insn *insns = f->insns.at;
	BlockId b = 0;
	uint32_t k;

	if (!f->joints.n)
		return;
	c.units = ARENA_NEW(tmp, uint64_t, BITS_WORDS(f->target->n_unit_regs));
	for (k = 0; k < f->joints.n; k++) {
		InsnId i = f->joints.at[k];

		if (insns[i].op != copy)
			continue;
		while (f->blocks.at[b].end <= i)
			b++;
		if (maker_convert(&c, b, i))
			drop(&c, i);
		next_convert(&c, b, i);
	}
	for (b = k = 0; k < f->joints.n; k++) {
		InsnId i = f->joints.at[k];

		if (!(insns[i].flags & INSN_BARE))
			continue;
		while (f->blocks.at[b].end <= i)
			b++;
		bare_convert(f, b, &f->insns.at[i]);
	}
	if (c.gone)
		func_remove(f, c.gone, tmp);
}
