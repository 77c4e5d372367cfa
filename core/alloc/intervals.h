/*
 * Live intervals as allocation sees them.
 */
#ifndef REGALLOC_ALLOC_INTERVALS_H
#define REGALLOC_ALLOC_INTERVALS_H

#include "core/alloc/alloc.h"
#include "core/analysis/segset.h"

/* How many regions may be split off one after another. */
enum { SPLITS_MAX = 4 };

/* AllocInterval.loop counts so far. */
enum { LOOP_MAX = 15 };

typedef enum {
	STAGE_NEW,    /* may be assigned, or evict */
	STAGE_SPLIT,  /* waited once for the others; next: split */
	STAGE_SPILL,  /* next: spill, but where a register is free */
	STAGE_REST,   /* is not wanted there any more; next: spill */
	STAGE_DONE,   /* must have a register: cannot be split or spilled */
	STAGE_MEMORY, /* lives in its slot */
} Stage;

typedef struct {
	Segment *segs;
	uint32_t n;
} Segs;

typedef struct {
	LaneMask lanes;
	Segs segs;
} IntervalLanes;

enum { /* IntervalOccurrence.flags; neither read nor written: an undef use */
       OCC_READ = 1,
       OCC_WRITE = 2,
       OCC_COPY = 4, /* of a COPY that may use the slot in its place */
       OCC_EDIT = 8,
       OCC_PINNED = 16, /* written where control leaves, by a terminator, an
			       asm goto or a call with a landing pad: cannot be
			       stored behind */
       OCC_SIDE = 32,	/* source or destination of a COPY of one register
			       to another */
       OCC_FREE = 64,	/* read, of a constant that its instruction can read
			       in memory: no register saves anything */
};

/* Where an interval is read or written. */
typedef struct {
	uint32_t pos;	/* position; an edit's: see edit_point */
	uint32_t flags; /* OCC_* */
	uint32_t ref;	/* OpndId, or index of the edit */
	InsnId insn;
} IntervalOccurrence;

typedef VEC(IntervalOccurrence) OccurrenceVec;

/* AllocInterval.preserved */
#define PRESERVED_ALL	  0
#define PRESERVED_UNKNOWN UINT32_MAX

/* A line of the cache. */
typedef struct {
	Segs main;
	IntervalLanes *lanes;		 /* none: all lanes as main */
	IntervalOccurrence *occurrences; /* by position */
	uint32_t noccurrences;
	float weight;	    /* frequency of occurrences for its size, or
			       HUGE_VALF */
	uint32_t preserved; /* see interval_preserved */
	uint32_t cascade;   /* eviction generation; 0: never took part */
	VregId origin;	    /* the register it is a part of */
	VregId sibling;	    /* next part of the same origin, or NONE */
	RegId hint;	    /* physical register asked for, or 0 */
	uint8_t nlanes;
	uint8_t stage;		/* Stage */
	uint8_t splits;		/* by how many regions it was split off */
	uint8_t hint_split : 1; /* it, or what it is part of, was looked at by
				   region_split_hint */
	uint8_t slot_kept : 1;	/* in a register, but its slot holds the value,
				   too */
	uint8_t copied : 1;	/* copies name it */
	uint8_t loop : 4;	/* depth of the loop that it was cut out for */
	uint8_t moved : 1;	/* it has left a register that it asked for, or
				   one that it needed, for another one: once */
} AllocInterval;

#endif
