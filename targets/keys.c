/*
 * Keys: the units by which registers that hold values are told apart.  A unit
 * is none if another one is in all allocatable registers that it is in: where
 * two of them share the unit they share the other, too.
 */
#include "targets/builder.h"

/* Are all allocatable registers with unit A among those with unit B? */
static bool
unit_follows(const TargetBuilder *b, UnitId a, UnitId other)
{
	Slice x = b->unit_regs.at[a], y = b->unit_regs.at[other];

	for (; x.start < x.end; x.start++) {
		RegId reg = b->unit_reg_ids.at[x.start];

		if (!(b->regs.at[reg].flags & REG_ALLOCATABLE))
			continue;
		/* Both lists are in order. */
		while (y.start < y.end && b->unit_reg_ids.at[y.start] < reg)
			y.start++;
		if (y.start == y.end || b->unit_reg_ids.at[y.start] != reg)
			return false;
	}
	return true;
}

/* Is UNIT of register REG a key?  Of units that are in the same registers the
 * first one is. */
static bool
unit_is_key(const TargetBuilder *b, const TargetReg *reg, UnitId unit)
{
	uint32_t i;

	for (i = reg->units.start; i < reg->units.end; i++) {
		UnitId other = b->reg_units.at[i];

		if (other != unit && unit_follows(b, unit, other) &&
		    (other < unit || !unit_follows(b, other, unit)))
			return false;
	}
	return true;
}

void
builder_keys(TargetBuilder *b)
{
	uint32_t r, i;

	for (r = 1; r < b->regs.n; r++) {
		TargetReg *reg = &b->regs.at[r];

		reg->keys.start = b->reg_keys.n;
		for (i = reg->units.start; i < reg->units.end; i++)
			if (unit_is_key(b, reg, b->reg_units.at[i]))
				VEC_PUSH(b->arena, b->reg_keys,
					 b->reg_units.at[i]);
		reg->keys.end = b->reg_keys.n;
	}
}
