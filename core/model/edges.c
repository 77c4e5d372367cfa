/*
 * Edges get blocks of their own: the function is written anew, in place.
 */
#include "core/model/edges.h"

#include "core/model/edges_layout.h"
#include "core/model/unitset.h"

#include <string.h>

bool
block_leaves_early(const Func *f, BlockId b)
{
	FOR_SUCCS(succ, f, b)
		if (f->blocks.at[succ->block].flags & BLOCK_EARLY_TARGET)
			return true;
	return false;
}

typedef struct {
	Func *f;
	const EdgePlan *plan;
	Arena *keep, *tmp;
	Func old; /* F as it was */
	EdgeLayout layout;
	uint32_t *head;	  /* by old block: the edge whose moves go to its
			     head; NONE */
	uint32_t *leaves; /* by old InsnId: the edge it goes to; NONE */
	uint8_t *left;	  /* by old block: moves leave it */
	InsnId *insn_map; /* by old InsnId; NULL without call sites */
	InsnId *insn_of;  /* by new InsnId: the old one; NONE: made here; NULL
			     without accesses */
	uint64_t *gone;	  /* set of units: whose last value went away */
} Apply;

static const EdgeMoves *
edge_at(const Apply *a, uint32_t i)
{
	return &a->plan->edges.at[i];
}

/* Fill the tables of moves. */
static void
tables_fill(Apply *a)
{
	for (uint32_t i = 0; i < a->plan->edges.n; i++) {
		const EdgeMoves *e = edge_at(a, i);

		if (e->place == EDGE_NOWHERE)
			continue;
		if (e->place == EDGE_HEAD)
			a->head[e->to] = i;
		a->left[e->from] |= e->moves.start < e->moves.end;
		for (uint32_t k = e->moves.start; k < e->moves.end; k++)
			a->leaves[a->plan->moves.at[k]] = i;
	}
}

/* Old instruction I as the next one. */
static void
insn_put(Apply *a, InsnId i)
{
	if (a->insn_map)
		a->insn_map[i] = a->f->insns.n;
	if (a->insn_of)
		a->insn_of[a->f->insns.n] = i;
	a->f->insns.at[a->f->insns.n++] = a->old.insns.at[i];
}

static void
moves_put(Apply *a, const EdgeMoves *e)
{
	for (uint32_t k = e->moves.end; k-- > e->moves.start;) {
		Insn *insn = &a->f->insns.at[a->f->insns.n];

		insn_put(a, a->plan->moves.at[k]);
		if (insn_is(a->f, insn, WK_COPY) || insn->origin == NONE)
			continue;
		/* The input does not have it there. */
		insn->origin = NONE;
		insn->flags |= INSN_MADE | INSN_REMAT;
	}
}

/* The instructions of the new block of edge I. */
static void
edge_put(Apply *a, uint32_t i)
{
	const EdgeMoves *e = edge_at(a, i);
	Func *f = a->f;
	Block *b = &f->blocks.at[a->layout.new_block[i]];

	b->first = f->insns.n;
	moves_put(a, e);
	if (e->jumps) {
		if (a->insn_of)
			a->insn_of[f->insns.n] = NONE;
		edge_jump_push(&a->layout, f, e);
	}
	b->end = f->insns.n;
}

/* What a debug instruction names may have gone. */
static void
debug_put(Apply *a, InsnId i)
{
	const Insn *insn = &a->old.insns.at[i];

	FOR_MUTABLE_OPNDS(o, a->f, insn)
		if (o->kind == OPND_REG && o->val &&
		    unitset_meets(a->f->target, a->gone, (RegId)o->val)) {
			o->val = 0;
			o->flags &= (uint16_t)~OPND_RENAMABLE;
		}
	insn_put(a, i);
}

/* Old instruction I of a block that moves leave, in its place. */
static void
insn_pass(Apply *a, InsnId i)
{
	const Target *t = a->f->target;
	const Insn *insn = &a->old.insns.at[i];

	if (insn->flags & INSN_DEBUG) {
		debug_put(a, i);
		return;
	}
	FOR_OPNDS(o, &a->old, insn) {
		if (o->kind != OPND_REG || !(o->flags & OPND_DEF))
			continue;
		if (a->leaves[i] == NONE)
			unitset_del(t, a->gone, (RegId)o->val);
		else
			unitset_add(t, a->gone, (RegId)o->val);
	}
	if (a->leaves[i] == NONE)
		insn_put(a, i);
}

/* The first instruction of BLOCK of those that can name blocks: terminators,
 * between which only made ones stand. */
