/*
 * Branches of an allocated function, as assembly has them.
 */
#ifndef REGALLOC_EMIT_BRANCHES_H
#define REGALLOC_EMIT_BRANCHES_H

#include "core/model/ir.h"

/*
 * Make fewer branches run, if the target says which are opposite.  Blocks that
 * only jump go, and what led to them leads to where they jump; ends of blocks
 * that are the same are there once (tails_merge); the blocks that are left
 * stand where fewest jumps run (blocks_order); where a block ends with a branch
 * on a condition and a jump, and the jump would be taken more often or the
 * branch leads to the block behind it, the opposite condition is asked.  F's
 * blocks get new numbers, FREQ is by the old ones.  MIR has no need of it: llc
 * does the same behind register allocation (BranchFolding, BlockPlacement). TMP
 * is used meanwhile.  O(operands + blocks log blocks).
 */
void branches_arrange(Func *f, const float *freq, Arena *tmp);

/* Is block TO what runs behind the end of block B: are there only empty ones
 * between them? */
bool block_falls_to(const Func *f, BlockId b, BlockId to);

#endif
