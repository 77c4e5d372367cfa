/*
 * What SUBREG_TO_REG takes for granted: that the instruction which made the
 * value has cleared the rest of the register around it.  A COPY need not have
 * done so, as it goes where both sides share a register; the way therefore
 * leads from copies back to what they copy, and ends at an instruction that
 * computes the value, or at what leaves anything in the rest: a part of a wider
 * register, an argument, the result of a call or of inline assembly.
 *
 * Cost: the way back, once for all that begin on it; that to what writes a
 * physical register, or one that is written more than once, within its block.
 */
#include "core/prepare/lower_internal.h"

#include "core/base/bits.h"
#include "core/base/bound.h"

typedef struct {
	Lower *l;
	const Func *f;
	SubId sub;	  /* the part that the value is of the wider register */
	VEC(InsnId) work; /* what defines the value */
	bool unknown;	  /* one of them leaves anything in the rest */
} Zeroed;

/* What comes before I in its block, NONE at the block's head. */
static InsnId
insn_before(const Func *f, InsnId i)
{
	return i > f->blocks.at[func_block_of(f, i)].first ? i - 1 : NONE;
}

/* The definition of O that I reads; NONE: not known. */
static InsnId
def_before(const Zeroed *z, const Operand *o, InsnId i)
{
	const Func *f = z->f;
	InsnId def = z->l->facts.regs[o->val].def;

	if (def != DEF_MANY)
		return def;
	while ((i = insn_before(f, i)) != NONE) {
		const Insn *insn = func_insn(f, i);

		FOR_OPNDS(d, f, insn)
			if (d->kind == OPND_VREG && d->val == o->val &&
			    d->flags & OPND_DEF && !d->sub)
				return i;
	}
	return NONE;
}

static void
def_add(Zeroed *z, InsnId def)
{
	if (def == NONE || bits_has(z->l->zeroed, def))
		return;
	bits_add(z->l->zeroed, def);
	VEC_PUSH(z->l->tmp, z->work, def);
}

/* Does INSN write REG, and nothing wider?  What it clobbers, or writes of a
 * wider register, leaves anything in the rest. */
static bool
writes_exactly(Zeroed *z, const Insn *insn, RegId reg)
{
	FOR_OPNDS(o, z->f, insn) {
		if (o->kind == OPND_MASK &&
		    !mask_preserves(z->f->masks.at[o->val].words, reg))
			z->unknown = true;
		if (o->kind != OPND_REG || !(o->flags & OPND_DEF))
			continue;
		if (o->val == reg)
			return true;
		if (target_subreg(z->f->target, (RegId)o->val, z->sub) == reg)
			z->unknown = true;
	}
	return false;
}

/* The way back from where REG is read, by I, within its block. */
static void
register_follow(Zeroed *z, RegId reg, InsnId i)
{
	while (!z->unknown && (i = insn_before(z->f, i)) != NONE) {
		if (!writes_exactly(z, func_insn(z->f, i), reg))
			continue;
		z->unknown = false;
		def_add(z, i);
		return;
	}
	z->unknown = true;
}

/* The way back from operand O of I, which is moved. */
static void
source_follow(Zeroed *z, const Operand *o, InsnId i)
{
	if (source_undefined(z->l, o))
		return;
	if (o->kind == OPND_REG)
		register_follow(z, (RegId)o->val, i);
	else if (o->sub)
		z->unknown = true;
	else
		def_add(z, def_before(z, o, i));
}

/* The way back from I, which defines the value. */
static void
def_follow(Zeroed *z, InsnId i)
{
	const Insn *insn = func_insn(z->f, i);
	const Operand *o = insn_opnds(z->f, insn);

	if (insn_is(z->f, insn, WK_PHI)) {
		for (uint32_t k = 1; k < insn->nopnds; k += 2)
			if (z->l->facts.regs[o[k].val].def != DEF_MANY)
				source_follow(z, &o[k], i);
	} else if (insn->nopnds > 1 && (insn_is(z->f, insn, WK_COPY) ||
					insn_is(z->f, insn, WK_INSERT_SUBREG)))
		source_follow(z, &o[1], i);
	else if (insn_is(z->f, insn, WK_EXTRACT_SUBREG) ||
		 insn_is(z->f, insn, WK_REG_SEQUENCE) ||
		 insn_is(z->f, insn, WK_INLINEASM) ||
		 insn_is(z->f, insn, WK_INLINEASM_BR) ||
		 insn_flags(z->f, insn) & OP_CALL)
		z->unknown = true;
}

bool
rest_is_zero(Lower *l, const Operand *o, SubId sub, InsnId i)
{
	Zeroed z = {.l = l, .f = l->in, .sub = sub};
	uint64_t left = l->in->insns.n;

	if (!l->zeroed)
		l->zeroed = ARENA_NEW(l->tmp, uint64_t, BITS_WORDS(left));
	source_follow(&z, o, i);
	/* Ends: an instruction is put there once. */
	while (z.work.n && !z.unknown) {
		BOUND_COUNT(left);
		def_follow(&z, z.work.at[--z.work.n]);
	}
	return !z.unknown;
}
