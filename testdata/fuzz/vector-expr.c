/*
 * Types and expressions of the programs of vector-gen.
 */
#include "vector-gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vector-ops.h"

uint32_t
below(Gen *g, uint32_t n)
{
	g->state ^= g->state << 13;
	g->state ^= g->state >> 7;
	g->state ^= g->state << 17;
	return (uint32_t)((g->state * 0x2545f4914f6cdd1d) >> 33) % n;
}

bool
chance(Gen *g, uint32_t percent)
{
	return below(g, 100) < percent;
}

const Type *
type_named(const Gen *g, const char *name)
{
	int i;

	for (i = 0; i < g->ntypes; i++)
		if (!strcmp(g->types[i].name, name))
			return &g->types[i];
	return NULL;
}

const Type *
type_like(const Gen *g, int bytes, char elem, int bits)
{
	char name[16];

	snprintf(name, sizeof(name), bytes ? "v%d%c%d" : "%.0d%c%d", bytes,
		 elem, bits);
	return type_named(g, name);
}

static void
type_add(Gen *g, int bytes, char elem, int bits)
{
	Type *t = &g->types[g->ntypes++];

	t->elem = elem;
	t->bits = bits;
	t->bytes = bytes;
	snprintf(t->name, sizeof(t->name), bytes ? "v%d%c%d" : "%.0d%c%d",
		 bytes, elem, bits);
}

void
types_make(Gen *g)
{
	int bits, bytes;

	for (bits = 8; bits <= 64; bits *= 2) {
		type_add(g, 0, 'u', bits);
		type_add(g, 0, 'i', bits);
		if (g->avx512)
			type_add(g, 0, 'm', bits);
	}
	type_add(g, 0, 'f', 32);
	type_add(g, 0, 'f', 64);
	if (!g->arm) {
		type_add(g, 0, 'u', 128);
		type_add(g, 0, 'i', 128);
	}
	for (bytes = g->arm ? 8 : 16; bytes <= (g->arm ? 32 : 64); bytes *= 2) {
		for (bits = 8; bits <= 64; bits *= 2) {
			type_add(g, bytes, 'u', bits);
			type_add(g, bytes, 'i', bits);
		}
		type_add(g, bytes, 'f', 32);
		type_add(g, bytes, 'f', 64);
	}
}

const Type *
type_any(Gen *g)
{
	/* Scalars, vectors of the machine's width, and others. */
	for (;;) {
		const Type *t = &g->types[below(g, (uint32_t)g->ntypes)];
		int wide = g->arm ? 16 : g->avx512 ? 64 : g->avx2 ? 32 : 16;

		if (!t->bytes	      ? chance(g, 70)
		    : t->bytes > wide ? chance(g, 15)
				      : true)
			return t;
	}
}

int
lanes_of(const Type *t)
{
	return t->bytes * 8 / t->bits;
}

bool
is_float(const Type *t)
{
	return t->elem == 'f';
}

const Var *
var_of(Gen *g, const Type *t)
{
	const Var *found = NULL;
	int i, n = 0;

	for (i = 0; i < g->nvars; i++)
		if (g->vars[i].type == t && below(g, (uint32_t)++n) == 0)
			found = &g->vars[i];
	return found;
}

static void
constant(Gen *g, const Type *t)
{
	uint32_t k = below(g, 1000);

	if (is_float(t))
		printf("%u.%s", k, t->bits == 32 ? "25f" : "25");
	else if (chance(g, 50))
		printf("(%s)%u", t->name, k % 100);
	else
		printf("(%s)0x%08x%08xull", t->name, below(g, 1u << 31),
		       below(g, 1u << 31));
}

/* A leaf: a variable, or what comes from memory. */
static void
leaf(Gen *g, const Type *t)
{
	const Var *v = chance(g, 92) ? var_of(g, t) : NULL;

	if (v)
		printf("%s", v->name);
	else if (is_float(t))
		printf("fix_%s(any_%s())", t->name, t->name);
	else if (chance(g, 60))
		printf("*(const %s_u *)(bytes + %u)", t->name, below(g, 200));
	else if (!t->bytes)
		constant(g, t);
	else
		printf("((%s){} + (%c%d)%u)", t->name, t->elem, t->bits,
		       below(g, 100));
}

