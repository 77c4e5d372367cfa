/*
 * What would keep a spilled value in a register: one instruction moved, tried
 * by allocating the function once more.
 *
 *   remedy_place   where most registers are needed while the value lives
 *   remedy_motion  may an instruction stand somewhere else?
 *   remedy_moves   which moves leave a register free there
 *   remedy         the trials, and what is said of them
 *
 * The function is the one that was read, in the order of its text.
 */
#ifndef REGALLOC_EXPLAIN_REMEDY_H
#define REGALLOC_EXPLAIN_REMEDY_H

#include "core/explain/cost.h"
#include "core/explain/story.h"

/* How many moves are tried: for -explain %N; for each of the values that cost
 * most, for -explain spilled, and for how many of these. */
enum { REMEDY_TRIES = 8, REMEDY_TRIES_EACH = 2, REMEDY_VALUES = 5 };

/* Of a value that copies made of more registers nothing is tried. */
enum { REMEDY_NAMES = 64 };

/* A move to try. */
typedef struct {
	Loc insn;   /* the instruction that stands there in the source ... */
	Loc before; /* ... goes before the one that stands there */
	const char *const *names; /* registers that are to keep a register */
	uint32_t n;
} RemedyMove;

/* What comes of it. */
typedef struct {
	bool held; /* none of them is ever in memory */
	Cost cost;
} RemedyOutcome;

/* Who can try: allocates the function with the move, with the same options.
 * False: there is no allocation. */
typedef struct {
	bool (*run)(void *data, const RemedyMove *move, RemedyOutcome *outcome);
	void *data;
} RemedyTrial;

/* What a run has to do with remedies. */
typedef struct {
	Func *read;		  /* the function as read; set by the run */
	const RemedyTrial *trial; /* who can try them; NULL: nobody */
	RemedyOutcome *outcome;	  /* the run is a trial: nothing is printed, and
				     this is what comes of it; else NULL */
} RemedyRole;

/* Of the function whose allocation is told of. */
typedef struct {
	Func *read;		  /* as it was read */
	const uint64_t *reserved; /* bit set over RegId: in it */
	uint32_t stress;	  /* see AllocOptions */
	Cost cost;		  /* of the allocation */
	const RemedyTrial *trial;
} RemedyInput;

/* A value that was spilled. */
typedef struct {
	const VregId *regs; /* of the function as read: all that it is called */
	uint32_t n;
	ClassId cls; /* that it was narrowed to */
	uint32_t tries;
	const char *indent;
} RemedyQuestion;

/* Those of STORY's function, in its arena. */
Remedies *remedies_open(const RemedyInput *in, const Story *story);

/* Append where most registers are needed while the value lives, and the
 * cheapest of the moves that were tried and keep it in a register, or that none
 * does.  Only what has been tried is told.  O(function) and an allocation for
 * each trial. */
void remedy_print(Remedies *remedies, const RemedyQuestion *q, Buf *out);

#endif
