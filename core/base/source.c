/*
 * From byte offsets to lines and columns.
 */
#include "core/base/source.h"

#include "core/base/search.h"
#include "core/base/vec.h"

#include <string.h>

const char *
text_behind(const char *p, const char *end, const char *word)
{
	size_t len = strlen(word);
	/* There are more quotes and blanks than letters. */
	size_t rare = word[0] == '"' || word[0] == ' ';

	for (; (size_t)(end - p) >= len && p < end; p++) {
		p = memchr(p + rare, word[rare], (size_t)(end - p) - len + 1);
		if (!p)
			return NULL;
		p -= rare;
		if (!memcmp(p, word, len))
			return p + len;
	}
	return NULL;
}

const char *
span_behind(const Source *source, Span span, const char *word)
{
	const char *p = source->text + span.at;

	return text_behind(p, p + span.len, word);
}

uint32_t
source_lines(const Source *source, Loc from, Loc to)
{
	const char *p = source->text + from, *end = source->text + to;
	uint32_t n = 0;

	for (; (p = memchr(p, '\n', (size_t)(end - p))); p++)
		n++;
	return n;
}

void
lines_find(Lines *lines, const Source *source, Span part, uint32_t first,
	   Arena *arena)
{
	const char *p = source->text + part.at, *end = p + part.len;
	VEC(Loc) starts = {0};

	VEC_PUSH(arena, starts, part.at);
	while (p < end && (p = memchr(p, '\n', (size_t)(end - p))))
		VEC_PUSH(arena, starts, (Loc)(++p - source->text));
	*lines = (Lines){starts.at, starts.n, first};
}

uint32_t
lines_at(const Lines *lines, Loc at, uint32_t *column)
{
	uint32_t i = 1;

	if (column)
		*column = 0;
	if (at == LOC_NONE)
		return 0;
	SEARCH_FIRST(i, lines->n, lines->starts[i] <= at);
	i--;
	if (column)
		*column = at - lines->starts[i] + 1;
	return lines->first + i;
}
