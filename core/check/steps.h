/*
 * What is settled before demands are: blocks, which instruction is which,
 * steps, and what they write.
 */
#ifndef REGALLOC_CHECK_STEPS_H
#define REGALLOC_CHECK_STEPS_H

#include "core/check/insn/insns.h"

#include "core/base/bits.h"
#include "core/base/search.h"

/* --- valid --- */

/* Errors about AFTER where it breaks the rules of any function. */
void check_valid(Check *c);

/* --- edges --- */

/* If AFTER has new blocks on edges of BEFORE: let BEFORE have them, too, empty.
 * Sets CheckBlocks.edge_jumps. */
void check_edges(Check *c);

/* --- cfg --- */

void check_cfg(Check *c);

/* Can block B be left from its middle, for a landing pad or as inline assembly
 * does? */
bool check_leaves_early(const Check *c, BlockId b);

/* --- unfold --- */

/* F without instructions, in ARENA, with room for INSNS of them.  Operands,
 * with room for OPNDS more, registers, with room for VREGS more, and blocks are
 * copies of F's. */
Func *check_extended(const Func *f, uint32_t insns, uint32_t opnds,
		     uint32_t vregs, Arena *arena);

/* Let BEFORE have the loads apart that AFTER has apart; `origin` follows. */
void check_unfold(Check *c);

/* --- match --- */

/* Fill CheckPairs.origin by comparison. */
void check_match(Check *c);

/* The load of AFTER that seems to be B of BEFORE, which has no counterpart, or
 * one of the block that B's value comes from, and stands on the other side of
 * stores to places of other names, and of nothing else that could matter; NONE:
 * there is no such one. */
InsnId check_crossed(const Check *c, InsnId b);

/* --- events --- */

/* Does operand I of AFTER's instruction of step S say that it writes another
 * register, besides what the instruction does and what BEFORE says? */
bool check_is_beside(const Check *c, const Step *s, uint32_t i);

/* The last of the N steps at AT, in order, in [LOW, HIGH); NONE: none. */
static inline uint32_t
check_last_in(const uint32_t *at, uint32_t n, uint32_t low, uint32_t high)
{
	uint32_t i = 0;

	SEARCH_FIRST(i, n, at[i] < high);
	return !i || at[i - 1] < low ? NONE : at[i - 1];
}

/* The last of the steps of WHAT in LIST in [LOW, HIGH); NONE: none.  Most have
 * one. */
static inline uint32_t
check_last_event(const EventList *list, uint32_t what, uint32_t low,
		 uint32_t high)
{
	uint32_t start = list->start[what], n = list->start[what + 1] - start;
	const uint32_t *at = list->steps + start;

	if (n == 1)
		return *at < low || *at >= high ? NONE : *at;
	return check_last_in(at, n, low, high);
}

/* The last step in [LOW, HIGH) that writes CELL, or at whose call it may be
 * lost; NONE: none. */
static inline uint32_t
check_last_written(const Check *c, uint32_t cell, uint32_t low, uint32_t high)
{
	const CheckEvents *e = &c->events;
	uint32_t best = check_last_event(&e->places, cell, low, high), step;

	for (uint32_t m = 0; m < e->nmasks; m++) {
		if (!bits_has(e->mask_cells + (size_t)m * e->cell_words, cell))
			continue;
		step = check_last_event(&e->masks, m, low, high);
		if (step != NONE && (best == NONE || step > best))
			best = step;
	}
	return best;
}

/* List the events, once the steps stand. */
void check_events(Check *c);

/* --- steps --- */

void check_steps(Check *c);

#endif
