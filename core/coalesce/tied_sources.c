/*
 * Which of several sources an instruction overwrites, where it may choose: the
 * one is taken, before anything is joined, whose copy can vanish.
 */
#include "core/coalesce/coalesce_internal.h"

/* Does V's value live on behind slot AT? */
static bool
lives_behind(const Coalescer *c, VregId v, SlotIdx at)
{
	return range_find(c->live, &c->live->vregs[v].main, at) != NULL;
}

/* SRC, an operand of instruction I, becomes what I defines if it dies there. */
static void
anchor_to(const Coalescer *c, Anchors *a, InsnId i, const Operand *src)
{
	const Operand *dst = insn_opnds(c->f, func_insn(c->f, i));

	if (!src || src->kind != OPND_VREG)
		return;
	RegId to = dst->kind == OPND_REG ? (RegId)dst->val : a->to[dst->val];
	if (a->to[src->val] != to &&
	    !lives_behind(c, src->val, slot_of(&c->live->slots, i, SLOT_REG)))
		a->to[src->val] = to;
}

/* The same for the sources that could take the place of COPY I, whose tied
 * operand it fills.  Returns whether there is one. */
static bool
anchor_others(const Coalescer *c, Anchors *a, InsnId i)
{
	Commutation how;
	bool any = false;

	for (uint32_t k = 2; k <= COMMUTE_LAST; k++) {
		const Operand *other = commuted_operand(c, i, k, &how);

		any |= other != NULL;
		anchor_to(c, a, i + 1, other);
	}
	return any;
}

/* A COPY of SRC that no instruction overwrites defines DST. */
static void
join_note(Anchors *a, VregId dst, VregId src)
{
	uint32_t other = a->joins[src];

	if (other && other != dst + 1)
		a->start[dst] = a->start[other - 1] = src + 1;
	a->joins[src] = dst + 1;
}

/* What each value becomes that dies in a COPY or as a source that may be the
 * overwritten one. */
static void
anchors_to_find(const Coalescer *c, Anchors *a)
{
	const Func *f = c->f;

	for (uint32_t n = c->marks->copies.n; n--;) {
		CopyMark copy = c->marks->copies.at[n];
		InsnId i = copy.insn;
		const Operand *o = insn_opnds(f, func_insn(f, i));

		if (copy.between && !copy.tied)
			join_note(a, o[0].val, o[1].val);
		else if (copy.between)
			c->marks->copies.at[n].tied = anchor_others(c, a, i);
		anchor_to(c, a, i, &o[1]);
	}
}

/* Are D and OTHER copied to one register, as two sources of a PHI are, and
 * FIRST is not? */
static bool
other_is_joined(const Anchors *a, VregId d, VregId first, VregId other)
{
	return a->joins[d] && a->joins[other] == a->joins[d] &&
	       a->joins[first] != a->joins[d];
}

/* Does what D is copied to start as a copy of what OTHER starts as, too, and
 * not FIRST?  Where control enters a sequence in the middle, as in a switch
 * whose cases fall through, the sum of each step and what it adds to are of one
 * register if that is what is overwritten, and several live at once if not. */
static bool
other_starts_alike(const Anchors *a, VregId d, VregId first, VregId other)
{
	uint32_t start = a->joins[d] ? a->start[a->joins[d] - 1] : 0;

	return start && a->start[other] == start && a->start[first] != start;
}

/* COPY, to be overwritten, and OTHER both die there: is OTHER the better one to
 * be overwritten, because it comes from where the result D goes to, or because
 * the first comes from elsewhere and it from nowhere?
 * Source: LLVM's TwoAddressInstruction, isProfitableToCommute. */
static bool
other_is_nearer(const Coalescer *c, const Anchors *a, VregId d, VregId first,
		VregId other)
{
	RegId to = a->to[d], x = a->from[first], y = a->from[other];

	if (!to || (x && target_overlap(c->t, to, x)))
		return false;
	return y ? target_overlap(c->t, to, y) : x != 0;
}

