/*
 * Splitting an interval of several blocks by a region.
 *
 * In each block the interval's occurrences fall into three sections: those that
 * the register reaches from the head of the block before it is taken, those
 * that it reaches backwards from the end, and those in between.  The first and
 * the third become the region's interval, the second an interval of its own if
 * it has at least two instructions; all else is the complement, which may be
 * split again or is bound for memory. Copies between them stand inside the
 * block: the complement is written right behind the last write of a section (or
 * at the head), a section is entered right before its first read (or at the end
 * of the block).
 */
#include "core/alloc/interference/block_cache.h"
#include "core/alloc/split/region.h"

#include <math.h>

enum {
	REGION_WASTE = 8000, /* blocks looked at before giving up begins */
	OTHER_BLOCKS = 8,    /* of a region whose other registers are tried */
};

/* A region may cost as much more than none: what is outside can be split again,
 * with another register. */
#define REGION_SHARE 1.1

/* A region around a hinted register may cost so much more than it saves: that
 * is looked at closely before it is made. */
#define HINT_SHARE 2.5

/* Where a value of the block is at the moment. */
typedef struct {
	VregId at;	    /* interval that holds it; NONE: nobody */
	bool in_complement; /* the complement holds it too */
	InsnId last_write;  /* last instruction of the section that wrote it;
			       NONE: none */
	uint32_t complement_point; /* where the complement was last written, and
				      from */
	VregId complement_from;
} Current;

typedef struct {
	Scan *s;
	VregId v, main, complement;
	bool masked;
	OccurrenceVec main_occurrences, complement_occurrences;
	bool memory; /* the complement is bound for memory */
	bool trial;  /* change nothing, only ... */
	double cost; /* ... add up the executions of copies */
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
	return (double)sp->s->freq[occurrence_block(sp->s, m)] *
	       (!!(m->flags & OCC_READ) + !!(m->flags & OCC_WRITE));
}

static bool
edit_reads(const IntervalOccurrence *m)
{
	return (m->flags & OCC_EDIT) && (m->flags & OCC_READ);
}

static void
occurrences_give_all(Splitter *sp, uint32_t start, uint32_t end, VregId to,
		     OccurrenceVec *occurrences, Current *cur,
		     OccurrenceVec *from)
{
	Scan *s = sp->s;
	const IntervalOccurrence *m = s->intervals.at[sp->v].occurrences;
	uint32_t i;

	for (i = start; i < end; i++) {
		if (sp->trial) {
			sp->cost += trial_occurrence(sp, &m[i], to);
		} else if (to == sp->complement && edit_reads(&m[i]) &&
			   m[i].pos == cur->complement_point) {
			/* The complement gets the value at this very point. */
			occurrence_insert(s, from, m[i]);
			occurrence_rename(s, &m[i], cur->complement_from);
		} else {
			occurrence_insert(s, occurrences, m[i]);
			occurrence_rename(s, &m[i], to);
		}
		if (m[i].flags & OCC_WRITE) {
			cur->last_write = m[i].insn;
			cur->in_complement = to == sp->complement;
		}
	}
	if (occurrences_first(m, start, end) < end)
		cur->at = to;
}

/* Give occurrences [START, END) to interval TO, whose own are OCCURRENCES;
 * FROM: those of the interval that the complement was filled from.  Mostly
 * there are none. */
static inline void
occurrences_give(Splitter *sp, uint32_t start, uint32_t end, VregId to,
		 OccurrenceVec *occurrences, Current *cur, OccurrenceVec *from)
{
	if (start < end)
		occurrences_give_all(sp, start, end, to, occurrences, cur,
				     from);
}

/* Have the complement hold the current value. */
static void
complement_fill(Splitter *sp, BlockId b, Current *cur, OccurrenceVec *from)
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
		sp->cost += (double)s->freq[b];
		return;
	}
	if (cur->last_write != NONE)
		edit_place_behind(s, cur->last_write, &e);
	else
		edit_place_at(s, b, block_copy_head(s, b, sp->masked), &e);
	copy_add(s, e, from, &sp->complement_occurrences);
	cur->complement_point = edit_point(s, &e);
	cur->complement_from = cur->at;
}

/* Have interval TO hold the value at the point before INSN of block B, or NONE:
 * at its end. */