static void
binary(Gen *g, const Type *t, const char *op, int depth)
{
	printf("(");
	expr(g, t, depth);
	printf(" %s ", op);
	expr(g, t, depth);
	printf(")");
}

static const char *const FLOAT_OPS[] = {"+", "*", "-", "+"};

/* A shift: the count is of the same type, and below the width. */
static void
shift(Gen *g, const Type *t, int depth)
{
	printf("(%s)(", t->name);
	expr(g, t, depth);
	printf(" %s (", chance(g, 50) ? "<<" : ">>");
	if (chance(g, 50))
		expr(g, t, depth);
	else
		printf(t->bytes ? "(%u + (%s){})" : "%u", below(g, 100),
		       t->name);
	printf(" & %d))", t->bits - 1);
}

/* A division, or its rest, by what is positive. */
static void
division(Gen *g, const Type *t, int depth)
{
	const Type *u = type_like(g, t->bytes, 'u', t->bits);

	printf("(%s)((%s)", t->name, t->name);
	expr(g, t, depth);
	printf(" %c (%s)(((%s)", chance(g, 50) ? '/' : '%', t->name, u->name);
	expr(g, u, depth);
	printf(" >> 1) | 1))");
}

/* One of clang's functions of two operands, or of one vector. */
static void
function_of(Gen *g, const Type *t, int depth)
{
	bool one = t->bytes && chance(g, 40);

	printf("(%s)__builtin_elementwise_%s(", t->name,
	       one	       ? t->elem == 'i' ? "abs" : "bitreverse"
	       : chance(g, 50) ? "max"
	       : chance(g, 50) ? "min"
			       : "add_sat");
	expr(g, t, depth);
	if (!one) {
		printf(", ");
		expr(g, t, 0);
	}
	printf(")");
}

/* Integers, vectors of them as well: the operators of C. */
static void
integer(Gen *g, const Type *t, int depth)
{
	static const char *OPS[] = {"+", "-", "*", "&", "|", "^", "+", "^"};
	bool mask = t->elem == 'm';

	switch (below(g, 10)) {
	case 0:
		shift(g, t, depth);
		return;
	case 1:
		if (mask || !chance(g, t->bytes ? 20 : 40) ||
		    (t->bytes && lanes_of(t) > 4))
			break;
		division(g, t, depth);
		return;
	case 2:
		printf("(%s)~", t->name);
		expr(g, t, depth);
		return;
	case 3:
	case 4:
		if (mask)
			break;
		function_of(g, t, depth);
		return;
	default:
		break;
	}
	printf("(%s)", t->name);
	binary(g, t, OPS[below(g, 8)], depth);
}

/* A comparison of two vectors of T, as a vector of integers. */
static void
comparison(Gen *g, const Type *t, int depth)
{
	static const char *OPS[] = {"<", "<=", "==", "!=", ">", ">="};

	printf("(%s)", type_like(g, t->bytes, 'i', t->bits)->name);
	binary(g, t, OPS[below(g, 6)], depth);
}

/* Parts of two vectors, of the size of T or not. */
static void
shuffle(Gen *g, const Type *t, int depth)
{
	int bytes = t->bytes << below(g, 3) >> 1, i, n;
	const Type *from = type_like(g, bytes, t->elem, t->bits);

	if (!from || lanes_of(t) < 2 || bytes * 8 < 2 * t->bits)
		from = t;
	n = 2 * lanes_of(from);
	printf("((%s)__builtin_shufflevector(", t->name);
	expr(g, from, depth);
	printf(", ");
	expr(g, from, depth);
	for (i = 0; i < lanes_of(t); i++)
		printf(", %u", below(g, (uint32_t)n));
	printf("))");
}