static InsnId
first_naming(const Func *f, const Block *block)
{
	InsnId i = block->end, first = i;

	if (f->traits.takes_blocks)
		return block->first;
	while (i > block->first) {
		const Insn *insn = &f->insns.at[--i];

		if (insn_flags(f, insn) & OP_TERMINATOR)
			first = i;
		else if (!(insn->flags &
			   (INSN_DEBUG | INSN_BUNDLED | INSN_MADE)))
			break;
	}
	return first;
}

/* The operands of block B's instructions that name blocks. */
static void
operands_map(Apply *a, BlockId b)
{
	const Block *block = &a->old.blocks.at[b];
	const Insn *last = a->old.insns.at + block->end;

	for (const Insn *insn = a->old.insns.at + first_naming(&a->old, block);
	     insn < last; insn++) {
		Operand *o = insn_opnds(a->f, insn), *end = o + insn->nopnds;

		for (; o < end; o++)
			if (o->kind == OPND_BLOCK)
				o->val = edge_leads_to(&a->layout, b, o->val);
	}
}

/* The instructions of a block that no moves leave. */
static void
insns_put(Apply *a, const Block *old)
{
	Func *f = a->f;
	uint32_t n = old->end - old->first;

	memcpy(f->insns.at + f->insns.n, a->old.insns.at + old->first,
	       n * sizeof(Insn));
	for (uint32_t i = 0; i < n && a->insn_map; i++)
		a->insn_map[old->first + i] = f->insns.n + i;
	for (uint32_t i = 0; i < n && a->insn_of; i++)
		a->insn_of[f->insns.n + i] = old->first + i;
	f->insns.n += n;
}

/* Those of a block that some leave. */
static void
insns_sift(Apply *a, const Block *old)
{
	memset(a->gone, 0,
	       sizeof(*a->gone) * BITS_WORDS(a->f->target->n_unit_regs));
	for (InsnId i = old->first; i < old->end; i++)
		insn_pass(a, i);
}

/* The instructions of old block B. */
static void
block_put(Apply *a, BlockId b)
{
	const Block *old = &a->old.blocks.at[b];
	Func *f = a->f;
	Block *block = &f->blocks.at[a->layout.block_map[b]];

	block->first = f->insns.n;
	if (a->head[b] != NONE || a->left[b])
		block->flags |= BLOCK_STALE;
	if (a->head[b] != NONE)
		moves_put(a, edge_at(a, a->head[b]));
	if (a->left[b])
		insns_sift(a, old);
	else
		insns_put(a, old);
	block->end = f->insns.n;
}

/* Room for the new function's instructions. */
static void
insns_open(Apply *a)
{
	Func *f = a->f;

	f->insns.n = 0;
	f->insns.cap = a->old.insns.n + f->blocks.n - a->old.blocks.n;
	f->insns.at = ARENA_RAW(a->keep, Insn, f->insns.cap + 1);
	if (f->accesses.n)
		a->insn_of = ARENA_RAW(a->tmp, InsnId, f->insns.cap + 1);
}

/* Accesses, which stay in the order of instructions. */
static void
accesses_map(Apply *a)
{
	Func *f = a->f;
	uint32_t *access = edges_table(a->tmp, a->old.insns.n);

	for (uint32_t i = a->old.accesses.n; i-- > 0;)
		access[a->old.accesses.at[i].insn] = i;
	f->accesses.at = ARENA_RAW(a->keep, MadeAccess, a->old.accesses.n + 1);
	f->accesses.n = 0;
	for (uint32_t i = 0; i < f->insns.n; i++) {
		uint32_t k =
			a->insn_of[i] == NONE ? NONE : access[a->insn_of[i]];
		for (; k < a->old.accesses.n &&
		       a->old.accesses.at[k].insn == a->insn_of[i];
		     k++) {
			f->accesses.at[f->accesses.n] = a->old.accesses.at[k];
			f->accesses.at[f->accesses.n++].insn = i;
		}
	}
	f->accesses.cap = f->accesses.n;
}

/* What names instructions besides blocks. */
static void
tables_map(Apply *a)
{
	if (a->f->accesses.n)
		accesses_map(a);
	call_sites_map(a->f, a->insn_map);
}

