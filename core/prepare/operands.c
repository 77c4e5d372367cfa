/*
 * What a function says about its registers, and which instructions lowering
 * cannot take over as they are.
 */
#include "core/prepare/operands.h"

#include "core/base/bits.h"

bool
insn_renames(const Func *f, const Insn *insn)
{
	return insn_is(f, insn, WK_COPY) ||
	       insn_is(f, insn, WK_SUBREG_TO_REG) ||
	       insn_is(f, insn, WK_INSERT_SUBREG) ||
	       insn_is(f, insn, WK_EXTRACT_SUBREG) ||
	       insn_is(f, insn, WK_REG_SEQUENCE);
}

bool
copy_is_nothing(const Insn *copy, const Operand *o)
{
	return copy->nopnds == 2 && o[0].kind == OPND_VREG &&
	       o[1].kind == OPND_VREG && o[0].val == o[1].val &&
	       o[0].sub == o[1].sub &&
	       !((o[0].flags | o[1].flags) & OPND_UNDEF) &&
	       !(copy->flags & (INSN_BUNDLE | INSN_BUNDLED));
}

/* Their opcodes. */
static const uint8_t renaming[] = {
	WK_COPY,	   WK_SUBREG_TO_REG, WK_INSERT_SUBREG,
	WK_EXTRACT_SUBREG, WK_REG_SEQUENCE,
};

static inline void
def_note(VregFacts *m, InsnId i)
{
	m->def = m->def == NONE ? i : DEF_MANY;
}

/* V is read in block B, or behind it, and elsewhere. */
static void
place_add(OperandFacts *m, VregFacts *v, BlockId b)
{
	ReadPlace place = {b, v->places};

	if (v->places != NONE && m->places.at[v->places].block == b)
		return;
	v->places = m->places.n;
	VEC_PUSH(m->tmp, m->places, place);
}

/* V, which is not only read in block B, is read there, too. */
static void
home_leave(OperandFacts *m, VregFacts *v, BlockId b)
{
	if (v->home != NONE && v->home != HOME_MANY)
		place_add(m, v, v->home);
	v->home = HOME_MANY;
	place_add(m, v, b);
}

/* What PHI I defines and reads. */
static void
phi_scan(OperandFacts *m, const Func *f, InsnId i)
{
	const Insn *insn = func_insn(f, i);
	const Operand *first = insn_opnds(f, insn), *o = first;
	const Operand *end = o + insn->nopnds;

	for (; o < end; o++) {
		if (o->kind != OPND_VREG || (o->flags & OPND_DEBUG))
			continue;
		VregFacts *v = &m->regs[o->val];
		if (o->flags & OPND_DEF)
			def_note(v, i);
		if (!opnd_reads(o))
			continue;
		if (o > first)
			home_leave(m, v, o[1].val);
		if (v->into == NONE)
			v->into = first->val;
	}
}

/* The same for instruction I of block B, which is none.  Returns what is odd
 * about it. */
static inline unsigned
insn_scan(OperandFacts *m, VregFacts *regs, const Func *f, InsnId i, BlockId b)
{
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn), *end = o + insn->nopnds;
	unsigned tied = TIED_NONE, odd = 0;

	for (; o < end; o++) {
		tied &= o->tied;
		if (o->kind != OPND_VREG)
			continue;
		if (o->flags & OPND_DEBUG) {
			odd = ODD_DEBUG;
			m->debug = true;
			continue;
		}
		VregFacts *v = &regs[o->val];
		if (o->flags & OPND_DEF) {
			def_note(v, i);
			if (!o->sub)
				continue;
		}
		if (o->flags & OPND_UNDEF)
			continue;
		BlockId home = v->home;
		v->home = home & b; /* B if it is NONE */
		if ((home != b) & (home != NONE)) {
			v->home = home;
			home_leave(m, v, b);
		}
		v->last = i;
		v->flags |= o->flags;
	}
	return tied == TIED_NONE ? odd : odd | ODD_TIED;
}

/* INSN gives its sources other names.  Returns what is odd about that. */
static unsigned
names_note(const OperandFacts *m, const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	for (uint32_t k = 0; k < insn->nopnds; k++)
		if (o[k].kind == OPND_VREG)
			m->regs[o[k].val].renamed = 1;
	if (!insn_is(f, insn, WK_COPY) || copy_is_nothing(insn, o))
		return ODD_PARTS;
	return m->reserved && insn->nopnds > 1 && o[1].kind == OPND_REG &&
			       bits_has(m->reserved, o[1].val)
		       ? ODD_RESERVED
		       : 0;
}

/* The PHIs of BLOCK, which is number B.  Returns what is behind them. */
static InsnId
phis_scan(OperandFacts *m, const Func *f, const Block *block, BlockId b)
{
	InsnId i = block->first;

	while (i < block->end && insn_is(f, func_insn(f, i), WK_PHI)) {
		m->odd[i] = 0;
		phi_scan(m, f, i++);
	}
	if (i > block->first)
		VEC_PUSH(m->tmp, m->phi_blocks, b);
	return i;
}

/* Instruction I of block B, no PHI. */
static inline void
insn_note(OperandFacts *m, const Func *f, InsnId i, BlockId b)
{
	const Insn *insn = func_insn(f, i);
	unsigned odd = insn_scan(m, m->regs, f, i, b);

	if (odd & ODD_TIED)
		VEC_PUSH(m->tmp, m->tied, ((TiedInsn){i, b}));
	if (m->renaming >> (insn->op & 63) & 1 && insn_renames(f, insn))
		odd |= names_note(m, f, insn);
	if (f->target->n_vectors) {
		Slice s = target_vectors(f->target, insn->op);

		odd |= s.start < s.end ? ODD_VECTOR : 0;
	}
	m->odd[i] = (uint8_t)odd;
}

void
operand_facts_find(OperandFacts *facts, const Func *in,
		   const uint64_t *reserved, Arena *tmp)
{
	static const VregFacts none = {NONE, NONE, NONE, NONE, 0, 0, NONE};
	VregFacts *regs = ARENA_RAW(tmp, VregFacts, in->vregs.n + 1);
	uint8_t *odd = ARENA_RAW(tmp, uint8_t, in->insns.n + 1);

	*facts = (OperandFacts){.regs = regs,
				.odd = odd,
				.tmp = tmp,
				.reserved = reserved,
				.renaming = target_opcode_set(
					in->target, renaming, sizeof(renaming)),
				.nregs = in->vregs.n};
	for (VregId v = 0; v <= in->vregs.n; v++)
		regs[v] = none;
	odd[in->insns.n] = 0;
	for (BlockId b = 0; b < in->blocks.n; b++) {
		const Block *block = &in->blocks.at[b];
		InsnId end = block->end;

		for (InsnId i = phis_scan(facts, in, block, b); i < end; i++)
			insn_note(facts, in, i, b);
	}
}
