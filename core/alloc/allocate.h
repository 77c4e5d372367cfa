/*
 * The main loop of allocation.
 */
#ifndef REGALLOC_ALLOC_ALLOCATE_H
#define REGALLOC_ALLOC_ALLOCATE_H

#include "core/alloc/state.h"

/* V must have a register, and nothing that it may evict makes one free: take
 * one from intervals that can still be split or spilled, while those that must
 * have one, too, may move elsewhere.  False, with an error: there is none. */
bool last_chance(Scan *s, VregId v);

/* Place all intervals.  False, with an error, if one cannot be placed. */
bool scan_run(Scan *s);

#endif
