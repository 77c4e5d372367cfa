/*
 * From byte offsets to lines and columns.
 */
#include "core/base/source.h"

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
