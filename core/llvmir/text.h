/*
 * A place in the text of LLVM IR, and the words there: what the readers of
 * data, of functions and of metadata share.
 */
#ifndef REGALLOC_LLVMIR_TEXT_H
#define REGALLOC_LLVMIR_TEXT_H

#include "core/base/arena.h"
#include "core/base/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
	const char *p, *end; /* what is next; where the text ends */
} IrText;

/* Can C be part of a name without quotes? */
bool irtext_in_name(char c);

/* Past blanks, ends of lines and comments. */
void irtext_blanks(IrText *t);

/* Past the line's end. */
void irtext_line(IrText *t);

/* Is TEXT next? */
static inline bool
irtext_at(const IrText *t, const char *text)
{
	return text_begins(t->p, t->end, text);
}

/* If TEXT is next, pass it. */
static inline bool
irtext_take(IrText *t, const char *text)
{
	bool there = irtext_at(t, text);

	t->p += there ? strlen(text) : 0;
	return there;
}

/* The same, if a name does not go on behind it. */
static inline bool
irtext_word(IrText *t, const char *text)
{
	size_t n = strlen(text);

	return ((size_t)(t->end - t->p) <= n || !irtext_in_name(t->p[n])) &&
	       irtext_take(t, text);
}

/* Go behind the next TEXT outside quotes; false: there is none, and T is at its
 * end. */
bool irtext_find(IrText *t, const char *text);

/* The byte next of a string, which is not at its end: "\\" and "\22" are
 * escapes. */
char irtext_byte(IrText *t);

/* The name next, without its sigil, or the string in quotes: a copy in ARENA
 * of its *LEN bytes without escapes, with a zero behind them. */
const char *irtext_name(IrText *t, Arena *arena, size_t *len);

/* The digits next; 0 if there are none. */
uint64_t irtext_uint(IrText *t);

#endif
