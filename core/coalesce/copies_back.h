/*
 * Copies back to where a value came from.
 */
#ifndef REGALLOC_COALESCE_COPIES_BACK_H
#define REGALLOC_COALESCE_COPIES_BACK_H

#include "core/coalesce/coalesce.h"

/*
 * Where `a = COPY b` is followed in its block by `b = COPY a`, and neither is
 * written in between, b still holds the value: the first copy takes the place
 * of the second one, and what stands in between reads b.  That is what is left
 * of a loop as `while (x > 9) x >>= 4`, whose next x is computed before the
 * old one is read for the last time.  IN, JOINED: as for constants_recompute.
 * Linear.
 */
void copies_back(const CoalesceInput *in, const Joined *joined);

#endif
