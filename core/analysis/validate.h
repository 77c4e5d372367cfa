/*
 * What must hold before any pass looks at a function.
 */
#ifndef REGALLOC_ANALYSIS_VALIDATE_H
#define REGALLOC_ANALYSIS_VALIDATE_H

#include "core/model/ir.h"

/*
 * Does F keep the rules that all passes rely on?  PHIs stand first in their
 * block and have a value for each predecessor and no other; branches go to
 * successors; nothing but terminators follows a terminator; operands are as
 * many and of the kind that the opcode demands; classes have the sub-registers
 * that are named.  False, with all errors in F's diag, if not.  Nothing is
 * assumed of F but what the reader guarantees.  Fills Block.preds if there are
 * PHIs.  O(function).
 */
bool validate_func(Func *f, Arena *tmp);

#endif
