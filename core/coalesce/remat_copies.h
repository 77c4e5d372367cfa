/*
 * Copies of what can be computed again.
 */
#ifndef REGALLOC_COALESCE_REMAT_COPIES_H
#define REGALLOC_COALESCE_REMAT_COPIES_H

#include "core/coalesce/coalesce.h"

/*
 * Where a COPY's source is computed from nothing that can change, and that is
 * as cheap as copying it, compute it again in the copy's place; computations
 * that nobody reads then vanish.  So does a dearer one that loads nothing and
 * is one instruction, if only such copies read it.  IN: as for coalesce_run,
 * which has coalesced the function; JOINED: from coalesce_run, used up.  In a
 * group of parallel copies they move behind the copies that stay, and so do
 * those of what is read elsewhere, too, and can be computed again: each read
 * has its own time then. Linear. (LLVM's coalescer does the same for copies
 * that it cannot join.)
 */
void constants_recompute(const CoalesceInput *in, Joined *joined);

#endif
