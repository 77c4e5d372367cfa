/*
 * Mutation test of the checker.
 *
 *   mutate TARGET BEFORE.mir AFTER.mir [MUTANTS [SEED]]
 *
 * Every function of AFTER must be accepted as an allocation of that of the
 * same name in BEFORE.  Then mistakes are put into it, one at a time; a mutant
 * that the simulator sees reading a wrong value must be refused.  MUTANTS is
 * how many are made of each function; 0: only check.  Prints a table; exit
 * status 1 if a function is refused as it stands.
 */
#include "core/prepare/lower.h"
#include "core/check/check.h"
#include "parser/parser.h"
#include "targets/targets.h"
#include "testdata/checker/forms.h"
#include "testdata/checker/mistakes.h"
#include "testdata/checker/order.h"
#include "testdata/checker/simulate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef enum {
	MUTATE_USE,   /* a use reads another register */
	MUTATE_DEF,   /* a definition writes another register */
	MUTATE_DROP,  /* an inserted instruction is missing */
	MUTATE_SLOT,  /* another slot is loaded or stored */
	MUTATE_COPY,  /* a copy too much */
	MUTATE_ORDER, /* two inserted instructions change places */
	MUTATE_TURN,  /* a copy goes the other way */
	MUTATE_WIDTH, /* an overlapping register of another size */
	MUTATE_SWAP,  /* two registers change places in an instruction */
	MUTATE_LATE,  /* an instruction stands behind some that follow it */
	MUTATE_EDGE,  /* a block on an edge is somewhere else */
	MUTATE_LOAD,  /* a load that came apart loads another size */
	MUTATE_TERMS, /* all changes but the sources that change places */
	MUTATE_PART,
	MUTATE_IMPLIED,
	MUTATE_BEHIND,
	MUTATE_OFFSET,
	MUTATE_MOVE,
	MUTATE_UNDEF,
	MUTATE_BESIDE,
	MUTATE_NUMBER,
	MUTATE_SIZE,
	MUTATE_MISSING,
	MUTATE_REPEAT,
	MUTATE_OPCODE,
	MUTATE_BRANCH,
	MUTATE_TIE,
	MUTATE_MEMORY, /* two accesses to memory change places */
	MUTATE_FLAGS,  /* so do two, one of which reads what the other writes
			  besides, or both write it and it is read */
	MUTATE_EARLY,  /* an instruction stands before some that precede it */
	MUTATE_COUNT,
} Mutation;

static const char *const names[] = {
	"register of a use",
	"register of a definition",
	"dropped move",
	"wrong slot",
	"clobbering copy",
	"order of moves",
	"turned copy",
	"overlapping register",
	"swapped registers",
	"late instruction",
	"misplaced block",
	"size of a load",
	"change alone",
	"other part",
	"no implied operand",
	"behind a terminator",
	"other bytes of a slot",
	"moved move",
	"marked undefined",
	"written besides",
	"other number",
	"size of a move",
	"no instruction",
	"instruction twice",
	"other opcode",
	"other branch",
	"broken tie",
	"order of memory accesses",
	"order of flags",
	"early instruction",
};

/* Wrong whatever is read. */
static const bool always[MUTATE_COUNT] = {
	[MUTATE_IMPLIED] = true, [MUTATE_BEHIND] = true, [MUTATE_OPCODE] = true,
	[MUTATE_BRANCH] = true,	 [MUTATE_TIE] = true,	 [MUTATE_MEMORY] = true,
	[MUTATE_FLAGS] = true,
};

typedef struct {
	uint32_t made, wrong, caught, strict;
	uint32_t as_text; /* wrong ones that are refused as texts are */
} Score;

typedef struct {
	const Target *t;
	Score scores[MUTATE_COUNT];
	uint64_t random;
	uint32_t funcs, refused, skipped, insns;
	double seconds;
	uint32_t nmutants;
	bool verbose;
} Test;

static uint32_t
pick(Test *test, uint32_t n)
{
	return random_below(&test->random, n);
}

/* A copy of F whose instructions and operands can be changed. */
static Func
clone(const Func *f, Arena *arena)
{
	Func g = *f;

	g.arena = arena;
	g.insns.cap = f->insns.n + MORE_INSNS;
	g.insns.at = ARENA_RAW(arena, Insn, g.insns.cap);
	memcpy(g.insns.at, f->insns.at, sizeof(Insn) * f->insns.n);
	g.opnds.cap = f->opnds.n + MORE_OPNDS;
	g.opnds.at = ARENA_RAW(arena, Operand, g.opnds.cap);
	memcpy(g.opnds.at, f->opnds.at, sizeof(Operand) * f->opnds.n);
	g.blocks.at = ARENA_RAW(arena, Block, f->blocks.n + 1);
	memcpy(g.blocks.at, f->blocks.at, sizeof(Block) * f->blocks.n);
	g.succs.at = ARENA_RAW(arena, Succ, f->succs.n + 1);
	memcpy(g.succs.at, f->succs.at, sizeof(Succ) * f->succs.n);
	return g;
}

