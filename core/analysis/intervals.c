/*
 * Live intervals of a function: events of all registers, then one list after
 * the other through the walk.
 */
#include "core/analysis/intervals.h"

#include "core/analysis/batch.h"
#include "core/model/unitset.h"

#include <string.h>

static EventList
list_of(const EventLists *lists, uint32_t reg)
{
	uint32_t at = lists->start[reg];

	return (EventList){lists->events + at, lists->mentions + at,
			   lists->start[reg + 1] - at, LANES_ALL,
			   !lists->has || !(lists->has[reg] & HAS_OTHERS)};
}

static LiveRange
checked_range(RangeWalk *w, VregId v)
{
	LiveRange range = walk_finish(w);

	if (w->from_nowhere && !w->f->reads_checked)
		undefined_report(w, v);
	return range;
}

/* Finish the registers of the batch; those that come from nowhere alone. */
static void
batch_finish(Batch *batch, const EventLists *lists)
{
	RangeWalk *w = batch->w;
	uint32_t i;

	batch_run(batch);
	for (i = 0; i < batch->n; i++) {
		VregId v = batch->regs[i].vreg;
		EventList list = list_of(lists, v);

		if (!(batch->nowhere >> i & 1))
			continue;
		walk_scan(w, &list);
		w->live->vregs[v].main = checked_range(w, v);
	}
	batch_clear(batch);
}

static void
lanes_of(RangeWalk *w, const EventLists *lists, VregId v)
{
	EventList list = list_of(lists, v);
	const Func *f = w->f;
	const TargetClass *cls;

	if (f->vregs.at[v].cls == CLASS_NONE)
		return;
	cls = &f->target->classes[f->vregs.at[v].cls];
	if (cls->flags & CLASS_DISJUNCT)
		w->live->vregs[v].subs = lanes_build(w, &list, cls->lanes);
}

static LiveRange
local_range(Live *live, const Seen *seen, Arena *arena)
{
	uint32_t s = live->segs.n, v = live->values.n;

	VEC_PUSH(arena, live->segs, ((Segment){seen->start, seen->end, v}));
	VEC_PUSH(arena, live->values, ((Value){seen->start, seen->opnd}));
	return (LiveRange){{s, s + 1}, {v, v + 1}};
}

static void
vregs_build(RangeWalk *w, const EventLists *lists, bool lanes)
{
	uint32_t n = w->f->vregs.n;
	Interval *vregs = ARENA_RAW(w->arena, Interval, n);
	Batch batch;
	VregId v;

	batch_init(&batch, w);
	w->live->vregs = vregs;
	w->live->segs.cap = w->live->values.cap = n;
	w->live->segs.at = ARENA_RAW(w->arena, Segment, n);
	w->live->values.at = ARENA_RAW(w->arena, Value, n);
	for (v = 0; v < n; v++) {
		const Seen *seen = &lists->seen[v];
		EventList list;

		vregs[v] = (Interval){0};
		if (!seen->start)
			continue;
		if (lanes && lists->has[v] & HAS_PARTS)
			lanes_of(w, lists, v);
		if (seen->start != LOCAL_NOT) {
			vregs[v].main = local_range(w->live, seen, w->arena);
			continue;
		}
		list = list_of(lists, v);
		walk_scan(w, &list);
		if (!batch_takes(w)) {
			vregs[v].main = checked_range(w, v);
			continue;
		}
		batch_add(&batch, v);
		if (batch.n == BATCH_SIZE)
			batch_finish(&batch, lists);
	}
	batch_finish(&batch, lists);
}

static void
units_build(RangeWalk *w, const EventLists *lists, const uint64_t *reserved)
{
	const Target *t = w->f->target;
	LiveRange *units = ARENA_RAW(w->arena, LiveRange, t->n_unit_regs);
	uint32_t u;

	w->implicit = true;
	for (u = 0; u < t->n_unit_regs; u++) {
		EventList list;

		units[u] = (LiveRange){0};
		if (lists->start[u] == lists->start[u + 1] ||
		    unit_is_within(t, u, reserved))
			continue;
		list = list_of(lists, u);
		units[u] = walk_range(w, &list);
	}
	w->live->units = units;
}

bool
intervals_build(Live *live, Func *f, const Cfg *cfg, const uint64_t *reserved,
		bool lanes, Arena *arena)
{
	uint32_t errors = f->diag ? f->diag->errors : 0;
	EventLists vregs = {0}, units = {0};
	Arena scratch = {0};
	RangeWalk w;

	memset(live, 0, sizeof(*live));
	slots_number(&live->slots, f, arena);
	events_collect(live, f, reserved, &vregs, &units, &scratch, arena);
	walk_init(&w, live, f, cfg, &scratch, arena);
	vregs_build(&w, &vregs, lanes);
	f->reads_checked = true;
	if (reserved)
		units_build(&w, &units, reserved);
	arena_free(&scratch);
	return !f->diag || f->diag->errors == errors;
}

const Segment *
range_find(const Live *live, const LiveRange *range, SlotIdx at)
{
	const Segment *seg = live->segs.at + range->segs.start;
	uint32_t n = range->segs.end - range->segs.start, half;

	if (!n)
		return NULL;
	/* Without jumps: which half it is cannot be foretold. */
	for (; n > 1; n -= half) {
		half = n / 2;
		seg += (seg[half - 1].end <= at) * half;
	}
	if (seg->start <= at && at < seg->end)
		return seg;
	return NULL;
}
