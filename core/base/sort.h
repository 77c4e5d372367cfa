/*
 * Sorting numbers.
 */
#ifndef REGALLOC_BASE_SORT_H
#define REGALLOC_BASE_SORT_H

#include "core/base/arena.h"

#include <stdint.h>

/* Sort N numbers at KEYS in increasing order, with room for as many from TMP.
 * O(N log N). */
void sort_numbers(uint64_t *keys, uint32_t n, Arena *tmp);

#endif
