/*
 * Shared by the files that print the notes of a module for GCN.
 */
#ifndef REGALLOC_GCN_NOTES_INTERNAL_H
#define REGALLOC_GCN_NOTES_INTERNAL_H

#include "targets/gcn/notes.h"
#include "core/emit/globals_internal.h"

typedef VEC(const char *) Strings;

typedef struct {
	Globals g; /* types */
	const AsmModule *in;
	const AsmFunc *of;
	Func attributes; /* of the kernel's IR, which is all it is */
	Arena *arena;
	Buf *out;
	unsigned version;
	DebugNode language, formats; /* lists of nodes, or NULL */
	Strings dynamic; /* variables for kernels' memory of unknown size */

	unsigned depth;		/* of the map being printed */
	bool item;		/* its next key is the first of a list's item */
	uint64_t offset, align; /* of arguments */
	bool local;		/* among them is memory of the work group */
} Notes;

/* What its code gave. */
static inline const GcnFigures *
figures_of(const AsmFunc *of)
{
	return of->figures;
}

/* notes_yaml.c: "KEY:" of the map being printed, without what follows; with a
 * number, with true or false, with TEXT and what stands AFTER it.  An empty
 * TEXT prints nothing. */
void put_name(Notes *n, const char *key);
void put_number(Notes *n, const char *key, uint64_t value);
void put_flag(Notes *n, const char *key, bool value);
void put_text(Notes *n, const char *key, const char *text, const char *after);

/* TEXT and AFTER it, as a string. */
void put_string(Notes *n, const char *text, const char *after);

/* Is WORD among the WORDS, which blanks separate? */
bool note_has_word(const char *words, const char *word);

/* notes_ir.c: the node behind WORD in the kernel's "define"; NULL: none. */
DebugNode note_attached(const Notes *n, const char *word);

/* Into NODE, "!{...}"; false: it is NULL, or something else. */
bool note_open(const Notes *n, DebugNode node, IrText *t);

/* The strings of NODE, which may be NULL, are added to OUT. */
void note_strings(const Notes *n, DebugNode node, Strings *out);

/* Has the kernel not this ATTRIBUTE? */
bool note_lacks(const Notes *n, const char *attribute);

/* notes_args.c: the list of the kernel's arguments.  False: an error. */
bool put_arguments(Notes *n);

#endif
