/*
 * Splitting an interval of several blocks by a region: the parts and the copies
 * between them, or, in a trial, what these cost.
 *
 * In each block the interval's occurrences fall into three sections: those that
 * the register reaches from the head of the block before it is taken, those
 * that it reaches backwards from the end, and those in between.  The first and
 * the third become the region's interval, the second an interval of its own if
 * it has at least two instructions; all else is the complement, which may be
 * split again or is bound for memory. Copies between them stand inside the
 * block: the complement is written right behind the last write of a section (or
 * at the head), a section is entered right before its first read (or at the end
 * of the block).  Where the block does not name the interval, both stand right
 * around where the register is taken instead, if that helps (passage_narrow).
 */
#include "core/alloc/split/region_plan.h"

#include "core/alloc/cost.h"
#include "core/alloc/interference/block_cache.h"
#include "core/base/bits.h"

#include <math.h>

/* Where a value of the block is at the moment. */
typedef struct {
	VregId at;	    /* interval that holds it; NONE: nobody */
	bool in_complement; /* the complement holds it too */
	InsnId last_write;  /* last instruction of the section that wrote it;
			       NONE: none */
	InsnId leaves;	    /* where no section wrote it: the instruction
			       before which the complement gets it */
	uint32_t complement_point; /* where the complement was last written, and
				      from */
	VregId complement_from;
	OccurrenceVec *source; /* occurrences of the interval that it is filled
				  from */
} Current;

/* An interval that is given occurrences, and those that it has. */
typedef struct {
	VregId v;
	OccurrenceVec *occurrences;
} Taker;

typedef struct {
	Scan *s;
	VregId v, main, complement;
	bool masked;
	OccurrenceVec main_occurrences, complement_occurrences;
	bool memory;	 /* the complement is bound for memory */
	float fill_from; /* see region_fill_from */
	bool trial;	 /* change nothing, only ... */
	double cost;	 /* ... add up the executions of copies */
} Splitter;

/* What stand for the intervals in a trial. */
enum { TRIAL_MAIN = 1, TRIAL_COMPLEMENT, TRIAL_LOCAL };

/* What it costs that occurrence M belongs to interval TO: a load or a store if
 * that is in memory. */
static double
trial_occurrence(const Splitter *sp, const IntervalOccurrence *m, VregId to)
{
	if (to != TRIAL_COMPLEMENT || !sp->memory)
		return 0;
	return occurrence_uses(sp->s, m, m->flags);
}

static bool
edit_reads(const IntervalOccurrence *m)
{
	return (m->flags & OCC_EDIT) && (m->flags & OCC_READ);
}

static void
occurrences_give_all(Splitter *sp, uint32_t start, uint32_t end, Taker to,
		     Current *cur)
{
	Scan *s = sp->s;
	const IntervalOccurrence *m = s->intervals.at[sp->v].occurrences;

	for (uint32_t i = start; i < end; i++) {
		if (sp->trial) {
			sp->cost += trial_occurrence(sp, &m[i], to.v);
		} else if (to.v == sp->complement && edit_reads(&m[i]) &&
			   m[i].pos == cur->complement_point) {
			/* The complement gets the value at this very point. */
			occurrence_insert(s, cur->source, m[i]);
			occurrence_rename(s, &m[i], cur->complement_from);
		} else {
			occurrence_insert(s, to.occurrences, m[i]);
			occurrence_rename(s, &m[i], to.v);
		}
		if (m[i].flags & OCC_WRITE) {
			cur->last_write = m[i].insn;
			cur->in_complement = to.v == sp->complement;
		}
	}
	if (occurrences_first(m, start, end) < end)
		cur->at = to.v;
}

/* Give occurrences [START, END) to TO.  Mostly there are none. */
static inline void
occurrences_give(Splitter *sp, uint32_t start, uint32_t end, Taker to,
		 Current *cur)
{
	if (start < end)
		occurrences_give_all(sp, start, end, to, cur);
}

/* Have the complement hold the current value. */
static void
complement_fill(Splitter *sp, BlockId b, Current *cur)
{
	Scan *s = sp->s;
	Edit e = {.kind = EDIT_COPY,
		  .dst = sp->complement,
		  .src = cur->at,
		  .slot = NONE,
		  .remat = NONE};

	if (cur->in_complement || cur->at == NONE)
		return;
	cur->in_complement = true;
	if (sp->trial) {
		sp->cost += (double)s->price[b] *
			    (s->manner.fills && s->regions.points[b].calls &&
					     s->price[b] > sp->fill_from
				     ? FILL_SHARE
				     : 1);
		return;
	}
	if (cur->last_write != NONE)
		edit_place_behind(s, cur->last_write, &e);
	else
		edit_place_at(s, b, cur->leaves, &e);
	copy_add(s, e, cur->source, &sp->complement_occurrences);
	cur->complement_point = edit_point(s, &e);
	cur->complement_from = cur->at;
}

