/*
 * Other attempts of an allocation, so that more waves fit, or that vector
 * registers are left for the lanes of spilled scalars: for alloc.c.
 */
#ifndef REGALLOC_ALLOC_OCCUPANCY_H
#define REGALLOC_ALLOC_OCCUPANCY_H

#include "core/alloc/state.h"

/* Does S take so many registers that fewer waves fit than the processor holds?
 */
bool occupancy_lost(const Scan *s);

/* Does S take so many registers that fewer waves fit than with what its
 * function needs?  Then those that cost waves are added to SET, a bit set over
 * RegId.  F: the function as it was before S. */
bool occupancy_reserve(const Scan *s, const Func *f, uint64_t *set,
		       Arena *scratch);

/* Does S leave too few vector registers, of those that are not RESERVED
 * whatever is allocated, for the lanes that its spilled and saved scalars go
 * to?  Then more are added to SET; false: none. */
bool occupancy_reserve_lanes(Scan *s, const uint64_t *reserved, uint64_t *set,
			     Arena *scratch);

/* Does allocation S use more memory (for saved registers, too) or more copies,
 * by frequency, than THAN? */
bool occupancy_dearer(const Scan *s, const Scan *than);

/* What allocation S costs, see cost.h; for saved registers, too. */
float occupancy_cost(const Scan *s);

#endif
