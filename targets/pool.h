/*
 * Pool: one array for many lists, where equal ones, and those that are a part
 * of another, are there once.
 */
#ifndef REGALLOC_TARGETS_POOL_H
#define REGALLOC_TARGETS_POOL_H

#include "core/base/arena.h"
#include "core/base/intmap.h"
#include "core/base/vec.h"

#include <stddef.h>

/* Set the arenas and `size`, zero the rest. */
typedef struct {
	Arena *arena;	/* of the elements */
	Arena *scratch; /* of what finding them takes */
	size_t size;	/* of an element, which has no padding */
	char *at;
	uint32_t n, cap;      /* elements */
	IntMap last;	      /* by hash of an element: its last place */
	VEC(uint32_t) before; /* by place: the place before of the same hash */
} Pool;

/* The place of the N elements at LIST, behind those that there are if need be.
 * Where the last elements are the first ones of LIST they are shared. */
uint32_t pool_put(Pool *pool, const void *list, uint32_t n);

#endif
