/*
 * mutate TARGET FILE.mir: is check_post right?
 *
 * FILE holds allocated functions, or such as are not; of those only what moves
 * is tried.  Each is changed in one place, in many ways
 * (KINDS), and the checker, which shares nothing with the passes, must say
 * whether that is still the same function: of what is moved inside a region the
 * dependence graph knows; everything else must be refused.  Prints a line a
 * kind: how many were wrong and how many of those were taken, how many were
 * right and how many of those were refused.
 */
#include "core/analysis/reserved.h"
#include "core/base/bits.h"
#include "core/model/memory.h"
#include "core/model/preserved.h"
#include "core/check/post/post.h"
#include "core/postra/cleanup.h"
#include "core/schedule/before.h"
#include "core/schedule/deps.h"
#include "core/postra/postra.h"
#include "parser/parser.h"
#include "targets/targets.h"

#include <stdlib.h>
#include <string.h>

enum {
	INSNS_MAX = 3000, /* of a function */
	WORK = 1500000,	  /* instructions checked for each, about */
};

#define KINDS(X)                                                               \
	X(swap)	    /* neighbours in a region change places */                 \
	X(move)	    /* an instruction goes further down */                     \
	X(memory)   /* the same, of two that access memory */                  \
	X(shuffle)  /* all of a region in another order that the graph allows  \
		     */                                                        \
	X(across)   /* across a call, label, inline assembly */                \
	X(block)    /* into the next block */                                  \
	X(twice)    /* in place of its neighbour */                            \
	X(drop)	    /* left out */                                             \
	X(copy)	    /* the same of copies */                                   \
	X(read)	    /* another register read */                                \
	X(write)    /* another register written */                             \
	X(exchange) /* two reads change places */                              \
	X(number)   /* another operand that is no register */                  \
	X(opcode)   /* another opcode */                                       \
	X(undefine) /* a read marked undefined */                              \
	X(half)	    /* one occurrence not renamed that the breaker renames */

enum {
#define KIND_ENUM(name) KIND_##name,
	KINDS(KIND_ENUM)
#undef KIND_ENUM
		NKINDS
};

static const char *const names[] = {
#define KIND_NAME(name) #name,
	KINDS(KIND_NAME)
#undef KIND_NAME
};

