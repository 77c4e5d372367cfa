/*
 * Random functions as MIR text.
 *
 *   random-mir MACHINE ssa|vars SEED N [SIZE]
 *
 * N functions for x86, arm, gcn or one of the machines of small-machine, in SSA
 * form or with variables that are written again and again.  SIZE: of how many
 * instructions at most (40).  A function is made as one of variables on a
 * random graph of blocks; for SSA form they get versions, and PHIs where ways
 * meet.
 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "../gen/random.h"
#include "tables.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	BLOCKS_MAX = 24,
	VARS_MAX = 64,
	OWN = VARS_MAX, /* a register that only its template knows */
	CODE_MAX = 4096,
	TOKENS_MAX = 16
};

/* What a token of a template stands for: a variable or a part of it. */
typedef struct {
	unsigned var;
	char part[24]; /* or empty */
	char kind;     /* of the part or variable */
} Pick;

typedef struct {
	const char *text;
	Pick picks[TOKENS_MAX];
} Code;

typedef struct {
	unsigned first, end; /* in code */
	unsigned to;	     /* where its branch goes, 0: it has none */
	bool jumps;	     /* and it ends with a jump to the next */
	uint64_t in, gen, kill;
	unsigned phis[VARS_MAX], outs[VARS_MAX]; /* versions */
	char *text;
	size_t size;
} Block;

static const Table *table;
static bool ssa;
static char kinds[VARS_MAX]; /* of variables */
static unsigned nvars, nregs, nblocks, ncode, nwork;
static unsigned version[VARS_MAX + 1];
static Code code[CODE_MAX];
static Block blocks[BLOCKS_MAX];
static FILE *out;

static const Kind *
kind_of(char letter)
{
	const Kind *k = table->kinds;

	while (k->letter && k->letter != letter)
		k++;
	return k;
}

/* Can a value of one kind be copied to the other? */
static bool
alike(char a, char b)
{
	const Kind *x = kind_of(a), *y = kind_of(b);

	return a == b || x->like == b || y->like == a ||
	       (x->like && x->like == y->like);
}

/* A variable, or a part of one, that can stand for a value of KIND, which is
 * written if DEF; or a register of the template's own. */
static Pick
pick(char kind, bool def, bool own)
{
	Pick all[20 * VARS_MAX];
	unsigned n = 0, v;

	if (own)
		return (Pick){.var = OWN, .kind = kind};
	for (v = 0; v < nvars; v++) {
		const char *p = kind_of(kinds[v])->parts;

		if (alike(kinds[v], kind))
			all[n++] = (Pick){.var = v, .kind = kinds[v]};
		for (; p && *p; p += *p == ' ') {
			bool only_read = *p == '-';
			size_t len = strcspn(p += only_read, " ") - 1;
			Pick one = {.var = v, .kind = p[len]};

			memcpy(one.part, p, len);
			p += len + 1;
			if (alike(one.kind, kind) && !(def && only_read))
				all[n++] = one;
		}
	}
	if (!n) {
		fprintf(stderr, "no variable of kind %c\n", kind);
		exit(2);
	}
	return all[below(n)];
}

static bool
is_def(char mark)
{
	return mark == '=' || mark == '&';
}

/* The next token of *TEXT: the letter into KIND ('n' is a number), the mark
 * before it into MARK (0: a plain use), and whether it is of a register of the
 * template's own; false: there is none in the instruction. */
static bool
token(const char **text, char *mark, char *kind, bool *own)
{
	const char *p = *text;

	while (*p && *p != '{' && *p != ';')
		p++;
	if (*p != '{')
		return false;
	p++;
	*mark = *p == '=' || *p == '&' || (*p >= '0' && *p <= '9') ? *p++ : 0;
	*own = *p == 't' && p[1] != '}';
	p += *own;
	*kind = *p;
	*text = strchr(p, '}') + 1;
	return true;
}

