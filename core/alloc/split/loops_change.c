/*
 * A loop in which an interval had several places, once it has one register all
 * over it: the loop's interval, the moves at its borders, and what is left of
 * the parts.
 */
#include "core/alloc/split/loops_internal.h"

/* Is M an edit that reads its part where the loop is left? */
static bool
is_read_behind(const Loops *l, const IntervalOccurrence *m)
{
	if (!(m->flags & OCC_EDIT) || m->flags & OCC_WRITE)
		return false;
	for (uint32_t i = l->entries; i < l->borders.n; i++)
		if (edit_point(l->s, &l->borders.at[i].edit) == m->pos &&
		    occurrence_block(l->s, m) == l->borders.at[i].block)
			return true;
	return false;
}

/* Does occurrence M in the loop, of edit E, stay what it is, as the slot
 * does? */
static bool
stays_stored(const Loops *l, const Edit *e, const IntervalOccurrence *m)
{
	return l->stored && e->kind == EDIT_COPY && is_move(l->s, e) &&
	       fills_slot(l->s, e) &&
	       (m->flags & OCC_WRITE || is_in_memory(l, e->src));
}

/* Does a border take the place of edit E? */
static bool
is_replaced(const Loops *l, uint32_t e)
{
	FOR_VEC(uint32_t, replaced, l->replaced)
		if (*replaced == e)
			return true;
	return false;
}

/* Does occurrence M, of edit E, count?  A store that was not needed tells how
 * long the slot is kept for what it reads. */
static bool
still_counts(const Scan *s, const Edit *e, const IntervalOccurrence *m)
{
	return e->kind != EDIT_NONE ||
	       (m->flags & OCC_READ && (e->dst == NONE || !s->regs.at[e->dst]));
}

/* Give the occurrences of part V in the loop to NEW; INSIDE: all of NEW. */
static void
part_leave(Loops *l, VregId v, VregId new, OccurrenceVec *inside)
{
	Scan *s = l->s;
	AllocInterval *p = &s->intervals.at[v];
	OccurrenceVec outside = {0};

	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences) {
		Edit *e = m->flags & OCC_EDIT ? &s->edits.at[m->ref] : NULL;
		bool within = is_within(s, l->loop, occurrence_block(s, m));

		if (e && (is_replaced(l, m->ref) ||
			  (within && !still_counts(s, e, m))))
			continue;
		if (within ? e && stays_stored(l, e, m)
			   : !is_read_behind(l, m)) {
			VEC_PUSH(s->arena, outside, *m);
			continue;
		}
		if (e && within && is_move(s, e) &&
		    !(l->stored && fills_slot(s, e))) {
			e->kind = EDIT_NONE;
			continue;
		}
		occurrence_rename(s, m, new);
		occurrence_insert(s, inside, *m);
	}
	p->occurrences = outside.at;
	p->noccurrences = outside.n;
}

/* Operand K of instruction INSN, which was in a slot, is NEW. */
static void
operand_take(Scan *s, InsnId insn, OpndId k, VregId new, OccurrenceVec *inside)
{
	Operand *o = &s->f->opnds.at[k];
	IntervalOccurrence m = {
		.pos = s->live->slots.insn_pos[insn], .ref = k, .insn = insn};

	if (opnd_reads(o))
		m.flags |= OCC_READ;
	if (o->flags & OPND_DEF)
		m.flags |= OCC_WRITE;
	o->val = new;
	occurrence_insert(s, inside, m);
}

/* The operands in slots in the loop are NEW. */
static void
folded_leave(Loops *l, VregId new, OccurrenceVec *inside)
{
	Scan *s = l->s;
	Slice folded = folded_of(&l->folded, l->origin);

	for (uint32_t i = folded.start; i < folded.end; i++) {
		InsnId insn = (InsnId)l->folded.at[i];
		const Insn *x = func_insn(s->f, insn);

		if (!s->folded[insn] ||
		    !is_within(s, l->loop,
			       slots_insn_block(&s->live->slots, insn)))
			continue;
		s->folded[insn] = 0;
		for (OpndId k = x->opnd0; k < x->opnd0 + x->nopnds; k++) {
			const Operand *o = &s->f->opnds.at[k];

			if (o->kind == OPND_VREG &&
			    s->intervals.at[o->val].origin == l->origin)
				operand_take(s, insn, k, new, inside);
		}
	}
}

