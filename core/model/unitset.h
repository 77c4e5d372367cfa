/*
 * Sets of register units (bits.h), BITS_WORDS(Target.n_unit_regs) words each,
 * by register; and units next to sets of registers.
 */
#ifndef REGALLOC_MODEL_UNITSET_H
#define REGALLOC_MODEL_UNITSET_H

#include "core/base/bits.h"
#include "core/model/target.h"

static inline void
unitset_add(const Target *t, uint64_t *set, RegId reg)
{
	FOR_UNITS(unit, t, reg)
		bits_add(set, *unit);
}

static inline void
unitset_del(const Target *t, uint64_t *set, RegId reg)
{
	FOR_UNITS(unit, t, reg)
		bits_del(set, *unit);
}

/* Is UNIT one of REG's? */
static inline bool
reg_has_unit(const Target *t, RegId reg, UnitId unit)
{
	FOR_UNITS(u, t, reg)
		if (*u == unit)
			return true;
	return false;
}

/* Is some unit of REG in SET? */
static inline bool
unitset_meets(const Target *t, const uint64_t *set, RegId reg)
{
	FOR_UNITS(unit, t, reg)
		if (bits_has(set, *unit))
			return true;
	return false;
}

/* Are all registers that contain UNIT in REGS, a bit set over RegId? */
static inline bool
unit_is_within(const Target *t, uint32_t unit, const uint64_t *regs)
{
	Slice s = t->unit_regs[unit];

	for (; s.start < s.end; s.start++)
		if (!bits_has(regs, target_unit_reg(t, unit, s.start)))
			return false;
	return true;
}

#endif
