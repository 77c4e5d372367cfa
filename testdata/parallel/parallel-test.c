/*
 * Exhaustive test of core/rewrite/parallel.c: every set of moves between two
 * wide registers of two narrow ones each and two slots, with no, one and two
 * scratch registers of either width, simulated step by step.
 */
#include "core/rewrite/parallel.h"

#include "core/base/bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Units 0..3: a0 a1 b0 b1; 4..7: scratch c0 c1 d0 d1.  Registers 1..8 are the
 * units, 9..12 the pairs. */
enum { NUNITS = 8, NREGS = 13, NARROW = 0, WIDE = 1, NSLOTS = 2 };

static TargetReg regs[NREGS];
static UnitId reg_units[16];
static Slice unit_regs[NUNITS];
static const TargetClass classes[2] = {[NARROW] = {.set = {NARROW, NARROW + 1}},
				       [WIDE] = {.set = {WIDE, WIDE + 1}}};
static uint64_t class_sets[2];
static Target target = {.n_regs = NREGS,
			.regs = regs,
			.reg_units = reg_units,
			.n_unit_regs = NUNITS,
			.unit_regs = unit_regs,
			.n_classes = 2,
			.classes = classes,
			.class_sets = class_sets};
static unsigned nscratch; /* pairs c, d that may be taken */
static unsigned long nsets, nsteps;

static void
make_target(void)
{
	uint32_t i;

	for (i = 0; i < NUNITS; i++) {
		reg_units[i] = (UnitId)i;
		regs[i + 1].units = (Slice){i, i + 1};
		class_sets[NARROW] |= (uint64_t)2 << i;
	}
	for (i = 0; i < 4; i++) {
		regs[9 + i].units = (Slice){2 * i, 2 * i + 2};
		class_sets[WIDE] |= (uint64_t)1 << (9 + i);
	}
}

static RegId
scratch(void *context, ClassId cls, const uint64_t *barred)
{
	uint32_t end = cls == WIDE ? 11 + nscratch : 5 + nscratch;
	uint32_t r, i;

	(void)context;
	for (r = cls == WIDE ? 11 : 5; r < end; r++) {
		for (i = regs[r].units.start; i < regs[r].units.end; i++)
			if (bits_has(barred, reg_units[i]))
				break;
		if (i == regs[r].units.end)
			return (RegId)r;
	}
	return 0;
}

static RegId
victim(void *context, ClassId cls)
{
	(void)context;
	return cls == WIDE ? 9 : 1;
}

static uint32_t
slot(void *context, ClassId cls, uint32_t n)
{
	(void)context;
	return NSLOTS + 2 * n + cls;
}

/* Memory: units, then two halves a slot. */
enum { NCELLS = NUNITS + 2 * 64 };

static uint32_t
cell(Place p, uint32_t half)
{
	if (p.kind == PLACE_REG)
		return reg_units[regs[p.at].units.start + half];
	return NUNITS + 2 * p.at + half;
}

static uint32_t
width(const Move *m)
{
	return m->cls == WIDE ? 2 : 1;
}

static void
fail(const Move *moves, uint32_t n, const MoveSteps *steps, const char *why)
{
	uint32_t i;

	printf("%s, %u scratch registers\n", why, nscratch);
	for (i = 0; i < n; i++)
		printf("  %c%u <- %c%u (class %u)\n", "rs"[moves[i].dst.kind],
		       moves[i].dst.at, "rs"[moves[i].src.kind],
		       moves[i].src.at, moves[i].cls);
	for (i = 0; i < steps->n; i++)
		printf("    %c%u <- %c%u\n", "rs"[steps->at[i].dst.kind],
		       steps -> at[i].dst.at, "rs"[steps->at[i].src.kind],
		       steps -> at[i].src.at);
	exit(1);
}

static void
try_moves(Parallel *p, const Move *moves, uint32_t n, Arena *arena)
{
	static const MoveHelp help = {
		.scratch = scratch, .victim = victim, .slot = slot};
	uint32_t before[NCELLS], after[NCELLS], want[NCELLS], i, k;
	MoveSteps steps = {0};

	nsets++;
	if (!parallel_resolve(p, moves, n, &help, arena, &steps))
		fail(moves, n, &steps, "refused");
	nsteps += steps.n;
	for (i = 0; i < NCELLS; i++)
		before[i] = after[i] = want[i] = i + 1;
	for (i = 0; i < n; i++)
		for (k = 0; k < width(&moves[i]); k++)
			want[cell(moves[i].dst, k)] =
				before[cell(moves[i].src, k)];
	for (i = 0; i < steps.n; i++) {
		const MoveStep *s = &steps.at[i];
		uint32_t tmp[2] = {0, 0};

		if (s->dst.kind == PLACE_SLOT && s->src.kind == PLACE_SLOT)
			fail(moves, n, &steps, "slot to slot");
		for (k = 0; k < width(&moves[s->move]); k++)
			tmp[k] = after[cell(s->src, k)];
		for (k = 0; k < width(&moves[s->move]); k++)
			after[cell(s->dst, k)] = tmp[k];
	}
	for (i = 0; i < 4; i++)
		if (after[i] != want[i])
			fail(moves, n, &steps, "a register is wrong");
	for (i = 4 + 2 * nscratch; i < NUNITS; i++)
		if (after[i] != before[i])
			fail(moves, n, &steps, "a register is lost");
	/* A narrow move leaves the second half of its slot open. */
	for (i = 0; i < n; i++)
		for (k = 0; k < width(&moves[i]); k++)
			if (after[cell(moves[i].dst, k)] !=
			    want[cell(moves[i].dst, k)])
				fail(moves, n, &steps, "a slot is wrong");
	for (i = 0; i < BITS_WORDS(NUNITS); i++)
		if (p->barred[i])
			fail(moves, n, &steps, "tables are not clean");
	for (i = 0; i < NUNITS + NSLOTS; i++)
		if (p->readers[i] || p->writer[i])
			fail(moves, n, &steps, "tables are not clean");
	arena_reset(arena);
}

