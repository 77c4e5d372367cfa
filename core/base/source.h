/*
 * Source: the bytes of one input file, and places in it.  Positions are byte
 * offsets; line and column are worked out only when a person must read them.
 */
#ifndef REGALLOC_BASE_SOURCE_H
#define REGALLOC_BASE_SOURCE_H

#include "core/base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t Loc; /* byte offset in the input */
#define LOC_NONE UINT32_MAX

typedef struct {
	const char *path; /* as the user wrote it; "<stdin>" for "-" */
	const char *text;
	uint32_t len; /* bytes; inputs of 4 GiB and more are refused */
} Source;

/* A piece of the source text. */
typedef struct {
	Loc at;
	uint32_t len;
} Span;

/* Are X of A and Y of B the same text? */
static inline bool
span_same(const Source *a, Span x, const Source *b, Span y)
{
	return x.len == y.len &&
	       ((a == b && x.at == y.at) ||
		!memcmp(a->text + x.at, b->text + y.at, x.len));
}

static inline bool
span_is(const Source *source, Span span, const char *word)
{
	return span.len == strlen(word) &&
	       !memcmp(source->text + span.at, word, span.len);
}

/* Does the text from P to END begin with WORD? */
static inline bool
text_begins(const char *p, const char *end, const char *word)
{
	size_t n = strlen(word);

	return (size_t)(end - p) >= n && !memcmp(p, word, n);
}

/* The end of the line of P, which ends at END at the latest. */
static inline const char *
text_line_end(const char *p, const char *end)
{
	const char *newline = memchr(p, '\n', (size_t)(end - p));

	return newline ? newline : end;
}

/* P behind the first WORD in the text up to END; NULL: it is not there. */
const char *text_behind(const char *p, const char *end, const char *word);

/* The same in SPAN of SOURCE. */
const char *span_behind(const Source *source, Span span, const char *word);

/* Pieces of the source text, in their order. */
typedef struct {
	const Span *at;
	uint32_t n;
} SpanList;

/* How many lines end in the bytes FROM to TO.  O(bytes). */
uint32_t source_lines(const Source *source, Loc from, Loc to);

/* Where the lines of a part of a source begin, for many look-ups. */
typedef struct {
	const Loc *starts;
	uint32_t n, first; /* first: number of the first one */
} Lines;

/* Those of PART, which begins with line FIRST, in ARENA. O(part). */
void lines_find(Lines *lines, const Source *source, Span part, uint32_t first,
		Arena *arena);

/* The number of the line of offset AT, and its *COLUMN if that is not NULL; 0
 * for LOC_NONE.  O(log lines). */
uint32_t lines_at(const Lines *lines, Loc at, uint32_t *column);

#endif
