/*
 * The pipeline: one table of passes, one driver.
 */
#include "core/pipeline.h"

#include "core/alloc/alloc.h"
#include "core/analysis/frequency.h"
#include "core/analysis/intervals.h"
#include "core/analysis/kills.h"
#include "core/analysis/listed.h"
#include "core/analysis/reserved.h"
#include "core/analysis/validate.h"
#include "core/base/bits.h"
#include "core/check/check.h"
#include "core/coalesce/coalesce.h"
#include "core/coalesce/remat_copies.h"
#include "core/emit/asm.h"
#include "core/explain/cost.h"
#include "core/explain/explain.h"
#include "core/explain/places.h"
#include "core/mirtext/mir.h"
#include "core/model/edges.h"
#include "core/post.h"
#include "core/prepare/edge_split.h"
#include "core/prepare/lower.h"
#include "core/prepare/tuples.h"
#include "core/prepare/unfold.h"
#include "core/prepare/webs.h"
#include "core/print.h"
#include "core/rewrite/convert.h"
#include "core/rewrite/edges.h"
#include "core/rewrite/flags.h"
#include "core/rewrite/loads.h"
#include "core/rewrite/rewrite.h"

#include <string.h>
#include <time.h>

/* One function on its way. */
typedef struct {
	Func *parsed; /* as read and expanded: what the checker compares with */
	Func *f;      /* as it is now */
	const PipelineOptions *options;
	Arena *keep, *tmp;
	Buf *out, *dump;
	Stats *stats;
	void *figures;
	uint64_t *reserved, *saved;
	Steady steady;
	Cfg cfg;
	float *freq, *parsed_freq;
	float *code_freq; /* of F, which may have more blocks in the end */
	Live live;
	Alloc alloc;
	AllocLog *log; /* NULL: nobody asks */
	Func *lowered; /* as allocation left it */
	Flags *flags;  /* what marks were found from, if
			  edges may have blocks of their own */
	bool allocated;
	VregId explain[EXPLAIN_MAX]; /* or NONE */
	double clock;		     /* where the last pass ended, if timed */
	DiagMark said;		     /* before lowering */
	bool wary; /* joins that narrow anything have left too few registers */
} Job;

static Result
job_result(const Job *j)
{
	return j->parsed->diag->errors ? RESULT_INPUT : RESULT_OK;
}

/* Registers that the function would have to save before using them. */
static void
saved_find(Job *j)
{
	const Target *t = j->f->target;
	Slice list = t->callee_saved;
	const RegId *regs = t->reg_lists;
	uint32_t i, k, n = list.end - list.start;

	j->saved = ARENA_NEW(j->keep, uint64_t, BITS_WORDS(t->n_regs));
	if (func_field_true(j->f, "machineFunctionInfo.isEntryFunction"))
		return;
	regs += list.start;
	if (j->f->has_callee_saved) {
		regs = j->f->callee_saved.at;
		n = j->f->callee_saved.n;
	}
	for (i = 0; i < n; i++) {
		Slice subs = t->regs[regs[i]].subs;
		Slice supers = t->regs[regs[i]].supers;

		bits_add(j->saved, regs[i]);
		for (k = subs.start; k < subs.end; k++)
			bits_add(j->saved, t->reg_subs[k].reg);
		for (k = supers.start; k < supers.end; k++)
			bits_add(j->saved, t->reg_supers[k]);
	}
}

static Result
run_validate(Job *j)
{
	return validate_func(j->parsed, j->tmp) ? RESULT_OK : RESULT_INPUT;
}

static Result
run_expand(Job *j)
{
	Func *f = expand_func(j->parsed, j->keep);

	if (!f)
		return RESULT_INPUT;
	j->parsed = j->f = f;
	return RESULT_OK;
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
	arena_reset(j->tmp);
	return result;
}

static Result
run_analysis(Job *j)
{
	Live live;
	const Target *t = j->f->target;
	Result result;
	bool listed;

	j->reserved = ARENA_NEW(j->keep, uint64_t, BITS_WORDS(t->n_regs));
	func_reserved(j->parsed, j->reserved);
	saved_find(j);
	listed = livein_lists_check(j->parsed, j->reserved, j->tmp);
	cfg_build(j->parsed, &j->cfg, j->keep, j->tmp);
	j->freq = frequency_estimate(j->parsed, &j->cfg, j->keep, j->tmp);
	j->parsed_freq = j->code_freq = j->freq;
	result = analyses_ask(j);
	if (result == RESULT_OK && !listed)
		return RESULT_INPUT;
	if (result != RESULT_OK || !stops_after(j, "analysis"))
		return result;
	if (!live_build(j, &live, j->f->lane_liveness, true, j->tmp))
		return RESULT_INPUT;
	flags_recompute(&live, j->f);
	return RESULT_OK;
}

