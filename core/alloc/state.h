/*
 * The allocator's working state, shared by the files of this folder only.
 *
 * An interval is a virtual register under allocation: first one for each
 * register of the lowered function, later the parts it is split into. Intervals
 * are numbered like virtual registers.  All parts of one register share its
 * stack slot.
 *
 * Edits happen at points: before the instruction of a position, all at one
 * time (they read, then write), at slot B; or behind the last instruction of a
 * block.  A register read by an edit lives until that slot, one written begins
 * there.
 */
#ifndef REGALLOC_ALLOC_STATE_H
#define REGALLOC_ALLOC_STATE_H

#include "core/alloc/intervals.h"
#include "core/alloc/manner.h"
#include "core/alloc/patience.h"
#include "core/base/numset.h"
#include "core/analysis/segset.h"
#include "core/model/edges.h"

#define SLOT_WANTED (NONE - 1)

typedef struct {
	RegId *regs;
	uint32_t n;
} Order;

/* What is known of a class. */
typedef struct {
	Order order;
	const SpillRule *spill; /* NULL: its values are not spilled */
	bool spill_known;
	ClassId widest; /* see split/widen.c; CLASS_NONE: not known */
} ClassUse;

/* The calls that share one register mask. */
typedef struct {
	const uint64_t *words;
	SlotIdx *at;
	uint32_t n;
	uint32_t near; /* which the last look-up found: see calls_crossed */
} MaskCalls;

/* The registers that survive all calls of some masks: those of FEWER, and of
 * one more. */
typedef struct {
	const uint64_t *words;
	uint32_t fewer;
	uint32_t calls; /* index of that one in Calls.masks */
} Preserved;

/* An interval that waits, highest key first. */
typedef struct {
	uint64_t key;
	VregId interval;
} Queued;

/* What walks over blocks left behind: stamps; and where they go on. */
typedef struct {
	uint32_t in, out, def;
	Slice preds;
} BlockMarks;

/* When a register is taken, for all that are the same to intervals and calls.
 */
typedef struct {
	RegId reg;
	struct InterferenceChunk *
		*chunks; /* of blocks: see interference/block_cache.h */
} InterferenceReg;

/* One of those that have a unit. */
typedef struct {
	uint32_t at;   /* BlockCache.regs */
	uint32_t next; /* the next link, or 0 */
} InterferenceLink;

/* What a region has to know of a block: where copies may stand, and what else
 * is asked for every block of every region. */
typedef struct {
	SlotIdx from[2]; /* slots of Regions.copy_heads */
	SlotIdx to;	 /* before the first terminator */
	float price;
	uint32_t boundary[2][2]; /* groups of its head and end:
				    split/region.c; [1]: for those who are not
				    live where the function ends */
	bool leaves;		 /* see block_leaves_early */
	bool calls;		 /* there are calls in it */
} BlockPoints;

/* By register before any was split: */
typedef struct {
	uint32_t n;
	InsnId *remat;	/* what computes its only value again wherever it is
			   read, or NONE */
	uint32_t *slot; /* its slot, SLOT_WANTED, or NONE */
	float *writes;	/* prices of the blocks that write it, added up */
	IntervalOccurrence *occurrences; /* all of them, by register */
} Origins;

/* Who holds which register unit when. */
typedef struct {
	SegSet **units;	    /* by UnitId; NULL: nobody */
	uint32_t *fixed_at; /* by UnitId: which of its fixed segments the last
			       look-up found */
	bool by_rep_units;  /* only those are held that stand for others; see
			       reg_held */
	bool few_rep_units; /* ... and no register that stands apart */
} HeldUnits;

/* interference/block_cache.c */
typedef struct {
	VEC(InterferenceReg) regs;   /* from 1 on */
	VEC(InterferenceLink) links; /* the same */
	uint16_t *of;	 /* by RegId: which of regs; 0: not asked for */
	uint32_t *first; /* by UnitId held: its first link, or 0 */
	struct BlockCalls *calls; /* made with the first of them, too */
	uint32_t *calls_at;	  /* by block: its first one */
} BlockCache;

/* interference/calls.c */
typedef struct {
	MaskCalls *masks;
	uint32_t n;
	SlotIdx *next; /* by position: the first that is not in front of it, or
			  NONE; only where there are calls */
	VEC(Preserved) preserved; /* 0: crosses none */
} Calls;