/* Was the operand a virtual register, or does it belong to a move? */
static bool
allocated(const Func *before, const Func *f, const Insn *insn, uint32_t i)
{
	const Insn *b;

	if (insn_opnds(f, insn)[i].kind != OPND_REG ||
	    !insn_opnds(f, insn)[i].val ||
	    (insn_opnds(f, insn)[i].flags & OPND_IMPLICIT))
		return false;
	if (insn->origin == NONE)
		return i == 0 || insn_is(f, insn, WK_COPY);
	b = func_insn(before, insn->origin);
	return i < b->nopnds && insn_opnds(before, b)[i].kind == OPND_VREG;
}

/* A random operand that allocation filled; a definition or not. */
static Operand *
pick_operand(Test *test, const Func *before, Func *g, bool def)
{
	uint32_t tries, i;

	for (tries = 0; tries < 50; tries++) {
		Insn *insn = &g->insns.at[pick(test, g->insns.n)];
		Operand *o = insn_opnds(g, insn);

		if (!insn->nopnds || (insn->flags & INSN_DEBUG))
			continue;
		i = pick(test, insn->nopnds);
		if (allocated(before, g, insn, i) &&
		    !(o[i].flags & OPND_DEF) == !def)
			return &o[i];
	}
	return NULL;
}

/* A register that F names, and which shares a class with REG. */
static RegId
pick_register(Test *test, const Func *f, RegId reg)
{
	uint32_t tries, c;

	for (tries = 0; tries < 200; tries++) {
		const Operand *o = &f->opnds.at[pick(test, f->opnds.n)];

		if (o->kind != OPND_REG || !o->val || o->val == reg)
			continue;
		for (c = 0; c < test->t->n_classes; c++)
			if ((test->t->classes[c].flags & CLASS_ALLOCATABLE) &&
			    target_class_has(test->t, (ClassId)c, reg) &&
			    target_class_has(test->t, (ClassId)c,
					     (RegId)o->val))
				return (RegId)o->val;
	}
	return 0;
}

static bool
change_register(Test *test, const Func *before, Func *g, bool def)
{
	Operand *o = pick_operand(test, before, g, def);
	RegId reg = o ? pick_register(test, g, (RegId)o->val) : 0;

	if (!reg)
		return false;
	o->val = reg;
	return true;
}

static bool
is_made(const Func *f, const Insn *insn)
{
	return insn->origin == NONE && !(insn->flags & INSN_DEBUG) &&
	       insn->nopnds && !insn_is(f, insn, WK_KILL) &&
	       !insn_is(f, insn, WK_IMPLICIT_DEF);
}

static Insn *
pick_made(Test *test, Func *g)
{
	uint32_t start = pick(test, g->insns.n), i;

	for (i = 0; i < g->insns.n; i++) {
		Insn *insn = &g->insns.at[(start + i) % g->insns.n];

		if (is_made(g, insn))
			return insn;
	}
	return NULL;
}

static bool
drop_move(Test *test, Func *g)
{
	Insn *insn = pick_made(test, g);

	if (!insn)
		return false;
	insn->op = g->target->known[WK_KILL];
	insn->nopnds = insn->nleft = 0;
	return true;
}

/* A load, a store, or an instruction that uses a slot in place of a register.
 */
static Insn *
pick_access(Test *test, Func *g)
{
	uint32_t start = pick(test, g->insns.n), i, k;

	for (i = 0; i < g->insns.n; i++) {
		Insn *insn = &g->insns.at[(start + i) % g->insns.n];
		const Operand *o = insn_opnds(g, insn);

		if (insn->flags & INSN_DEBUG)
			continue;
		for (k = 0; k < insn->nopnds; k++)
			if (o[k].kind == OPND_STACK &&
			    g->stack.at[o[k].val].kind == STACK_SPILL)
				return insn;
	}
	return NULL;
}

