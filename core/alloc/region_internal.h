/*
 * What the files of the choice of a region share.
 *
 *   region_sites  the blocks of a piece, as every register finds them
 *   region_quad   where the piece is best in each of up to four registers
 *   region        the register
 */
#ifndef REGALLOC_ALLOC_REGION_INTERNAL_H
#define REGALLOC_ALLOC_REGION_INTERNAL_H

#include "core/alloc/busy.h"
#include "core/alloc/region.h"

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

/* A block that the piece passes through ties the group of its head to that of
 * its end, and the other way round. */
typedef struct {
	uint32_t to;  /* group */
	uint32_t tie; /* of its site: Chooser.tie */
} Edge;

/* Most groups have no more edges than these. */
enum { GROUP_EDGES = 4 };

/* What a group of the region is tied to: the last edges first, and behind them
 * edges to GROUP_NOBODY by NO_TIE, which say nothing. */
typedef struct {
	Edge near[GROUP_EDGES];
	uint32_t more; /* Chooser.more: the next one, or 0 */
} Ties;

typedef struct {
	Edge edge;
	uint32_t next; /* or 0 */
} MoreEdge;

enum { /* Site.flags */
       SITE_IN = 1,
       SITE_OUT = 2,
       SITE_MENTIONED = 4,
       SITE_PINNED = 8, /* written where nothing can be stored behind */
       SITE_LEFT = 16,	/* control may leave it before its end */
};

/* What a block of the region is to every register. */
typedef struct {
	BlockId block;
	uint32_t flags;	  /* SITE_* */
	uint32_t in, out; /* groups of the region; GROUP_NOBODY: not live */
	float freq;
	uint32_t from, to; /* slots between which copies may stand */
	SlotIdx left;	   /* mention_left of the first mention */
	SlotIdx entered;   /* mention_entered of the last one */
} Site;

/* The group of the boundaries where the piece is not live: it is voted for like
 * any other, which spares asking, and never in the register. */
enum { GROUP_NOBODY = 0 };

/* The tie of no site, 0 for all registers; the others follow. */
enum { NO_TIE = 0 };

typedef struct Chooser {
	Scan *s;
	const Piece *p;
	bool masked;	    /* its copies obey the execution mask */
	uint32_t *group_of; /* by BlockPoints.boundary: the group of the
			       region, or GROUP_NOBODY */
	/* The blocks of the region, as many as there may be. */
	uint32_t n;
	RegionBlock *blocks;
	Site *sites;
	uint32_t *mentioned; /* sites that mention it */
	uint32_t nmentioned;
	uint32_t *groups; /* of the region: those of the function */
	uint32_t ngroups; /* GROUP_NOBODY counts, too */
	Ties *ties;	  /* by group */
	MoreEdge *more;	  /* from 1 on */
	uint32_t nmore;
	/* for the registers at hand */
	RegId regs[QUAD];
	double fixed[QUAD]; /* what each costs wherever the boundaries are */
	uint32_t nregs;
	QuadBusy *busy; /* by site that mentions the piece */
	Quad *tie;	/* by site that does not, + 1: its frequency, or 0
			   where the register is taken */
	/* by group of the region */
	Quad *bias;
	Quad *value;	 /* -1, 0 or 1 */
	uint32_t *awake; /* groups to be looked at, REGION_ROUNDS + 1 times as
			    many as there are */
	bool *woken;	 /* by group: it is there */
	QuadInt *inside; /* where VALUE is above 0 */
	bool *chosen;	 /* by group: it is in the best register so far */
} Chooser;

/* Have S->chooser, and in it the blocks of piece V.  False: they are too many.
 */
bool sites_open(Scan *s, VregId v);

/* Make sites of C's blocks. */
void sites_make(Chooser *c);

/* Which of the N registers at REGS, no more than four, do sites that mention
 * the piece pull it into, while leaving hope for a cost below BEST?  No other
 * site can pull.  A bit for each; in FIXED: what they cost wherever the
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