/* Have interval TO hold the value at the point before INSN of block B, or NONE:
 * at its end. */
static void
section_enter(Splitter *sp, BlockId b, InsnId insn, Taker to, Current *cur)
{
	Scan *s = sp->s;
	Edit e = {.kind = EDIT_COPY,
		  .dst = to.v,
		  .src = sp->complement,
		  .slot = NONE,
		  .remat = NONE};

	cur->at = to.v;
	cur->last_write = NONE;
	if (sp->trial) {
		sp->cost += (double)s->price[b];
		return;
	}
	if (insn == NONE)
		insn = block_first_terminator(s->f, b);
	edit_place_at(s, b, insn, &e);
	/* The complement gets it at this very point: both read the same source.
	 */
	if (cur->complement_point == edit_point(s, &e)) {
		e.src = cur->complement_from;
		copy_add(s, e, cur->source, to.occurrences);
	} else {
		copy_add(s, e, &sp->complement_occurrences, to.occurrences);
	}
}

/* Has occurrence M the same point as the one before it? */
static bool
points_meet(const Scan *s, const IntervalOccurrence *m)
{
	return occurrence_point(s, m) == occurrence_point(s, m - 1);
}

/* First occurrence of the section in the middle, and of the last section. */
static void
sections_find(const Splitter *sp, const RegionBlock *rb, uint32_t *middle,
	      uint32_t *last)
{
	const IntervalOccurrence *m = sp->s->intervals.at[sp->v].occurrences;
	bool taken = rb->taken != rb->clear;

	*middle = rb->start;
	*last = rb->end;
	if (rb->reg_in)
		while (*middle < rb->end &&
		       (!taken || occurrence_left(&m[*middle]) <= rb->taken))
			++*middle;
	if (rb->reg_out)
		while (*last > *middle &&
		       (!taken ||
			occurrence_entered(sp->s, &m[*last - 1]) >= rb->clear))
			--*last;
	/* A section cannot be entered at the point where an edit reads it; and
	 * what has one point stays together: the occurrences of an instruction,
	 * those of all terminators. */
	while (*last < rb->end &&
	       (edit_reads(&m[*last]) ||
		(*last > *middle && points_meet(sp->s, &m[*last]))))
		++*last;
	while (*middle > rb->start && *middle < rb->end &&
	       points_meet(sp->s, &m[*middle]))
		--*middle;
}

/* Does a terminator write the interval in these occurrences? */
static bool
run_is_pinned(const IntervalOccurrence *m, uint32_t start, uint32_t end)
{
	for (; start < end; start++)
		if (m[start].flags & OCC_PINNED)
			return true;
	return false;
}

/* The occurrences between the sections of the main interval: in an interval of
 * their own if that is worth it.  Returns that interval, or NONE. */
static VregId
middle_split(Splitter *sp, const RegionBlock *rb, uint32_t start, uint32_t end,
	     OccurrenceVec *occurrences, Current *cur)
{
	Scan *s = sp->s;
	const IntervalOccurrence *m = s->intervals.at[sp->v].occurrences;
	const Taker complement = {sp->complement, &sp->complement_occurrences};
	uint32_t lead = start;

	if (occurrences_read(m, start, end))
		complement_fill(sp, rb->block, cur);
	while (lead < end && edit_reads(&m[lead]))
		lead++;
	occurrences_give(sp, start, lead, complement, cur);
	/* What is to get a register anyway needs no interval of its own, but
	 * where it is made before it enters the region: a call between them may
	 * be passed by computing it again. */
	bool needs_none =
		!sp->memory && (!rb->reg_out || occurrences_read(m, lead, end));
	if (needs_none || run_is_pinned(m, lead, end) ||
	    !occurrences_worth(m, lead, end) ||
	    occurrences_first(m, lead, end) == end ||
	    (rb->out && block_leaves_early(s->f, rb->block) &&
	     occurrences_write(m, lead, end))) {
		occurrences_give(sp, lead, end, complement, cur);
		return NONE;
	}
	VregId local = sp->trial ? TRIAL_LOCAL : interval_add(s, sp->v);
	m = s->intervals.at[sp->v].occurrences;
	if (occurrences_read(m, lead, end))
		section_enter(sp, rb->block, m[lead].insn,
			      (Taker){local, occurrences}, cur);
	occurrences_give(sp, lead, end, (Taker){local, occurrences}, cur);
	return local;
}

