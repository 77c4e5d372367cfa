/*
 * Sources that trade places, so that the copy into a tied operand can vanish.
 */
#include "core/alloc/coalesce_internal.h"

/* Do instruction I and the next stand in one block? */
static bool
next_in_block(const Coalescer *c, InsnId i)
{
	const Slots *slots = &c->live->slots;

	return i + 1 < c->f->insns.n &&
	       slots->pos_block[slots->insn_pos[i]] ==
		       slots->pos_block[slots->insn_pos[i + 1]];
}

Operand *
commuted_operand(const Coalescer *c, InsnId i)
{
	const Func *f = c->f;
	const Insn *copy = func_insn(f, i), *insn = copy + 1;
	const Operand *dst = insn_opnds(f, copy);
	Operand *o;

	if (!next_in_block(c, i) || (copy->flags & INSN_PARALLEL) ||
	    (insn->flags & (INSN_PARALLEL | INSN_BUNDLE | INSN_BUNDLED)))
		return NULL;
	o = insn_opnds(f, insn);
	if (!insn_commutes(f, insn) || o[1].kind != OPND_VREG || o[1].sub ||
	    o[1].val != dst->val || dst->sub || o[2].kind != OPND_VREG ||
	    (o[2].flags & OPND_UNDEF) || o[2].val == dst->val)
		return NULL;
	return &o[2];
}

/* What lanes LANES of NODE hold at AT, if one segment of one set tells. */
static const OwnedSeg *
content_at(Node *node, LaneMask lanes, SlotIdx at)
{
	const OwnedSeg *found = NULL;
	uint32_t i;

	for (i = 0; i < node->sets.n; i++) {
		const OwnedSeg *seg;

		if (!(node->sets.at[i].lanes & lanes))
			continue;
		seg = segset_overlap(&node->sets.at[i].set, at, at + 1);
		if (!seg || (found && (found->owner != seg->owner ||
				       found->tag != seg->tag)))
			return NULL;
		found = seg;
	}
	return found;
}

/* Give lanes LANES of NODE content SEG in [start, end) of SEG. */
static void
content_set(Coalescer *c, Node *node, LaneMask lanes, OwnedSeg seg)
{
	uint32_t i;

	for (i = 0; i < node->sets.n; i++) {
		SegSet *set = &node->sets.at[i].set;
		const OwnedSeg *old;

		if (!(node->sets.at[i].lanes & lanes))
			continue;
		while ((old = segset_overlap(set, seg.start, seg.end)))
			segset_remove(set, c->tmp, seg.start, seg.end,
				      old->owner);
		segset_insert(set, c->tmp, seg);
	}
}

bool
copy_commute(Coalescer *c, InsnId i)
{
	Insn *insn = &c->f->insns.at[i];
	Operand *o = insn_opnds(c->f, insn), was, *other;
	SlotIdx start = slot_of(&c->live->slots, i, SLOT_REG), end;
	SubId pd, pb, pc;
	VregId d, b, src;
	const OwnedSeg *seg;
	OwnedSeg old, gap;
	LaneMask lanes_d, lanes_b;
	uint32_t tag;

	other = commuted_operand(c, i);
	if (!other || o[1].sub || other->sub)
		return false;
	end = slot_of(&c->live->slots, i + 1, SLOT_REG);
	d = node_find(c, o[0].val, &pd);
	b = node_find(c, o[1].val, &pb);
	src = node_find(c, other->val, &pc);
	if (b == src || d == b)
		return false;
	lanes_d = target_sub_lanes(c->t, pd);
	lanes_b = target_sub_lanes(c->t, pb);
	/* Nothing else of the destination's class may live at the copy. */
	seg = content_at(node_built(c, d), lanes_d, start);
	if (!seg || seg->start != start)
		return false;
	old = *seg;
	if (old.end != end)
		return false;
	seg = content_at(node_built(c, src), target_sub_lanes(c->t, pc), start);
	if (!seg)
		return false;
	if (sub_shift(c, pc) == SHIFT_NONE || sub_shift(c, pd) == SHIFT_NONE)
		return false;
	tag = (seg->tag - (uint32_t)sub_shift(c, pc)) & 63;
	gap = (OwnedSeg){start, end, seg->owner, tag_place(c, tag, pd)};
	/* The first source must reach the instruction. */
	seg = content_at(node_built(c, b), lanes_b, start - 1);
	if (!seg || seg->end < end)
		return false;
	content_set(c, &c->nodes[d], lanes_d, gap);
	was = *other;
	other->val = o[1].val;
	o[1].val = was.val;
	if (copy_join(c, insn)) {
		insn[1].flags ^= INSN_COMMUTED;
		return true;
	}
	o[1].val = other->val;
	other->val = was.val;
	content_set(c, &c->nodes[d], lanes_d, old);
	return false;
}

/* Does V's value live on behind slot AT? */
static bool
lives_behind(const Coalescer *c, VregId v, SlotIdx at)
{
	return range_find(c->live, &c->live->vregs[v].main, at) != NULL;
}

/* Physical registers that values come from and go to, by VregId, through copies
 * and instructions that overwrite them; 0: none is known. */
typedef struct {
	RegId *from, *to;
} Anchors;

/* What each value becomes that dies in a COPY or as a source that may be the
 * overwritten one. */
static void
anchors_to_find(const Coalescer *c, Anchors *a)
{
	const Func *f = c->f;
	InsnId i;

	for (i = f->insns.n; i--;) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn), *src;

		if (insn_is(f, insn, WK_COPY))
			src = &o[1];
		else if (i && is_copy(f, insn - 1))
			src = commuted_operand(c, i - 1);
		else
			continue;
		if (!src || src->kind != OPND_VREG ||
		    lives_behind(c, src->val,
				 slot_of(&c->live->slots, i, SLOT_REG)))
			continue;
		a->to[src->val] = o[0].kind == OPND_REG ? (RegId)o[0].val
							: a->to[o[0].val];
	}
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

/* Note where the destination of COPY I comes from. */
static void
anchor_from(const Coalescer *c, Anchors *a, InsnId i)
{
	const Operand *o = insn_opnds(c->f, func_insn(c->f, i));

	if (o[0].kind != OPND_VREG)
		return;
	if (o[1].kind == OPND_REG)
		a->from[o[0].val] = (RegId)o[1].val;
	else if (o[1].kind == OPND_VREG &&
		 !lives_behind(c, o[1].val,
			       slot_of(&c->live->slots, i, SLOT_REG)))
		a->from[o[0].val] = a->from[o[1].val];
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
	       other_is_nearer(c, a, o[0].val, o[1].val, other->val);
}

void
sources_commute(Coalescer *c)
{
	Func *f = c->f;
	Anchors a;
	InsnId i;

	a.from = ARENA_NEW(c->tmp, RegId, 2 * (f->vregs.n + 1));
	a.to = a.from + f->vregs.n + 1;
	anchors_to_find(c, &a);
	for (i = 0; i + 1 < f->insns.n; i++) {
		Insn *insn = &f->insns.at[i];
		Operand *o = insn_opnds(f, insn), *other;
		uint32_t was;

		if (!insn_is(f, insn, WK_COPY))
			continue;
		other = commuted_operand(c, i);
		if (other && should_commute(c, &a, i, other)) {
			was = other->val;
			other->val = o[1].val;
			o[1].val = was;
			insn[1].flags ^= INSN_COMMUTED;
		}
		anchor_from(c, &a, i);
	}
}
