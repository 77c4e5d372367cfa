/*
 * Edits that nobody needs.
 *
 * Stores that change nothing: all parts of an origin share its slot, so that
 * a part need not be stored where another one that lives in memory holds the
 * value already, nor twice at one point, nor if it was loaded from the slot and
 * no instruction wrote it since.  Parts that are filled and never read.
 */
#include "core/alloc/spill/spill.h"

#include <stdlib.h>

enum { SIBLINGS_MAX = 64 }; /* looked at for one store */

/* A store, by where and of what. */
typedef struct {
	uint32_t point, edit;
	VregId origin;
} Store;

static int
store_compare(const void *a, const void *b)
{
	const Store *x = a, *y = b;

	if (x->point != y->point)
		return x->point < y->point ? -1 : 1;
	if (x->origin != y->origin)
		return x->origin < y->origin ? -1 : 1;
	return x->edit < y->edit ? -1 : x->edit > y->edit;
}

/* Is a part of ORIGIN in memory just before the point at position POS? */
static bool
is_stored(const Scan *s, VregId origin, uint32_t pos)
{
	SlotIdx before = slot_at(pos, SLOT_BLOCK) - 1;
	uint32_t n = 0;

	for (VregId v = origin; v != NONE && n < SIBLINGS_MAX;
	     v = s->intervals.at[v].sibling, n++)
		if (s->intervals.at[v].stage == STAGE_MEMORY &&
		    segs_contain(&s->intervals.at[v].main, before))
			return true;
	return false;
}

/* Does the value of interval P, in a register, come from its slot alone? */
static bool
is_loaded(const Scan *s, const AllocInterval *p)
{
	bool loaded = false;

	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences) {
		if (!(m->flags & OCC_WRITE))
			continue;
		if (!(m->flags & OCC_EDIT))
			return false;
		const Edit *e = &s->edits.at[m->ref];
		if ((e->kind == EDIT_COPY
			     ? s->intervals.at[e->src].stage != STAGE_MEMORY ||
				       s->intervals.at[e->src].origin !=
					       p->origin
			     : e->kind != EDIT_RELOAD))
			return false;
		loaded = true;
	}
	return loaded;
}

/* Does the slot hold what store X would put there?  If it is the interval
 * stored that came from there, the slot is kept for it meanwhile. */
static bool
is_needless(Scan *s, const Store *x)
{
	AllocInterval *p = &s->intervals.at[s->edits.at[x->edit].src];

	if (is_stored(s, x->origin, x->point))
		return true;
	if (!is_loaded(s, p))
		return false;
	p->slot_kept = true;
	return true;
}

/* Of stores X[0..n) of one part at one point, keep one, or none.  What an
 * instruction of a spilled interval writes counts as in memory before it is
 * stored: such a store stays. */
static void
stores_thin(Scan *s, const Store *x, uint32_t n)
{
	uint32_t keep = 0;

	while (keep < n && s->edits.at[x[keep].edit].kind != EDIT_SPILL)
		keep++;
	if (keep == n && !is_needless(s, x))
		keep = 0;
	for (uint32_t i = 0; i < n; i++)
		if (i != keep)
			s->edits.at[x[i].edit].kind = EDIT_NONE;
}

void
stores_drop(Scan *s)
{
	ArenaMark mark = arena_mark(s->arena);
	VEC(Store) stores = {0};
	uint32_t k;

	for (uint32_t i = 0; i < s->edits.n; i++) {
		const Edit *e = &s->edits.at[i];

		if (!edit_is_store(s, e))
			continue;
		Store store = (Store){edit_point(s, e), i,
				      s->intervals.at[e->src].origin};
		VEC_PUSH(s->arena, stores, store);
	}
	if (stores.n)
		qsort(stores.at, stores.n, sizeof(Store), store_compare);
	for (uint32_t i = 0; i < stores.n; i = k) {
		for (k = i + 1; k < stores.n &&
				stores.at[k].point == stores.at[i].point &&
				stores.at[k].origin == stores.at[i].origin;)
			k++;
		stores_thin(s, stores.at + i, k - i);
	}
	arena_release(s->arena, mark);
}

/* Is interval P never read, and written by edits alone or by what computes the
 * value again where it is read? */
static bool
is_idle(const Scan *s, const AllocInterval *p)
{
	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences) {
		if (m->flags & OCC_EDIT
			    ? !(m->flags & OCC_WRITE) &&
				      s->edits.at[m->ref].kind != EDIT_NONE
			    : m->flags & OCC_READ ||
				      m->insn != s->origins.remat[p->origin])
			return false;
	}
	return true;
}

void
idle_drop(Scan *s, const VregId *intervals, uint32_t n)
{
	/* Parts are filled from earlier ones, mostly. */
	while (n--) {
		VregId v = intervals[n];
		AllocInterval *p = &s->intervals.at[v];

		if (!s->regs.at[v] || !p->main.n || !is_idle(s, p))
			continue;
		FOR_ARRAY(IntervalOccurrence, m, p->occurrences,
			  p->noccurrences) {
			if (m->flags & OCC_EDIT)
				s->edits.at[m->ref].kind = EDIT_NONE;
			else
				s->drop[m->insn] = 1;
		}
		units_release(s, v);
		/* Its slot still has its value. */
		if (p->slot_kept)
			p->stage = STAGE_MEMORY;
		else
			p->main.n = 0;
	}
}
