/*
 * Constants that are loaded for one instruction.
 */
#ifndef REGALLOC_REWRITE_LOADS_H
#define REGALLOC_REWRITE_LOADS_H

#include "core/model/ir.h"

/*
 * Where allocation loads a constant again right before the one instruction that
 * reads it there, and that has a form with an operand in memory, use that form:
 * `$xmm1 = MOVSDrm_alt $rip, ...; $xmm0 = MULSDrr $xmm0, $xmm1` becomes
 * `$xmm0 = MULSDrm $xmm0, $rip, ...`.  F is rewrite_func's, its marks are
 * true and stay so.  O(joints), and of instructions if there is one to fold.
 */
void loads_fold(Func *f, Arena *tmp);

#endif
