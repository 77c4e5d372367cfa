/*
 * Edits and occurrences: where new instructions stand, and which intervals they
 * and the old ones name.
 */
#include "core/alloc/state.h"

#include "core/base/search.h"

#include <assert.h>

uint32_t
edit_point(const Scan *s, const Edit *e)
{
	const Slots *slots = &s->live->slots;
	uint32_t pos = slots->insn_pos[e->at];

	return e->after ? slots->block_start[slots->pos_block[pos] + 1] / 4
			: pos;
}

void
edit_place_behind(const Scan *s, InsnId insn, Edit *e)
{
	const Slots *slots = &s->live->slots;
	const Block *b = &s->f->blocks.at[slots_insn_block(slots, insn)];
	InsnId i = insn + 1, last = insn;

	for (; i < b->end; i++) {
		uint16_t flags = s->f->insns.at[i].flags;

		if (!(flags & (INSN_DEBUG | INSN_BUNDLED | INSN_PARALLEL)))
			break;
		if (!(flags & INSN_DEBUG))
			last = i;
	}
	e->after = i == b->end;
	e->at = e->after ? last : i;
}

void
edit_place_before(const Scan *s, InsnId insn, Edit *e)
{
	const Slots *slots = &s->live->slots;
	BlockId b = slots_insn_block(slots, insn);
	InsnId at = slots->pos_insn[slots->insn_pos[insn]];

	e->after = 0;
	e->at = at;
	if (insn_flags(s->f, func_insn(s->f, at)) & OP_TERMINATOR)
		e->at = block_first_terminator(s->f, b);
}

void
edit_place_at(const Scan *s, BlockId b, InsnId insn, Edit *e)
{
	const Block *block = &s->f->blocks.at[b];

	if (insn < block->end) {
		edit_place_before(s, insn, e);
		return;
	}
	for (insn = block->end - 1; s->f->insns.at[insn].flags & INSN_DEBUG;)
		insn--;
	e->at = insn;
	e->after = 1;
}

VregId *
edits_intervals(const Scan *s, uint32_t *n)
{
	VregId *intervals = ARENA_RAW(s->arena, VregId, 2 * s->edits.n);
	NumSet set;

	*n = 0;
	if (!s->edits.n)
		return intervals;
	numset_init(&set, s->intervals.n, s->arena);
	FOR_VEC(Edit, e, s->edits) {
		if (e->src != NONE)
			numset_add(&set, e->src);
		if (e->dst != NONE)
			numset_add(&set, e->dst);
	}
	*n = numset_take_all(&set, intervals);
	return intervals;
}

uint32_t
edit_add(Scan *s, Edit e)
{
	/* It stands before all terminators of its block. */
	assert(!(insn_flags(s->f, func_insn(s->f, e.at)) & OP_TERMINATOR) ||
	       (!e.after &&
		e.at == block_first_terminator(
				s->f, slot_block(&s->live->slots,
						 slot_of(&s->live->slots, e.at,
							 0)))));
	VEC_PUSH(s->arena, s->edits, e);
	return s->edits.n - 1;
}

bool
edit_is_store(const Scan *s, const Edit *e)
{
	if ((e->kind != EDIT_SPILL && e->kind != EDIT_COPY) ||
	    !s->regs.at[e->src])
		return false;
	const AllocInterval *src = &s->intervals.at[e->src];
	return e->kind == EDIT_SPILL ||
	       (s->intervals.at[e->dst].stage == STAGE_MEMORY &&
		s->intervals.at[e->dst].origin == src->origin);
}

IntervalOccurrence
edit_occurrence(const Scan *s, uint32_t index, bool write)
{
	const Edit *e = &s->edits.at[index];

	return (IntervalOccurrence){.pos = edit_point(s, e),
				    .flags = OCC_EDIT | OCC_COPY |
					     (write ? OCC_WRITE : OCC_READ),
				    .ref = index,
				    .insn = e->at};
}

void
occurrence_insert(Scan *s, OccurrenceVec *v, IntervalOccurrence m)
{
	uint64_t key = occurrence_key(&m);
	uint32_t i;

	VEC_PUSH(s->arena, *v, m);
	for (i = v->n - 1; i && key < occurrence_key(&v->at[i - 1]); i--)
		v->at[i] = v->at[i - 1];
	v->at[i] = m;
}

void
occurrence_add(Scan *s, VregId v, IntervalOccurrence m)
{
	AllocInterval *p = &s->intervals.at[v];
	OccurrenceVec occurrences = {0};

	for (uint32_t i = 0; i < p->noccurrences; i++)
		VEC_PUSH(s->arena, occurrences, p->occurrences[i]);
	occurrence_insert(s, &occurrences, m);
	p->occurrences = occurrences.at;
	p->noccurrences = occurrences.n;
}

uint32_t
occurrence_point(const Scan *s, const IntervalOccurrence *m)
{
	Edit e;

	if (m->flags & OCC_EDIT)
		return m->pos;
	edit_place_before(s, m->insn, &e);
	return s->live->slots.insn_pos[e.at];
}

void
occurrence_rename(Scan *s, const IntervalOccurrence *m, VregId new)
{
	if (!(m->flags & OCC_EDIT))
		s->f->opnds.at[m->ref].val = new;
	else if (m->flags & OCC_WRITE)
		s->edits.at[m->ref].dst = new;
	else
		s->edits.at[m->ref].src = new;
}

void
copy_add(Scan *s, Edit e, OccurrenceVec *src, OccurrenceVec *dst)
{
	uint32_t index = edit_add(s, e);

	occurrence_insert(s, src, edit_occurrence(s, index, false));
	occurrence_insert(s, dst, edit_occurrence(s, index, true));
}

bool
occurrences_worth(const IntervalOccurrence *m, uint32_t start, uint32_t end)
{
	uint32_t places = 0, last = NONE;
	bool needs = false, written = false;

	for (uint32_t i = start; i < end; i++) {
		places += m[i].pos != last;
		last = m[i].pos;
		needs |= !(m[i].flags & OCC_COPY) ||
			 (written && m[i].flags & OCC_READ);
		written |= !!(m[i].flags & OCC_WRITE);
	}
	return needs && places >= 2;
}

bool
calls_between(const Scan *s, uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; i < s->calls.n; i++) {
		const MaskCalls *c = &s->calls.masks[i];
		uint32_t k = 0;

		SEARCH_FIRST(k, c->n, c->at[k] <= slot_at(from, SLOT_REG));
		if (k < c->n && c->at[k] < slot_at(to, SLOT_BLOCK))
			return true;
	}
	return false;
}

uint32_t
occurrences_first(const IntervalOccurrence *m, uint32_t start, uint32_t end)
{
	while (start < end && !(m[start].flags & (OCC_READ | OCC_WRITE)))
		start++;
	return start;
}

bool
occurrences_read(const IntervalOccurrence *m, uint32_t start, uint32_t end)
{
	start = occurrences_first(m, start, end);
	return start < end && m[start].flags & OCC_READ;
}

bool
occurrences_write(const IntervalOccurrence *m, uint32_t start, uint32_t end)
{
	for (; start < end; start++)
		if (m[start].flags & OCC_WRITE)
			return true;
	return false;
}

bool
insn_in_group(const Func *f, InsnId i)
{
	return (func_insn(f, i)->flags & INSN_PARALLEL) ||
	       (i + 1 < f->insns.n &&
		(func_insn(f, i + 1)->flags & INSN_PARALLEL));
}
