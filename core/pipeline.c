/*
 * The pipeline: one table of passes, one driver.
 */
#include "core/pipeline.h"

#include "core/alloc/alloc.h"
#include "core/alloc/coalesce.h"
#include "core/alloc/separate.h"
#include "core/alloc/movable.h"
#include "core/analysis/frequency.h"
#include "core/analysis/intervals.h"
#include "core/analysis/validate.h"
#include "core/analysis/reserved.h"
#include "core/base/bits.h"
#include "core/emit/asm.h"
#include "core/emit/mir.h"
#include "core/lower/lower.h"
#include "core/observe/check.h"
#include "core/observe/cost.h"
#include "core/post.h"
#include "core/print.h"
#include "core/rewrite/convert.h"
#include "core/rewrite/flags.h"
#include "core/rewrite/rewrite.h"

#include <string.h>
#include <time.h>

/* One function on its way. */
typedef struct {
	Func *parsed; /* as read: what the checker compares with */
	Func *f;      /* as it is now */
	const PipelineOptions *options;
	Arena *keep, *tmp;
	Buf *out;
	Stats *stats;
	uint64_t *reserved, *saved;
	Cfg cfg;
	float *freq;
	Live live;
	Alloc alloc;
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
run_analysis(Job *j)
{
	const Target *t = j->f->target;

	j->reserved = ARENA_NEW(j->keep, uint64_t, BITS_WORDS(t->n_regs));
	func_reserved(j->parsed, j->reserved);
	saved_find(j);
	cfg_build(j->parsed, &j->cfg, j->keep);
	j->freq = frequency_estimate(j->parsed, &j->cfg, j->keep);
	if (j->options->print & PRINT_ANALYSES || j->options->demand_limit)
		return analyses_print(j->parsed, j->options, j->reserved,
				      j->tmp, j->out);
	return RESULT_OK;
}

static Result
run_lower(Job *j)
{
	j->f = lower_func(j->parsed, j->keep);
	if (!j->f)
		return RESULT_INPUT;
	cfg_build(j->f, &j->cfg, j->keep);
	return RESULT_OK;
}

static Result
run_coalesce(Job *j)
{
	Live live;

	if (!intervals_build(&live, j->f, &j->cfg, j->reserved, true, j->tmp))
		return RESULT_INPUT;
	coalesce_run(j->f, &live, j->freq, j->reserved, j->tmp);
	constants_recompute(j->f, &live, j->reserved, j->tmp);
	return RESULT_OK;
}

static Result
run_intervals(Job *j)
{
	if (!intervals_build(&j->live, j->f, &j->cfg, j->reserved,
			     j->f->lane_liveness, j->keep))
		return RESULT_INPUT;
	if (separate_values(j->f, &j->live, j->tmp) &&
	    !intervals_build(&j->live, j->f, &j->cfg, j->reserved,
			     j->f->lane_liveness, j->keep))
		return RESULT_INPUT;
	if (j->options->stats || j->options->emit == EMIT_JSON)
		stats_live(j->stats, j->f, &j->live);
	return RESULT_OK;
}

static Result
run_allocate(Job *j)
{
	return alloc_run(&j->alloc, j->f, &j->cfg, &j->live, j->freq,
			 j->reserved, j->saved, j->f->lane_liveness, j->keep)
		       ? RESULT_OK
		       : RESULT_ALLOC;
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
	cfg_build(j->f, &j->cfg, j->keep);
	flags_mark(j->f, j->reserved, j->tmp);
	convert_three_address(j->f, j->tmp);
	return job_result(j);
}

static Result
run_check(Job *j)
{
	CheckOptions options = {0};

	if (!j->options->verify)
		return RESULT_OK;
	return check_allocation(j->parsed, j->f, j->reserved, &options,
				j->parsed->diag)
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
			.out = j->out};
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
	{"lower", run_lower},
	{"coalesce", run_coalesce},
	{"intervals", run_intervals},
	{"allocate", run_allocate},
	{"rewrite", run_rewrite},
	{"flags", run_flags},
	{"check", run_check},
	{"cleanup", run_cleanup},
	{"deps", run_deps},
	{"antidep", run_antidep},
	{"schedule", run_schedule},
};

