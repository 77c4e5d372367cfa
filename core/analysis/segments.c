/*
 * Segments of what a walk of liveness touched.
 */
#include "core/analysis/ranges.h"

/* Append a segment of value V (an index of defs), in order of position.  One
 * that a PHI begins may go on one of the same value, come round a loop to its
 * block. */
static void
segment_emit(RangeWalk *w, uint32_t seg0, SlotIdx start, SlotIdx end,
	     uint32_t v)
{
	Live *live = w->live;
	Def *d = &w->defs.at[v];

	if (d->opnd == OPND_FORGET)
		return;
	if (start == d->at && d->number == NONE) {
		Value value = {d->at, d->opnd};

		d->number = live->values.n;
		VEC_PUSH(w->arena, live->values, value);
	}
	if (live->segs.n > seg0) {
		Segment *last = &live->segs.at[live->segs.n - 1];
		if (last->end == start && last->value == v) {
			last->end = end;
			return;
		}
	}
	VEC_PUSH(w->arena, live->segs, ((Segment){start, end, v}));
}

/* The same for a block that the value passes through: most often it comes from
 * the one before. */
static inline void
through_emit(RangeWalk *w, uint32_t seg0, SlotIdx start, SlotIdx end,
	     uint32_t v)
{
	Live *live = w->live;
	Segment *last = live->segs.at + live->segs.n - 1;

	if (live->segs.n > seg0 && last->end == start && last->value == v &&
	    w->defs.at[v].at != start)
		last->end = end;
	else
		segment_emit(w, seg0, start, end, v);
}

static void
touched_emit(RangeWalk *w, uint32_t seg0, const Touched *t)
{
	SlotIdx start = slot_block_start(&w->live->slots, t->block);

	if (t->in_end)
		segment_emit(w, seg0, start, t->in_end, w->marks[t->block].in);
	for (uint32_t i = t->def0; i < t->def1; i++)
		segment_emit(w, seg0, w->defs.at[i].at, w->defs.at[i].end, i);
}

void
segments_emit(RangeWalk *w, uint32_t seg0)
{
	const Slots *slots = &w->live->slots;
	const Touched *t = w->touched.at, *end = t + w->touched.n;

	for (uint32_t i = 0; i < w->nlive_in; i++) {
		BlockId b = w->live_in[i];

		for (; t < end && t->block < b; t++)
			touched_emit(w, seg0, t);
		if (t < end && t->block == b)
			touched_emit(w, seg0, t++);
		else
			through_emit(w, seg0, slot_block_start(slots, b),
				     slot_block_end(slots, b), w->marks[b].in);
	}
	for (; t < end; t++)
		touched_emit(w, seg0, t);
}
