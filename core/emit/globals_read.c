/*
 * Tokens of LLVM IR, as far as global data needs them.
 */
#include "core/emit/globals_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
globals_error(Globals *g, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (!g->failed)
		diag_error(g->diag, (Loc)(g->p - g->in->source->text), "%s%s%s",
			   g->what ? g->what : "the module",
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

void
read_line(Globals *g)
{
	const char *eol = memchr(g->p, '\n', (size_t)(g->end - g->p));

	g->p = eol ? eol + 1 : g->end;
}

void
read_blanks(Globals *g)
{
	while (g->p < g->end) {
		if (*g->p == ';')
			read_line(g);
		else if (*g->p == ' ' || *g->p == '\t' || *g->p == '\n' ||
			 *g->p == '\r')
			g->p++;
		else
			break;
	}
}

bool
read_text(Globals *g, const char *text)
{
	size_t n = strlen(text);

	read_blanks(g);
	if ((size_t)(g->end - g->p) < n || memcmp(g->p, text, n) != 0)
		return false;
	g->p += n;
	return true;
}

static bool
in_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$' ||
	       c == '-';
}

bool
read_word(Globals *g, const char *text)
{
	const char *p;

	read_blanks(g);
	p = g->p;
	if (!read_text(g, text))
		return false;
	if (g->p == g->end || !in_name(*g->p))
		return true;
	g->p = p;
	return false;
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
	const char *p = g->p, *end;
	char *out, *q;

	if (p == g->end || *p != '"') {
		for (end = p; end < g->end && in_name(*end);)
			end++;
		out = arena_copy(g->arena, p, (size_t)(end - p),
				 (size_t)(end - p) + 1);
		out[end - p] = 0;
		*len = (size_t)(end - p);
		g->p = end;
		return out;
	}
	p++;
	end = memchr(p, '"', (size_t)(g->end - p));
	if (!end)
		end = g->end;
	out = q = arena_raw(g->arena, (size_t)(end - p) + 1);
	for (; p < end; p++) {
		char hex[3] = {0};

		if (*p != '\\' || end - p < 2) {
			*q++ = *p;
		} else if (p[1] == '\\') {
			*q++ = *p++;
		} else if (end - p > 2) {
			memcpy(hex, p + 1, 2);
			*q++ = (char)strtoul(hex, NULL, 16);
			p += 2;
		}
	}
	*q = 0;
	*len = (size_t)(q - out);
	g->p = end < g->end ? end + 1 : end;
	return out;
}

uint64_t
read_uint(Globals *g)
{
	uint64_t n = 0;

	read_blanks(g);
	if (g->p == g->end || *g->p < '0' || *g->p > '9')
		globals_error(g, "number expected");
	for (; g->p < g->end && *g->p >= '0' && *g->p <= '9'; g->p++)
		n = n * 10 + (uint64_t)(*g->p - '0');
	return n;
}

bool
read_skip(Globals *g)
{
	uint32_t depth = 0;
	size_t len;

	for (; g->p < g->end; g->p++) {
		if (*g->p == '"') {
			read_name(g, &len);
			g->p--;
		} else if (*g->p == '(') {
			depth++;
		} else if (*g->p == ')' && !--depth) {
			g->p++;
			return true;
		}
	}
	globals_error(g, "')' expected");
	return false;
}