/* Ask for the moves between NEW and what is outside. */
static void
borders_make(Loops *l, VregId new, OccurrenceVec *inside)
{
	Scan *s = l->s;

	for (uint32_t i = 0; i < l->borders.n; i++) {
		Edit e = l->borders.at[i].edit;
		bool entry = i < l->entries;
		VregId other = entry ? e.src : e.dst;

		if (e.kind == EDIT_NONE)
			continue;
		*(entry ? &e.dst : &e.src) = new;
		if (e.kind == EDIT_RELOAD ||
		    (other != NONE && !s->regs.at[other]))
			s->origins.slot[l->origin] = SLOT_WANTED;
		uint32_t index = edit_add(s, e);
		occurrence_insert(s, inside, edit_occurrence(s, index, entry));
		if (other != NONE)
			occurrence_add(s, other,
				       edit_occurrence(s, index, !entry));
	}
}

/* The parts are what is outside. */
static void
parts_settle(Loops *l)
{
	Scan *s = l->s;

	FOR_VEC(VregId, v, l->parts) {
		AllocInterval *p = &s->intervals.at[*v];
		RegId reg = s->regs.at[*v];

		if (!reg) {
			if (!l->stored)
				p->main = segs_outside(l, &p->main);
			continue;
		}
		units_release(s, *v);
		if (p->noccurrences) {
			interval_compute(s, *v);
			units_assign(s, *v, reg);
		} else {
			interval_empty(s, *v);
		}
	}
}

/* Does occurrence M of V, a part of the origin, read its slot, or does an
 * instruction write there? */
static bool
needs_slot(const Loops *l, VregId v, const IntervalOccurrence *m)
{
	const Scan *s = l->s;

	if (!(m->flags & OCC_EDIT))
		return !s->regs.at[v] && m->flags & (OCC_READ | OCC_WRITE);
	const Edit *e = &s->edits.at[m->ref];
	return e->kind == EDIT_RELOAD ||
	       (e->kind == EDIT_COPY && m->flags & OCC_READ && !s->regs.at[v]);
}

/* Does anything read the origin's slot, or write there but stores? */
static bool
slot_is_used(const Loops *l)
{
	const Scan *s = l->s;
	Slice folded = folded_of(&l->folded, l->origin);

	for (uint32_t i = folded.start; i < folded.end; i++)
		if (s->folded[(InsnId)l->folded.at[i]])
			return true;
	for (VregId v = l->origin; v != NONE; v = s->intervals.at[v].sibling) {
		const AllocInterval *p = &s->intervals.at[v];

		FOR_ARRAY(IntervalOccurrence, m, p->occurrences,
			  p->noccurrences)
			if (needs_slot(l, v, m))
				return true;
	}
	return false;
}

/* The origin has no slot any more, nor stores there. */
static void
slot_leave(Loops *l)
{
	Scan *s = l->s;

	s->origins.slot[l->origin] = NONE;
	for (VregId v = l->origin; v != NONE; v = s->intervals.at[v].sibling) {
		AllocInterval *p = &s->intervals.at[v];

		FOR_ARRAY(IntervalOccurrence, m, p->occurrences,
			  p->noccurrences)
			if (m->flags & OCC_EDIT &&
			    fills_slot(s, &s->edits.at[m->ref]))
				s->edits.at[m->ref].kind = EDIT_NONE;
		p->slot_kept = false;
		if (is_in_memory(l, v))
			interval_empty(s, v);
	}
}

void
loop_take(Loops *l, VregId new, RegId reg)
{
	Scan *s = l->s;
	OccurrenceVec inside = {0};

	FOR_VEC(uint32_t, e, l->replaced)
		s->edits.at[*e].kind = EDIT_NONE;
	FOR_VEC(VregId, v, l->parts)
		part_leave(l, *v, new, &inside);
	folded_leave(l, new, &inside);
	borders_make(l, new, &inside);
	s->intervals.at[new].occurrences = inside.at;
	s->intervals.at[new].noccurrences = inside.n;
	s->intervals.at[new].slot_kept = l->kept;
	interval_compute(s, new);
	s->intervals.at[new].stage = STAGE_DONE;
	parts_settle(l);
	units_assign(s, new, reg);
	if (!slot_is_used(l))
		slot_leave(l);
}
