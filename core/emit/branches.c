/*
 * Which blocks only jump, what leads to them, where blocks stand, and which
 * ends of blocks are turned.
 */
#include "core/emit/branches.h"

#include "core/base/bits.h"
#include "core/emit/block_order.h"
#include "core/emit/branches_internal.h"
#include "core/model/edges.h"

#include <string.h>

bool
block_falls_to(const Func *f, BlockId b, BlockId to)
{
	if (to <= b)
		return false;
	while (++b < to)
		if (f->blocks.at[b].first != f->blocks.at[b].end)
			return false;
	return true;
}

/* --- blocks that only jump --- */

/* Is the end of BLOCK never reached? */
static bool
never_ends(const Func *f, const Block *block)
{
	InsnId last = block_last(f, block, block->end);

	return last != NONE &&
	       insn_flags(f, func_insn(f, last)) & (OP_BARRIER | OP_RETURN);
}

static bool
has_succ(const Func *f, const Block *block, BlockId to)
{
	FOR_SLICE(Succ, succ, f->succs.at, block->succs)
		if (succ->block == to)
			return true;
	return false;
}

static void
falls_find(Branches *s)
{
	const Func *f = s->f;

	for (BlockId b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		s->fall[b] = !never_ends(f, block) && has_succ(f, block, b + 1)
				     ? b + 1
				     : NONE;
	}
}

static void
pinned_find(Branches *s)
{
	const Func *f = s->f;

	bits_add(s->pinned, 0);
	for (BlockId b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		if (block->flags & (BLOCK_EARLY_TARGET | BLOCK_ADDRESS_TAKEN) ||
		    block->align > 1)
			bits_add(s->pinned, b);
		for (InsnId i = block->first; i < block->end; i++)
			FOR_OPNDS(o, f, func_insn(f, i))
				if (o->kind == OPND_BLOCK &&
				    !insn_branch_target(f, func_insn(f, i)))
					bits_add(s->pinned, o->val);
	}
}

/* Let the blocks that only jump, from B on, jump to where that leads at last;
 * of those that jump to each other one stays.  WALKED: by block, the last B,
 * and one, from which it was walked to.  Linear in all, as ways get short. */
static void
jumps_shorten(Branches *s, BlockId b, uint32_t *walked)
{
	BlockId end = b;

	for (; s->to[end] != NONE && walked[end] != b + 1; end = s->to[end])
		walked[end] = b + 1;
	s->to[end] = NONE;
	while (b != end) {
		BlockId to = s->to[b];

		s->to[b] = end;
		b = to;
	}
}

static void
jumps_find(Branches *s)
{
	const Func *f = s->f;
	uint32_t *walked = ARENA_NEW(s->tmp, uint32_t, f->blocks.n + 1);

	for (BlockId b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];
		InsnId last = block_last(f, block, block->end);
		const Operand *to = branches_jump(f, last);

		s->to[b] = NONE;
		if (bits_has(s->pinned, b))
			continue;
		if (last == NONE)
			s->to[b] = s->fall[b];
		else if (to && to->val != b &&
			 block_last(f, block, last) == NONE)
			s->to[b] = to->val;
	}
	for (BlockId b = 0; b < f->blocks.n; b++)
		jumps_shorten(s, b, walked);
	for (BlockId b = 0; b < f->blocks.n; b++)
		if (s->to[b] != NONE)
			bits_add(s->gone, b);
}

/* Let what leads to blocks that go lead to where they do. */
static void
blocks_pass(Branches *s)
{
	Func *f = s->f;

	for (InsnId i = 0; i < f->insns.n; i++) {
		Operand *o = insn_branch_target(f, func_insn(f, i));

		if (o)
			o->val = final_target(s, o->val);
	}
	for (uint32_t i = 0; i < f->succs.n; i++)
		f->succs.at[i].block = final_target(s, f->succs.at[i].block);
	for (uint32_t i = 0; i < f->jumps.blocks.n; i++)
		f->jumps.blocks.at[i] = final_target(s, f->jumps.blocks.at[i]);
	for (BlockId b = 0; b < f->blocks.n; b++)
		s->fall[b] = final_target(s, s->fall[b]);
}

