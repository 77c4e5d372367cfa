/*
 * What the files of hoist_computations share.
 */
#ifndef REGALLOC_COALESCE_HOIST_INTERNAL_H
#define REGALLOC_COALESCE_HOIST_INTERNAL_H

#include "core/coalesce/hoist.h"

/* A computation that goes out of its loop. */
typedef struct {
	InsnId copy; /* what it overwrites is put there by this COPY in front of
			it, which goes, too; NONE: it overwrites nothing */
	InsnId op;
	InsnId before; /* they go in front of this one, or to the end of: */
	BlockId to;
	uint32_t next; /* the next in front of that one; NONE */
} Hoisted;

/* In Hoister.outside: not asked for yet. */
#define OUTSIDE_UNKNOWN (NONE - 1)

typedef struct {
	const HoistInput *in;
	Func *f;
	InsnId *defs;	  /* of the input, by VregId: what defines it; NONE:
			     nothing; DEFS_MANY; NULL: not asked for yet */
	BlockId *lowered; /* by block of the input: which one that is now */
	const Live *live;
	const Cfg *cfg;
	Arena *tmp;
	BlockId *outside; /* by loop: the one block that it is entered from;
			     NONE: none such */
	uint8_t *count;	  /* by outermost loop: so many went out of it */
	VEC(Hoisted) hoisted;
} Hoister;

/* --- hoist_places.c --- */

/* The block that LOOP is entered from, at its end; NONE: there are several, or
 * it is left earlier. */
BlockId outside_of(Hoister *h, uint32_t loop);

/* How much less often than in block B an instruction would run in front of
 * LOOP, which B is in; 0: not enough less, or there is no one block. */
float saved_outside(Hoister *h, BlockId b, uint32_t loop);

/* The instruction at the end of block B in front of which OP, a computation
 * from a copy of S or a constant that S becomes, may stand, or the block's end;
 * NONE. */
InsnId place_find(const Hoister *h, BlockId b, const Insn *op, VregId s);

/* --- hoist_constants.c --- */

/* Let instruction I of block B, if it is a constant, go to where it runs the
 * least of the places in front of the loops around it. */
void constant_hoist(Hoister *h, BlockId b, InsnId i);

/* --- hoist_copies.c --- */

/* Let instruction I of block B, if it is a copy that is needed only where the
 * loop is entered, go there. */
void copy_hoist(Hoister *h, BlockId b, InsnId i);

#endif