static void
code_add(Block *b, const char *text)
{
	Code *c = &code[ncode];
	const char *p = text;
	unsigned n = 0;
	char mark, kind;
	bool own;

	if (ncode == CODE_MAX)
		exit(2);
	*c = (Code){.text = text};
	while (*p) {
		if (!token(&p, &mark, &kind, &own)) {
			p += strcspn(p, ";");
			p += *p == ';';
			continue;
		}
		if (kind != 'n' && n < TOKENS_MAX)
			c->picks[n++] = pick(kind, is_def(mark), own);
	}
	b->end = ++ncode;
}

/* --- liveness, for PHIs --- */

static void
uses_of(const Block *b, uint64_t *gen, uint64_t *kill)
{
	unsigned i, n, d;
	char mark, kind;
	bool own;

	*gen = *kill = 0;
	for (i = b->end; i-- > b->first;) {
		const char *p = code[i].text;
		uint64_t uses = 0, defs = 0, parts = 0;

		for (n = d = 0; *p;) {
			if (!token(&p, &mark, &kind, &own)) {
				p += strcspn(p, ";");
				p += *p == ';';
				continue;
			}
			if (kind == 'n')
				continue;
			if (own)
				;
			else if (!is_def(mark))
				uses |= 1ull << code[i].picks[n].var;
			else if (*code[i].picks[n].part)
				parts |= 1ull << code[i].picks[n].var;
			else
				defs |= 1ull << code[i].picks[n].var;
			n++;
		}
		/* Of several instructions the first may read what the others
		 * write: all that is read counts. */
		*gen = (*gen & ~defs) | uses | parts;
		*kill |= defs;
	}
}

static void
liveness(void)
{
	bool again = true;
	unsigned i;

	for (i = 0; i < nblocks; i++) {
		uses_of(&blocks[i], &blocks[i].gen, &blocks[i].kill);
		blocks[i].in = 0;
	}
	while (again) {
		again = false;
		for (i = nblocks; i-- > 0;) {
			Block *b = &blocks[i];
			uint64_t live = i + 1 < nblocks ? b[1].in : 0;

			if (b->to)
				live |= blocks[b->to].in;
			live = (live & ~b->kill) | b->gen;
			again |= live != b->in;
			b->in = live;
		}
	}
}

/* --- printing --- */

static const char *
class_of(char kind)
{
	return kind_of(kind)->cls;
}

/* May an operand of KIND be of the class of a value of another? */
static bool
fits(char value, char operand)
{
	return value == operand ||
	       (kind_of(value)->like == operand && !kind_of(value)->apart);
}

/* The register that has the value of P, as text. */
static void
value_text(const Pick *p, char *s)
{
	sprintf(s, "%%%u%s%s", version[p->var], *p->part ? "." : "", p->part);
}

/* What the definition of P becomes in an instruction, as text, and what is to
 * follow the instruction. */
static void
def_text(const Pick *p, char operand, bool tied, bool read, char *s,
	 char *after)
{
	const char *cls = class_of(p->var == OWN ? p->kind : kinds[p->var]);
	unsigned fresh = nregs;

	*after = 0;
	if (p->var == OWN) {
		version[OWN] = nregs++;
		sprintf(s, "%%%u:%s", version[OWN], cls);
		return;
	}
	if (ssa ? !*p->part && fits(p->kind, operand)
		: fits(p->kind, operand) && !read && !(tied && *p->part)) {
		if (ssa)
			version[p->var] = nregs++;
		sprintf(s, "%%%u%s%s:%s", version[p->var], *p->part ? "." : "",
			p->part, cls);
		return;
	}
	nregs++;
	sprintf(s, "%%%u:%s", fresh, class_of(operand));
	if (!ssa) {
		sprintf(after, "    %%%u%s%s:%s = COPY %%%u\n", version[p->var],
			*p->part ? "." : "", p->part, cls, fresh);
	} else if (*p->part) {
		sprintf(after,
			"    %%%u:%s = INSERT_SUBREG %%%u, %%%u, "
			"%%subreg.%s\n",
			nregs, cls, version[p->var], fresh, p->part);
		version[p->var] = nregs++;
	} else {
		sprintf(after, "    %%%u:%s = COPY %%%u\n", nregs, cls, fresh);
		version[p->var] = nregs++;
	}
}

