/*
 * Register pressure of a region before allocation, in any order of its
 * instructions: a walk up from its end.
 *
 * A value is what one instruction leaves in one of the demand's temporaries, or
 * what the region finds there.  The order of definitions of a temporary is kept
 * by all orders, and so is who reads which, so that values stay what they are.
 */
#ifndef REGALLOC_SCHEDULE_PRESSURE_H
#define REGALLOC_SCHEDULE_PRESSURE_H

#include "core/analysis/demand.h"
#include "core/schedule/deps.h"

typedef struct {
	uint32_t size, file;
	bool out;	/* needed behind the region */
	bool live;	/* where the walk is */
	uint32_t first; /* of Pressure.readers, and that of the next value */
} PressureValue;

/* What an order costs: the first that differs counts. */
typedef struct {
	uint64_t excess; /* registers beyond the limits, where most are */
	uint64_t area;	 /* the same, summed up over all instructions */
} PressureCost;

typedef struct {
	const Demand *d;
	const uint32_t *limit; /* by file */
	uint32_t *current;     /* scratch, by temporary: its value */
	uint32_t *stamp;       /* scratch, by temporary */
	uint32_t epoch;

	/* Of the region. */
	VEC(PressureValue) values; /* and one more */
	VEC(uint32_t) touched;	   /* temporaries */
	VEC(uint32_t) reads;	   /* values that nodes read */
	VEC(uint32_t) writes;	   /* values that nodes write */
	uint32_t *read_first;	   /* by node, and one more */
	uint32_t *write_first;	   /* the same */
	uint32_t *readers;	   /* nodes, by value */
	uint32_t *out;		   /* by file: live behind it */

	/* Where the walk is. */
	uint32_t *now, *peak; /* by file */
	uint32_t *dead;	      /* by file: written for nobody */
	bool *tight;	      /* by file: changes of it count */
	uint64_t area;
	VEC(uint32_t) woken; /* values that the last node made live */
} Pressure;

/* For regions of D's function; LIMIT: by file. */
void pressure_begin(Pressure *p, const Demand *d, const uint32_t *limit,
		    Arena *arena);

/* The region of the N instructions INSNS, in source order.  O(operands). */
void pressure_region(Pressure *p, const InsnId *insns, uint32_t n, Arena *tmp);

/* To the region's end. */
void pressure_reset(Pressure *p);

/* Up over NODE. */
void pressure_up(Pressure *p, uint32_t node, Arena *tmp);

/* By how many registers of tight files pressure grows above NODE. */
int32_t pressure_change(const Pressure *p, uint32_t node);

/* Let changes of all files count; false: they do. */
bool pressure_tighten(Pressure *p);

/* Is some file at its limit, or has only SPARE registers left? */
bool pressure_full(const Pressure *p, uint32_t spare);

/* Of the walk, which has come to the region's start. */
PressureCost pressure_cost(const Pressure *p);

/* The excess that no order avoids, for it lives into the region or out of it;
 * of the same walk. */
uint64_t pressure_floor(const Pressure *p);

static inline bool
pressure_less(PressureCost a, PressureCost b)
{
	return a.excess != b.excess ? a.excess < b.excess : a.area < b.area;
}

#endif
