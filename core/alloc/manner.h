/*
 * How attempts at the allocation of one function differ.
 */
#ifndef REGALLOC_ALLOC_MANNER_H
#define REGALLOC_ALLOC_MANNER_H

#include <stdbool.h>

typedef struct {
	bool eager;    /* what is evicted is split at once if that helps */
	bool shifting; /* who is in the way of a tuple goes on elsewhere */
	bool loopless; /* nothing is cut for a loop where no register is free */
	bool fills;    /* where a value is stored before, it counts less to
			  leave a register for a call */
	const float *weights; /* by origin: what those of its parts are
				 multiplied by; NULL: 1 */
} Manner;

#endif