static Move
move(uint32_t dst_kind, uint32_t dst, uint32_t src_kind, uint32_t src,
     ClassId cls)
{
	return (Move){
		.dst = {dst_kind, dst}, .src = {src_kind, src}, .cls = cls};
}

/* Source number I for a value of class CLS: false past the last. */
static bool
source(uint32_t i, ClassId cls, Place *src)
{
	uint32_t nregs = cls == WIDE ? 2 : 4;

	if (i < nregs)
		*src = (Place){PLACE_REG, i + (cls == WIDE ? 9 : 1)};
	else
		*src = (Place){PLACE_SLOT, i - nregs};
	return i < nregs + NSLOTS;
}

/* All ways to write the places from number AT on: 0, 1 the pairs a, b; 2, 3
 * the slots. */
static void
enumerate(Parallel *p, Move *moves, uint32_t n, uint32_t at, Arena *arena)
{
	uint32_t i, k;
	Place src, src2;
	ClassId cls;

	if (at == 4) {
		try_moves(p, moves, n, arena);
		return;
	}
	enumerate(p, moves, n, at + 1, arena);
	for (cls = NARROW; cls <= WIDE; cls++) {
		uint32_t kind = at < 2 ? PLACE_REG : PLACE_SLOT;
		uint32_t dst = at >= 2	     ? at - 2
			       : cls == WIDE ? 9 + at
					     : 1 + 2 * at;

		for (i = 0; source(i, cls, &src); i++) {
			moves[n] = move(kind, dst, src.kind, src.at, cls);
			enumerate(p, moves, n + 1, at + 1, arena);
			if (at >= 2 || cls == WIDE)
				continue;
			moves[n].dst.at++;
			enumerate(p, moves, n + 1, at + 1, arena);
			moves[n].dst.at--;
			for (k = 0; source(k, cls, &src2); k++) {
				moves[n + 1] = move(kind, dst + 1, src2.kind,
						    src2.at, cls);
				enumerate(p, moves, n + 2, at + 1, arena);
			}
		}
	}
}

static void
expect_steps(Parallel *p, const Move *moves, uint32_t n, uint32_t want,
	     Arena *arena)
{
	unsigned long before = nsteps;

	nscratch = 2;
	try_moves(p, moves, n, arena);
	if (nsteps - before == want)
		return;
	printf("%lu steps instead of %u\n", nsteps - before, want);
	exit(1);
}

/* Moves that can all run at once run in ORDER: what frees a register first. */
static void
expect_order(Parallel *p, const Move *moves, uint32_t n, const uint32_t *order,
	     Arena *arena)
{
	static const MoveHelp help = {
		.scratch = scratch, .victim = victim, .slot = slot};
	MoveSteps steps = {0};
	uint32_t i;

	if (!parallel_resolve(p, moves, n, &help, arena, &steps))
		fail(moves, n, &steps, "refused");
	for (i = 0; i < n; i++)
		if (i >= steps.n ||
		    steps.at[i].dst.kind != moves[order[i]].dst.kind ||
		    steps.at[i].dst.at != moves[order[i]].dst.at)
			fail(moves, n, &steps, "another order");
}

int
main(void)
{
	static const uint32_t order[] = {2, 3, 1, 0};
	Arena arena = {0}, tables = {0};
	Move moves[8];
	Parallel p;

	make_target();
	parallel_init(&p, &target, NSLOTS, &tables);
	for (nscratch = 0; nscratch <= 2; nscratch++)
		enumerate(&p, moves, 0, 0, &arena);
	/* A cycle of three: four moves; two cycles of two: six; a move of a
	 * register to itself: none. */
	moves[0] = move(PLACE_REG, 1, PLACE_REG, 2, NARROW);
	moves[1] = move(PLACE_REG, 2, PLACE_REG, 3, NARROW);
	moves[2] = move(PLACE_REG, 3, PLACE_REG, 1, NARROW);
	expect_steps(&p, moves, 3, 4, &arena);
	moves[1] = move(PLACE_REG, 2, PLACE_REG, 1, NARROW);
	moves[2] = move(PLACE_REG, 3, PLACE_REG, 4, NARROW);
	moves[3] = move(PLACE_REG, 4, PLACE_REG, 3, NARROW);
	expect_steps(&p, moves, 4, 6, &arena);
	moves[0] = move(PLACE_REG, 1, PLACE_REG, 1, NARROW);
	expect_steps(&p, moves, 1, 0, &arena);
	/* The same move twice: once. */
	moves[0] = moves[1] = move(PLACE_REG, 1, PLACE_REG, 2, NARROW);
	expect_steps(&p, moves, 2, 1, &arena);
	/* A load, a copy of what is read again, a store, a last use. */
	moves[0] = move(PLACE_REG, 2, PLACE_SLOT, 0, NARROW);
	moves[1] = move(PLACE_REG, 3, PLACE_REG, 1, NARROW);
	moves[2] = move(PLACE_SLOT, 1, PLACE_REG, 1, NARROW);
	moves[3] = move(PLACE_REG, 5, PLACE_REG, 4, NARROW);
	expect_order(&p, moves, 4, order, &arena);
	printf("%lu sets of moves, %lu steps\n", nsets, nsteps);
	arena_free(&arena);
	arena_free(&tables);
	return 0;
}
