/*
 * The queue of intervals without a place: those of the beginning sorted, the
 * others in a binary heap, highest key first.
 */
#include "core/alloc/state.h"

#include "core/base/sort.h"

#include <assert.h>

enum { RANK_WAITS, RANK_NEW, RANK_DONE };

/*
 * Linear order: by where the range starts.  Those that wait to be split or
 * spilled come after all the others, in the same order; those that must have
 * a register before.
 */
static inline uint64_t
queue_key(uint32_t rank, SlotIdx start)
{
	return (uint64_t)rank << 32 | (UINT32_MAX - start);
}

static uint64_t
interval_key(const Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];

	if (!p->main.n)
		return UINT64_MAX;
	if (s->options->kind == REGALLOC_SCAN)
		return queue_key(RANK_NEW, p->main.segs[0].start);
	return queue_key(p->stage == STAGE_DONE	 ? RANK_DONE
			 : p->stage == STAGE_NEW ? RANK_NEW
						 : RANK_WAITS,
			 p->main.segs[0].start);
}

static inline bool
queued_before(const Queued *a, const Queued *b)
{
	return a->key != b->key ? a->key > b->key : a->interval < b->interval;
}

/* Put Q where entry I was, or where one above it was. */
static void
queue_rise(Scan *s, uint32_t i, Queued q)
{
	Queued *at = s->waiting.heap.at;

	for (; i && queued_before(&q, &at[(i - 1) / 2]); i = (i - 1) / 2)
		at[i] = at[(i - 1) / 2];
	at[i] = q;
}

void
queue_put(Scan *s, VregId v)
{
	Queued q = {interval_key(s, v), v};

	assert(s->intervals.at[v].stage != STAGE_MEMORY);
	VEC_PUSH(s->arena, s->waiting.heap, q);
	queue_rise(s, s->waiting.heap.n - 1, q);
}

void
queue_begin(Scan *s, uint64_t *first, uint32_t n)
{
	sort_numbers(first, n, s->arena);
	s->waiting.start = first;
	s->waiting.first = first;
	s->waiting.first_end = first + n;
}

void
queue_fill(Scan *s)
{
	uint64_t *first = ARENA_RAW(s->arena, uint64_t, s->intervals.n + 1);
	uint32_t n = 0;

	for (VregId v = 0; v < s->intervals.n; v++) {
		const AllocInterval *p = &s->intervals.at[v];

		if ((v < s->origins.n && !register_occurs(s, v)) ||
		    !p->noccurrences)
			continue;
		if (p->stage == STAGE_NEW && p->main.n)
			first[n++] = (uint64_t)p->main.segs[0].start << 32 | v;
		else
			queue_put(s, v);
	}
	queue_begin(s, first, n);
}

/* What was last, and belongs far down most likely, takes the place of the
 * first: its place is looked for from below. */
static VregId
heap_take(Scan *s)
{
	Queued *at = s->waiting.heap.at;
	uint32_t i = 0, k;
	VregId top = at[0].interval;

	uint32_t n = --s->waiting.heap.n;
	for (; (k = 2 * i + 2) < n; i = k) {
		k -= queued_before(&at[k - 1], &at[k]);
		at[i] = at[k];
	}
	if (k == n) {
		at[i] = at[n - 1];
		i = n - 1;
	}
	queue_rise(s, i, at[n]);
	return top;
}

VregId
queue_take(Scan *s)
{
	if (s->waiting.first < s->waiting.first_end) {
		Queued q = {
			queue_key(RANK_NEW, (SlotIdx)(*s->waiting.first >> 32)),
			(VregId)*s->waiting.first};

		if (!s->waiting.heap.n ||
		    queued_before(&q, &s->waiting.heap.at[0])) {
			s->waiting.first++;
			return q.interval;
		}
	}
	return s->waiting.heap.n ? heap_take(s) : NONE;
}
