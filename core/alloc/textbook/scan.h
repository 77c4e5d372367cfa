/*
 * Linear scan as textbooks have it: Subzero's register allocation document,
 * word for word where this machine IR allows.  The reference that the default
 * allocator is measured against, and the one to read first.
 *
 *   scan    the rounds, and a turn of the scan
 *   lists   active and inactive intervals, use counters of units
 *   prefer  preference, overlap of read-only copies
 *   split   splitting inside blocks, before anything is allocated
 *
 * The words of the document, and where they are here: a Variable is an
 * interval; Unhandled is the queue, by start; Active and Inactive are the
 * ranges of each register unit; what is Handled is in none of them; precolored
 * intervals are the fixed ranges of units and the masks of calls;
 * must-have-register is STAGE_DONE; Evicted is Textbook.revoked.
 */
#ifndef REGALLOC_ALLOC_TEXTBOOK_SCAN_H
#define REGALLOC_ALLOC_TEXTBOOK_SCAN_H

#include "core/alloc/state.h"

typedef VEC(VregId) VregVec;

typedef enum { LIST_ACTIVE, LIST_INACTIVE, LIST_HANDLED } List;

/* An interval, or some of its lanes, in a register from its turn on. */
typedef struct {
	Segs segs;
	LaneMask lanes; /* 0: all that the interval has */
	VregId interval;
	RegId reg;
	uint32_t at;   /* the first segment that is not behind the scan */
	uint32_t next; /* range of the same interval, or NONE */
	uint8_t list;  /* List */
} Range;

/* Of a register unit. */
typedef struct {
	uint32_t uses;	      /* active ranges; 0: it is free here */
	VEC(uint32_t) ranges; /* active and inactive ones */
	VregVec coming; /* intervals that have it from an earlier round, by
			   start; ... */
	uint32_t begun; /* ... the first ones have had their turn */
} UnitUse;

/* What the scan knows of an interval besides Scan. */
typedef struct {
	uint32_t range; /* its first one, or NONE */
	uint32_t mark;	/* stamp: found in a register, see occupants_find */
	bool had_turn;	/* in this round */
	bool kept;	/* has its register from an earlier round */
} IntervalState;

/* Range `range` goes from one list to another at `at`. */
typedef struct {
	SlotIdx at;
	uint32_t range;
} Change;

typedef struct Textbook {
	Scan *s;
	SlotIdx at; /* where the scan is */
	uint32_t round;
	uint32_t taken; /* intervals that got a register in this round */
	VEC(Range) ranges;
	VEC(Change) changes; /* a heap, the next one first */
	UnitUse *units;	     /* by UnitId */
	VEC(IntervalState) intervals;
	VregVec revoked; /* lost their register in this round, or asked for
			    another one in vain */
	VregVec failed;	 /* must have a register, and found none */
	VregVec found;	 /* see occupants_find */
	uint32_t stamp;
} Textbook;

/* Which register is good for an interval, and why. */
typedef struct {
	RegId reg;     /* 0: none is better than others */
	VregId source; /* who has it, or had; NONE: the machine register */
	bool overlap;  /* `source` and the interval are in it at one time */
} Preference;

/* scan.c */

/* Place all intervals.  False, with an error, if one cannot be placed. */
bool textbook_run(Scan *s);

/* lists.c */

/* An empty state for a round; intervals that have registers keep them. */
void lists_open(Textbook *tb);

IntervalState *interval_state(Textbook *tb, VregId v);

/* The scan is at AT: move ranges from list to list. */
void lists_advance(Textbook *tb, SlotIdx at);

/* V, which begins here, has its register from now on. */
void lists_add(Textbook *tb, VregId v);

/* V loses its register. */
void lists_remove(Textbook *tb, VregId v);

/* Is W, which is in the way of V in REG, enough to know? */
typedef bool Enough(Textbook *tb, VregId v, RegId reg, VregId w);

/* The intervals that are in the way of V in REG, into tb->found: up to one that
 * is ENOUGH, if that is not NULL, as an interval that lives long can have as
 * many as there are intervals.  Is there such a one? */
bool occupants_find(Textbook *tb, VregId v, RegId reg, Enough *enough);

/* Is REG free for V as far as intervals go? */
bool register_is_free(Textbook *tb, VregId v, RegId reg);

/* Do segments of A meet those of B?  Linear in the shorter one, times the
 * logarithm of the other. */
bool segs_overlap(Segs a, Segs b);

/* prefer.c */

/* The register that V's definition asks for, if V can have it. */
Preference preference_find(Textbook *tb, VregId v);

/* split.c */

/* Split registers inside blocks, before the first round. */
void textbook_split(Scan *s);

#endif