/* A vector of T from one with as many elements. */
static void
conversion(Gen *g, const Type *t, int depth)
{
	static const struct {
		char elem;
		int bits;
	} FROM[] = {{'u', 8},  {'i', 16}, {'u', 32}, {'i', 32},
		    {'u', 64}, {'i', 64}, {'f', 32}, {'f', 64}};
	int k = (int)below(g, 8);
	const Type *from = type_like(g, lanes_of(t) * FROM[k].bits / 8,
				     FROM[k].elem, FROM[k].bits);

	if (!from)
		from = t;
	printf("__builtin_convertvector(");
	if (is_float(from)) {
		/* Small, and positive. */
		printf("small_%s(", from->name);
		expr(g, from, depth);
		printf(")");
	} else if (is_float(t)) {
		printf("(%s)(", from->name);
		expr(g, from, depth);
		printf(" & 0x7f)");
	} else {
		expr(g, from, depth);
	}
	printf(", %s)", t->name);
}

void
number(Gen *g, const char **text)
{
	printf("%u", below(g, (uint32_t)atoi(*text) + 1));
	*text += strspn(*text, "0123456789");
}

/* An operand of the kind of which *TEXT tells, which moves behind that, for
 * vectors of BYTES. */
static void
operand(Gen *g, const char **text, int bytes, int depth)
{
	char kind = *(*text)++;
	int bits;

	switch (kind) {
	case 'x':
	case 'i':
		printf("(__m%di)", bytes * 8);
		if (kind == 'x')
			printf("(63 & (v%du32)", bytes);
		expr(g, type_like(g, bytes, 'u', 8 << below(g, 4)), depth);
		if (kind == 'x')
			printf(")");
		break;
	case 's':
	case 'd':
		bits = kind == 's' ? 32 : 64;
		printf("(__m%d%s)", bytes * 8, kind == 's' ? "" : "d");
		expr(g, type_like(g, bytes, 'f', bits), depth);
		break;
	case 'u':
		expr(g, type_named(g, "u32"), depth);
		break;
	case 'k':
		bits = bytes * 8 / atoi(*text);
		*text += strspn(*text, "0123456789");
		expr(g, type_like(g, 0, 'm', bits < 8 ? 8 : bits), depth);
		break;
	}
}

/* Print TEXT with operands of BYTES. */
static void
intrinsic_text(Gen *g, const char *text, int bytes, int depth)
{
	while (*text) {
		char c = *text++;

		if (c == '@')
			printf("_mm%s", bytes == 16   ? ""
					: bytes == 32 ? "256"
						      : "512");
		else if (c == '#')
			number(g, &text);
		else if (c == '$')
			operand(g, &text, bytes, depth);
		else
			putchar(c);
	}
}

/* For vectors of how many bytes can OP make a T?  0: none. */
static int
intrinsic_bytes(const Intrinsic *op, const Type *t)
{
	char kind = !is_float(t) ? 'i' : t->bits == 32 ? 's' : 'd';
	int bytes = 0;

	if (t->bytes)
		bytes = *op->result == kind ? t->bytes : 0;
	else if (t->elem == 'm')
		bytes = atoi(op->result) * t->bits / 8;
	else if (*op->result == 'u')
		bytes = op->sizes & 4 ? 64 : 32;
	return bytes > 0 && op->sizes & bytes / 16 ? bytes : 0;
}

/* One of OPS that makes a T.  False: there is none. */
static bool
intrinsic(Gen *g, const Intrinsic *ops, const Type *t, int depth)
{
	const Intrinsic *op, *found = NULL;
	uint32_t n = 0;

	for (op = ops; op->text; op++)
		if (intrinsic_bytes(op, t) && below(g, ++n) == 0)
			found = op;
	if (!found)
		return false;
	printf("((%s)", t->name);
	intrinsic_text(g, found->text, intrinsic_bytes(found, t), depth);
	printf(")");
	return true;
}

static bool
intrinsic_any(Gen *g, const Type *t, int depth)
{
	if (g->avx512 && chance(g, 70))
		return intrinsic(g, AVX512_OPS, t, depth);
	return g->avx2 && intrinsic(g, AVX2_OPS, t, depth);
}

