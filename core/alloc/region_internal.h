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
	uint32_t in, out;  /* groups of the region, where it is live */
	uint32_t from, to; /* slots between which copies may stand */
	SlotIdx first;	   /* of the first mention that takes effect */
	SlotIdx last;	   /* of the last mention */
	float freq;
	uint32_t flags; /* SITE_* */
} Site;

/* A group of boundaries that the piece lives at. */
typedef struct {
	double wants, refuses; /* what it costs outside the register, in it */
	float bias, sum;
	float value, before; /* sign, and that of the round before */
} Group;

/* First and last call of one mask in a site. */
typedef struct {
	uint32_t calls, site;
	Busy at;
} SiteCalls;

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
	VEC(SiteCalls) calls;
	VEC(uint32_t) mentioned; /* sites that mention it */
	VEC(uint32_t) touched;	 /* by group of the region */
	/* for the register at hand */
	VEC(Busy) clash; /* by site */
	VEC(Link) links;
	VEC(Group) groups;
} Chooser;

/* Have S->chooser, and in it the blocks and sites of piece V.  False: they are
 * too many. */
bool sites_collect(Scan *s, VregId v);

#endif
