/*
 * Splitting.  Runs of occurrences become intervals of their own; what lies
 * between them, the complement, is the interval that will live in memory if it
 * finds no register:
 *
 *   - a range over several blocks: one run for each block with at least two
 *     instructions that need a register;
 *   - a range inside one block: one run between each two calls it crosses, or
 *     else two runs, left and right of the longest gap.
 *
 * But first one run for each instruction that takes fewer registers than the
 * complement does; and last, of what is bound for memory, one run for two or
 * more instructions in a row over which a register happens to be free.
 *
 * A run is entered by a copy from the complement if its first occurrence reads,
 * and left by a copy to the complement if it writes a value that is read
 * outside.  The copies stand inside the blocks, so no edge is ever split and
 * every edge finds the register at both ends in one place.
 */
#include "core/alloc/cost.h"
#include "core/alloc/split/region_plan.h"

#include <assert.h>

static bool
run_pinned(const AllocInterval *p, OccurrenceRun run)
{
	for (uint32_t i = run.start; i < run.end; i++)
		if (p->occurrences[i].flags & OCC_PINNED)
			return true;
	return false;
}

/* Edits at the ends of a run stay with the complement where the copies of the
 * run would have to stand at the same point: it must not begin with an edit
 * that reads or end with one that writes. */
static OccurrenceRun
run_trim(const AllocInterval *p, OccurrenceRun run)
{
	const IntervalOccurrence *m = p->occurrences;

	while (run.start < run.end && (m[run.start].flags & OCC_EDIT) &&
	       (m[run.start].flags & OCC_READ))
		run.start++;
	while (run.start < run.end && (m[run.end - 1].flags & OCC_EDIT) &&
	       (m[run.end - 1].flags & OCC_WRITE))
		run.end--;
	return run;
}

static void
run_add(Scan *s, const AllocInterval *p, OccurrenceRun run, RunVec *runs)
{
	run = run_trim(p, run);
	if (run.start < run.end && !run_pinned(p, run))
		VEC_PUSH(s->arena, *runs, run);
}

static void
runs_by_block(Scan *s, const AllocInterval *p, RunVec *runs)
{
	OccurrenceRun run = {0, 0};

	while (run.start < p->noccurrences) {
		BlockId b = occurrence_block(s, &p->occurrences[run.start]);

		for (run.end = run.start;
		     run.end < p->noccurrences &&
		     occurrence_block(s, &p->occurrences[run.end]) == b;)
			run.end++;
		if (occurrences_worth(p->occurrences, run.start, run.end) &&
		    !(block_leaves_early(s->f, b) &&
		      occurrences_write(p->occurrences, run.start, run.end)))
			run_add(s, p, run, runs);
		run.start = run.end;
	}
}

/* May a run end behind occurrence I - 1 and another begin with I?  The copy
 * that leaves and the one that enters need points apart, and an edit keeps its
 * place at the inner side of its run. */
static bool
may_cut(const Scan *s, const AllocInterval *p, uint32_t i)
{
	const IntervalOccurrence *a = &p->occurrences[i - 1],
				 *b = &p->occurrences[i];

	if ((a->flags & OCC_EDIT) && (a->flags & OCC_WRITE))
		return false;
	if ((b->flags & OCC_EDIT) && (b->flags & OCC_READ))
		return false;
	return occurrence_point(s, b) >= a->pos + 2;
}

static void
runs_by_calls(Scan *s, const AllocInterval *p, RunVec *runs)
{
	OccurrenceRun run = {0, 0};

	for (uint32_t i = 1; i < p->noccurrences; i++) {
		if (!may_cut(s, p, i) ||
		    !calls_between(s, p->occurrences[i - 1].pos,
				   p->occurrences[i].pos))
			continue;
		run.end = i;
		run_add(s, p, run, runs);
		run.start = i;
	}
	run.end = p->noccurrences;
	if (run.start)
		run_add(s, p, run, runs);
}

