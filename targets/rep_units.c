/*
 * Representative units: the units by which registers that hold values are told
 * apart.  A unit is none if another one is in all allocatable registers that it
 * is in: where two of them share the unit they share the other, too.  Most
 * functions give no value a register that stands apart: then fewer units are
 * representative units.
 */
#include "targets/builder.h"

#include "core/base/bits.h"

#include <string.h>

/* Are all allocatable registers with unit A, but for those with flag APART,
 * among those with unit B? */
static bool
unit_follows(const TargetBuilder *b, UnitId a, UnitId other, uint8_t apart)
{
	Slice x = b->unit_regs.at[a], y = b->unit_regs.at[other];

	for (; x.start < x.end; x.start++) {
		RegId reg = b->unit_reg_ids.at[x.start];

		if ((b->regs.at[reg].flags & (REG_ALLOCATABLE | apart)) !=
		    REG_ALLOCATABLE)
			continue;
		/* Both lists are in order. */
		while (y.start < y.end && b->unit_reg_ids.at[y.start] < reg)
			y.start++;
		if (y.start == y.end || b->unit_reg_ids.at[y.start] != reg)
			return false;
	}
	return true;
}

/* Is UNIT of register REG a representative unit?  Of units that are in the same
 * registers the first one is. */
static bool
unit_is_rep_unit(const TargetBuilder *b, const TargetReg *reg, UnitId unit,
		 uint8_t apart)
{
	for (uint32_t i = reg->units.start; i < reg->units.end; i++) {
		UnitId other = b->reg_units.at[i];

		if (other != unit && unit_follows(b, unit, other, apart) &&
		    (other < unit || !unit_follows(b, other, unit, apart)))
			return false;
	}
	return true;
}

/* The representative units of REG where no register with flag APART holds a
 * value. */
static Slice
rep_units_of(TargetBuilder *b, const TargetReg *reg, uint8_t apart)
{
	Slice rep_units = {b->reg_rep_units.n, b->reg_rep_units.n};

	for (uint32_t i = reg->units.start; i < reg->units.end; i++)
		if (unit_is_rep_unit(b, reg, b->reg_units.at[i], apart))
			VEC_PUSH(b->arena, b->reg_rep_units,
				 b->reg_units.at[i]);
	rep_units.end = b->reg_rep_units.n;
	return rep_units;
}

/* Mark the registers that stand apart. */
static void
regs_apart(TargetBuilder *b)
{
	size_t words = BITS_WORDS(b->regs.n);
	uint64_t *given = ARENA_RAW(b->arena, uint64_t, words);

	for (uint32_t c = 0; c < b->classes.n; c++) {
		Slice order = b->classes.at[c].order;
		Slice members = b->member_slices.at[c];

		if (!(b->classes.at[c].flags & CLASS_ALLOCATABLE) ||
		    members.end - members.start == order.end - order.start)
			continue;
		memset(given, 0, words * sizeof(*given));
		for (uint32_t i = order.start; i < order.end; i++)
			bits_add(given, b->class_regs.at[i]);
		for (uint32_t i = members.start; i < members.end; i++)
			if (!bits_has(given, b->class_members.at[i]))
				b->regs.at[b->class_members.at[i]].flags |=
					REG_APART;
	}
}

/* Mark the classes whose values may be given one of those. */
static void
classes_apart(TargetBuilder *b)
{
	uint32_t words = BITS_WORDS(b->classes.n);

	for (uint32_t c = 0; c < b->classes.n; c++) {
		Slice order = b->classes.at[c].order;
		bool apart = false;

		for (uint32_t i = order.start; i < order.end; i++)
			apart |= b->regs.at[b->class_regs.at[i]].flags &
				 REG_APART;
		for (uint32_t d = 0; apart && d < b->classes.n; d++)
			if (bits_has(b->class_subclasses.at + (size_t)c * words,
				     d))
				b->classes.at[d].flags |= CLASS_APART;
	}
}

/* The few representative units of a register that stands apart are those of one
 * that does not and has its first unit. */
static Slice
few_of_apart(const TargetBuilder *b, const TargetReg *reg)
{
	Slice s = b->unit_regs.at[b->reg_units.at[reg->units.start]];

	for (; s.start < s.end; s.start++) {
		const TargetReg *other =
			&b->regs.at[b->unit_reg_ids.at[s.start]];

		if ((other->flags & (REG_ALLOCATABLE | REG_APART)) ==
		    REG_ALLOCATABLE)
			return other->few;
	}
	return reg->rep_units;
}

void
builder_rep_units(TargetBuilder *b)
{
	regs_apart(b);
	classes_apart(b);
	for (uint32_t r = 1; r < b->regs.n; r++) {
		TargetReg *reg = &b->regs.at[r];

		reg->rep_units = rep_units_of(b, reg, 0);
		if (!(reg->flags & REG_APART))
			reg->few = rep_units_of(b, reg, REG_APART);
	}
	for (uint32_t r = 1; r < b->regs.n; r++)
		if (b->regs.at[r].flags & REG_APART)
			b->regs.at[r].few = few_of_apart(b, &b->regs.at[r]);
}
