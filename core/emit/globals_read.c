/*
 * Tokens of LLVM IR, as far as global data needs them.
 */
#include "core/emit/globals_internal.h"

#include <stdarg.h>
#include <stdio.h>

void
globals_error(Globals *g, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (!g->failed)
		diag_error(g->diag, (Loc)(g->t.p - g->in->source->text),
			   "%s%s%s", g->what ? g->what : "the module",
			   " has no assembly: ", text);
	g->failed = true;
}

bool
read_deeper(Globals *g)
{
	enum { DEEPEST = 1000 };

	if (g->depth == DEEPEST) {
		globals_error(g, "it is nested too deeply");
		return false;
	}
	g->depth++;
	return true;
}

bool
read_text(Globals *g, const char *text)
{
	irtext_blanks(&g->t);
	return irtext_take(&g->t, text);
}

bool
read_word(Globals *g, const char *text)
{
	irtext_blanks(&g->t);
	return irtext_word(&g->t, text);
}

bool
read_expect(Globals *g, const char *text)
{
	if (read_text(g, text))
		return true;
	globals_error(g, "'%s' expected", text);
	return false;
}

const char *
read_name(Globals *g, size_t *len)
{
	return irtext_name(&g->t, g->arena, len);
}

uint64_t
read_uint(Globals *g)
{
	irtext_blanks(&g->t);
	if (g->t.p == g->t.end || *g->t.p < '0' || *g->t.p > '9')
		globals_error(g, "number expected");
	return irtext_uint(&g->t);
}

bool
read_skip(Globals *g)
{
	uint32_t depth = 0;
	size_t len;

	for (; g->t.p < g->t.end; g->t.p++) {
		if (*g->t.p == '"') {
			read_name(g, &len);
			g->t.p--;
		} else if (*g->t.p == '(') {
			depth++;
		} else if (*g->t.p == ')' && !--depth) {
			g->t.p++;
			return true;
		}
	}
	globals_error(g, "')' expected");
	return false;
}