/* --- conditions --- */

/* How likely block B is to go on with block TO, of 1 << 31. */
static uint64_t
probability(const Func *f, BlockId b, BlockId to)
{
	uint64_t sum = 0;

	FOR_SLICE(Succ, succ, f->succs.at, f->blocks.at[b].succs)
		if (succ->block == to && succ->prob != UINT32_MAX)
			sum += succ->prob;
	return sum;
}

/* The rule by which INSN's condition becomes its opposite; NULL: none. */
static const BranchRule *
rule_find(const Func *f, const Insn *insn)
{
	const Target *t = f->target;

	FOR_ARRAY(BranchRule, r, t->branches, t->n_branches) {
		const Operand *o = insn_opnds(f, insn) + r->condition;

		if (r->op != insn->op)
			continue;
		if (r->opposite)
			return r;
		return r->condition < insn->nopnds && o->kind == OPND_IMM &&
				       opnd_imm(f, o) >= 0 &&
				       opnd_imm(f, o) < r->conditions
			       ? r
			       : NULL;
	}
	return NULL;
}

static void
condition_turn(Func *f, Insn *insn, const BranchRule *rule)
{
	if (rule->opposite) {
		insn->op = rule->opposite;
		insn->name = (Span){0, 0};
		return;
	}
	Operand *o = &f->opnds.at[insn->opnd0 + rule->condition];
	int64_t turned = opnd_imm(f, o) ^ 1;
	o->val = f->imms.n;
	VEC_PUSH(f->arena, f->imms, turned);
}

/* The branch of BLOCK that is turned if the way taken otherwise, by LAST, its
 * last instruction, is to change with it; NULL: none can be. */
static Operand *
turned_find(const Func *f, const Block *block, InsnId last, InsnId *branch)
{
	*branch = branches_jump(f, last) ? block_last(f, block, last) : last;
	if (*branch == NONE || !rule_find(f, func_insn(f, *branch)))
		return NULL;
	return insn_branch_target(f, func_insn(f, *branch));
}

/* Turn the end of block B if that is better. */
static void
end_turn(Func *f, BlockId b)
{
	const Block *block = &f->blocks.at[b];
	InsnId last = block_last(f, block, block->end), i;
	Operand *jump = branches_jump(f, last);

	if (!jump || block_falls_to(f, b, jump->val))
		return;
	Operand *branch = turned_find(f, block, last, &i);
	if (!branch ||
	    (!block_falls_to(f, b, branch->val) &&
	     probability(f, b, jump->val) <= probability(f, b, branch->val)))
		return;
	BlockId to = branch->val;
	branch->val = jump->val;
	jump->val = to;
	condition_turn(f, &f->insns.at[i], rule_find(f, func_insn(f, i)));
}

/* --- order --- */

/* How often control goes from B, of frequency FREQ, to TO. */
static float
way_weight(const Func *f, BlockId b, BlockId to, float freq)
{
	Slice succs = f->blocks.at[b].succs;
	uint64_t sum = 0;

	FOR_SLICE(Succ, succ, f->succs.at, succs)
		sum += succ->prob == UINT32_MAX ? 0 : succ->prob;
	if (sum)
		return freq * (float)probability(f, b, to) / (float)sum;
	return succs.start == succs.end
		       ? 0
		       : freq / (float)(succs.end - succs.start);
}

static BlockWays
ways_find(const Branches *s, BlockId b, float freq)
{
	const Func *f = s->f;
	const Block *block = &f->blocks.at[b];
	InsnId last = block_last(f, block, block->end), i;
	const Operand *jump = branches_jump(f, last);
	BlockWays ways = {{jump ? jump->val : s->fall[b], NONE}, {0}};

	if (ways.to[0] == NONE || bits_has(s->gone, b))
		return (BlockWays){{NONE, NONE}, {0}};
	const Operand *branch = turned_find(f, block, last, &i);
	if (branch && branch->val != ways.to[0])
		ways.to[1] = branch->val;
	for (unsigned k = 0; k < 2 && ways.to[k] != NONE; k++)
		ways.weight[k] = way_weight(f, b, ways.to[k], freq);
	return ways;
}

