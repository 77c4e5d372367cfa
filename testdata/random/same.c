/*
 * Do two files' functions do the same?
 *
 *   same TARGET-DIRECTORY BEFORE.mir AFTER.mir [TIMES [SEED]]
 *
 * Each function of AFTER runs next to that of BEFORE with the same name on
 * TIMES (3) made-up inputs.  A line for each that differs, then how many ran,
 * with how many instructions and things seen; exit status 1 if one differs.
 */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	unsigned long steps, seen;
} Count;

/* Why B, of AFTER, is not what A was; false: it is. */
static bool
differs(const Run *a, const Run *b, char *why, size_t size)
{
	unsigned i;

	if (*b->error) {
		snprintf(why, size, "%s", b->error);
		return true;
	}
	for (i = 0; i < a->nseen; i++) {
		const Seen *x = &a->seen[i], *y = &b->seen[i];

		if (i >= b->nseen) {
			if (b->full)
				return false;
			snprintf(why, size, "ends before line %u", x->line);
			return true;
		}
		if (x->key == 17 && !x->byte.known)
			return false; /* anything may come */
		if (x->key != y->key) {
			snprintf(why, size,
				 "line %u does something else than line %u",
				 y->line, x->line);
			return true;
		}
		if (x->byte.known &&
		    (!y->byte.known || x->byte.value != y->byte.value)) {
			snprintf(why, size,
				 "line %u sees %s than line %u: byte %u",
				 y->line,
				 y->byte.known ? "another value"
					       : "less that has a value",
				 x->line, i);
			return true;
		}
	}
	return false;
}

static bool
compare(Machine *m, const Program *p, const Program *q, unsigned times,
	uint64_t seed, Count *count)
{
	char why[512] = "";
	unsigned i;
	bool differ = false;

	if (p->error || q->error) {
		printf("%s: cannot be read: %s\n", p->name,
		       p->error ? p->error : q->error);
		return false;
	}
	for (i = 0; i < times && !differ; i++) {
		Run *a = run(m, p, p->slots, false, mix(seed, i), STEPS);
		Run *b = run(m, q, p->slots, true, mix(seed, i), 20 * STEPS);

		if (*a->error) {
			printf("%s: cannot be run: %s\n", p->name, a->error);
			differ = true;
		} else if (differs(a, b, why, sizeof(why))) {
			printf("%s: input %u: %s\n", p->name, i, why);
			differ = true;
		}
		count->steps += a->steps;
		count->seen += a->nseen;
		run_free(a);
		run_free(b);
	}
	return !differ;
}

int
main(int argc, char **argv)
{
	Programs before, after;
	unsigned i, k = 0, bad = 0, times, ran = 0;
	Count count = {0};
	uint64_t seed;
	Machine *m;

	if (argc < 4) {
		fprintf(stderr,
			"usage: same TARGET-DIRECTORY BEFORE.mir AFTER.mir "
			"[TIMES [SEED]]\n");
		return 2;
	}
	times = argc > 4 ? (unsigned)atoi(argv[4]) : 3;
	seed = argc > 5 ? strtoul(argv[5], NULL, 10) : 1;
	m = machine_read(argv[1]);
	before = mir_read(m, argv[2]);
	after = mir_read(m, argv[3]);
	for (i = 0; i < after.n; i++) {
		while (k < before.n &&
		       strcmp(before.at[k].name, after.at[i].name) != 0)
			k++;
		if (k == before.n) {
			printf("%s: is not in %s\n", after.at[i].name, argv[2]);
			return 1;
		}
		bad += !compare(m, &before.at[k], &after.at[i], times, seed,
				&count);
		ran++;
	}
	printf("%u functions ran, %u differ; %lu instructions, %lu seen\n", ran,
	       bad, count.steps, count.seen);
	return bad || !ran;
}
