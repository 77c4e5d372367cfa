/*
 * What the files of -compare share.
 */
#ifndef REGALLOC_EXPLAIN_COMPARE_INTERNAL_H
#define REGALLOC_EXPLAIN_COMPARE_INTERNAL_H

#include "core/explain/compare.h"

/* A block of both sides; NONE: that side has none. */
typedef struct {
	BlockId block[COMPARE_SIDES];
	Cost cost[COMPARE_SIDES];
} CompareBlock;

/* What B costs on SIDE. */
static inline double
block_cost(const CompareBlock *b, unsigned side)
{
	return cost_against(&b->cost[side], &b->cost[!side]);
}

/* Set PLACE's rows, in ARENA: where the two codes of B differ, with what stands
 * next to it.  Returns the instruction of ours that is to blame: of those that
 * theirs has not, or else of all, the first that belongs to PART; NONE. */
InsnId compare_code(const ComparePair *pair, const CompareBlock *b,
		    CostPart part, ComparePlace *place, Arena *arena);

/* Append a sentence: what decision INSN of ours, of PART, stems from. */
void compare_why(const ComparePair *pair, InsnId insn, CostPart part, Buf *out);

#endif
