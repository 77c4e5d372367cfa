/*
 * Register demand of one instruction: see demand_sets.h.  The names are those
 * of ACO's document, which gives every stage in three ways: from what is live
 * through, before, and after; here from the first, and demand_verify compares
 * with the others.
 */
#include "core/analysis/demand_sets.h"

#include <stddef.h>

static uint32_t
larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

uint32_t
demand_stage(const DemandSets *s, unsigned stage)
{
	uint32_t late = s->late_kills + s->late_copies;

	switch (stage) {
	case 0:
		return demand_live_in(s);
	case 1:
		return demand_live_in(s) + s->early_copies + s->late_copies +
		       s->early_defs;
	case 2:
		return s->through + late;
	case 3:
		return s->through + late + s->live_defs + s->dead_defs;
	default:
		return demand_live_out(s);
	}
}

uint32_t
demand_peak(const DemandSets *s)
{
	return larger(demand_stage(s, 1), demand_stage(s, 3));
}

int32_t
demand_changes(const DemandSets *s)
{
	return (int32_t)(s->live_defs - s->early_kills - s->late_kills);
}

uint32_t
demand_temps(const DemandSets *s)
{
	uint32_t late = s->late_kills + s->late_copies;
	uint32_t setup =
		late + s->early_kills + s->early_copies + s->early_defs;

	return larger(setup > s->live_defs ? setup - s->live_defs : 0,
		      late + s->dead_defs);
}

int32_t
demand_temp_changes(const DemandSets *s)
{
	return (int32_t)(s->live_defs + s->dead_defs - s->early_kills -
			 s->early_copies - s->early_defs);
}

/* Must operand O, not the first of its temporary, which operand FIRST is, have
 * a register of its own? */
static bool
needs_copy(const DemandOpnd *o, const DemandOpnd *first, const DemandMark *m)
{
	bool clobbered = m->tied != DEMAND_UNTIED;

	if (o->flags & DEMAND_IN_VECTOR && m->vector)
		return true;
	if (o->tied != DEMAND_UNTIED && clobbered && o->tied != m->tied)
		return true;
	if (!(o->flags & DEMAND_KILL))
		return false;
	/* What is clobbered cannot be what stays. */
	if (o->flags & DEMAND_LATE_KILL)
		return clobbered && m->holder == m->first;
	if (o->tied == DEMAND_UNTIED)
		return !m->read;
	return first->flags & DEMAND_LATE_KILL ||
	       (o->flags & DEMAND_EARLY && m->read);
}

static void
mark_add(DemandMark *m, const DemandOpnd *o, uint32_t i)
{
	if (o->tied != DEMAND_UNTIED && m->tied == DEMAND_UNTIED &&
	    !(o->flags & DEMAND_COPY_KILL))
		m->tied = o->tied;
	if (!(o->flags & DEMAND_EARLY))
		m->read = true;
	if (o->flags & DEMAND_IN_VECTOR)
		m->vector = true;
	if (o->flags & DEMAND_COPY_KILL && o->tied == DEMAND_UNTIED &&
	    m->tied != DEMAND_UNTIED)
		m->holder = i;
}

/* A use that is not the first of its temporary. */
static void
again_flags(DemandOpnd *o, const DemandOpnd *first, DemandOpnd *holder,
	    const DemandMark *m)
{
	if (needs_copy(o, first, m)) {
		o->flags |= DEMAND_KILL | DEMAND_COPY_KILL;
		return;
	}
	if (!(o->flags & DEMAND_KILL) || !(o->flags & DEMAND_LATE_KILL))
		return;
	/* Late is said of the operand that stands for the temporary. */
	o->flags &= ~(uint32_t)DEMAND_LATE_KILL;
	holder->flags |= DEMAND_LATE_KILL;
}

void
demand_flags(DemandOpnd *o, uint32_t n, DemandMark *marks, uint32_t stamp)
{
	for (uint32_t i = 0; i < n; i++) {
		DemandMark *m = &marks[o[i].temp];

		if (o[i].flags & DEMAND_DEF)
			continue;
		if (o[i].tied != DEMAND_UNTIED) {
			o[i].flags |= DEMAND_CLOBBERED;
			o[i].flags &= ~(uint32_t)DEMAND_LATE_KILL;
		} else if (o[i].flags & DEMAND_IN_VECTOR) {
			o[i].flags |= DEMAND_LATE_KILL;
		}
		if (m->stamp != stamp) {
			*m = (DemandMark){.stamp = stamp,
					  .first = i,
					  .holder = i,
					  .tied = DEMAND_UNTIED};
			if (o[i].flags & DEMAND_KILL)
				o[i].flags |= DEMAND_FIRST_KILL;
		} else {
			again_flags(&o[i], &o[m->first], &o[m->holder], m);
		}
		mark_add(m, &o[i], i);
	}
}

const char *
demand_flags_wrong(const DemandOpnd *o, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t flags = o[i].flags;
		bool kill = flags & DEMAND_KILL;
		bool first = flags & DEMAND_FIRST_KILL;
		bool late = flags & DEMAND_LATE_KILL;
		bool copy = flags & DEMAND_COPY_KILL;

		if (flags & DEMAND_DEF)
			continue;
		if (first && !kill)
			return "first-kill without kill";
		if (copy && !kill)
			return "copy-kill without kill";
		if (first && copy)
			return "first-kill and copy-kill";
		if (kill && late && !first && !copy)
			return "late-kill of neither first-kill nor copy-kill";
		if (late && flags & DEMAND_CLOBBERED)
			return "late-kill and clobbered";
		if (o[i].tied != DEMAND_UNTIED && !(flags & DEMAND_CLOBBERED))
			return "tied and not clobbered";
		if (flags & DEMAND_VECTOR && i + 1 == n)
			return "vector without an end";
	}
	return NULL;
}

void
demand_add(DemandSets *sets, const DemandOpnd *o, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		DemandSets *s = &sets[o[i].file];
		uint32_t flags = o[i].flags;
		bool late = flags & DEMAND_LATE_KILL;

		if (flags & DEMAND_DEF && flags & DEMAND_EARLY)
			s->early_defs += o[i].size;
		if (flags & DEMAND_DEF && flags & DEMAND_DEAD)
			s->dead_defs += o[i].size;
		else if (flags & DEMAND_DEF)
			s->live_defs += o[i].size;
		else if (flags & DEMAND_FIRST_KILL && late)
			s->late_kills += o[i].size;
		else if (flags & DEMAND_FIRST_KILL)
			s->early_kills += o[i].size;
		else if (flags & DEMAND_COPY_KILL && late)
			s->late_copies += o[i].copy;
		else if (flags & DEMAND_COPY_KILL ||
			 (flags & DEMAND_CLOBBERED && !(flags & DEMAND_KILL)))
			s->early_copies += o[i].copy;
	}
}
