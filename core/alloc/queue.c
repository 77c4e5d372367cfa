/*
 * The queue of pieces without a place: a binary heap, highest key first.
 */
#include "core/alloc/state.h"

#include <string.h>

/*
 * Linear order: by where the range starts.  Those that wait to be split or
 * spilled come after all the others, in the same order; those that must have
 * a register before.
 */
static uint64_t
piece_key(const Scan *s, VregId v)
{
	const Piece *p = &s->pieces.at[v];
	uint64_t rank;

	if (!p->main.n)
		return UINT64_MAX;
	rank = p->stage == STAGE_DONE ? 2 : p->stage == STAGE_NEW ? 1 : 0;
	return rank << 32 | (UINT32_MAX - p->main.segs[0].start);
}

static bool
queue_before(const Scan *s, uint32_t a, uint32_t b)
{
	if (s->queue.key[a] != s->queue.key[b])
		return s->queue.key[a] > s->queue.key[b];
	return s->queue.piece[a] < s->queue.piece[b];
}

static void
queue_swap(Scan *s, uint32_t a, uint32_t b)
{
	uint64_t key = s->queue.key[a];
	VregId v = s->queue.piece[a];

	s->queue.key[a] = s->queue.key[b];
	s->queue.piece[a] = s->queue.piece[b];
	s->queue.key[b] = key;
	s->queue.piece[b] = v;
}

void
queue_put(Scan *s, VregId v)
{
	uint32_t i, cap = s->queue.cap;

	if (s->queue.n == cap) {
		vec_grow(s->arena, (void **)&s->queue.key, &s->queue.cap,
			 s->queue.n, sizeof(*s->queue.key));
		vec_grow(s->arena, (void **)&s->queue.piece, &cap, s->queue.n,
			 sizeof(*s->queue.piece));
	}
	i = s->queue.n++;
	s->queue.key[i] = piece_key(s, v);
	s->queue.piece[i] = v;
	for (; i && queue_before(s, i, (i - 1) / 2); i = (i - 1) / 2)
		queue_swap(s, i, (i - 1) / 2);
}

VregId
queue_take(Scan *s)
{
	VregId top;
	uint32_t i = 0, k;

	if (!s->queue.n)
		return NONE;
	top = s->queue.piece[0];
	queue_swap(s, 0, --s->queue.n);
	while ((k = 2 * i + 1) < s->queue.n) {
		if (k + 1 < s->queue.n && queue_before(s, k + 1, k))
			k++;
		if (!queue_before(s, k, i))
			break;
		queue_swap(s, k, i);
		i = k;
	}
	return top;
}
