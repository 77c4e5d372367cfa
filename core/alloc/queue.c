/*
 * The queue of pieces without a place: a binary heap, highest key first.
 */
#include "core/alloc/state.h"

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

static inline bool
queued_before(const Queued *a, const Queued *b)
{
	return a->key != b->key ? a->key > b->key : a->piece < b->piece;
}

/* Put Q where entry I was, or where one above it was. */
static void
queue_rise(Scan *s, uint32_t i, Queued q)
{
	Queued *at = s->queue.at;

	for (; i && queued_before(&q, &at[(i - 1) / 2]); i = (i - 1) / 2)
		at[i] = at[(i - 1) / 2];
	at[i] = q;
}

void
queue_put(Scan *s, VregId v)
{
	Queued q = {piece_key(s, v), v};

	VEC_PUSH(s->arena, s->queue, q);
	queue_rise(s, s->queue.n - 1, q);
}

/* What was last, and belongs far down most likely, takes the place of the
 * first: its place is looked for from below. */
VregId
queue_take(Scan *s)
{
	Queued *at = s->queue.at;
	uint32_t i = 0, k, n;
	VregId top;

	if (!s->queue.n)
		return NONE;
	top = at[0].piece;
	n = --s->queue.n;
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
