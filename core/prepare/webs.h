/*
 * Independent parts of a register's life get registers of their own.
 */
#ifndef REGALLOC_PREPARE_WEBS_H
#define REGALLOC_PREPARE_WEBS_H

#include "core/analysis/intervals.h"

/*
 * Rename the operands of F, which has no PHIs: values of one virtual register,
 * or of its lanes where they have ranges, that no meeting, tie, common operand
 * or definition of a part connects become registers with the same class and
 * hint.  What the first value is connected with keeps the register.  A
 * definition of lanes in whose new register no other lives becomes undef, and
 * so does a use of lanes that nothing defines.  True if anything was renamed:
 * LIVE no longer describes F then. O(values + occurrences * lanes *
 * log(segments)). Source: LLVM's ConnectedVNInfoEqClasses,
 * RenameIndependentSubregs.
 */
bool split_webs(Func *f, const Live *live, Arena *scratch);

#endif
