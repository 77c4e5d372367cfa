/*
 * Random instructions of a machine of their own, and how many registers each
 * needs at least, found by trying all ways to put its operands into registers.
 *
 *   least DIRECTORY N [SEED]    adds them to opcodes.yaml and writes in.mir
 *                               there; prints "OPERATION REGISTERS" for each
 *
 * In DIRECTORY/in.mir function fK has one instruction OPK between those that
 * set its operands and one that reads what lives on.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEMPS = 3, DEFS = 3, USES = 4, MOST = 10 };

typedef struct {
	bool early, dead;
	bool tied;
} Def;

typedef struct {
	unsigned temp;
	int tied; /* definition; -1: none */
	bool late;
	bool member, last; /* of a vector */
} Use;

typedef struct {
	unsigned ndefs, nuses;
	Def def[DEFS];
	Use use[USES];
	bool lives[TEMPS], read[TEMPS];
} Op;

static uint64_t state;

static unsigned
below(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 32) % n;
}

/* Is a temporary tied to two definitions, one of them early, and read besides?
 * The document copies the second tie, where the copy that is read would do. */
static bool
one_copy_more(const Op *op)
{
	unsigned i, k;

	for (k = 0; k < TEMPS; k++) {
		unsigned ties = 0, reads = 0;
		bool early = false;

		for (i = 0; i < op->nuses; i++) {
			const Use *u = &op->use[i];

			if (u->temp != k)
				continue;
			ties += u->tied >= 0;
			reads += u->tied < 0;
			early |= u->tied >= 0 && op->def[u->tied].early;
		}
		if (early && ties > 1 && reads)
			return true;
	}
	return false;
}

/* Are two vectors the same?  One register does for both, where the document
 * copies the second one. */
static bool
same_vectors(const Op *op)
{
	const Use *u = op->use;

	return op->nuses == 4 && u[1].last && u[3].last &&
	       u[0].temp == u[2].temp && u[1].temp == u[3].temp;
}

static void
make_op(Op *op)
{
	unsigned i;

	memset(op, 0, sizeof(*op));
	op->ndefs = below(DEFS + 1);
	op->nuses = below(USES + 1);
	for (i = 0; i < op->ndefs; i++)
		op->def[i] = (Def){below(3) == 0, below(4) == 0, false};
	for (i = 0; i < TEMPS; i++)
		op->lives[i] = below(2);
	for (i = 0; i < op->nuses; i++) {
		Use *u = &op->use[i];

		*u = (Use){.temp = below(TEMPS), .tied = -1};
		op->read[u->temp] = true;
		if (op->ndefs && below(3) == 0)
			u->tied = (int)below(op->ndefs);
		if (u->tied >= 0 && op->def[u->tied].tied)
			u->tied = -1;
		if (u->tied >= 0)
			op->def[u->tied].tied = true;
		else
			u->late = below(4) == 0;
	}
	for (i = 0; i + 1 < op->nuses; i++) {
		Use *u = &op->use[i];

		if (u->tied >= 0 || u[1].tied >= 0 || below(3))
			continue;
		u[0].member = u[1].member = u[1].last = true;
		u[0].late = u[1].late = true;
		i++;
	}
}

/* Registers of definitions and uses, as far as they have been chosen. */
typedef struct {
	const Op *op;
	unsigned n; /* registers there are */
	unsigned def[DEFS], use[USES];
} Try;

/* Are the operands of vectors in a row, and those of one temporary apart? */
static bool
vectors_fit(const Try *t)
{
	const Use *u = t->op->use;
	unsigned i, k;

	for (i = 0; i < t->op->nuses; i++) {
		if (!u[i].member)
			continue;
		if (u[i].last && t->use[i] != t->use[i - 1] + 1)
			return false;
		for (k = 0; k < i; k++)
			if (u[k].member && u[k].temp == u[i].temp &&
			    t->use[k] == t->use[i])
				return false;
	}
	return true;
}

/* Can what the operands hold together be there at once? */
static bool
fits(const Try *t)
{
	const Op *op = t->op;
	unsigned taken = 0, written = 0, i, k;
	int holds[MOST];

	for (i = 0; i < t->n; i++)
		holds[i] = -1;
	for (i = 0; i < op->ndefs; i++) {
		if (written >> t->def[i] & 1)
			return false;
		written |= 1u << t->def[i];
	}
	for (i = 0; i < op->nuses; i++) {
		const Use *u = &op->use[i];
		unsigned r = t->use[i];

		if (holds[r] >= 0 && holds[r] != (int)u->temp)
			return false;
		holds[r] = (int)u->temp;
		if (u->tied >= 0 && t->def[u->tied] != r)
			return false;
		if (u->late && written >> r & 1)
			return false;
		for (k = 0; k < op->ndefs; k++)
			if (op->def[k].early && t->def[k] == r &&
			    u->tied != (int)k)
				return false;
		taken |= 1u << r;
	}
	for (i = 0; i < op->ndefs; i++)
		if (op->def[i].early)
			taken |= 1u << t->def[i];
	/* What lives on is in a register that nothing overwrites. */
	for (i = 0; i < TEMPS; i++) {
		bool kept = !op->read[i] || !op->lives[i];

		for (k = 0; k < t->n && !kept; k++)
			kept = holds[k] == (int)i && !(written >> k & 1);
		for (k = 0; k < t->n && !kept; k++)
			if (!((taken | written) >> k & 1)) {
				taken |= 1u << k;
				kept = true;
			}
		if (!kept)
			return false;
	}
	return true;
}