/* A log, if anybody asks for what it says. */
static void
log_open(Job *j)
{
	const PipelineOptions *o = j->options;
	uint32_t n = j->parsed->vregs.n, i;
	uint64_t *wanted = NULL;

	for (i = 0; i < o->nexplain; i++) {
		if (j->explain[i] == NONE)
			continue;
		if (!wanted)
			wanted = ARENA_NEW(j->keep, uint64_t, BITS_WORDS(n));
		bits_add(wanted, j->explain[i]);
	}
	if (wanted || o->print & PRINT_ALLOCATED ||
	    (o->emit == EMIT_JSON && pipeline_prints_code(o)))
		j->log = log_new(j->f, wanted, n, j->keep);
	if (o->print & PRINT_SCAN)
		j->log->all = true;
}

static Result
run_lower(Job *j)
{
	Mentions mentions;
	EdgePlan edges;
	bool open;

	steady_find(&j->steady, j->parsed, j->reserved, j->keep);
	j->said = diag_mark(j->parsed->diag);
	mentions_scan(&mentions, j->parsed, j->reserved, j->tmp);
	open = edges_open(&edges, j->parsed, &mentions, &j->cfg, j->freq,
			  j->tmp);
	j->f = lower_func(j->parsed, &mentions, open ? &edges : NULL, &j->freq,
			  j->keep, j->tmp);
	j->code_freq = j->freq;
	if (!j->f)
		return RESULT_INPUT;
	if (open)
		cfg_build(j->f, &j->cfg, j->keep, j->tmp);
	log_open(j);
	return RESULT_OK;
}

static Result
run_coalesce(Job *j)
{
	Landmarks marks;
	InsnId *found;
	Joined joined;
	Live live;

	if (j->options->alloc.kind == REGALLOC_SCAN) {
		coalesce_nothing(j->f, j->log);
		return RESULT_OK;
	}
	if (!live_build(j, &live, true, false, j->tmp))
		return RESULT_INPUT;
	marks = landmarks_find(j->f, j->tmp);
	loads_unfold(j->f, &live, &marks, j->tmp);
	found = constants_find(j->f, &live, &j->steady, &marks, j->tmp);
	joined = coalesce_run(j->f, &live, &marks, j->freq, j->reserved,
			      j->wary, j->log, j->tmp);
	constants_recompute(j->f, &live.slots, found, &marks, &joined,
			    j->reserved, j->tmp);
	return RESULT_OK;
}

static Result
run_intervals(Job *j)
{
	if (!live_build(j, &j->live, j->f->lane_liveness, true, j->keep))
		return RESULT_INPUT;
	if (separate_values(j->f, &j->live, j->tmp) &&
	    !live_build(j, &j->live, j->f->lane_liveness, true, j->keep))
		return RESULT_INPUT;
	if (j->f->lane_liveness &&
	    scatter_tuples(j->f, &j->live, j->freq, j->reserved, j->tmp) &&
	    !live_build(j, &j->live, true, true, j->keep))
		return RESULT_INPUT;
	entry_complete(j->f, &j->live, j->tmp);
	if (!j->wary && (j->options->stats || j->options->emit == EMIT_JSON))
		stats_live(j->stats, j->f, &j->live);
	return RESULT_OK;
}

static Result
run_allocate(Job *j)
{
	if (j->log)
		log_watch(j->log, j->f);
	j->lowered = j->f;
	j->allocated =
		alloc_run(&j->alloc, j->f, j->parsed, &j->cfg, &j->live,
			  j->freq, &j->steady, j->saved, j->f->lane_liveness,
			  &j->options->alloc, j->log, j->keep);
	stats_allocated(j->stats, &j->alloc.counts);
	return j->allocated ? RESULT_OK : RESULT_ALLOC;
}

/* No allocation was found: forget what came of lowering.  False: that has been
 * done before. */
