/*
 * Instructions that compute the same value wherever they stand.
 */
#ifndef REGALLOC_COALESCE_REMATERIALIZABLE_H
#define REGALLOC_COALESCE_REMATERIALIZABLE_H

#include "core/coalesce/coalesce.h"
#include "core/model/steady.h"

/* Does INSN define a virtual register by operand 0, all of it or a part the
 * rest of which is undefined? */
bool computes_register(const Func *f, const Insn *insn);

/* Does instruction I compute a register, or a part the rest of which is
 * undefined, from nothing that can change, and nothing else that is read?  It
 * may clobber physical registers.  LIVE: of F. */
bool is_rematerializable(const Func *f, const Live *live, const Steady *steady,
			 InsnId i);

/* Would INSN, at slot AT, clobber a physical register that is needed there? */
bool remat_clobbers(const Func *f, const Live *live, const uint64_t *reserved,
		    const Insn *insn, SlotIdx at);

/* What of F's registers is constant.  LIVE, MARKS: of F; of the computations
 * those stay that read nothing that can change, and make nothing else that is
 * read, but for RESERVED registers.  From TMP.  O(copies + computations log
 * computations). */
FoundConstants constants_find(const Func *f, const Live *live,
			      const Steady *steady, const uint64_t *reserved,
			      Candidates *marks, Arena *tmp);

#endif
