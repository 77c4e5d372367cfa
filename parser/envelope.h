/*
 * The header of a function document, and names in quotes.
 */
#ifndef REGALLOC_PARSER_ENVELOPE_H
#define REGALLOC_PARSER_ENVELOPE_H

#include "parser/build.h"

/* Read the keys of DOC except those that are long lists and the body: fills
 * B's function and the tables of stack objects.  Errors go to B's Diag. */
void envelope_read(Builder *b, const MirDoc *doc);

/* Read the plain lines of SPAN, whole lines of a header, and set the parts that
 * are not plain, at most MAX (more than 0) of them.  Returns how many. */
uint32_t plain_read(Builder *b, Span span, Span *rest, uint32_t max);

/* The text, in ARENA, of the scalar AT of SOURCE, in one line and in quotes. */
const char *quoted_text(const Source *source, Span at, Arena *arena,
			Diag *diag);

#endif
