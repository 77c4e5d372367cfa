/*
 * Texts of which many are alike: a text is kept once without its numbers and
 * names of registers, which stand apart, as its arguments.
 *
 * "%5:gr32 = ADD %4, %3, implicit-def $flags" is [7,5,4,3,-2]: number 7 of
 * "texts", which is the array of what stands before, between and behind the
 * arguments; an argument below 0 is a name, -2 being number 1 of "names".
 */
#ifndef REGALLOC_REPORT_TEXTS_H
#define REGALLOC_REPORT_TEXTS_H

#include "core/base/buf.h"
#include "core/base/intmap.h"
#include "core/base/vec.h"
#include "core/model/target.h"

/* Strings by number, each once. */
typedef struct {
	VEC(char) bytes;
	VEC(Slice) of; /* by number, of `bytes` */
	IntMap by_hash;
} TextPool;

typedef struct {
	Arena *arena;
	TextPool texts; /* TEXT_ARGUMENT where an argument stands */
	TextPool names;
	Buf without; /* the one that is being taken apart */
} Texts;

typedef VEC(int32_t) TextWords;

/* Append to WORDS the number of the LEN bytes at TEXT and its arguments.
 * O(LEN).
 */
void texts_add(Texts *t, const char *text, size_t len, TextWords *words);

/* Append N of the words at WORDS as members of an array. */
void texts_put(const int32_t *words, uint32_t n, Buf *out);

/* "texts" and "names", of all that was added. */
void texts_json(const Texts *t, Buf *out);

void texts_free(Texts *t);

#endif
