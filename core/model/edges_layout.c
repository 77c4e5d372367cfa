/*
 * The list of blocks of a function whose edges get some of their own.
 */
#include "core/model/edges_layout.h"

#include <string.h>

uint32_t *
edges_table(Arena *arena, uint32_t n)
{
	uint32_t *table = ARENA_RAW(arena, uint32_t, n + 1);

	memset(table, 0xff, sizeof(*table) * (n + 1));
	return table;
}

static bool
has_block(const EdgeMoves *edge)
{
	return edge->place != EDGE_NOWHERE && edge->place != EDGE_HEAD;
}

static void
tables_fill(EdgeLayout *l)
{
	for (uint32_t i = 0; i < l->plan->edges.n; i++) {
		const EdgeMoves *edge = &l->plan->edges.at[i];

		if (!has_block(edge))
			continue;
		l->edge_of[edge->succ] = i;
		if (edge->place == EDGE_FRONT)
			l->front[edge->to] = i;
		if (edge->place == EDGE_BEHIND)
			l->behind[edge->from] = i;
	}
}

/* Where each block will stand; returns how many there will be. */
static uint32_t
blocks_number(EdgeLayout *l)
{
	uint32_t n = 0;

	for (BlockId b = 0; b < l->old->blocks.n; b++) {
		if (l->front[b] != NONE)
			l->new_block[l->front[b]] = n++;
		l->block_map[b] = n++;
		if (l->behind[b] != NONE)
			l->new_block[l->behind[b]] = n++;
	}
	for (uint32_t i = 0; i < l->plan->edges.n; i++)
		if (l->plan->edges.at[i].place == EDGE_END)
			l->new_block[i] = n++;
	return n;
}

/* The block that the edge of index SUCC into the old successors leads to. */
static inline BlockId
succ_map(const EdgeLayout *l, uint32_t succ)
{
	if (l->edge_of[succ] != NONE)
		return l->new_block[l->edge_of[succ]];
	return l->block_map[l->old->succs.at[succ].block];
}

/* The new block of edge I, of number NUMBER. */
static void
edge_put(EdgeLayout *l, Func *f, uint32_t i, uint32_t number)
{
	const EdgeMoves *e = &l->plan->edges.at[i];
	Succ succ = {l->block_map[e->to], 1u << 31};

	f->blocks.at[f->blocks.n] =
		(Block){.succs = {f->succs.n, f->succs.n + 1},
			.number = number,
			.flags = BLOCK_SUCCS_GIVEN | BLOCK_MADE};
	l->freq[f->blocks.n++] = e->freq;
	f->succs.at[f->succs.n++] = succ;
}

static void
block_put(EdgeLayout *l, Func *f, BlockId b, float freq)
{
	const Block *old = &l->old->blocks.at[b];
	Block *block = &f->blocks.at[f->blocks.n];

	*block = *old;
	l->freq[f->blocks.n++] = freq;
	block->succs.start = f->succs.n;
	for (uint32_t k = old->succs.start; k < old->succs.end; k++) {
		Succ succ = {succ_map(l, k), l->old->succs.at[k].prob};

		f->succs.at[f->succs.n++] = succ;
	}
	block->succs.end = f->succs.n;
}

uint32_t
blocks_next_number(const Func *f)
{
	uint32_t number = 0;

	FOR_VEC(Block, block, f->blocks)
		if (block->number >= number)
			number = block->number + 1;
	return number;
}

/* If OLD's last block has others behind it now, and no barrier ends it: where a
 * text says nothing, it would lead to the first of them. */
static void
say_end(const EdgeLayout *l, Func *f)
{
	BlockId last = l->old->blocks.n - 1;
	Block *block = &f->blocks.at[l->block_map[last]];

	if (l->block_map[last] + 1 < f->blocks.n &&
	    block->succs.start == block->succs.end &&
	    block_falls_through(l->old, last))
		block->flags |= BLOCK_SUCCS_GIVEN;
}