static bool
lower_again(Job *j)
{
	if (j->wary)
		return false;
	j->wary = true;
	diag_forget(j->parsed->diag, j->said);
	j->freq = j->code_freq = j->parsed_freq;
	cfg_build(j->parsed, &j->cfg, j->keep, j->tmp);
	return true;
}

static Result
run_rewrite(Job *j)
{
	j->f = rewrite_func(j->f, &j->live, &j->alloc, j->keep);
	return j->f ? RESULT_OK : RESULT_ALLOC;
}

static Result
run_flags(Job *j)
{
	uint8_t *gone;

	j->flags = flags_mark(j->f, j->reserved,
			      edges_allowed(j->f) ? j->keep : j->tmp, j->tmp);
	gone = convert_three_address(j->f, j->parsed, j->reserved, j->tmp);
	gone = loads_fold(j->f, gone, j->tmp);
	if (gone)
		func_remove(j->f, gone, j->tmp);
	return job_result(j);
}

static Result
run_edges(Job *j)
{
	float *closed = edges_close(j->f, j->freq, j->keep, j->tmp);
	float *split;

	if (closed)
		j->code_freq = closed;
	split = edges_split(j->f, j->code_freq, j->reserved, j->keep, j->tmp);
	if (!split)
		return job_result(j);
	j->code_freq = split;
	if (j->flags)
		flags_update(j->flags, j->tmp);
	else
		flags_mark(j->f, j->reserved, j->tmp, j->tmp);
	return job_result(j);
}

static Result
run_check(Job *j)
{
	CheckOptions options = {0};

	if (!j->options->verify)
		return RESULT_OK;
	return check_allocation(j->parsed, j->f, j->reserved, &options,
				j->parsed->diag) == CHECK_RIGHT
		       ? RESULT_OK
		       : RESULT_VERIFY;
}

/* One of the passes behind allocation. */
static Result
run_post(Job *j, Result (*pass)(PostJob *))
{
	PostJob post = {.f = j->f,
			.options = j->options,
			.reserved = j->reserved,
			.saved = j->saved,
			.keep = j->keep,
			.tmp = j->tmp,
			.out = j->out,
			.stats = j->stats};
	Result result = pass(&post);

	j->f = post.f;
	return result;
}

static Result
run_deps(Job *j)
{
	return run_post(j, post_deps);
}

static Result
run_cleanup(Job *j)
{
	return run_post(j, post_clean);
}

static Result
run_antidep(Job *j)
{
	return run_post(j, post_antidep);
}

static Result
run_schedule(Job *j)
{
	return run_post(j, post_schedule);
}

static const struct {
	const char *name;
	Result (*run)(Job *);
} PASSES[] = {
	{"parse", NULL},
	{"validate", run_validate},
	{"analysis", run_analysis},
	{"expand", run_expand},
	{"lower", run_lower},
	{"coalesce", run_coalesce},
	{"intervals", run_intervals},
	{"allocate", run_allocate},
	{"rewrite", run_rewrite},
	{"flags", run_flags},
	{"edges", run_edges},
	{"check", run_check},
	{"cleanup", run_cleanup},
	{"deps", run_deps},
	{"antidep", run_antidep},
	{"schedule", run_schedule},
};

enum {
	NPASSES = sizeof(PASSES) / sizeof(PASSES[0]),
	PASS_LOWER = 4,
	PASS_POST = 12, /* first one that works on what others allocated */
};

bool
pipeline_starts_after(const char *name)
{
	static const char *const llvm[] = {
		"virtregrewriter", "virtregrewriter,1", "stack-slot-coloring",
		"machine-cp",	   "machinelicm",	"prologepilog",
		"postrapseudos",   "machine-scheduler",
	};
	unsigned i;

	for (i = 0; i < sizeof(llvm) / sizeof(llvm[0]); i++)
		if (!strcmp(llvm[i], name))
			return true;
	for (i = PASS_POST - 1; i < NPASSES; i++)
		if (!strcmp(PASSES[i].name, name))
			return true;
	return false;
}

int
pipeline_pass(const char *name, size_t len)
{
	unsigned i;

	for (i = 0; i < NPASSES; i++)
		if (strlen(PASSES[i].name) == len &&
		    !memcmp(PASSES[i].name, name, len))
			return (int)i;
	return -1;
}

