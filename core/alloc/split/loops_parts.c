/*
 * What of an interval is in a loop: its parts, where they live, what their
 * moves cost, and which registers their copies ask for.
 */
#include "core/alloc/split/loops_internal.h"

#include "core/alloc/hints.h"
#include "core/base/search.h"
#include "core/base/sort.h"

bool
is_move(const Scan *s, const Edit *e)
{
	if (e->kind == EDIT_COPY)
		return s->intervals.at[e->src].origin ==
		       s->intervals.at[e->dst].origin;
	return e->kind != EDIT_NONE;
}

float
move_cost(const Scan *s, const Edit *e)
{
	RegId src = e->src != NONE ? s->regs.at[e->src] : 0;
	RegId dst = e->dst != NONE ? s->regs.at[e->dst] : 0;

	if (e->kind == EDIT_REMAT)
		return (float)COST_COPY;
	return src == dst ? 0 : src && dst ? (float)COST_COPY : 1;
}

bool
fills_slot(const Scan *s, const Edit *e)
{
	return e->kind == EDIT_SPILL ||
	       (e->kind == EDIT_COPY && !s->regs.at[e->dst]);
}

/* Add where P lives in RANGE to L->cover.  Does it? */
static bool
cover_range(Loops *l, const AllocInterval *p, const Segment *range)
{
	uint32_t n = l->cover.n, i = 0;

	SEARCH_FIRST(i, p->main.n, p->main.segs[i].end <= range->start);
	for (; i < p->main.n && p->main.segs[i].start < range->end; i++) {
		Segment seg = p->main.segs[i];

		if (seg.start < range->start)
			seg.start = range->start;
		if (seg.end > range->end)
			seg.end = range->end;
		VEC_PUSH(l->s->arena, l->cover,
			 (uint64_t)seg.start << 32 | seg.end);
	}
	l->looked += l->cover.n - n;
	return l->cover.n > n;
}

/* The class of part V, too, must be that of all.  False: there is none. */
static bool
class_meet(Loops *l, VregId v)
{
	const Scan *s = l->s;
	ClassId cls = s->f->vregs.at[v].cls;

	if (l->like == NONE ||
	    target_class_contains(s->t, s->f->vregs.at[l->like].cls, cls)) {
		l->like = v;
		return true;
	}
	return target_class_contains(s->t, cls, s->f->vregs.at[l->like].cls);
}

/* Copies of PRICE ask for REG. */
static void
asked_add(Loops *l, RegId reg, float price)
{
	uint32_t i = 0;

	while (i < l->nasked && l->asked[i].reg != reg)
		i++;
	if (i == LOOP_ASKED_MAX)
		return;
	if (i == l->nasked)
		l->asked[l->nasked++] = (Asked){reg, 0};
	l->asked[i].price += price;
}

/* Count what edit M of a part in the loop costs; both sides of a copy are
 * looked at. */
static void
edit_charge(Loops *l, const IntervalOccurrence *m)
{
	const Scan *s = l->s;
	const Edit *e = &s->edits.at[m->ref];

	if (!is_move(s, e) || (e->kind == EDIT_COPY && !(m->flags & OCC_WRITE)))
		return;
	float cost = s->price[occurrence_block(s, m)] * move_cost(s, e);
	if (fills_slot(s, e)) {
		l->writes = true;
		l->stores += cost;
	} else {
		l->inside += cost;
	}
}

/* Count what occurrence M of part V, in the loop, costs more than it would in
 * a register that no copy asks for. */
static void
occurrence_charge(Loops *l, VregId v, const IntervalOccurrence *m)
{
	const Scan *s = l->s;
	float price = s->price[occurrence_block(s, m)];
	bool write = m->flags & OCC_WRITE;

	if (m->flags & OCC_EDIT) {
		edit_charge(l, m);
		return;
	}
	RegId hint = copy_hint(s, v, m);
	l->writes |= write;
	if (hint)
		asked_add(l, hint, price);
	if (!s->regs.at[v]) {
		l->slots |= write;
		if (m->flags & OCC_COPY)
			l->inside += price * (1 - (float)COST_COPY);
	} else if (hint == s->regs.at[v]) {
		l->inside -= price * (float)COST_COPY;
	}
}

