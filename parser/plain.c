/*
 * Plain lines of a function's header, which are most of it: "key: word" in the
 * first column, or below a "key:" that has nothing else below it, or "key: []".
 * They mean what libyaml would say, in a hundredth of the time; whatever looks
 * different in any way is left to it.
 */
#include "parser/envelope.h"

#include <string.h>

enum { MAX_KEY = 60 };

/* A line of a header; key.len 0: it is not plain. */
typedef struct {
	Span key, value;
	const char *next; /* the line behind it */
} PlainLine;

static const char *
skip_word(const char *p, const char *end)
{
	while (p < end && build_is_word(*p))
		p++;
	return p;
}

/* The line P with its key INDENT blanks in, and a word, '' or, if OPEN, nothing
 * for value. */
static PlainLine
line_read(const Builder *b, const char *p, const char *end, unsigned indent,
	  bool open)
{
	PlainLine line = {0}, none = {0};
	const char *q, *eol = memchr(p, '\n', (size_t)(end - p));

	none.next = eol ? eol + 1 : end;
	if (!eol || (size_t)(eol - p) < indent || memcmp(p, "  ", indent) != 0)
		return none;
	p += indent;
	q = skip_word(p, eol);
	if (q == p || q - p > MAX_KEY || q == eol || *q != ':')
		return none;
	line.key = (Span){(Loc)(p - b->text), (uint32_t)(q - p)};
	for (p = q + 1; p < eol && *p == ' ';)
		p++;
	line.value.at = (Loc)(p - b->text);
	line.value.len = (uint32_t)(eol - p);
	if (open ? p < eol
		 : p == q + 1 || p == eol ||
			    (skip_word(p, eol) != eol &&
			     !(eol - p == 2 && p[0] == '\'' && p[1] == '\'')))
		return none;
	line.next = eol + 1;
	return line;
}

/* Does the line P begin a key of its own? */
static bool
begins_key(const char *p, const char *end)
{
	return p == end || build_is_word(*p);
}

/* Is KEY one whose value is read into something else than a field? */
static bool
is_list(const Builder *b, Span key)
{
	static const char *const names[] = {"stack", "fixedStack", "constants",
					    "jumpTable",
					    "calleeSavedRegisters"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strlen(names[i]) == key.len &&
		    !memcmp(names[i], b->text + key.at, key.len))
			return true;
	return false;
}

/* The field that LINE gives, below TOP (len 0: nothing). */
static void
field_add(Builder *b, Span top, const PlainLine *line)
{
	const char *text = b->text + line->value.at;
	uint32_t len = line->value.len;
	char path[2 * MAX_KEY + 2];
	uint32_t n = top.len;

	memcpy(path, b->text + top.at, n);
	if (n)
		path[n++] = '.';
	memcpy(path + n, b->text + line->key.at, line->key.len);
	path[n + line->key.len] = '\0';
	build_field(b, path, line->key, line->value, text,
		    len && *text == '\'' ? 0 : len);
}

/* "KEY: []" at P: a list of nothing, which only one key says something by. */
static const char *
empty_read(Builder *b, const char *p, const char *end)
{
	static const char saved[] = "calleeSavedRegisters";
	const char *q = skip_word(p, end);
	Span key = {(Loc)(p - b->text), (uint32_t)(q - p)};

	if (q == p || q == end || *q != ':' ||
	    (key.len == sizeof(saved) - 1 && !memcmp(p, saved, key.len)))
		return NULL;
	for (p = q + 1; p < end && *p == ' ';)
		p++;
	if (p == q + 1 || end - p < 3 || memcmp(p, "[]\n", 3) != 0 ||
	    !begins_key(p + 3, end))
		return NULL;
	build_key_check(b, key);
	return p + 3;
}

/* Read the key at P if it is plain.  Returns the line behind it; NULL: it is
 * not. */
static const char *
key_read(Builder *b, const char *p, const char *end)
{
	PlainLine line = line_read(b, p, end, 0, false), below;
	const char *q = line.key.len ? NULL : empty_read(b, p, end);

	if (q)
		return q;
	if (line.key.len && begins_key(line.next, end) &&
	    !is_list(b, line.key)) {
		build_key_check(b, line.key);
		field_add(b, (Span){0, 0}, &line);
		return line.next;
	}
	line = line_read(b, p, end, 0, true);
	if (!line.key.len || is_list(b, line.key))
		return NULL;
	for (q = line.next; q < end && !begins_key(q, end); q = below.next) {
		below = line_read(b, q, end, 2, false);
		if (!below.key.len)
			return NULL;
	}
	if (q == line.next)
		return NULL;
	build_key_check(b, line.key);
	for (q = line.next; q < end && !begins_key(q, end); q = below.next) {
		below = line_read(b, q, end, 2, false);
		field_add(b, line.key, &below);
	}
	return q;
}

uint32_t
plain_read(Builder *b, Span span, Span *rest, uint32_t max)
{
	const char *p = b->text + span.at, *end = p + span.len, *next;
	const char *from = p; /* of what is left to libyaml */
	uint32_t n = 0;

	while (p < end) {
		next = n + 1 < max && begins_key(p, end) ? key_read(b, p, end)
							 : NULL;
		if (next) {
			if (p > from)
				rest[n++] = (Span){(Loc)(from - b->text),
						   (uint32_t)(p - from)};
			p = from = next;
			continue;
		}
		next = memchr(p, '\n', (size_t)(end - p));
		p = next ? next + 1 : end;
	}
	if (end > from)
		rest[n++] =
			(Span){(Loc)(from - b->text), (uint32_t)(end - from)};
	return n;
}