float *
edges_apply(Func *f, const EdgePlan *plan, const float *freq, Arena *keep,
	    Arena *tmp)
{
	Apply a = {.f = f, .plan = plan, .keep = keep, .tmp = tmp, .old = *f};
	uint32_t nblocks = f->blocks.n;

	edges_lay_out(&a.layout, f, &a.old, plan, freq, keep, tmp);
	a.head = edges_table(tmp, nblocks);
	a.leaves = edges_table(tmp, f->insns.n);
	a.left = ARENA_NEW(tmp, uint8_t, nblocks);
	if (f->call_sites.n)
		a.insn_map = ARENA_RAW(tmp, InsnId, f->insns.n);
	a.gone = ARENA_NEW(tmp, uint64_t, BITS_WORDS(f->target->n_unit_regs));
	tables_fill(&a);
	insns_open(&a);
	for (BlockId b = 0; b < nblocks; b++)
		operands_map(&a, b);
	for (BlockId b = 0; b < nblocks; b++) {
		if (a.layout.front[b] != NONE)
			edge_put(&a, a.layout.front[b]);
		block_put(&a, b);
		if (a.layout.behind[b] != NONE)
			edge_put(&a, a.layout.behind[b]);
	}
	for (uint32_t i = 0; i < plan->edges.n; i++)
		if (plan->edges.at[i].place == EDGE_END)
			edge_put(&a, i);
	tables_map(&a);
	return a.layout.freq;
}

/* Is B one of edges_apply's in which nothing happens? */
static bool
block_is_empty(const Func *f, BlockId b)
{
	const Block *block = &f->blocks.at[b];

	if (!(block->flags & BLOCK_MADE))
		return false;
	for (InsnId i = block->first; i < block->end; i++)
		if (!(f->insns.at[i].flags & INSN_DEBUG) &&
		    !insn_jumps(f, func_insn(f, i)))
			return false;
	return true;
}

static bool
some_block_is_empty(const Func *f)
{
	for (BlockId b = 0; b < f->blocks.n; b++)
		if (block_is_empty(f, b))
			return true;
	return false;
}

/* By block: where it will stand without empty ones, or what is behind those
 * will; their instructions are marked in GONE.  How many stay is in *N. */
static BlockId *
blocks_close(const Func *f, uint8_t *gone, uint32_t *n, Arena *tmp)
{
	BlockId *map = edges_table(tmp, f->blocks.n);

	*n = 0;
	for (BlockId b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		if (!block_is_empty(f, b))
			map[b] = (*n)++;
		else
			memset(gone + block->first, 1,
			       block->end - block->first);
	}
	for (BlockId b = 0; b < f->blocks.n; b++)
		if (map[b] == NONE)
			map[b] = map[f->succs.at[f->blocks.at[b].succs.start]
					     .block];
	return map;
}

/* The operands of F's instructions that name blocks do so by MAP. */
static void
operands_rename(Func *f, const BlockId *map)
{
	FOR_VEC(Block, block, f->blocks) {
		FOR_PART(Insn, insn, f->insns.at, first_naming(f, block),
			 block->end)
			FOR_MUTABLE_OPNDS(o, f, insn)
				if (o->kind == OPND_BLOCK)
					o->val = map[o->val];
	}
}

void
blocks_rename(Func *f, const BlockId *map, Arena *keep)
{
	BlockId *jumps = ARENA_RAW(keep, BlockId, f->jumps.blocks.n + 1);
	Succ *succs = ARENA_RAW(keep, Succ, f->succs.n + 1);

	operands_rename(f, map);
	for (uint32_t i = 0; i < f->succs.n; i++)
		succs[i] =
			(Succ){map[f->succs.at[i].block], f->succs.at[i].prob};
	for (uint32_t i = 0; i < f->jumps.blocks.n; i++)
		jumps[i] = map[f->jumps.blocks.at[i]];
	f->succs.at = succs;
	f->succs.cap = f->succs.n;
	f->jumps.blocks.at = jumps;
	f->jumps.blocks.cap = f->jumps.blocks.n;
	f->preds.n = f->preds.cap = 0;
}

float *
edges_close(Func *f, const float *freq, Arena *keep, Arena *tmp)
{
	uint32_t n, m = 0;

	if (!some_block_is_empty(f))
		return NULL;
	uint8_t *gone = ARENA_NEW(tmp, uint8_t, f->insns.n + 1);
	BlockId *map = blocks_close(f, gone, &n, tmp);
	float *left = ARENA_RAW(keep, float, n);
	for (BlockId b = 0; b < f->blocks.n; b++) {
		if (block_is_empty(f, b))
			continue;
		left[m] = freq[b];
		f->blocks.at[m++] = f->blocks.at[b];
	}
	f->blocks.n = n;
	func_remove(f, gone, tmp);
	blocks_rename(f, map, keep);
	return left;
}
