/*
 * Slot sharing: registers whose lifetimes in memory do not overlap live in
 * one slot.  First fit in order of registers, among the last few slots of the
 * same size, alignment and kind, so that the cost stays linear.
 */
#include "core/alloc/spill/spill.h"

enum { SLOTS_TRIED = 32 };

typedef struct {
	uint32_t slot; /* index into Func.stack */
	SegSet busy;
} SharedSlot;

typedef VEC(SharedSlot) SharedVec;

/* Add what of [start, end) is not in SET yet.  Inserting moves the segments of
 * a set: nothing found in it before is looked at behind. */
static void
lifetime_add(Scan *s, VregId origin, SegSet *set, SlotIdx start, SlotIdx end)
{
	while (start < end) {
		const OwnedSeg *seg = segset_overlap(set, start, end);
		OwnedSeg gap = {start, seg ? seg->start : end, origin, 0};

		start = seg ? seg->end : end;
		if (gap.start < gap.end)
			segset_insert(set, s->arena, gap);
	}
}

/* Add the time that ORIGIN spends in memory to SET, or only test whether it is
 * free then.  What an edit reads at a point, another may write there first:
 * one slot index more. */
static bool
lifetime_visit(Scan *s, VregId origin, SegSet *set, bool add)
{
	for (VregId v = origin; v != NONE; v = s->intervals.at[v].sibling) {
		const AllocInterval *p = &s->intervals.at[v];

		if (p->stage != STAGE_MEMORY && !p->slot_kept)
			continue;
		for (uint32_t i = 0; i < p->main.n; i++) {
			SlotIdx start = p->main.segs[i].start;
			SlotIdx end = p->main.segs[i].end + 1;

			if (!add && segset_overlap(set, start, end))
				return false;
			if (add)
				lifetime_add(s, origin, set, start, end);
		}
	}
	return true;
}

/* A slot for ORIGIN by RULE among those made so far, or NONE. */
static uint32_t
slot_find(Scan *s, const SharedVec *shared, VregId origin,
	  const SpillRule *rule)
{
	uint32_t tries = 0;

	for (uint32_t i = shared->n; i-- && tries < SLOTS_TRIED;) {
		const StackObject *o = &s->f->stack.at[shared->at[i].slot];

		if (o->size != rule->size || o->align != rule->align ||
		    o->stack_id != rule->stack_id)
			continue;
		if (lifetime_visit(s, origin, &shared->at[i].busy, false))
			return i;
		tries++;
	}
	return NONE;
}

void
slots_assign(Scan *s)
{
	SharedVec shared = {0};

	for (VregId v = 0; v < s->origins.n; v++) {
		uint32_t i = NONE;

		if (s->origins.slot[v] != SLOT_WANTED)
			continue;
		const SpillRule *rule = class_spill(s, s->f->vregs.at[v].cls);
		/* A second return of setjmp must find what was there at the
		 * first: no sharing. */
		if (!s->f->traits.returns_twice)
			i = slot_find(s, &shared, v, rule);
		if (i == NONE) {
			SharedSlot fresh = {
				.slot = func_add_slot(s->f, rule->size,
						      rule->align,
						      rule->stack_id)};

			VEC_PUSH(s->arena, shared, fresh);
			i = shared.n - 1;
		}
		lifetime_visit(s, v, &shared.at[i].busy, true);
		s->origins.slot[v] = shared.at[i].slot;
	}
}
