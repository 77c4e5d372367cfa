/*
 * Comments of a body that is printed as it was read: behind what they stand
 * behind, and in lines of their own, with the empty lines around them.
 */
#include "core/mirtext/body.h"

#include <string.h>

/* The end of the line of AT. */
static Loc
line_end(const Func *f, Loc at)
{
	const char *text = f->source->text;

	return (Loc)(text_line_end(text + at, text + f->source->len) - text);
}

/* The text from AT to END, without what is blank at its end. */
static void
put_trimmed(const MirPrinter *p, Loc at, Loc end)
{
	const char *text = p->f->source->text;

	while (end > at && strchr(" \t\r", text[end - 1]))
		end--;
	buf_put(p->out, text + at, end - at);
}

bool
mir_comment_before(const MirPrinter *p, Loc to)
{
	return p->comment < p->f->text.comments.n &&
	       p->f->text.comments.at[p->comment] < to;
}

void
mir_line_end(MirPrinter *p)
{
	if (p->comment < p->f->text.comments.n) {
		Loc end = line_end(p->f, p->at);
		if (mir_comment_before(p, end)) {
			buf_char(p->out, ' ');
			put_trimmed(p, p->f->text.comments.at[p->comment++],
				    end);
		}
	}
	buf_char(p->out, '\n');
	p->spaced = false;
}

const char *
mir_comments(MirPrinter *p, Loc to)
{
	const Func *f = p->f;
	const char *text = f->source->text;
	Loc end = line_end(f, p->at), at, from;

	while (end < f->source->len) {
		from = at = end + 1;
		end = line_end(f, at);
		if (end >= to)
			break;
		while (at < end && strchr(" \t\r", text[at]))
			at++;
		p->at = at;
		if (at < end && text[at] != ';')
			return text + at;
		buf_put(p->out, text + from, end - from);
		buf_char(p->out, '\n');
		p->comment += at < end;
	}
	p->spaced = true;
	return NULL;
}
