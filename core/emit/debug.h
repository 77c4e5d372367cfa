/*
 * The module's debug information, as far as line tables need it: the metadata
 * of its IR, and what is printed around the functions.
 */
#ifndef REGALLOC_EMIT_DEBUG_H
#define REGALLOC_EMIT_DEBUG_H

#include "core/base/buf.h"
#include "core/llvmir/text.h"
#include "core/model/ir.h"

/* A node, "!7 = distinct !DIFile(...)", is known by where its "!DIFile" or
 * "!{" stands, be it in a line of its own or inside another node; NULL: none.
 */
typedef const char *DebugNode;

typedef struct {
	uint32_t id; /* N of !N */
	DebugNode node;
} DebugEntry;

typedef struct {
	DebugNode node;
	const char *dir, *name, *md5; /* md5: or NULL */
	uint32_t number;	      /* of its ".file" */
	bool again;		      /* the main file, by another node */
} DebugFile;

typedef struct {
	const Source *source;
	const char *end;	 /* of the source */
	unsigned version;	 /* of DWARF */
	unsigned address;	 /* bytes of one */
	bool single;		 /* the assembler takes no lists of .uleb128 */
	VEC(DebugEntry) entries; /* by id */
	VEC(DebugFile) files;	 /* by node; numbers begin with the units' */
	VEC(DebugNode) units;	 /* that want line tables */
	uint32_t main_file;	 /* number of the first unit's */
} Debug;

/* A source line. */
typedef struct {
	uint32_t line, column;
	DebugNode scope;   /* NULL: no place at all */
	DebugNode inlined; /* the place it was inlined to; NULL: not */
} DebugPlace;

/* Find the metadata in the lines IR of SOURCE, those of the module outside
 * functions.  False: there is no debug information; the other metadata is found
 * all the same.  O(text). */
bool debug_read(Debug *d, const Source *source, SpanList ir,
		const Target *target, Arena *arena);

/* The subprogram that a function's "define" line names, if its unit is to have
 * line tables; NULL: none. */
DebugNode debug_subprogram(const Debug *d, Span define);

/* The place that the "debug-location" in TAIL, what follows an instruction's
 * operands, says, or none.  False: it says something that is no place. */
bool debug_place(const Debug *d, Span tail, DebugPlace *place);

/* The node at T, "!7" or in full; NULL: none. */
DebugNode debug_node(const Debug *d, IrText t);

/* The value of KEY in NODE, at its first character; p is NULL: it has none.
 * As a number (0: none), as a node, as text that ends with a zero ("": none).
 */
IrText debug_field(const Debug *d, DebugNode node, const char *key);
uint32_t debug_number(const Debug *d, DebugNode node, const char *key);
DebugNode debug_ref(const Debug *d, DebugNode node, const char *key);
const char *debug_text(const Debug *d, DebugNode node, const char *key,
		       Arena *arena);

/* Is that a node of KIND, "!DIFile("? */
bool debug_is(const Debug *d, DebugNode node, const char *kind);

/* The number of the file that SCOPE lies in. */
uint32_t debug_file(const Debug *d, DebugNode scope);

/* A function of the machine IR. */
typedef struct {
	const char *name; /* as plain text */
	Span define;	  /* its IR's line; len 0: none */
} DebugFunc;

/* debug_info.c: what stands before all code, ".file" lines; and behind it, the
 * compile units with the N functions of theirs that are printed. */
void debug_open(const Debug *d, Buf *out);
void debug_close(const Debug *d, const DebugFunc *funcs, uint32_t n,
		 const NameList *privates, Arena *arena, Buf *out);

#endif