static void
runs_by_gap(Scan *s, const AllocInterval *p, RunVec *runs)
{
	uint32_t best = 0, width = 0;

	for (uint32_t i = 1; i < p->noccurrences; i++) {
		uint32_t gap = occurrence_point(s, &p->occurrences[i]) -
			       p->occurrences[i - 1].pos;

		if (may_cut(s, p, i) && gap > width) {
			width = gap;
			best = i;
		}
	}
	if (!best)
		return;
	run_add(s, p, (OccurrenceRun){0, best}, runs);
	run_add(s, p, (OccurrenceRun){best, p->noccurrences}, runs);
}

/* Is the value that V's run leaves behind read outside it? */
static bool
run_leaves(Scan *s, const AllocInterval *p, OccurrenceRun run)
{
	const IntervalOccurrence *last = &p->occurrences[run.end - 1];
	BlockId b = occurrence_block(s, last);
	SlotIdx at = run.end < p->noccurrences &&
				     occurrence_block(
					     s, &p->occurrences[run.end]) == b
			     ? slot_at(p->occurrences[run.end].pos, SLOT_BLOCK)
			     : slot_block_end(&s->live->slots, b);

	return segs_contain(&p->main, at - 1) &&
	       at - 1 > slot_at(last->pos, SLOT_REG);
}

/* Make RUN of V the interval T, with its copies to and from COMPLEMENT. */
static void
run_split(Scan *s, VregId v, OccurrenceRun run, VregId t, VregId complement,
	  OccurrenceVec *complement_occurrences)
{
	const AllocInterval *p = &s->intervals.at[v];
	OccurrenceVec occurrences = {0};
	Edit e = {.kind = EDIT_COPY, .slot = NONE, .remat = NONE};
	const IntervalOccurrence *write = NULL;

	for (uint32_t i = run.start; i < run.end; i++) {
		const IntervalOccurrence *m = &p->occurrences[i];

		occurrence_insert(s, &occurrences, *m);
		occurrence_rename(s, m, t);
		if (m->flags & OCC_WRITE)
			write = m;
	}
	if (occurrences_read(p->occurrences, run.start, run.end)) {
		e.dst = t;
		e.src = complement;
		edit_place_before(s, p->occurrences[run.start].insn, &e);
		copy_add(s, e, complement_occurrences, &occurrences);
	}
	if (write && run_leaves(s, p, run)) {
		e.dst = complement;
		e.src = t;
		edit_place_behind(s, write->insn, &e);
		copy_add(s, e, &occurrences, complement_occurrences);
	}
	s->intervals.at[t].occurrences = occurrences.at;
	s->intervals.at[t].noccurrences = occurrences.n;
}

/* Drop the runs that leave a value written by an edit: the copy would need a
 * point right behind the edit's, which there is not. */
static void
runs_check(Scan *s, const AllocInterval *p, RunVec *runs)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < runs->n; i++) {
		const IntervalOccurrence *write = NULL;
		OccurrenceRun run = runs->at[i];

		for (uint32_t k = run.start; k < run.end; k++)
			if (p->occurrences[k].flags & OCC_WRITE)
				write = &p->occurrences[k];
		if (!write || !(write->flags & OCC_EDIT) ||
		    !run_leaves(s, p, run))
			runs->at[n++] = run;
	}
	runs->n = n;
}

/* By PLAN's runs. */
static void
runs_commit(Scan *s, VregId v, const SplitPlan *plan)
{
	const RunVec *runs = &plan->runs;
	VregId complement = interval_add(s, v);
	OccurrenceVec complement_occurrences = {0};
	uint32_t k = 0;

	for (uint32_t i = 0; i < runs->n; i++) {
		for (; k < runs->at[i].start; k++) {
			occurrence_insert(s, &complement_occurrences,
					  s->intervals.at[v].occurrences[k]);
			occurrence_rename(s, &s->intervals.at[v].occurrences[k],
					  complement);
		}
		VregId t = interval_add(s, v);
		run_split(s, v, runs->at[i], t, complement,
			  &complement_occurrences);
		s->intervals.at[t].stage = plan->own;
		interval_compute(s, t);
		queue_put(s, t);
		k = runs->at[i].end;
	}
	for (; k < s->intervals.at[v].noccurrences; k++) {
		occurrence_insert(s, &complement_occurrences,
				  s->intervals.at[v].occurrences[k]);
		occurrence_rename(s, &s->intervals.at[v].occurrences[k],
				  complement);
	}
	s->intervals.at[complement].occurrences = complement_occurrences.at;
	s->intervals.at[complement].noccurrences = complement_occurrences.n;
	s->intervals.at[complement].stage = plan->complement;
	interval_queue_parts(s, complement);
	interval_empty(s, v);
}

