/*
 * List scheduling after allocation.
 */
#ifndef REGALLOC_SCHEDULE_SCHEDULE_H
#define REGALLOC_SCHEDULE_SCHEDULE_H

#include "core/model/ir.h"

/*
 * A new order of F's instructions, into ORDER: by place, the instruction to
 * stand there.  Regions one after the other, downwards, cycle by cycle: of the
 * instructions whose operands are ready the one with the longest way to the
 * region's end, then the one that stood first.  A debug instruction stays
 * behind the instruction it stood behind.  O(n log n) plus edges.
 */
void schedule_run(const Func *f, InsnId *order, Arena *tmp);

#endif
