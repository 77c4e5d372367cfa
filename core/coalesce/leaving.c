/*
 * Blocks that control leaves before their end, for a landing pad or the target
 * of asm goto.
 *
 * What such a way out reads lives up to the end of the block, as liveness has
 * it: a second definition behind the instruction that leaves would make the
 * first one dead.  Values that agree do not help: registers of which one lives
 * on there while the other is defined are joined only if that definition is a
 * copy that goes in the end.
 */
#include "core/coalesce/coalesce_internal.h"

#include "core/model/edges.h"

enum { BACK_MAX = 100 }; /* instructions that are looked at for one copy */

/* The instruction by which control leaves block B before its end, its last call
 * or asm goto; NONE. */
static InsnId
leaving_insn(const Func *f, BlockId b)
{
	InsnId first = f->blocks.at[b].first, i = f->blocks.at[b].end;

	if (!block_leaves_early(f, b))
		return NONE;
	while (i-- > first)
		if (insn_flags(f, func_insn(f, i)) & OP_CALL ||
		    insn_is(f, func_insn(f, i), WK_INLINEASM_BR))
			return i;
	return NONE;
}

static void
late_add(Coalescer *c, VregId v, InsnId i)
{
	if (!c->late.of)
		c->late.of = ARENA_NEW(c->tmp, LateList, c->f->vregs.n);
	LateList *list = &c->late.of[v];
	if (list->last)
		c->late.defs.at[list->last - 1].next = c->late.defs.n + 1;
	else
		list->first = c->late.defs.n + 1;
	list->last = c->late.defs.n + 1;
	VEC_PUSH(c->tmp, c->late.defs, ((LateDef){i, 0}));
}

void
late_find(Coalescer *c)
{
	const Func *f = c->f;

	for (BlockId b = 0; b < f->blocks.n; b++) {
		InsnId i = leaving_insn(f, b);

		if (i == NONE)
			continue;
		while (++i < f->blocks.at[b].end)
			FOR_OPNDS(o, f, func_insn(f, i))
				if (o->kind == OPND_VREG &&
				    (o->flags & OPND_DEF))
					late_add(c, o->val, i);
	}
}

void
late_join(Coalescer *c, VregId a, VregId b)
{
	if (!c->late.of || !c->late.of[a].last)
		return;
	LateList *from = &c->late.of[a], *to = &c->late.of[b];
	if (to->last)
		c->late.defs.at[to->last - 1].next = from->first;
	else
		to->first = from->first;
	to->last = from->last;
}

/* Are A and B the same part of one register, as they are joined? */
static bool
operands_agree(Coalescer *c, const Operand *a, const Operand *b)
{
	VregId v, w;
	SubId at, sub;

	return b->kind == OPND_VREG && operand_node(c, a, &v, &at) &&
	       operand_node(c, b, &w, &sub) && v == w && at == sub;
}

/* Does INSN define what V stands for, or a part of it? */
static bool
node_is_written(Coalescer *c, const Insn *insn, VregId v)
{
	SubId part;

	FOR_OPNDS(o, c->f, insn)
		if (o->kind == OPND_VREG && (o->flags & OPND_DEF) &&
		    node_find(c, o->val, &part) == v)
			return true;
	return false;
}

static bool
is_plain(const Coalescer *c, const Insn *insn)
{
	const Operand *o = insn_opnds(c->f, insn);

	return is_copy(c->f, insn) && copy_is_plain(c, insn) &&
	       o[0].kind == OPND_VREG && o[1].kind == OPND_VREG;
}

/* The last instruction in front of I, of its block, that defines V or W or
 * parts of them; NONE: none is near. */
static InsnId
writer_before(Coalescer *c, InsnId i, VregId v, VregId w)
{
	BlockId b = slots_insn_block(&c->live->slots, i);
	InsnId first = c->f->blocks.at[b].first, k = i;

	while (k-- > first && i - k <= BACK_MAX) {
		const Insn *insn = func_insn(c->f, k);

		if (!c->erased[k] && (node_is_written(c, insn, v) ||
				      node_is_written(c, insn, w)))
			return k;
	}
	return NONE;
}

bool
copy_repeats(Coalescer *c, InsnId i)
{
	const Insn *insn = func_insn(c->f, i), *other;
	const Operand *o = insn_opnds(c->f, insn), *p;
	SubId part;

	if (!block_leaves_early(c->f, slots_insn_block(&c->live->slots, i)) ||
	    !is_plain(c, insn))
		return false;
	if (operands_agree(c, &o[0], &o[1]))
		return true;
	i = writer_before(c, i, node_find(c, o[0].val, &part),
			  node_find(c, o[1].val, &part));
	if (i == NONE)
		return false;
	other = func_insn(c->f, i);
	p = insn_opnds(c->f, other);
	return is_plain(c, other) && operands_agree(c, &o[0], &p[0]) &&
	       operands_agree(c, &o[1], &p[1]);
}

/* Does NODE live on over slot AT to the end of its block? */
static bool
node_lives_on(const Coalescer *c, Node *node, SlotIdx at)
{
	const Slots *slots = &c->live->slots;
	SlotIdx end = slot_block_end(slots, slots->pos_block[at / 4]);

	for (uint32_t k = 0; k < node->sets.n; k++) {
		SegSet *set = &node->sets.at[k].set;

		if (segset_overlap(set, at - 1, at) &&
		    segset_overlap(set, end - 1, end))
			return true;
	}
	return false;
}

/* Does instruction I, which defines what V stands for, copy what W holds?  Or
 * the same as the copy that W has had before? */
static bool
late_goes(Coalescer *c, InsnId i, VregId v, VregId w)
{
	const Insn *insn = func_insn(c->f, i);
	const Operand *o = insn_opnds(c->f, insn), *p;
	VregId to, from;
	SubId at, sub;

	if (!is_plain(c, insn) || !operand_node(c, &o[0], &to, &at) ||
	    !operand_node(c, &o[1], &from, &sub) || to != v || at)
		return false;
	if (from == w)
		return !sub;
	i = writer_before(c, i, w, from);
	if (i == NONE)
		return false;
	insn = func_insn(c->f, i);
	p = insn_opnds(c->f, insn);
	return is_plain(c, insn) && operand_node(c, &p[0], &to, &at) &&
	       to == w && !at && operands_agree(c, &o[1], &p[1]);
}

/* Would one of the late definitions of V make one dead that W, of node Y, has?
 * WHOLE: neither is to be a part of the other. */
static bool
late_kills(Coalescer *c, VregId v, VregId w, Node *y, bool whole)
{
	for (uint32_t k = c->late.of[v].first; k;
	     k = c->late.defs.at[k - 1].next) {
		InsnId i = c->late.defs.at[k - 1].insn;

		if (!c->erased[i] &&
		    node_lives_on(c, y,
				  slot_of(&c->live->slots, i, SLOT_REG)) &&
		    !(whole && late_goes(c, i, v, w)))
			return true;
	}
	return false;
}

bool
nodes_leave(Coalescer *c, VregId a, VregId b, bool whole)
{
	return c->late.of && (late_kills(c, a, b, node_built(c, b), whole) ||
			      late_kills(c, b, a, node_built(c, a), whole));
}
