/*
 * Blocks that only AFTER has.
 *
 * Each must lie on one edge of BEFORE, do nothing but move and go on to where
 * the edge led.  BEFORE is taken to have an empty block in the same place from
 * there on, which changes nothing of what it means; that the moves are right is
 * then shown like that of all others.
 */
#include "core/check/steps.h"
#include "core/model/edges.h"

typedef struct {
	Check *c;
	const Func *before, *after;
	Func *f;	  /* BEFORE with the blocks of AFTER */
	BlockId *to;	  /* by block of BEFORE: that of AFTER */
	BlockId *from;	  /* by block of AFTER: that of BEFORE, or NONE */
	uint32_t *npreds; /* by block of AFTER */
	const Insn *jump; /* some plain jump of BEFORE; NULL */
} Edges;

/* Is INSN a jump to one block that always is taken? */
static bool
is_jump(const Func *f, const Insn *insn)
{
	uint32_t flags = insn_flags(f, insn);

	return insn->op && flags & OP_BRANCH && flags & OP_BARRIER &&
	       !(flags & (OP_INDIRECT_BRANCH | OP_CALL)) && insn->nopnds &&
	       !(insn->flags & (INSN_BUNDLE | INSN_BUNDLED)) &&
	       insn_opnds(f, insn)->kind == OPND_BLOCK;
}

/* Is A, of AFTER, a plain jump like that of BEFORE, but for where it goes? */
static bool
is_like_jump(const Edges *e, const Insn *a)
{
	const Operand *q = insn_opnds(e->after, a);

	if (!e->jump || !is_jump(e->after, a) || a->op != e->jump->op ||
	    a->nopnds != e->jump->nopnds)
		return false;
	const Operand *p = insn_opnds(e->before, e->jump);
	for (uint32_t k = 1; k < a->nopnds; k++)
		if (q[k].kind == OPND_BLOCK ||
		    !check_same_opnd(e->c, &p[k], &q[k]))
			return false;
	return true;
}

/* Blocks of one number are the same, and in one order; false if some are not in
 * AFTER. */
static bool
blocks_pair(Edges *e)
{
	uint32_t i = 0;

	for (uint32_t k = 0; k < e->after->blocks.n; k++) {
		e->from[k] = NONE;
		if (i == e->before->blocks.n ||
		    e->after->blocks.at[k].number !=
			    e->before->blocks.at[i].number)
			continue;
		e->from[k] = i;
		e->to[i++] = k;
	}
	for (uint32_t k = 0; k < e->after->succs.n; k++)
		e->npreds[e->after->succs.at[k].block]++;
	return i == e->before->blocks.n && e->from[0] == 0;
}

/* Does new block N of AFTER go on to its successor and nowhere else? */
static bool
block_goes_on(Edges *e, BlockId n)
{
	const Func *f = e->after;
	const Block *block = &f->blocks.at[n];
	InsnId end = block_last(f, block, block->end);
	const Insn *last = end == NONE ? NULL : func_insn(f, end);
	const uint32_t plain =
		BLOCK_SUCCS_GIVEN | BLOCK_MADE | BLOCK_MARKED | BLOCK_STALE;

	if (block->succs.end != block->succs.start + 1 || e->npreds[n] != 1 ||
	    block->flags & ~plain)
		return false;
	BlockId to = f->succs.at[block->succs.start].block;
	if (e->from[to] == NONE)
		return false;
	if (!last || !is_like_jump(e, last))
		return to == n + 1;
	bits_add(e->c->blocks.edge_jumps, (uint32_t)(last - f->insns.at));
	return insn_opnds(f, last)->val == to;
}

/* Do only direct branches lead out of block B of BEFORE? */
static bool
branches_are_plain(const Edges *e, BlockId b)
{
	const Func *f = e->before;
	const Block *block = &f->blocks.at[b];
	InsnId first = block_first_terminator(f, b);

	for (InsnId i = block->first; i < block->end; i++) {
		const Insn *insn = func_insn(f, i);
		uint32_t flags = insn_flags(f, insn);

		if (insn->flags & INSN_DEBUG || insn_is(f, insn, WK_PHI))
			continue;
		if (i >= first && (!(flags & OP_BRANCH) ||
				   flags & (OP_INDIRECT_BRANCH | OP_CALL)))
			return false;
		for (uint32_t k = 0; k < insn->nopnds && i < first; k++)
			if (insn_opnds(f, insn)[k].kind == OPND_BLOCK)
				return false;
	}
	return true;
}

/* Where the edge of index K among the successors of block B of BEFORE leads
 * in AFTER; NONE: there is no such edge. */
static BlockId
edge_follow(const Edges *e, BlockId b, uint32_t k)
{
	const unsigned fixed = BLOCK_EARLY_TARGET;
	const Func *x = e->before, *y = e->after;
	BlockId to = x->succs.at[x->blocks.at[b].succs.start + k].block;
	BlockId has = y->succs.at[y->blocks.at[e->to[b]].succs.start + k].block;

	if (e->from[has] != NONE)
		return e->from[has] == to ? has : NONE;
	if (x->blocks.at[to].flags & fixed || !branches_are_plain(e, b) ||
	    e->from[y->succs.at[y->blocks.at[has].succs.start].block] != to)
		return NONE;
	return has;
}

