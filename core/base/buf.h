/*
 * Buf: a growing array of bytes, for output text.
 */
#ifndef REGALLOC_BASE_BUF_H
#define REGALLOC_BASE_BUF_H

#include "core/base/source.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Zero-initialise. */
typedef struct {
	char *at;
	size_t len, cap;
} Buf;

/* What buf_room is when there is none. */
char *buf_grow(Buf *buf, size_t n);

/* Room for N more bytes. The process ends with status 1 and a message when
 * memory is exhausted.  Returns where they go. */
static inline char *
buf_room(Buf *buf, size_t n)
{
	return buf->at && buf->cap - buf->len >= n ? buf->at + buf->len
						   : buf_grow(buf, n);
}

static inline void
buf_char(Buf *buf, char c)
{
	*buf_room(buf, 1) = c;
	buf->len++;
}

/* Here, since a text of known length then takes two or three instructions. */
static inline void
buf_put(Buf *buf, const char *text, size_t len)
{
	if (!len)
		return;
	memcpy(buf_room(buf, len), text, len);
	buf->len += len;
}

static inline void
buf_str(Buf *buf, const char *text)
{
	buf_put(buf, text, strlen(text));
}

void buf_uint(Buf *buf, uint64_t value);
void buf_int(Buf *buf, int64_t value);

/* VALUE as DIGITS hexadecimal digits, in upper or lower case. */
void buf_hex(Buf *buf, uint64_t value, unsigned digits, int upper);

void buf_printf(Buf *buf, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The text of SPAN in SOURCE. */
static inline void
buf_span(Buf *buf, const Source *source, Span span)
{
	buf_put(buf, source->text + span.at, span.len);
}

/* VALUE, or its low part, as a line of data for the assembler: 1, 2, 4 or 8
 * BYTES. */
void buf_datum(Buf *buf, unsigned bytes, uint64_t value);

/* C as part of a string of the assembler. */
void buf_ascii(Buf *buf, unsigned char c);

/* The LEN bytes at TEXT as a JSON string, quotes included. */
void buf_json(Buf *buf, const char *text, size_t len);

static inline void
buf_json_str(Buf *buf, const char *text)
{
	buf_json(buf, text, strlen(text));
}

/* Forget the contents, keep the memory. */
void buf_reset(Buf *buf);
void buf_free(Buf *buf);

#endif
