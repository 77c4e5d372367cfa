/*
 * Stores that stand where the value is written.
 *
 * Splitting stores a value where a part of it leaves its register, which may be
 * in a loop that does not change it.  One store right behind the instruction
 * that writes it, or the last of several in one block, is enough for all of
 * them: its slot holds the value from there on.  (LLVM's HoistSpillHelper.)
 */
#include "core/alloc/state.h"

/* Does edit E store a register to the slot of its origin? */
static bool
is_store(const Scan *s, const Edit *e)
{
	if (e->kind == EDIT_SPILL)
		return true;
	return e->kind == EDIT_COPY && s->regs.at[e->src] &&
	       s->intervals.at[e->dst].stage == STAGE_MEMORY &&
	       s->intervals.at[e->dst].origin == s->intervals.at[e->src].origin;
}

/* The stores of an origin, and the one that may take their place. */
typedef struct {
	float price; /* of them all */
	bool hoists;
	Edit at; /* which hoists them */
} Hoist;

/* What E, a store, is part of. */
static inline Hoist *
hoist_of(const Scan *s, Hoist *hoists, const Edit *e)
{
	return &hoists[s->intervals.at[e->src].origin];
}

/* The stores of each origin; NULL: there are none. */
static Hoist *
stores_find(const Scan *s)
{
	Hoist *hoists = NULL;
	uint32_t i;

	for (i = 0; i < s->edits.n; i++) {
		const Edit *e = &s->edits.at[i];

		if (!is_store(s, e))
			continue;
		if (!hoists)
			hoists = ARENA_NEW(s->arena, Hoist, s->origins.n + 1);
		hoist_of(s, hoists, e)->price +=
			s->price[slots_insn_block(&s->live->slots, e->at)];
	}
	return hoists;
}

/* The last instruction that writes ORIGIN in one of its parts, which is *PART.
 */
static const IntervalOccurrence *
last_write(const Scan *s, VregId origin, VregId *part)
{
	const IntervalOccurrence *last = NULL;
	VregId v;
	uint32_t i;

	for (v = origin; v != NONE; v = s->intervals.at[v].sibling) {
		const AllocInterval *p = &s->intervals.at[v];

		for (i = p->noccurrences; i--;) {
			const IntervalOccurrence *m = &p->occurrences[i];

			if ((m->flags & (OCC_EDIT | OCC_WRITE)) != OCC_WRITE)
				continue;
			if (!last || m->pos >= last->pos) {
				last = m;
				*part = v;
			}
			break;
		}
	}
	return last;
}

/* Can the value that ORIGIN has in the end be stored behind what writes it, by
 * edit E of the part that holds it there? */
static bool
home_find(Scan *s, VregId origin, Edit *e)
{
	const IntervalOccurrence *m;
	const AllocInterval *p;
	VregId v = NONE;

	*e = (Edit){
		.kind = EDIT_SPILL, .dst = NONE, .slot = NONE, .remat = NONE};
	if (block_leaves_early(s, s->origins.home[origin]))
		return false;
	m = last_write(s, origin, &v);
	if (!m || m->flags & OCC_PINNED || !s->regs.at[v])
		return false;
	p = &s->intervals.at[v];
	e->src = v;
	edit_place_behind(s, m->insn, e);
	return segs_contain(&p->main,
			    slot_at(edit_point(s, e), SLOT_BLOCK) - 1);
}

/* Leave alone what is stored before its last write, or in parts. */
static void
hoists_refuse(const Scan *s, Hoist *hoists)
{
	uint32_t i;

	for (i = 0; i < s->edits.n; i++) {
		const Edit *e = &s->edits.at[i];
		Hoist *h;

		if (!is_store(s, e))
			continue;
		h = hoist_of(s, hoists, e);
		if (e->src_sub || e->dst_sub ||
		    (h->hoists && edit_point(s, e) < edit_point(s, &h->at) &&
		     slots_insn_block(&s->live->slots, e->at) ==
			     slots_insn_block(&s->live->slots, h->at.at)))
			h->hoists = false;
	}
}

/* ORIGIN is stored by E alone, and its slot is kept wherever it lives. */
static void
store_add(Scan *s, VregId origin, Edit e)
{
	uint32_t index = edit_add(s, e);
	AllocInterval *p = &s->intervals.at[e.src];
	OccurrenceVec occurrences = {0};
	VregId v;
	uint32_t i;

	for (i = 0; i < p->noccurrences; i++)
		VEC_PUSH(s->arena, occurrences, p->occurrences[i]);
	occurrence_insert(s, &occurrences, edit_occurrence(s, index, false));
	p->occurrences = occurrences.at;
	p->noccurrences = occurrences.n;
	for (v = origin; v != NONE; v = s->intervals.at[v].sibling)
		s->intervals.at[v].slot_kept |= s->regs.at[v] != 0;
}

void
stores_hoist(Scan *s)
{
	Hoist *hoists = stores_find(s);
	uint32_t i;
	VregId v;

	if (!hoists)
		return;
	for (v = 0; v < s->origins.n; v++) {
		BlockId home = s->origins.home[v];

		if (hoists[v].price > 0 && home != NONE &&
		    hoists[v].price > s->price[home])
			hoists[v].hoists = home_find(s, v, &hoists[v].at);
	}
	hoists_refuse(s, hoists);
	for (i = 0; i < s->edits.n; i++) {
		Edit *e = &s->edits.at[i];

		if (is_store(s, e) && hoist_of(s, hoists, e)->hoists)
			e->kind = EDIT_NONE;
	}
	for (v = 0; v < s->origins.n; v++)
		if (hoists[v].hoists)
			store_add(s, v, hoists[v].at);
}