/* Note where the destination of COPY I comes from, and starts. */
static void
anchor_from(const Coalescer *c, Anchors *a, InsnId i)
{
	const Operand *o = insn_opnds(c->f, func_insn(c->f, i));

	if (o[0].kind != OPND_VREG)
		return;
	if (o[1].kind == OPND_REG)
		a->from[o[0].val] = (RegId)o[1].val;
	else if (o[1].kind == OPND_VREG &&
		 (a->from[o[0].val] != a->from[o[1].val] ||
		  (a->start[o[1].val] && !a->start[o[0].val])) &&
		 !lives_behind(c, o[1].val,
			       slot_of(&c->live->slots, i, SLOT_REG))) {
		a->from[o[0].val] = a->from[o[1].val];
		if (!a->start[o[0].val])
			a->start[o[0].val] = a->start[o[1].val];
	}
}

/* Should the instruction behind COPY I overwrite OTHER instead? */
static bool
should_commute(const Coalescer *c, const Anchors *a, InsnId i,
	       const Operand *other)
{
	const Operand *o = insn_opnds(c->f, func_insn(c->f, i));
	SlotIdx at = slot_of(&c->live->slots, i + 1, SLOT_REG);

	if (o[1].kind != OPND_VREG || o[1].sub || other->sub ||
	    other->val == o[1].val || (o[1].flags & OPND_UNDEF) ||
	    lives_behind(c, other->val, at))
		return false;
	return lives_behind(c, o[1].val, at) ||
	       other_is_joined(a, o[0].val, o[1].val, other->val) ||
	       other_starts_alike(a, o[0].val, o[1].val, other->val) ||
	       other_is_nearer(c, a, o[0].val, o[1].val, other->val);
}

/* Exchange COPY I's source and another of the instruction behind it, whose tied
 * operand it fills, if it should be. */
static void
best_commute(Coalescer *c, const Anchors *a, InsnId i)
{
	Insn *insn = &c->f->insns.at[i];
	Operand *src = insn_opnds(c->f, insn) + 1;
	Commutation how;
	uint32_t was = src->val;

	for (uint32_t k = 2; k <= COMMUTE_LAST; k++) {
		Operand *other = commuted_operand(c, i, k, &how);

		if (!other || !should_commute(c, a, i, other))
			continue;
		src->val = other->val;
		other->val = was;
		reads_change(c->f, insn + 1, src[-1].val, was);
		regs_traded(c, was, src->val, src[-1].val);
		insn_commuted(c->f, insn + 1, &how);
		VEC_PUSH(c->tmp, c->traded, ((Traded){i, was}));
		return;
	}
}

void
sources_commute(Coalescer *c)
{
	Func *f = c->f;
	Anchors *a = &c->anchors;

	a->from = ARENA_NEW(c->tmp, RegId, 2 * (f->vregs.n + 1));
	a->to = a->from + f->vregs.n + 1;
	a->joins = ARENA_NEW(c->tmp, uint32_t, 2 * (f->vregs.n + 1));
	a->start = a->joins + f->vregs.n + 1;
	anchors_to_find(c, a);
	for (uint32_t k = 0; k < c->marks->copies.n; k++) {
		CopyMark copy = c->marks->copies.at[k];

		if (copy.tied)
			best_commute(c, a, copy.insn);
		anchor_from(c, a, copy.insn);
	}
}

/* Let what V, which is joined with none yet, holds before START live on until
 * END, where nothing else is there. */
static void
value_reach(Coalescer *c, VregId v, SlotIdx start, SlotIdx end)
{
	Node *node = node_built(c, v);

	for (uint32_t i = 0; i < node->sets.n; i++) {
		SegSet *set = &node->sets.at[i].set;
		const OwnedSeg *seg = segset_overlap(set, start - 1, start);

		if (!seg || seg->end >= end)
			continue;
		OwnedSeg grown = *seg;
		grown.start = seg->end;
		grown.end = end;
		if (!segset_overlap(set, grown.start, end))
			segset_insert(set, c->tmp, grown);
	}
}

void
traded_reach(Coalescer *c)
{
	const Slots *slots = &c->live->slots;

	for (uint32_t k = 0; k < c->traded.n; k++) {
		Traded t = c->traded.at[k];

		value_reach(c, t.first, slot_of(slots, t.copy, SLOT_REG),
			    slot_of(slots, t.copy + 1, SLOT_REG));
	}
}
