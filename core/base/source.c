/*
 * From byte offsets to lines and columns.
 */
#include "core/base/source.h"

#include "core/base/vec.h"

#include <string.h>

SourcePos
source_pos(const Source *source, Loc at)
{
	SourcePos pos = {.line = 1};
	const char *p = source->text, *end, *nl;
	Loc start = 0;

	if (at > source->len)
		at = source->len;
	while ((nl = memchr(p + start, '\n', at - start))) {
		start = (Loc)(nl - p) + 1;
		pos.line++;
	}
	end = memchr(p + start, '\n', source->len - start);
	pos.text.at = start;
	pos.text.len = (end ? (uint32_t)(end - p) : source->len) - start;
	if (pos.text.len && p[start + pos.text.len - 1] == '\r')
		pos.text.len--;
	pos.column = at - start + 1;
	return pos;
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
	uint32_t lo = 0, hi = lines->n;

	if (column)
		*column = 0;
	if (at == LOC_NONE)
		return 0;
	while (hi - lo > 1) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (lines->starts[mid] <= at)
			lo = mid;
		else
			hi = mid;
	}
	if (column)
		*column = at - lines->starts[lo] + 1;
	return lines->first + lo;
}