static bool
choose(Try *t, unsigned i)
{
	unsigned r, *at;

	if (i == t->op->ndefs + t->op->nuses)
		return vectors_fit(t) && fits(t);
	at = i < t->op->ndefs ? &t->def[i] : &t->use[i - t->op->ndefs];
	for (r = 0; r < t->n; r++) {
		*at = r;
		if (choose(t, i + 1))
			return true;
	}
	return false;
}

static unsigned
least(const Op *op)
{
	Try t = {.op = op};

	while (!choose(&t, 0))
		t.n++;
	return t.n;
}

static void
write_opcode(const Op *op, unsigned k, FILE *out)
{
	unsigned i;

	fprintf(out, "  OP%u: {ops: \"", k);
	for (i = 0; i < op->ndefs; i++)
		fprintf(out, "=%sv1 ", op->def[i].early ? "&" : "");
	for (i = 0; i < op->nuses; i++) {
		const Use *u = &op->use[i];

		fprintf(out, "%sv1", u->late && !u->member ? "~" : "");
		if (u->tied >= 0)
			fprintf(out, "@%d", u->tied);
		putc(' ', out);
	}
	fputs("\"}\n", out);
}

static void
write_vectors(const Op *op, unsigned k, FILE *out)
{
	const char *before = "";
	unsigned i;

	for (i = 0; i < op->nuses; i++) {
		if (!op->use[i].last)
			continue;
		if (!*before)
			fprintf(out, "  OP%u: ", k);
		fprintf(out, "%s%u-%u v2", before, op->ndefs + i - 1,
			op->ndefs + i);
		before = ", ";
	}
	if (*before)
		putc('\n', out);
}

static void
write_function(const Op *op, unsigned k, FILE *out)
{
	const char *comma = " ";
	unsigned i;

	fprintf(out,
		"---\nname: f%u\ntracksRegLiveness: true\n"
		"body: |\n  bb.0:\n",
		k);
	for (i = 0; i < TEMPS; i++)
		if (op->read[i])
			fprintf(out, "    %%%u:v1 = SET %u\n", i, i);
	fputs("    ", out);
	for (i = 0; i < op->ndefs; i++)
		fprintf(out, "%s%s%%%u:v1", i ? ", " : "",
			op->def[i].early ? "early-clobber " : "", 10 + i);
	fprintf(out, "%sOP%u", op->ndefs ? " = " : "", k);
	for (i = 0; i < op->nuses; i++, comma = ", ")
		fprintf(out, "%s%%%u", comma, op->use[i].temp);
	fputs("\n    RET", out);
	comma = " ";
	for (i = 0; i < TEMPS; i++)
		if (op->read[i] && op->lives[i]) {
			fprintf(out, "%simplicit %%%u", comma, i);
			comma = ", ";
		}
	for (i = 0; i < op->ndefs; i++)
		if (!op->def[i].dead) {
			fprintf(out, "%simplicit %%%u", comma, 10 + i);
			comma = ", ";
		}
	fputs("\n...\n", out);
}

int
main(int argc, char **argv)
{
	unsigned n = argc > 2 ? (unsigned)atoi(argv[2]) : 0, k;
	Op *ops = calloc(n + 1, sizeof(*ops));
	char path[4096];
	FILE *opcodes, *mir;

	state = (argc > 3 ? strtoull(argv[3], NULL, 10) : 1) *
			0x9e3779b97f4a7c15u +
		1;
	if (!n || !ops)
		return 2;
	snprintf(path, sizeof(path), "%s/opcodes.yaml", argv[1]);
	opcodes = fopen(path, "a");
	snprintf(path, sizeof(path), "%s/in.mir", argv[1]);
	mir = fopen(path, "w");
	if (!opcodes || !mir)
		return 2;
	for (k = 0; k < n; k++) {
		Op *op = &ops[k];

		do
			make_op(op);
		while (one_copy_more(op) || same_vectors(op));
		write_opcode(op, k, opcodes);
		write_function(op, k, mir);
		printf("OP%u %u\n", k, least(op));
	}
	fputs("vectors:\n", opcodes);
	for (k = 0; k < n; k++)
		write_vectors(&ops[k], k, opcodes);
	free(ops);
	return fclose(opcodes) || fclose(mir) ? 2 : 0;
}