static void
section_enter(Splitter *sp, BlockId b, InsnId insn, VregId to,
	      OccurrenceVec *occurrences, Current *cur, OccurrenceVec *from)
{
	Scan *s = sp->s;
	Edit e = {.kind = EDIT_COPY,
		  .dst = to,
		  .src = sp->complement,
		  .slot = NONE,
		  .remat = NONE};

	cur->at = to;
	cur->last_write = NONE;
	if (sp->trial) {
		sp->cost += (double)s->freq[b];
		return;
	}
	if (insn == NONE)
		insn = block_first_terminator(s->f, b);
	edit_place_at(s, b, insn, &e);
	/* The complement gets it at this very point: both read the same source.
	 */
	if (cur->complement_point == edit_point(s, &e)) {
		e.src = cur->complement_from;
		copy_add(s, e, from, occurrences);
	} else {
		copy_add(s, e, &sp->complement_occurrences, occurrences);
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
	OccurrenceVec *from = &sp->main_occurrences;
	uint32_t lead = start;
	VregId local;

	if (occurrences_read(m, start, end))
		complement_fill(sp, rb->block, cur, from);
	while (lead < end && edit_reads(&m[lead]))
		lead++;
	occurrences_give(sp, start, lead, sp->complement,
			 &sp->complement_occurrences, cur, from);
	if (run_is_pinned(m, lead, end) || !occurrences_worth(m, lead, end) ||
	    occurrences_first(m, lead, end) == end ||
	    (rb->out && block_leaves_early(s, rb->block) &&
	     occurrences_write(m, lead, end))) {
		occurrences_give(sp, lead, end, sp->complement,
				 &sp->complement_occurrences, cur, from);
		return NONE;
	}
	local = sp->trial ? TRIAL_LOCAL : interval_add(s, sp->v);
	m = s->intervals.at[sp->v].occurrences;
	if (occurrences_read(m, lead, end))
		section_enter(sp, rb->block, m[lead].insn, local, occurrences,
			      cur, from);
	occurrences_give(sp, lead, end, local, occurrences, cur, from);
	return local;
}

static void
sections_split(Splitter *sp, const RegionBlock *rb)
{
	Scan *s = sp->s;
	const IntervalOccurrence *m = s->intervals.at[sp->v].occurrences;
	Current cur = {.at = NONE,
		       .last_write = NONE,
		       .complement_point = NONE,
		       .complement_from = NONE};
	OccurrenceVec local_occurrences = {0}, *from = &sp->main_occurrences;
	bool taken = rb->taken != rb->clear, enter;
	uint32_t middle, last, first;
	VregId local;

	if (rb->in) {
		cur.at = rb->reg_in ? sp->main : sp->complement;
		cur.in_complement = !rb->reg_in;
	}
	sections_find(sp, rb, &middle, &last);
	occurrences_give(sp, rb->start, middle, sp->main, &sp->main_occurrences,
			 &cur, from);
	local = middle_split(sp, rb, middle, last, &local_occurrences, &cur);
	m = s->intervals.at[sp->v].occurrences;
	if (local != NONE)
		from = &local_occurrences;
	first = occurrences_first(m, last, rb->end);
	if (cur.at != sp->main)
		enter = first == rb->end || (m[first].flags & OCC_READ);
	else if (first < rb->end)
		enter = taken && (m[first].flags & OCC_READ);
	else /* through a block where the register is taken meanwhile */
		enter = taken && rb->in && rb->reg_in;
	if (rb->reg_out && enter) {
		complement_fill(sp, rb->block, &cur, from);
		section_enter(sp, rb->block,
			      last < rb->end ? m[last].insn : NONE, sp->main,
			      &sp->main_occurrences, &cur, from);
	}
	occurrences_give(sp, last, rb->end, sp->main, &sp->main_occurrences,
			 &cur, from);
	if (rb->out && !rb->reg_out)
		complement_fill(sp, rb->block, &cur, from);
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
	SlotIdx last = sp->s->points[rb->block].to;
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
	Current cur = {.complement_point = NONE};

	before.end = tail_find(sp, rb);
	if (before.end == rb->end) {
		sections_split(sp, rb);
		return;
	}
	before.out = before.reg_out = false;
	sections_split(sp, &before);
	occurrences_give(sp, before.end, rb->end,
			 rb->reg_out ? sp->main : sp->complement,
			 rb->reg_out ? &sp->main_occurrences
				     : &sp->complement_occurrences,
			 &cur, &sp->main_occurrences);
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

/* May the value be computed again at a block's end?  Not if that clobbers
 * something, such as the flags that the branch reads. */
static bool
recomputes_anywhere(const Scan *s, VregId v)
{
	InsnId def = s->remat[s->intervals.at[v].origin];
	const Insn *insn;
	const Operand *o;
	uint32_t i;

	if (def == NONE)
		return true;
	insn = func_insn(s->f, def);
	o = insn_opnds(s->f, insn);
	for (i = 1; i < insn->nopnds; i++)
		if (o[i].kind == OPND_REG && (o[i].flags & OPND_DEF))
			return false;
	return true;
}

/*
 * Is it worth looking for a region again?  Where far more registers live than
 * there are, nearly all look in vain, each over all its blocks: after much of
 * that without success, leave out one of them, then two, and so on, which makes
 * the work grow with the root of their number.
 */
static bool
region_hopes(Scan *s)
{
	if (!s->region_skip)
		return true;
	s->region_skip--;
	return false;
}

static void
region_learn(Scan *s, const Region *region)
{
	if (region->reg) {
		s->region_wasted = s->region_skips = 0;
	} else if (s->region_wasted < REGION_WASTE) {
		s->region_wasted += region->looked;
	} else {
		s->region_skip = ++s->region_skips;
	}
}

/* What becomes of what is outside the region that P is split by. */
static Stage
stage_of_complement(const AllocInterval *p)
{
	return p->splits + 1 < SPLITS_MAX ? STAGE_SPLIT : STAGE_SPILL;
}

/* Split V by REGION.  COMPLEMENT: what becomes of all outside it. */
static void
region_commit(Scan *s, VregId v, const Region *region, Stage complement)
{
	Splitter sp = {.s = s, .v = v};
	uint32_t i;
	AllocInterval *p;

	sp.masked = class_is_masked(s, s->f->vregs.at[v].cls);
	sp.main = interval_add(s, v);
	sp.complement = interval_add(s, v);
	for (i = 0; i < region->n; i++)
		block_split(&sp, &region->blocks[i]);
	s->intervals.at[sp.main].hint = region->reg;
	if (complement != STAGE_NEW)
		s->intervals.at[sp.main].splits =
			s->intervals.at[sp.complement].splits =
				s->intervals.at[v].splits + 1;
	interval_finish(s, sp.main, &sp.main_occurrences, STAGE_NEW);
	interval_finish(s, sp.complement, &sp.complement_occurrences,
			complement);
	p = &s->intervals.at[v];
	p->main.n = 0;
	p->nlanes = 0;
	p->noccurrences = 0;
	p->stage = STAGE_MEMORY;
}

/* A trial of splitting V.  MEMORY: what is outside the region lives there. */
static Splitter
trial_of(Scan *s, VregId v, bool memory)
{
	return (Splitter){.s = s,
			  .v = v,
			  .main = TRIAL_MAIN,
			  .complement = TRIAL_COMPLEMENT,
			  .masked = class_is_masked(s, s->f->vregs.at[v].cls),
			  .memory = memory,
			  .trial = true};
}

/* Executions of the copies that splitting V by REGION puts in; MEMORY: and of
 * the loads and stores for what lives in memory then.  From MAX on they are not
 * counted any more. */
static double
region_cost(Scan *s, VregId v, const Region *region, bool memory, double max)
{
	Splitter sp = trial_of(s, v, memory);
	uint32_t i;

	for (i = 0; i < region->n && sp.cost < max; i++)
		block_split(&sp, &region->blocks[i]);
	return sp.cost;
}

/* The same if no block has a register at its head or end: parts inside blocks
 * alone. */
static double
blocks_cost(Scan *s, VregId v, const Region *region)
{
	Splitter sp = trial_of(s, v, true);
	uint32_t i;

	for (i = 0; i < region->n; i++) {
		RegionBlock rb;

		if (region->blocks[i].start == region->blocks[i].end)
			continue;
		rb = region->blocks[i];
		rb.reg_in = rb.reg_out = false;
		rb.taken = rb.clear = 0;
		block_split(&sp, &rb);
	}
	return sp.cost;
}

bool
region_split_around(Scan *s, VregId w, VregId v, RegId reg, double max)
{
	const AllocInterval *p = &s->intervals.at[w];
	Region region;

	if (!recomputes_anywhere(s, w) ||
	    run_is_pinned(p->occurrences, 0, p->noccurrences) ||
	    !region_around(s, w, reg, max, &region) ||
	    region_cost(s, w, &region, true, max) >= max)
		return false;
	log_evicted(s, w, v);
	log_taken(s, v, reg, TAKEN_EVICTING);
	log_split(s, w, CUT_REGION, reg);
	region_commit(s, w, &region, stage_of_complement(p));
	return true;
}

/*
 * REGION's register costs MAX or more, where it is looked at closely: those
 * that seemed no better may cost less.  The costs of the best of them; REGION
 * becomes that one's.  Only for regions of few blocks.
 */
static double
region_other(Scan *s, VregId v, Region *region, double max)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	RegId best = 0, was = region->reg;
	uint32_t i;

	if (region->looked > OTHER_BLOCKS)
		return INFINITY;
	for (i = 0; i < order->n; i++) {
		double cost;

		if (order->regs[i] == was ||
		    !region_around(s, v, order->regs[i], INFINITY, region))
			continue;
		cost = region_cost(s, v, region, true, max);
		if (cost < max) {
			max = cost;
			best = order->regs[i];
		}
	}
	region->reg = 0;
	if (!best || !region_around(s, v, best, INFINITY, region))
		return INFINITY;
	return max;
}

bool
region_split(Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];
	Region region;
	double none, cost = INFINITY;
	EvictSplit way;

	if (!recomputes_anywhere(s, v) || !region_hopes(s))
		return false;
	region_choose(s, v, &region);
	region_learn(s, &region);
	if (!region.reg && !evict_split_hopes(p))
		return false;
	if (!run_is_pinned(p->occurrences, 0, p->noccurrences)) {
		none = blocks_cost(s, v, &region);
		if (region.reg)
			cost = region_cost(s, v, &region, true,
					   none * REGION_SHARE);
		if (region.reg && cost >= none * REGION_SHARE)
			cost = region_other(s, v, &region, none * REGION_SHARE);
		way = evict_splitting(s, v, cost < none ? cost : none);
		if (way == EVICT_SPLIT_DONE)
			return true;
		if (cost >= none * REGION_SHARE)
			return false;
		/* The region's blocks are others' now. */
		if (way == EVICT_SPLIT_DEAR && region.reg &&
		    !region_around(s, v, region.reg, INFINITY, &region))
			return false;
	}
	if (!region.reg)
		return false;
	log_split(s, v, CUT_REGION, region.reg);
	region_commit(s, v, &region, stage_of_complement(p));
	return true;
}

