/*
 * Do the two sides of a copy have one size?
 */
#ifndef REGALLOC_ANALYSIS_SIZES_H
#define REGALLOC_ANALYSIS_SIZES_H

#include "core/model/ir.h"

/* As copy_fits, where that is not plain to see.  O(registers^2). */
bool copy_fits_closely(const Func *f, const Operand *to, SubId part,
		       const Operand *from, SubId source);

/* May part PART of TO be a copy of part SOURCE of FROM (0: all)?  Not if no
 * class has both in one size, no rule says how to copy between them, and they
 * are of kinds that are copied.  No value has no size. */
static inline bool
copy_fits(const Func *f, const Operand *to, SubId part, const Operand *from,
	  SubId source)
{
	if (to->kind == OPND_VREG && from->kind == OPND_VREG &&
	    !(part | source | to->sub | from->sub) &&
	    f->vregs.at[to->val].cls == f->vregs.at[from->val].cls)
		return true;
	return copy_fits_closely(f, to, part, from, source);
}

#endif
