/*
 * Words of LLVM IR.
 */
#define _GNU_SOURCE /* memmem */
#include "core/llvmir/text.h"

#include <string.h>

bool
irtext_in_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$' ||
	       c == '-';
}

void
irtext_line(IrText *t)
{
	const char *eol = text_line_end(t->p, t->end);

	t->p = eol + (eol < t->end);
}

void
irtext_blanks(IrText *t)
{
	while (t->p < t->end) {
		if (*t->p == ';')
			irtext_line(t);
		else if (*t->p == ' ' || *t->p == '\t' || *t->p == '\n' ||
			 *t->p == '\r')
			t->p++;
		else
			break;
	}
}

bool
irtext_find(IrText *t, const char *text)
{
	bool quoted = false;

	for (; t->p < t->end; t->p++) {
		quoted ^= *t->p == '"';
		if (!quoted && irtext_take(t, text))
			return true;
	}
	return false;
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

char
irtext_byte(IrText *t)
{
	const char *p = t->p;

	if (*p == '\\' && t->end - p > 1 && p[1] == '\\') {
		t->p += 2;
		return '\\';
	}
	if (*p == '\\' && t->end - p > 2 && hex_digit(p[1]) >= 0 &&
	    hex_digit(p[2]) >= 0) {
		t->p += 3;
		return (char)(hex_digit(p[1]) * 16 + hex_digit(p[2]));
	}
	t->p++;
	return *p;
}

const char *
irtext_name(IrText *t, Arena *arena, size_t *len)
{
	const char *p = t->p, *end;
	bool quoted = p < t->end && *p == '"';
	char *q;

	p += quoted;
	if (quoted) {
		end = memchr(p, '"', (size_t)(t->end - p));
		end = end ? end : t->end;
	} else {
		for (end = p; end < t->end && irtext_in_name(*end);)
			end++;
	}
	IrText inside = (IrText){p, end};
	char *out = q = arena_raw(arena, (size_t)(end - p) + 1);
	while (inside.p < end)
		*q++ = irtext_byte(&inside);
	*q = 0;
	*len = (size_t)(q - out);
	t->p = end + (quoted && end < t->end);
	return out;
}

uint64_t
irtext_uint(IrText *t)
{
	uint64_t n = 0;

	for (; t->p < t->end && *t->p >= '0' && *t->p <= '9'; t->p++)
		n = n * 10 + (uint64_t)(*t->p - '0');
	return n;
}
