/*
 * Register demand: how many registers of each file a function needs at every
 * instruction, after ACO's live variable analysis.
 *
 * A temporary is a part of a register that lives and dies as one: a whole
 * virtual register, or those of its lanes that fill registers of the file and
 * have the same ranges; or a physical register as wide as the file counts.
 * Reserved registers and parts narrower than that count for nothing.  The
 * block's head is a position of its own, where PHIs, and in the entry the
 * live-ins, define.  A PHI that nobody needs keeps no operand alive.
 */
#ifndef REGALLOC_ANALYSIS_DEMAND_H
#define REGALLOC_ANALYSIS_DEMAND_H

#include "core/analysis/demand_sets.h"
#include "core/analysis/intervals.h"

typedef struct {
	SlotIdx start, end; /* half-open */
	bool fresh;	    /* begins at a block's head with a definition */
} DemandSeg;

typedef struct {
	LaneMask lanes; /* of the virtual register */
	Slice segs;	/* Demand.segs, in order, apart or touching */
	uint32_t size;	/* registers of the file */
	uint32_t file;
} DemandTemp;

typedef struct {
	uint32_t demand;
	uint32_t at; /* position; NONE: the function has no instruction */
} DemandPeak;

typedef struct {
	const Func *f;
	const Live *live;
	Arena *arena;
	uint32_t nfiles;
	VEC(DemandTemp) temps;
	VEC(DemandSeg) segs;
	uint32_t *vreg_temps;	/* by VregId and one more: first of its temps */
	uint32_t *unit_temp;	/* by UnitId: its temporary, or NONE */
	bool *lives;		/* by file: some temporary of it does */
	uint32_t **in, **out;	/* demand_counts: live before and after,
				   counted from the ranges */
	uint32_t *heads;	/* temporaries defined at heads, by block */
	uint32_t *head_first;	/* by BlockId and one more: in heads */
	uint32_t *limit;	/* by file: registers the function may use */
	uint32_t *used;		/* by file: physical registers that it uses;
				   NULL: it has virtual ones */
	DemandPeak *peak;	/* by file */
	DemandPeak *block_peak; /* [block * nfiles + file] */
	DemandPeak *fixed;	/* by file, if asked for: registers up to the
				   highest that has its place */

	/* Of the position last asked for: */
	VEC(DemandOpnd) opnds; /* DemandOpnd.opnd: OpndId */
	DemandSets *sets;      /* by file */
	DemandMark *marks;     /* by temporary */
	uint32_t stamp;
} Demand;

/*
 * Demand of F, whose ranges LIVE gives (see demand_live), everything in ARENA.
 * RESERVED: bit set over RegId.  O(occurrences * log(segments)).
 */
void demand_build(Demand *d, const Func *f, const Live *live,
		  const uint64_t *reserved, Arena *arena);

/* The same without peaks, fixed registers and what demand_at needs: the
 * temporaries, the limits and how many live before and after each position. */
void demand_count(Demand *d, const Func *f, const Live *live,
		  const uint64_t *reserved, Arena *arena);

/*
 * Does each file of the machine surely suffice for F?  A bound that needs no
 * liveness; false: perhaps.  Only for targets on which fewer registers in use
 * are not better.  O(operands + instructions * files).
 */
bool demand_surely_fits(const Func *f, const uint64_t *reserved, Arena *tmp);

/* intervals_build for demand: the operands of PHIs that nobody needs are left
 * out. */
bool demand_live(Live *live, Func *f, const Cfg *cfg, const uint64_t *reserved,
		 bool lanes, Arena *arena);

/* A number for each position, and one more, of each file, by file: 0.  Files of
 * which nothing lives share theirs, which stay 0. */
uint32_t **demand_counts(const Demand *d, Arena *arena);

/* From how much each position changes COUNTS to what they are there. */
void demand_counts_sum(const Demand *d, uint32_t **counts);

/* Fill Demand.opnds and Demand.sets for position POS. */
void demand_at(Demand *d, uint32_t pos);

/* Fill Demand.fixed: up to the highest register that the code names, or that is
 * the last needed of those which a call preserves for what lives through it.
 * 0 in a file whose registers have no numbers (target_file_registers).
 * O(instructions + calls * registers). */
void demand_fixed_find(Demand *d, const uint64_t *reserved);

/* Do the flags of operands keep the rules at every position, and the sets all
 * identities of the document, with what the ranges say is live, and between
 * neighbours; and is the demand of allocated code at most what it uses?  False,
 * with an error at the place, if not. */
bool demand_verify(Demand *d);

/* Waves that a processor can hold with registers as in NEED (by file); 0: the
 * target has no such limit. */
uint32_t demand_occupancy(const Demand *d, const uint32_t *need);

/* -print demand; after demand_fixed_find. */
void demand_print(Demand *d, FILE *out);

/* Does the demand keep LIMITS, "FILE=N[,FILE=N]"?  False, with an error at the
 * place of the peak, if not; *UNKNOWN is set if there is no such file. */
bool demand_limit(const Demand *d, const char *limits, bool *unknown);

#endif
