/*
 * What is printed of a function in the end.
 */
#include "core/output.h"

#include "core/analysis/frequency.h"
#include "core/emit/branches.h"
#include "core/explain/cost.h"
#include "core/explain/explain.h"
#include "core/explain/places.h"
#include "core/mirtext/mir.h"
#include "core/print.h"
#include "core/report/report.h"

/* What is known of the allocation; not yet open. */
static Story
story_of(const Job *j)
{
	return (Story){.lowered = j->lowered,
		       .live = &j->live,
		       .freq = j->freqs.now,
		       .log = j->log,
		       .alloc = j->allocated ? &j->alloc : NULL,
		       .debug = j->options->debug};
}

static Report
report_of(Job *j, const Story *story)
{
	return (Report){.story = story,
			.read = j->parsed,
			.read_freq = j->freqs.parsed,
			.lowered = j->lowered,
			.code = j->f,
			.code_freq = j->freqs.code,
			.reserved = j->reserved,
			.tmp = j->tmp};
}

/* All that is told of one function, its decisions among it. */
static void
emit_data(Job *j, Buf *out)
{
	Story story = story_of(j);
	Report report = report_of(j, &story);

	buf_printf(out, "  {\"version\": %d, ", REPORT_VERSION);
	stats_json(j->stats, j->parsed, out);
	if (j->allocated) {
		buf_str(out, ",\n\"cost\": ");
		cost_json(j->f, j->freqs.code, out);
		story_open(&story, j->tmp);
		places_json(&story, out);
		report_members(&report, out);
		job_clean(j);
	}
	buf_char(out, '}');
}

static void
emit_page(Job *j)
{
	Buf data = {0};

	emit_data(j, &data);
	page_data(data.at, data.len, j->out);
	buf_free(&data);
}

static void
emit_c1(Job *j)
{
	Story story = story_of(j);
	Report report = report_of(j, &story);

	if (!j->allocated)
		return;
	story_open(&story, j->tmp);
	report_c1(&report, j->out);
	job_clean(j);
}

static Result
emit_asm(Job *j)
{
	AsmOptions options = {.variant = func_variant(j->f),
			      .hooks = j->options->hooks,
			      .comments = j->options->asm_comments,
			      .debug = j->options->debug,
			      .of = j->of};

	branches_arrange(j->f, j->freqs.code, j->tmp);
	bool ok = asm_emit_func(j->f, &options, j->tmp, j->out);

	job_clean(j);
	return ok ? RESULT_OK : RESULT_INPUT;
}

/* Code, or what -emit asks for in its place. */
static Result
emit(Job *j)
{
	const PipelineOptions *o = j->options;

	if (o->print & PRINT_COST)
		cost_print(j->f, j->freqs.code, j->out);
	if (!pipeline_prints_code(o))
		return RESULT_OK;
	if (pipeline_prints_mir(o)) {
		mir_print(j->f, j->out);
		mir_warn(j->f);
	} else if (o->emit == EMIT_JSON)
		emit_data(j, j->out);
	else if (o->emit == EMIT_HTML)
		emit_page(j);
	else if (o->emit == EMIT_C1)
		emit_c1(j);
	else if (o->emit == EMIT_ASM && j->f->blocks.n)
		return emit_asm(j);
	return RESULT_OK;
}

/* What is asked for about the allocation, be it found or not. */
static Result
observe(Job *j, Result result)
{
	Outcome outcome = {
		.story = story_of(j),
		.code = result == RESULT_OK ? j->f : NULL,
		.code_freq = j->freqs.code,
		.explain = j->explain,
		.remedy = {.read = j->remedy.read,
			   .reserved = j->reserved,
			   .stress = j->options->alloc.stress,
			   .trial = j->remedy.trial},
	};

	if (!j->log || !j->log->intervals)
		return result;
	if (outcome.code && j->remedy.trial)
		cost_count(j->f, j->freqs.code, &outcome.remedy.cost);
	return outcome_print(&outcome, j->options, j->tmp, j->out) ? result
	       : result == RESULT_OK ? RESULT_INPUT
				     : result;
}

/* Counts of the code as it is now, if anybody asks for some. */
static void
count_written(const Job *j)
{
	Cost cost = {0};

	if (!j->options->stats && !pipeline_prints_data(j->options))
		return;
	if (j->freqs.code)
		cost_count(j->f, j->freqs.code, &cost);
	stats_written(j->stats, j->f, &cost);
}

/* Put the code beside the other allocation. */
static void
compare(Job *j)
{
	Func *theirs = j->rival->theirs;
	Story story = story_of(j);
	ComparePair pair = {.read = j->parsed,
			    .code = {j->f, theirs},
			    .freq = {j->freqs.code, NULL},
			    .judged = j->rival->judged,
			    .tmp = j->tmp};
	Cfg cfg;

	theirs->variant = j->parsed->variant;
	if (theirs->blocks.n) {
		cfg_build(theirs, &cfg, j->tmp, j->tmp);
		pair.freq[COMPARE_THEIRS] =
			frequency_estimate(theirs, &cfg, j->tmp, j->tmp);
	}
	if (story.alloc) {
		story_open(&story, j->tmp);
		pair.story = &story;
	}
	compare_add(j->rival->all, &pair);
	job_clean(j);
}

_Static_assert((int)REMEDY_NAMES <= (int)EXPLAIN_MAX,
	       "a trial asks about all names");

/* What comes of a trial: the cost, and whether the registers asked about are in
 * memory. */
static void
try_note(Job *j)
{
	RemedyOutcome *tried = j->remedy.outcome;
	Story story = story_of(j);
	ExplainIndex index;

	cost_count(j->f, j->freqs.code, &tried->cost);
	tried->held = j->log && j->log->wanted;
	if (!tried->held)
		return;
	story_open(&story, j->tmp);
	index_open(&index, &story);
	for (uint32_t i = 0; i < j->options->nexplain; i++)
		tried->held &= j->explain[i].kind == QUESTION_VALUE &&
			       explain_held(&index, j->explain[i].v);
	job_clean(j);
}

Result
output_write(Job *j, Result result)
{
	if (j->remedy.outcome) {
		if (result == RESULT_OK)
			try_note(j);
		return result;
	}
	if (result == RESULT_OK)
		count_written(j);
	result = observe(j, result);
	if (result == RESULT_OK && j->rival)
		compare(j);
	if (!j->log)
		job_drop(j); /* there will be much text */
	return result == RESULT_OK ? emit(j) : result;
}