/* Intervals without a place (queue.c): those of the beginning, sorted, where
 * they start and which they are; the others: a binary heap. */
typedef struct {
	uint64_t *start; /* of those of the beginning; what is left of them: */
	const uint64_t *first, *first_end;
	VEC(Queued) heap;
} Waiting;

/* split/region.c */
typedef struct {
	struct SpillPlacement *placement; /* NULL: not made yet */
	BlockPoints *points;   /* by block, made with the placement */
	InsnId *copy_heads[2]; /* by block: copies may stand before this one;
				  [1]: those that obey the mask */
	/* Of the interval a region is looked for: */
	bool inner;	   /* it is not live where the function ends */
	float fill_from;   /* what leaves the register in a block of a higher
			      price is stored elsewhere */
	float calls_price; /* to leave it for all calls that may be left for so
			      costs this with Manner.fills */
	Patience patience; /* split/region_plan.c */
	double vain_uses;  /* interval_uses of those that a region was looked
			      for in vain, and ... */
	uint32_t vain;	   /* ... how many these were */
	uint64_t loop_blocks; /* so many were looked at to cut for loops */
} Regions;

/* Walks over blocks; what they use is empty between them, or reused. */
typedef struct {
	BlockMarks *marks; /* by block */
	uint32_t stamp;	   /* the last one given */
	uint32_t *nodes;   /* see split/components.c */
	uint32_t nodes_cap;
	NumSet touched;	       /* blocks of the walk at hand */
	BlockId *touched_list; /* those to go on from, then all in order */
	VEC(Segment) segs;     /* that it finds */
} BlockWalk;

/* Who may be evicted. */
typedef struct {
	uint32_t cascade;	/* last one given out */
	VEC(VregId) candidates; /* reused */
	uint32_t *mark;		/* by VregId, sized mark_cap */
	uint32_t *stuck;	/* the same: it could not move when there had
				   been one release less than that */
	uint32_t releases;	/* so many times a register was given back */
	uint32_t mark_cap, stamp;
	Patience around;   /* evict.c */
	Patience shift[2]; /* shift.c: with others for themselves, [1]: with
			      others for others */
	uint32_t
		waited; /* so many waited for all the others before they were
			   split, as they had been evicted for the first time */
	double saved_by_fills; /* so much those might have cost less that found
				  no region, if Manner.fills was set */
	uint32_t loops;	       /* so many were cut for a loop */
	uint32_t apart; /* for so many tuples enough registers were free, but
			   not in a row, when their turn was */
} Evictions;

typedef struct {
	Func *f;
	const Func *input; /* as it was read */
	const Target *t;
	const Cfg *cfg;
	const Live *live;
	const float *price;
	const uint64_t *reserved;
	const Steady *steady;  /* whatever else is reserved */
	const uint64_t *saved; /* registers that overlap callee-saved ones */
	AllocCounts counts;
	AllocLog *log;		   /* NULL: nobody asks */
	struct Textbook *textbook; /* while it scans; NULL: it does not */
	Arena *arena;		   /* lives as long as the Alloc */
	bool use_lanes;
	Manner manner;
	const AllocOptions *options;
	VEC(AllocInterval) intervals; /* by VregId; see register_occurs */
	VEC(RegId) regs;	      /* by VregId: the one assigned, or 0 */
	VEC(Edit) edits;
	Origins origins;
	uint8_t *drop;	 /* by InsnId: the instruction is not needed */
	uint8_t *folded; /* by InsnId: FOLDED_*; 0: no operand is in memory */
	HeldUnits held;
	BlockCache cache;
	ClassUse **classes; /* by class; NULL: not asked for yet */
	Calls calls;
	Waiting waiting;
	Regions regions;
	BlockWalk walk;
	Evictions evictions;
} Scan;

/* edits.c */

/* The point behind the instruction: before the next one of the block, or
 * behind the last.  Sets E's place. */
void edit_place_behind(const Scan *s, InsnId insn, Edit *e);

/* The point before the instruction; before the first terminator for all
 * terminators of a block. */
void edit_place_before(const Scan *s, InsnId insn, Edit *e);

/* The point before instruction INSN of block B, or, if that is the block's end,
 * behind the last one.  The block has an instruction. */
