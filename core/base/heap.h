/*
 * Binary heaps: the smallest key first, of equal ones the smallest tie.
 */
#ifndef REGALLOC_BASE_HEAP_H
#define REGALLOC_BASE_HEAP_H

#include "core/base/vec.h"

typedef struct {
	uint64_t key;
	uint32_t tie;
	uint32_t value;
} HeapEntry;

typedef VEC(HeapEntry) Heap;

void heap_push(Heap *h, HeapEntry e, Arena *arena);

/* H is not empty. */
HeapEntry heap_pop(Heap *h);

#endif