typedef struct {
	const Target *t;
	uint64_t *reserved, *saved;
	uint64_t seed;
	uint32_t every; /* of the places in this function, one is tried */
	struct {
		uint32_t wrong, taken, right, refused;
	} counts[NKINDS];
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

static bool
try_here(Test *test)
{
	return !random_below(test, test->every);
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
	m.f.accesses.at = ARENA_RAW(arena, MadeAccess, f->accesses.n + 1);
	m.from = ARENA_RAW(arena, InsnId, f->insns.n + 1);
	for (i = 0; i < f->insns.n; i++)
		m.from[i] = i;
	return m;
}

/* Accesses follow their instructions. */
static void
mutant_accesses(const Func *f, Mutant *m)
{
	uint32_t k, n = 0;
	InsnId i;

	for (i = 0; i < m->f.insns.n; i++)
		for (k = 0; k < f->accesses.n; k++)
			if (f->accesses.at[k].insn == m->from[i] &&
			    n < f->accesses.n) {
				m->f.accesses.at[n] = f->accesses.at[k];
				m->f.accesses.at[n++].insn = i;
			}
	m->f.accesses.n = n;
}

/* Ask about M, made of F by KIND at instruction I, which is right or not. */
static void
judge(Test *test, unsigned kind, const Func *f, Mutant *m, InsnId i, bool right)
{
	Arena arena = {0};
	Diag diag = {.arena = &arena};
	bool ok;

	mutant_accesses(f, m);
	ok = check_post(f, &m->f, m->from, test->reserved, test->saved, &diag);
	arena_free(&arena);
	if (right) {
		test->counts[kind].right++;
		test->counts[kind].refused += !ok;
	} else {
		test->counts[kind].wrong++;
		test->counts[kind].taken += ok;
	}
	if (ok != right && getenv("MUTATE_VERBOSE"))
		printf("%.*s: %s: %s, instruction at %u\n", (int)f->name.len,
		       f->source->text + f->name.at, names[kind],
		       right ? "right, refused" : "wrong, taken",
		       f->insns.at[i].loc);
}

/* --- places --- */

static bool
graph_binds(const DepGraph *g, uint32_t from, uint32_t to)
{
	uint32_t i;

	for (i = g->pred_start[to]; i < g->pred_start[to + 1]; i++)
		if (g->edges.at[i].from == from)
			return true;
	return false;
}

/* Bring the nodes of G in M into the order NODES, debug instructions behind. */
static void
reorder(const Func *f, Mutant *m, const DepGraph *g, const uint32_t *nodes)
{
	InsnId at = g->start, i;
	uint32_t k;

	for (k = 0; k < g->n; k++)
		m->from[at++] = g->insn[nodes[k]];
	for (i = g->start; i < g->end; i++)
		if (g->node[i - g->start] == NONE)
			m->from[at++] = i;
	for (i = g->start; i < g->end; i++)
		m->f.insns.at[i] = f->insns.at[m->from[i]];
}

/* Node N goes behind node TO. */
static void
test_move(Test *test, unsigned kind, const Func *f, const DepGraph *g,
	  uint32_t n, uint32_t to)
{
	Arena arena = {0};
	Mutant m = mutant_start(f, &arena);
	uint32_t *nodes = ARENA_RAW(&arena, uint32_t, g->n), k;
	bool right = true;

	for (k = 0; k < g->n; k++)
		nodes[k] = k >= n && k < to ? k + 1 : k;
	nodes[to] = n;
	for (k = n + 1; k <= to; k++)
		right &= !graph_binds(g, n, k);
	reorder(f, &m, g, nodes);
	judge(test, kind, f, &m, g->insn[n], right);
	arena_free(&arena);
}

static void
test_shuffle(Test *test, const Func *f, const DepGraph *g)
{
	Arena arena = {0};
	Mutant m = mutant_start(f, &arena);
	uint32_t *nodes = ARENA_RAW(&arena, uint32_t, g->n + 1);
	uint32_t *npreds = ARENA_RAW(&arena, uint32_t, g->n + 1);
	uint32_t *ready = ARENA_RAW(&arena, uint32_t, g->n + 1);
	uint32_t nready = 0, n, i, k;

	for (n = 0; n < g->n; n++) {
		npreds[n] = g->pred_start[n + 1] - g->pred_start[n];
		if (!npreds[n])
			ready[nready++] = n;
	}
	for (i = 0; i < g->n; i++) {
		k = random_below(test, nready);
		n = nodes[i] = ready[k];
		ready[k] = ready[--nready];
		for (k = g->succ_start[n]; k < g->succ_start[n + 1]; k++)
			if (!--npreds[g->edges.at[g->succs[k]].to])
				ready[nready++] = g->edges.at[g->succs[k]].to;
	}
	reorder(f, &m, g, nodes);
	judge(test, KIND_shuffle, f, &m, g->start, true);
	arena_free(&arena);
}

/* Units that I reads and (WRITES) those it writes. */
static void
units_touched(const Func *f, InsnId i, uint64_t *reads, uint64_t *writes,
	      Arena *arena)
{
	const Target *t = f->target;
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);
	EffectList list = {0};
	Preserved kept;
	uint32_t k, w;

	preserved_init(&kept, f, arena);
	insn_effects(f, insn, &list, arena);
	for (k = 0; k < list.n; k++) {
		Slice s = t->regs[list.at[k].reg].units;

		for (; s.start < s.end; s.start++)
			if (list.at[k].flags & EFFECT_DEF)
				bits_add(writes, t->reg_units[s.start]);
			else if (!(list.at[k].flags & EFFECT_UNDEF))
				bits_add(reads, t->reg_units[s.start]);
	}
	for (k = 0; k < insn->nopnds; k++)
		for (w = 0; o[k].kind == OPND_MASK && w < t->n_unit_regs; w++)
			if (!bits_has(preserved_units(&kept, o[k].val), w))
				bits_add(writes, w);
}

/* Does what I writes matter to K, or to memory? */
static bool
conflict(const Func *f, InsnId i, InsnId k)
{
	uint32_t words = BITS_WORDS(f->target->n_unit_regs) + 1, w;
	Arena arena = {0};
	uint64_t *set[4], any = 0;

	for (w = 0; w < 4; w++)
		set[w] = ARENA_NEW(&arena, uint64_t, words);
	units_touched(f, i, set[0], set[1], &arena);
	units_touched(f, k, set[2], set[3], &arena);
	for (w = 0; w < words; w++)
		any |= (set[0][w] & set[3][w]) | (set[1][w] & set[2][w]);
	arena_free(&arena);
	return any || memory_conflict(memory_effect(f, i), memory_effect(f, k));
}