void edit_place_at(const Scan *s, BlockId b, InsnId insn, Edit *e);

/* The intervals that edits name, in order; their number in *N. */
VregId *edits_intervals(const Scan *s, uint32_t *n);

/* Ask for edit E; its registers' occurrences must be added by the caller with
 * the returned index. */
uint32_t edit_add(Scan *s, Edit e);

/* Does edit E store a part of an origin, or a part of its register, to the slot
 * of that origin? */
bool edit_is_store(const Scan *s, const Edit *e);

/* Position of the point of edit E; for one behind the last instruction of a
 * block that of the next block's head. */
uint32_t edit_point(const Scan *s, const Edit *e);

/* The occurrence of edit INDEX by one of its registers. */
IntervalOccurrence edit_occurrence(const Scan *s, uint32_t index, bool write);

/* Ask for edit E, a copy, and put its occurrences into those of the intervals.
 */
void copy_add(Scan *s, Edit e, OccurrenceVec *src, OccurrenceVec *dst);

/* Order in which occurrences take effect: by position; edits, which happen
 * before the instruction, first; reads before writes; undefined uses last, for
 * the first occurrence of an instruction tells whether it reads. */
static inline uint64_t
occurrence_key(const IntervalOccurrence *m)
{
	uint32_t write = (m->flags & OCC_WRITE) / OCC_WRITE;
	uint32_t rank = m->flags & OCC_EDIT ? write : 2 + write;

	if (!(m->flags & (OCC_READ | OCC_WRITE)))
		rank = 4;
	return (((uint64_t)m->pos << 3) + rank) << 32 | m->ref;
}

/* Add M to V, which is ordered by position and effect.  Cheap when M belongs
 * near the end. */
void occurrence_insert(Scan *s, OccurrenceVec *v, IntervalOccurrence m);

/* The same, into those of interval V.  O(its occurrences). */
void occurrence_add(Scan *s, VregId v, IntervalOccurrence m);

/* Does anything, debug instructions too, name register V of the function?
 * If not, it has no interval. */
static inline bool
register_occurs(const Scan *s, VregId v)
{
	return s->live->occurrence_start[v] < s->live->occurrence_start[v + 1];
}

/* The block of occurrence M.  An edit at a block's end has the position of the
 * next one's head; none stands at a head itself. */
static inline BlockId
occurrence_block(const Scan *s, const IntervalOccurrence *m)
{
	uint32_t edit = (m->flags & OCC_EDIT) / OCC_EDIT;

	return s->live->slots.pos_block[m->pos - edit];
}

/* What occurrence M, with FLAGS, does: by its block's price. */
static inline double
occurrence_uses(const Scan *s, const IntervalOccurrence *m, uint32_t flags)
{
	uint32_t n = ((flags & (OCC_READ | OCC_FREE)) == OCC_READ) +
		     (flags & OCC_WRITE) / OCC_WRITE;

	return (double)s->price[occurrence_block(s, m)] * n;
}

/* Position of the point where an edit before the occurrence stands. */
uint32_t occurrence_point(const Scan *s, const IntervalOccurrence *m);

/* Is there a call between positions FROM and TO? */
bool calls_between(const Scan *s, uint32_t from, uint32_t to);

/* Is a register worth having for occurrences [START, END) of one block: are
 * there two places, one of which cannot use the slot, or need not, as the value
 * comes from a place before it? */
bool occurrences_worth(const IntervalOccurrence *m, uint32_t start,
		       uint32_t end);

/* The first of occurrences [START, END) that reads or writes, as undefined uses
 * do not; END: none. */
uint32_t occurrences_first(const IntervalOccurrence *m, uint32_t start,
			   uint32_t end);

/* Do occurrences [START, END) read what was there before them? */
bool occurrences_read(const IntervalOccurrence *m, uint32_t start,
		      uint32_t end);

/* Does one of occurrences [START, END) write? */
bool occurrences_write(const IntervalOccurrence *m, uint32_t start,
		       uint32_t end);

/* Is the instruction one of several parallel copies? */
bool insn_in_group(const Func *f, InsnId i);

/* Point occurrence M at interval NEW. */
void occurrence_rename(Scan *s, const IntervalOccurrence *m, VregId new);