/* Is a register free in block B from FROM up to TO, or would one have to be
 * made free, while none is in all of the block?  One that the function would
 * have to save for that alone is none that is free. */
static bool
passage_gains(const Splitter *sp, BlockId b, SlotIdx from, SlotIdx to)
{
	Scan *s = sp->s;
	SlotIdx end = slot_block_end(&s->live->slots, s->f->blocks.n - 1);
	const Order *order = class_order(s, s->f->vregs.at[sp->v].cls);
	bool gains = false, unsaved = false;

	for (uint32_t i = 0; i < order->n; i++) {
		RegId reg = order->regs[i];

		if (s->saved && bits_has(s->saved, reg) &&
		    units_free(s, reg, 0, end, NONE)) {
			unsaved = true;
			continue;
		}
		Interference taken =
			interference_at(s, reg, interference_open(s, reg), b);
		if (interference_never(&taken))
			return false;
		gains |= taken.end <= from || taken.start >= to;
	}
	return gains || !unsaved;
}

/* Where the interval leaves the register and comes back to it in RB's block,
 * which does not name it, if that is not at its head and at its end: right
 * before the register is taken, and as soon as it is free again.  *BACK is
 * NONE: at the end. */
static void
passage_narrow(const Splitter *sp, const RegionBlock *rb, InsnId *leaves,
	       InsnId *back)
{
	const Slots *slots = &sp->s->live->slots;
	const BlockPoints *points = &sp->s->regions.points[rb->block];
	SlotIdx from = slot_at(rb->taken >> 2, SLOT_BLOCK);
	SlotIdx to = slot_at((rb->clear + SLOT_DEAD) >> 2, SLOT_BLOCK);

	if (sp->trial || (sp->masked && sp->s->t->lane_mask) ||
	    points->leaves || !passage_gains(sp, rb->block, from, to))
		return;
	if (from > points->from[0] && from < points->to)
		*leaves = slot_insn(slots, from);
	if (to > from && to > points->from[0] && to < points->to)
		*back = slot_insn(slots, to);
}

static void
sections_split(Splitter *sp, const RegionBlock *rb)
{
	Scan *s = sp->s;
	const IntervalOccurrence *m = s->intervals.at[sp->v].occurrences;
	InsnId back = NONE;
	Current cur = {.at = NONE,
		       .last_write = NONE,
		       .leaves = block_copy_head(s, rb->block, sp->masked),
		       .complement_point = NONE,
		       .complement_from = NONE,
		       .source = &sp->main_occurrences};
	const Taker whole = {sp->main, &sp->main_occurrences};
	OccurrenceVec local_occurrences = {0};
	bool taken = rb->taken != rb->clear, enter;
	uint32_t middle, last;

	if (rb->in) {
		cur.at = rb->reg_in ? sp->main : sp->complement;
		cur.in_complement = !rb->reg_in;
	}
	sections_find(sp, rb, &middle, &last);
	occurrences_give(sp, rb->start, middle, whole, &cur);
	VregId local =
		middle_split(sp, rb, middle, last, &local_occurrences, &cur);
	m = s->intervals.at[sp->v].occurrences;
	if (local != NONE)
		cur.source = &local_occurrences;
	uint32_t first = occurrences_first(m, last, rb->end);
	if (cur.at != sp->main)
		enter = first == rb->end || (m[first].flags & OCC_READ);
	else if (first < rb->end)
		enter = taken && (m[first].flags & OCC_READ);
	else /* through a block where the register is taken meanwhile */
		enter = taken && rb->in && rb->reg_in;
	if (enter && rb->reg_out && rb->reg_in && rb->start == rb->end)
		passage_narrow(sp, rb, &cur.leaves, &back);
	if (rb->reg_out && enter) {
		complement_fill(sp, rb->block, &cur);
		section_enter(sp, rb->block,
			      last < rb->end ? m[last].insn : back, whole,
			      &cur);
	}
	occurrences_give(sp, last, rb->end, whole, &cur);
	if (rb->out && !rb->reg_out)
		complement_fill(sp, rb->block, &cur);
	if (local != NONE && !sp->trial) {
		s->intervals.at[local].occurrences = local_occurrences.at;
		s->intervals.at[local].noccurrences = local_occurrences.n;
		interval_compute(s, local);
		queue_put(s, local);
	}
}

