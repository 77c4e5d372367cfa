/*
 * From occurrences to ranges: the inside of intervals_build, shared by its
 * files.
 *
 * One sweep over the operands finds for each register and register unit the
 * stretches that it is needed for inside single blocks.  For most that is all:
 * the stretches are the segments.  If a value goes from block to block, a
 * RangeWalk turns them into a LiveRange; its marks carry the number of the list
 * and are never cleared.  Where occurrences mean more, as those of parts do,
 * they become a list of events in order of position first.
 *
 *   sweep    operands to stretches and occurrences
 *   events   occurrences of a register to events
 *   ranges   events or stretches to a range
 *   values   which value a block has at its head
 *   batch    64 registers at a time
 *   lanes    parts of a register
 */
#ifndef REGALLOC_ANALYSIS_RANGES_H
#define REGALLOC_ANALYSIS_RANGES_H

#include "core/analysis/intervals.h"
#include "core/base/numset.h"

#define OPND_FORGET (NONE - 1) /* Def.opnd: the lanes become undefined */
#define OPND_ABOVE  (NONE - 2) /* Stretch.opnd: a value from above is read */

/* Where a block needs a value of a register, from its definition or from the
 * head of the block to its last read.  Those of a register are a list in order
 * of position. */
typedef struct {
	SlotIdx at;    /* where it begins; the head of a block: slot e of it */
	SlotIdx end;   /* where it ends, as far as this block tells */
	OpndId opnd;   /* the defining operand; NONE: live-in; OPND_ABOVE */
	uint32_t next; /* 0: the last one */
} Stretch;

typedef VEC(Stretch) StretchVec; /* the first one stands for none */

/* What the sweep knows of a register. */
typedef struct {
	uint32_t n;	      /* occurrences, of virtual registers */
	uint32_t first, last; /* stretches; 0: none */
	uint32_t before;      /* the one before the last */
} Seen;

enum {		       /* some occurrence of the register ... */
       HAS_ABOVE = 1,  /* reads a value from above */
       HAS_PARTS = 2,  /* is of a part */
       HAS_OTHERS = 4, /* does not just read, or define the register anew:
			  the stretches say nothing */
};

/* Registers of one kind, by number. */
typedef struct {
	Seen *seen;
	uint8_t *has; /* HAS_* */
} SeenRegs;

typedef struct {
	StretchVec stretches;
	SeenRegs vregs, units;
} Sweep;

/* Number the instructions of F, sweep over its operands, and sort the
 * occurrences of virtual registers.  RESERVED is NULL: units and clobbers are
 * not asked for.  Live's fields in ARENA, the result in SCRATCH. */
Sweep sweep_run(Live *live, const Func *f, const uint64_t *reserved,
		Arena *scratch, Arena *arena);

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

/* What operand O of INSN, at position POS, no PHI, does. */
Event operand_event(const Func *f, const Insn *insn, const Operand *o,
		    uint32_t pos);

/* The events of N occurrences, into EVENTS. */
void events_find(const Func *f, const Slots *slots,
		 const Occurrence *occurrences, uint32_t n, Event *events);

/* One list of events. */
typedef struct {
	const Event *events;
	const Occurrence *occurrences; /* parallel */
	uint32_t n;
	LaneMask lanes; /* LANES_ALL: the whole register */
} EventList;

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
	StretchVec *stretches;
	BlockMark *marks; /* by block */
	Slice *preds;	  /* by block: w's copy of those of its own part */
	BlockId *pred_list;
	uint8_t *returns; /* by block: a predecessor comes later in order */
	bool in_order;	  /* the same ones come later in the text */
	uint32_t stamp;
	NumSet set;
	bool implicit; /* a value exists at the entry even if nothing says so */
	bool whole;    /* the list is of a whole register, or a unit */
	const EventList *list; /* NULL: of stretches */
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

/* Make W ready, of which what it is about is set: Live, function, graph,
 * arenas, stretches; the rest is zero. */
void walk_init(RangeWalk *w);

/* Compute the range of LIST and append it to the arrays of Live.  What the
 * walk found (defs, touched, marks) stays until the next one.  Near linear in
 * events and live blocks. */
LiveRange walk_range(RangeWalk *w, const EventList *list);

/* The two halves of walk_range: what blocks do by themselves, and the rest.
 * LIST must stay where it is. */
void walk_scan(RangeWalk *w, const EventList *list);
LiveRange walk_finish(RangeWalk *w);

/* As walk_scan, for the list of stretches from number FIRST on, some of which
 * read what is above. */
void walk_take(RangeWalk *w, uint32_t first);

/* What walk_scan has found as a list of stretches.  Returns the first one. */
uint32_t walk_stretches(RangeWalk *w);

/* The range of a register all stretches of which begin with definitions, from
 * number FIRST on. */
LiveRange walk_local(RangeWalk *w, uint32_t first);

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

/* The segments of all blocks that the walk touched, from number SEG0 of the
 * list on, in order. */
void segments_emit(RangeWalk *w, uint32_t seg0);

#endif
