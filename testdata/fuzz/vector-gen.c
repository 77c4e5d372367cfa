/*
 * vector-gen TARGET SEED
 *
 * Prints a random C program about vectors, masks, 128-bit integers, structs by
 * value and inline assembly; TARGET is x86, avx2, avx512 or arm.  The program
 * prints a checksum.  It has no undefined behaviour: counts of shifts are
 * masked, divisors are not zero, signed integers wrap (-fwrapv), and what
 * becomes a floating-point variable is small, so that no sum is a NaN and each
 * can be converted.  The same for the same arguments.
 */
#include "vector-gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vector-asm.h"

static const Var *
var_new(Gen *g, const Type *t)
{
	Var *v = &g->vars[g->nvars++];

	v->type = t;
	snprintf(v->name, sizeof(v->name), "x%d", ++g->last);
	return v;
}

static void
indent(const Gen *g)
{
	printf("%.*s", g->depth + 1, "\t\t\t\t\t\t\t");
}

static void statements(Gen *g, int n);

/* { ... }: what is declared there is forgotten. */
static void
block(Gen *g, int n)
{
	int nvars = g->nvars;

	g->depth++;
	statements(g, n);
	g->depth--;
	g->nvars = nvars;
	indent(g);
	printf("}\n");
}

static bool
assembly(Gen *g, const Assembly *ops)
{
	const Assembly *a;
	const Var *of[4];
	const char *p;
	int n = 0;

	while (ops[n].text)
		n++;
	a = &ops[below(g, (uint32_t)n)];
	of[0] = var_of(g, type_named(g, a->type));
	of[1] = var_of(g, type_named(g, a->type));
	of[2] = a->other ? var_of(g, type_named(g, a->other)) : of[0];
	of[3] = a->other ? var_of(g, type_named(g, a->other)) : of[0];
	if (!of[0] || !of[2] || of[0] == of[1] || (a->other && of[2] == of[3]))
		return false;
	g->labels++;
	for (p = a->text; *p;) {
		char c = *p++;

		if (c == '%' && *p >= 'A' && *p <= 'D')
			printf("%s", of[*p++ - 'A']->name);
		else if (c == '#')
			number(g, &p);
		else if (c == '@')
			printf("L%d", g->labels);
		else
			putchar(c);
	}
	printf("\n");
	return true;
}

static bool
assembly_any(Gen *g)
{
	if (g->arm)
		return assembly(g, ARM_ASM);
	if (g->avx512 && chance(g, 40))
		return assembly(g, AVX512_ASM);
	if (g->avx2 && chance(g, 30))
		return assembly(g, AVX_ASM);
	return assembly(g, X86_ASM);
}

/* A call of function number K. */
static void
call(Gen *g, int k)
{
	const Sig *f = &g->funcs[k];
	const Var *v = f->result < 0 ? var_of(g, f->type) : NULL;
	int i, of = ++g->last;

	if (f->result >= 0)
		printf("struct s%d r%d = ", f->result, of);
	else if (v)
		printf("%s = ", v->name);
	printf("f%d(", k);
	for (i = 0; i < f->n; i++) {
		printf(i ? ", " : "");
		value(g, f->params[i], 1);
	}
	printf(");\n");
	if (f->result < 0)
		return;
	f = &g->structs[f->result];
	for (i = 0; i < f->n; i++) {
		v = var_of(g, f->params[i]);
		if (!v)
			continue;
		indent(g);
		printf("%s = r%d.m%d;\n", v->name, of, i);
	}
}

