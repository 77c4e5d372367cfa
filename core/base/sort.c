/*
 * Merge sort of numbers: short runs by insertion, then merged in pairs.
 */
#include "core/base/sort.h"

#include <string.h>

enum { RUN = 12 };

static void
run_sort(uint64_t *keys, uint32_t n)
{
	uint32_t k;

	for (uint32_t i = 1; i < n; i++) {
		uint64_t key = keys[i];

		for (k = i; k && keys[k - 1] > key; k--)
			keys[k] = keys[k - 1];
		keys[k] = key;
	}
}

/* Merge the sorted [A, B) and [B, END) into TO. */
static void
runs_merge(const uint64_t *a, const uint64_t *b, const uint64_t *end,
	   uint64_t *to)
{
	const uint64_t *mid = b;

	while (a < mid && b < end)
		*to++ = *b < *a ? *b++ : *a++;
	memcpy(to, a, (size_t)(mid - a) * sizeof(*a));
	memcpy(to + (mid - a), b, (size_t)(end - b) * sizeof(*b));
}

void
sort_numbers(uint64_t *keys, uint32_t n, Arena *tmp)
{
	uint64_t *from = keys;

	for (size_t i = 0; i < n; i += RUN)
		run_sort(keys + i, n - i < RUN ? (uint32_t)(n - i) : RUN);
	if (n <= RUN)
		return;
	ArenaMark mark = arena_mark(tmp);
	uint64_t *to = ARENA_RAW(tmp, uint64_t, n);
	for (size_t width = RUN; width < n; width *= 2) {
		for (size_t i = 0; i < n; i += 2 * width) {
			size_t mid = i + width < n ? i + width : n;
			size_t end = mid + width < n ? mid + width : n;

			runs_merge(from + i, from + mid, from + end, to + i);
		}
		uint64_t *swap = from;
		from = to;
		to = swap;
	}
	if (from != keys)
		memcpy(keys, from, (size_t)n * sizeof(*keys));
	arena_release(tmp, mark);
}
