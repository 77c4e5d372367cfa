/*
 * Liveness of physical registers, written into an allocated function.
 */
#ifndef REGALLOC_REWRITE_FLAGS_H
#define REGALLOC_REWRITE_FLAGS_H

#include "core/model/ir.h"

typedef struct Flags Flags;

/*
 * Recompute from F's instructions: live-ins of every block, `killed` and `dead`
 * of every register operand, and `undef` for reads that no definition reaches
 * (marks of the latter kind that are there already stay).  Live-ins of the
 * entry stand as they are: they are the function's arguments.
 *
 * F has no virtual registers outside debug instructions.  RESERVED: bit set
 * over RegId; what their operands say stays as it is, and they are never live
 * in.  Registers that its header says are saved live behind its returns.
 * Liveness is by register units, so that overlap needs no care.  Near
 * linear: sweeps over blocks until nothing changes.
 *
 * Returns what flags_update needs to know about F, in KEEP; NULL: it cannot
 * help.
 */
Flags *flags_mark(Func *f, const uint64_t *reserved, Arena *keep, Arena *tmp);

/* The same again after blocks have been added, removed, or changed: those are
 * BLOCK_STALE.  Instructions may have moved, and become others that read at
 * least what they read before, but nothing may be read later or defined that
 * was not.  O(blocks), and of instructions, those of these blocks and of such
 * to which more gets live. */
void flags_update(Flags *g, Arena *tmp);

#endif