/* One instruction of C's text from P on, its first token is number *N. */
static const char *
line_print(const Code *c, const char *p, unsigned *n, unsigned to)
{
	char names[TOKENS_MAX][80], after[TOKENS_MAX][160], mark, kind, *at;
	char marks[TOKENS_MAX], letters[TOKENS_MAX];
	const char *q = p;
	unsigned k = 0, i, j, m = 0, defs[4] = {0}, ndefs = 0;
	bool own, early = false;

	/* The uses come first: they read what was there before. */
	while (token(&q, &mark, &kind, &own)) {
		if (kind == 'n')
			continue;
		marks[k] = mark;
		letters[k] = kind;
		early |= mark == '&';
		if (is_def(mark) && ndefs < 4)
			defs[ndefs++] = k;
		k++;
	}
	for (i = 0; i < k; i++) {
		const Pick *one = &c->picks[*n + i];

		if (is_def(marks[i]))
			continue;
		value_text(one, names[i]);
		if (fits(one->kind, letters[i]))
			continue;
		fprintf(out, "    %%%u:%s = COPY %s\n", nregs,
			class_of(letters[i]), names[i]);
		sprintf(names[i], "%%%u", nregs++);
	}
	for (i = 0; i < ndefs; i++) {
		const Pick *one = &c->picks[*n + defs[i]];
		unsigned tied = k;
		bool read = false;

		for (j = 0; j < k; j++)
			if (marks[j] == (char)('0' + i))
				tied = j;
		/* Another operand reads it, or writes it, too. */
		for (j = 0; j < k; j++)
			read |= j != tied && j != defs[i] &&
				c->picks[*n + j].var == one->var;
		/* Where that matters it gets a register of its own. */
		read &= tied < k || ndefs > 1 || early;
		def_text(one, letters[defs[i]], tied < k, read, names[defs[i]],
			 after[defs[i]]);
		if (tied == k || ssa)
			continue;
		if (one->var == OWN ||
		    strncmp(names[defs[i]], names[tied],
			    strcspn(names[defs[i]], ":")) ||
		    strchr(names[tied], '.'))
			fprintf(out, "    %s = COPY %s\n", names[defs[i]],
				names[tied]);
		memcpy(names[tied], names[defs[i]], sizeof(names[tied]));
		names[tied][strcspn(names[tied], ":")] = 0;
	}
	fputs("    ", out);
	for (; *p && *p != ';'; p++) {
		if (*p == '%' && p[1] == 'l') {
			fprintf(out, "%%bb.%u", to);
			p++;
		} else if (*p != '{') {
			fputc(*p, out);
		} else if (p[1] == 'n') {
			fprintf(out, "%u", 4 * below(16));
			p += 2;
		} else {
			fputs(names[m++], out);
			p = strchr(p, '}');
		}
	}
	fputc('\n', out);
	for (i = 0; i < ndefs; i++) {
		at = after[defs[i]];
		fputs(at, out);
	}
	*n += k;
	return *p ? p + 1 : p;
}

static void
code_print(const Code *c, unsigned to)
{
	const char *p = c->text;
	unsigned n = 0;

	while (*p)
		p = line_print(c, p, &n, to);
}

/* How many ways lead to block I. */
static unsigned
ways(unsigned i)
{
	unsigned k, n = i > 0;

	for (k = 0; k < nblocks; k++)
		n += blocks[k].to == i && i > 0 && k + 1 != i;
	return n;
}

static void
block_print(unsigned i)
{
	Block *b = &blocks[i];
	unsigned v, k;

	out = open_memstream(&b->text, &b->size);
	for (v = 0; ssa && v < nvars; v++)
		if (ways(i) > 1 && b->in >> v & 1)
			b->phis[v] = version[v] = nregs++;
		else if (i)
			version[v] = blocks[i - 1].outs[v];
	for (k = b->first; k < b->end; k++)
		code_print(&code[k], b->to);
	memcpy(b->outs, version, sizeof(b->outs));
	fclose(out);
}