static void
branch(Gen *g)
{
	int i, n;

	switch (below(g, 3)) {
	case 0:
		printf("for (int i = 0; i < %u; i++) {\n", 1 + below(g, 9));
		block(g, 4);
		return;
	case 1:
		printf("if (");
		expr(g, type_named(g, "u32"), 2);
		printf(" & %u) {\n", 1u << below(g, 6));
		block(g, 3);
		if (chance(g, 50)) {
			indent(g);
			printf("else {\n");
			block(g, 3);
		}
		return;
	default:
		printf("switch (");
		expr(g, type_named(g, "u32"), 1);
		n = 3 + (int)below(g, 4);
		printf(" & 7) {\n");
		for (i = 0; i < n; i++) {
			indent(g);
			printf("case %d: {\n", i);
			block(g, 2);
			indent(g);
			printf(chance(g, 80)
				       ? "break;\n"
				       : "__attribute__((fallthrough));\n");
		}
		indent(g);
		printf("default: break; }\n");
	}
}

static void
statement(Gen *g)
{
	const Type *t;
	const Var *v;

	indent(g);
	switch (below(g, 12)) {
	case 0:
		if (g->depth < 3 && g->room > 6) {
			branch(g);
			return;
		}
		break;
	case 1:
		if (g->nfuncs && (g->depth < 2 || chance(g, 20))) {
			call(g, (int)below(g, (uint32_t)g->nfuncs));
			return;
		}
		break;
	case 2:
		if (assembly_any(g))
			return;
		break;
	case 3:
		t = type_any(g);
		v = var_of(g, t);
		if (!v || !t->bytes || is_float(t))
			break;
		printf("%s[", v->name);
		if (chance(g, 50))
			printf("%u", below(g, (uint32_t)lanes_of(t)));
		else
			expr(g, type_named(g, "u32"), 1),
				printf(" & %d", lanes_of(t) - 1);
		printf("] = ");
		expr(g, type_like(g, 0, t->elem, t->bits), 1);
		printf(";\n");
		return;
	case 4:
		t = type_any(g);
		printf("*(%s_u *)(bytes + %u) = ", t->name, below(g, 200));
		value(g, t, 2);
		printf(";\n");
		return;
	case 5:
		printf("put(");
		expr(g, type_named(g, "u64"), 1);
		printf(");\n");
		return;
	default:
		break;
	}
	v = &g->vars[below(g, (uint32_t)g->nvars)];
	printf("%s = ", v->name);
	value(g, v->type, 3);
	printf(";\n");
}

static void
statements(Gen *g, int n)
{
	n = 1 + (int)below(g, (uint32_t)n * 2);
	while (n-- && g->room-- > 0)
		statement(g);
}

/* What every program begins with. */
static const char PREAMBLE[] =
	"#include <stdint.h>\n"
	"#include <stdio.h>\n\n"
	"#define NOINLINE static __attribute__((noinline))\n"
	"static unsigned char bytes[512] __attribute__((aligned(64)));\n"
	"static uint64_t state = 0x9e3779b97f4a7c15, sum;\n"
	"NOINLINE uint64_t rnd(void)\n"
	"{\n"
	"\tstate ^= state << 13;\n"
	"\tstate ^= state >> 7;\n"
	"\tstate ^= state << 17;\n"
	"\treturn state;\n"
	"}\n"
	"NOINLINE void put(uint64_t x)\n"
	"{\n"
	"\tsum = (sum ^ x) * 0x100000001b3 + (sum >> 29);\n"
	"}\n"
	"NOINLINE void fill(void *p, int n)\n"
	"{\n"
	"\twhile (n--)\n"
	"\t\t((unsigned char *)p)[n] = rnd() >> 9;\n"
	"}\n"
	"NOINLINE void put_bytes(const void *p, int n)\n"
	"{\n"
	"\twhile (n--)\n"
	"\t\tput(((const unsigned char *)p)[n]);\n"
	"}\n"
	"#define TYPE(T) \\\n"
	"\ttypedef T T##_u __attribute__((aligned(1), may_alias));\n"
	"#define INTEGER(T) TYPE(T) \\\n"
	"\tNOINLINE T any_##T(void) \\\n"
	"\t{ T x; fill(&x, sizeof(x)); return x; }\n"
	"#define FLOAT(T) TYPE(T) \\\n"
	"\tNOINLINE T any_##T(void) \\\n"
	"\t{ return (int)(rnd() & 0xffff) / (T)16 - 1000; } \\\n"
	"\tstatic inline T fix_##T(T x) \\\n"
	"\t{ return (x > -1e5f && x < -1e-3f) || (x > 1e-3f && x < 1e5f) \\\n"
	"\t\t ? x : 3; } \\\n"
	"\tstatic inline T small_##T(T x) \\\n"
	"\t{ return x > 0 && x < 100 ? x : 5; }\n"
	"#define FLOATS(T, I, F) TYPE(T) \\\n"
	"\tNOINLINE T any_##T(void) \\\n"
	"\t{ T x; for (unsigned i = 0; i < sizeof(T) / sizeof(F); i++) \\\n"
	"\t\t x[i] = any_##F(); return x; } \\\n"
	"\tstatic inline T fix_##T(T x) \\\n"
	"\t{ I m = (I)((x > -1e5f) & (x < -1e-3f)) | \\\n"
	"\t\t(I)((x > 1e-3f) & (x < 1e5f)); \\\n"
	"\treturn (T)((m & (I)x) | (~m & (I)((T){} + 3))); } \\\n"
	"\tstatic inline T small_##T(T x) \\\n"
	"\t{ I m = (I)((x > 0) & (x < 100)); \\\n"
	"\treturn (T)((m & (I)x) | (~m & (I)((T){} + 5))); }\n";

