/*
 * What the bound on the cost of a function's allocation is made from.
 */
#ifndef BOUND_H
#define BOUND_H

#include "lp.h"

#include "core/analysis/cfg.h"
#include "core/model/ir.h"

/*
 * Where values can be: groups of cells.  A cell is a register with all that
 * overlaps it.  Cells that classes, calls and the code do not tell apart are
 * one group; one that the code names is a group of its own.
 */
typedef struct {
	const Func *f;
	const uint64_t *reserved;
	ClassId *classes; /* those of values and of operands */
	uint32_t nclasses;
	uint32_t *cell; /* by unit; NONE: nothing is allocated there */
	uint32_t ncells;
	uint32_t *group; /* by cell */
	uint32_t ngroups;
	uint32_t *size;	   /* by group: cells */
	bool *named;	   /* by group */
	uint16_t *members; /* [class * ngroups + group]: disjoint registers of
			      the class in a cell of it */
	uint16_t *wide;	   /* the same, of the classes that contain it, too */
	uint8_t *kept;	   /* [mask * ngroups + group]: is some of it? */
} Places;

void places_find(Places *p, const Func *f, const uint64_t *reserved,
		 Arena *arena);

/* The index of CLS in p->classes; NONE. */
uint32_t places_class(const Places *p, ClassId cls);

/* The group that REG lies in and fills, as far as values go; NONE: it cannot
 * be allocated, or leaves room for others. */
uint32_t places_group(const Places *p, RegId reg);

typedef enum {
	ROLE_NONE,  /* debug, marks, nothing */
	ROLE_ALIAS, /* its result is its source under another name */
	ROLE_PHI,
	ROLE_UNDEF,
	ROLE_IN,   /* COPY from a register that can be allocated */
	ROLE_OUT,  /* COPY into one */
	ROLE_INTO, /* COPY into one that is reserved */
	ROLE_PLAIN,
	ROLE_INSERT, /* INSERT_SUBREG into a value */
	ROLE_LOOSE,  /* puts values together: nothing is said of where */
} Role;

enum { FREE, BUSY, HOLDS }; /* of a named group; HOLDS + value */

/* Registers of the function with one value are one of these. */
typedef struct {
	uint32_t number; /* of a virtual register that it is in */
	InsnId def;
	BlockId block; /* of the definition */
	bool undef;
	bool constant;	/* can be computed again */
	bool loads;	/* it loads: an operand does as well */
	bool paid;	/* it loads what may change, and counts as computed */
	bool sliced;	/* its lowest part has a name of its own */
	bool inserted;	/* into another one, in whose register it may be */
	bool parts;	/* parts of it have names of their own */
	uint32_t reads; /* by something that is no copy of it */
} SsaValue;

typedef struct {
	const Func *f;
	const float *freq;
	Places places;
	uint32_t *of; /* by VregId: its value; NONE */
	SsaValue *values;
	uint32_t nvalues;
	uint8_t *role;	    /* by InsnId */
	uint32_t *line;	    /* by InsnId: of the source */
	uint64_t *live;	    /* by block: values live at its head, words */
	uint64_t *live_out; /* by block: at its end */
	uint32_t words;
	uint32_t *busy_head;	      /* [block * ngroups + group] */
	uint32_t *busy_in, *busy_out; /* [insn * ngroups + group] */
	uint8_t *sizes; /* [value * nclasses + class]: has it a name of it? */
} Facts;

/* NULL, or why nothing can be said of the function. */
const char *facts_find(Facts *x, const Func *f, const float *freq,
		       const uint64_t *reserved, Arena *arena);

/* busy_head, busy_in, busy_out. */
void busy_find(Facts *x, Arena *arena);

/* The value of operand O, if it is that of a virtual register that is defined;
 * NONE. */
uint32_t facts_value(const Facts *x, const Operand *o);

/* Does INSN compute something from nothing, as the cost counts it? */
bool facts_constant(const Func *f, const Insn *insn);

/* Instruction I copies a value from or into a reserved register: does the value
 * live on, in the block, when that has got another one? */
bool facts_outlives(const Facts *x, InsnId i);

/* Of which a lower bound of the cost is the minimum. */
void model_build(const Facts *x, Lp *lp, Arena *arena);

#endif
