/*
 * Lanes: the parts of a register that are named apart, and a range for
 * each.  An occurrence of some lanes cuts every part that it meets only partly
 * (LLVM's refinement of sub-ranges).
 */
#include "core/analysis/ranges.h"

enum { MAX_PARTS = 64 };

typedef struct {
	LaneMask part[MAX_PARTS]; /* disjoint */
	uint32_t n;
} Partition;

static void
partition_refine(Partition *p, LaneMask lanes)
{
	uint32_t n = p->n;

	for (uint32_t i = 0; i < n; i++) {
		LaneMask common = p->part[i] & lanes;

		lanes &= ~common;
		if (!common || common == p->part[i])
			continue;
		p->part[p->n++] = p->part[i] & ~common;
		p->part[i] = common;
	}
	if (lanes)
		p->part[p->n++] = lanes;
}

/* Order by the lowest lane. */
static void
partition_sort(Partition *p)
{
	uint32_t j;

	for (uint32_t i = 1; i < p->n; i++) {
		LaneMask x = p->part[i];

		for (j = i; j && (p->part[j - 1] & -p->part[j - 1]) > (x & -x);
		     j--)
			p->part[j] = p->part[j - 1];
		p->part[j] = x;
	}
}

Slice
lanes_build(RangeWalk *w, const EventList *list, LaneMask lanes)
{
	Live *live = w->live;
	Slice subs = {live->subs.n, live->subs.n};
	EventList part = *list;
	Partition p;
	uint32_t last = NONE, i; /* sub-register index that cut last */

	p.n = 0;
	for (i = 0; i < list->n; i++) {
		const Event *e = &list->events[i];

		if (!e->flags || (e->sub == last && !(e->flags & EVENT_OTHERS)))
			continue;
		last = e->sub;
		LaneMask named = target_sub_lanes(w->f->target, e->sub);
		partition_refine(&p, lanes & named);
		if (e->flags & EVENT_OTHERS)
			partition_refine(&p, lanes & ~named);
	}
	partition_sort(&p);
	for (i = 0; i < p.n; i++) {
		SubRange sub = {.lanes = p.part[i]};

		part.lanes = p.part[i];
		sub.range = walk_range(w, &part);
		if (sub.range.segs.start < sub.range.segs.end)
			VEC_PUSH(w->arena, live->subs, sub);
	}
	subs.end = live->subs.n;
	return subs;
}