/* Lanes of two vectors, as comparisons say. */
static void
selection(Gen *g, const Type *t, int depth)
{
	const Type *mask = type_like(g, t->bytes, 'i', t->bits);

	printf("((%s)(((%s)", t->name, mask->name);
	expr(g, t, depth);
	printf(" & ");
	comparison(g, t, 0);
	printf(") | ((%s)", mask->name);
	expr(g, t, depth);
	printf(" & ~");
	comparison(g, t, 0);
	printf(")))");
}

static void
vector_expr(Gen *g, const Type *t, int depth)
{
	const Type *as;

	switch (below(g, 9)) {
	case 0:
		shuffle(g, t, depth);
		return;
	case 1:
		conversion(g, t, depth);
		return;
	case 2:
		selection(g, t, depth);
		return;
	case 3:
		as = type_like(g, 0, t->elem, t->bits);
		printf("((%s){} + (%s)", t->name, as->name);
		expr(g, as, depth);
		printf(")");
		return;
	case 4:
		as = type_like(g, t->bytes, 'u', 8 << below(g, 4));
		/* Any bits, of which floating-point numbers are to be made. */
		printf(is_float(t) ? "fix_%s((%s)" : "((%s)", t->name, t->name);
		expr(g, as, depth);
		printf(")");
		return;
	case 5:
	case 6:
		if (intrinsic_any(g, t, depth - chance(g, 50)))
			return;
		break;
	default:
		break;
	}
	if (is_float(t))
		binary(g, t, FLOAT_OPS[below(g, 4)], depth);
	else if (chance(g, 15))
		printf("((%s)", t->name), comparison(g, t, depth), printf(")");
	else
		integer(g, t, depth);
}

static void
scalar_expr(Gen *g, const Type *t, int depth)
{
	const Type *from = type_any(g);
	const char *call;

	switch (below(g, 7)) {
	case 0:
		/* An element of a vector. */
		from = type_like(g, g->arm ? 16 : 16 << below(g, 3), t->elem,
				 t->bits);
		if (!from)
			break;
		printf("(%s)((", t->name);
		expr(g, from, depth);
		printf(")[%u])", below(g, (uint32_t)lanes_of(from)));
		return;
	case 1:
		if (is_float(t) || t->elem == 'm')
			break;
		if (!from->bytes || is_float(from))
			break;
		call = chance(g, 50) ? "add" : chance(g, 50) ? "xor" : "max";
		printf("(%s)__builtin_reduce_%s(", t->name, call);
		expr(g, from, depth);
		printf(")");
		return;
	case 2:
		if (from->bytes)
			break;
		printf("(%s)(", t->name);
		if (is_float(from))
			printf("small_%s(", from->name);
		expr(g, from, depth);
		printf("%s%s)", is_float(from) ? ")" : "",
		       is_float(t) && !is_float(from) ? " & 0xfff" : "");
		return;
	case 3:
		if (intrinsic_any(g, t, depth))
			return;
		break;
	case 4:
		printf("(");
		expr(g, type_named(g, "u32"), 0);
		printf(" %s ", chance(g, 50) ? "<" : "!=");
		expr(g, type_named(g, "u32"), depth);
		printf(" ? (%s)", t->name);
		expr(g, t, depth);
		printf(" : (%s)", t->name);
		expr(g, t, depth);
		printf(")");
		return;
	default:
		break;
	}
	if (is_float(t))
		binary(g, t, FLOAT_OPS[below(g, 4)], depth);
	else
		integer(g, t, depth);
}

void
expr(Gen *g, const Type *t, int depth)
{
	if (depth <= 0 || chance(g, 15))
		leaf(g, t);
	else if (t->bytes)
		vector_expr(g, t, depth - 1);
	else
		scalar_expr(g, t, depth - 1);
}

void
value(Gen *g, const Type *t, int depth)
{
	printf(is_float(t) ? "fix_%s(" : "(", t->name);
	expr(g, t, depth);
	printf(")");
}