/* intervals.c */

/* Weight of an interval whose ranges are there. */
void interval_weigh(Scan *s, VregId v);

/* The same for P, whose occurrences have FLAGS, all in all, and are executed
 * SUM times. */
void interval_weigh_as(const Scan *s, AllocInterval *p, uint32_t flags,
		       double sum);

/* How many slots P covers. */
uint32_t interval_size(const AllocInterval *p);

/* Executions of P's occurrences, as far as they weigh. */
double interval_uses(const AllocInterval *p);

/* Does P, which is live somewhere, live inside one block? */
bool interval_is_local(const Scan *s, const AllocInterval *p);

/* The first occurrence of P at position POS or behind it. */
uint32_t occurrence_from(const AllocInterval *p, uint32_t pos);

/* A new part of FROM's origin and class, with no occurrences. */
VregId interval_add(Scan *s, VregId from);

/* V has become other intervals, or none: nothing of it is left. */
void interval_empty(Scan *s, VregId v);

/* Does the interval hold a value at AT? */
bool segs_contain(const Segs *segs, SlotIdx at);

/* initial.c */

/* Make the intervals of all registers of the function from Live. */
void intervals_init(Scan *s);

/* interference/units.c */

void units_init(Scan *s);

/* The first of N segments that ends behind AT, searched for from SEG[I] on in
 * steps that grow. */
uint32_t segment_from(const Segment *seg, uint32_t i, uint32_t n, SlotIdx at);

/* The units of REG in which intervals are held and looked for: in *UNITS, what
 * the slice is of.  Where parts of registers are not allocated apart the keys
 * do, since one interval holds all units of its register. */
static inline Slice
reg_held(const Scan *s, RegId reg, const UnitId **units)
{
	const TargetReg *r = &s->t->regs[reg];

	*units = s->held.by_rep_units ? s->t->reg_rep_units : s->t->reg_units;
	return s->held.few_rep_units  ? r->few
	       : s->held.by_rep_units ? r->rep_units
				      : r->units;
}

/* The lanes of REG that its unit at place I of reg_held's list holds; where
 * parts are not allocated apart, all. */
static inline LaneMask
held_lanes(const Scan *s, RegId reg, uint32_t i)
{
	return s->held.by_rep_units ? LANES_ALL
				    : target_unit_lanes(s->t, reg, i);
}

/* The first segment of intervals that hold UNIT between START and END, or NULL.
 */
static inline const OwnedSeg *
units_holder(const Scan *s, UnitId unit, SlotIdx start, SlotIdx end)
{
	SegSet *set = s->held.units[unit];

	return set ? segset_overlap(set, start, end) : NULL;
}

/* What keeps V out of REG. */
typedef enum {
	INTERFERENCE_NONE,
	INTERFERENCE_INTERVALS,
	INTERFERENCE_FIXED
} InterferenceKind;

InterferenceKind units_interference(Scan *s, VregId v, RegId reg);

/* Does nothing keep V out of REG?  As units_interference, but faster. */
bool units_fit(Scan *s, VregId v, RegId reg);

/* Do intervals alone keep V out of REG, if something does? */
bool units_may_clear(Scan *s, VregId v, RegId reg);

/* The first register of ORDER that nothing keeps V out of; 0: none. */
RegId units_first(Scan *s, VregId v, const Order *order);

/* From AT on, all of REG is free up to there; AT or less: it is taken; NONE: to
 * the end of the function. */
SlotIdx units_free_until(Scan *s, RegId reg, SlotIdx at);

/* Would intervals A in register RA and B in RB both hold a unit at one time? */
bool units_meet(const Scan *s, VregId a, RegId ra, VregId b, RegId rb);

#define CASCADE_NONE UINT32_MAX

/* The intervals in the way of V in REG, into s->evictees; false: one of them is
 * at least as heavy as MAX, or fixed, or may not be evicted by CASCADE, unless
 * that is CASCADE_NONE: they only move.  HEAVIEST NULL: all of them, whatever
 * they are. */
bool units_evictees(Scan *s, VregId v, RegId reg, float max, uint32_t cascade,
		    float *heaviest);

void units_assign(Scan *s, VregId v, RegId reg);
void units_release(Scan *s, VregId v);

