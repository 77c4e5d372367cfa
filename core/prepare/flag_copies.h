/*
 * Flags that the input keeps in a register.
 */
#ifndef REGALLOC_PREPARE_FLAG_COPIES_H
#define REGALLOC_PREPARE_FLAG_COPIES_H

#include "core/model/ir.h"

/*
 * IN, in ARENA, without copies of flags to and from virtual registers, by the
 * target's rules: where they are copied the conditions that are read later are
 * put into registers, and who reads one has it made again before it.  Copies
 * back to flags that still hold the same are gone, without a rule, too.  IN
 * itself if it has no such copies; it counts as the input from there on.  NULL
 * after errors, which are in IN's diag: something else is done with the
 * register, or the flags are read by another opcode, behind a terminator, or in
 * another block than the one that they are copied back in.  Linear.  (LLVM does
 * it behind instruction selection.)
 */
Func *flag_copies_func(Func *in, Arena *arena);

#endif
