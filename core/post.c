/*
 * Each pass makes a new function, whose marks and live-ins are worked out
 * anew, and which the checker compares with the one before.  What changes
 * nothing leaves the function alone, marks included.
 */
#include "core/post.h"

#include "core/base/memory.h"
#include "core/check/post.h"
#include "core/postra/postra.h"
#include "core/rewrite/flags.h"
#include "core/schedule/deps.h"

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

Result
post_deps(PostJob *j)
{
	TextStream text;

	if (!(j->options->print & (PRINT_DEPS | PRINT_DEPS_DOT)))
		return RESULT_OK;
	deps_print(j->f, j->options->print & PRINT_DEPS_DOT,
		   dump_open(&text, j->f, "deps"), j->tmp);
	dump_close(&text, j->out);
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
	TextStream text;

	if (options.mode == BREAK_NONE)
		return RESULT_OK;
	if (j->options->print & PRINT_ANTIDEP)
		options.trace = dump_open(&text, j->f, "antidep");
	p = postra_break(j->f, &options, &counts, j->keep, j->tmp);
	if (options.trace)
		dump_close(&text, j->out);
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
