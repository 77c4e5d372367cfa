/*
 * The passes up to allocated code, each as the pipeline's table names it.
 */
#include "core/passes.h"

#include "core/analysis/frequency.h"
#include "core/analysis/price.h"
#include "core/analysis/kills.h"
#include "core/analysis/listed.h"
#include "core/analysis/reserved.h"
#include "core/analysis/validate.h"
#include "core/base/bits.h"
#include "core/coalesce/copies_back.h"
#include "core/coalesce/hoist.h"
#include "core/coalesce/remat_copies.h"
#include "core/coalesce/rematerializable.h"
#include "core/explain/explain.h"
#include "core/prepare/edge_split.h"
#include "core/prepare/flag_copies.h"
#include "core/prepare/lower.h"
#include "core/prepare/raise.h"
#include "core/prepare/scheduled.h"
#include "core/prepare/tuples.h"
#include "core/prepare/unfold.h"
#include "core/prepare/webs.h"
#include "core/print.h"
#include "core/report/report.h"
#include "core/rewrite/rewrite.h"

#include <string.h>

/* What -explain asks of this function. */
static void
explained_find(Job *j)
{
	for (uint32_t i = 0; i < j->options->nexplain; i++) {
		QuestionRange there;

		j->explain[i] = question_read(j->parsed, j->options->explain[i],
					      &there, j->tmp);
		if (j->explain[i].kind)
			j->stats->explained |= (uint64_t)1 << i;
		stats_there(j->stats, &there);
	}
}

void
job_open(Job *j)
{
	const PipelineOptions *o = j->options;
	Func *f = j->f;

	stats_read(j->stats, f);
	explained_find(j);
	f->variant = o->variant;
	f->variant = func_variant(f);
	f->traits.strict = o->strict;
	f->traits.lane_liveness = pipeline_lane_liveness(o, f->target);
}

Result
pass_validate(Job *j)
{
	return validate_func(j->parsed, j->tmp) ? RESULT_OK : RESULT_INPUT;
}

/* Liveness, intervals and lanes of the function as it is now, timed apart;
 * UNITS: those of physical registers, too. */
static bool
live_build(Job *j, Live *live, bool lanes, bool units, Arena *arena)
{
	double start = j->options->time_passes ? stats_clock() : 0;
	bool ok = intervals_build(live, j->f, &j->cfg,
				  units ? j->reserved : NULL, lanes, arena);

	if (j->options->time_passes)
		j->stats->live_seconds += stats_clock() - start;
	return ok;
}

/* Is the function printed as it is behind the pass NAME? */
static bool
stops_after(const Job *j, const char *name)
{
	const PipelineOptions *o = j->options;

	return pipeline_prints_code(o) && o->stop_after &&
	       !strcmp(o->stop_after, name);
}

/* The analyses that are asked for, of the function as it was read. */
static Result
analyses_ask(Job *j)
{
	const PipelineOptions *o = j->options;
	Result result = RESULT_OK;

	if (o->print & PRINT_ANALYSES || o->demand_limit)
		result = analyses_print(j->parsed, o, j->reserved, j->tmp,
					j->out);
	job_clean(j);
	return result;
}

/* The registers that the function must leave alone or save. */
static void
registers_find(Job *j)
{
	uint32_t n = BITS_WORDS(j->f->target->n_regs);

	j->reserved = ARENA_NEW(j->keep, uint64_t, n);
	func_reserved(j->parsed, j->reserved);
	j->saved = ARENA_NEW(j->keep, uint64_t, n);
	func_saved(j->parsed, j->saved);
}

Result
pass_analysis(Job *j)
{
	Live live;

	registers_find(j);
	bool listed = livein_lists_check(j->parsed, j->reserved, j->tmp);
	cfg_build(j->parsed, &j->cfg, j->keep, j->tmp);
	j->freqs.now = frequency_estimate(j->parsed, &j->cfg, j->keep, j->tmp);
	j->freqs.parsed = j->freqs.code = j->freqs.now;
	Result result = analyses_ask(j);
	if (result == RESULT_OK && !listed)
		return RESULT_INPUT;
	if (result != RESULT_OK || !stops_after(j, "analysis"))
		return result;
	if (!live_build(j, &live, j->f->traits.lane_liveness, true, j->tmp))
		return RESULT_INPUT;
	flags_recompute(&live, j->f);
	return RESULT_OK;
}

/* Has somebody else allocated F?  False, with a message, if it has virtual
 * registers. */
static bool
is_allocated(Func *f)
{
	FOR_VEC(Operand, o, f->opnds) {
		if (o->kind != OPND_VREG || o->flags & OPND_DEBUG)
			continue;
		diag_error(f->diag, o->loc,
			   "-start-after: a virtual register is left");
		return false;
	}
	f->traits.allocated = true;
	return true;
}

Result
job_resume(Job *j)
{
	registers_find(j);
	if (!is_allocated(j->f) ||
	    !livein_lists_check(j->f, j->reserved, j->tmp))
		return RESULT_INPUT;
	if (!j->parsed->blocks.n)
		return RESULT_OK;
	cfg_build(j->parsed, &j->cfg, j->keep, j->tmp);
	j->freqs.code = frequency_estimate(j->parsed, &j->cfg, j->keep, j->tmp);
	return analyses_ask(j);
}

