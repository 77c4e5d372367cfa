/*
 * Live intervals of a function: a sweep over all operands, then one register
 * after the other.
 */
#include "core/analysis/intervals.h"

#include "core/analysis/batch.h"
#include "core/base/search.h"
#include "core/model/unitset.h"

#include <string.h>

/* What stays the same for all registers of a function. */
typedef struct {
	RangeWalk w;
	Batch batch;
	Sweep sweep;
	VEC(Event) events; /* those of one register */
	EventList list;
} Builder;

/* The events of virtual register V, until those of the next one. */
static EventList
list_of(Builder *b, VregId v)
{
	const Live *live = b->w.live;
	const Occurrence *occurrences =
		live->occurrences + live->occurrence_start[v];
	uint32_t n = live->occurrence_start[v + 1] - live->occurrence_start[v];

	while (b->events.cap < n)
		vec_grow(b->w.scratch, (void **)&b->events.at, &b->events.cap,
			 0, sizeof(Event));
	events_find(b->w.f, &live->slots, occurrences, n, b->events.at);
	return (EventList){b->events.at, occurrences, n, LANES_ALL};
}

/* The range of V, which the walk has just looked at.  If it comes from nowhere
 * and nobody has said so yet, that takes its events. */
static LiveRange
checked_range(Builder *b, VregId v)
{
	RangeWalk *w = &b->w;
	LiveRange range = walk_finish(w);

	if (!w->from_nowhere || w->f->traits.reads_checked)
		return range;
	if (!w->list) {
		w->live->segs.n = range.segs.start;
		w->live->values.n = range.values.start;
		b->list = list_of(b, v);
		walk_scan(w, &b->list);
		range = walk_finish(w);
	}
	undefined_report(w, v);
	return range;
}

/* Finish the registers of the batch; those that come from nowhere alone. */
static void
batch_finish(Builder *b)
{
	Batch *batch = &b->batch;

	batch_run(batch);
	for (uint32_t i = 0; i < batch->n; i++) {
		VregId v = batch->regs[i].vreg;

		if (!(batch->nowhere >> i & 1))
			continue;
		if (b->sweep.vregs.has[v] & HAS_OTHERS) {
			b->list = list_of(b, v);
			walk_scan(&b->w, &b->list);
		} else {
			walk_take(&b->w, batch->regs[i].first);
		}
		b->w.live->vregs[v].main = checked_range(b, v);
	}
	batch_clear(batch);
}

static void
lanes_of(RangeWalk *w, const EventList *list, VregId v)
{
	const Func *f = w->f;

	if (f->vregs.at[v].cls == CLASS_NONE)
		return;
	const TargetClass *cls = &f->target->classes[f->vregs.at[v].cls];
	if (cls->flags & CLASS_DISJUNCT)
		w->live->vregs[v].subs = lanes_build(w, list, cls->all);
}

/* Virtual register V has parts, or occurrences that stretches do not tell of.
 * Returns whether it goes from block to block: then *FIRST is its first
 * stretch, and else its range is known. */
static bool
vreg_apart(Builder *b, VregId v, bool lanes, uint32_t *first)
{
	RangeWalk *w = &b->w;
	uint8_t has = b->sweep.vregs.has[v];

	b->list = list_of(b, v);
	if (lanes && has & HAS_PARTS)
		lanes_of(w, &b->list, v);
	if (!(has & HAS_OTHERS)) {
		if (has & HAS_ABOVE)
			return true;
		w->live->vregs[v].main = walk_local(w, *first);
		return false;
	}
	walk_scan(w, &b->list);
	if (w->needs)
		*first = walk_stretches(w);
	else
		w->live->vregs[v].main = walk_finish(w);
	return w->needs;
}

/* The range of V, which goes from block to block; its stretches are number
 * FIRST and on. */
static void
vreg_spread(Builder *b, VregId v, uint32_t first)
{
	bool apart = b->sweep.vregs.has[v] & HAS_OTHERS;

	if (!apart)
		b->w.edges.n = 0; /* of another register */
	if (batch_takes(&b->w, first)) {
		batch_add(&b->batch, v, first);
		if (b->batch.n == BATCH_SIZE)
			batch_finish(b);
		return;
	}
	if (!apart)
		walk_take(&b->w, first);
	b->w.live->vregs[v].main = checked_range(b, v);
}

static void
vregs_build(Builder *b, bool lanes)
{
	RangeWalk *w = &b->w;
	Live *live = w->live;
	uint32_t n = w->f->vregs.n;

	live->nvregs = n;
	live->vregs = ARENA_RAW(w->arena, Interval, n);
	live->segs.cap = live->values.cap = b->sweep.stretches.n;
	live->segs.at = ARENA_RAW(w->arena, Segment, live->segs.cap);
	live->values.at = ARENA_RAW(w->arena, Value, live->values.cap);
	for (VregId v = 0; v < n; v++) {
		uint32_t first = b->sweep.vregs.seen[v].first;
		uint8_t has = b->sweep.vregs.has[v];

		live->vregs[v] = (Interval){0};
		if (!(first | has))
			continue;
		if (!has)
			live->vregs[v].main = walk_local(w, first);
		else if (has == HAS_ABOVE || vreg_apart(b, v, lanes, &first))
			vreg_spread(b, v, first);
	}
	batch_finish(b);
}

static void
units_build(Builder *b, const uint64_t *reserved)
{
	RangeWalk *w = &b->w;
	const Target *t = w->f->target;
	LiveRange *units = ARENA_NEW(w->arena, LiveRange, t->n_unit_regs);

	w->implicit = true;
	for (uint32_t u = 0; u < t->n_unit_regs; u++) {
		uint32_t first = b->sweep.units.seen[u].first;

		if (!first || unit_is_within(t, u, reserved))
			continue;
		if (b->sweep.units.has[u] & HAS_ABOVE) {
			walk_take(w, first);
			units[u] = walk_finish(w);
		} else {
			units[u] = walk_local(w, first);
		}
	}
	w->live->units = units;
}

bool
intervals_build(Live *live, Func *f, const Cfg *cfg, const uint64_t *reserved,
		bool lanes, Arena *arena)
{
	uint32_t errors = f->diag ? f->diag->errors : 0;
	Arena scratch = {0};
	Builder b = {0};

	memset(live, 0, sizeof(*live));
	b.sweep = sweep_run(live, f, reserved, &scratch, arena);
	b.w = (RangeWalk){.live = live,
			  .f = f,
			  .cfg = cfg,
			  .stretches = &b.sweep.stretches,
			  .scratch = &scratch,
			  .arena = arena};
	walk_init(&b.w);
	batch_init(&b.batch, &b.w);
	vregs_build(&b, lanes);
	f->traits.reads_checked = true;
	if (reserved)
		units_build(&b, reserved);
	arena_free(&scratch);
	return !f->diag || f->diag->errors == errors;
}

const Segment *
range_find(const Live *live, const LiveRange *range, SlotIdx at)
{
	const Segment *seg = live->segs.at + range->segs.start;
	uint32_t n = range->segs.end - range->segs.start, i = 0;

	SEARCH_FIRST(i, n, seg[i].end <= at);
	return i < n && seg[i].start <= at ? seg + i : NULL;
}

bool
reg_lives_at(const Live *live, const Target *t, uint32_t reg, SlotIdx at)
{
	FOR_UNITS(unit, t, reg)
		if (range_find(live, &live->units[*unit], at))
			return true;
	return false;
}