/* Executions of copies between V and REG that would vanish by REGION. */
static double
copies_saved(const Scan *s, VregId v, const Region *region)
{
	const AllocInterval *p = &s->intervals.at[v];
	double sum = 0;
	uint32_t i, k;

	for (i = 0; i < region->n; i++) {
		const RegionBlock *rb = &region->blocks[i];
		bool taken = rb->taken != rb->clear;

		for (k = rb->start; k < rb->end; k++) {
			const IntervalOccurrence *m = &p->occurrences[k];

			if (m->flags & OCC_EDIT ||
			    copy_hint(s, v, m) != region->reg)
				continue;
			if ((rb->reg_in || !rb->in) &&
			    (!taken || occurrence_left(m) <= rb->taken))
				sum += s->freq[rb->block];
			else if ((rb->reg_out || !rb->out) &&
				 (!taken ||
				  occurrence_entered(s, m) >= rb->clear))
				sum += s->freq[rb->block];
		}
	}
	return sum;
}

/* Executions of copies between V and REG that may vanish: not those where REG
 * is taken on both sides. */
static double
copies_vanishing(Scan *s, VregId v, RegId reg)
{
	const AllocInterval *p = &s->intervals.at[v];
	InterferenceChunk **chunks = NULL;
	double sum = 0;
	uint32_t i;

	for (i = 0; i < p->noccurrences; i++) {
		const IntervalOccurrence *m = &p->occurrences[i];
		BlockId b;
		Interference interference;

		if (m->flags & OCC_EDIT || copy_hint(s, v, m) != reg)
			continue;
		b = occurrence_block(s, m);
		if (!chunks)
			chunks = interference_open(s, reg);
		interference = interference_at(s, reg, chunks, b);
		if (occurrence_left(m) <= interference.start ||
		    occurrence_entered(s, m) >= interference.end)
			sum += (double)s->freq[b];
	}
	return sum;
}

bool
region_split_hint(Scan *s, VregId v, RegId reg)
{
	Region region;
	double max;

	if (s->intervals.at[v].hint_split ||
	    interval_is_local(s, &s->intervals.at[v]) ||
	    !recomputes_anywhere(s, v))
		return false;
	/* Once: the parts must not be tried again. */
	s->intervals.at[v].hint_split = true;
	max = copies_vanishing(s, v, reg) * HINT_SHARE;
	if (max <= 0 || !region_around(s, v, reg, max, &region))
		return false;
	max = copies_saved(s, v, &region);
	if (region_cost(s, v, &region, false, max) >= max)
		return false;
	log_split(s, v, CUT_REGION, region.reg);
	region_commit(s, v, &region, STAGE_NEW);
	return true;
}
