/*
 * Growable arrays inside an arena.  VEC(T) declares one; zero-initialise it.
 */
#ifndef REGALLOC_BASE_VEC_H
#define REGALLOC_BASE_VEC_H

#include "core/base/arena.h"

#include <stdint.h>

#define VEC(type)                                                              \
	struct {                                                               \
		type *at;                                                      \
		uint32_t n, cap;                                               \
	}

/* Room for one more element in vector V (a VEC lvalue); amortised O(1). */
#define VEC_ROOM(arena, v)                                                     \
	((v).n < (v).cap ? (void)0                                             \
			 : vec_grow((arena), (void **)&(v).at, &(v).cap,       \
				    (v).n, sizeof(*(v).at)))

/* Make V, which has none, room for ROOM elements: for what would outgrow its
 * room time and again.  Memory that is not touched costs nothing. */
#define VEC_RESERVE(arena, v, room)                                            \
	((v).cap = (uint32_t)(room),                                           \
	 (v).at = arena_raw((arena), sizeof(*(v).at) * (size_t)(v).cap))

/* Append X to V. */
#define VEC_PUSH(arena, v, x)                                                  \
	(VEC_ROOM((arena), (v)), (void)((v).at[(v).n++] = (x)))

/* Double the capacity of the array at *AT holding N elements of SIZE bytes:
 * where it is, if nothing was allocated behind it.  Else the old array stays in
 * the arena until that is freed. */
void vec_grow(Arena *arena, void **at, uint32_t *cap, uint32_t n, size_t size);

/* For each element AT, of TYPE, of the N at ARRAY; and of VEC, which does not
 * grow meanwhile.  Arguments are evaluated more than once. */
#define FOR_ARRAY(type, at, array, n)                                          \
	for (const type *at = (array), *at##_end = at ? at + (n) : at;         \
	     at < at##_end; at++)
#define FOR_VEC(type, element, vec) FOR_ARRAY(type, element, (vec).at, (vec).n)

#endif