/* The last instruction of G and the boundary behind it change places. */
static void
test_across(Test *test, const Func *f, const DepGraph *g)
{
	InsnId i = g->insn[g->n - 1], k = i + 1;
	const uint32_t stays = OP_CALL | OP_TERMINATOR | OP_SIDE_EFFECTS;
	Arena arena = {0};
	Mutant m;

	if (k != g->end ||
	    (f->vregs.n ? !(insn_flags(f, func_insn(f, k)) & stays)
			: !conflict(f, i, k)))
		return;
	m = mutant_start(f, &arena);
	m.from[i] = k;
	m.from[k] = i;
	m.f.insns.at[i] = f->insns.at[k];
	m.f.insns.at[k] = f->insns.at[i];
	judge(test, KIND_across, f, &m, i, false);
	arena_free(&arena);
}

/* Instruction I of block B becomes the first of the next one. */
static void
test_block(Test *test, const Func *f, BlockId b, InsnId i)
{
	InsnId end = f->blocks.at[b].end;
	Arena arena = {0};
	Mutant m;

	if (b + 1 == f->blocks.n)
		return;
	m = mutant_start(f, &arena);
	memmove(m.f.insns.at + i, m.f.insns.at + i + 1,
		sizeof(Insn) * (end - i - 1));
	memmove(m.from + i, m.from + i + 1, sizeof(InsnId) * (end - i - 1));
	m.f.insns.at[end - 1] = f->insns.at[i];
	m.from[end - 1] = i;
	m.f.blocks.at[b].end--;
	m.f.blocks.at[b + 1].first--;
	judge(test, KIND_block, f, &m, i, false);
	arena_free(&arena);
}

static void
test_twice(Test *test, const Func *f, InsnId i)
{
	Arena arena = {0};
	Mutant m = mutant_start(f, &arena);

	m.f.insns.at[i] = f->insns.at[i + 1];
	m.from[i] = i + 1;
	judge(test, KIND_twice, f, &m, i, false);
	arena_free(&arena);
}

/* One instruction less, that cleanup would keep. */
static void
test_drop(Test *test, const Func *f, BlockId b, InsnId i, const uint8_t *kept)
{
	const Insn *insn = func_insn(f, i);
	Arena arena = {0};
	Mutant m;
	BlockId k;

	if (!kept[i] || insn_flags(f, insn) & OP_META)
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
	judge(test, insn_is(f, insn, WK_COPY) ? KIND_copy : KIND_drop, f, &m, i,
	      false);
	arena_free(&arena);
}

/* --- operands --- */

static bool
operand_fits(const Test *test, unsigned kind, const Operand *o)
{
	bool reg = o->kind == OPND_REG && o->val &&
		   !bits_has(test->reserved, o->val);

	switch (kind) {
	case KIND_number:
		return o->kind == OPND_IMM || o->kind == OPND_STACK ||
		       o->kind == OPND_CONST || o->kind == OPND_BLOCK;
	case KIND_write:
		return reg && (o->flags & (OPND_DEF | OPND_DEAD)) == OPND_DEF;
	default:
		return reg && opnd_reads(o);
	}
}

/* An operand of INSN, by chance, that is one for KIND; NONE: it has none. */
static uint32_t
operand_pick(Test *test, unsigned kind, const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t k, n = insn->nopnds ? random_below(test, insn->nopnds) : 0;

	for (k = 0; k < insn->nopnds; k++, n = (n + 1) % insn->nopnds)
		if (operand_fits(test, kind, &o[n]))
			return n;
	return NONE;
}

