/*
 * Registers for intervals that must all have one.  Shared by the files of this
 * folder only.
 */
#ifndef REGALLOC_ALLOC_MATCH_H
#define REGALLOC_ALLOC_MATCH_H

#include "core/alloc/state.h"

/* An interval that must have a register, and which it may have. */
typedef struct {
	VregId interval;
	const RegId *regs; /* those that only intervals can keep it out of, the
			      ones to be preferred first */
	uint32_t n;
	bool left_out; /* not looked at */
	RegId reg;     /* the one that was found */
} Seeker;

typedef enum {
	MATCH_FOUND,
	MATCH_NONE,    /* there is none: every way was tried, or shown to lead
			  nowhere */
	MATCH_UNKNOWN, /* given up */
} MatchResult;

/* Find a register for each of N seekers, so that no two meet in one. */
MatchResult seekers_match(Scan *s, Seeker *seekers, uint32_t n, Arena *tmp);

/* Where seekers_match finds none: leave out those without whom it is the same.
 * Of the others, all but one can have registers.  How many are left; 0: not
 * known. */
uint32_t seekers_narrow(Scan *s, Seeker *seekers, uint32_t n, Arena *tmp);

/* failure.c */

/* There is no register for V.  NEEDED of N seekers, V and those that are not
 * left out, show it: see seekers_narrow; 0: not shown. */
void failure_report(Scan *s, VregId v, const Seeker *seekers, uint32_t n,
		    uint32_t needed);

#endif
