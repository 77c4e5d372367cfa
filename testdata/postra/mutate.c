/*
 * mutate TARGET FILE.mir: is check_post right?
 *
 * FILE holds allocated functions.  Of two neighbours in a region, changed in
 * place, the dependence graph says whether that is allowed, and the checker,
 * which shares nothing with it, must say the same; a register operand changed,
 * an instruction left out must be found.  Prints how often.
 */
#include "core/base/bits.h"
#include "core/observe/check_post.h"
#include "core/postra/deps.h"
#include "parser/parser.h"
#include "targets/targets.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	const Target *t;
	uint64_t *reserved, *saved;
	uint64_t seed;
	/* Swaps: by what the graph says, and what the checker does. */
	uint32_t free_taken, free_refused, bound_taken, bound_refused;
	uint32_t renames, renames_taken, drops, drops_taken;
} Test;

/* F, changed. */
typedef struct {
	Func f;
	InsnId *from;
} Mutant;

static uint32_t
random_below(Test *test, uint32_t n)
{
	test->seed = test->seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((test->seed >> 33) % n);
}

static Mutant
mutant_start(const Func *f, Arena *arena)
{
	Mutant m = {.f = *f};
	InsnId i;

	m.f.insns.at = ARENA_RAW(arena, Insn, f->insns.n + 1);
	memcpy(m.f.insns.at, f->insns.at, sizeof(Insn) * f->insns.n);
	m.f.opnds.at = ARENA_RAW(arena, Operand, f->opnds.n + 1);
	memcpy(m.f.opnds.at, f->opnds.at, sizeof(Operand) * f->opnds.n);
	m.f.blocks.at = ARENA_RAW(arena, Block, f->blocks.n + 1);
	memcpy(m.f.blocks.at, f->blocks.at, sizeof(Block) * f->blocks.n);
	m.from = ARENA_RAW(arena, InsnId, f->insns.n + 1);
	for (i = 0; i < f->insns.n; i++)
		m.from[i] = i;
	return m;
}

static bool
taken(Test *test, const Func *f, const Mutant *m)
{
	Arena arena = {0};
	Diag diag = {.arena = &arena};
	bool ok = check_post(f, &m->f, m->from, test->reserved, test->saved,
			     &diag);

	arena_free(&arena);
	return ok;
}

static bool
graph_binds(const DepGraph *g, uint32_t from, uint32_t to)
{
	uint32_t i;

	for (i = g->pred_start[to]; i < g->pred_start[to + 1]; i++)
		if (g->edges.at[i].from == from)
			return true;
	return false;
}

static void
test_swap(Test *test, const Func *f, const DepGraph *g, uint32_t n)
{
	Arena arena = {0};
	Mutant m = mutant_start(f, &arena);
	InsnId a = g->insn[n], b = g->insn[n + 1];
	bool binds = graph_binds(g, n, n + 1), ok;

	m.f.insns.at[a] = f->insns.at[b];
	m.f.insns.at[b] = f->insns.at[a];
	m.from[a] = b;
	m.from[b] = a;
	ok = taken(test, f, &m);
	if (binds)
		ok ? test->bound_taken++ : test->bound_refused++;
	else
		ok ? test->free_taken++ : test->free_refused++;
	if (ok == binds && getenv("MUTATE_VERBOSE"))
		printf("%.*s: %s: instructions at %u and %u\n",
		       (int)f->name.len, f->source->text + f->name.at,
		       binds ? "bound, taken" : "free, refused",
		       f->insns.at[a].loc, f->insns.at[b].loc);
	arena_free(&arena);
}

/* A read of another register than before. */
static void
test_rename(Test *test, const Func *f, InsnId i)
{
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);
	uint32_t k, n = insn->nopnds ? random_below(test, insn->nopnds) : 0;
	Arena arena = {0};
	Mutant m;

	for (k = 0; k < insn->nopnds; k++, n = (n + 1) % insn->nopnds)
		if (o[n].kind == OPND_REG && o[n].val && opnd_reads(&o[n]) &&
		    !(o[n].flags & OPND_IMPLICIT) &&
		    !bits_has(test->reserved, o[n].val))
			break;
	if (k == insn->nopnds || insn->flags & INSN_DEBUG)
		return;
	m = mutant_start(f, &arena);
	do
		m.f.opnds.at[insn->opnd0 + n].val =
			1 + random_below(test, test->t->n_regs - 1);
	while (target_overlap(test->t, (RegId)o[n].val,
			      (RegId)m.f.opnds.at[insn->opnd0 + n].val));
	test->renames++;
	test->renames_taken += taken(test, f, &m);
	arena_free(&arena);
}

