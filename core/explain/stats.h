/*
 * Counts and times of a run, for -stats, -time-passes and -emit json: one list
 * of counts, summed over functions.
 */
#ifndef REGALLOC_EXPLAIN_STATS_H
#define REGALLOC_EXPLAIN_STATS_H

#include "core/alloc/alloc.h"
#include "core/base/buf.h"
#include "core/explain/cost.h"
#include "core/explain/question.h"
#include "core/postra/antidep.h"

/* X(name of a count, what it says) */
#define STATS_COUNTS(X)                                                        \
	X(functions, "functions")                                              \
	X(blocks, "blocks")                                                    \
	X(instructions, "instructions read")                                   \
	X(vregs, "virtual registers read")                                     \
	X(local_vregs, "virtual registers live in one block")                  \
	X(global_vregs, "virtual registers live in several blocks")            \
	X(segments, "segments of live ranges")                                 \
	X(subranges, "live ranges of lanes")                                   \
	X(turns, "turns of the allocator")                                     \
	X(rounds, "rounds of the textbook's scan")                             \
	X(evicted, "intervals that lost their register to another")            \
	X(split, "intervals split")                                            \
	X(spilled, "intervals spilled")                                        \
	X(written, "instructions written")                                     \
	X(copies, "copies among them")                                         \
	X(spills, "stores into spill slots")                                   \
	X(reloads, "loads from spill slots")                                   \
	X(folded, "other instructions that use them")                          \
	X(rematerialised, "values computed again")                             \
	X(slots, "spill slots")                                                \
	X(path_before, "cycles of critical paths before renaming")             \
	X(path_after, "cycles of critical paths behind it")                    \
	X(edges_before, "anti and output dependences before renaming")         \
	X(edges_after, "anti and output dependences behind it")                \
	X(broken, "dependences broken by renaming")

/* Behind them, why others were not: the breaker's reasons. */
enum {
#define STATS_NUMBER(name, text) STAT_##name,
	STATS_COUNTS(STATS_NUMBER) ANTIDEP_REASONS(STATS_NUMBER)
#undef STATS_NUMBER
		STATS_NCOUNTS,
	STATS_LEFT = STATS_NCOUNTS - ANTIDEP_NREASONS,
	STATS_MAX_PASSES = 32
};

typedef struct {
	uint64_t counts[STATS_NCOUNTS];
	double seconds[STATS_MAX_PASSES]; /* by number of the pass */
	uint64_t explained;  /* bit by number of -explain: it was found */
	QuestionRange there; /* in functions that -explain looked at */
	double live_seconds; /* of those, for liveness, intervals, lanes */
} Stats;

/* -explain has looked at a function that has these. */
void stats_there(Stats *s, const QuestionRange *there);

/* Add what F is before anything was done with it. */
void stats_read(Stats *s, const Func *f);

/* Add what LIVE says of lowered function F. */
void stats_live(Stats *s, const Func *f, const Live *live);

/* Add what the allocator did. */
void stats_allocated(Stats *s, const AllocCounts *n);

/* Add what became of it; COST is what its code costs. */
void stats_written(Stats *s, const Func *f, const Cost *cost);

/* Add what renaming did. */
void stats_broken(Stats *s, const AntidepCounts *counts);

/* Add B to A. */
void stats_sum(Stats *a, const Stats *b);

/* Counts as lines "   123 what it says"; of reasons those that occurred. */
void stats_print(const Stats *s, FILE *out);

/* Name and counts of one function as members of a JSON object. */
void stats_json(const Stats *s, const Func *f, Buf *out);

/* Seconds since some time in the past.  The time that a thread has computed for
 * would say more, but each look at it is a system call, and many passes over a
 * small function take less than that. */
double stats_clock(void);

#endif
