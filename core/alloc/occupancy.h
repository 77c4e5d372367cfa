/*
 * Other attempts of an allocation, so that more waves fit, or that vector
 * registers are left for the lanes of spilled scalars: for attempts.c.
 */
#ifndef REGALLOC_ALLOC_OCCUPANCY_H
#define REGALLOC_ALLOC_OCCUPANCY_H

#include "core/alloc/state.h"

/* How many waves fit with the registers that S takes; UINT32_MAX: all that the
 * processor holds. */
uint32_t occupancy_waves(const Scan *s);

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

/* Does S leave enough vector registers, of those that are not RESERVED and that
 * all calls keep, for such lanes? */
bool occupancy_has_lanes(Scan *s, const uint64_t *reserved);

#endif
