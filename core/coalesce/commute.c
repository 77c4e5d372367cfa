/*
 * Sources that trade places, so that the copy into a tied operand can vanish.
 */
#include "core/coalesce/coalesce_internal.h"

#include <string.h>

/* How many instructions trade sources for one copy; of how many lane sets of a
 * source the ends change for that. */
enum { TRADES_MAX = 2, CUTS_MAX = 4 };

/* Do instruction I and the next stand in one block? */
static bool
next_in_block(const Coalescer *c, InsnId i)
{
	const Slots *slots = &c->live->slots;

	return slots->pos_block[slots->insn_pos[i]] ==
	       slots->pos_block[slots->insn_pos[i + 1]];
}

/* Can operand K of INSN be a register of class CLS, whatever that is? */
static bool
opnd_takes(const Coalescer *c, const Insn *insn, uint32_t k, ClassId cls)
{
	Slice s = insn_desc(c->f, insn)->opnds;

	if (k >= s.end - s.start)
		return true;
	ClassId wanted = c->t->opnd_descs[s.start + k].cls;
	return wanted == CLASS_NONE || target_class_contains(c->t, wanted, cls);
}

/* Can V stand for the destination of the copy before INSN, wherever that reads
 * it, and for operand K? */
static bool
source_fits(const Coalescer *c, const Insn *insn, uint32_t k,
	    const Operand *dst, VregId v)
{
	const Operand *o = insn_opnds(c->f, insn);
	ClassId cls = c->f->vregs.at[v].cls;

	if (!opnd_takes(c, insn, k, cls))
		return false;
	for (uint32_t n = 2; n < insn->nopnds; n++)
		if (o[n].kind == OPND_VREG && o[n].val == dst->val &&
		    !opnd_takes(c, insn, n, cls))
			return false;
	return true;
}

Operand *
commuted_operand(const Coalescer *c, InsnId i, uint32_t k, Commutation *how)
{
	const Func *f = c->f;
	const Insn *copy = func_insn(f, i), *insn = copy + 1;
	const Operand *dst = insn_opnds(f, copy), *src = dst + 1;
	Operand *o = insn_opnds(f, insn) + k;

	if (k >= insn->nopnds || o->kind != OPND_VREG || o->val == dst->val ||
	    (o->flags & OPND_UNDEF) || !next_in_block(c, i) ||
	    !insn_commutation(f, insn, k, how) ||
	    (src->kind == OPND_VREG && !source_fits(c, insn, k, dst, src->val)))
		return NULL;
	return o;
}

uint64_t
reads_change(const Func *f, const Insn *insn, VregId from, VregId to)
{
	Operand *o = insn_opnds(f, insn);
	uint64_t changed = 0;

	for (uint32_t k = 2; k < insn->nopnds && k < 64; k++)
		if (o[k].kind == OPND_VREG && o[k].val == from) {
			o[k].val = to;
			changed |= (uint64_t)1 << k;
		}
	return changed;
}

void
regs_traded(Coalescer *c, VregId a, VregId b, VregId d)
{
	c->places[a].traded = c->places[b].traded = c->places[d].traded = true;
}

/* What lanes LANES of NODE hold at AT, if one segment of one set tells. */
static const OwnedSeg *
value_number_at(Node *node, LaneMask lanes, SlotIdx at)
{
	const OwnedSeg *found = NULL;

	for (uint32_t i = 0; i < node->sets.n; i++) {
		if (!(node->sets.at[i].lanes & lanes))
			continue;
		const OwnedSeg *seg =
			segset_overlap(&node->sets.at[i].set, at, at + 1);
		if (!seg || (found && (found->owner != seg->owner ||
				       found->tag != seg->tag)))
			return NULL;
		found = seg;
	}
	return found;
}

