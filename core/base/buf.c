/*
 * A growing array of bytes.
 */
#include "core/base/buf.h"

#include "core/base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

char *
buf_grow(Buf *buf, size_t n)
{
	size_t cap = buf->cap ? buf->cap : 4096;

	while (cap - buf->len < n)
		cap *= 2;
	buf->at = buf->at ? memory_resize(buf->at, cap) : memory_get(cap);
	buf->cap = cap;
	return buf->at + buf->len;
}

void
buf_uint(Buf *buf, uint64_t value)
{
	char *p = buf_room(buf, 20);
	uint32_t n = 1;

	for (uint64_t left = value; left >= 10; left /= 10)
		n++;
	buf->len += n;
	for (; n > 1; value /= 10)
		p[--n] = (char)('0' + value % 10);
	*p = (char)('0' + value);
}

void
buf_int(Buf *buf, int64_t value)
{
	if (value < 0)
		buf_char(buf, '-');
	buf_uint(buf, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void
buf_hex(Buf *buf, uint64_t value, unsigned digits, int upper)
{
	const char *set = upper ? "0123456789ABCDEF" : "0123456789abcdef";
	char *p = buf_room(buf, digits);

	for (unsigned i = 0; i < digits; i++)
		p[digits - 1 - i] = set[value >> 4 * i & 15];
	buf->len += digits;
}

void
buf_printf(Buf *buf, const char *format, ...)
{
	char *at = buf_room(buf, 64);
	size_t room = buf->cap - buf->len, len;
	va_list args;

	va_start(args, format);
	len = (size_t)vsnprintf(at, room, format, args);
	va_end(args);
	if (len >= room) {
		at = buf_room(buf, len + 1);
		va_start(args, format);
		vsnprintf(at, len + 1, format, args);
		va_end(args);
	}
	buf->len += len;
}

void
buf_datum(Buf *buf, unsigned bytes, uint64_t value)
{
	if (bytes < 8)
		value &= ((uint64_t)1 << bytes * 8) - 1;
	buf_printf(buf, bytes > 1 ? "\t.%ubyte " : "\t.byte ", bytes);
	buf_uint(buf, value);
	buf_char(buf, '\n');
}

void
buf_ascii(Buf *buf, unsigned char c)
{
	if (c == '"' || c == '\\')
		buf_printf(buf, "\\%c", c);
	else if (c >= ' ' && c < 127)
		buf_char(buf, (char)c);
	else
		buf_printf(buf, "\\%03o", c);
}

void
buf_json(Buf *buf, const char *text, size_t len)
{
	buf_char(buf, '"');
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '"' || c == '\\')
			buf_char(buf, '\\');
		if (c < ' ')
			buf_printf(buf, "\\u%04x", c);
		else
			buf_char(buf, (char)c);
	}
	buf_char(buf, '"');
}

void
buf_reset(Buf *buf)
{
	buf->len = 0;
}

void
buf_free(Buf *buf)
{
	free(buf->at);
	*buf = (Buf){0};
}
