/*
 * Pool: lists are found by their first element.
 */
#include "targets/pool.h"

#include <string.h>

static uint32_t
element_hash(const Pool *pool, const char *element)
{
	uint64_t value = 0;

	memcpy(&value, element, pool->size < 8 ? pool->size : 8);
	return intmap_hash(value);
}

static void
element_add(Pool *pool, const char *element)
{
	uint32_t *last = intmap_at(&pool->last, pool->scratch,
				   element_hash(pool, element));

	if (pool->n == pool->cap)
		vec_grow(pool->arena, (void **)&pool->at, &pool->cap, pool->n,
			 pool->size);
	memcpy(pool->at + pool->n * pool->size, element, pool->size);
	VEC_PUSH(pool->scratch, pool->before, *last);
	*last = pool->n++;
}

uint32_t
pool_put(Pool *pool, const void *list, uint32_t n)
{
	const char *element = list;
	uint32_t place = pool->n;

	if (!n)
		return 0;
	for (uint32_t i = intmap_get(&pool->last, element_hash(pool, element));
	     i != UINT32_MAX; i = pool->before.at[i]) {
		uint32_t there = pool->n - i < n ? pool->n - i : n;

		if (memcmp(pool->at + i * pool->size, list,
			   there * pool->size) != 0)
			continue;
		place = i;
		if (there == n)
			return place;
	}
	for (uint32_t i = pool->n - place; i < n; i++)
		element_add(pool, element + i * pool->size);
	return place;
}