/* Give lanes LANES of NODE value number SEG in [start, end) of SEG. */
static void
value_number_set(Coalescer *c, Node *node, LaneMask lanes, OwnedSeg seg)
{
	for (uint32_t i = 0; i < node->sets.n; i++) {
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

/* Take value number SEG out of lanes LANES of NODE again. */
static void
value_number_clear(Coalescer *c, Node *node, LaneMask lanes, OwnedSeg seg)
{
	for (uint32_t i = 0; i < node->sets.n; i++)
		if (node->sets.at[i].lanes & lanes)
			segset_remove(&node->sets.at[i].set, c->tmp, seg.start,
				      seg.end, seg.owner);
}

/*
 * Let what lanes LANES of NODE hold before START live on until END, if nothing
 * else is there.  False: it cannot.  *GROWN: it did not before.
 */
static bool
value_number_reach(Coalescer *c, Node *node, LaneMask lanes, SlotIdx start,
		   SlotIdx end, OwnedSeg *grown)
{
	const OwnedSeg *seg = value_number_at(node, lanes, start - 1);

	grown->end = 0;
	if (!seg)
		return false;
	if (seg->end >= end)
		return true;
	*grown = *seg;
	grown->start = seg->end;
	grown->end = end;
	for (uint32_t i = 0; i < node->sets.n; i++)
		if (node->sets.at[i].lanes & lanes &&
		    segset_overlap(&node->sets.at[i].set, grown->start, end))
			return false;
	value_number_set(c, node, lanes, *grown);
	return true;
}

/* What was taken out of sets of a node. */
typedef struct {
	Node *node;
	uint32_t n, sets[CUTS_MAX];
	OwnedSeg segs[CUTS_MAX];
} Cuts;

/* Note what LANES of NODE hold at START, if all of it ends at END or before. */
static bool
cuts_find(Node *node, LaneMask lanes, SlotIdx start, SlotIdx end, Cuts *cuts)
{
	*cuts = (Cuts){.node = node};
	for (uint32_t i = 0; i < node->sets.n; i++) {
		LaneSet *set = &node->sets.at[i];
		const OwnedSeg *seg;

		if (!(set->lanes & lanes) ||
		    !(seg = segset_overlap(&set->set, start, start + 1)))
			continue;
		if (cuts->n == CUTS_MAX || set->lanes & ~lanes ||
		    seg->end > end)
			return false;
		cuts->sets[cuts->n] = i;
		cuts->segs[cuts->n] = *seg;
		cuts->segs[cuts->n++].start = start;
	}
	return cuts->n != 0;
}

static void
cuts_take(Coalescer *c, const Cuts *cuts)
{
	for (uint32_t i = 0; i < cuts->n; i++)
		segset_remove(&cuts->node->sets.at[cuts->sets[i]].set, c->tmp,
			      cuts->segs[i].start, cuts->segs[i].end,
			      cuts->segs[i].owner);
}

static void
cuts_return(Coalescer *c, const Cuts *cuts)
{
	for (uint32_t i = 0; i < cuts->n; i++)
		segset_insert(&cuts->node->sets.at[cuts->sets[i]].set, c->tmp,
			      cuts->segs[i]);
}

/* Between a copy into a tied operand and its instruction: the value number that
 * the copy's destination has there, and what is to end before. */
typedef struct {
	OwnedSeg seg; /* from and to are given */
	Cuts cuts;
} Gap;

/*
 * GAP's value number if V, part PD of its node, is a copy of OTHER: that of
 * OTHER.  Where that holds several values in its lanes, and none longer than
 * until the gap's end, it is that of the copy alone, and they are to end where
 * it starts.
 */
static bool
gap_find(Coalescer *c, VregId v, SubId pd, VregId other, Gap *gap)
{
	SlotIdx start = gap->seg.start, end = gap->seg.end;
	SubId pc;
	VregId src = node_find(c, other, &pc);
	LaneMask lanes = target_sub_lanes(c->t, pc);
	const OwnedSeg *seg = value_number_at(node_built(c, src), lanes, start);

	if (sub_shift(c, pc) == SHIFT_NONE || sub_shift(c, pd) == SHIFT_NONE)
		return false;
	if (seg) {
		uint32_t tag = (seg->tag - (uint32_t)sub_shift(c, pc)) & 63;

		gap->seg.owner = seg->owner;
		gap->seg.tag = tag_place(c, tag, pd);
		return true;
	}
	const Segment *own =
		range_find(c->live, &c->live->vregs[v].main, start);
	if (!own || c->places[v].parted ||
	    !cuts_find(c->nodes[src], lanes, start, end, &gap->cuts))
		return false;
	gap->seg.owner = own->value;
	gap->seg.tag = tag_place(c, 0, pd);
	return true;
}

static bool join_trading(Coalescer *c, const Insn *insn, uint32_t trades);

/*
 * Trade the source of COPY I and operand K of the instruction behind, and those
 * of TRADES others, if COPY TRIAL can be joined then.  Only value number in the
 * gap between I and its instruction changes: there the destination holds the
 * other source, and the first one lives on.
 */
static bool
trade_with(Coalescer *c, InsnId i, uint32_t k, const Insn *trial,
	   uint32_t trades)
{
	Insn *insn = &c->f->insns.at[i];
	Operand *o = insn_opnds(c->f, insn), numbers[2];
	SlotIdx start = slot_of(&c->live->slots, i, SLOT_REG);
	SubId pd, pb, pc;
	OwnedSeg grown;
	Commutation how;
	uint32_t was = o[1].val;

	Operand *other = commuted_operand(c, i, k, &how);
	if (!other || o[1].sub || other->sub)
		return false;
	SlotIdx end = slot_of(&c->live->slots, i + 1, SLOT_REG);
	VregId d = node_find(c, o[0].val, &pd);
	VregId b = node_find(c, o[1].val, &pb);
	if (b == node_find(c, other->val, &pc) || d == b)
		return false;
	LaneMask lanes_d = target_sub_lanes(c->t, pd);
	LaneMask lanes_b = target_sub_lanes(c->t, pb);
	/* Nothing else of the destination's class may live at the copy. */
	const OwnedSeg *seg = value_number_at(node_built(c, d), lanes_d, start);
	if (!seg || seg->start != start)
		return false;
	OwnedSeg old = *seg;
	if (old.end != end)
		return false;
	Gap gap = (Gap){.seg = {.start = start, .end = end}};
	if (!gap_find(c, o[0].val, pd, other->val, &gap))
		return false;
	/* The first source must reach the instruction. */
	if (!value_number_reach(c, node_built(c, b), lanes_b, start, end,
				&grown))
		return false;
	value_number_set(c, c->nodes[d], lanes_d, gap.seg);
	cuts_take(c, &gap.cuts);
	o[1].val = other->val;
	other->val = was;
	uint64_t reads = reads_change(c->f, insn + 1, o[0].val, was);
	regs_traded(c, was, o[1].val, o[0].val);
	Insn tied = insn[1];
	memcpy(numbers, insn_opnds(c->f, &tied) + how.imm,
	       commutation_numbers(&how) * sizeof(*numbers));
	insn_commuted(c->f, &insn[1], &how);
	if (join_trading(c, trial, trades))
		return true;
	insn[1] = tied;
	memcpy(insn_opnds(c->f, &tied) + how.imm, numbers,
	       commutation_numbers(&how) * sizeof(*numbers));
	for (uint32_t n = 2; reads >> n; n++)
		if (reads >> n & 1)
			insn_opnds(c->f, &tied)[n].val = o[0].val;
	other->val = o[1].val;
	o[1].val = was;
	cuts_return(c, &gap.cuts);
	value_number_set(c, c->nodes[d], lanes_d, old);
	if (grown.end)
		value_number_clear(c, c->nodes[b], lanes_b, grown);
	return false;
}

/* The same with any operand. */
static bool
trade_for(Coalescer *c, InsnId i, const Insn *trial, uint32_t trades)
{
	if (!copy_is_tied(c->f, i))
		return false;
	for (uint32_t k = 2; k <= COMMUTE_LAST; k++)
		if (trade_with(c, i, k, trial, trades))
			return true;
	return false;
}

/*
 * Join COPY INSN; where that fails because of what the copy into a tied operand
 * puts there, the sources of its instruction are traded, TRADES times at most.
 */
static bool
join_trading(Coalescer *c, const Insn *insn, uint32_t trades)
{
	SlotIdx conflict[2];

	c->numbers.conflict[0] = c->numbers.conflict[1] = 0;
	if (copy_join(c, insn))
		return true;
	memcpy(conflict, c->numbers.conflict, sizeof(conflict));
	for (uint32_t k = 0; trades && k < 2; k++) {
		InsnId i = slot_insn(&c->live->slots, conflict[k]);

		if (conflict[k] % 4 == SLOT_REG && i < c->f->insns.n &&
		    is_copy(c->f, func_insn(c->f, i)) && !c->erased[i] &&
		    trade_for(c, i, insn, trades - 1))
			return true;
	}
	return false;
}

bool
copy_join_commuting(Coalescer *c, InsnId i)
{
	const Insn *insn = func_insn(c->f, i);

	return join_trading(c, insn, TRADES_MAX) ||
	       trade_for(c, i, insn, TRADES_MAX - 1);
}
