/*
 * -print and -explain: run the analyses that are asked for and show them, and
 * what allocation left.
 */
#include "core/print.h"

#include "core/analysis/demand.h"
#include "core/analysis/frequency.h"
#include "core/analysis/intervals.h"
#include "core/analysis/kills.h"
#include "core/analysis/weights.h"
#include "core/base/memory.h"
#include "core/explain/answer.h"
#include "core/explain/cost.h"
#include "core/explain/explain.h"
#include "core/explain/interference.h"
#include "core/explain/places.h"

#include <stdlib.h>

static void
title_print(const Func *f, const char *what, FILE *out)
{
	fprintf(out, "%s of %.*s\n", what, (int)f->name.len,
		f->source->text + f->name.at);
}

/* FREQ: how often blocks run. */
static void
live_print(const Live *live, const Func *f, const float *freq, uint32_t what,
	   Arena *tmp, FILE *out)
{
	if (what & PRINT_LIVENESS) {
		title_print(f, "liveness", out);
		liveness_print(live, f, out);
	}
	if (what & PRINT_KILLS) {
		title_print(f, "kills", out);
		kills_print(live, f, out);
	}
	if (what & PRINT_FLAG_DIFFERENCES) {
		title_print(f, "flag differences", out);
		flag_differences_print(live, f, out);
	}
	if (what & PRINT_INTERVALS) {
		title_print(f, "intervals", out);
		intervals_print(live, f, weights_find(f, live, freq, tmp), out);
	}
	if (what & PRINT_LANES) {
		title_print(f, "lanes", out);
		lanes_print(live, f, out);
	}
}

/* Demand: printed, verified, held against the limit, as asked for. */
static Result
demand_run(Func *f, const Cfg *cfg, const PipelineOptions *options,
	   const uint64_t *reserved, Arena *tmp, FILE *out)
{
	bool unknown;
	Demand demand;
	Live live;

	if (!demand_live(&live, f, cfg, reserved, f->traits.lane_liveness, tmp))
		return RESULT_INPUT;
	demand_build(&demand, f, &live, reserved, tmp);
	if (options->print & PRINT_DEMAND) {
		title_print(f, "demand", out);
		demand_fixed_find(&demand, reserved);
		demand_print(&demand, out);
		if (options->verify && !demand_verify(&demand))
			return RESULT_VERIFY;
	}
	if (options->demand_limit &&
	    !demand_limit(&demand, options->demand_limit, &unknown))
		return unknown ? RESULT_USAGE : RESULT_ALLOC;
	return RESULT_OK;
}

Result
analyses_print(Func *f, const PipelineOptions *options,
	       const uint64_t *reserved, Arena *tmp, Buf *out)
{
	Result result = RESULT_OK;
	TextStream text;
	FILE *stream = text_open(&text);
	Live live;
	Cfg cfg;

	cfg_build(f, &cfg, tmp, tmp);
	float *freq = frequency_estimate(f, &cfg, tmp, tmp);
	if (options->print & PRINT_CFG) {
		title_print(f, "cfg", stream);
		cfg_print(&cfg, f, freq, stream);
	}
	if (options->print & PRINT_CFG_DOT) {
		title_print(f, "// cfg", stream);
		cfg_dot(&cfg, f, freq, stream);
	}
	if (options->print & PRINT_ANALYSES &
	    ~(PRINT_CFG | PRINT_CFG_DOT | PRINT_DEMAND)) {
		if (!intervals_build(&live, f, &cfg, reserved,
				     f->traits.lane_liveness, tmp))
			result = RESULT_INPUT;
		live_print(&live, f, freq, options->print, tmp, stream);
	}
	if (result == RESULT_OK &&
	    (options->print & PRINT_DEMAND || options->demand_limit))
		result = demand_run(f, &cfg, options, reserved, tmp, stream);
	text_close(&text);
	buf_put(out, text.text, text.len);
	free(text.text);
	return result;
}

static void
title_put(const Func *f, const char *what, Buf *out)
{
	buf_printf(out, "%s of ", what);
	buf_span(out, f->source, f->name);
	buf_char(out, '\n');
}

static void
allocation_print(const Outcome *outcome, Buf *out)
{
	title_put(outcome->code, "allocation", out);
	places_print(&outcome->story, out);
	buf_str(out, "code of ");
	cost_print(outcome->code, outcome->code_freq, out);
}

static void
stack_print(const Outcome *outcome, const AsmHooks *hooks, Arena *tmp, Buf *out)
{
	Func *f = outcome->code;
	AsmOptions options = {.variant = func_variant(f), .hooks = hooks};
	Frame frame;

	title_put(f, "frame", out);
	bool known = asm_frame(f, &options, &frame, tmp);
	frame_print(&outcome->story, f, known ? &frame : NULL, out);
}

bool
outcome_print(Outcome *outcome, const PipelineOptions *options, Arena *tmp,
	      Buf *out)
{
	Story *story = &outcome->story;
	ExplainIndex index;

	story_open(story, tmp);
	if (outcome->code && outcome->remedy.trial)
		story->remedies = remedies_open(&outcome->remedy, story);
	if (story->log->wanted)
		index_open(&index, story);
	for (uint32_t i = 0; i < options->nexplain; i++)
		if (outcome->explain[i].kind == QUESTION_VALUE)
			explain_print(&index, outcome->explain[i].v, out);
		else
			answer_print(story, &outcome->explain[i], out);
	if (options->print & PRINT_SCAN) {
		title_put(story->lowered, "scan", out);
		explain_scan(story, out);
	}
	if (outcome->code && options->print & PRINT_ALLOCATION)
		allocation_print(outcome, out);
	if (outcome->code && options->print & PRINT_INTERFERENCE_DOT) {
		title_put(outcome->code, "// interference", out);
		interference_dot(story, out);
	}
	if (outcome->code && options->print & PRINT_FRAME)
		stack_print(outcome, options->hooks, tmp, out);
	return !story->lowered->diag->errors;
}
