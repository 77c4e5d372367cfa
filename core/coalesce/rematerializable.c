/*
 * Instructions that compute the same value wherever they stand.
 */
#include "core/coalesce/rematerializable.h"

#include "core/analysis/unit_needs.h"
#include "core/base/bits.h"
#include "core/model/memory.h"
#include "core/model/unitset.h"

#include <stdlib.h>
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

/* Does operand O of what computes a register write another one? */
static bool
writes_more(const Operand *o)
{
	return o->kind == OPND_REG && o->flags & OPND_DEF;
}

/* Does somebody read what instruction I writes besides its first operand, such
 * as flags?  Then it makes more than one value. */
static bool
more_is_live(const Func *f, const Live *live, InsnId i)
{
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);
	SlotIdx behind = slot_of(&live->slots, i, SLOT_DEAD);

	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (writes_more(&o[k]) &&
		    reg_lives_at(live, f->target, o[k].val, behind))
			return true;
	return false;
}

bool
is_rematerializable(const Func *f, const Live *live, const Steady *steady,
		    InsnId i)
{
	const Insn *insn = func_insn(f, i);

	return sources_stay(f, steady, insn) && computes_register(f, insn) &&
	       !more_is_live(f, live, i);
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

/* Of the computations in MARKS those stay that can stand anywhere. */
static void
movable_keep(const Func *f, const Steady *steady, Candidates *marks)
{
	uint32_t kept = 0;

	FOR_VEC(InsnId, i, marks->computations)
		if (sources_stay(f, steady, func_insn(f, *i)))
			marks->computations.at[kept++] = *i;
	marks->computations.n = kept;
}

/* Add the units that instruction I writes besides its first operand, unless it
 * says that they are dead.  Returns whether there are some. */
static bool
more_units(const Func *f, InsnId i, uint64_t *units)
{
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);
	bool any = false;

	for (uint32_t k = 1; k < insn->nopnds; k++) {
		if (!writes_more(&o[k]) || o[k].flags & OPND_DEAD)
			continue;
		unitset_add(f->target, units, (RegId)o[k].val);
		any = true;
	}
	return any;
}

/* The same as more_is_live, where ranges of physical registers are not known:
 * of those of which more_units told, NEEDS knows. */
static bool
more_is_needed(const Func *f, UnitNeeds *needs, InsnId i)
{
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);

	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (writes_more(&o[k]) && !(o[k].flags & OPND_DEAD) &&
		    reg_needed(needs, (RegId)o[k].val, 0, i))
			return true;
	return false;
}

/* Of the computations in MARKS those stay that make nothing else that somebody
 * reads. */
static void
lone_keep(const Func *f, const Live *live, const uint64_t *reserved,
	  Candidates *marks, Arena *tmp)
{
	uint64_t *units =
		ARENA_NEW(tmp, uint64_t, BITS_WORDS(f->target->n_unit_regs));
	uint32_t kept = 0;
	bool any = false;

	for (uint32_t k = 0; k < marks->computations.n; k++)
		any |= more_units(f, marks->computations.at[k], units);
	if (!any)
		return;
	UnitNeeds *needs =
		unit_needs_new(f, &live->slots, reserved, units, tmp);
	FOR_VEC(InsnId, i, marks->computations)
		if (!more_is_needed(f, needs, *i))
			marks->computations.at[kept++] = *i;
	marks->computations.n = kept;
}

/* Has part SUB of V one value only, whatever the other lanes have? */
static bool
part_is_single(const Func *f, const Live *live, VregId v, SubId sub)
{
	LaneMask lanes = f->target->subs[sub].lanes;
	Slice subs = live->vregs[v].subs;

	FOR_SLICE(SubRange, range, live->subs.at, subs) {
		Slice values = range->range.values;

		if (range->lanes & lanes && values.end != values.start + 1)
			return false;
	}
	return subs.start != subs.end;
}

static int
part_compare(const void *a, const void *b)
{
	VregId x = ((const PartConstant *)a)->v;
	VregId y = ((const PartConstant *)b)->v;

	return x < y ? -1 : x > y;
}

FoundConstants
constants_find(const Func *f, const Live *live, const Steady *steady,
	       const uint64_t *reserved, Candidates *marks, Arena *tmp)
{
	InsnId *found = ARENA_RAW(tmp, InsnId, f->vregs.n + 1);
	FoundConstants all = {.of = found};
	bool any = false;

	memset(found, 0xff, f->vregs.n * sizeof(*found));
	movable_keep(f, steady, marks);
	lone_keep(f, live, reserved, marks, tmp);
	FOR_VEC(InsnId, i, marks->computations) {
		const Insn *insn = func_insn(f, *i);
		const Operand *o = insn_opnds(f, insn);

		if (!(insn_flags(f, insn) & OP_AS_CHEAP_AS_MOVE) ||
		    o->kind != OPND_VREG || !(o->flags & OPND_DEF))
			continue;
		if (o->sub && part_is_single(f, live, o->val, o->sub))
			VEC_PUSH(tmp, all.parts,
				 ((PartConstant){o->val, o->sub, *i}));
		if (o->sub || !is_single(live, o->val))
			continue;
		found[o->val] = *i;
		any = true;
	}
	for (uint32_t k = 0; any && k < marks->copies.n; k++) {
		const Insn *insn = func_insn(f, marks->copies.at[k].insn);
		const Operand *o = insn_opnds(f, insn);

		if (marks->copies.at[k].between && insn->nopnds == 2 &&
		    found[o[1].val] != NONE && !o[1].sub && !o->sub &&
		    is_single(live, o->val))
			found[o->val] = found[o[1].val];
	}
	if (all.parts.n)
		qsort(all.parts.at, all.parts.n, sizeof(*all.parts.at),
		      part_compare);
	return all;
}
