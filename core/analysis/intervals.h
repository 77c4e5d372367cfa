/*
 * Live intervals: where each virtual register and each unit of the physical
 * registers holds a value that is still needed, with holes, as half-open
 * segments over slot indexes, every segment with its value number; and the
 * same by lanes for registers whose parts are used apart.
 *
 *   use            ends a segment at r of its instruction (late use: at d)
 *   definition     begins at r, early-clobber at e; unused: [r, d)
 *   PHI            defines at B of its block; its operands live to the end of
 *                  the predecessor
 *   parallel copies share one position: all read, then all write
 *   partial def    without undef it reads the other lanes: in the main range it
 *                  ends one value and begins another
 */
#ifndef REGALLOC_ANALYSIS_INTERVALS_H
#define REGALLOC_ANALYSIS_INTERVALS_H

#include "core/analysis/cfg.h"
#include "core/model/names.h"

typedef struct {
	SlotIdx start, end; /* half-open */
	uint32_t value;	    /* index into Live.values */
} Segment;

/* One definition of a register, or the meeting of several at a block head. */
typedef struct {
	SlotIdx def; /* slot B of a block: a meeting (or PHI, or live-in) */
	OpndId opnd; /* the defining operand; NONE: meeting or live-in */
} Value;

/* Segments in increasing order, neighbours of one value merged; values in order
 * of definition.  Both slices into the arrays of Live. */
typedef struct {
	Slice segs;
	Slice values;
} LiveRange;

typedef struct {
	LaneMask lanes; /* disjoint from those of the other sub-ranges */
	LiveRange range;
} SubRange;

typedef struct {
	LiveRange main; /* union of all lanes */
	Slice subs;	/* Live.subs; empty: all lanes live and die together */
} Interval;

/* Does a PHI at the head of the block that begins at HEAD define VALUE?  Then
 * it does not live into that block, though a segment may cover the head: where
 * the same value ends with the block before. */
static inline bool
value_is_phi(const Value *value, SlotIdx head)
{
	return value->def == head && value->opnd != NONE;
}

/* An occurrence of a virtual register, in order of position. */
typedef struct {
	OpndId opnd;
	InsnId insn;
} Occurrence;

/* A call that clobbers all but the registers of a mask. */
typedef struct {
	SlotIdx at; /* slot r */
	const uint64_t *preserved;
} Clobber;

typedef struct {
	Slots slots;
	VEC(Segment) segs;
	VEC(Value) values;
	VEC(SubRange) subs;
	Interval *vregs; /* by VregId */
	uint32_t nvregs;
	LiveRange *units;  /* by UnitId: fixed ranges from physical operands and
			      live-ins; empty for reserved units. Masks are not
			      in them. NULL: not asked for */
	Clobber *clobbers; /* in order; none where units are not asked for */
	uint32_t nclobbers;
	Occurrence
		*occurrences; /* by register, then position; debug ones too */
	uint32_t *occurrence_start; /* by VregId, and one more */
} Live;

/* For each occurrence M of register V in LIVE. */
#define FOR_OCCURRENCES(m, live, v)                                            \
	for (const Occurrence *                                                \
		     m = (live)->occurrences + (live)->occurrence_start[v],    \
		    *m##_end = (live)->occurrences +                           \
			       (live)->occurrence_start[(v) + 1];              \
	     m < m##_end; m++)

/*
 * Compute everything in Live for F, which may be in SSA form or not.
 * RESERVED: bit set over RegId; a unit has no range if all registers that
 * contain it are in the set; NULL: none has.  LANES: sub-ranges for registers
 * whose parts are named apart and whose class has independent parts
 * (CLASS_DISJUNCT).
 *
 * A virtual register read where no definition reaches on some path is reported
 * as a warning (an error if F is strict), where none reaches on any path as an
 * error (once: see FuncTraits.reads_checked); the range covers only blocks that
 * some definition reaches.  A physical register read without a definition is
 * taken as defined at the entry.  In unreachable blocks what is read and not
 * defined is defined at the head of their part.  A register with undef uses
 * only has occurrences and an empty range. Near linear: walks up from uses with
 * stamped marks; registers of one block apart from those of several.  False
 * after errors. Sources: Braun et al. 2013 (liveness by use walk), LLVM
 * LiveIntervals.
 */
bool intervals_build(Live *live, Func *f, const Cfg *cfg,
		     const uint64_t *reserved, bool lanes, Arena *arena);

/* Physical registers that F reads from its entry without a word of them there
 * become live-ins of the entry; those who write by hand forget them.  LIVE: of
 * F. */
void entry_complete(Func *f, const Live *live, Arena *tmp);

/* The segment of RANGE that contains AT, or NULL.  O(log segments). */
const Segment *range_find(const Live *live, const LiveRange *range, SlotIdx at);

/* Does a unit of register REG of T hold something at AT? */
bool reg_lives_at(const Live *live, const Target *t, uint32_t reg, SlotIdx at);

/* Virtual registers live into each block, by block, each list in increasing
 * order; that of block B from (*START)[B] to (*START)[B + 1].  A register that
 * a PHI of the block defines is not live into it.  O(result), which for many
 * long-lived registers is far more than the segments are. */
VregId *liveins_list(const Live *live, const Func *f, uint32_t **start,
		     Arena *arena);

/* The same for registers live at the end of each block. */
VregId *liveouts_list(const Live *live, const Func *f, uint32_t **start,
		      Arena *arena);

/* -print intervals: every virtual register and unit that has a range, with
 * values, sub-ranges, clobbers; with WEIGHTS (by VregId), if not NULL. */
void intervals_print(const Live *live, const Func *f, const float *weights,
		     FILE *out);

/* -print lanes: ranges without values, those of parts with their masks. */
void lanes_print(const Live *live, const Func *f, FILE *out);

/* -print liveness: registers live into and out of each block; before, through
 * and behind each instruction. */
void liveness_print(const Live *live, const Func *f, FILE *out);

/* The opcode of instruction I, with its flags as written. */
void insn_name_print(const Func *f, InsnId i, FILE *out);

#endif