/* The definition of T, and of functions about it. */
static void
type_print(const Type *t)
{
	static const char *const INTS[] = {"char", "short", "int", "long long",
					   "__int128"};
	const char *base = INTS[__builtin_ctz((unsigned)t->bits) - 3];

	if (t->bytes) {
		printf("typedef %c%d %s __attribute__((vector_size(%d)));\n",
		       t->elem, t->bits, t->name, t->bytes);
		if (is_float(t))
			printf("FLOATS(%s, v%di%d, f%d)\n", t->name, t->bytes,
			       t->bits, t->bits);
	} else if (is_float(t)) {
		printf("typedef %s %s;\nFLOAT(%s)\n",
		       t->bits == 32 ? "float" : "double", t->name, t->name);
	} else {
		printf("typedef %s %s %s;\n",
		       t->elem == 'i' ? "signed" : "unsigned", base, t->name);
	}
	if (!is_float(t))
		printf("INTEGER(%s)\n", t->name);
}

static void
preamble(const Gen *g)
{
	int i;

	printf("// flags: -fwrapv -ffp-contract=off%s%s\n",
	       g->avx2 ? " -mavx2 -mfma" : "",
	       g->avx512 ? " -mavx512f -mavx512bw -mavx512vl -mavx512dq" : "");
	if (g->avx2)
		printf("// cpu: avx2 fma%s\n",
		       g->avx512 ? " avx512f avx512bw avx512vl avx512dq" : "");
	if (g->arm)
		printf("#include <arm_neon.h>\n");
	else if (g->avx2)
		printf("#include <immintrin.h>\n");
	printf("%s", PREAMBLE);
	for (i = 0; i < g->ntypes; i++)
		type_print(&g->types[i]);
}

static void
structs(Gen *g)
{
	int i, k;

	g->nstructs = 4;
	for (i = 0; i < g->nstructs; i++) {
		Sig *s = &g->structs[i];

		s->n = 1 + (int)below(g, FIELDS_MAX);
		printf("struct s%d {", i);
		for (k = 0; k < s->n; k++) {
			s->params[k] = type_any(g);
			printf(" %s m%d;", s->params[k]->name, k);
		}
		printf(" };\n");
	}
}

/* The head of function number K. */
static void
function_head(Gen *g, int k)
{
	Sig *f = &g->funcs[k];
	int i;

	f->result = chance(g, 30) ? (int)below(g, (uint32_t)g->nstructs) : -1;
	f->type = type_any(g);
	f->n = 1 + (int)below(g, PARAMS_MAX);
	if (f->result >= 0)
		printf("\nNOINLINE struct s%d f%d(", f->result, k);
	else
		printf("\nNOINLINE %s f%d(", f->type->name, k);
	for (i = 0; i < f->n; i++) {
		f->params[i] = type_any(g);
		printf("%s%s %s", i ? ", " : "", f->params[i]->name,
		       var_new(g, f->params[i])->name);
	}
	printf(")\n{\n");
}