/* A run for each instruction marked NARROW; false: one of them cannot have
 * one. */
static bool
runs_by_class(Scan *s, const AllocInterval *p, const uint8_t *narrow,
	      RunVec *runs)
{
	const IntervalOccurrence *m = p->occurrences;

	for (OccurrenceRun run = {0, 0}; run.start < p->noccurrences;
	     run.start = run.end) {
		bool wanted = narrow[run.start];

		for (run.end = run.start + 1;
		     run.end < p->noccurrences &&
		     !(m[run.end].flags & OCC_EDIT) &&
		     m[run.end].insn == m[run.start].insn;
		     run.end++)
			wanted |= narrow[run.end];
		if (!wanted)
			continue;
		if (m[run.start].flags & (OCC_EDIT | OCC_COPY) ||
		    run_pinned(p, run) ||
		    (run.start && !may_cut(s, p, run.start)) ||
		    (run.end < p->noccurrences && !may_cut(s, p, run.end)) ||
		    (occurrences_write(m, run.start, run.end) &&
		     block_leaves_early(s->f,
					occurrence_block(s, &m[run.start]))))
			return false;
		VEC_PUSH(s->arena, *runs, run);
	}
	return true;
}

/* The instructions that keep V's class narrow: taken from the rest.  (LLVM's
 * greedy allocator, tryInstructionSplit, comes to that last of all.)  Where
 * there are none, as what kept it narrow was joined, or the input alone says
 * so, all of V takes the wider class if only one of its registers survives the
 * calls. */
static bool
split_by_class(Scan *s, VregId v, SplitPlan *plan)
{
	const AllocInterval *p = &s->intervals.at[v];

	if (s->options->kind == REGALLOC_FAST || !interval_may_widen(s, v))
		return false;
	uint8_t *narrow = ARENA_RAW(s->arena, uint8_t, p->noccurrences);
	plan->how = CUT_CLASS;
	/* In memory, it would need as narrow a register to get there. */
	plan->own = STAGE_DONE;
	plan->complement = STAGE_NEW;
	if (!interval_narrow_occurrences(s, v, narrow) ||
	    !runs_by_class(s, p, narrow, &plan->runs))
		return false;
	if (plan->runs.n)
		return true;
	plan->how = CUT_WIDER;
	return interval_survives_wider(s, v);
}

bool
split_by_blocks(Scan *s, VregId v, SplitPlan *plan)
{
	const AllocInterval *p = &s->intervals.at[v];

	*plan = (SplitPlan){.how = CUT_BLOCKS, .complement = STAGE_SPILL};
	if (interval_is_local(s, p))
		return false;
	runs_by_block(s, p, &plan->runs);
	runs_check(s, p, &plan->runs);
	return plan->runs.n != 0;
}

/* How many occurrences of P from I on, in one block, REG is free for. */
static uint32_t
occurrences_free(Scan *s, const AllocInterval *p, uint32_t i, RegId reg)
{
	const IntervalOccurrence *m = p->occurrences;
	SlotIdx until = units_free_until(
		s, reg, slot_at(occurrence_point(s, &m[i]), SLOT_BLOCK));
	BlockId b = occurrence_block(s, &m[i]);
	uint32_t n = 0;

	for (; i < p->noccurrences && occurrence_block(s, &m[i]) == b &&
	       slot_at(m[i].pos,
		       m[i].flags & OCC_WRITE ? SLOT_DEAD : SLOT_REG) < until;
	     i++)
		n++;
	return n;
}

