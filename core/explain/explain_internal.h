/*
 * What the files of -explain share.
 *
 *   summary  what became of a register, in sentences
 *   explain  copies joined, the register before it is split, the end
 *   turns    the turns of its intervals, in order
 */
#ifndef REGALLOC_EXPLAIN_EXPLAIN_INTERNAL_H
#define REGALLOC_EXPLAIN_EXPLAIN_INTERNAL_H

#include "core/explain/explain.h"

typedef struct {
	const ExplainIndex *index; /* NULL: all are wanted, as `mine` says */
	const Story *s;
	const Func *f;
	const AllocLog *log;
	VregId v;	      /* of the input */
	const uint64_t *mine; /* by VregId before splitting: those that hold it;
				 NULL: all are wanted */
	/* Of the index's lists of these, what is the register's. */
	const uint32_t *intervals, *turns;
	uint32_t nintervals, nturns;
	Buf *out;
	Buf table;	 /* what stood in the way of... */
	VregId table_of; /* ... this interval */
} Teller;

/* Does interval V (or NONE) hold the register? */
static inline bool
explain_is_mine(const Teller *t, VregId v)
{
	return v != NONE &&
	       (!t->mine || bits_has(t->mine, t->log->intervals[v].origin));
}

/* Append what stood in the way in REG in the turn of events [i, end). */
void explain_obstacles(const Teller *t, uint32_t i, uint32_t end, RegId reg,
		       Buf *out);

/* Append "%1 (weight 0.0588) WHAT, when it found in the registers of its
 * class:" and the table, of the turn of events [i, end). */
void explain_displaced(const Teller *t, uint32_t i, uint32_t end,
		       const char *what, Buf *out);

/* What the register's intervals cost, all together; there is an allocation. */
Accesses explain_accesses(const Teller *t);

/* Append what became of the register, in sentences. */
void explain_summary(const Teller *t);

/* Tell the turns of the register's intervals. */
void explain_turns(Teller *t);

#endif
