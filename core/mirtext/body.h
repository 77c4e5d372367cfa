/*
 * Parts of the MIR printer, for its own files.
 */
#ifndef REGALLOC_MIRTEXT_BODY_H
#define REGALLOC_MIRTEXT_BODY_H

#include "core/mirtext/mir.h"

enum {
	VREG_LEFT_DEF = 1, /* defined left of some "=" */
	VREG_SHOWN = 2,	   /* its class has been printed */
	VREG_DEF = 4,	   /* defined anywhere */
};

typedef struct {
	const Func *f;
	Buf *out;
	uint8_t *state; /* by VregId; NULL: a single instruction */
	bool listed;	/* the header lists registers and classes */

	/* The first comment not printed, and the place of what was. */
	uint32_t comment;
	Loc at;
	bool spaced; /* the empty lines behind that are printed as well */

	InsnId numbered; /* the one that mir_find_number() chose, or NONE */
	uint32_t number;
} MirPrinter;

/* One instruction, of BLOCK (NULL: it stands alone): definitions, name,
 * operands, tail. */
void mir_print_body_insn(const MirPrinter *p, const Block *block, InsnId i);

/* NAME, flags and opcode of an instruction of F. */
void mir_print_flags(const Func *f, Span name, Buf *out);

/* Definitions that instruction I of BLOCK does not make. */
void mir_print_unmade(const MirPrinter *p, const Block *block, InsnId i);

/* The instruction whose debug-instr-number is to be *NUMBER, so that llc makes
 * new numbers from there on; NONE: there is no need.  O(F and its text). */
InsnId mir_find_number(const Func *f, uint32_t *number);

/* Does an object of OBJECTS, lines of F's header, hold two variables?  Then
 * mir_print_objects() changes them. */
bool mir_has_joined(const Func *f, Span objects);

/* OBJECTS, lines of F's header, with one variable for each object. */
void mir_print_objects(const Func *f, Span objects, Buf *out);

/* "3", or "3.name" if the object has a name. */
void mir_print_stack_id(const Func *f, const StackObject *o, Buf *out);

/* The comment behind what was printed last, and the end of the line. */
void mir_line_end(MirPrinter *p);

/* Is there a comment before TO that was not printed? */
bool mir_comment_before(const MirPrinter *p, Loc to);

/* Go on to the next line of the source that is neither a comment nor empty,
 * before that of TO: what stands there, or NULL; printing those passed, if
 * comments are among them. */
const char *mir_comments(MirPrinter *p, Loc to);

/* The body's key and lines. */
void mir_print_body(const Func *f, Buf *out);

#endif