/* Add part V.  False: it must not change. */
static bool
part_add(Loops *l, VregId v)
{
	const Scan *s = l->s;
	const AllocInterval *p = &s->intervals.at[v];
	bool named = s->regs.at[v] != 0;

	if (p->nlanes || (!named && !is_in_memory(l, v)) ||
	    l->parts.n == LOOP_PARTS_MAX)
		return false;
	VEC_PUSH(s->arena, l->parts, v);
	l->looked += p->noccurrences;
	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences) {
		if (!is_within(s, l->loop, occurrence_block(s, m)))
			continue;
		occurrence_charge(l, v, m);
		named |= !(m->flags & OCC_EDIT);
	}
	return !named || class_meet(l, v);
}

/* Look at the operands in slots there.  False: they must not change. */
static bool
folded_look(Loops *l)
{
	const Scan *s = l->s;
	Slice folded = folded_of(&l->folded, l->origin);

	for (uint32_t i = folded.start; i < folded.end; i++) {
		InsnId insn = (InsnId)l->folded.at[i];
		BlockId b = slots_insn_block(&s->live->slots, insn);

		l->looked++;
		if (!is_within(s, l->loop, b))
			continue;
		l->inside += FOLDED_COST * s->price[b];
		FOR_OPNDS(o, s->f, func_insn(s->f, insn)) {
			if (o->kind != OPND_VREG ||
			    s->intervals.at[o->val].origin != l->origin)
				continue;
			l->slots |= (o->flags & OPND_DEF) != 0;
			if (!class_meet(l, o->val))
				return false;
		}
	}
	return true;
}

bool
parts_find(Loops *l)
{
	const Scan *s = l->s;
	Slice ranges = loop_shape(l, l->loop)->ranges;

	l->parts.n = l->cover.n = l->nasked = 0;
	l->like = NONE;
	l->writes = l->slots = l->kept = false;
	l->inside = l->stores = 0;
	for (VregId v = l->origin; v != NONE; v = s->intervals.at[v].sibling) {
		const AllocInterval *p = &s->intervals.at[v];
		bool lives = false;

		/* Wherever that is: it counts on the stores in the loop. */
		l->kept |= s->regs.at[v] && p->slot_kept;
		FOR_SLICE(Segment, range, l->ranges.at, ranges)
			lives |= cover_range(l, p, range);
		if (lives && !part_add(l, v))
			return false;
	}
	if (!folded_look(l) || l->like == NONE)
		return false;
	/* What is computed again may be read wherever control comes to. */
	FOR_SLICE(Segment, range, l->ranges.at, ranges)
		if (l->remat != NONE)
			VEC_PUSH(s->arena, l->cover,
				 (uint64_t)range->start << 32 | range->end);
	l->stored = l->kept || !(l->writes || l->slots);
	if (!l->stored)
		l->inside += l->stores;
	return !(l->stored && l->slots) && !(l->writes && l->remat != NONE);
}

void
cover_settle(Loops *l)
{
	sort_numbers(l->cover.at, l->cover.n, l->s->arena);
	l->segs.n = 0;
	for (uint32_t i = 0; i < l->cover.n; i++) {
		Segment seg = {.start = (SlotIdx)(l->cover.at[i] >> 32),
			       .end = (SlotIdx)l->cover.at[i]};
		Segment *last = l->segs.n ? &l->segs.at[l->segs.n - 1] : NULL;

		if (!last || last->end < seg.start)
			VEC_PUSH(l->s->arena, l->segs, seg);
		else if (last->end < seg.end)
			last->end = seg.end;
	}
}

Segs
segs_outside(Loops *l, const Segs *segs)
{
	VEC(Segment) rest = {0};
	uint32_t k = 0;

	if (segs->n)
		SEARCH_FIRST(k, l->segs.n,
			     l->segs.at[k].end <= segs->segs[0].start);

	for (uint32_t i = 0; i < segs->n; i++) {
		Segment seg = segs->segs[i];

		while (k < l->segs.n && l->segs.at[k].end <= seg.start)
			k++;
		for (; k < l->segs.n && l->segs.at[k].start < seg.end; k++) {
			Segment cut = l->segs.at[k];

			if (seg.start < cut.start)
				VEC_PUSH(l->s->arena, rest,
					 ((Segment){.start = seg.start,
						    .end = cut.start}));
			seg.start = cut.end;
			if (cut.end > seg.end)
				break;
		}
		if (seg.start < seg.end)
			VEC_PUSH(l->s->arena, rest, seg);
	}
	return (Segs){rest.at, rest.n};
}
