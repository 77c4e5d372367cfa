/*
 * Growth of arena vectors.
 */
#include "core/base/vec.h"

#include <assert.h>
#include <string.h>

void
vec_grow(Arena *arena, void **at, uint32_t *cap, uint32_t n, size_t size)
{
	uint32_t want = *cap ? *cap * 2 : 8;

	assert(n <= *cap);
	if (arena_extend(arena, *at, (size_t)*cap * size,
			 (size_t)want * size)) {
		*cap = want;
		return;
	}
	void *p = arena_raw(arena, (size_t)want * size);
	if (n)
		memcpy(p, *at, (size_t)n * size);
	*at = p;
	*cap = want;
}
