/*
 * Each pass makes a new function, whose marks and live-ins are worked out
 * anew, and which the checker compares with the one before.  What changes
 * nothing leaves the function alone, marks included.
 */
#include "core/post.h"

#include "core/observe/check_post.h"
#include "core/postra/deps.h"
#include "core/postra/postra.h"
#include "core/rewrite/flags.h"

#include <stdlib.h>

bool
post_ready(Func *f)
{
	uint32_t i;

	for (i = 0; i < f->opnds.n; i++) {
		const Operand *o = &f->opnds.at[i];

		if (o->kind != OPND_VREG || o->flags & OPND_DEBUG)
			continue;
		diag_error(f->diag, o->loc,
			   "-start-after: a virtual register is left");
		return false;
	}
	f->allocated = true;
	return true;
}

/* Text that is printed to a stream. */
typedef struct {
	FILE *stream;
	char *text;
	size_t len;
} Text;

static FILE *
text_open(Text *t, const Func *f, const char *what)
{
	*t = (Text){0};
	t->stream = open_memstream(&t->text, &t->len);
	if (!t->stream)
		diag_error(f->diag, LOC_NONE, "out of memory");
	else
		fprintf(t->stream, "%s of %.*s\n", what, (int)f->name.len,
			f->source->text + f->name.at);
	return t->stream;
}

static void
text_close(Text *t, Buf *out)
{
	fclose(t->stream);
	buf_put(out, t->text, t->len);
	free(t->text);
}

Result
post_deps(PostJob *j)
{
	Text text;

	if (!(j->options->print & (PRINT_DEPS | PRINT_DEPS_DOT)))
		return RESULT_OK;
	if (!text_open(&text, j->f, "deps"))
		return RESULT_INPUT;
	deps_print(j->f, j->options->print & PRINT_DEPS_DOT, text.stream,
		   j->tmp);
	text_close(&text, j->out);
	return RESULT_OK;
}

/* Take P in place of the function, once it is proven. */
static Result
post_take(PostJob *j, PostFunc p)
{
	const Func *before = j->f;

	flags_mark(p.f, j->reserved, j->tmp, j->tmp);
	j->f = p.f;
	if (!j->options->verify)
		return RESULT_OK;
	return check_post(before, p.f, p.from, j->reserved, j->saved,
			  before->diag)
		       ? RESULT_OK
		       : RESULT_VERIFY;
}

Result
post_clean(PostJob *j)
{
	if (!j->options->cleanup)
		return RESULT_OK;
	return post_take(
		j, postra_clean(j->f, j->reserved, j->saved, j->keep, j->tmp));
}

Result
post_antidep(PostJob *j)
{
	AntidepOptions options = {.reserved = j->reserved,
				  .saved = j->saved,
				  .mode = j->options->break_mode,
				  .measure = j->options->stats ||
					     j->options->emit == EMIT_JSON};
	AntidepCounts counts;
	PostFunc p;
	Text text = {0};

	if (options.mode == BREAK_NONE)
		return RESULT_OK;
	if (j->options->print & PRINT_ANTIDEP) {
		options.trace = text_open(&text, j->f, "antidep");
		if (!options.trace)
			return RESULT_INPUT;
	}
	p = postra_break(j->f, &options, &counts, j->keep, j->tmp);
	if (options.trace)
		text_close(&text, j->out);
	stats_broken(j->stats, &counts);
	return counts.broken ? post_take(j, p) : RESULT_OK;
}

Result
post_schedule(PostJob *j)
{
	PostFunc p;
	InsnId i;

	if (!j->options->schedule)
		return RESULT_OK;
	p = postra_schedule(j->f, j->keep, j->tmp);
	for (i = 0; i < j->f->insns.n; i++)
		if (p.from[i] != i)
			return post_take(j, p);
	return RESULT_OK;
}
