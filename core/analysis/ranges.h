/*
 * From mentions to ranges: the inside of intervals_build, shared by its files.
 *
 * A register, whole or by lanes, or a register unit, is a list of events in
 * order of position.  A RangeWalk turns one list at a time into a LiveRange;
 * its marks carry the number of the list and are never cleared.
 */
#ifndef REGALLOC_ANALYSIS_RANGES_H
#define REGALLOC_ANALYSIS_RANGES_H

#include "core/analysis/intervals.h"
#include "core/analysis/numset.h"

enum {			  /* Event.flags; 0: nothing happens */
       EVENT_READ = 1,	  /* reads at slot `at` */
       EVENT_DEF = 2,	  /* writes at slot `at` */
       EVENT_REST = 4,	  /* with DEF: writes some lanes, keeps the others */
       EVENT_UNDEF = 8,	  /* with DEF: writes some lanes, forgets the others */
       EVENT_EDGE = 16,	  /* reads at the end of block `at` */
       EVENT_OTHERS = 32, /* concerns the lanes outside `sub` only */
};

typedef struct {
	uint32_t at; /* slot; block with EVENT_EDGE */
	uint16_t flags;
	SubId sub;
} Event;

#define LOCAL_NOT UINT32_MAX

/* What the walk over the operands knows of a virtual register, above all of one
 * with one value, read by nobody outside its block. */
typedef struct {
	uint32_t n;    /* mentions */
	SlotIdx start; /* of that value; 0: nothing happens to the register;
			  LOCAL_NOT: it is not such a one */
	SlotIdx end;
	OpndId opnd; /* the defining operand */
} Seen;

/* The events of all registers of one kind: those of register R are at start[R]
 * and on, up to start[R + 1]. */
typedef struct {
	Event *events;
	Mention *mentions; /* parallel; without an operand: a live-in */
	uint32_t *start;
	Seen *seen;   /* by virtual register */
	uint8_t *has; /* by virtual register: HAS_* */
} EventLists;

enum {		       /* EventLists.has: some event ... */
       HAS_PARTS = 1,  /* is of a part */
       HAS_OTHERS = 2, /* does not just read, or define the register anew */
};

/* Collect the mentions of virtual registers and of units outside RESERVED, and
 * the clobbers.  RESERVED is NULL: none of units.  Lists in SCRATCH; Live's own
 * fields in ARENA. */
void events_collect(Live *live, const Func *f, const uint64_t *reserved,
		    EventLists *vregs, EventLists *units, Arena *scratch,
		    Arena *arena);

/* One list of events. */
typedef struct {
	const Event *events;
	const Mention *mentions; /* parallel */
	uint32_t n;
	LaneMask lanes; /* LANES_ALL: the whole register, or a unit */
	bool plain;	/* all events just read or define anew; the whole
			   register */
} EventList;

#define OPND_FORGET (NONE - 1) /* Def.opnd: the lanes become undefined */

/* A value while its range is being computed. */
typedef struct {
	SlotIdx at, end; /* where it begins, how far its own block needs it */
	OpndId opnd;	 /* NONE: a meeting or live-in; OPND_FORGET: none */
	uint32_t number; /* in Live.values; NONE: not (yet) there */
} Def;

/* A block with events of the list at hand. */
typedef struct {
	BlockId block;
	SlotIdx in_end; /* how far a value from above is needed; 0: it is not */
	uint32_t first_read; /* event that needs it, with in_end */
	uint32_t def0, def1; /* its values, half-open */
	uint8_t out;	     /* live at the end, and the value is its own */
} Touched;

/* What the list at hand knows about a block; set by walk_finish. */
typedef struct {
	uint32_t stamp;	  /* other fields hold if it is that of the walk */
	uint32_t touched; /* or NONE */
	uint32_t in;	  /* value at the head; NONE: not known (yet) */
	uint32_t live_in; /* is it live at the head? */
} BlockMark;

typedef struct {
	Live *live;
	const Func *f;
	const Cfg *cfg;
	Arena *arena, *scratch;
	BlockMark *marks; /* by block */
	Slice *preds;	  /* by block: w's copy of those of its own part */
	BlockId *pred_list;
	uint8_t *returns; /* by block: a predecessor comes later in order */
	bool in_order;	  /* the same ones come later in the text */
	uint32_t stamp;
	NumSet set;
	bool implicit; /* a value exists at the entry even if nothing says so */
	const EventList *list;
	VEC(Def) defs;
	VEC(Touched) touched;
	VEC(uint32_t) edges; /* events with EVENT_EDGE */
	BlockId *work;	     /* live-in blocks to go on from */
	uint32_t nwork;
	BlockId *live_in;  /* blocks with the register live at the head,
			      in order */
	BlockId *by_order; /* the same in order of the control flow */
	uint32_t nlive_in;
	uint32_t ndefs;	   /* defs before meetings were added */
	bool needs;	   /* a block reads what it does not define */
	bool from_nowhere; /* the walk met the entry or a forgotten value */
} RangeWalk;

void walk_init(RangeWalk *w, Live *live, const Func *f, const Cfg *cfg,
	       Arena *scratch, Arena *arena);

/* Compute the range of LIST and append it to the arrays of Live.  What the
 * walk found (defs, touched, marks) stays until the next one.  Near linear in
 * events and live blocks. */
LiveRange walk_range(RangeWalk *w, const EventList *list);

/* The two halves of walk_range: what blocks do by themselves, and the rest.
 * LIST must stay where it is. */
void walk_scan(RangeWalk *w, const EventList *list);
LiveRange walk_finish(RangeWalk *w);

/* Give every live-in block its value, adding meetings where different ones
 * arrive.  Fast when there is one value. */
void values_place(RangeWalk *w);

/* The value at the end of block B, an index of defs; NONE: none is needed
 * there, or it is not known yet. */
static inline uint32_t
walk_value_out(const RangeWalk *w, BlockId b)
{
	const BlockMark *mark = &w->marks[b];

	if (mark->stamp != w->stamp)
		return NONE;
	if (mark->touched != NONE) {
		const Touched *t = &w->touched.at[mark->touched];

		if (t->def1 > t->def0)
			return t->def1 - 1;
	}
	return mark->in;
}

/* The sub-ranges of a register with EVENTS, some of which are of parts;
 * LANES are those of its class.  Appends to Live.subs. */
Slice lanes_build(RangeWalk *w, const EventList *list, LaneMask lanes);

/* Report reads of virtual register V, just walked, that no definition reaches
 * (errors) or that one does not reach on every path (a warning). */
void undefined_report(const RangeWalk *w, VregId v);

#endif
