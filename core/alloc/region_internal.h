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

typedef float Quad __attribute__((vector_size(QUAD * sizeof(float))));
typedef int32_t QuadInt __attribute__((vector_size(QUAD * sizeof(int32_t))));

/* Busy of four registers. */
typedef struct {
	QuadInt start, end;
} QuadBusy;

/* Blocks that the piece passes through tie their groups: at the head, at the
 * end. */
typedef struct {
	uint32_t group[2];
} Link;

enum { /* Site.flags */
       SITE_IN = 1,
       SITE_OUT = 2,
       SITE_MENTIONED = 4,
       SITE_PINNED = 8, /* written where nothing can be stored behind */
       SITE_LEFT = 16,	/* control may leave it before its end */
       SITE_LINK = 32,	/* unless taken, ties two groups */
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

/* First and last call of one mask in a site. */
typedef struct {
	uint32_t site;
	Busy at;
} SiteCalls;

typedef VEC(SiteCalls) SiteCallsVec;

/* The calls of one mask. */
typedef struct {
	const uint64_t *words;
	Slice all;	 /* Chooser.calls */
	Slice mentioned; /* Chooser.mentioned_calls */
} MaskSites;

/* The group of the boundaries where the piece is not live: it is voted for like
 * any other, which spares asking, and never in the register. */
enum { GROUP_NOBODY = 0 };

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
	Link *links; /* no more than sites */
	uint32_t nlinks;
	VEC(MaskSites) masks;
	SiteCallsVec calls, mentioned_calls;
	uint32_t *mentioned; /* sites that mention it */
	uint32_t nmentioned;
	uint32_t *groups; /* of the region: those of the function */
	uint32_t ngroups; /* GROUP_NOBODY counts, too */
	Busy *clash; /* by site that mentions it: of the register looked at */
	/* for the registers at hand */
	RegId regs[QUAD];
	double fixed[QUAD]; /* what each costs wherever the boundaries are */
	uint32_t nregs;
	QuadBusy *busy;	   /* by site */
	Quad *link_weight; /* by link; 0 where the register is taken */
	/* by group of the region */
	Quad *bias, *sum;
	Quad *wants, *refuses; /* what it costs outside the register, in it */
	Quad *value, *before; /* -1, 0 or 1; before: in the round before this */
	/* the best register so far */
	bool *chosen; /* by group: in the register */
	Busy *taken;  /* by site */
} Chooser;

/* Have S->chooser, and in it the blocks of piece V.  False: they are too many.
 */
bool sites_open(Scan *s, VregId v);

/* Make sites of C's blocks. */
void sites_make(Chooser *c);

/* Does the piece want to be in the register at the head of T, which mentions
 * it, or at its end? */
static inline bool
entry_wants_reg(const Site *t, const Busy *clash)
{
	return clash->start >= t->left;
}

static inline bool
exit_wants_reg(const Site *t, const Busy *clash)
{
	return busy_never(clash) || clash->end <= t->entered;
}

/* Try the registers at hand: in COST, what the best region of each costs;
 * infinite if it has none, or from BEST on. */
void quad_try(Chooser *c, double best, double *cost);

/* Keep what was chosen for the K-th of the registers tried last. */
void quad_keep(Chooser *c, uint32_t k);

#endif