bool
pipeline_prints_code(const PipelineOptions *options)
{
	return !options->print && !options->nexplain;
}

bool
pipeline_tells_lines(const PipelineOptions *options)
{
	return options->asm_comments || !pipeline_prints_code(options);
}

/* Does -stop-after let pass NAME run? */
static bool
reaches(const PipelineOptions *options, const char *name)
{
	const char *stop = options->stop_after;

	return !stop || pipeline_pass(stop, strlen(stop)) >=
				pipeline_pass(name, strlen(name));
}

static bool
allocates(const PipelineOptions *options)
{
	return !options->start_after && reaches(options, "rewrite");
}

const char *
pipeline_unmade(const PipelineOptions *o, uint32_t print)
{
	static const struct {
		uint32_t print;
		const char *pass;
	} made[] = {
		{PRINT_ANALYSES, "analysis"},
		{PRINT_DEPS | PRINT_DEPS_DOT, "deps"},
		{PRINT_ANTIDEP, "antidep"},
	};
	unsigned i;

	for (i = 0; i < sizeof(made) / sizeof(made[0]); i++)
		if (print & made[i].print && !reaches(o, made[i].pass))
			return "-stop-after leaves out the pass that makes it";
	if ((print & PRINT_ALLOCATED && !allocates(o)) ||
	    (print & PRINT_COST && o->stop_after && !allocates(o)))
		return "nothing is allocated with these -start-after or "
		       "-stop-after";
	if (print & PRINT_ANTIDEP && o->break_mode == BREAK_NONE)
		return "nothing is renamed without -break-anti-dependencies";
	return NULL;
}

void
pipeline_print_passes(FILE *out)
{
	unsigned i;

	for (i = 0; i < NPASSES; i++)
		fprintf(out, "%s\n", PASSES[i].name);
}

static void
time_print(const char *name, double seconds, double all, FILE *out)
{
	fprintf(out, "%10.6f s %5.1f %% %s\n", seconds,
		all > 0 ? 100 * seconds / all : 0, name);
}

void
pipeline_print_times(const Stats *stats, FILE *out)
{
	double all = 0;
	unsigned i;

	for (i = 0; i <= NPASSES; i++)
		all += stats->seconds[i];
	for (i = 0; i <= NPASSES; i++)
		time_print(i < NPASSES ? PASSES[i].name : "print",
			   stats->seconds[i], all, out);
	time_print("liveness, intervals and lanes, in these",
		   stats->live_seconds, all, out);
}

/* -start-after: what the passes behind allocation need to know. */
static Result
run_resume(Job *j)
{
	j->reserved =
		ARENA_NEW(j->keep, uint64_t, BITS_WORDS(j->f->target->n_regs));
	func_reserved(j->parsed, j->reserved);
	saved_find(j);
	if (!post_ready(j->f) || !livein_lists_check(j->f, j->reserved, j->tmp))
		return RESULT_INPUT;
	return j->parsed->blocks.n ? analyses_ask(j) : RESULT_OK;
}

/* One function's counts, cost and allocation. */
static void
emit_json(Job *j)
{
	Story story = {.lowered = j->lowered,
		       .live = &j->live,
		       .log = j->log,
		       .alloc = &j->alloc};

	buf_str(j->out, "  {");
	stats_json(j->stats, j->parsed, j->out);
	if (j->allocated) {
		buf_str(j->out, ",\n   \"cost\": ");
		cost_json(j->f, j->code_freq, j->out);
		story_open(&story, j->tmp);
		buf_str(j->out, ",\n   \"allocation\": ");
		places_json(&story, j->out);
		arena_reset(j->tmp);
	}
	buf_char(j->out, '}');
}

static Result
emit_asm(Job *j)
{
	AsmOptions options = {.variant = func_variant(j->f),
			      .hooks = j->options->hooks,
			      .comments = j->options->asm_comments,
			      .debug = j->options->debug,
			      .figures = j->figures};
	bool ok = asm_emit_func(j->f, &options, j->tmp, j->out);

	arena_reset(j->tmp);
	return ok ? RESULT_OK : RESULT_INPUT;
}

