/*
 * Blocks whose instructions stand in another order in AFTER.
 *
 * AFTER's instructions are taken one by one; each is one of BEFORE's that may
 * come next by what must stay in order, or one that the allocator inserted.
 * Renamings and moves of BEFORE come as soon as they may; what AFTER has not
 * got and what it would be missed for nothing, when something behind it comes.
 * Then BEFORE is given that order: it computes the same, and what follows
 * compares it as if it had always had it.
 */
#include "core/check/match/flow.h"

#include "core/base/bits.h"

#include <string.h>

static const Insn *
node_insn(const Flow *w, uint32_t node)
{
	return func_insn(w->f, w->g.first + node);
}

/* What BEFORE copies from a physical register is there. */
static void
copy_placed(Flow *w, const Insn *insn)
{
	const Operand *o = insn_opnds(w->f, insn);

	if (insn_is(w->f, insn, WK_COPY) && o[0].kind == OPND_VREG &&
	    o[1].kind == OPND_REG && o[1].val)
		flow_hold_copied(w, (RegId)o[1].val, o);
}

/* NODE comes next; so do renamings that waited for it. */
static void
place(Flow *w, uint32_t node)
{
	VEC_PUSH(&w->tmp, w->stack, node);
	while (w->stack.n) {
		node = w->stack.at[--w->stack.n];
		if (w->placed[node])
			continue;
		w->placed[node] = 1;
		VEC_PUSH(&w->tmp, w->order, node);
		copy_placed(w, node_insn(w, node));
		FOR_PART(uint32_t, to, w->g.succs, w->g.succ_start[node],
			 w->g.succ_start[node + 1])
			if (!--w->npreds[*to] &&
			    check_skips(w->c, node_insn(w, *to)))
				VEC_PUSH(&w->tmp, w->stack, *to);
	}
}

/* NODE comes next, and before it what must, which AFTER has not got. */
static void
place_behind(Flow *w, uint32_t node)
{
	for (uint32_t i = w->g.pred_start[node];
	     w->npreds[node] && i < w->g.pred_start[node + 1]; i++)
		if (!w->placed[w->g.preds[i]])
			place_behind(w, w->g.preds[i]);
	place(w, node);
}

/* All nodes come, in BEFORE's order. */
static void
place_rest(Flow *w)
{
	for (uint32_t i = 0; i < w->g.n; i++)
		if (!w->placed[i])
			place(w, i);
}

/* The block's nodes but for the terminators, which nothing may come behind. */
static void
place_body(Flow *w)
{
	const Func *f = w->c->before;

	for (uint32_t i = 0; i < w->g.n; i++)
		if (!w->placed[i] &&
		    !(insn_flags(f, node_insn(w, i)) & OP_TERMINATOR))
			place(w, i);
}

static void
block_begin(Flow *w, BlockId b)
{
	arena_reset(&w->tmp);
	flow_deps_find(w->deps, b, &w->g, &w->tmp);
	w->npreds = ARENA_RAW(&w->tmp, uint32_t, w->g.n + 1);
	w->placed = ARENA_NEW(&w->tmp, uint8_t, w->g.n + 1);
	w->order.at = w->stack.at = NULL;
	w->order.n = w->order.cap = w->stack.n = w->stack.cap = 0;
	flow_lists_fill(w);
	for (uint32_t i = 0; i < w->g.n; i++)
		w->npreds[i] = w->g.pred_start[i + 1] - w->g.pred_start[i];
	for (uint32_t i = 0; i < w->g.n; i++)
		if (!w->placed[i] && !w->npreds[i] &&
		    check_skips(w->c, node_insn(w, i)))
			place(w, i);
}

/* Put the instructions of block B of BEFORE in order; origins follow. */
static void
block_reorder(Flow *w, BlockId b)
{
	Check *c = w->c;
	const Block *y = &c->after->blocks.at[b];
	Insn *insns = ARENA_RAW(&w->tmp, Insn, w->g.n + 1);
	InsnId *parsed = ARENA_RAW(&w->tmp, InsnId, w->g.n + 1);

	for (uint32_t i = 0; i < w->g.n; i++) {
		InsnId from = w->g.first + w->order.at[i];

		insns[i] = w->f->insns.at[from];
		parsed[i] = c->pairs.parsed[from];
		w->now[from] = w->g.first + i;
	}
	memcpy(w->f->insns.at + w->g.first, insns, w->g.n * sizeof(Insn));
	memcpy(c->pairs.parsed + w->g.first, parsed, w->g.n * sizeof(InsnId));
	for (uint32_t i = y->first; i < y->end; i++)
		if (c->pairs.origin[i] != NONE)
			c->pairs.origin[i] = w->now[c->pairs.origin[i]];
}