/* Does what block B of BEFORE falls through to stand behind it in AFTER? */
static bool
falls_right(const Edges *e, BlockId b)
{
	const Func *x = e->before;
	const Block *block = &x->blocks.at[b];
	InsnId end = block_last(x, block, block->end);
	const Insn *last = end == NONE ? NULL : func_insn(x, end);

	if (last && insn_flags(x, last) & OP_BARRIER)
		return true;
	for (uint32_t k = block->succs.start; k < block->succs.end; k++)
		if (x->succs.at[k].block == b + 1)
			return edge_follow(e, b, k - block->succs.start) ==
			       e->to[b] + 1;
	return true;
}

/* All edges of block B of BEFORE. */
static bool
edges_match(const Edges *e, BlockId b)
{
	Slice x = e->before->blocks.at[b].succs;
	Slice y = e->after->blocks.at[e->to[b]].succs;

	if (x.end - x.start != y.end - y.start)
		return false;
	for (uint32_t k = 0; k < x.end - x.start; k++)
		if (edge_follow(e, b, k) == NONE)
			return false;
	return falls_right(e, b);
}

/* Are jump tables what they were? */
static bool
tables_match(const Edges *e)
{
	if (e->before->jumps.blocks.n != e->after->jumps.blocks.n)
		return false;
	for (uint32_t i = 0; i < e->before->jumps.blocks.n; i++)
		if (e->to[e->before->jumps.blocks.at[i]] !=
		    e->after->jumps.blocks.at[i])
			return false;
	return true;
}

/* Where block B of BEFORE leads instead of its successor TO. */
static BlockId
succ_map(const Edges *e, BlockId b, BlockId to)
{
	Slice s = e->before->blocks.at[b].succs;

	for (uint32_t k = s.start; k < s.end; k++)
		if (e->before->succs.at[k].block == to)
			return edge_follow(e, b, k - s.start);
	return e->to[to];
}

/* The block that comes before block TO of AFTER on the way from B of BEFORE. */
static BlockId
pred_map(const Edges *e, BlockId b, BlockId to)
{
	BlockId by = succ_map(e, b, e->from[to]);

	return by == to ? e->to[b] : by;
}

/* The operands of block B that name blocks. */
static void
operands_map(Edges *e, BlockId b)
{
	const Block *block = &e->before->blocks.at[b];

	FOR_INSNS(insn, e->before, block) {
		FOR_MUTABLE_OPNDS(o, e->f, insn) {
			if (o->kind != OPND_BLOCK)
				continue;
			o->val = insn_is(e->before, insn, WK_PHI)
					 ? pred_map(e, o->val, e->to[b])
					 : succ_map(e, b, o->val);
		}
	}
}

/* BEFORE with the blocks of AFTER. */
static void
func_extend(Edges *e)
{
	Arena *arena = &e->c->arena;
	Func *f = e->f;
	InsnId end = 0;

	*f = *e->before;
	f->opnds.at =
		arena_copy(arena, f->opnds.at, sizeof(Operand) * f->opnds.n,
			   sizeof(Operand) * (f->opnds.n + 1));
	f->succs.n = e->after->succs.n;
	f->succs.at = e->after->succs.at;
	f->blocks.n = e->after->blocks.n;
	f->blocks.at = ARENA_RAW(arena, Block, f->blocks.n);
	for (BlockId b = 0; b < f->blocks.n; b++) {
		Block *block = &f->blocks.at[b];

		*block = (Block){.first = end,
				 .end = end,
				 .number = e->after->blocks.at[b].number};
		if (e->from[b] != NONE)
			*block = e->before->blocks.at[e->from[b]];
		block->succs = e->after->blocks.at[b].succs;
		end = block->end;
	}
	for (BlockId b = 0; b < e->before->blocks.n; b++)
		operands_map(e, b);
}

void
check_edges(Check *c)
{
	uint32_t nbefore = c->before->blocks.n, nafter = c->after->blocks.n;
	Edges e = {.c = c, .before = c->before, .after = c->after};

	if (nafter <= nbefore || !nbefore)
		return;
	e.to = ARENA_RAW(&c->arena, BlockId, nbefore);
	e.from = ARENA_RAW(&c->arena, BlockId, nafter);
	e.npreds = ARENA_NEW(&c->arena, uint32_t, nafter);
	e.f = ARENA_RAW(&c->arena, Func, 1);
	c->blocks.edge_jumps =
		ARENA_NEW(&c->arena, uint64_t, BITS_WORDS(c->after->insns.n));
	for (uint32_t i = 0; i < c->before->insns.n && !e.jump; i++)
		if (is_jump(c->before, func_insn(c->before, i)))
			e.jump = func_insn(c->before, i);
	bool ok = blocks_pair(&e);
	for (uint32_t i = 0; i < nafter && ok; i++)
		ok = e.from[i] != NONE || block_goes_on(&e, i);
	for (uint32_t i = 0; i < nbefore && ok; i++)
		ok = edges_match(&e, i);
	if (!ok || !tables_match(&e))
		return;
	func_extend(&e);
	c->before = e.f;
}