/* So many variables, some of the types of parameters. */
static void
declarations(Gen *g, int n)
{
	int i, nparams = g->nvars;

	for (i = 0; i < n; i++) {
		const Var *like = &g->vars[below(g, (uint32_t)nparams)];
		const Type *t = i % 3 ? type_any(g) : like->type;

		printf("\t%s x%d = ", t->name, g->last + 1);
		value(g, t, i % 3 ? 0 : 2);
		var_new(g, t);
		printf(";\n");
	}
	if (chance(g, 10))
		printf("\tchar room[rnd() %% 40 + 1];\n"
		       "\tfill(room, sizeof(room));\n"
		       "\tput_bytes(room, sizeof(room));\n");
}

/* The end of function F: its variables count for the checksum. */
static void
function_end(Gen *g, const Sig *f)
{
	const Sig *s;
	int i;

	for (i = 0; i < g->nvars; i++)
		printf("\tput_bytes(&(%s){%s}, sizeof(%s));\n",
		       g->vars[i].type->name, g->vars[i].name, g->vars[i].name);
	printf("\treturn ");
	if (f->result < 0) {
		value(g, f->type, 1);
		printf(";\n}\n");
		return;
	}
	s = &g->structs[f->result];
	printf("(struct s%d){", f->result);
	for (i = 0; i < s->n; i++) {
		value(g, s->params[i], 1);
		printf(", ");
	}
	printf("};\n}\n");
}

/* Function number K, with about SIZE statements and PRESSURE variables. */
static void
function(Gen *g, int k, int size, int pressure)
{
	g->nvars = g->depth = 0;
	function_head(g, k);
	declarations(g, pressure);
	g->room = size;
	while (g->room > 0)
		statements(g, 8);
	function_end(g, &g->funcs[k]);
}

static void
main_function(Gen *g)
{
	int i, k;

	g->nvars = 0;
	printf("\nint main(void)\n{\n"
	       "\tfor (int n = 0; n < 3; n++) {\n"
	       "\t\tfill(bytes, sizeof(bytes));\n");
	for (k = 0; k < g->nfuncs; k++) {
		printf("\t\tf%d(", k);
		for (i = 0; i < g->funcs[k].n; i++)
			printf("%sany_%s()", i ? ", " : "",
			       g->funcs[k].params[i]->name);
		printf(");\n\t\tput_bytes(bytes, sizeof(bytes));\n"
		       "\t\tprintf(\"%d %%016llx\\n\", (unsigned long "
		       "long)sum);\n",
		       k);
	}
	printf("\t}\n\treturn 0;\n}\n");
}

int
main(int argc, char **argv)
{
	static Gen g;
	int i, n, size, pressure;

	if (argc != 3)
		return fputs("usage: vector-gen x86|avx2|avx512|arm SEED\n",
			     stderr),
		       2;
	g.arm = !strcmp(argv[1], "arm");
	g.avx512 = !strcmp(argv[1], "avx512");
	g.avx2 = g.avx512 || !strcmp(argv[1], "avx2");
	g.state = strtoull(argv[2], NULL, 10) * 0x9e3779b97f4a7c15 + 1;
	for (i = 0; i < 20; i++)
		below(&g, 2);
	types_make(&g);
	preamble(&g);
	structs(&g);
	/* Mostly small ones; one in eight has much more in it. */
	size = chance(&g, 12) ? 60 : 10 + (int)below(&g, 15);
	pressure = chance(&g, 12) ? 60 : 5 + (int)below(&g, 20);
	n = 2 + (int)below(&g, 3);
	for (i = 0; i < n; i++) {
		function(&g, i, size, pressure);
		g.nfuncs = i + 1;
	}
	main_function(&g);
	return 0;
}
