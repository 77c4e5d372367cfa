/*
 * The pipeline: one table of passes, one driver.
 *
 * A row is all that there is of a pass: none runs inside another.  The names
 * are those of -stop-after, -print-after, -print-passes and -time-passes.
 */
#include "core/pipeline.h"

#include "core/explain/cost.h"
#include "core/mirtext/mir.h"
#include "core/output.h"
#include "core/passes.h"

#include <string.h>

/* name, run, verify, what -print shows of it, flags */
const Pass PASSES[] = {
	{"parse", NULL, NULL, 0, 0},
	{"validate", pass_validate, NULL, 0, 0},
	{"analysis", pass_analysis, NULL, PRINT_ANALYSES, 0},
	{"expand", pass_expand, NULL, 0, 0},
	{"schedule-before", pass_schedule_before, verify_change, 0, PASS_RETRY},
	{"raise", pass_raise, verify_change, 0, PASS_HOLD},
	{"lower", pass_lower, NULL, 0, 0},
	{"unfold-loads", pass_unfold_loads, NULL, 0, PASS_HOLD},
	{"coalesce", pass_coalesce, NULL, 0, PASS_HOLD},
	{"rematerialize", pass_rematerialize, NULL, 0, 0},
	{"split-webs", pass_split_webs, NULL, 0, 0},
	{"hoist", pass_hoist, NULL, 0, 0},
	{"split-tuples", pass_split_tuples, NULL, 0, 0},
	{"intervals", pass_intervals, NULL, 0, 0},
	{"allocate", pass_allocate, NULL, 0, 0},
	{"rewrite", pass_rewrite, NULL, PRINT_ALLOCATED, 0},
	{"flags", pass_flags, NULL, 0, 0},
	{"three-address", pass_three_address, NULL, 0, 0},
	{"fold-loads", pass_fold_loads, NULL, 0, 0},
	{"close-edges", pass_close_edges, NULL, 0, 0},
	{"edges", pass_edges, NULL, 0, 0},
	{"check", NULL, verify_allocation, 0, PASS_START_AFTER},
	{"cleanup", pass_cleanup, verify_change, 0, 0},
	{"deps", pass_deps, NULL, PRINT_DEPS | PRINT_DEPS_DOT, 0},
	{"antidep", pass_antidep, verify_change, PRINT_ANTIDEP, 0},
	{"schedule", pass_schedule, verify_change, 0, 0},
};

const unsigned NPASSES = sizeof(PASSES) / sizeof(PASSES[0]);

/* Printing has a time of its own, too; print_after has 64 bits. */
_Static_assert(sizeof(PASSES) / sizeof(PASSES[0]) < STATS_MAX_PASSES &&
		       STATS_MAX_PASSES <= 64,
	       "too many passes");

unsigned
pipeline_first(const PipelineOptions *options)
{
	const char *start = options->start_after;
	unsigned first = 0;

	if (!start)
		return 0;
	while (!(PASSES[first].flags & PASS_START_AFTER))
		first++;
	/* LLVM's passes are all as good as the last one of an allocation. */
	for (unsigned i = first; i < NPASSES; i++)
		if (!strcmp(PASSES[i].name, start))
			first = i;
	return first + 1;
}

/* What passed since the last time is pass I's. */
static void
clock_read(Job *j, unsigned i)
{
	double now = j->options->time_passes ? stats_clock() : 0;

	j->stats->seconds[i] += now - j->clock;
	j->clock = now;
}

/* Nobody reads any more what the pass at hand made another function from, but
 * to try again or to explain. */
static void
change_forget(Job *j)
{
	Func *before = j->change.before;

	j->change.before = NULL;
	if (before && before != j->parsed && before != j->retry.f &&
	    before != j->remedy.read && !j->log)
		func_discard_code(before);
}

static Result
row_run(Job *j, unsigned i)
{
	const Pass *pass = &PASSES[i];
	Result result = RESULT_OK;

	if (j->parsed->blocks.n && pass->run) {
		j->parsed->text.comments.n = 0; /* their places are gone */
		result = pass->run(j);
	}
	if (result == RESULT_OK && j->parsed->blocks.n && pass->verify &&
	    j->options->verify)
		result = pass->verify(j);
	change_forget(j);
	if (result != RESULT_OK || !(pass->flags & PASS_HOLD))
		job_clean(j);
	clock_read(j, i);
	if (result == RESULT_OK && j->options->print_after >> i & 1) {
		buf_printf(j->dump, "# *** IR Dump After %s ***:\n",
			   pass->name);
		mir_print(j->f, j->dump);
	}
	return result;
}

/* The passes from FIRST on. */
static Result
rows_run(Job *j, unsigned first)
{
	const char *stop = j->options->stop_after;
	unsigned retry = NPASSES;
	Result result = RESULT_OK;

	for (unsigned i = first; i < NPASSES && result == RESULT_OK; i++) {
		result = row_run(j, i);
		if (PASSES[i].flags & PASS_RETRY)
			retry = i;
		if (result == RESULT_ALLOC && i > retry && job_again(j))
			result = row_run(j, i = retry);
		if (stop && !strcmp(stop, PASSES[i].name))
			break;
	}
	return result;
}

/* The passes that -start-after leaves. */
static Result
rows_resume(Job *j)
{
	Result result = job_resume(j);

	return result == RESULT_OK ? rows_run(j, pipeline_first(j->options))
				   : result;
}

/* The cost of what somebody else allocated, as it was read, and its analyses.
 * REST: what else is asked for. */
static Result
cost_run(Job *j, PipelineOptions *rest)
{
	DiagMark said = diag_mark(j->f->diag);
	Result result = j->f->blocks.n ? pass_analysis(j) : RESULT_OK;

	cost_print(j->f, j->freqs.code, j->out);
	*rest = *j->options;
	rest->print &= ~(uint32_t)(PRINT_TARGET | PRINT_COST | PRINT_ANALYSES);
	rest->demand_limit = NULL;
	if (result == RESULT_OK && !pipeline_prints_code(rest))
		diag_forget(j->f->diag, said);
	return result;
}

Result
pipeline_run(Func *f, const PipelineOptions *options, Arena *tmp,
	     const PipelineOutput *to)
{
	Job job = {.parsed = f,
		   .f = f,
		   .options = options,
		   .keep = f->arena,
		   .tmp = tmp,
		   .out = to->out,
		   .dump = to->dump,
		   .stats = to->stats,
		   .of = to->of,
		   .rival = to->rival,
		   .remedy = to->remedy};
	PipelineOptions rest;
	Result result;

	job.clock = options->time_passes ? stats_clock() : 0;
	job.remedy.read = f;
	job_open(&job);
	if (options->print & PRINT_COST && !f->vregs.n &&
	    !options->start_after) {
		result = cost_run(&job, &rest);
		if (result != RESULT_OK || pipeline_prints_code(&rest))
			return result;
		job.options = &rest;
	}
	result = options->start_after ? rows_resume(&job) : rows_run(&job, 0);
	result = output_write(&job, result);
	clock_read(&job, NPASSES);
	return result;
}