/* A jump to block TO behind F's instructions. */
static void
jump_push(Func *f, const Insn *like, BlockId to)
{
	Insn insn = *like;

	insn.flags = INSN_MADE;
	insn.origin = NONE;
	insn.loc = LOC_NONE;
	insn.name = insn.tail = (Span){0, 0};
	insn.opnd0 = f->opnds.n;
	for (uint32_t k = 0; k < insn.nopnds; k++) {
		Operand o = f->opnds.at[like->opnd0 + k];

		if (o.kind == OPND_BLOCK)
			o.val = to;
		VEC_PUSH(f->arena, f->opnds, o);
	}
	f->insns.at[f->insns.n++] = insn;
}

/* Give F's N blocks in ORDER, all that are left, their places and numbers; each
 * ends with a jump where control went on behind it. */
static void
blocks_place(Branches *s, const BlockId *order, uint32_t n)
{
	Func *f = s->f;
	const Block *blocks = f->blocks.at;
	const Insn *insns = f->insns.at;
	Insn jump = *func_insn(f, s->jump);
	BlockId *map = ARENA_NEW(s->tmp, BlockId, f->blocks.n + 1);

	f->insns.cap = f->insns.n + n;
	f->insns.at = ARENA_RAW(f->arena, Insn, f->insns.cap);
	f->blocks.at = ARENA_RAW(f->arena, Block, n);
	f->insns.n = 0;
	for (uint32_t i = 0; i < n; i++) {
		Block *to = &f->blocks.at[i];

		map[order[i]] = i;
		*to = blocks[order[i]];
		to->first = f->insns.n;
		uint32_t moved = to->end - blocks[order[i]].first;
		memcpy(f->insns.at + f->insns.n, insns + blocks[order[i]].first,
		       moved * sizeof(Insn));
		f->insns.n += moved;
		if (s->fall[order[i]] != NONE)
			jump_push(f, &jump, s->fall[order[i]]);
		to->end = f->insns.n;
	}
	f->blocks.n = f->blocks.cap = n;
	blocks_rename(f, map, f->arena);
}

static void
blocks_order_by(Branches *s)
{
	uint32_t n = s->f->blocks.n;
	BlockWays *ways = ARENA_RAW(s->tmp, BlockWays, n + 1);

	for (BlockId b = 0; b < n; b++)
		ways[b] = ways_find(s, b, s->freq[b]);
	const BlockId *order =
		blocks_order(ways, s->freq, s->gone, n, &n, s->tmp);
	blocks_place(s, order, n);
}

/* Some plain jump of F; NONE: it has none, or not every end of its blocks is
 * understood. */
static InsnId
jump_find(const Func *f)
{
	InsnId jump = NONE;

	FOR_VEC(Block, block, f->blocks) {
		InsnId last = block_last(f, block, block->end);

		if (block->flags & BLOCK_FUNCLET)
			return NONE;
		if (last == NONE)
			continue;
		const Insn *insn = func_insn(f, last);
		if (insn_flags(f, insn) & OP_RETURN &&
		    block->succs.start != block->succs.end)
			return NONE;
		if (insn_jumps(f, insn))
			jump = last;
	}
	return jump;
}

void
branches_arrange(Func *f, const float *freq, Arena *tmp)
{
	uint32_t n = f->blocks.n, room = 2 * n + 1, words = BITS_WORDS(room);
	InsnId jump = f->target->n_branches ? jump_find(f) : NONE;

	if (jump == NONE)
		return;
	Branches s = {f,
		      ARENA_RAW(tmp, BlockId, room),
		      ARENA_RAW(tmp, BlockId, room),
		      ARENA_RAW(tmp, float, room),
		      ARENA_NEW(tmp, uint64_t, words),
		      ARENA_NEW(tmp, uint64_t, words),
		      jump,
		      tmp};
	memcpy(s.freq, freq, n * sizeof(*freq));
	falls_find(&s);
	pinned_find(&s);
	jumps_find(&s);
	blocks_pass(&s);
	tails_merge(&s);
	blocks_pass(&s);
	blocks_order_by(&s);
	for (BlockId b = 0; b < f->blocks.n; b++)
		end_turn(f, b);
}