/* One instruction less. */
static void
test_drop(Test *test, const Func *f, BlockId b, InsnId i)
{
	Arena arena = {0};
	Mutant m;
	BlockId k;

	if (func_insn(f, i)->flags & INSN_DEBUG ||
	    insn_flags(f, func_insn(f, i)) & OP_META)
		return;
	m = mutant_start(f, &arena);
	memmove(m.f.insns.at + i, m.f.insns.at + i + 1,
		sizeof(Insn) * (f->insns.n - i - 1));
	memmove(m.from + i, m.from + i + 1,
		sizeof(InsnId) * (f->insns.n - i - 1));
	m.f.insns.n--;
	m.f.blocks.at[b].end--;
	for (k = b + 1; k < f->blocks.n; k++) {
		m.f.blocks.at[k].first--;
		m.f.blocks.at[k].end--;
	}
	test->drops++;
	test->drops_taken += taken(test, f, &m);
	arena_free(&arena);
}

static void
test_region(Test *test, const Func *f, DepBuilder *b, BlockId block,
	    InsnId start, InsnId end)
{
	Arena scratch = {0};
	DepGraph g;
	uint32_t n;

	deps_build(b, f, start, end, &g, &scratch);
	for (n = 0; n < g.n; n++) {
		if (n + 1 < g.n)
			test_swap(test, f, &g, n);
		if (random_below(test, 4))
			continue;
		test_rename(test, f, g.insn[n]);
		test_drop(test, f, block, g.insn[n]);
	}
	arena_free(&scratch);
}

static void
test_function(Test *test, Func *f)
{
	Arena arena = {0};
	DepBuilder *b = deps_begin(f, &arena);
	BlockId n;

	for (n = 0; n < f->blocks.n; n++) {
		const Block *block = &f->blocks.at[n];
		InsnId start, end = block->end;

		for (;; end = start) {
			end = region_before(f, block->first, end, &start);
			if (start == end)
				break;
			test_region(test, f, b, n, start, end);
		}
	}
	arena_free(&arena);
}

int
main(int argc, char **argv)
{
	Arena arena = {0};
	Diag diag = {.arena = &arena};
	Test test = {.seed = 1};
	MirFile file;
	Source source;
	uint32_t i;

	if (argc != 3)
		return 2;
	test.t = targets_builtin(argv[1], &arena);
	if (!test.t || !source_open(&source, argv[2]))
		return 2;
	diag.source = &source;
	if (!mirfile_split(&source, &arena, &file, &diag))
		return 2;
	test.reserved = ARENA_NEW(&arena, uint64_t, BITS_WORDS(test.t->n_regs));
	test.saved = ARENA_NEW(&arena, uint64_t, BITS_WORDS(test.t->n_regs));
	for (i = 1; i < test.t->n_regs; i++)
		if (test.t->regs[i].flags & REG_RESERVED)
			bits_add(test.reserved, i);
	for (i = 0; i < file.docs.n; i++) {
		Arena keep = {0}, tmp = {0};
		Func *f = mir_parse(&file, i, test.t, &keep, &tmp, &diag, 0);

		if (f && f->insns.n < 3000)
			test_function(&test, f);
		arena_free(&keep);
		arena_free(&tmp);
	}
	printf("swaps allowed %u, of them refused %u; not allowed %u, of them "
	       "taken %u; other reads %u, taken %u; dropped %u, taken %u\n",
	       test.free_taken + test.free_refused, test.free_refused,
	       test.bound_taken + test.bound_refused, test.bound_taken,
	       test.renames, test.renames_taken, test.drops, test.drops_taken);
	source_close(&source);
	arena_free(&arena);
	return 0;
}
