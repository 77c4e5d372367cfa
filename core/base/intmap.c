/*
 * Map from numbers of the text to indices.
 */
#include "core/base/intmap.h"

/* Fibonacci hashing spreads the runs of numbers that functions have. */
static uint32_t
slot_of_key(const IntMap *map, uint32_t key)
{
	uint32_t i = (key * 2654435769u) >> 7 & (map->size - 1);

	while (map->at[i].value != UINT32_MAX && map->at[i].key != key)
		i = (i + 1) & (map->size - 1);
	return i;
}

static void
intmap_grow(IntMap *map, Arena *arena)
{
	IntMap old = *map;

	map->size = old.size ? old.size * 2 : 64;
	map->at = ARENA_RAW(arena, IntPair, map->size);
	for (uint32_t i = 0; i < map->size; i++)
		map->at[i] = (IntPair){0, UINT32_MAX};
	for (uint32_t i = 0; i < old.size; i++)
		if (old.at[i].value != UINT32_MAX)
			map->at[slot_of_key(map, old.at[i].key)] = old.at[i];
}

uint32_t *
intmap_at(IntMap *map, Arena *arena, uint32_t key)
{
	if (map->n * 2 >= map->size)
		intmap_grow(map, arena);
	uint32_t i = slot_of_key(map, key);
	if (map->at[i].value == UINT32_MAX) {
		map->at[i].key = key;
		map->n++;
	}
	return &map->at[i].value;
}

uint32_t
intmap_get(const IntMap *map, uint32_t key)
{
	return map->size ? map->at[slot_of_key(map, key)].value : UINT32_MAX;
}