static void
test_operand(Test *test, unsigned kind, const Func *f, InsnId i)
{
	const Insn *insn = func_insn(f, i);
	uint32_t n = operand_pick(test, kind, f, insn), other;
	Arena arena = {0};
	const Operand *x;
	Operand *o;
	Mutant m;

	if (n == NONE)
		return;
	m = mutant_start(f, &arena);
	x = insn_opnds(f, insn) + n;
	o = &m.f.opnds.at[insn->opnd0 + n];
	if (kind == KIND_number) {
		o->val++;
	} else if (kind == KIND_undefine) {
		o->flags |= OPND_UNDEF;
	} else if (kind == KIND_exchange) {
		other = operand_pick(test, kind, f, insn);
		o->val = m.f.opnds.at[insn->opnd0 + other].val;
		m.f.opnds.at[insn->opnd0 + other].val = x->val;
	} else {
		do
			o->val = 1 + random_below(test, test->t->n_regs - 1);
		while (target_overlap(test->t, (RegId)x->val, (RegId)o->val));
	}
	if (kind == KIND_undefine || o->val != x->val)
		judge(test, kind, f, &m, i, false);
	arena_free(&arena);
}

static void
test_opcode(Test *test, const Func *f, InsnId i)
{
	Arena arena = {0};
	Mutant m = mutant_start(f, &arena);

	m.f.insns.at[i].op++;
	judge(test, KIND_opcode, f, &m, i, false);
	arena_free(&arena);
}

/* The breaker's result with one operand as it was. */
static void
test_half(Test *test, const Func *f)
{
	AntidepOptions options = {.reserved = test->reserved,
				  .saved = test->saved,
				  .mode = BREAK_ALL};
	const unsigned idle = OPND_UNDEF | OPND_DEAD | OPND_DEBUG;
	Arena keep = {0}, tmp = {0};
	AntidepCounts counts;
	PostFunc p = postra_break(f, &options, &counts, &keep, &tmp);
	InsnId i;
	uint32_t k;

	for (i = 0; i < f->insns.n; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *x = insn_opnds(f, insn);
		const Operand *y = insn_opnds(p.f, insn);

		for (k = 0; k < insn->nopnds; k++) {
			Arena arena = {0};
			Mutant m;

			if (x[k].val == y[k].val || x[k].flags & idle)
				continue;
			m = mutant_start(p.f, &arena);
			m.f.opnds.at[insn->opnd0 + k].val = x[k].val;
			judge(test, KIND_half, f, &m, i, false);
			arena_free(&arena);
		}
	}
	arena_free(&keep);
	arena_free(&tmp);
}

/* --- everywhere --- */

static bool
accesses(const Func *f, InsnId i)
{
	return memory_effect(f, i).kind != MEMORY_NONE;
}

/* What can be done with node N alone. */
static void
test_node(Test *test, const Func *f, const DepGraph *g, BlockId block,
	  uint32_t n, const uint8_t *kept)
{
	unsigned kind;

	if (n + 1 < g->n && try_here(test)) {
		uint32_t left = g->n - n - 1;
		uint32_t to = n + 1 + random_below(test, left > 9 ? 9 : left);

		test_move(test, KIND_swap, f, g, n, n + 1);
		test_move(test, KIND_move, f, g, n, to);
		for (to = n + 1; to < g->n && !accesses(f, g->insn[to]);)
			to++;
		if (to < g->n && accesses(f, g->insn[n]))
			test_move(test, KIND_memory, f, g, n, to);
	}
	if (try_here(test)) {
		test_block(test, f, block, g->insn[n]);
		if (kept)
			test_drop(test, f, block, g->insn[n], kept);
		if (n + 1 < g->n)
			test_twice(test, f, g->insn[n]);
		test_opcode(test, f, g->insn[n]);
	}
	for (kind = KIND_read; kept && kind <= KIND_undefine; kind++)
		if (kind != KIND_opcode && try_here(test))
			test_operand(test, kind, f, g->insn[n]);
}

static void
test_region(Test *test, const Func *f, DepBuilder *b, BlockId block, Slice at,
	    const uint8_t *kept)
{
	Arena scratch = {0};
	DepGraph g;
	uint32_t n;

	deps_build(b, f, at.start, at.end, &g, &scratch);
	for (n = 0; n < g.n; n++)
		test_node(test, f, &g, block, n, kept);
	if (g.n > 2 && try_here(test))
		test_shuffle(test, f, &g);
	if (g.n && g.end < f->blocks.at[block].end)
		test_across(test, f, &g);
	arena_free(&scratch);
}

