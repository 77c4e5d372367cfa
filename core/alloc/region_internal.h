/*
 * What the files of the choice of a region share.
 *
 *   region_sites  the blocks of a piece, as every register finds them
 *   region        the register, and where the piece is in it
 */
#ifndef REGALLOC_ALLOC_REGION_INTERNAL_H
#define REGALLOC_ALLOC_REGION_INTERNAL_H

#include "core/alloc/busy.h"
#include "core/alloc/region.h"

/* Blocks that the piece passes through tie their groups. */
typedef struct {
	uint32_t group[2]; /* at the head, at the end */
	float weight;
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

/* -1, 0 or 1; equal if the bits are. */
typedef union {
	float f;
	uint32_t bits;
} Sign;

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
	Busy *clash; /* for the register at hand */
	VEC(MaskSites) masks;
	SiteCallsVec calls, mentioned_calls;
	uint32_t *mentioned; /* sites that mention it */
	uint32_t nmentioned;
	uint32_t *groups; /* of the region: those of the function */
	uint32_t ngroups; /* GROUP_NOBODY counts, too */
	/* for the register at hand */
	Link *links; /* no more than sites */
	uint32_t nlinks;
	/* by group of the region */
	float *bias, *sum;
	Sign *value, *before;	 /* before: in the round before this one */
	double *wants, *refuses; /* what it costs outside the register, in it */
	double fixed;		 /* what it costs wherever the boundaries are */
} Chooser;

/* Have S->chooser, and in it the blocks and sites of piece V.  False: they are
 * too many. */
bool sites_collect(Scan *s, VregId v);

#endif
