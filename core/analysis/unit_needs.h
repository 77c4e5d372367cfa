/*
 * Where a few units of physical registers hold what is still needed, for
 * those who ask at a few places: ranges of all of them would cost more.
 */
#ifndef REGALLOC_ANALYSIS_UNIT_NEEDS_H
#define REGALLOC_ANALYSIS_UNIT_NEEDS_H

#include "core/model/slots.h"

typedef struct UnitNeeds UnitNeeds;

/* About the units in WANTED of F, but those that only registers in RESERVED
 * contain: they are never needed.  In TMP, as are all answers. */
UnitNeeds *unit_needs_new(const Func *f, const Slots *slots,
			  const uint64_t *reserved, const uint64_t *wanted,
			  Arena *tmp);

/*
 * Is what a unit of REG, but not of BUT (0: none), holds at instruction I
 * needed, by what stands at its position or behind that?  They are wanted ones.
 * Calls end the needs of what they clobber.  What is put into F or taken out in
 * between must leave all answers as they were.  Reads on through the block and
 * those behind it; what blocks do is looked at once for 64 units.  Near linear.
 */
bool reg_needed(UnitNeeds *n, RegId reg, RegId but, InsnId i);

#endif