/* What is asked for about the allocation, be it found or not. */
static Result
observe(Job *j, Result result)
{
	Outcome outcome = {
		.story = {.lowered = j->lowered,
			  .live = &j->live,
			  .freq = j->freq,
			  .log = j->log,
			  .alloc = j->allocated ? &j->alloc : NULL},
		.code = result == RESULT_OK ? j->f : NULL,
		.code_freq = j->code_freq,
		.explain = j->explain,
	};

	if (!j->log || !j->log->pieces)
		return result;
	return outcome_print(&outcome, j->options, j->tmp, j->out) ? result
	       : result == RESULT_OK ? RESULT_INPUT
				     : result;
}

/* Code, or what -emit asks for in its place. */
static Result
emit(Job *j)
{
	const PipelineOptions *o = j->options;

	if (o->print & PRINT_COST)
		cost_print(j->f, j->code_freq, j->out);
	if (!pipeline_prints_code(o))
		return RESULT_OK;
	if (o->emit == EMIT_MIR || o->stop_after)
		mir_print(j->f, j->out);
	else if (o->emit == EMIT_JSON)
		emit_json(j);
	else if (o->emit == EMIT_ASM && j->f->blocks.n)
		return emit_asm(j);
	return RESULT_OK;
}

/* The registers that -explain names. */
static void
explained_find(Job *j)
{
	uint32_t i;

	for (i = 0; i < j->options->nexplain; i++) {
		j->explain[i] = explain_find(j->parsed, j->options->explain[i]);
		if (j->explain[i] != NONE)
			j->stats->explained |= (uint64_t)1 << i;
	}
}

/* What passed since the last time is pass I's. */
static void
clock_read(Job *j, unsigned i)
{
	double now = j->options->time_passes ? stats_clock() : 0;

	j->stats->seconds[i] += now - j->clock;
	j->clock = now;
}

static Result
run_pass(Job *j, unsigned i)
{
	const PipelineOptions *o = j->options;
	Result result = RESULT_OK;

	if (PASSES[i].run && j->parsed->blocks.n) {
		j->parsed->comments.n = 0; /* their places are gone */
		result = PASSES[i].run(j);
	}
	arena_reset(j->tmp);
	clock_read(j, i);
	if (result == RESULT_OK && o->print_after >> i & 1) {
		buf_printf(j->dump, "# *** IR Dump After %s ***:\n",
			   PASSES[i].name);
		mir_print(j->f, j->dump);
	}
	return result;
}

/* Counts of the code as it is now, if anybody asks for some. */
static void
count_written(const Job *j)
{
	Cost cost = {0};

	if (!j->options->stats && j->options->emit != EMIT_JSON)
		return;
	if (j->code_freq)
		cost_count(j->f, j->code_freq, &cost);
	stats_written(j->stats, j->f, &cost);
}

Result
pipeline_run(Func *f, const PipelineOptions *options, Arena *tmp, Buf *out,
	     Buf *dump, Stats *stats, void *figures)
{
	Job job = {.parsed = f,
		   .f = f,
		   .options = options,
		   .keep = f->arena,
		   .tmp = tmp,
		   .out = out,
		   .dump = dump,
		   .stats = stats,
		   .figures = figures};
	unsigned i, first = 0;
	Result result = RESULT_OK;

	job.clock = options->time_passes ? stats_clock() : 0;
	stats_read(stats, f);
	explained_find(&job);
	f->variant = options->variant;
	f->variant = func_variant(f);
	f->strict = options->strict;
	f->lane_liveness = options->subreg_liveness < 0
				   ? f->target->lane_liveness
				   : options->subreg_liveness;
	if (options->print & PRINT_COST && !f->vregs.n) {
		/* Somebody else allocated it. */
		if (f->blocks.n)
			result = run_analysis(&job);
		cost_print(f, job.code_freq, out);
		return result;
	}
	if (options->start_after) {
		result = run_resume(&job);
		first = PASS_POST;
	}
	for (i = first; i < NPASSES && result == RESULT_OK; i++) {
		result = run_pass(&job, i);
		if (result == RESULT_ALLOC && i > PASS_LOWER &&
		    lower_again(&job))
			result = run_pass(&job, i = PASS_LOWER);
		if (result == RESULT_OK && options->stop_after &&
		    !strcmp(options->stop_after, PASSES[i].name))
			break;
	}
	if (result == RESULT_OK)
		count_written(&job);
	result = observe(&job, result);
	if (result != RESULT_OK)
		return result;
	result = emit(&job);
	clock_read(&job, NPASSES);
	return result;
}
