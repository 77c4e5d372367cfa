/*
 * Demands, and what becomes of them step by step.
 */
#ifndef REGALLOC_CHECK_DEMANDS_H
#define REGALLOC_CHECK_DEMANDS_H

#include "core/check/steps.h"

/* --- memo --- */

/* What memo_seen is if the slot is not the one used last. */
bool memo_ask(Memo *memo, Arena *arena, Demand *d, uint32_t at);

/* Was a demand like D put before, at point AT?  If not, it is now.  Sets D's
 * key if it is NONE. */
static inline bool
memo_seen(Memo *memo, Arena *arena, Demand *d, uint32_t at)
{
	MemoSlot *last = memo->last;
	uint64_t bit = (uint64_t)1 << (at & 63);

	if (memo->trying || !last || last->key != d->key + 1 ||
	    last->word != at >> 6)
		return memo_ask(memo, arena, d, at);
	bool seen = last->bits & bit;
	last->bits |= bit;
	return seen;
}

/* Where demands like D were put that came to block B, or to another one of the
 * page.  Sets D's key if it is NONE. */
MemoPage *memo_page(Memo *memo, Arena *arena, Demand *d, BlockId b);

/* Was one put in block B, by WORDS of its page?  If not, it is now. */
static inline bool
memo_block_seen(Memo *memo, Arena *arena, uint64_t *words, BlockId b)
{
	uint64_t *word = words + (b % MEMO_BLOCKS) / 64;
	uint64_t bit = (uint64_t)1 << (b & 63);

	if (*word & bit)
		return true;
	*word |= bit;
	if (memo->trying)
		VEC_PUSH(arena, memo->tried_blocks, ((MemoBit){word, bit}));
	return false;
}

/* Between the two, what is put is on trial: forgotten unless it is KEPT. */
void memo_try(Memo *memo);
void memo_tried(Memo *memo, bool kept);

/* The number of a piece of a slot. */
Place check_piece(Check *c, const SlotPiece *piece);

/* --- on --- */

/* Find the regions, once the steps stand. */
void check_on_find(Check *c);

/* D begins at its step with what is read from REG. */
void check_on_begin(Check *c, Demand *d, RegId reg);

/* D passes a move to or from REG at its step.  False: it wants lanes that were
 * off there, and the value is not that of a region inside. */
bool check_on_moved(Check *c, Demand *d, RegId reg);

/* The value of D is given at its step, at least in the lanes that are on there.
 * False: others of them are wanted. */
bool check_on_defined(Check *c, Demand *d);

#define CHECK_LANES_OFF "lanes that are wanted may have been off"

/* The same of values that the function starts with. */
bool check_on_entry(const Check *c, const Demand *d);

/* --- open_above --- */

/* Find the values that may have anything in the bits above them, once the
 * events stand. */
void check_open_find(Check *c);

/* May operand O of BEFORE, where the target leaves them open? */
bool check_is_open_above(const Check *c, const Operand *o);

/* --- put --- */

/* Put demand D unless it was put before. */
void check_push(Check *c, const Demand *d);

/* D as work, wherever it was put before. */
Work check_work(Check *c, const Demand *d);

/* D is not met, unless its value is undefined before its step anyway; who
 * follows the demands finds that out: CheckWalk.refusals. */
void check_refuse(Check *c, const Demand *d, InsnId before, InsnId after,
		  const char *why);

/* Let D ask for what operand O of BEFORE has in PART of the register that it
 * became. */
void check_set_cell(Check *c, Demand *d, const Operand *o, CellPart part);

/* --- again --- */

/* Does register REG, which got lanes of a value at index SUB, have LANES of it
 * in CELL? */
bool check_place_has(Check *c, uint32_t cell, RegId reg, SubId sub,
		     LaneMask lanes);

/* The last step of block BLOCK before STEP that changes what D.missing reads;
 * NONE. */
uint32_t check_last_changed(Check *c, const Demand *d, BlockId block,
			    uint32_t step);

/* D comes to instruction A of AFTER, which computes a value again, for what
 * it put into D's place. */
void check_meet_again(Check *c, Demand *d, InsnId a);

/* D, whose place is instruction A of AFTER, meets the definition B of LANES of
 * its value: it is met if A computes the same. */
void check_again(Check *c, const Demand *d, InsnId b, InsnId a, LaneMask lanes);

/* --- naming --- */

/* D meets a renaming of BEFORE of its value, or a move (check_is_move), at its
 * step. */
void check_through_naming(Check *c, Demand *d, InsnId before);

/* --- walk --- */

/* Is instruction AFTER a move to a slot? */
static inline bool
check_writes_slot(const Check *c, InsnId after)
{
	MoveKind kind = (MoveKind)c->pairs.kind[after];

	return kind == MOVE_STORE || kind == MOVE_SLOT || kind == MOVE_KEEP;
}

/* D meets a move of AFTER at its step: put it to where that moves from. */
void check_through_move(Check *c, Demand *d, InsnId after);

/* If the place of D is a lane: put D to where it was before AFTER, unless just
 * that lane is stored to. */
bool check_through_lanes(Check *c, Demand *d, InsnId after);

/* --- heads --- */

/* The block of all steps that write the place of D, as in
 * CheckEvents.place_home. */
static inline BlockId
check_place_home(const Check *c, const Demand *d)
{
	if (d->place & PLACE_AGAIN)
		return NONE;
	if (!(d->place & PLACE_SLOT))
		return c->events.place_home[d->place];
	return c->events
		.place_home[c->cells.ncells +
			    c->pieces.list.at[d->place & PLACE_NUMBER].slot];
}

/* The demand of W meets the head of the block.  Does it go on, as W is then?
 * Other ways that it goes are put to CheckWalk.work. */
bool check_through_head(Check *c, Work *w);

/* --- meet --- */

/* DEMAND, at W, meets the nearer of the steps that write its PLACE and give its
 * VALUE (NONE: none does). */
void check_meet_step(Check *c, const Demand *demand, Work w, uint32_t place,
		     uint32_t value);

/* --- follow --- */

/* Begin with D, from where it is. */
void check_begin(Check *c, const Demand *d);

/* Follow all demands that were put. */
void check_follow_all(Check *c);

/* Fail what was refused, unless its value is defined nowhere. */
void check_judge(Check *c);

/* Is the value of D, somewhere before its step, given by an instruction? */
bool check_is_defined(Check *c, const Demand *d);

/* --- overlap --- */

/* Errors about results of the instruction of step STEP of block BLOCK that
 * share registers with other results, or with what it still has to read. */
void check_overlaps(Check *c, uint32_t step, BlockId block);

/* --- demand --- */

void check_demands(Check *c);

#endif
