/*
 * Rewriting: an allocation becomes a function of physical registers.
 */
#ifndef REGALLOC_REWRITE_REWRITE_H
#define REGALLOC_REWRITE_REWRITE_H

#include "core/alloc/alloc.h"

/*
 * A new function in ARENA: LOWERED with the registers of ALLOC in place of its
 * virtual ones and ALLOC's edits merged in.  Copies become what their two sides
 * make of them: nothing, a COPY, a load, a store, or several of these; groups
 * of parallel copies a sequence.  Spill slots for emergencies are appended.
 * Kill, dead and undef marks and live-ins are left to flags_mark.
 *
 * Insn.origin stays; instructions that stand for a copy of a group, or for a
 * copy from or to memory, have origin NONE.  Call sites follow.  Its `joints`
 * are what convert_three_address and loads_fold start from, in order: COPYs of
 * one register, INSN_REMAT and INSN_BARE.
 * NULL after errors, which are in LOWERED's diag.  Linear.
 */
Func *rewrite_func(Func *lowered, const Live *live, const Alloc *alloc,
		   Arena *arena);

#endif
