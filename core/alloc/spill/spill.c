/*
 * Spilling: an interval moves to its origin's stack slot.  Each instruction
 * that needs it in a register gets a short interval of its own, loaded right
 * before and stored right behind; copies, and instructions that have a form for
 * it, use the slot directly.
 */
#include "core/alloc/spill/fold.h"
#include "core/alloc/spill/spill.h"

#include <assert.h>

/*
 * The occurrences of instruction insn, M[0..n), become an interval of their
 * own.  What they write is stored if V lives on; a value that nobody reads is
 * not, and has no slot at the point where the store would stand.
 */
static void
spill_around(Scan *s, VregId v, const IntervalOccurrence *m, uint32_t n)
{
	VregId t = interval_add(s, v);
	AllocInterval *p = &s->intervals.at[t];
	OccurrenceVec occurrences = {0};
	bool read = false, write = false;
	Edit e = {.src = NONE, .dst = NONE, .slot = NONE, .remat = NONE};

	for (uint32_t i = 0; i < n; i++) {
		occurrence_insert(s, &occurrences, m[i]);
		s->f->opnds.at[m[i].ref].val = t;
		read |= m[i].flags & OCC_READ;
		write |= m[i].flags & OCC_WRITE;
	}
	write &= segs_contain(&s->intervals.at[v].main,
			      slot_at(m->pos, SLOT_DEAD));
	if (read || write)
		s->origins.slot[p->origin] = SLOT_WANTED;
	if (read) {
		e.kind = EDIT_RELOAD;
		e.dst = t;
		edit_place_before(s, m->insn, &e);
		occurrence_insert(s, &occurrences,
				  edit_occurrence(s, edit_add(s, e), true));
	}
	if (write) {
		e.kind = EDIT_SPILL;
		e.dst = NONE;
		e.src = t;
		edit_place_behind(s, m[n - 1].insn, &e);
		occurrence_insert(s, &occurrences,
				  edit_occurrence(s, edit_add(s, e), false));
	}
	p->stage = STAGE_DONE;
	p->occurrences = occurrences.at;
	p->noccurrences = occurrences.n;
	interval_compute(s, t);
	queue_put(s, t);
}

/* Do both occurrences need the register at once?  Those of one instruction or
 * one bundle; parallel copies are on their own. */
static bool
occurrence_together(const Scan *s, const IntervalOccurrence *a,
		    const IntervalOccurrence *b)
{
	if (a->pos != b->pos || (a->flags & OCC_COPY) || (b->flags & OCC_COPY))
		return false;
	return a->insn == b->insn || !((s->f->insns.at[a->insn].flags |
					s->f->insns.at[b->insn].flags) &
				       INSN_PARALLEL);
}

/* Can the instruction of occurrence M use V's slot, and does not use another
 * one yet?  Then it does. */
static bool
fold_into(Scan *s, VregId v, const IntervalOccurrence *m, const SpillRule *rule)
{
	if (s->folded[m->insn] || rule->stack_id ||
	    !fold_find(s->f, s->live, m->insn, v, rule->size, rule->align))
		return false;
	s->folded[m->insn] = FOLDED_SLOT;
	s->origins.slot[s->intervals.at[v].origin] = SLOT_WANTED;
	return true;
}

bool
spill_interval(Scan *s, VregId v)
{
	AllocInterval *p = &s->intervals.at[v];
	const IntervalOccurrence *m = p->occurrences;
	uint32_t n = p->noccurrences, k;
	const SpillRule *rule = class_spill(s, s->f->vregs.at[p->origin].cls);
	OccurrenceVec copies = {0};

	assert(p->stage != STAGE_MEMORY && !s->regs.at[v]);
	if (!rule)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (m[i].flags & OCC_PINNED)
			return false;
	log_end(s, v, LOG_SPILLED);
	p->stage = STAGE_MEMORY;
	for (uint32_t i = 0; i < n; i = k) {
		for (k = i + 1; k < n && occurrence_together(s, &m[i], &m[k]);)
			k++;
		if (m[i].flags & OCC_COPY)
			VEC_PUSH(s->arena, copies, m[i]);
		else if (!fold_into(s, v, &m[i], rule))
			spill_around(s, v, m + i, k - i);
	}
	p = &s->intervals.at[v];
	p->occurrences = copies.at;
	p->noccurrences = copies.n;
	if (copies.n)
		s->origins.slot[p->origin] = SLOT_WANTED;
	return true;
}
