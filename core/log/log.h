/*
 * A record of what allocation does, for those who ask why: which copies were
 * joined, what was tried for an interval and what stood in the way, what became
 * of all intervals.  Without a log (NULL) nothing is recorded; with one,
 * nothing is decided otherwise.
 *
 * An interval belongs to the family of the register it was split from
 * (Vreg.parent).
 */
#ifndef REGALLOC_LOG_LOG_H
#define REGALLOC_LOG_LOG_H

#include "core/analysis/intervals.h"
#include "core/base/bits.h"

/* What the allocator did, counted. */
typedef struct {
	uint64_t attempts; /* at the function before this one */
	uint64_t turns;	   /* of intervals: each is told in -print scan */
	uint64_t rounds;   /* REGALLOC_SCAN: over those without a register */
	uint64_t evicted;  /* intervals that lost their register to another */
	uint64_t split;	   /* intervals cut into parts that are placed apart */
	uint64_t spilled;  /* intervals that moved to a slot */
	uint64_t computed; /* intervals that are computed again for each reader
			    */
} AllocCounts;

typedef enum {
	LOG_ROUND, /* the textbook's: round `more` begins; of no interval */
	/* The turn of an interval, and what it finds. */
	LOG_TRIED,   /* range and weight are what it has now */
	LOG_HINT,    /* `reg` is asked for, with `weight` */
	LOG_PREFERS, /* `reg` is, for it is or was that of `other`, a source of
			its definition; NONE: a register's own */
	LOG_FREE,    /* `reg` is free */
	LOG_CLOBBER, /* the call at `at` destroys `reg`, and `more` others do */
	LOG_FIXED,   /* `reg` holds something of its own in [at, end) */
	LOG_HELD, /* `reg` is held by `other`; `how`: 1: which has taken it by
		     eviction, and must not lose it to this one */
	LOG_MORE, /* ... and by so many others: `more` */
	/* What it gets. */
	LOG_LIGHTEST, /* in `reg` others weigh least, together `weight` */
	LOG_TAKEN,    /* `reg`; `how`: Taken */
	LOG_WAITS,    /* another turn, when all the others have had theirs */
	LOG_VAIN,     /* nothing in this round */
	LOG_SPLIT,    /* parts, see LOG_PART; `how`: Cut; `reg` or 0 */
	LOG_SPILLED,  /* a slot, and parts for its instructions */
	LOG_REMAT,    /* parts, for each of which it is computed again */
	LOG_RETURNED, /* its slot, which all its instructions can use */
	LOG_FAILED,   /* nothing */
	/* What happens to it in between. */
	LOG_PART,    /* `other` was split off */
	LOG_EVICTED, /* `other` took its `reg`; `weight`, `other_weight` */
	LOG_MOVED,   /* it left `reg` to `other`, which wanted that one, for
			`to`; 0: for another turn */
} LogKind;

typedef enum {
	TAKEN_FREE,
	TAKEN_HINT,
	TAKEN_SHARED, /* with others, whose value it is a copy of */
	TAKEN_EVICTING,
	TAKEN_MOVING,	/* others to registers that suit them as well */
	TAKEN_SHIFTING, /* for a tuple or by one, where one begins */
	TAKEN_ANY,
	TAKEN_LOOP /* behind allocation, in all of a loop or of the function */
} Taken;
typedef enum {
	CUT_REGION,
	CUT_LOOP,
	CUT_BLOCKS,
	CUT_CALLS,
	CUT_GAP,
	CUT_FREE,
	CUT_CLASS,
	CUT_WIDER, /* nothing: all of it takes a wider class */
	CUT_SHIFT, /* where a tuple begins */
	CUT_VALUES,
	CUT_USES
} Cut;

typedef struct {
	uint8_t kind, how;
	RegId reg, to;
	VregId interval, other;
	float weight, other_weight;
	SlotIdx at, end;
	uint32_t more;
	Slice segs; /* LOG_TRIED: of AllocLog.segs */
} LogEvent;