static void
phis_print(unsigned i)
{
	Block *b = &blocks[i];
	unsigned v, k;

	for (v = 0; v < nvars; v++) {
		if (!ssa || ways(i) < 2 || !(b->in >> v & 1))
			continue;
		printf("    %%%u:%s = PHI %%%u, %%bb.%u", b->phis[v],
		       class_of(kinds[v]), blocks[i - 1].outs[v], i - 1);
		for (k = 0; k < nblocks; k++)
			if (blocks[k].to == i && k + 1 != i)
				printf(", %%%u, %%bb.%u", blocks[k].outs[v], k);
		putchar('\n');
	}
}

/* --- functions --- */

static void
vars_make(void)
{
	const Kind *k;
	unsigned n;

	nvars = 0;
	for (k = table->kinds; k->letter; k++)
		for (n = 1 + below(k->most); n && nvars < VARS_MAX; n--)
			kinds[nvars++] = k->letter;
	for (n = 0; n < nvars; n++)
		version[n] = n;
	nregs = nvars;
}

/* First values of all variables; those that are made of others come last. */
static void
init_add(Block *b)
{
	unsigned v, n = nvars, c;

	for (v = 0; v < n; v++) {
		unsigned k = (unsigned)(kind_of(kinds[v]) - table->kinds);

		nvars = v + 1;
		code_add(b, table->init[k]);
		c = ncode - 1;
		code[c].picks[strstr(table->init[k], "{=t") ? 1 : 0] =
			(Pick){.var = v, .kind = kinds[v]};
	}
	nvars = n;
}

static void
blocks_make(unsigned size)
{
	unsigned i, n;

	nblocks = 1 + below(size / 6 + 1) % BLOCKS_MAX;
	ncode = 0;
	for (i = 0; i < nblocks; i++) {
		Block *b = &blocks[i];

		*b = (Block){.first = ncode, .end = ncode};
		if (!i)
			init_add(b);
		for (n = below(2 * size / nblocks + 1); n; n--)
			code_add(b, table->work[below(nwork)]);
		if (i + 1 == nblocks) {
			code_add(b, table->end);
			break;
		}
		if (below(10) < 7) {
			b->to = 1 + below(nblocks - 1);
			code_add(b, table->branch);
		}
		b->jumps = below(2);
	}
}

static void
function(unsigned seed, unsigned size)
{
	unsigned i;

	state = 88172645463325252ul + seed * 2654435761ul;
	for (i = 0; i < 8; i++)
		below(2);
	vars_make();
	blocks_make(size);
	liveness();
	printf("---\nname: random%u\ntracksRegLiveness: true\nbody: |\n", seed);
	for (i = 0; i < nblocks; i++)
		block_print(i);
	for (i = 0; i < nblocks; i++) {
		const Block *b = &blocks[i];

		printf("  bb.%u:\n", i);
		if (i + 1 < nblocks)
			printf("    successors: %%bb.%u", i + 1);
		if (b->to && b->to != i + 1)
			printf(", %%bb.%u", b->to);
		if (i + 1 < nblocks)
			putchar('\n');
		if (!i && table->liveins)
			printf("    liveins: %s\n", table->liveins);
		phis_print(i);
		fputs(b->text, stdout);
		free(b->text);
		if (b->jumps) {
			const char *p = table->jump;

			printf("    %.*s%%bb.%u%.*s\n", (int)strcspn(p, "%"), p,
			       i + 1,
			       (int)strcspn(p + strcspn(p, "%") + 2, ";"),
			       p + strcspn(p, "%") + 2);
		}
	}
	printf("...\n");
}

int
main(int argc, char **argv)
{
	unsigned seed, n, size;

	for (table = tables; table->name; table++)
		if (argc > 4 && !strcmp(table->name, argv[1]))
			break;
	if (argc < 5 || !table->name) {
		fprintf(stderr, "usage: random-mir MACHINE ssa|vars SEED N "
				"[SIZE]\n");
		return 2;
	}
	ssa = !strcmp(argv[2], "ssa");
	while (nwork < WORK_MAX && table->work[nwork])
		nwork++;
	seed = (unsigned)strtoul(argv[3], NULL, 10);
	size = argc > 5 ? (unsigned)strtoul(argv[5], NULL, 10) : 40;
	for (n = (unsigned)strtoul(argv[4], NULL, 10); n; n--)
		function(seed++, size);
	return 0;
}
