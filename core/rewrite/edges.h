/*
 * Moves that one way out of a block needs.
 */
#ifndef REGALLOC_REWRITE_EDGES_H
#define REGALLOC_REWRITE_EDGES_H

#include "core/model/steady.h"

/*
 * Where a block ends in a branch with two ways, moves in it (copies, reloads,
 * values computed again, constants) whose results are read on one of them only
 * go there: to the head of the successor if it has no other predecessor, else
 * to a new block on the edge.  A new block stands behind the branch or in front
 * of the successor where that takes no further jump, else at the end of the
 * function if the moves that are saved are more than the jumps that are made.
 *
 * F is allocated; its live-ins are true and its marks are not afterwards, see
 * flags_update.  Left alone: edges into landing pads, of inline assembly and of
 * jump tables, and functions of targets whose copies depend on more than their
 * source.
 * FREQ is by block.  NULL: nothing has changed; else the same for F as it is
 * now, from KEEP.  STEADY: of the function as read, with what is reserved.
 * Linear. (LLVM splits such edges before it allocates, in PHI elimination.)
 */
float *edges_split(Func *f, const float *freq, const Steady *steady,
		   Arena *keep, Arena *tmp);

#endif
