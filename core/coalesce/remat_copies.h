/*
 * Instructions that compute the same value wherever they stand.
 */
#ifndef REGALLOC_COALESCE_REMAT_COPIES_H
#define REGALLOC_COALESCE_REMAT_COPIES_H

#include "core/coalesce/coalesce.h"
#include "core/model/steady.h"

/* Does INSN compute one whole register from nothing that can change?  It may
 * clobber physical registers. */
bool is_rematerializable(const Func *f, const Steady *steady, const Insn *insn);

/* Would INSN, at slot AT, clobber a physical register that is needed there? */
bool remat_clobbers(const Func *f, const Live *live, const uint64_t *reserved,
		    const Insn *insn, SlotIdx at);

/* By VregId: the instruction that computes all that the register of F ever
 * holds, as cheap as a copy, perhaps through COPYs; NONE: there is none.  LIVE,
 * MARKS: of F; of the computations those stay that read nothing that can
 * change.  From TMP.  O(copies + computations). */
InsnId *constants_find(const Func *f, const Live *live, const Steady *steady,
		       Candidates *marks, Arena *tmp);

/*
 * Where a COPY's source is such a value, and computing it is as cheap as
 * copying it, compute it again in the copy's place; computations that nobody
 * reads then vanish.  So does a dearer one that loads nothing and is one
 * instruction, if only copies to physical registers read it.  IN: as for
 * coalesce_run, which has coalesced the function; FOUND: what constants_find
 * found before; JOINED: from coalesce_run, used up.  In a group of parallel
 * copies they move behind the copies that stay, and so do those of what is read
 * elsewhere, too, and can be computed again: each read has its own time then.
 * Linear. (LLVM's coalescer does the same for copies that it cannot join.)
 */
void constants_recompute(const CoalesceInput *in, const InsnId *found,
			 Joined *joined);

#endif
