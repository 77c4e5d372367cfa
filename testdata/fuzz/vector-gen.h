/*
 * What the parts of vector-gen share: the program that is being printed.
 */
#ifndef REGALLOC_TESTDATA_FUZZ_VECTOR_GEN_H
#define REGALLOC_TESTDATA_FUZZ_VECTOR_GEN_H

#include <stdbool.h>
#include <stdint.h>

enum { TYPES_MAX = 64, VARS_MAX = 400, FIELDS_MAX = 4, PARAMS_MAX = 10 };

typedef struct {
	char name[8];
	char elem; /* u, i, f; m: a mask */
	int bits;  /* of an element */
	int bytes; /* of a vector; 0: it is none */
} Type;

typedef struct {
	const Type *type;
	char name[16];
} Var;

/* A function printed, or a struct, of which `params` are the fields. */
typedef struct {
	int n, result; /* index of a struct, or -1: `type` */
	const Type *type;
	const Type *params[PARAMS_MAX];
} Sig;

typedef struct {
	uint64_t state;
	bool arm, avx2, avx512;
	Type types[TYPES_MAX];
	int ntypes;
	Var vars[VARS_MAX];
	int nvars, last; /* last: number in the last name */
	Sig structs[4], funcs[12];
	int nstructs, nfuncs;
	int room, depth; /* statements that may still come, loops around */
	int labels;
} Gen;

/* A random number below N; true in PERCENT of all cases. */
uint32_t below(Gen *g, uint32_t n);
bool chance(Gen *g, uint32_t percent);

/* The type so called; that with such elements, a scalar if BYTES is 0; NULL:
 * there is none. */
const Type *type_named(const Gen *g, const char *name);
const Type *type_like(const Gen *g, int bytes, char elem, int bits);

/* Fill the list of types. */
void types_make(Gen *g);

/* One of them: scalars, vectors of the machine's width, more rarely others. */
const Type *type_any(Gen *g);

int lanes_of(const Type *t);
bool is_float(const Type *t);

/* A variable of type T, or NULL. */
const Var *var_of(Gen *g, const Type *t);

/* Print an expression of type T; a floating-point one may be anything. */
void expr(Gen *g, const Type *t, int depth);

/* Print what is assigned to a variable of type T. */
void value(Gen *g, const Type *t, int depth);

/* Print the number up to which *TEXT says, which moves behind it. */
void number(Gen *g, const char **text);

#endif