Result
pass_expand(Job *j)
{
	Func *f = flag_copies_func(j->parsed, j->keep);

	if (f)
		f = expand_func(f, true, j->keep);
	if (!f)
		return RESULT_INPUT;
	j->parsed = j->f = f;
	return RESULT_OK;
}

/* The page tells of all registers, a comparison of any. */
static uint64_t *
all_wanted(Job *j, uint32_t n)
{
	uint64_t *wanted = ARENA_NEW(j->keep, uint64_t, BITS_WORDS(n));

	for (uint32_t i = 0; i < n; i++)
		bits_add(wanted, i);
	return wanted;
}

/* A log, if anybody asks for what it says. */
static void
log_open(Job *j)
{
	const PipelineOptions *o = j->options;
	uint32_t n = j->parsed->vregs.n;
	uint64_t *wanted = NULL;
	bool asked = false, all = o->print & PRINT_SCAN || o->compare;

	for (uint32_t i = 0; i < o->nexplain; i++) {
		if (j->explain[i].kind != QUESTION_VALUE) {
			asked |= j->explain[i].kind != QUESTION_NONE;
			all |= j->explain[i].kind == QUESTION_PLACE;
			continue;
		}
		if (!wanted)
			wanted = ARENA_NEW(j->keep, uint64_t, BITS_WORDS(n));
		bits_add(wanted, j->explain[i].v);
	}
	if ((pipeline_prints_data(o) || o->compare) && report_tells(j->f))
		wanted = all_wanted(j, n);
	if (asked || wanted || o->print & PRINT_ALLOCATED ||
	    pipeline_prints_data(o) || pipeline_prints_c1(o) || o->compare)
		j->log = log_new(j->f, wanted, n, j->keep);
	if (all || (asked && wanted))
		j->log->extent = LOG_OF_ALL;
	else if (asked)
		j->log->extent = LOG_OF_SPILLED;
}

Result
pass_schedule_before(Job *j)
{
	if (j->retry.wary)
		return RESULT_OK;
	j->retry.said = diag_mark(j->f->diag);
	j->retry.f = j->f;
	Reordered s = func_scheduled(j->f, j->options->schedule_before, &j->cfg,
				     j->reserved, j->keep);
	if (!s.f)
		return RESULT_INPUT;
	if (s.f == j->f)
		return RESULT_OK;
	j->change.before = j->f;
	j->change.from = j->retry.from = s.from;
	j->parsed = j->f = s.f;
	return RESULT_OK;
}

/* The code before scheduling, in another order since, is put in the order FROM
 * of N instructions. */
static void
order_take(Job *j, const InsnId *from, uint32_t n)
{
	Retry *r = &j->retry;

	if (r->from)
		order_compose(r->from, from, n, j->tmp);
	else
		r->from = arena_copy(j->keep, from, n * sizeof(*from),
				     n * sizeof(*from));
}

/* What the next pass needs too is kept. */
Result
pass_raise(Job *j)
{
	operand_facts_find(&j->facts, j->parsed, j->reserved, j->tmp);
	j->facts.in_order = j->retry.wary;
	Reordered r = func_raised(j->parsed, &j->facts, j->keep, j->tmp);
	if (r.f == j->parsed)
		return RESULT_OK;
	j->change.before = j->parsed;
	j->change.from = r.from;
	order_take(j, r.from, r.f->insns.n);
	j->parsed = j->f = r.f;
	operand_facts_find(&j->facts, j->parsed, j->reserved, j->tmp);
	return RESULT_OK;
}

Result
pass_lower(Job *j)
{
	EdgePlan edges;

	steady_find(&j->steady, j->parsed, j->reserved, j->keep);
	bool open = edges_open(&edges, j->parsed, &j->facts, &j->cfg,
			       j->freqs.now, j->tmp);
	j->f = lower_func(j->parsed, &j->facts, open ? &edges : NULL,
			  &j->freqs.now, j->keep, j->tmp);
	j->freqs.code = j->freqs.now;
	if (!j->f)
		return RESULT_INPUT;
	if (open)
		cfg_build(j->f, &j->cfg, j->keep, j->tmp);
	j->freqs.price = prices_find(j->f, j->freqs.now, j->keep);
	log_open(j);
	/* Of two orders one is enough, unless both are explained. */
	if (j->retry.from && !j->log)
		j->retry.kills = func_put_away(j->retry.f);
	return RESULT_OK;
}

bool
job_again(Job *j)
{
	Retry *r = &j->retry;

	if (r->wary)
		return false;
	r->wary = true;
	job_drop(j);
	if (r->kills)
		func_take_back(r->f, j->parsed, r->from, r->kills, j->tmp);
	r->from = NULL;
	r->kills = NULL;
	j->parsed = j->f = r->f;
	j->parsed->traits.lane_liveness |=
		j->options->subreg_liveness == SUBREG_AS_TARGET;
	diag_forget(j->parsed->diag, r->said);
	j->freqs.now = j->freqs.code = j->freqs.parsed;
	cfg_build(j->parsed, &j->cfg, j->keep, j->tmp);
	return true;
}

