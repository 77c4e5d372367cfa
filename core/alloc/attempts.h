/*
 * Attempts at the allocation of one function.  Most functions need one.  There
 * are more where a place finds no register; where the allocation costs much,
 * as what is evicted decides, and which weights are best cannot be told
 * beforehand (random restarts of a greedy search); and where registers that
 * are taken cost waves.
 */
#ifndef REGALLOC_ALLOC_ATTEMPTS_H
#define REGALLOC_ALLOC_ATTEMPTS_H

#include "core/alloc/state.h"

/* Allocate the function of ASKED, of which only what is asked for is there;
 * the best attempt is *BEST, in its arena.  False: there are no registers for
 * all that must have one, as the function's diagnostics say. */
bool attempts_run(Scan *asked, Scan **best);

#endif
