/*
 * Constants that are computed again: for one instruction, or for none.
 */
#ifndef REGALLOC_REWRITE_LOADS_H
#define REGALLOC_REWRITE_LOADS_H

#include "core/model/ir.h"

/*
 * Where allocation loads a constant again right before the one instruction that
 * reads it there, and that has a form with an operand in memory, use that form:
 * `$b = LOAD ...; $a = MUL $a, $b` becomes `$a = MUL_LOADED $a, ...`.  What it
 * computes again that is not read, as allocation went on, goes, too, and so do
 * copies that it made.  F is rewrite_func's and its marks are true.  They stay
 * so unless a copy went, which is the result: its source is read no more.
 * O(joints), and of instructions if there is one to fold.
 */
bool loads_fold(Func *f, Arena *tmp);

#endif