/* Where some lanes of an interval hold a value. */
typedef struct {
	LaneMask lanes;
	Slice segs;
} LogLanes;

/* What became of an interval. */
typedef struct {
	Slice segs;	      /* none: its parts took its place */
	Slice lanes;	      /* of AllocLog.lanes; none: all as `segs` */
	uint32_t occurrences; /* of instructions and edits */
	float weight;	      /* HUGE_VALF: it must have a register */
	VregId origin;	      /* the register before any was split */
	RegId reg;	      /* 0: none */
	bool memory;	      /* its value is in the slot meanwhile */
} LogInterval;

/* What the coalescer made of a COPY. */
typedef enum {
	JOIN_DONE,
	JOIN_NEEDLESS,	  /* a value that its destination held already */
	JOIN_KEPT,	  /* it has more to do than to copy */
	JOIN_CLASS,	  /* too few registers suit both sides */
	JOIN_PARTS,	  /* neither side is a part of the other */
	JOIN_RETURNED_TO, /* setjmp may return to one of their values */
	JOIN_LEFT,	  /* control leaves between their definitions */
	JOIN_VALUES,	  /* both hold different values at the same time */
} Join;

typedef struct {
	Loc loc;
	OpndId opnd0;
	VregId dst, src; /* as before the joining */
	SubId dst_sub, src_sub;
	uint8_t result; /* Join */
} LogCopy;

/* Whose events are kept. */
typedef enum {
	LOG_OF_WATCHED,
	LOG_OF_SPILLED, /* the turns in which something is spilled, whole */
	LOG_OF_ALL
} LogExtent;

typedef struct AllocLog {
	Arena *arena;
	LogExtent extent;
	uint64_t *wanted; /* by VregId of the input: asked for; NULL: nobody
			     asked, there are no events and copies */
	uint32_t nwanted;
	uint64_t **holds;  /* by wanted VregId: which registers hold it when
			      allocation starts, a bit set over VregId */
	uint64_t *watched; /* the union of these */
	uint32_t nwatched;
	VregId *names; /* by OpndId: what operands named before joining */
	uint32_t nnames;
	VregId *joined; /* by VregId of before: what it became ... */
	SubId *part;	/* ... which part of it */
	uint32_t njoined;
	VEC(LogCopy) copies;
	VEC(LogEvent) events;
	VEC(Segment) segs; /* no two that touch next to each other */
	VEC(LogLanes) lanes;
	/* LOG_OF_SPILLED: of events and segs so many are before the turn at
	 * hand, ... */
	uint32_t turn_event, turn_seg;
	bool spills;		/* ... in which something is spilled */
	AllocCounts counts;	/* after alloc_run */
	LogInterval *intervals; /* by VregId, the same */
	uint32_t nintervals;
	const uint64_t *reserved; /* bit set over RegId: not tried for any */
} AllocLog;

/* A log with room for F, which is lowered, in ARENA.  WANTED: bit set over the
 * N registers of the input, or NULL: only what becomes of intervals is asked.
 */
AllocLog *log_new(const Func *f, uint64_t *wanted, uint32_t n, Arena *arena);

/* Forget events and segments, for another attempt: COPY, one of a log, gets
 * memory of its own for them. */
void log_restart(AllocLog *copy);

/* Register V of before the joining is `part` of `joined`; the operands of F
 * have their names of then. */
void log_names(AllocLog *log, const Func *f);

/* The same, where nothing is joined. */
void log_unjoined(AllocLog *log, const Func *f);

/* Watch the registers of F, joined and taken apart, that hold a wanted one:
 * that stand where it stood, or, where nothing is left of it, that it became.
 */
void log_watch(AllocLog *log, const Func *f);

static inline bool
log_watches(const AllocLog *log, VregId v)
{
	return log && v < log->nwatched && bits_has(log->watched, v);
}

#endif
