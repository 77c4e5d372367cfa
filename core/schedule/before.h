/*
 * List scheduling before allocation.
 */
#ifndef REGALLOC_SCHEDULE_BEFORE_H
#define REGALLOC_SCHEDULE_BEFORE_H

#include "core/analysis/demand.h"

typedef enum {
	SCHED_DEMAND, /* where a region needs more registers than there are */
	SCHED_ALL,    /* all regions */
	SCHED_NONE,
} SchedMode;

/* What an order is to get along with. */
typedef struct {
	const uint32_t *registers; /* by file */
	bool strict; /* with constants that only live through a region, too, see
			room.h */
} SchedLimit;

/* Does nothing move across instruction I of D's function before allocation?
 * Not across a call, a label, inline assembly, a terminator, what has side
 * effects, or what changes the stack pointer or which lanes are on, or names a
 * register of the machine that can be allocated.  RESERVED: bit set over RegId.
 */
bool before_boundary(const Demand *d, const uint64_t *reserved, InsnId i);

/*
 * A new order of the instructions of D's function, into ORDER: by place, the
 * instruction to stand there.  A debug instruction stays behind the instruction
 * it stood behind.  False: the order is the old one.  O(n log n) plus edges.
 *
 * What a call clobbers takes registers away from what lives through it, not
 * from a region, which has no call; and what lives into and out of a region is
 * the same in any order.
 */
bool schedule_before(const Demand *d, SchedMode mode, SchedLimit limit,
		     const uint64_t *reserved, InsnId *order, Arena *tmp);

#endif