static bool
change_slot(Test *test, Func *g)
{
	uint32_t tries, i;

	for (tries = 0; tries < 50; tries++) {
		Insn *insn = pick_access(test, g);
		uint32_t slot = pick(test, g->stack.n);

		for (i = 0; insn && i < insn->nopnds; i++) {
			Operand *o = &insn_opnds(g, insn)[i];

			if (o->kind != OPND_STACK || o->val == slot ||
			    g->stack.at[o->val].size != g->stack.at[slot].size)
				continue;
			o->val = slot;
			return true;
		}
	}
	return false;
}

/* Put a COPY between two registers of F at a random place. */
static bool
add_copy(Test *test, const Func *before, Func *g)
{
	Operand *o = pick_operand(test, before, g, pick(test, 2));
	RegId src = o ? pick_register(test, g, (RegId)o->val) : 0;
	uint32_t at = pick(test, g->insns.n), b;
	Insn copy = {.op = g->target->known[WK_COPY],
		     .opnd0 = g->opnds.n,
		     .nopnds = 2,
		     .nleft = 1,
		     .origin = NONE,
		     .loc = LOC_NONE};

	if (!src)
		return false;
	g->opnds.at[g->opnds.n] = (Operand){.kind = OPND_REG,
					    .tied = TIED_NONE,
					    .flags = OPND_DEF,
					    .val = o->val,
					    .loc = LOC_NONE};
	g->opnds.at[g->opnds.n + 1] = (Operand){.kind = OPND_REG,
						.tied = TIED_NONE,
						.val = src,
						.loc = LOC_NONE};
	g->opnds.n += 2;
	memmove(&g->insns.at[at + 1], &g->insns.at[at],
		sizeof(Insn) * (g->insns.n - at));
	g->insns.at[at] = copy;
	g->insns.n++;
	for (b = 0; b < g->blocks.n; b++) {
		Block *block = &g->blocks.at[b];

		block->first += block->first > at;
		block->end += block->end > at;
	}
	return true;
}

static bool
change_order(Test *test, Func *g)
{
	uint32_t start = pick(test, g->insns.n), i;

	for (i = 0; i + 1 < g->insns.n; i++) {
		uint32_t at = (start + i) % (g->insns.n - 1);
		Insn *x = &g->insns.at[at], save = *x;
		uint32_t b;

		if (!is_made(g, x) || !is_made(g, x + 1))
			continue;
		for (b = 0; b < g->blocks.n; b++)
			if (g->blocks.at[b].first == at + 1)
				break;
		if (b < g->blocks.n)
			continue;
		x[0] = x[1];
		x[1] = save;
		return true;
	}
	return false;
}

static bool
turn_copy(Test *test, Func *g)
{
	uint32_t start = pick(test, g->insns.n), i;

	for (i = 0; i < g->insns.n; i++) {
		Insn *insn = &g->insns.at[(start + i) % g->insns.n];
		Operand *o = insn_opnds(g, insn);
		uint32_t save;

		if (!insn_is(g, insn, WK_COPY) || o[0].val == o[1].val)
			continue;
		save = o[0].val;
		o[0].val = o[1].val;
		o[1].val = save;
		o[1].flags &= (uint16_t)~OPND_UNDEF;
		return true;
	}
	return false;
}

/* $eax for $rax in a move, or the like. */
static bool
change_width(Test *test, Func *g)
{
	uint32_t tries;

	for (tries = 0; tries < 50; tries++) {
		Insn *insn = pick_made(test, g);
		Operand *o;
		Slice subs;

		if (!insn || !insn_is(g, insn, WK_COPY))
			continue;
		o = insn_opnds(g, insn);
		subs = test->t->regs[o[0].val].subs;
		if (subs.start < subs.end) {
			uint32_t n = subs.end - subs.start;
			SubId sub =
				test->t->sub_steps[subs.start + pick(test, n)]
					.sub;
			RegId x = target_subreg(test->t, (RegId)o[0].val, sub);
			RegId y = target_subreg(test->t, (RegId)o[1].val, sub);

			if (!x || !y)
				continue;
			o[0].val = x;
			o[1].val = y;
			return true;
		}
	}
	return false;
}

static bool
swap_registers(Test *test, const Func *before, Func *g)
{
	uint32_t tries;

	for (tries = 0; tries < 50; tries++) {
		Insn *insn = &g->insns.at[pick(test, g->insns.n)];
		Operand *o = insn_opnds(g, insn);
		uint32_t i, k, save;

		if (insn->nopnds < 2)
			continue;
		i = pick(test, insn->nopnds);
		k = pick(test, insn->nopnds);
		if (!allocated(before, g, insn, i) ||
		    !allocated(before, g, insn, k) || o[i].val == o[k].val)
			continue;
		save = o[i].val;
		o[i].val = o[k].val;
		o[k].val = save;
		return true;
	}
	return false;
}

