/*
 * Virtual registers in check_post: instructions in another order before
 * allocation.  Each register has a name for every lane that some operand names
 * apart, and one for the rest.
 */
#include "core/check/post/post_internal.h"

#include <string.h>

/* What of operand O's register lies in its lanes. */
static LaneMask
opnd_lanes(const VregNames *v, const Operand *o, const Target *t)
{
	return o->sub ? target_sub_lanes(t, o->sub) & v->named[o->val]
		      : v->named[o->val];
}

void
vreg_names_init(VregNames *v, const Func *f, Arena *arena)
{
	uint32_t i, n = 0;

	if (f->traits.allocated || !f->vregs.n)
		return;
	v->named = ARENA_NEW(arena, LaneMask, f->vregs.n);
	v->first = ARENA_RAW(arena, uint32_t, f->vregs.n + 1);
	v->epoch = ARENA_NEW(arena, uint32_t, f->vregs.n);
	FOR_VEC(Operand, o, f->opnds)
		if (o->kind == OPND_VREG && o->sub)
			v->named[o->val] |= target_sub_lanes(f->target, o->sub);
	for (i = 0; i < f->vregs.n; i++) {
		v->first[i] = n;
		n += bits_count(v->named[i]) + 1;
	}
	v->first[i] = n;
	v->at = ARENA_RAW(arena, uint64_t, n);
}

/* Names of register R in this block; at first each part holds its own. */
static uint64_t *
names_now(Side *s, VregId r)
{
	VregNames *v = &s->vregs;

	if (v->epoch[r] != s->epoch)
		for (uint32_t i = v->first[r]; i < v->first[r + 1]; i++)
			v->at[i] = i;
	v->epoch[r] = s->epoch;
	return v->at + v->first[r];
}

uint32_t
side_vreg_names(Side *s, const Operand *o, uint64_t *names)
{
	const VregNames *v = &s->vregs;
	const uint64_t *now = names_now(s, o->val);
	LaneMask all = v->named[o->val], own = opnd_lanes(v, o, s->f->target);
	uint32_t n = 0, i = 0;

	for (; all; all &= all - 1, i++)
		if (own & all & (~all + 1))
			names[n++] = now[i];
	if (!o->sub)
		names[n++] = now[i];
	return n;
}

void
side_define_vreg(Side *s, const Operand *o, InsnId before, uint32_t k)
{
	const VregNames *v = &s->vregs;
	uint64_t *now = names_now(s, o->val);
	LaneMask all = v->named[o->val], own = opnd_lanes(v, o, s->f->target);
	uint64_t name = ((uint64_t)before + 1) << 32 | (uint64_t)(k + 1) << 12;
	/* What is lost has a name, too, which nothing else has. */
	bool lost = o->flags & OPND_UNDEF;
	uint32_t i = 0;

	for (; all; all &= all - 1, i++)
		if (lost || own & all & (~all + 1))
			now[i] = name + i;
	if (lost || !o->sub)
		now[i] = name + i;
}

/* The parts of one register, in both functions, at the end of a block. */
static bool
vreg_alike(Side *a, Side *b, VregId r)
{
	uint32_t n = a->vregs.first[r + 1] - a->vregs.first[r];

	return !memcmp(names_now(a, r), names_now(b, r), n * sizeof(uint64_t));
}

InsnId
side_vregs_differ(Side *before, Side *after, const Block *block)
{
	const Func *f = before->f;

	for (InsnId i = block->first; before->vregs.at && i < block->end; i++) {
		const Insn *insn = func_insn(f, i);

		FOR_OPNDS(o, f, insn)
			if (o->kind == OPND_VREG &&
			    (o->flags & (OPND_DEF | OPND_DEBUG)) == OPND_DEF &&
			    !vreg_alike(before, after, o->val))
				return i;
	}
	return NONE;
}

bool
insn_is_fence(const Func *f, const Insn *insn)
{
	if (!insn->op || insn->flags & (INSN_BUNDLE | INSN_BUNDLED) ||
	    insn_is(f, insn, WK_PHI) || insn_is(f, insn, WK_INLINEASM) ||
	    insn_is(f, insn, WK_INLINEASM_BR) ||
	    insn_flags(f, insn) & (OP_TERMINATOR | OP_CALL | OP_SIDE_EFFECTS |
				   OP_POSITION | OP_LIFETIME))
		return true;
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_MASK ||
		    (post_is_def(o) &&
		     target_overlap(f->target, (RegId)o->val,
				    f->target->stack_pointer)))
			return true;
	return false;
}
