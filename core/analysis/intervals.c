/*
 * Live intervals of a function: events of all registers, then one list after
 * the other through the walk.
 */
#include "core/analysis/intervals.h"

#include "core/analysis/ranges.h"

#include <string.h>

static EventList
list_of(const EventLists *lists, uint32_t reg)
{
	uint32_t at = lists->start[reg];

	return (EventList){lists->events + at, lists->mentions + at,
			   lists->end[reg] - at, LANES_ALL};
}

static void
vreg_build(RangeWalk *w, const EventLists *lists, VregId v, bool lanes)
{
	const Func *f = w->f;
	Interval *interval = &w->live->vregs[v];
	EventList list = list_of(lists, v);
	const TargetClass *cls;

	interval->main = walk_range(w, &list);
	if (w->from_nowhere && !f->reads_checked)
		undefined_report(w, v);
	if (!lanes || f->vregs.at[v].cls == CLASS_NONE)
		return;
	cls = &f->target->classes[f->vregs.at[v].cls];
	if (cls->flags & CLASS_DISJUNCT)
		interval->subs = lanes_build(w, &list, cls->lanes);
}

bool
intervals_build(Live *live, Func *f, const Cfg *cfg, const uint64_t *reserved,
		bool lanes, Arena *arena)
{
	uint32_t errors = f->diag ? f->diag->errors : 0, u;
	EventLists vregs = {0}, units = {0};
	Arena scratch = {0};
	RangeWalk w;
	VregId v;

	memset(live, 0, sizeof(*live));
	slots_number(&live->slots, f, arena);
	events_collect(live, f, reserved, &vregs, &units, &scratch, arena);
	walk_init(&w, live, f, cfg, &scratch, arena);
	live->vregs = ARENA_NEW(arena, Interval, f->vregs.n);
	for (v = 0; v < f->vregs.n; v++)
		vreg_build(&w, &vregs, v, lanes);
	f->reads_checked = true;
	w.implicit = true;
	live->units = ARENA_NEW(arena, LiveRange, f->target->n_unit_regs);
	for (u = 0; u < f->target->n_unit_regs; u++) {
		EventList list = list_of(&units, u);

		if (list.n)
			live->units[u] = walk_range(&w, &list);
	}
	arena_free(&scratch);
	return !f->diag || f->diag->errors == errors;
}

const Segment *
range_find(const Live *live, const LiveRange *range, SlotIdx at)
{
	uint32_t lo = range->segs.start, hi = range->segs.end;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (live->segs.at[mid].end <= at)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo < range->segs.end && live->segs.at[lo].start <= at)
		return &live->segs.at[lo];
	return NULL;
}