static bool
delay_instruction(Test *test, Func *g)
{
	uint32_t tries, b;

	for (tries = 0; tries < 50; tries++) {
		uint32_t at = pick(test, g->insns.n);
		uint32_t n = 1 + pick(test, 6);
		Insn save = g->insns.at[at];

		for (b = 0; b < g->blocks.n; b++)
			if (g->blocks.at[b].first <= at &&
			    g->blocks.at[b].end > at + n)
				break;
		if (b == g->blocks.n || save.origin == NONE)
			continue;
		memmove(&g->insns.at[at], &g->insns.at[at + 1],
			sizeof(Insn) * n);
		g->insns.at[at + n] = save;
		return true;
	}
	return false;
}

static bool
mutate(Test *test, const Func *before, Func *g, Mutation how)
{
	switch (how) {
	case MUTATE_USE:
		return change_register(test, before, g, false);
	case MUTATE_DEF:
		return change_register(test, before, g, true);
	case MUTATE_DROP:
		return drop_move(test, g);
	case MUTATE_SLOT:
		return change_slot(test, g);
	case MUTATE_COPY:
		return add_copy(test, before, g);
	case MUTATE_ORDER:
		return change_order(test, g);
	case MUTATE_TURN:
		return turn_copy(test, g);
	case MUTATE_WIDTH:
		return change_width(test, g);
	case MUTATE_LATE:
		return delay_instruction(test, g);
	case MUTATE_EDGE:
		return move_block(before, g, &test->random);
	case MUTATE_LOAD:
		return change_load(before, g, pick(test, g->insns.n));
	case MUTATE_TERMS:
		return change_terms(g, pick(test, g->insns.n));
	case MUTATE_PART:
		return change_part(g, &test->random);
	case MUTATE_IMPLIED:
		return drop_implied(g, &test->random);
	case MUTATE_BEHIND:
		return put_behind(g, &test->random);
	case MUTATE_OFFSET:
		return change_offset(g, &test->random);
	case MUTATE_MOVE:
		return move_made(g, &test->random);
	case MUTATE_UNDEF:
		return mark_undef(g, &test->random);
	case MUTATE_BESIDE:
		return add_beside(g, &test->random);
	case MUTATE_NUMBER:
		return change_number(g, &test->random);
	case MUTATE_SIZE:
		return change_size(g, &test->random);
	case MUTATE_MISSING:
		return drop_original(before, g, &test->random);
	case MUTATE_REPEAT:
		return repeat_original(before, g, &test->random);
	case MUTATE_OPCODE:
		return change_opcode(g, &test->random);
	case MUTATE_BRANCH:
		return change_branch(g, &test->random);
	case MUTATE_TIE:
		return break_tie(g, &test->random);
	case MUTATE_MEMORY:
		return swap_accesses(before, g, &test->random);
	case MUTATE_FLAGS:
		return swap_flags(g, &test->random);
	case MUTATE_EARLY:
		return hurry_original(g, &test->random);
	default:
		return swap_registers(test, before, g);
	}
}