/* The longest run of P from I on over which one of ORDER is free. */
static OccurrenceRun
run_where_free(Scan *s, const AllocInterval *p, uint32_t i, const Order *order)
{
	OccurrenceRun run = {i, i};

	for (uint32_t k = 0; k < order->n; k++) {
		uint32_t n = occurrences_free(s, p, i, order->regs[k]);

		if (i + n > run.end)
			run.end = i + n;
	}
	while (run.end > i && run.end < p->noccurrences &&
	       !may_cut(s, p, run.end))
		run.end--;
	return run;
}

/* Do those of RUN need a register at two places? */
static bool
run_needs_twice(const AllocInterval *p, OccurrenceRun run)
{
	const IntervalOccurrence *m = p->occurrences;
	uint32_t n = 0, last = NONE;

	for (uint32_t i = run.start; i < run.end; i++)
		if (!(m[i].flags & OCC_COPY) && m[i].pos != last) {
			last = m[i].pos;
			n++;
		}
	return n > 1;
}

/* Does RUN leave out more than edits of P?  Else it would be the same interval
 * again, and so on. */
static bool
run_leaves_out(const AllocInterval *p, OccurrenceRun run)
{
	for (uint32_t i = 0; i < p->noccurrences; i++)
		if ((i < run.start || i >= run.end) &&
		    !(p->occurrences[i].flags & OCC_EDIT))
			return true;
	return false;
}

bool
split_where_free(Scan *s, VregId v, SplitPlan *plan)
{
	const AllocInterval *p = &s->intervals.at[v];
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	OccurrenceRun run = {0, 0};

	*plan = (SplitPlan){.how = CUT_FREE, .complement = STAGE_REST};
	for (; run.start < p->noccurrences; run.start = run.end) {
		if (!(p->occurrences[run.start].flags & OCC_COPY) &&
		    (!run.start || may_cut(s, p, run.start)))
			run = run_where_free(s, p, run.start, order);
		if (run_needs_twice(p, run) &&
		    !(occurrences_write(p->occurrences, run.start, run.end) &&
		      block_leaves_early(
			      s->f,
			      occurrence_block(s, &p->occurrences[run.start]))))
			run_add(s, p, run, &plan->runs);
		else
			run.end = run.start + 1;
	}
	runs_check(s, p, &plan->runs);
	return plan->runs.n > 1 ||
	       (plan->runs.n && run_leaves_out(p, plan->runs.at[0]));
}

/* Runs between calls or, if there are none, on both sides of the widest gap. */
static bool
split_inside(Scan *s, VregId v, SplitPlan *plan)
{
	const AllocInterval *p = &s->intervals.at[v];

	plan->how = CUT_CALLS;
	plan->complement = STAGE_SPILL;
	plan->otherwise = interval_gain(s, v);
	if (p->preserved)
		runs_by_calls(s, p, &plan->runs);
	if (!plan->runs.n) {
		plan->how = CUT_GAP;
		runs_by_gap(s, p, &plan->runs);
	}
	/* A single run would be the same interval again. */
	if (plan->runs.n < 2)
		return false;
	runs_check(s, p, &plan->runs);
	return plan->runs.n >= 2;
}

bool
split_plan(Scan *s, VregId v, SplitPlan *plan)
{
	const AllocInterval *p = &s->intervals.at[v];

	*plan = (SplitPlan){0};
	if (p->noccurrences < 2)
		return false;
	if (split_by_class(s, v, plan))
		return true;
	plan->runs.n = 0;
	if (interval_is_local(s, p))
		return split_inside(s, v, plan);
	return p->splits < SPLITS_MAX && region_plan(s, v, plan);
}

void
split_take(Scan *s, VregId v, const SplitPlan *plan)
{
	assert(!s->regs.at[v]);
	log_split(s, v, plan->how, plan->region.reg);
	if (plan->how == CUT_REGION || plan->how == CUT_LOOP)
		region_commit(s, v, &plan->region, plan->complement);
	else
		runs_commit(s, v, plan);
}