/* Bring together block B.  False, with a message: it cannot be. */
static bool
block_match(Flow *w, BlockId b)
{
	Check *c = w->c;
	const Block *y = &c->after->blocks.at[b];
	bool ending = false;

	block_begin(w, b);
	for (InsnId j = y->first; j < y->end; j++) {
		bool inserted = check_classify(c, j);
		uint32_t node = NONE;

		if (!inserted || check_may_be_original(c, j))
			node = flow_pick(w, j, inserted);
		if (node == NONE && !inserted) {
			check_unmatched(c, NONE, j,
					"the input has no such instruction "
					"here");
			return false;
		}
		if (node == NONE) {
			flow_moved(w, j);
			flow_made_again(w, j);
			continue;
		}
		if (!ending &&
		    insn_flags(c->before, node_insn(w, node)) & OP_TERMINATOR) {
			ending = true;
			place_body(w);
		}
		flow_picked(w, j, w->g.first + node);
		place_behind(w, node);
	}
	place_rest(w);
	return true;
}

/* Block B has been brought together: what do registers hold? */
static void
block_follow(Flow *w, BlockId b)
{
	Check *c = w->c;
	const Block *x = &w->f->blocks.at[b], *y = &c->after->blocks.at[b];

	arena_reset(&w->tmp);
	w->g = (FlowGraph){.first = x->first, .n = x->end - x->first};
	for (InsnId j = y->first; j < y->end; j++)
		if (c->pairs.origin[j] != NONE)
			flow_picked(w, j, c->pairs.origin[j]);
		else if (check_classify(c, j))
			flow_moved(w, j);
}

/* Count the definitions of each virtual register, or, if FILL, list them. */
static void
defs_walk(Flow *w, bool fill)
{
	for (InsnId i = 0; i < w->f->insns.n; i++) {
		const Insn *insn = func_insn(w->f, i);
		const Operand *o = insn_opnds(w->f, insn);

		for (uint32_t k = 0; k < insn->nopnds; k++) {
			if (o[k].kind != OPND_VREG || !(o[k].flags & OPND_DEF))
				continue;
			uint32_t at = w->defs_start[o[k].val + 2 - fill]++;
			if (!fill)
				continue;
			w->defs[at] = insn->opnd0 + k;
			w->def_insns[at] = i;
		}
	}
}

/* By virtual register of BEFORE: its definitions. */
static void
defs_find(Flow *w)
{
	Arena *arena = &w->c->arena;
	uint32_t n = w->f->vregs.n;

	w->defs_start = ARENA_NEW(arena, uint32_t, n + 2);
	defs_walk(w, false);
	for (uint32_t k = 2; k < n + 2; k++)
		w->defs_start[k] += w->defs_start[k - 1];
	w->defs = ARENA_RAW(arena, OpndId, w->defs_start[n + 1] + 1);
	w->def_insns = ARENA_RAW(arena, InsnId, w->defs_start[n + 1] + 1);
	defs_walk(w, true);
	w->now = ARENA_RAW(arena, InsnId, w->f->insns.n + 1);
	for (uint32_t k = 0; k < w->f->insns.n; k++)
		w->now[k] = k;
}

/* All blocks in reverse post-order, so that of the blocks before one as many as
 * can be stand before it; those that cannot be reached stand first. */
static BlockId *
blocks_order(Check *c)
{
	const Func *f = c->before;
	uint32_t n = f->blocks.n, at = n, depth = 0;
	BlockId *order = ARENA_RAW(&c->arena, BlockId, n + 1);
	BlockId *path = ARENA_RAW(&c->arena, BlockId, n + 1);
	uint32_t *next = ARENA_NEW(&c->arena, uint32_t, n + 1); /* by block: of
					its successors; 0: not seen */

	for (BlockId b = 0; b < n; b++) {
		if (next[b])
			continue;
		path[depth++] = b;
		next[b] = 1;
		while (depth) {
			BlockId from = path[depth - 1];
			Slice s = f->blocks.at[from].succs;
			uint32_t k = s.start + next[from]++ - 1;
			BlockId to = k < s.end ? f->succs.at[k].block : NONE;

			if (to == NONE) {
				order[--at] = from;
				depth--;
			} else if (!next[to]) {
				path[depth++] = to;
				next[to] = 1;
			}
		}
	}
	return order;
}

void
check_flow(Check *c, const uint64_t *blocks)
{
	Flow w = {.c = c, .f = flow_names(c, blocks)};

	uint32_t n = c->before->insns.n + 1;
	c->pairs.waits = ARENA_NEW(&c->arena, uint8_t, n);
	c->pairs.sunk = ARENA_NEW(&c->arena, uint8_t, n);
	c->messages.seen = ARENA_NEW(&c->arena, uint8_t, n);
	w.deps = flow_deps_begin(c);
	defs_find(&w);
	flow_held_begin(&w);
	flow_sorts_find(&w);
	flow_constants_find(&w);
	flow_twins_find(&w);
	BlockId *order = blocks_order(c);
	for (n = 0; n < c->before->blocks.n && !check_full(c); n++) {
		BlockId b = order[n];
		flow_held_enter(&w, b);
		if (!bits_has(blocks, b))
			block_follow(&w, b);
		else if (block_match(&w, b))
			block_reorder(&w, b);
		flow_held_leave(&w, b);
	}
	flow_twins_part(&w);
	arena_free(&w.tmp);
}