enum {
	NPASSES = sizeof(PASSES) / sizeof(PASSES[0]),
	PASS_POST = 10, /* first one that works on what others allocated */
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

bool
pipeline_has(const char *name)
{
	unsigned i;

	for (i = 0; i < NPASSES; i++)
		if (!strcmp(PASSES[i].name, name))
			return true;
	return false;
}

void
pipeline_print_passes(FILE *out)
{
	unsigned i;

	for (i = 0; i < NPASSES; i++)
		fprintf(out, "%s\n", PASSES[i].name);
}

void
pipeline_print_times(const Stats *stats, FILE *out)
{
	double all = 0;
	unsigned i;

	for (i = 0; i < NPASSES; i++)
		all += stats->seconds[i];
	for (i = 0; i < NPASSES; i++)
		fprintf(out, "%10.6f s %5.1f %% %s\n", stats->seconds[i],
			all > 0 ? 100 * stats->seconds[i] / all : 0,
			PASSES[i].name);
}

/* -start-after: what the passes behind allocation need to know. */
static Result
run_resume(Job *j)
{
	j->reserved =
		ARENA_NEW(j->keep, uint64_t, BITS_WORDS(j->f->target->n_regs));
	func_reserved(j->parsed, j->reserved);
	saved_find(j);
	return post_ready(j->f) ? RESULT_OK : RESULT_INPUT;
}

static Result
emit_asm(Job *j)
{
	AsmOptions options = {.variant = func_variant(j->f)};
	bool ok = asm_emit_func(j->f, &options, j->tmp, j->out);

	arena_reset(j->tmp);
	return ok ? RESULT_OK : RESULT_INPUT;
}

Result
pipeline_run(Func *f, const PipelineOptions *options, Arena *tmp, Buf *out,
	     Stats *stats)
{
	Job job = {.parsed = f,
		   .f = f,
		   .options = options,
		   .keep = f->arena,
		   .tmp = tmp,
		   .out = out,
		   .stats = stats};
	unsigned i, first = 0;
	Result result = RESULT_OK;

	stats_read(stats, f);
	f->variant = options->variant;
	f->lane_liveness = options->subreg_liveness < 0
				   ? f->target->lane_liveness
				   : options->subreg_liveness;
	if (options->print & PRINT_COST && !f->vregs.n) {
		/* Somebody else allocated it. */
		result = run_analysis(&job);
		cost_print(f, job.freq, out);
		return result;
	}
	if (options->start_after) {
		result = run_resume(&job);
		first = PASS_POST;
	}
	for (i = first; i < NPASSES && result == RESULT_OK; i++) {
		double start = options->time_passes ? stats_clock() : 0;

		if (PASSES[i].run && f->blocks.n)
			result = PASSES[i].run(&job);
		arena_reset(tmp);
		if (options->time_passes)
			stats->seconds[i] += stats_clock() - start;
		if (result == RESULT_OK && options->stop_after &&
		    !strcmp(options->stop_after, PASSES[i].name))
			break;
	}
	if (result == RESULT_OK)
		stats_written(stats, job.f);
	if (result == RESULT_OK && options->print & PRINT_COST)
		cost_print(job.f, job.freq, out);
	if (result == RESULT_OK && !options->print &&
	    (options->emit == EMIT_MIR || options->stop_after))
		mir_print(job.f, out);
	else if (result == RESULT_OK && !options->print &&
		 options->emit == EMIT_JSON)
		stats_json(stats, f, out);
	else if (result == RESULT_OK && !options->print &&
		 options->emit == EMIT_ASM && f->blocks.n)
		result = emit_asm(&job);
	return result;
}
