/*
 * The passes over allocated code, each as the pipeline's table names it, and
 * what is verified.
 *
 * Those behind the check make a new function each, whose marks and live-ins
 * are worked out anew, and which the checker compares with the one before.
 * What changes nothing leaves the function alone, marks included.
 */
#include "core/passes.h"

#include "core/base/bound.h"
#include "core/base/memory.h"
#include "core/check/check.h"
#include "core/check/post/post.h"
#include "core/model/edges.h"
#include "core/postra/postra.h"
#include "core/rewrite/convert.h"
#include "core/rewrite/edges.h"
#include "core/rewrite/loads.h"
#include "core/schedule/deps.h"

#include <stdlib.h>

static Result
job_result(const Job *j)
{
	return j->parsed->diag->errors ? RESULT_INPUT : RESULT_OK;
}

static void
job_mark(Job *j)
{
	j->flags = flags_mark(j->f, j->reserved,
			      edges_allowed(j->f) ? j->keep : j->tmp, j->tmp);
}

Result
pass_flags(Job *j)
{
	job_mark(j);
	return job_result(j);
}

Result
pass_three_address(Job *j)
{
	convert_three_address(j->f, j->parsed, j->reserved, j->tmp);
	return job_result(j);
}

Result
pass_fold_loads(Job *j)
{
	uint64_t left = j->f->insns.n;

	/* Ends: each turn removes a copy. */
	while (loads_fold(j->f, j->tmp)) {
		BOUND_COUNT(left);
		job_mark(j);
	}
	return job_result(j);
}

Result
pass_close_edges(Job *j)
{
	float *closed = edges_close(j->f, j->freqs.now, j->keep, j->tmp);

	if (closed)
		j->freqs.code = closed;
	return job_result(j);
}

Result
pass_edges(Job *j)
{
	float *split =
		edges_split(j->f, j->freqs.code, &j->steady, j->keep, j->tmp);

	if (!split)
		return job_result(j);
	j->freqs.code = split;
	if (j->flags)
		flags_update(j->flags, j->tmp);
	else
		flags_mark(j->f, j->reserved, j->tmp, j->tmp);
	return job_result(j);
}

Result
verify_allocation(Job *j)
{
	CheckOptions options = {0};

	return check_allocation(j->parsed, j->f, j->reserved, &options,
				j->parsed->diag) == CHECK_RIGHT
		       ? RESULT_OK
		       : RESULT_VERIFY;
}

/* Take P in place of the function. */
static void
change_take(Job *j, PostFunc p)
{
	flags_mark(p.f, j->reserved, j->tmp, j->tmp);
	j->change.before = j->f;
	j->change.from = p.from;
	j->f = p.f;
}

Result
verify_change(Job *j)
{
	const Func *before = j->change.before;

	if (!before)
		return RESULT_OK;
	return check_post(before, j->f, j->change.from, j->reserved, j->saved,
			  before->diag)
		       ? RESULT_OK
		       : RESULT_VERIFY;
}

Result
pass_cleanup(Job *j)
{
	if (j->options->cleanup)
		change_take(j, postra_clean(j->f, j->reserved, j->saved,
					    j->keep, j->tmp));
	return RESULT_OK;
}

/* A stream for what is printed of F. */
static FILE *
dump_open(TextStream *t, const Func *f, const char *what)
{
	fprintf(text_open(t), "%s of %.*s\n", what, (int)f->name.len,
		f->source->text + f->name.at);
	return t->stream;
}

static void
dump_close(TextStream *t, Buf *out)
{
	text_close(t);
	buf_put(out, t->text, t->len);
	free(t->text);
}

/* The title of a graph is a comment to dot(1). */
static void
deps_show(Job *j, bool dot)
{
	TextStream text;

	deps_print(j->f, dot, dump_open(&text, j->f, dot ? "// deps" : "deps"),
		   j->tmp);
	dump_close(&text, j->out);
}

Result
pass_deps(Job *j)
{
	if (j->options->print & PRINT_DEPS)
		deps_show(j, false);
	if (j->options->print & PRINT_DEPS_DOT)
		deps_show(j, true);
	return RESULT_OK;
}

Result
pass_antidep(Job *j)
{
	AntidepOptions options = {.reserved = j->reserved,
				  .saved = j->saved,
				  .mode = j->options->break_mode,
				  .measure = j->options->stats ||
					     pipeline_prints_data(j->options)};
	AntidepCounts counts;
	TextStream text;

	if (options.mode == BREAK_NONE)
		return RESULT_OK;
	if (j->options->print & PRINT_ANTIDEP)
		options.trace = dump_open(&text, j->f, "antidep");
	PostFunc p = postra_break(j->f, &options, &counts, j->keep, j->tmp);
	if (options.trace)
		dump_close(&text, j->out);
	stats_broken(j->stats, &counts);
	if (counts.broken)
		change_take(j, p);
	return RESULT_OK;
}

Result
pass_schedule(Job *j)
{
	if (!j->options->schedule)
		return RESULT_OK;
	PostFunc p = postra_schedule(j->f, j->keep, j->tmp);
	for (InsnId i = 0; i < j->f->insns.n; i++)
		if (p.from[i] != i) {
			change_take(j, p);
			break;
		}
	return RESULT_OK;
}
