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
	uint32_t in, out; /* groups of the region, where it is live */
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

/* -1, 0 or 1; equal if the bits are. */
typedef union {
	float f;
	uint32_t bits;
} Sign;

typedef struct Chooser {
	Scan *s;
	const Piece *p;
	bool masked; /* its copies obey the execution mask */
	/* Groups of block boundaries of the function: 2 b for the head of
	 * block b, 2 b + 1 for its end. */
	uint32_t *boundary;
	uint32_t *group_of; /* by these: the group of the region, or NONE */
	VEC(RegionBlock) blocks;
	VEC(Site) sites; /* by block of the region */
	VEC(MaskSites) masks;
	SiteCallsVec calls, mentioned_calls;
	VEC(uint32_t) mentioned; /* sites that mention it */
	VEC(uint32_t) groups;	 /* of the region: those of the function */
	uint32_t sites_cap, groups_cap;
	/* for the register at hand */
	Busy *clash; /* by site */
	Link *links; /* no more than sites */
	uint32_t nlinks;
	/* by group of the region */
	float *bias, *sum;
	Sign *value, *before;	 /* before: in the round before this one */
	double *wants, *refuses; /* what it costs outside the register, in it */
} Chooser;

/* Have S->chooser, and in it the blocks and sites of piece V.  False: they are
 * too many. */
bool sites_collect(Scan *s, VregId v);

#endif