static void
lists_fill(EdgeLayout *l, Func *f, const float *freq)
{
	uint32_t number = blocks_next_number(l->old);

	for (BlockId b = 0; b < l->old->blocks.n; b++) {
		if (l->front[b] != NONE)
			edge_put(l, f, l->front[b], number++);
		block_put(l, f, b, freq[b]);
		if (l->behind[b] != NONE)
			edge_put(l, f, l->behind[b], number++);
	}
	for (uint32_t i = 0; i < l->plan->edges.n; i++)
		if (l->plan->edges.at[i].place == EDGE_END)
			edge_put(l, f, i, number++);
	say_end(l, f);
	for (uint32_t i = 0; i < f->jumps.blocks.n; i++)
		f->jumps.blocks.at[i] =
			l->block_map[l->old->jumps.blocks.at[i]];
}

void
edges_lay_out(EdgeLayout *l, Func *f, const Func *old, const EdgePlan *plan,
	      const float *freq, Arena *keep, Arena *tmp)
{
	uint32_t n = old->blocks.n;

	*l = (EdgeLayout){.old = old, .plan = plan};
	l->edge_of = edges_table(tmp, old->succs.n);
	l->front = edges_table(tmp, n);
	l->behind = edges_table(tmp, n);
	l->block_map = ARENA_RAW(tmp, BlockId, n);
	l->new_block = ARENA_RAW(tmp, BlockId, plan->edges.n);
	tables_fill(l);
	uint32_t more = blocks_number(l) - n;
	l->freq = ARENA_RAW(keep, float, n + more);
	f->blocks.n = f->succs.n = 0;
	f->blocks.cap = n + more;
	f->blocks.at = ARENA_RAW(keep, Block, f->blocks.cap);
	f->succs.cap = old->succs.n + more;
	f->succs.at = ARENA_RAW(keep, Succ, f->succs.cap);
	f->preds.n = f->preds.cap = 0;
	f->jumps.blocks.at = ARENA_RAW(keep, BlockId, old->jumps.blocks.n + 1);
	f->jumps.blocks.cap = f->jumps.blocks.n;
	lists_fill(l, f, freq);
}

/* The edge from block FROM to TO as an index into the old successors; NONE. */
static inline uint32_t
edge_find(const EdgeLayout *l, BlockId from, BlockId to)
{
	for (Slice s = l->old->blocks.at[from].succs; s.start < s.end;
	     s.start++)
		if (l->old->succs.at[s.start].block == to)
			return s.start;
	return NONE;
}

uint32_t
edge_with_block(const EdgeLayout *l, BlockId from, BlockId to)
{
	Slice s = l->old->blocks.at[from].succs;

	if (s.end - s.start != 2)
		return NONE;
	s.start += l->old->succs.at[s.start].block != to;
	return l->edge_of[s.start];
}

BlockId
edge_leads_to(const EdgeLayout *l, BlockId b, BlockId to)
{
	uint32_t succ = edge_find(l, b, to);

	return succ == NONE ? l->block_map[to] : succ_map(l, succ);
}

void
edge_jump_push(const EdgeLayout *l, Func *f, const EdgeMoves *edge)
{
	const Func *old = l->old;
	Insn insn = *func_insn(old, l->plan->jump);
	uint32_t n = insn.opnd0;

	insn.flags = INSN_MADE;
	insn.origin = NONE;
	insn.loc = func_insn(old, old->blocks.at[edge->from].first)->loc;
	insn.name = insn.tail = (Span){0, 0};
	insn.opnd0 = f->opnds.n;
	for (uint32_t k = 0; k < insn.nopnds; k++) {
		Operand o = old->opnds.at[n + k];

		if (o.kind == OPND_BLOCK) {
			o.val = l->block_map[edge->to];
			o.loc = LOC_NONE;
		}
		VEC_PUSH(f->arena, f->opnds, o);
	}
	VEC_PUSH(f->arena, f->insns, insn);
}