/* Spill code as the allocator would mark it. */
static void
mark_moves(Func *f, Arena *arena)
{
	const Target *t = f->target;
	uint32_t k, n;
	InsnId i;

	for (i = 0; i < f->insns.n; i++) {
		Insn *insn = &f->insns.at[i];
		const Operand *o = insn_opnds(f, insn);
		bool store = false, load = false;

		for (k = 0; k < t->n_spills; k++) {
			store |= t->recipes[t->spills[k].store].op == insn->op;
			load |= t->recipes[t->spills[k].load].op == insn->op;
		}
		for (n = 0; n < insn->nopnds; n++)
			if (o[n].kind == OPND_STACK &&
			    f->stack.at[o[n].val].kind == STACK_SPILL &&
			    store != load)
				break;
		if (n == insn->nopnds)
			continue;
		insn->flags |= INSN_MADE | (store ? INSN_SPILL : INSN_RELOAD);
		VEC_PUSH(arena, f->accesses,
			 ((MadeAccess){.insn = i,
				       .slot = o[n].val,
				       .store = store,
				       .size = f->stack.at[o[n].val].size}));
	}
}

static void
test_allocated(Test *test, Func *f)
{
	Arena arena = {0}, keep = {0};
	DepBuilder *b = deps_begin(f, &arena);
	Mutant copy = mutant_start(f, &arena);
	uint8_t *kept;
	BlockId n;

	mark_moves(f, &keep);
	kept = cleanup_run(&copy.f, test->reserved, test->saved, &arena);
	for (n = 0; n < f->blocks.n; n++) {
		const Block *block = &f->blocks.at[n];
		InsnId start, end = block->end;

		for (;; end = start) {
			end = region_before(f, block->first, end, &start);
			if (start == end)
				break;
			test_region(test, f, b, n, (Slice){start, end}, kept);
		}
	}
	test_half(test, f);
	arena_free(&arena);
	arena_free(&keep);
}

/* Before allocation, in the regions that are scheduled there. */
static void
test_unallocated(Test *test, Func *f)
{
	Arena arena = {0};
	DepBuilder *b;
	Live live;
	Demand d;
	Cfg cfg;
	BlockId n;

	f->traits.lane_liveness = test->t->lane_liveness;
	cfg_build(f, &cfg, &arena, &arena);
	if (demand_live(&live, f, &cfg, test->reserved, f->traits.lane_liveness,
			&arena)) {
		demand_build(&d, f, &live, test->reserved, &arena);
		b = deps_begin_virtual(f, &live, &arena);
		for (n = 0; n < f->blocks.n; n++) {
			InsnId i = f->blocks.at[n].first, start = i;

			for (; i <= f->blocks.at[n].end; i++)
				if (i == f->blocks.at[n].end ||
				    before_boundary(&d, test->reserved, i)) {
					test_region(test, f, b, n,
						    (Slice){start, i}, NULL);
					start = i + 1;
				}
		}
	}
	arena_free(&arena);
}

static void
test_function(Test *test, Func *f)
{
	memset(test->reserved, 0,
	       sizeof(uint64_t) * BITS_WORDS(test->t->n_regs));
	func_reserved(f, test->reserved);
	test->every = 1 + f->insns.n * f->insns.n * 10 / WORK;
	if (f->vregs.n)
		test_unallocated(test, f);
	else
		test_allocated(test, f);
}

/* All that can have to be saved, and what overlaps it. */
static void
saved_find(Test *test)
{
	const Target *t = test->t;
	uint32_t i;
	RegId r;

	for (i = t->callee_saved.start; i < t->callee_saved.end; i++)
		for (r = 1; r < t->n_regs; r++)
			if (target_overlap(t, t->reg_lists[i], r))
				bits_add(test->saved, r);
}

int
main(int argc, char **argv)
{
	Arena arena = {0};
	Diag diag = {.arena = &arena};
	Test test = {.seed = getenv("SEED") ? strtoull(getenv("SEED"), NULL, 10)
					    : 1};
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
	saved_find(&test);
	for (i = 0; i < file.docs.n; i++) {
		Arena keep = {0}, tmp = {0};
		Func *f = mir_parse(&file, i, test.t, &keep, &tmp, &diag, 0);

		if (f && f->insns.n < INSNS_MAX)
			test_function(&test, f);
		arena_free(&keep);
		arena_free(&tmp);
	}
	for (i = 0; i < NKINDS; i++)
		printf("%s %u %u %u %u\n", names[i], test.counts[i].wrong,
		       test.counts[i].taken, test.counts[i].right,
		       test.counts[i].refused);
	source_close(&source);
	arena_free(&arena);
	return 0;
}
