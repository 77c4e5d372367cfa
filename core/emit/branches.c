/*
 * Three walks: which blocks only jump, what leads to them, and which ends of
 * blocks are turned.
 */
#include "core/emit/branches.h"

#include "core/base/bits.h"

typedef struct {
	Func *f;
	BlockId *to;	  /* by block: where it only jumps; NONE */
	uint64_t *pinned; /* set over BlockId: something besides branches speaks
			     of its place */
	uint64_t *fallen; /* the same: the end of the block in front leads
			     there */
	Arena *tmp;
} Branches;

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

/* The last instruction before END of BLOCK that is none for debuggers; NONE. */
static InsnId
last_before(const Func *f, const Block *block, InsnId end)
{
	while (end > block->first)
		if (!(func_insn(f, --end)->flags & INSN_DEBUG))
			return end;
	return NONE;
}

/* The block that INSN, a branch, leads to if it does; NULL: INSN is none, or
 * where it leads is not known. */
static Operand *
target_of(const Func *f, const Insn *insn)
{
	Operand *found = NULL;
	uint32_t flags = insn_flags(f, insn);

	if (!(flags & OP_BRANCH) || flags & (OP_INDIRECT_BRANCH | OP_CALL) ||
	    insn->flags & (INSN_BUNDLE | INSN_BUNDLED | INSN_UNKNOWN))
		return NULL;
	FOR_OPNDS(o, f, insn) {
		if (o->kind != OPND_BLOCK)
			continue;
		if (found)
			return NULL;
		found = &f->opnds.at[insn->opnd0 +
				     (uint32_t)(o - insn_opnds(f, insn))];
	}
	return found;
}

/* The block that instruction I jumps to whatever holds; NULL: it does not. */
static Operand *
jump_target(const Func *f, InsnId i)
{
	const Insn *insn = i == NONE ? NULL : func_insn(f, i);

	return insn && insn_flags(f, insn) & OP_BARRIER ? target_of(f, insn)
							: NULL;
}

/* --- blocks that only jump --- */

/* Is the end of BLOCK never reached? */
static bool
never_ends(const Func *f, const Block *block)
{
	InsnId last = last_before(f, block, block->end);

	return last != NONE &&
	       insn_flags(f, func_insn(f, last)) & (OP_BARRIER | OP_RETURN);
}

static void
pinned_find(Branches *s)
{
	const Func *f = s->f;

	FOR_VEC(JumpTable, table, f->jumps.tables)
		FOR_SLICE(BlockId, b, f->jumps.blocks.at, table->blocks)
			bits_add(s->pinned, *b);
	for (BlockId b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		if (b == 0 || block->flags & BLOCK_EARLY_TARGET ||
		    block->align > 1)
			bits_add(s->pinned, b);
		else if (!never_ends(f, block - 1))
			bits_add(s->fallen, b);
		for (InsnId i = block->first; i < block->end; i++)
			FOR_OPNDS(o, f, func_insn(f, i))
				if (o->kind == OPND_BLOCK &&
				    !target_of(f, func_insn(f, i)))
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
		InsnId last = last_before(f, block, block->end);
		const Operand *to = jump_target(f, last);

		s->to[b] = NONE;
		if (to && to->val != b && !bits_has(s->pinned, b) &&
		    last_before(f, block, last) == NONE)
			s->to[b] = to->val;
	}
	for (BlockId b = 0; b < f->blocks.n; b++)
		jumps_shorten(s, b, walked);
}

static BlockId
final_target(const Branches *s, BlockId b)
{
	return s->to[b] == NONE ? b : s->to[b];
}

/* Let what leads to blocks that only jump lead to where they do. */
static void
blocks_pass(Branches *s)
{
	Func *f = s->f;

	for (InsnId i = 0; i < f->insns.n; i++) {
		Operand *o = target_of(f, func_insn(f, i));

		if (o)
			o->val = final_target(s, o->val);
	}
	for (uint32_t i = 0; i < f->succs.n; i++)
		f->succs.at[i].block = final_target(s, f->succs.at[i].block);
	for (BlockId b = 0; b < f->blocks.n; b++)
		if (s->to[b] != NONE && !bits_has(s->fallen, b))
			f->blocks.at[b].end = f->blocks.at[b].first;
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

/* The end of a block: a branch, and the jump that is taken otherwise. */
typedef struct {
	InsnId branch;
	Operand *jump; /* where it leads; NULL: there are no such two */
	BlockId at;    /* the block that the jump ends */
} BlockEnd;

/* That of block B, or of B and one behind it that only jumps, and that nothing
 * else leads to any more. */
static BlockEnd
end_find(const Branches *s, BlockId b)
{
	const Func *f = s->f;
	const Block *block = &f->blocks.at[b];
	InsnId last = last_before(f, block, block->end);
	BlockEnd end = {NONE, jump_target(f, last), b};

	if (end.jump) {
		end.branch = last_before(f, block, last);
	} else if (!never_ends(f, block) && b + 1 < f->blocks.n &&
		   s->to[b + 1] != NONE) {
		end.branch = last;
		end.at = b + 1;
		end.jump =
			jump_target(f, last_before(f, block + 1, block[1].end));
	}
	if (end.branch == NONE)
		end.jump = NULL;
	return end;
}

/* Turn the end of block B if that is better. */
static void
end_turn(const Branches *s, BlockId b)
{
	Func *f = s->f;
	BlockEnd end = end_find(s, b);

	if (!end.jump || block_falls_to(f, end.at, end.jump->val))
		return;
	Insn *insn = &f->insns.at[end.branch];
	const BranchRule *rule = rule_find(f, insn);
	Operand *branch = target_of(f, insn);
	if (!rule || !branch ||
	    (!block_falls_to(f, end.at, branch->val) &&
	     probability(f, b, end.jump->val) <=
		     probability(f, b, branch->val)))
		return;
	BlockId to = branch->val;
	branch->val = end.jump->val;
	end.jump->val = to;
	condition_turn(f, insn, rule);
}

void
branches_arrange(Func *f, Arena *tmp)
{
	uint32_t words = BITS_WORDS(f->blocks.n);
	Branches s = {f, ARENA_RAW(tmp, BlockId, f->blocks.n + 1),
		      ARENA_NEW(tmp, uint64_t, words),
		      ARENA_NEW(tmp, uint64_t, words), tmp};

	if (!f->target->n_branches)
		return;
	pinned_find(&s);
	jumps_find(&s);
	blocks_pass(&s);
	for (BlockId b = 0; b < f->blocks.n; b++)
		end_turn(&s, b);
}
