/*
 * After the joins: occurrences get the name of their class, and copies that
 * became needless go.
 */
#include "core/coalesce/coalesce_internal.h"

#include "core/base/bits.h"
#include "core/model/edges.h"

static void
insn_erase(Coalescer *c, InsnId i)
{
	func_erase(c->f, i);
	c->erased[i] = 1;
}

/* Do lanes outside LANES of NODE live through slot AT? */
static bool
others_live(Node *node, LaneMask lanes, SlotIdx at)
{
	for (uint32_t i = 0; i < node->sets.n; i++) {
		if (!(node->sets.at[i].lanes & ~lanes))
			continue;
		const OwnedSeg *seg =
			segset_overlap(&node->sets.at[i].set, at - 1, at + 1);
		if (seg && seg->start < at && seg->end > at)
			return true;
	}
	return false;
}

static inline void
operand_rename(Coalescer *c, InsnId i, Operand *o)
{
	SlotIdx at = slot_of(&c->live->slots, i, SLOT_REG);
	SubId place;
	VregId old = o->val, v = node_find(c, old, &place);

	if (!c->places[v].joined)
		return;
	if ((o->flags & OPND_DEBUG) && place | (v != old) &&
	    !range_find(c->live, &c->live->vregs[old].main, at)) {
		o->kind = OPND_REG;
		o->val = 0;
		o->sub = 0;
		return;
	}
	o->val = v;
	o->sub = target_compose(c->t, place, o->sub);
	if (!(o->flags & OPND_DEF) || (o->flags & OPND_DEBUG))
		return;
	if (o->sub &&
	    !others_live(c->nodes[v], target_sub_lanes(c->t, o->sub), at))
		o->flags |= OPND_UNDEF;
	else
		o->flags &= (uint16_t)~OPND_UNDEF;
}

/* Does a defined value of the joined register flow through the place of this
 * IMPLICIT_DEF?  Then it must not end it. */
static bool
undefined_is_covered(Coalescer *c, InsnId i)
{
	const Operand *o = insn_opnds(c->f, &c->f->insns.at[i]);
	SlotIdx at = slot_of(&c->live->slots, i, SLOT_REG);
	SubId place;

	if (o[0].kind != OPND_VREG)
		return false;
	VregId v = node_find(c, o[0].val, &place);
	if (!c->places[v].joined)
		return false;
	Node *node = c->nodes[v];
	for (uint32_t k = 0; k < node->sets.n; k++)
		if (segset_overlap(&node->sets.at[k].set, at, at + 1))
			return true;
	return false;
}

/* The lanes of the joined register *V that COPY I fills; 0: it must stay, or
 * fills no joined one. */
static LaneMask
copied_lanes(Coalescer *c, InsnId i, VregId *v)
{
	const Insn *insn = &c->f->insns.at[i];
	const Operand *o = insn_opnds(c->f, insn);
	SubId place;

	if (!copy_constant(c, insn) &&
	    (!is_copy(c->f, insn) || !copy_is_plain(c, insn)))
		return 0;
	*v = node_find(c, o[0].val, &place);
	if (!c->places[*v].joined)
		return 0;
	return target_sub_lanes(c->t, target_compose(c->t, place, o[0].sub));
}

/* Copies of the parallel group from I on that others of it do, too: where they
 * fill the same lanes of one register, they agree. */
static void
group_prune(Coalescer *c, InsnId i)
{
	const Func *f = c->f;
	SlotIdx at = slot_of(&c->live->slots, i, SLOT_REG);
	InsnId first = i;

	for (; i < f->insns.n; i++) {
		VregId v, same;
		uint32_t k;

		if (i > first && !(func_insn(f, i)->flags & INSN_PARALLEL))
			break;
		LaneMask lanes = c->erased[i] ? 0 : copied_lanes(c, i, &v);
		if (!lanes)
			continue;
		Node *node = c->nodes[v];
		if (node->copied_at != at)
			node->copied.n = 0;
		node->copied_at = at;
		for (k = 0; k < node->copied.n; k++) {
			LaneMask old =
				copied_lanes(c, node->copied.at[k], &same);
			if (!(lanes & ~old))
				break;
			if (old & ~lanes)
				continue;
			c->erased[node->copied.at[k]] = 1;
			node->copied.at[k--] =
				node->copied.at[--node->copied.n];
		}
		if (k < node->copied.n)
			c->erased[i] = 1;
		else
			VEC_PUSH(c->tmp, node->copied, i);
	}
}

/* Does one segment of one value number span slot AT in all LANES of NODE that
 * hold something there?  Others, such as those that registers of its class
 * lack, are not filled by a copy at AT. */
static bool
lanes_hold_on(Node *node, LaneMask lanes, SlotIdx at)
{
	for (uint32_t k = 0; k < node->sets.n; k++) {
		SegSet *set = &node->sets.at[k].set;

		if (!(node->sets.at[k].lanes & lanes) ||
		    !segset_overlap(set, at, at + 1))
			continue;
		const OwnedSeg *seg = segset_overlap(set, at - 1, at);
		if (!seg || seg->end <= at)
			return false;
	}
	return true;
}

/*
 * Does NODE hold at slot AT what it has held before, in the block that begins
 * at START, and nothing else in between?  Then it does all the while.
 */
