/*
 * Binary heaps.
 */
#include "core/base/heap.h"

#include <stdbool.h>

static bool
entry_before(const HeapEntry *a, const HeapEntry *b)
{
	return a->key != b->key ? a->key < b->key : a->tie < b->tie;
}

void
heap_push(Heap *h, HeapEntry e, Arena *arena)
{
	uint32_t i = h->n;

	VEC_PUSH(arena, *h, e);
	for (; i && entry_before(&e, &h->at[(i - 1) / 2]); i = (i - 1) / 2)
		h->at[i] = h->at[(i - 1) / 2];
	h->at[i] = e;
}

HeapEntry
heap_pop(Heap *h)
{
	HeapEntry top = h->at[0], last = h->at[--h->n];
	uint32_t i = 0;

	for (;;) {
		uint32_t child = 2 * i + 1;

		if (child >= h->n)
			break;
		if (child + 1 < h->n &&
		    entry_before(&h->at[child + 1], &h->at[child]))
			child++;
		if (!entry_before(&h->at[child], &last))
			break;
		h->at[i] = h->at[child];
		i = child;
	}
	if (h->n)
		h->at[i] = last;
	return top;
}
