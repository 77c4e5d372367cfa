/*
 * What the files of the choice of a region share.
 *
 *   region_blocks  the blocks of an interval, as every register finds them
 *   placement      where the interval is best in each of up to four registers
 *   region         the register
 */
#ifndef REGALLOC_ALLOC_SPLIT_REGION_INTERNAL_H
#define REGALLOC_ALLOC_SPLIT_REGION_INTERNAL_H

#include "core/alloc/interference/block_cache.h"
#include "core/alloc/split/region.h"

/* Registers are tried four at a time, side by side. */
enum { SIMD_REGS = 4 };

/* As often is each bundle looked at, on average, before its choice stands. */
enum { REGION_ROUNDS = 10 };

typedef float Float4 __attribute__((vector_size(SIMD_REGS * sizeof(float))));
typedef int32_t Int4 __attribute__((vector_size(SIMD_REGS * sizeof(int32_t))));

/* Interference of four registers. */
typedef struct {
	Int4 start, end;
} Interference4;

/* That a region may have; their boundaries are counted by 16 bits. */
enum { REGION_BLOCKS = 4000 };

/* A row of blocks that the interval passes through, or one block that it does
 * not: that names it, or where it is not live at the head or at the end. */
typedef struct {
	BlockId block, end;
	bool in, out; /* live at the head, at the end */
	bool named;   /* the next one of SpillPlacement.uses */
} Run;

/* What a block that names the interval is to every register; and where those at
 * hand are taken there. */
typedef struct {
	Interference4 interference;
	bool pinned; /* written where nothing can be stored behind */
	bool wants;  /* the register, where it is free */
	float price;
	float fill;	 /* what it costs to leave the register */
	SlotIdx left;	 /* occurrence_left of the first occurrence */
	SlotIdx entered; /* occurrence_entered of the last one */
} UseBlock;

enum { /* BlockConstraint.flags */
       CONSTRAINT_IN = 1,
       CONSTRAINT_OUT = 2,
       CONSTRAINT_NAMED = 4, /* it names the interval ... */
       CONSTRAINT_USED = 8,  /* ... and wants the register */
       CONSTRAINT_LEFT = 16, /* control may leave it before its end */
};

/* A bundle of the region. */
typedef uint16_t BundleId;

/* What a block of the region is to every register. */
typedef struct {
	BlockId block;
	float price, fill; /* what it costs to leave the register, see UseBlock
			    */
	SlotIdx from, to;  /* between which copies may stand */
	BundleId in, out;  /* BUNDLE_NOBODY: not live */
	uint16_t flags;	   /* CONSTRAINT_* */
	uint16_t use;	   /* if it names the interval: which one */
} BlockConstraint;

/* A block that the interval passes through links the bundle of its head to that
 * of its end, and the other way round. */
typedef struct {
	BundleId to;
	uint16_t link; /* of its constraint: SpillPlacement.link */
} Edge;

/* Most bundles have no more edges than these. */
enum { BUNDLE_EDGES = 4 };

/* What a bundle of the region is tied to.  Behind the edges that there are
 * stand some to BUNDLE_NOBODY by NO_LINK, which say nothing. */
typedef struct {
	Edge near[BUNDLE_EDGES];
	uint16_t n; /* of them */
	uint16_t
		more; /* SpillPlacement.more: the last one besides them, or 0 */
} Links;

typedef struct {
	Edge edge;
	uint16_t next; /* the one before it, or 0 */
} MoreEdge;

/* The bundle of the boundaries where the interval is not live: it is voted for
 * like any other, which spares asking, and never in the register. */
enum { BUNDLE_NOBODY = 0 };

/* The link of no constraint, 0 for all registers; the others follow. */
enum { NO_LINK = 0 };

typedef struct SpillPlacement {
	Scan *s;
	const AllocInterval *p;
	bool masked;	     /* its copies obey the execution mask */
	BundleId *bundle_of; /* by BlockPoints.boundary; BUNDLE_NOBODY: none */
	/* The blocks of the region, as many as there may be. */
	uint32_t n;
	Run *runs;
	uint32_t nruns;
	RegionBlock *use_blocks; /* those that name the interval */
	UseBlock *uses;		 /* by the same number */
	uint32_t nuses;
	bool has_constraints; /* they are made */
	BlockConstraint *constraints;
	RegionBlock *blocks; /* for Region.blocks; ... */
	RegionBlock *kept;   /* ... and those of one that is kept */
	uint32_t *bundles;   /* of the region: those of the function */
	uint32_t nbundles;   /* BUNDLE_NOBODY counts, too */
	Links *links;	     /* by bundle */
	MoreEdge *more;	     /* from 1 on */
	uint32_t nmore;
	/* for the registers at hand */
	RegId regs[SIMD_REGS];
	double fixed[SIMD_REGS]; /* what each costs wherever the boundaries are
				  */
	uint32_t nregs;
	Float4 *link;  /* by constraint, + 1: its frequency, or 0 where the
		       register is taken */
	Float4 wanted; /* the prices of the boundaries where blocks that name
			  the interval want it to be in the register */
	Int4 pulled;   /* something pulls a bundle into the register */
	/* by bundle of the region */
	Float4 *bias;
	Float4 *value;	 /* -1, 0 or 1 */
	BundleId *awake; /* bundles to be looked at, REGION_ROUNDS + 1 times as
			   many as there are */
	bool *asleep;	 /* by bundle: it is not there */
	bool *chosen;	 /* by bundle: it is in the best register so far */
} SpillPlacement;

/* Have S->placement, and in it the blocks of interval V as runs and use_blocks.
 * False: they are too many. */
bool constraints_open(Scan *s, VregId v);

/* Make C's uses.  SPILLS: what is outside the region lives in memory, else in
 * another register.  HINT: only those want a register that copy to this one or
 * from it; 0: all do. */
void use_blocks_make(SpillPlacement *c, bool spills, RegId hint);

/* Make C's constraints behind its uses, if they are not there yet. */
void constraints_make(SpillPlacement *c);

/* Which of the N registers at REGS, no more than four, do blocks that name
 * the interval pull it into, while leaving hope for a cost below BEST?  No
 * other block can pull.  A bit for each; in FIXED: what they cost wherever the
 * boundaries are, because the register is taken before or behind some
 * occurrences.
 */
uint32_t regs4_wanted(SpillPlacement *c, const RegId *regs, uint32_t n,
		      double best, double *fixed);

/* Have the constraints say what they want of the registers at hand. */
void regs4_vote(SpillPlacement *c);

/* What any region of the registers at hand, for which the constraints have
 * voted, costs at least: in LEAST.  A bundle that is in the register costs what
 * pushes it out, and one that is not costs what pulls it in: the smaller of the
 * two is paid in any case.  O(bundles). */
void regs4_bound(SpillPlacement *c, double *least);

/* Try the registers at hand, whose bound was found: in COST, what the best
 * region of each costs that is found from the one with everything in it
 * (FILLED), or nothing; infinite if there is none, or from BEST on. */
void regs4_try(SpillPlacement *c, bool filled, double best, double *cost);

/* Keep what was chosen for the K-th of the registers tried last. */
void regs4_keep(SpillPlacement *c, uint32_t k);

#endif