static bool
node_holds_again(Coalescer *c, Node *node, SlotIdx start, SlotIdx at)
{
	/* Definitions of parts in between must know of the others. */
	if (c->returns.n || node->sets.n != 1)
		return false;
	const OwnedSeg *before = segset_before(&node->sets.at[0].set, at);
	if (!before || before->end <= start)
		return false;
	const OwnedSeg *seg = segset_overlap(&node->sets.at[0].set, at, at + 1);
	if (!seg || seg->start != at || before->owner != seg->owner ||
	    before->tag != seg->tag)
		return false;
	OwnedSeg more = *before;
	more.start = before->end;
	more.end = at;
	if (more.start < more.end)
		segset_insert(&node->sets.at[0].set, c->tmp, more);
	return true;
}

/* Does the destination of this COPY hold the copied value already, or has it,
 * shortly before? */
static bool
copy_is_needless(Coalescer *c, InsnId i)
{
	const Slots *slots = &c->live->slots;
	SlotIdx at = slot_of(slots, i, SLOT_REG);
	VregId v;
	LaneMask lanes = copied_lanes(c, i, &v);

	return lanes &&
	       (lanes_hold_on(c->nodes[v], lanes, at) ||
		node_holds_again(
			c, c->nodes[v],
			slot_block_start(slots, slots->pos_block[at / 4]), at));
}

/* O is an operand as it stays. */
static inline void
operand_count(Joined *j, const Operand *o)
{
	if (o->kind != OPND_VREG)
		return;
	if (o->flags & OPND_DEF)
		j->named[o->val].defs++;
	else
		j->named[o->val].uses++;
}

/* Is COPY I, of what its destination holds already, to be computed again all
 * the same?  Not where control leaves before the end of the block: on that way
 * the destination would have what it held before, and nobody sees then that
 * this is to be the same. */
static bool
needless_stays(const Coalescer *c, InsnId i)
{
	return copy_is_recomputed(c, i) &&
	       !block_leaves_early(c->f, slots_insn_block(&c->live->slots, i));
}

void
copies_drop(Coalescer *c, Joined *j)
{
	Func *f = c->f;
	const Candidates *marks = c->marks;

	j->copied = ARENA_RAW(c->tmp, VregId, f->insns.n + 1);
	for (uint32_t k = 0; k < marks->copies.n; k++) {
		InsnId i = marks->copies.at[k].insn;
		Insn *insn = &f->insns.at[i];
		const Operand *src = insn_opnds(f, insn) + 1;

		if (insn->flags & INSN_REST)
			insn->flags &= (uint16_t)~INSN_REST;
		if (k + 1 < marks->copies.n &&
		    marks->copies.at[k + 1].insn == i + 1 &&
		    insn[1].flags & INSN_PARALLEL &&
		    !(insn->flags & INSN_PARALLEL))
			group_prune(c, i);
		if (c->erased[i] || copy_repeats(c, i) ||
		    (copy_is_needless(c, i) && !needless_stays(c, i))) {
			insn_erase(c, i);
		} else if (src->kind == OPND_VREG) {
			VEC_PUSH(c->tmp, j->copies, i);
			j->copied[i] = src->val;
		}
	}
	for (uint32_t k = 0; k < marks->undefined.n; k++)
		if (undefined_is_covered(c, marks->undefined.at[k]))
			insn_erase(c, marks->undefined.at[k]);
}

/* Rename, and count in J, the occurrences of V; those that have changed places
 * with others, too: of these registers all are looked at. */
static void
occurrences_rename(Coalescer *c, Joined *j, VregId v)
{
	FOR_OCCURRENCES(m, c->live, v) {
		Operand *o = &c->f->opnds.at[m->opnd];

		if (c->erased[m->insn] || (c->remade && c->remade[m->insn]))
			continue;
		operand_rename(c, m->insn, o);
		operand_count(j, o);
	}
}

/* The same for the operands of instruction I, which loads_unfold has made. */
static void
insn_rename_all(Coalescer *c, Joined *j, InsnId i)
{
	const Insn *insn = func_insn(c->f, i);
	Operand *o = insn_opnds(c->f, insn), *end = o + insn->nopnds;

	for (; o < end; o++) {
		if (o->kind == OPND_VREG)
			operand_rename(c, i, o);
		operand_count(j, o);
	}
}

/* Count the occurrences of what computation I defines, unless that is done. */
static void
computed_count(Coalescer *c, Joined *j, InsnId i)
{
	const Insn *insn = func_insn(c->f, i);
	const Operand *o = insn_opnds(c->f, insn);

	if (insn->nopnds && o->kind == OPND_VREG && !j->named[o->val].defs)
		occurrences_rename(c, j, o->val);
}

void
names_rewrite(Coalescer *c, Joined *j)
{
	const Candidates *marks = c->marks;
	uint32_t nvregs = c->f->vregs.n, n = 0;
	VregId *changed = ARENA_RAW(c->tmp, VregId, nvregs + 1);

	j->named = ARENA_NEW(c->tmp, NamedReg, nvregs + 1);
	for (VregId v = 0; v < nvregs; v++) {
		changed[n] = v;
		n += c->places[v].joined | c->places[v].traded;
	}
	for (uint32_t k = 0; k < n; k++)
		occurrences_rename(c, j, changed[k]);
	for (uint32_t k = 0; k < marks->unfolded.n; k++) {
		insn_rename_all(c, j, marks->unfolded.at[k]);
		insn_rename_all(c, j, marks->unfolded.at[k] + 1);
	}
	for (uint32_t k = 0; k < marks->computations.n; k++)
		computed_count(c, j, marks->computations.at[k]);
}
