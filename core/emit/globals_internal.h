/*
 * Shared by the files that print the module's data.
 */
#ifndef REGALLOC_EMIT_GLOBALS_INTERNAL_H
#define REGALLOC_EMIT_GLOBALS_INTERNAL_H

#include "core/base/intmap.h"
#include "core/emit/globals.h"
#include "core/llvmir/number.h"

typedef enum {
	TYPE_INT,
	TYPE_FLOAT, /* the letter says which */
	TYPE_PTR,
	TYPE_ARRAY,
	TYPE_VECTOR,
	TYPE_STRUCT,
	TYPE_OTHER, /* without a size: functions, labels, opaque */
} TypeKind;

typedef struct Type Type;
struct Type {
	uint8_t kind;
	char letter; /* floats: h b f d x q */
	bool packed;
	uint32_t bits;
	uint32_t align, preferred; /* in bytes */
	uint64_t store, size;	   /* in bytes, without and with padding */
	uint64_t n;		   /* elements or fields */
	const Type *element, **fields;
	uint64_t *offsets; /* of fields */
};

typedef struct {
	char kind; /* i f v p a */
	uint32_t bits, abi, preferred, size;
} LayoutRule; /* p: BITS is the address space, SIZE the pointer's bytes */

typedef struct {
	const char *name, *text; /* without escapes; behind "type" */
	size_t len;
	const Type *type; /* NULL: not read yet */
	bool open;	  /* being read */
} NamedType;

typedef struct {
	const char *name;
	uint32_t block;
} BlockName;

/* A constant that fits a register: a number, or an address and a number. */
typedef struct {
	uint64_t low, high;
	const char *symbol, *minus; /* or NULL */
} Value;

typedef struct {
	const GlobalsInput *in;
	Arena *arena;
	Diag *diag;
	Buf *out;
	IrText t;	  /* what is being read */
	const char *what; /* the global, for messages */
	bool failed;
	uint32_t depth; /* of nested types and constants */
	bool pic;

	VEC(LayoutRule) layout;
	VEC(NamedType) types;	 /* sorted */
	VEC(const char *) lines; /* that define a symbol, or assembly */

	/* The value being printed. */
	Buf data;
	uint64_t zeros; /* bytes not printed yet */
	bool nonzero, undefined;
	bool relocated;		/* an address */
	bool absolute;		/* one that depends on where the program lies */
	uint64_t null_elements; /* of an array of integers */
	bool last_null;

	const GlobalsBody *body; /* whose blocks are known */
	VEC(BlockName) blocks;	 /* sorted */
	bool blocks_unknown;	 /* of some the address is taken by no name */
	bool bodies_sorted;
	const char *section; /* directive printed last */

	IntMap nodes; /* by number of a metadata node !{ptr @NAME}: index into
			 node_symbols */
	VEC(IrText) node_symbols; /* at "@NAME" */
	uint32_t associated;	  /* sections that go with another symbol's */
} Globals;

/* globals.c: finds the module's lines, and knows its types then. */
void globals_open(Globals *g);

/* globals_read.c: tokens. */
void globals_error(Globals *g, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Is TEXT next? It is then passed; a word must end there. */
bool read_text(Globals *g, const char *text);
bool read_word(Globals *g, const char *text);
/* TEXT must be next. */
bool read_expect(Globals *g, const char *text);
/* A name behind its sigil, or a string with its quotes: without escapes. */
const char *read_name(Globals *g, size_t *len);
uint64_t read_uint(Globals *g);
/* Into a type or constant inside another: false if there are too many. */
bool read_deeper(Globals *g);
/* Past a bracketed list, the opening one being next. */
bool read_skip(Globals *g);

/* globals_type.c: NULL on error. */
const Type *read_type(Globals *g);
const Type *type_pointer(Globals *g, uint32_t space);
void layout_read(Globals *g, const char *text, size_t len);
void types_sort(Globals *g);

/* globals_const.c: one constant of type T that fits a register. */
bool read_value(Globals *g, const Type *t, Value *v);
bool read_float(Globals *g, const Type *t, Value *v);
/* "@name" as a symbol. */
const char *read_symbol(Globals *g);

/* globals_data.c: a whole constant as directives in G->data. */
bool data_read(Globals *g, const Type *t);
void data_begin(Globals *g);
void data_end(Globals *g);

typedef enum {
	LINK_EXTERNAL,
	LINK_LOCAL,
	LINK_WEAK,
	LINK_COMMON,
	LINK_DECLARED,
	LINK_DECLARED_WEAK,
	LINK_APPENDING,
	LINK_ELSEWHERE, /* available_externally */
} Linkage;

typedef enum { /* as in LLVM's SectionKind */
	       KIND_RODATA,
	       KIND_STRING,
	       KIND_CONST,
	       KIND_RELRO,
	       KIND_DATA,
	       KIND_BSS,
	       KIND_TDATA,
	       KIND_TBSS,
} Kind;

typedef struct {
	const char *name; /* as in the module */
	size_t len;
	const char *symbol;
	Linkage linkage;
	const char *visibility; /* or NULL */
	bool thread_local_, unnamed, constant;
	uint32_t space;
	const Type *type;
	const char *section, *comdat; /* or NULL */
	const char
		*associated; /* its section goes with this symbol's; or NULL */
	uint32_t align;	     /* 0: not said */
	Kind kind;
	uint32_t entry; /* bytes of what can be merged */
} Global;

/* globals_print.c: the symbol with the value just read, in its section. */
void print_variable(Globals *g, Global *v);
/* What the linker is to know of the symbol. */
void print_binding(Globals *g, const Global *v);
/* Change to the section of this directive; LINE lives as long as G. */
void print_section(Globals *g, const char *line);

#endif
