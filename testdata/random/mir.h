/*
 * Machine IR as the interpreter reads it: a reader of its own, which takes what
 * generators and the allocator print, and skips what has no meaning when run.
 */
#ifndef TESTDATA_RANDOM_MIR_H
#define TESTDATA_RANDOM_MIR_H

#include "testdata/random/machine.h"

enum { SLOTS_MAX = 4096 };

typedef enum {
	ARG_REG,   /* of the machine */
	ARG_VREG,  /* number num of the function */
	ARG_NOREG, /* $noreg, _ */
	ARG_NUM,
	ARG_BLOCK, /* by its place */
	ARG_SLOT,  /* %stack.num */
	ARG_MASK,
	ARG_TEXT,
} ArgKind;

typedef struct {
	ArgKind kind;
	bool def, implicit, undef, early, dead, killed;
	int tied; /* to this operand, or -1 */
	int64_t num;
	char *text;	      /* as written, without words before it */
	char *sub;	      /* part of a virtual register, or NULL */
	const Places *places; /* of a register */
	const uint8_t *kept;  /* of a mask */
	unsigned size;	      /* of a virtual register as a whole */
	bool lanes;
} Arg;

typedef struct {
	char *name;
	const Op *op; /* NULL: not known */
	Arg *args;
	unsigned nargs, line;
} Code;

typedef struct {
	unsigned number;
	Code *code;
	unsigned ncode;
	unsigned *succs, nsuccs; /* places of blocks */
} Part;				 /* a basic block */

typedef struct {
	char *name, *cls;
	unsigned size;
	bool lanes;
} Vreg;

typedef struct {
	char *name;
	Part *parts;
	unsigned nparts;
	Vreg *vregs;
	unsigned nvregs;
	bool slots[SLOTS_MAX]; /* listed in the header */
	char *error;	       /* what could not be read; NULL */
} Program;

typedef struct {
	Program *at;
	unsigned n;
} Programs;

/* Read FILE, or end the program. */
Programs mir_read(Machine *m, const char *file);

#endif
