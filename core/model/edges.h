/*
 * Blocks of their own for edges: of a plain function, or of an allocated one,
 * whose moves go there.
 */
#ifndef REGALLOC_MODEL_EDGES_H
#define REGALLOC_MODEL_EDGES_H

#include "core/model/ir.h"

enum {		     /* EdgeMoves.place */
       EDGE_NOWHERE, /* not worth it */
       EDGE_HEAD,    /* at the head of the successor */
       EDGE_BEHIND,  /* new block behind the branch */
       EDGE_FRONT,   /* new block in front of the successor */
       EDGE_END,     /* new block at the end of the function */
};

/* An edge and the moves that go onto it. */
typedef struct {
	BlockId from, to;
	uint32_t succ; /* index into Func.succs */
	uint8_t place; /* EDGE_* */
	bool falls;    /* where the branches of `from` are not taken */
	bool jumps;    /* the new block ends in a jump */
	double weight; /* of the moves, once each */
	float freq;
	Slice moves; /* EdgePlan.moves */
} EdgeMoves;

typedef struct {
	VEC(EdgeMoves) edges; /* by `from`, then by `succ` */
	VEC(InsnId) moves;    /* by edge, the last of a block first */
	InsnId jump;	      /* some plain jump of the function; NONE */
} EdgePlan;

/* A branch with two ways. */
typedef struct {
	BlockId fall; /* the way where none is taken */
	InsnId first; /* of the terminators */
} Branch;

/* Does control leave block B of F at a call or asm goto in its middle?  Then
 * there is no place for copies that all its successors would see. */
bool block_leaves_early(const Func *f, BlockId b);

/* The block that INSN, a branch, leads to if it does; NULL: INSN is none, or
 * where it leads is not known. */
Operand *insn_branch_target(const Func *f, const Insn *insn);

/* The last instruction of BLOCK in front of END that is code; NONE. */
InsnId block_last(const Func *f, const Block *block, InsnId end);

/* Is INSN a jump to one block that always is taken, and reads no register? */
bool insn_jumps(const Func *f, const Insn *insn);

/* Can F's edges have blocks, for all that copies of its values depend on? */
static inline bool
edges_allowed(const Func *f)
{
	return !func_copies_read(f);
}

/* Does B end in a branch with two ways that can be led elsewhere?  Then BRANCH
 * tells about it. */
bool branch_read(const Func *f, BlockId b, Branch *branch);

/* The edge of way K, 0 or 1, of BRANCH at the end of B.  FREQ: by block. */
EdgeMoves edge_of_branch(const Func *f, BlockId b, unsigned k,
			 const Branch *branch, const float *freq);

/* Does control come from B to the block behind it, or would it without a jump
 * there? */
bool block_falls_through(const Func *f, BlockId b);

/* Fill in `place` and `jumps` of all edges of PLAN. */
void edges_place(const Func *f, EdgePlan *plan, Arena *tmp);

/* Change F as PLAN says: its edges get blocks, and the moves, in their order,
 * leave `from` for these or for the head of `to`.  F's operands and call sites
 * are changed in place, other lists made anew.  FREQ is by block; returns the
 * same for F as it is then, in KEEP.  Linear. */
float *edges_apply(Func *f, const EdgePlan *plan, const float *freq,
		   Arena *keep, Arena *tmp);

/* Take the blocks that edges_apply made and in which nothing happens out of F
 * again.  F has no PHIs.  Returns what edges_apply does; NULL: there are none.
 * Linear. */
float *edges_close(Func *f, const float *freq, Arena *keep, Arena *tmp);

/* The number of the next block that is added to F.  O(blocks). */
uint32_t blocks_next_number(const Func *f);

/* What names blocks in F, which has no PHIs, does so by MAP.  Lists that
 * functions share are made anew, in KEEP. */
void blocks_rename(Func *f, const BlockId *map, Arena *keep);

#endif
