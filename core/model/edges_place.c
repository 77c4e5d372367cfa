/*
 * Branches with two ways, and where blocks on these can stand.
 */
#include "core/model/edges.h"

#include <string.h>

bool
insn_jumps(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t flags = insn_flags(f, insn);

	if (!(flags & OP_BRANCH) || !(flags & OP_BARRIER) ||
	    flags & (OP_INDIRECT_BRANCH | OP_CALL) || !insn->nopnds ||
	    insn->flags & (INSN_UNKNOWN | INSN_BUNDLED) ||
	    o->kind != OPND_BLOCK)
		return false;
	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (o[k].kind == OPND_BLOCK ||
		    (o[k].kind == OPND_REG && o[k].val &&
		     !(o[k].flags & OPND_DEF)))
			return false;
	return true;
}

InsnId
block_last(const Func *f, const Block *block, InsnId end)
{
	while (end > block->first)
		if (!(func_insn(f, --end)->flags & INSN_DEBUG))
			return end;
	return NONE;
}

bool
block_falls_through(const Func *f, BlockId b)
{
	const Block *block = &f->blocks.at[b];
	InsnId last = block_last(f, block, block->end);

	if (last == NONE)
		return true;
	const Insn *insn = func_insn(f, last);
	if (insn_jumps(f, insn))
		return insn_opnds(f, insn)->val == b + 1;
	return !(insn_flags(f, insn) & OP_BARRIER);
}

Operand *
insn_branch_target(const Func *f, const Insn *insn)
{
	Operand *found = NULL;
	uint32_t flags = insn_flags(f, insn);

	if (!(flags & OP_BRANCH) || flags & (OP_INDIRECT_BRANCH | OP_CALL) ||
	    insn->flags & (INSN_BUNDLE | INSN_BUNDLED | INSN_UNKNOWN))
		return NULL;
	FOR_MUTABLE_OPNDS(o, f, insn) {
		if (o->kind != OPND_BLOCK)
			continue;
		if (found)
			return NULL;
		found = o;
	}
	return found;
}

bool
branch_read(const Func *f, BlockId b, Branch *branch)
{
	const Block *block = &f->blocks.at[b];
	const Succ *s = f->succs.at + block->succs.start;
	const unsigned fixed = BLOCK_EARLY_TARGET;
	InsnId last = block_last(f, block, block->end);

	if (block->succs.end - block->succs.start != 2 ||
	    s[0].block == s[1].block || !s[0].block || !s[1].block ||
	    (f->blocks.at[s[0].block].flags | f->blocks.at[s[1].block].flags) &
		    fixed)
		return false;
	branch->first = block_first_terminator(f, b);
	if (last == NONE || branch->first > last)
		return false;
	for (InsnId i = branch->first; i < block->end; i++) {
		const Operand *to = insn_branch_target(f, func_insn(f, i));

		if (!(f->insns.at[i].flags & INSN_DEBUG) &&
		    (!to || (to->val != s[0].block && to->val != s[1].block)))
			return false;
	}
	branch->fall = b + 1;
	if (insn_flags(f, func_insn(f, last)) & OP_BARRIER) {
		if (!insn_jumps(f, func_insn(f, last)))
			return false;
		branch->fall = insn_opnds(f, func_insn(f, last))->val;
	}
	return branch->fall == s[0].block || branch->fall == s[1].block;
}

/* The share of way K of two at S. */
static float
way_share(const Succ *s, unsigned k)
{
	double sum = (double)s[0].prob + s[1].prob;

	if (s[0].prob == UINT32_MAX || s[1].prob == UINT32_MAX || sum <= 0)
		return 0.5F;
	return (float)(s[k].prob / sum);
}

EdgeMoves
edge_of_branch(const Func *f, BlockId b, unsigned k, const Branch *branch,
	       const float *freq)
{
	uint32_t first = f->blocks.at[b].succs.start;
	const Succ *s = f->succs.at + first;

	return (EdgeMoves){.from = b,
			   .to = s[k].block,
			   .succ = first + k,
			   .falls = s[k].block == branch->fall,
			   .freq = freq[b] * way_share(s, k)};
}

static uint32_t *
preds_count(const Func *f, Arena *tmp)
{
	uint32_t *npreds = ARENA_NEW(tmp, uint32_t, f->blocks.n);

	for (uint32_t i = 0; i < f->blocks.n; i++) {
		if (f->preds.n) {
			npreds[i] = f->blocks.at[i].preds.end -
				    f->blocks.at[i].preds.start;
			continue;
		}

		FOR_SUCCS(succ, f, i)
			npreds[succ->block]++;
	}
	return npreds;
}

/* By block: of the edges that may have a new block in front of it, the one that
 * runs most often. */
static uint32_t *
fronts_find(const Func *f, const EdgePlan *plan, const uint32_t *npreds,
	    Arena *tmp)
{
	uint32_t *front = ARENA_RAW(tmp, uint32_t, f->blocks.n);

	memset(front, 0xff, sizeof(*front) * f->blocks.n);
	for (uint32_t i = 0; i < plan->edges.n; i++) {
		const EdgeMoves *edge = &plan->edges.at[i];

		if (edge->falls || npreds[edge->to] == 1 ||
		    block_falls_through(f, edge->to - 1))
			continue;
		if (front[edge->to] == NONE ||
		    plan->edges.at[front[edge->to]].freq < edge->freq)
			front[edge->to] = i;
	}
	return front;
}

/* Where a new block on EDGE, the one of number N, goes. */
static void
edge_place(const EdgePlan *plan, EdgeMoves *edge, const uint32_t *front,
	   const uint32_t *npreds)
{
	uint32_t n = (uint32_t)(edge - plan->edges.at);

	if (npreds[edge->to] == 1) {
		edge->place = EDGE_HEAD;
	} else if (edge->falls) {
		edge->place = EDGE_BEHIND;
		edge->jumps = edge->to != edge->from + 1;
	} else if (front[edge->to] == n) {
		edge->place = EDGE_FRONT;
	} else if (plan->jump != NONE) {
		edge->place = EDGE_END;
		edge->jumps = true;
	}
}

void
edges_place(const Func *f, EdgePlan *plan, Arena *tmp)
{
	uint32_t *npreds = preds_count(f, tmp);
	uint32_t *front = fronts_find(f, plan, npreds, tmp);

	plan->jump = NONE;
	for (uint32_t i = 0; i < f->insns.n && plan->jump == NONE; i++)
		if (insn_jumps(f, func_insn(f, i)))
			plan->jump = i;
	for (uint32_t i = 0; i < plan->edges.n; i++)
		edge_place(plan, &plan->edges.at[i], front, npreds);
}