static void
test_mutants(Test *test, const Func *before, const Func *after)
{
	static const CheckOptions options = {.limit = 1, .unmarked = true};
	static const CheckOptions text = {.limit = 1, .match = true};
	uint32_t i;

	for (i = 0; i < test->nmutants; i++) {
		Arena arena = {0};
		Diag diag = {.source = before->source, .arena = &arena};
		Func g = clone(after, &arena);
		Mutation how = (Mutation)(i % MUTATE_COUNT);
		Score *score = &test->scores[how];
		bool accepted, same;

		if (mutate(test, before, &g, how)) {
			score->made++;
			accepted = check_allocation(before, &g, NULL, &options,
						    &diag) == CHECK_RIGHT;
			same = !always[how] &&
			       simulate(before, &g, 20, 60, i + 1);
			score->wrong += !same;
			score->caught += !same && !accepted;
			if (!same && check_allocation(before, &g, NULL, &text,
						      &diag) != CHECK_RIGHT)
				score->as_text++;
			else if (!same && test->verbose)
				printf("missed as text: %.*s: %s, mutant %u\n",
				       (int)before->name.len,
				       before->source->text + before->name.at,
				       names[how], i);
			score->strict += same && !accepted;
			if (!same && accepted && test->verbose)
				printf("missed: %.*s: %s, mutant %u\n",
				       (int)before->name.len,
				       before->source->text + before->name.at,
				       names[how], i);
		}
		arena_free(&arena);
	}
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void
test_function(Test *test, const Func *before, Func *after, Diag *diag)
{
	static const CheckOptions options = {.unmarked = true};
	uint32_t errors = diag->errors;
	double start;
	bool accepted;

	test->funcs++;
	test->insns += before->insns.n;
	if (!check_origins(before, after, diag)) {
		test->skipped++;
		return;
	}
	start = now();
	accepted = check_allocation(before, after, NULL, &options, diag) ==
		   CHECK_RIGHT;
	test->seconds += now() - start;
	if (accepted && !simulate(before, after, 20, 60, 1)) {
		accepted = false;
		diag_error(diag, LOC_NONE, "%.*s: simulation differs",
			   (int)before->name.len,
			   before->source->text + before->name.at);
	}
	if (!accepted || diag->errors != errors) {
		test->refused++;
		return;
	}
	if (after->insns.n)
		test_mutants(test, before, after);
}

static uint32_t
find_doc(const MirFile *file, const char *name)
{
	uint32_t i;

	for (i = 0; i < file->docs.n; i++)
		if (!strcmp(file->docs.at[i].name, name))
			return i;
	return UINT32_MAX;
}

static void
test_files(Test *test, const Source *x, const Source *y, Arena *arena)
{
	Diag dx = {.source = x, .arena = arena};
	Diag dy = {.source = y, .arena = arena};
	MirFile fx = {0}, fy = {0};
	uint32_t i, k;

	if (!mirfile_split(x, arena, &fx, &dx) ||
	    !mirfile_split(y, arena, &fy, &dy))
		exit(2);
	for (i = 0; i < fx.docs.n; i++) {
		Arena keep = {0}, tmp = {0};
		Func *before, *after;

		k = find_doc(&fy, fx.docs.at[i].name);
		if (k == UINT32_MAX)
			continue;
		before = mir_parse(&fx, i, test->t, &keep, &tmp, &dx, 0);
		before = before ? expand_func(before, false, &keep) : NULL;
		after = mir_parse(&fy, k, test->t, &keep, &tmp, &dy, 0);
		if (before && after && before->blocks.n)
			test_function(test, before, after, &dx);
		arena_free(&keep);
		arena_free(&tmp);
	}
	diag_print(&dx, stderr, false);
	diag_print(&dy, stderr, false);
}

static void
print_scores(const Test *test)
{
	Score sum = {0};
	uint32_t i;

	printf("%u functions, %u instructions: %u accepted, %u refused, %u "
	       "cannot match",
	       test->funcs, test->insns,
	       test->funcs - test->refused - test->skipped, test->refused,
	       test->skipped);
	if (getenv("CHECK_TIME"))
		printf("; %.3f s", test->seconds);
	printf("\n");
	if (!test->nmutants)
		return;
	for (i = 0; i < MUTATE_COUNT; i++) {
		const Score *s = &test->scores[i];

		printf("%-26s %6u made %6u wrong %6u caught %6u as text %6u "
		       "refused though no difference was seen\n",
		       names[i], s->made, s->wrong, s->caught, s->as_text,
		       s->strict);
		sum.made += s->made;
		sum.wrong += s->wrong;
		sum.caught += s->caught;
		sum.strict += s->strict;
		sum.as_text += s->as_text;
	}
	printf("%-26s %6u made %6u wrong %6u caught %6u as text (%.1f %%) %u\n",
	       "all", sum.made, sum.wrong, sum.caught, sum.as_text,
	       sum.wrong ? 100.0 * sum.caught / sum.wrong : 100.0, sum.strict);
}

int
main(int argc, char **argv)
{
	Arena arena = {0};
	Test test = {.verbose = getenv("CHECK_VERBOSE") != NULL};
	Source x, y;

	if (argc < 4) {
		fprintf(stderr, "usage: mutate TARGET BEFORE AFTER [MUTANTS "
				"[SEED]]\n");
		return 2;
	}
	test.t = targets_builtin(argv[1], &arena);
	if (!test.t || !source_open(&x, argv[2]) || !source_open(&y, argv[3]))
		return 2;
	test.nmutants = argc > 4 ? (uint32_t)atoi(argv[4]) : 0;
	test.random = argc > 5 ? (uint64_t)atoll(argv[5]) : 1;
	test_files(&test, &x, &y, &arena);
	print_scores(&test);
	source_close(&x);
	source_close(&y);
	arena_free(&arena);
	return test.refused != 0;
}
