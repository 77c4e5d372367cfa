/*
 * A line moved changes places with those that it crosses, which keeps the text
 * as long as it was: all that is known of the file's parts stays true.  Behind
 * the trial the lines are put back.
 */
#include "cli/trial.h"

#include "cli/options.h"
#include "core/base/memory.h"
#include "core/pipeline.h"

#include <stdlib.h>
#include <string.h>

/* The line that AT is in, with its end. */
static Span
line_at(const Source *source, Loc at)
{
	Loc from = at, to = at;

	while (from && source->text[from - 1] != '\n')
		from--;
	while (to < source->len && source->text[to] != '\n')
		to++;
	return (Span){from, to - from + (to < source->len)};
}

/* Write the lines of SOURCE that change places when LINE goes before the one at
 * BEFORE, into TEXT. */
static void
lines_write(const Source *source, Span line, Loc before, char *text)
{
	const char *from = source->text;
	Loc end = line.at + line.len;

	if (before >= end) {
		memcpy(text + line.at, from + end, before - end);
		memcpy(text + before - line.len, from + line.at, line.len);
	} else {
		memcpy(text + before, from + line.at, line.len);
		memcpy(text + before + line.len, from + before,
		       line.at - before);
	}
}

/* The same lines as they were. */
static void
lines_restore(const Source *source, Span line, Loc before, char *text)
{
	Loc end = line.at + line.len;
	Loc first = before < line.at ? before : line.at;

	memcpy(text + first, source->text + first,
	       (before < end ? end : before) - first);
}

/* The options of a trial: nothing is printed. */
static PipelineOptions
options_of(const Trial *t)
{
	PipelineOptions o = *t->options;

	o.emit = EMIT_NONE;
	o.print = 0;
	o.print_after = 0;
	o.stats = o.time_passes = o.asm_comments = false;
	o.demand_limit = NULL;
	o.nexplain = 0;
	return o;
}

/* Parse and allocate the changed SOURCE. */
static Result
source_run(Trial *t, const Source *source, const PipelineOptions *o,
	   RemedyOutcome *outcome)
{
	MirFile file = *t->file;
	Diag diag = {.source = source, .arena = &t->keep};
	Buf out = {0}, dump = {0};
	Stats stats = {0};
	PipelineOutput to = {.out = &out,
			     .dump = &dump,
			     .stats = &stats,
			     .remedy = {.outcome = outcome}};
	Result result = RESULT_INPUT;

	file.source = source;
	Func *f = mir_parse(&file, t->index, t->target, &t->keep, &t->tmp,
			    &diag, options_parse_flags(o));
	arena_reset(&t->tmp);
	if (f)
		result = pipeline_run(f, o, &t->tmp, &to);
	arena_reset(&t->tmp);
	arena_reset(&t->keep);
	buf_free(&out);
	buf_free(&dump);
	return result;
}

bool
trial_run(void *data, const RemedyMove *move, RemedyOutcome *outcome)
{
	Trial *t = data;
	const Source *read = t->file->source;
	PipelineOptions o = options_of(t);
	Source source = *read;
	Span line = line_at(read, move->insn);
	Loc before = line_at(read, move->before).at;

	for (; o.nexplain < move->n; o.nexplain++)
		o.explain[o.nexplain] = move->names[o.nexplain];
	if (!t->text) {
		t->text = memory_get(read->len + (size_t)1);
		memcpy(t->text, read->text, read->len);
	}
	source.text = t->text;
	lines_write(read, line, before, t->text);
	Result result = source_run(t, &source, &o, outcome);
	lines_restore(read, line, before, t->text);
	return result == RESULT_OK;
}

bool
trial_unlimited(Trial *t)
{
	PipelineOptions o = options_of(t);
	RemedyOutcome outcome = {0};

	if (!o.alloc.stress && !o.alloc.barred)
		return false;
	o.alloc.stress = 0;
	o.alloc.barred = NULL;
	return source_run(t, t->file->source, &o, &outcome) == RESULT_OK;
}

void
trial_free(Trial *trial)
{
	free(trial->text);
	arena_free(&trial->keep);
	arena_free(&trial->tmp);
}
