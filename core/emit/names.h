/*
 * How assembly spells the module's names.
 */
#ifndef REGALLOC_EMIT_NAMES_H
#define REGALLOC_EMIT_NAMES_H

#include "core/model/ir.h"

/* The symbol of the LEN bytes at NAME, without the module's escapes: PRIVATES
 * (may be NULL) get a prefix, and names that need them quotes. */
const char *names_symbol(Arena *arena, const NameList *privates,
			 const char *name, size_t len);

/* Is SYMBOL one of WORDS, in small letters or capitals?  "#" behind a letter
 * stands for a number, blanks are between words. */
bool names_listed(const char *words, const char *symbol);

/* The prefix of the local labels of the function of that SYMBOL: another one
 * for each symbol, without quotes. */
const char *names_local(Arena *arena, const char *symbol);

/* Where the label line of a block, LEN bytes at LABEL from "bb." on, names the
 * block of the IR whose address is taken.  NULL: nowhere; UNNAMED becomes true
 * if the address is taken all the same. */
const char *names_taken_block(const char *label, size_t len, bool *unnamed);

/* Is NAME, as plain text, in LIST? */
bool names_has(const NameList *list, const char *name);

/* For qsort and bsearch: what begins with a pointer to its name, by that. */
int names_compare(const void *a, const void *b);

#endif
