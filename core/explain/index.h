/*
 * Where the log speaks of each register, so that the stories of all of them do
 * not take a walk over all of it each.
 */
#ifndef REGALLOC_EXPLAIN_INDEX_H
#define REGALLOC_EXPLAIN_INDEX_H

#include "core/explain/accesses.h"

/* A list of numbers, in order, for each key. */
typedef struct {
	uint32_t *first; /* by key and one more: in... */
	uint32_t *items;
	uint32_t n; /* keys */
} IndexLists;

typedef struct {
	const Story *story;
	IndexLists copies;    /* by register of the input: AllocLog.copies */
	IndexLists turns;     /* by register before it is split: events of the
				 log that turns begin with; behind them all
				 those of all registers */
	IndexLists intervals; /* the same: VregId */
	IndexLists edits;     /* the same: Alloc.edits */
	Accesses *accesses;   /* by VregId; NULL: no allocation was found */
	uint64_t *starts;     /* by OpndId: an instruction's operands start
				 there */
} ExplainIndex;

/* In STORY's arena.  O(log). */
void index_open(ExplainIndex *index, const Story *story);

/* Does E say what is in a register that was tried? */
static inline bool
event_is_obstacle(const LogEvent *e)
{
	return e->kind >= LOG_FREE && e->kind <= LOG_MORE;
}

/* Is E something that happens, and not only an obstacle or a part of it? */
static inline bool
event_is_deed(const LogEvent *e)
{
	return e->kind >= LOG_LIGHTEST && e->kind != LOG_PART;
}

/* The events of the turn that begins at I end before this one. */
uint32_t turn_end(const AllocLog *log, uint32_t i);

/* What LISTS have for the registers in MINE (bit set over N of them) and for
 * the key N, if there is one: each once, in order, in ARENA.  *COUNT of them.
 */
uint32_t *index_items(const IndexLists *lists, const uint64_t *mine, uint32_t n,
		      uint32_t *count, Arena *arena);

#endif