/* The first occurrence of RB's block from which on all stand at the block's
 * last point or behind, where an edit writes a value that lives on: nothing can
 * be copied from there. */
static uint32_t
tail_find(const Splitter *sp, const RegionBlock *rb)
{
	const IntervalOccurrence *m = sp->s->intervals.at[sp->v].occurrences;
	const unsigned edit = OCC_EDIT | OCC_WRITE;
	SlotIdx last = sp->s->regions.points[rb->block].to;
	uint32_t i = rb->end, tail = rb->end;

	while (i > rb->start && rb->out &&
	       slot_at(m[i - 1].pos, SLOT_BLOCK) >= last)
		if ((m[--i].flags & edit) == edit)
			tail = i;
	return tail;
}

/* Split in block RB. */
static void
block_split(Splitter *sp, const RegionBlock *rb)
{
	RegionBlock before = *rb;
	Current cur = {.complement_point = NONE,
		       .source = &sp->main_occurrences};
	const Taker behind =
		rb->reg_out
			? (Taker){sp->main, &sp->main_occurrences}
			: (Taker){sp->complement, &sp->complement_occurrences};

	before.end = tail_find(sp, rb);
	if (before.end == rb->end) {
		sections_split(sp, rb);
		return;
	}
	before.out = before.reg_out = false;
	sections_split(sp, &before);
	occurrences_give(sp, before.end, rb->end, behind, &cur);
}

static void
interval_finish(Scan *s, VregId v, const OccurrenceVec *occurrences,
		Stage stage)
{
	AllocInterval *p = &s->intervals.at[v];

	p->occurrences = occurrences->at;
	p->noccurrences = occurrences->n;
	p->stage = stage;
	interval_queue_parts(s, v);
}

void
region_commit(Scan *s, VregId v, const Region *region, Stage complement)
{
	Splitter sp = {.s = s, .v = v, .memory = complement != STAGE_NEW};

	sp.masked = class_is_masked(s, s->f->vregs.at[v].cls);
	sp.main = interval_add(s, v);
	sp.complement = interval_add(s, v);
	for (uint32_t i = 0; i < region->n; i++)
		block_split(&sp, &region->blocks[i]);
	s->intervals.at[sp.main].hint = region->reg;
	if (region->loop)
		s->intervals.at[sp.main].loop =
			region->loop < LOOP_MAX ? region->loop : LOOP_MAX;
	if (complement != STAGE_NEW)
		s->intervals.at[sp.main].splits =
			s->intervals.at[sp.complement].splits =
				s->intervals.at[v].splits + 1;
	interval_finish(s, sp.main, &sp.main_occurrences, STAGE_NEW);
	interval_finish(s, sp.complement, &sp.complement_occurrences,
			complement);
	interval_empty(s, v);
}

/* A trial of splitting V.  MEMORY: what is outside the region lives there. */
static Splitter
trial_of(Scan *s, VregId v, bool memory)
{
	return (Splitter){
		.s = s,
		.v = v,
		.main = TRIAL_MAIN,
		.complement = TRIAL_COMPLEMENT,
		.masked = class_is_masked(s, s->f->vregs.at[v].cls),
		.memory = memory,
		.fill_from = memory ? region_fill_from(s, &s->intervals.at[v])
				    : INFINITY,
		.trial = true};
}

double
region_cost(Scan *s, VregId v, const Region *region, bool memory, double max)
{
	Splitter sp = trial_of(s, v, memory);

	for (uint32_t i = 0; i < region->n && sp.cost < max; i++)
		block_split(&sp, &region->blocks[i]);
	return sp.cost;
}

double
region_blocks_cost(Scan *s, VregId v, const Region *region)
{
	Splitter sp = trial_of(s, v, true);

	for (uint32_t i = 0; i < region->n; i++) {
		if (region->blocks[i].start == region->blocks[i].end)
			continue;
		RegionBlock rb = region->blocks[i];
		rb.reg_in = rb.reg_out = false;
		rb.taken = rb.clear = 0;
		block_split(&sp, &rb);
	}
	return sp.cost;
}

bool
interval_is_pinned(const AllocInterval *p)
{
	return run_is_pinned(p->occurrences, 0, p->noccurrences);
}
