/*
 * The breaker's groups: a union-find forest whose root 0 is that of registers
 * that are not renamed.  Against sets that are kept the obvious way.
 */
#include "core/postra/antidep_internal.h"
#include "testdata/unit/test.h"

#include <string.h>

enum { NREGS = 24, STEPS = 20000 };

/* By register, the number of its set; 0 is that of register 0. */
static void
sets_join(unsigned *set, unsigned a, unsigned b)
{
	unsigned i, from = set[a] == 0 ? set[b] : set[a];
	unsigned to = set[a] == 0 ? 0 : set[b];

	for (i = 0; i < NREGS; i++)
		if (set[i] == from)
			set[i] = to;
}

static void
compare(AntidepState *s, const unsigned *set)
{
	unsigned i, k;

	for (i = 0; i < NREGS; i++) {
		MUST((state_group(s, (RegId)i) == 0) == (set[i] == 0));
		for (k = 0; k < i; k++)
			MUST((state_group(s, (RegId)i) ==
			      state_group(s, (RegId)k)) == (set[i] == set[k]));
	}
}

static void
random_steps(AntidepState *s)
{
	unsigned set[NREGS] = {0}, next = 1, i, seed = 1;

	for (i = 0; i < STEPS; i++) {
		unsigned a, b;

		seed = seed * 1103515245 + 12345;
		a = (seed >> 16) % NREGS;
		seed = seed * 1103515245 + 12345;
		b = (seed >> 16) % NREGS;
		if (i % 3 && a) {
			uint32_t root = state_leave(s, (RegId)a);

			MUST(state_group(s, (RegId)a) == root);
			set[a] = next++;
		} else {
			state_union(s, (RegId)a, (RegId)b);
			sets_join(set, a, b);
		}
		compare(s, set);
	}
}

/* A register leaves; the others reach their root through its old node still. */
static void
leave_keeps_node(AntidepState *s, const LiveOut *out)
{
	uint32_t group;

	state_reset(s, 9, out);
	state_leave(s, 1);
	state_leave(s, 2);
	state_leave(s, 3);
	state_union(s, 1, 2);
	state_union(s, 2, 3);
	group = state_group(s, 3);
	MUST(state_group(s, 1) == group && group != 0);
	state_leave(s, 2);
	MUST(state_group(s, 1) == group && state_group(s, 3) == group);
	MUST(state_group(s, 2) != group);
	MUST(state_union(s, 0, 3) == 0 && state_group(s, 1) == 0);
	MUST(state_group(s, 2) != 0);
}

static void
indices(AntidepState *s, LiveOut *out)
{
	state_reset(s, 9, out);
	MUST(state_of(s, 4)->kill == NEVER && state_of(s, 4)->def == 9);
	MUST(!state_live(s, 4) && state_group(s, 4) == 0);
	state_set(s, 4, 5, NEVER);
	MUST(state_live(s, 4));
	state_set(s, 4, 5, 3);
	MUST(!state_live(s, 4));
	bits_add(out->regs, 5);
	state_reset(s, 7, out);
	MUST(state_of(s, 4)->kill == NEVER && state_of(s, 4)->def == 7);
	MUST(state_of(s, 5)->kill == 7 && state_live(s, 5));
	MUST(state_group(s, 5) == 0);
}

int
main(void)
{
	static TargetReg registers[NREGS];
	Target t = {.regs = registers, .n_regs = NREGS};
	Arena arena = {0};
	uint64_t regs[1] = {0}, units[1] = {0};
	LiveOut out = {regs, units};
	AntidepState s;

	state_init(&s, &t, &arena);
	state_reset(&s, 5, &out);
	random_steps(&s);
	leave_keeps_node(&s, &out);
	indices(&s, &out);
	arena_free(&arena);
	return 0;
}
