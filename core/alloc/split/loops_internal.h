/*
 * What the files about loops in which an interval has several places share.
 *
 *   loops_shape    what of a loop is the same for all intervals
 *   loops_parts    what of an interval is in a loop, and what that costs
 *   loops_borders  how it comes into the loop, and out of it
 *   loops_change   the change
 *   loops          which loops, and the register
 */
#ifndef REGALLOC_ALLOC_SPLIT_LOOPS_INTERNAL_H
#define REGALLOC_ALLOC_SPLIT_LOOPS_INTERNAL_H

#include "core/alloc/cost.h"
#include "core/alloc/spill/spill.h"
#include "core/alloc/state.h"

/* Parts of an origin in a loop; registers that its copies there ask for. */
enum { LOOP_PARTS_MAX = 128, LOOP_ASKED_MAX = 16 };

/* What an operand in a slot costs more than one in a register. */
#define FOLDED_COST 0.5F

typedef struct {
	bool known;
	bool barred;  /* it is entered elsewhere than at its head */
	Slice ranges; /* of Loops.ranges */
	Slice exits;  /* of Loops.exits */
} LoopShape;

/* A register that copies in the loop ask for, and their price. */
typedef struct {
	RegId reg;
	float price;
} Asked;

/* A move between the loop's interval and what is outside, and where the former
 * lives there. */
typedef struct {
	Edit edit; /* the loop's side is NONE; EDIT_NONE: none is needed */
	Segment seg;
	BlockId block;
} Border;

typedef struct {
	Scan *s;
	uint64_t looked;     /* at so many blocks, segments and occurrences */
	BlockId *blocks;     /* those in loops, in the order of Loop.at */
	uint32_t *at;	     /* by Loop.at: its first one */
	LoopShape *shapes;   /* by loop, the function last */
	VEC(Segment) ranges; /* its blocks, those in a row as one */
	VEC(BlockId) exits;  /* the blocks that it is left to */
	FoldedUses folded;
	uint64_t *units; /* that intervals have somewhere */
	VregId probe;	 /* stands for what looks for a register; NONE */
	/* Of the origin and the loop at hand: */
	VregId origin;
	uint32_t loop;	     /* NONE: the function */
	InsnId remat;	     /* Origins.remat */
	VEC(VregId) parts;   /* that live there, and those at the borders */
	VEC(uint64_t) cover; /* where they live, by start */
	VEC(Segment) segs;   /* the same, in order */
	VEC(Border) borders; /* entries first */
	uint32_t entries;
	VEC(uint32_t) replaced; /* edits whose place entries take */
	Asked asked[LOOP_ASKED_MAX];
	uint32_t nasked;
	VregId like;  /* a part whose class all the others have, too */
	bool writes;  /* is it written there, or stored? */
	bool slots;   /* do instructions write its slot there? */
	bool kept;    /* is its slot kept for a part in a register, anywhere? */
	bool stored;  /* the slot stays what it is: its stores do */
	float inside; /* what its moves there cost, */
	float stores; /* and its stores, as long as they stay */
} Loops;

/* Is block B in LOOP, or is that the function? */
static inline bool
is_within(const Scan *s, uint32_t loop, BlockId b)
{
	return loop == NONE || loop_contains(s->cfg, loop, b);
}

/* Does V, a part or the loop's interval, live in memory? */
static inline bool
is_in_memory(const Loops *l, VregId v)
{
	return l->s->intervals.at[v].stage == STAGE_MEMORY;
}

/* loops_shape.c */

/* Find what is the same for all loops. */
void loops_open(Loops *l);

/* What is the same for all that is in LOOP. */
const LoopShape *loop_shape(Loops *l, uint32_t loop);

/* loops_parts.c */

/* Does edit E put an origin into one of its places, out of another one or as it
 * is computed again? */
bool is_move(const Scan *s, const Edit *e);

/* What it costs, executed once. */
float move_cost(const Scan *s, const Edit *e);

/* Does it fill a part that lives in memory, or a slot? */
bool fills_slot(const Scan *s, const Edit *e);

/* Find the parts of the origin in the loop.  False: they must not change. */
bool parts_find(Loops *l);

/* Make L->segs of L->cover. */
void cover_settle(Loops *l);

/* SEGS without what L->segs are. */
Segs segs_outside(Loops *l, const Segs *segs);

/* loops_borders.c */

/* Find how the parts come into the loop, and out of it.  False: there cannot be
 * moves at all of these places. */
bool borders_find(Loops *l);

/* loops_change.c */

/* NEW, an interval without anything yet, is the origin all over the loop, in
 * register REG.  The parts have their registers outside L->segs alone. */
void loop_take(Loops *l, VregId new, RegId reg);

#endif
