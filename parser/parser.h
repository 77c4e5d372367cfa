/*
 * The reader of MIR: bytes to documents to functions.
 *
 * A file is split once; after that its functions can be parsed in any order
 * and in several threads, since nothing here keeps state between them.
 */
#ifndef REGALLOC_PARSER_PARSER_H
#define REGALLOC_PARSER_PARSER_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/base/source.h"
#include "core/base/vec.h"
#include "core/llvmir/module_flags.h"
#include "core/model/ir.h"

#include <stdbool.h>
#include <stddef.h>

enum { /* keys of a document that are read apart, or written anew */
       KEY_REGISTERS,
       KEY_LIVEINS,
       KEY_STACK,
       KEY_FIXED_STACK,
       KEY_CALLSITES,
       KEY_BODY,
       KEY_COUNT,
};

/* One function document.  A key's span covers whole lines; len 0: absent. */
typedef struct {
	Span all;	  /* from its "---" line to where the next one starts */
	uint32_t line;	  /* number of its first line; 0: see mirfile_lines */
	Span header;	  /* the lines between "---" and "..." */
	const char *name; /* as plain text */
	Span name_text;	  /* its value in the source */
	Span keys[KEY_COUNT];
	bool cut;	 /* the file ends in it, where others end with "..." */
	Span define;	 /* line of the IR function; len 0: none */
	Span attributes; /* text of its attribute group */
} MirDoc;

typedef struct {
	const Source *source;
	Span ir;	     /* the IR module's lines; len 0: none */
	SpanList ir_lines;   /* those outside bodies of functions */
	Span triple, layout; /* its target triple and its data layout, without
				quotes */
	ModuleFlagList flags;
	VEC(MirDoc) docs;
	ModuleNames names; /* of the IR module */
	bool aliases;	   /* some symbols are other names of variables */
} MirFile;

/* Read the file at PATH ("-": standard input) into SOURCE.  False with errno
 * set if that is impossible; EFBIG for 4 GiB and more; ESTALE: the file got
 * shorter while it was read.  Release with source_close. */
bool source_open(Source *source, const char *path);
void source_close(Source *source);

/* Split SOURCE into documents, in one pass over it.  False if DIAG got
 * an error.  Memory comes from ARENA. */
bool mirfile_split(const Source *source, Arena *arena, MirFile *file,
		   Diag *diag);

/* Set the numbers of the documents' first lines.  O(file). */
void mirfile_lines(MirFile *file);

enum {
	PARSE_STRICT = 1, /* refuse what is otherwise read with a warning */
	PARSE_LLVM = 256, /* times a version of LLVM: it is of that one */
};

/* Parse document INDEX of FILE.  The result lives in KEEP; TMP is left to the
 * caller to empty.  NULL if DIAG got an error.  A document without a body
 * gives a function without blocks. */
Func *mir_parse(const MirFile *file, uint32_t index, const Target *target,
		Arena *keep, Arena *tmp, Diag *diag, unsigned flags);

#endif
