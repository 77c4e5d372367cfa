/*
 * What the steps of branches_arrange share.
 */
#ifndef REGALLOC_EMIT_BRANCHES_INTERNAL_H
#define REGALLOC_EMIT_BRANCHES_INTERNAL_H

#include "core/model/edges.h"

/* A function whose blocks get other places.  What is by block has room for
 * twice as many as the function came with. */
typedef struct {
	Func *f;
	BlockId *to;	  /* by block: where it only jumps, or the block that
			     does the same; NONE */
	BlockId *fall;	  /* by block: where control goes on behind its end;
			     NONE: nowhere */
	float *freq;	  /* by block: how often it runs */
	uint64_t *pinned; /* set over BlockId: something besides branches and
			     jump tables leads there */
	uint64_t *gone;	  /* the same: nothing leads there any more */
	InsnId jump;	  /* some plain jump */
	Arena *tmp;
} Branches;

/* Where who leads to block B, or to none (NONE), is to lead. */
static inline BlockId
final_target(const Branches *s, BlockId b)
{
	return b == NONE || s->to[b] == NONE ? b : s->to[b];
}

/* The block that instruction I jumps to whatever holds; NULL: it does not. */
Operand *branches_jump(const Func *f, InsnId i);

/*
 * Tail merging: where two blocks end with the same instructions, one of them
 * does it for both.  A block that is the same as another, or as the end of
 * one, goes: `to` and `gone` say so; of others the end becomes a block
 * of its own (`fall`).  Linear in F, but for TAIL_TRIES.
 */
void tails_merge(Branches *s);

#endif
