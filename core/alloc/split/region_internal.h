/*
 * What the files of the choice of a region share.
 *
 *   region_blocks  the blocks of a piece, as every register finds them
 *   placement      where the piece is best in each of up to four registers
 *   region         the register
 */
#ifndef REGALLOC_ALLOC_SPLIT_REGION_INTERNAL_H
#define REGALLOC_ALLOC_SPLIT_REGION_INTERNAL_H

#include "core/alloc/interference/block_cache.h"
#include "core/alloc/split/region.h"

/* Registers are tried four at a time, side by side. */
enum { QUAD = 4 };

/* As often is each group looked at, on average, before its choice stands. */
enum { REGION_ROUNDS = 10 };

typedef float Quad __attribute__((vector_size(QUAD * sizeof(float))));
typedef int32_t QuadInt __attribute__((vector_size(QUAD * sizeof(int32_t))));

/* Busy of four registers. */
typedef struct {
	QuadInt start, end;
} QuadBusy;

/* That a region may have; their boundaries are counted by 16 bits. */
enum { REGION_BLOCKS = 4000 };

/* A row of blocks that the piece passes through, or one block that it does not:
 * that mentions it, or where it is not live at the head or at the end. */
typedef struct {
	BlockId block, end;
	bool in, out;	/* live at the head, at the end */
	bool mentioned; /* the next one of Chooser.stops */
} Run;

/* What a block that mentions the piece is to every register; and where those at
 * hand are taken there. */
typedef struct {
	QuadBusy busy;
	bool pinned; /* written where nothing can be stored behind */
	float freq;
	SlotIdx left;	 /* mention_left of the first mention */
	SlotIdx entered; /* mention_entered of the last one */
} Stop;

enum { /* Site.flags */
       SITE_IN = 1,
       SITE_OUT = 2,
       SITE_MENTIONED = 4,
       SITE_LEFT = 8, /* control may leave it before its end */
};

/* A group of the region. */
typedef uint16_t GroupId;

/* What a block of the region is to every register. */
typedef struct {
	BlockId block;
	float freq;
	SlotIdx from, to; /* between which copies may stand */
	GroupId in, out;  /* GROUP_NOBODY: not live */
	uint16_t flags;	  /* SITE_* */
	uint16_t stop;	  /* if it mentions the piece: which one */
} Site;

/* A block that the piece passes through ties the group of its head to that of
 * its end, and the other way round. */
typedef struct {
	GroupId to;
	uint16_t tie; /* of its site: Chooser.tie */
} Edge;

/* Most groups have no more edges than these. */
enum { GROUP_EDGES = 4 };

/* What a group of the region is tied to.  Behind the edges that there are stand
 * some to GROUP_NOBODY by NO_TIE, which say nothing. */
typedef struct {
	Edge near[GROUP_EDGES];
	uint16_t n;    /* of them */
	uint16_t more; /* Chooser.more: the last one besides them, or 0 */
} Ties;

typedef struct {
	Edge edge;
	uint16_t next; /* the one before it, or 0 */
} MoreEdge;

/* The group of the boundaries where the piece is not live: it is voted for like
 * any other, which spares asking, and never in the register. */
enum { GROUP_NOBODY = 0 };

/* The tie of no site, 0 for all registers; the others follow. */
enum { NO_TIE = 0 };

typedef struct Chooser {
	Scan *s;
	const Piece *p;
	bool masked;	   /* its copies obey the execution mask */
	GroupId *group_of; /* by BlockPoints.boundary; GROUP_NOBODY: none */
	/* The blocks of the region, as many as there may be. */
	uint32_t n;
	Run *runs;
	uint32_t nruns;
	RegionBlock *stop_blocks; /* those that mention the piece */
	Stop *stops;		  /* by the same number */
	uint32_t nstops;
	bool has_sites; /* they are made */
	Site *sites;
	RegionBlock *blocks; /* for Region.blocks */
	uint32_t *groups;    /* of the region: those of the function */
	uint32_t ngroups;    /* GROUP_NOBODY counts, too */
	Ties *ties;	     /* by group */
	MoreEdge *more;	     /* from 1 on */
	uint32_t nmore;
	/* for the registers at hand */
	RegId regs[QUAD];
	double fixed[QUAD]; /* what each costs wherever the boundaries are */
	uint32_t nregs;
	Quad *tie; /* by site, + 1: its frequency, or 0 where the register is
		      taken */
	/* by group of the region */
	Quad *bias;
	Quad *value;	/* -1, 0 or 1 */
	GroupId *awake; /* groups to be looked at, REGION_ROUNDS + 1 times as
			   many as there are */
	bool *asleep;	/* by group: it is not there */
	bool *chosen;	/* by group: it is in the best register so far */
} Chooser;

/* Have S->chooser, and in it the blocks of piece V as runs and stop_blocks.
 * False: they are too many. */
bool sites_open(Scan *s, VregId v);

/* Make C's stops. */
void stops_make(Chooser *c);

/* Make C's sites, if they are not there yet. */
void sites_make(Chooser *c);

/* Which of the N registers at REGS, no more than four, do blocks that mention
 * the piece pull it into, while leaving hope for a cost below BEST?  No other
 * block can pull.  A bit for each; in FIXED: what they cost wherever the
 * boundaries are, because the register is taken before or behind some mentions.
 */
uint32_t quad_wanted(Chooser *c, const RegId *regs, uint32_t n, double best,
		     double *fixed);

/* Try the registers at hand: in COST, what the best region of each costs;
 * infinite if it has none, or from BEST on. */
void quad_try(Chooser *c, double best, double *cost);

/* Keep what was chosen for the K-th of the registers tried last. */
void quad_keep(Chooser *c, uint32_t k);

#endif