Result
pass_unfold_loads(Job *j)
{
	Coalescing *c = &j->coalescing;

	if (j->options->alloc.kind == REGALLOC_SCAN)
		return RESULT_OK;
	if (!live_build(j, &c->live, true, false, j->tmp))
		return RESULT_INPUT;
	/* What lowering put between tied values is no copy of a register. */
	if (j->f->traits.returns_twice && split_webs(j->f, &c->live, j->tmp) &&
	    !live_build(j, &c->live, true, false, j->tmp))
		return RESULT_INPUT;
	c->marks = candidates_find(j->f, j->tmp);
	loads_unfold(j->f, &c->live, &c->marks, j->tmp);
	return RESULT_OK;
}

static CoalesceInput
coalesce_input(Job *j)
{
	return (CoalesceInput){.f = j->f,
			       .live = &j->coalescing.live,
			       .cfg = &j->cfg,
			       .marks = &j->coalescing.marks,
			       .price = j->freqs.price,
			       .reserved = j->reserved,
			       .constants = &j->coalescing.found,
			       .wary = j->retry.wary,
			       .log = j->log,
			       .tmp = j->tmp};
}

Result
pass_coalesce(Job *j)
{
	Coalescing *c = &j->coalescing;

	if (j->options->alloc.kind == REGALLOC_SCAN) {
		coalesce_nothing(j->f, j->log);
		return RESULT_OK;
	}
	/* Joined registers have several values, and no longer tell. */
	c->found = constants_find(j->f, &c->live, &j->steady, j->reserved,
				  &c->marks, j->tmp);
	CoalesceInput in = coalesce_input(j);
	c->joined = coalesce_run(&in);
	copies_back(&in, &c->joined);
	return RESULT_OK;
}

Result
pass_rematerialize(Job *j)
{
	Coalescing *c = &j->coalescing;
	CoalesceInput in = coalesce_input(j);

	if (j->options->alloc.kind != REGALLOC_SCAN)
		constants_recompute(&in, &c->joined);
	return RESULT_OK;
}

/* The live intervals that are allocated, of the function as it is now, in place
 * of those of before. */
static bool
live_renew(Job *j)
{
	job_drop(j);
	j->live_stale = !live_build(j, &j->live, j->f->traits.lane_liveness,
				    true, j->tmp);
	job_hold(j);
	return !j->live_stale;
}

Result
pass_split_webs(Job *j)
{
	if (!live_renew(j))
		return RESULT_INPUT;
	j->live_stale = split_webs(j->f, &j->live, j->tmp);
	return RESULT_OK;
}

Result
pass_hoist(Job *j)
{
	const HoistInput in = {.f = j->f,
			       .parsed = j->parsed,
			       .live = &j->live,
			       .cfg = &j->cfg,
			       .price = j->freqs.price,
			       .reserved = j->reserved,
			       .steady = &j->steady};

	if (j->options->alloc.kind != REGALLOC_LINEAR || j->retry.wary ||
	    !j->cfg.nloops)
		return RESULT_OK;
	if (j->live_stale && !live_renew(j))
		return RESULT_INPUT;
	j->live_stale = hoist_computations(&in, j->tmp);
	return RESULT_OK;
}

Result
pass_split_tuples(Job *j)
{
	if (!j->f->traits.lane_liveness)
		return RESULT_OK;
	if (j->live_stale && !live_renew(j))
		return RESULT_INPUT;
	j->live_stale = split_tuples(j->f, &j->live, j->freqs.price,
				     j->reserved, j->retry.wary, j->tmp);
	return RESULT_OK;
}

Result
pass_intervals(Job *j)
{
	if (j->live_stale && !live_renew(j))
		return RESULT_INPUT;
	entry_complete(j->f, &j->live, j->tmp);
	if (!j->retry.wary &&
	    (j->options->stats || pipeline_prints_data(j->options)))
		stats_live(j->stats, j->f, &j->live);
	return RESULT_OK;
}

Result
pass_allocate(Job *j)
{
	const AllocInput in = {.f = j->f,
			       .parsed = j->parsed,
			       .cfg = &j->cfg,
			       .live = &j->live,
			       .price = j->freqs.price,
			       .steady = &j->steady,
			       .saved = j->saved,
			       .options = &j->options->alloc,
			       .log = j->log,
			       .arena = j->tmp};

	if (j->log)
		log_watch(j->log, j->f);
	j->lowered = j->f;
	j->allocated = alloc_run(&j->alloc, &in);
	job_hold(j);
	stats_allocated(j->stats, &j->alloc.counts);
	return j->allocated ? RESULT_OK : RESULT_ALLOC;
}

Result
pass_rewrite(Job *j)
{
	Func *lowered = j->f;

	j->f = rewrite_func(lowered, &j->live, &j->alloc, j->keep);
	if (!j->log) {
		func_discard_code(lowered);
		job_drop(j);
	}
	return j->f ? RESULT_OK : RESULT_ALLOC;
}