/* The first call behind AT that REG does not survive; NONE: there is none. */
SlotIdx call_destroying(Scan *s, RegId reg, SlotIdx at);

/* The registers that survive the calls that V crosses; NULL: crosses none. */
const uint64_t *interval_preserved(Scan *s, VregId v);

/* The same for what is live in SEGS. */
const uint64_t *segs_preserved(Scan *s, const Segs *segs);

/* Does REG survive all calls that V crosses? */
bool units_preserved(Scan *s, VregId v, RegId reg);

/* Is REG free of fixed and assigned ranges in [START, END), but those of
 * ORIGIN's parts (NONE: of nobody's)? */
bool units_free(Scan *s, RegId reg, SlotIdx start, SlotIdx end, VregId origin);

/* Forget what is known of classes: other registers are reserved. */
void classes_forget(Scan *s);

/* As class_use, where nobody has asked yet. */
ClassUse *class_find(Scan *s, ClassId cls);

/* What is known of class CLS. */
static inline ClassUse *
class_use(Scan *s, ClassId cls)
{
	ClassUse *use = s->classes[cls];

	return use ? use : class_find(s, cls);
}

/* The registers of class CLS in the order in which they are tried. */
static inline const Order *
class_order(Scan *s, ClassId cls)
{
	return &class_use(s, cls)->order;
}

/* How values of class CLS are spilled; NULL: not at all. */
const SpillRule *class_spill(Scan *s, ClassId cls);

/* queue.c */

/* Queue all intervals that are named; the queue is empty. */
void queue_fill(Scan *s);

/* Those of the beginning are the N of FIRST, by start (upper half) and number.
 */
void queue_begin(Scan *s, uint64_t *first, uint32_t n);

void queue_put(Scan *s, VregId v);
VregId queue_take(Scan *s); /* NONE: empty */

/* split/widen.c */

/* Give V, a part, the widest class that all its occurrences take. */
void interval_widen(Scan *s, VregId v);

/* Is V's class narrower than the widest one that its parts can have? */
bool interval_may_widen(Scan *s, VregId v);

/* Does no register of V's class survive the calls it crosses, but one of the
 * widest class? */
bool interval_survives_wider(Scan *s, VregId v);

/* Mark in NARROW, by occurrence of V, those that do not take that class. False:
 * copies around them would cost more than the others gain. */
bool interval_narrow_occurrences(Scan *s, VregId v, uint8_t *narrow);

/* split/components.c */

void parts_init(Scan *s);

/* Compute range and weight of interval V from its occurrences. */
void interval_compute(Scan *s, VregId v);

/* The same, and queue V, as one interval for each set of its values that never
 * meet. */
void interval_queue_parts(Scan *s, VregId v);

/* fast.c */

/* Queue all registers for the fast allocator. */
void fast_queue(Scan *s);

/* record.c: each counts what it is told of, and writes it down if there is a
 * log that watches the interval */

/* V's turn: what every register of its class holds in the way of it. */
void log_tried(Scan *s, VregId v);

/* Registers that V's copies ask for, and how much. */
void log_hints(Scan *s, VregId v, const RegId *regs, const float *weights,
	       uint32_t n);

/* Round NUMBER of the textbook begins. */
void log_round(Scan *s, uint32_t number);

/* V's definition asks for REG, as it is or was that of SOURCE, or NONE. */
void log_prefers(Scan *s, VregId v, RegId reg, VregId source);

/* Who keeps V out of REG weighs least, WEIGHT in all. */
void log_lightest(Scan *s, VregId v, RegId reg, float weight);

void log_taken(Scan *s, VregId v, RegId reg, Taken how);

/* W, which still has its register, loses it to V. */
void log_evicted(Scan *s, VregId w, VregId v);

/* W, which still has its register, leaves it to V for TO. */
void log_moved(Scan *s, VregId w, VregId v, RegId to);

/* V was split into the parts that follow. */
void log_split(Scan *s, VregId v, Cut how, RegId reg);

/* NEW was split off from V. */
void log_part(Scan *s, VregId v, VregId new);

/* V's turn ends with KIND. */
void log_end(Scan *s, VregId v, LogKind kind);

/* What became of all intervals. */
void log_intervals(Scan *s);

/* Room for what calls preserve (calls.c). */
void calls_init(Scan *s);

#endif
