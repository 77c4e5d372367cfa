/*
 * Instructions that compute the same value wherever they stand.
 */
#include "core/coalesce/rematerializable.h"

#include "core/base/bits.h"
#include "core/model/memory.h"

#include <string.h>

/* May operand O stand in an instruction that is moved anywhere? */
static bool
operand_is_movable(const Steady *steady, const Operand *o)
{
	if (o->kind == OPND_VREG)
		return false;
	return o->kind != OPND_REG || !o->val || (o->flags & OPND_DEF) ||
	       steady_reads(steady, o);
}

/* Can INSN stand anywhere, by its opcode, its flags and all its operands but
 * the first one? */
static bool
sources_stay(const Func *f, const Steady *steady, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t flags = insn_flags(f, insn);
	bool pool = false;

	if (!(flags & OP_REMATERIALIZABLE) ||
	    (flags & (OP_SIDE_EFFECTS | OP_MAY_STORE | OP_TERMINATOR)) ||
	    (insn->flags & (INSN_BUNDLE | INSN_BUNDLED | INSN_PARALLEL)) ||
	    !insn->nopnds || insn_labels(f, insn).len)
		return false;
	for (uint32_t i = 1; i < insn->nopnds; i++) {
		if (!operand_is_movable(steady, &o[i]))
			return false;
		pool |= o[i].kind == OPND_CONST;
	}
	return pool || !(flags & OP_MAY_LOAD) || memory_constant(f, insn);
}

bool
computes_register(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	return o->kind == OPND_VREG && (o->flags & OPND_DEF) &&
	       (!o->sub || (o->flags & OPND_UNDEF));
}

bool
is_rematerializable(const Func *f, const Steady *steady, const Insn *insn)
{
	return sources_stay(f, steady, insn) && computes_register(f, insn);
}

bool
remat_clobbers(const Func *f, const Live *live, const uint64_t *reserved,
	       const Insn *insn, SlotIdx at)
{
	const Operand *o = insn_opnds(f, insn);

	for (uint32_t i = 1; i < insn->nopnds; i++)
		if (o[i].kind == OPND_REG && o[i].flags & OPND_DEF &&
		    !bits_has(reserved, o[i].val) &&
		    reg_lives_at(live, f->target, o[i].val, at))
			return true;
	return false;
}

/* Has V one value only? */
static bool
is_single(const Live *live, VregId v)
{
	Slice values = live->vregs[v].main.values;

	return values.end == values.start + 1;
}

InsnId *
constants_find(const Func *f, const Live *live, const Steady *steady,
	       Candidates *marks, Arena *tmp)
{
	InsnId *found = ARENA_RAW(tmp, InsnId, f->vregs.n + 1);
	uint32_t movable = 0;
	bool any = false;

	memset(found, 0xff, f->vregs.n * sizeof(*found));
	for (uint32_t k = 0; k < marks->computations.n; k++) {
		InsnId i = marks->computations.at[k];
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);

		if (!sources_stay(f, steady, insn))
			continue;
		marks->computations.at[movable++] = i;
		if (!(insn_flags(f, insn) & OP_AS_CHEAP_AS_MOVE) ||
		    !computes_register(f, insn) || o->sub ||
		    !is_single(live, o->val))
			continue;
		found[o->val] = i;
		any = true;
	}
	marks->computations.n = movable;
	for (uint32_t k = 0; any && k < marks->copies.n; k++) {
		const Insn *insn = func_insn(f, marks->copies.at[k].insn);
		const Operand *o = insn_opnds(f, insn);

		if (marks->copies.at[k].between && insn->nopnds == 2 &&
		    found[o[1].val] != NONE && !o[1].sub && !o->sub &&
		    is_single(live, o->val))
			found[o->val] = found[o[1].val];
	}
	return found;
}
