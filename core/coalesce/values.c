/*
 * Value numbers: the root of every value, and the segments of registers that
 * are about to be joined.
 */
#include "core/coalesce/coalesce_internal.h"

#include "core/base/bits.h"
#include "core/base/search.h"

#include <string.h>

int
shift_find(Coalescer *c, SubId sub)
{
	const uint8_t *up = c->t->sub_lanes_up + (uint32_t)sub * 64;
	int shift = SHIFT_NONE;

	if (c->shifts[sub])
		return c->shifts[sub] - 1;
	for (int i = 0; i < 64; i++) {
		if (up[i] >= 64)
			continue;
		if (shift == SHIFT_NONE)
			shift = (up[i] - i) & 63;
		if (shift != ((up[i] - i) & 63)) {
			shift = SHIFT_NONE;
			break;
		}
	}
	c->shifts[sub] = (uint8_t)(shift + 1);
	return shift;
}

/* The value number of value VALUE of the group's range. */
static uint32_t
group_value_number(const LaneGroup *group, uint32_t value)
{
	return group->first + (value - group->range->values.start);
}

/* Lanes LANES shifted up by N. */
static LaneMask
lanes_shift(LaneMask lanes, int n)
{
	return lanes << (n & 63) | lanes >> (-n & 63);
}

/* The value number of V, whose lanes are one group, at slot AT. */
static uint32_t
value_number_at_single(const Coalescer *c, VregId v, SlotIdx at)
{
	const LiveRange *main = &c->live->vregs[v].main;
	const Segment *seg;

	if (main->segs.end == main->segs.start + 1) {
		seg = &c->live->segs.at[main->segs.start];
		return seg->start <= at && at < seg->end ? seg->value : NONE;
	}
	seg = range_find(c->live, main, at);
	return seg ? seg->value : NONE;
}

/* The value number of V's lanes LANES at slot AT. */
static uint32_t
value_number_at_lanes(const Coalescer *c, VregId v, LaneMask lanes, SlotIdx at)
{
	uint32_t n = groups_count(c, v);

	for (uint32_t i = 0; i < n; i++) {
		LaneGroup group = groups_get(c, v, i);

		if (n > 1 && (lanes & ~group.lanes))
			continue;
		const Segment *seg = range_find(c->live, group.range, at);
		return seg ? group_value_number(&group, seg->value) : NONE;
	}
	return NONE;
}

/* The lanes of the source that COPY puts into LANES. */
static LaneMask
lanes_copied(const Coalescer *c, const Insn *copy, LaneMask lanes, int to)
{
	const Operand *o = insn_opnds(c->f, copy);

	if (!o[1].sub && lanes == LANES_ALL)
		return c->t->classes[c->f->vregs.at[o[1].val].cls].all;
	lanes = lanes_shift(lanes & target_sub_lanes(c->t, o[0].sub), -to);
	return target_lanes_up(c->t, o[1].sub, lanes);
}

/* The root of what one COPY makes of VALUE in the lanes of GROUP. */
static void
root_from_copy(Coalescer *c, const Insn *insn, uint32_t value,
	       const LaneGroup *group)
{
	const Operand *o = insn_opnds(c->f, insn);
	SlotIdx at = (c->live->values.at[value].def & ~3u) + SLOT_EARLY;
	int to = sub_shift(c, o[0].sub), away = sub_shift(c, o[1].sub);
	uint32_t value_number = group_value_number(group, value);

	if (o[1].flags & OPND_UNDEF || to == SHIFT_NONE || away == SHIFT_NONE)
		return;
	uint32_t src =
		groups_single(c, o[1].val)
			? value_number_at_single(c, o[1].val, at)
			: value_number_at_lanes(
				  c, o[1].val,
				  lanes_copied(c, insn, group->lanes, to), at);
	if (src == NONE)
		return;
	c->numbers.root[value_number] = c->numbers.root[src];
	c->numbers.root_tag[value_number] =
		(uint8_t)(c->numbers.root_tag[src] + (unsigned)(to - away)) &
		63;
}

bool
copy_is_plain(const Coalescer *c, const Insn *insn)
{
	const Operand *o = insn_opnds(c->f, insn);

	for (uint32_t i = 2; i < insn->nopnds; i++)
		if (o[i].kind != OPND_REG || (o[i].flags & OPND_DEF) ||
		    !bits_has(c->reserved, o[i].val))
			return false;
	return true;
}

RegId
copy_constant(const Coalescer *c, const Insn *insn)
{
	const Operand *o = insn_opnds(c->f, insn);

	if (!insn_is(c->f, insn, WK_COPY) || insn->nopnds != 2 ||
	    insn->flags & (INSN_BUNDLE | INSN_BUNDLED) ||
	    o[0].kind != OPND_VREG || o[0].sub || o[1].kind != OPND_REG ||
	    o[1].flags & OPND_UNDEF ||
	    !(c->t->regs[o[1].val].flags & REG_CONSTANT))
		return 0;
	return (RegId)o[1].val;
}

/* VALUE_NUMBER is what register REG always holds: its root is the first such
 * one.  Machines have a few of these registers at most. */
static void
root_from_constant(Coalescer *c, uint32_t value_number, RegId reg)
{
	for (uint32_t i = 0; i < c->numbers.constants.n; i++)
		if (c->numbers.constants.at[i].reg == reg) {
			c->numbers.root[value_number] =
				c->numbers.constants.at[i].number;
			return;
		}
	VEC_PUSH(c->tmp, c->numbers.constants,
		 ((ConstantNumber){reg, value_number}));
}

/* Note what the value numbers of GROUP are of. */
static void
values_of_group(Coalescer *c, const LaneGroup *group)
{
	Slice values = group->range->values;
	uint32_t n = c->live->values.n;

	for (uint32_t v = values.start; group->first >= n && v < values.end;
	     v++)
		c->numbers.values[group_value_number(group, v) - n] = v;
}

static void
roots_of_group(Coalescer *c, const LaneGroup *group)
{
	const Live *live = c->live;
	uint32_t end = group->range->values.end;

	for (uint32_t v = group->range->values.start; v < end; v++) {
		OpndId opnd = live->values.at[v].opnd;
		RegId constant;

		if (opnd == NONE)
			continue;
		const Insn *insn = func_insn(
			c->f, slot_insn(&live->slots, live->values.at[v].def));
		/* Parallel copies share the position of the first. */
		while (opnd >= insn->opnd0 + insn->nopnds)
			insn++;
		if (is_copy(c->f, insn) && opnd == insn->opnd0)
			root_from_copy(c, insn, v, group);
		else if (group->lanes == LANES_ALL &&
			 (constant = copy_constant(c, insn)))
			root_from_constant(c, group_value_number(group, v),
					   constant);
	}
}

/* Follow chains of copies to their first value: c->root[] holds direct
 * sources after roots_find. */
static void
root_resolve(const Coalescer *c, uint32_t value_number, uint32_t *root,
	     uint32_t *tag)
{
	*root = c->numbers.root[value_number];
	*tag = c->numbers.root_tag[value_number];
	for (uint32_t steps = 0; steps < 16 && c->numbers.root[*root] != *root;
	     steps++) {
		*tag = (*tag + c->numbers.root_tag[*root]) & 63;
		*root = c->numbers.root[*root];
	}
}

static bool
value_is_undefined(const Coalescer *c, uint32_t value)
{
	const Value *val = &c->live->values.at[value];

	if (val->opnd == NONE)
		return false;
	const Insn *insn =
		func_insn(c->f, slot_insn(&c->live->slots, val->def));
	while (val->opnd >= insn->opnd0 + insn->nopnds)
		insn++;
	return insn_is(c->f, insn, WK_IMPLICIT_DEF);
}

/* The live value that VALUE_NUMBER is one of. */
static uint32_t
value_numbered(const Coalescer *c, uint32_t value_number)
{
	uint32_t n = c->live->values.n;

	return value_number < n ? value_number
				: c->numbers.values[value_number - n];
}

/* Is VALUE_NUMBER made above B, in all that leads there? */
static bool
value_number_above(const Coalescer *c, uint32_t value_number, BlockId b)
{
	uint32_t value = value_numbered(c, value_number);
	BlockId def =
		c->live->slots.pos_block[c->live->values.at[value].def / 4];

	return def != b && cfg_dominates(c->cfg, def, b);
}

/* Where nothing but copies of one value number meets, it is that value number:
 * what a loop hands on as it came, for one.  An undefined value may be any: it
 * is that one, if that is made above, and nothing comes back here, so that it
 * is the same each time. */
static void
root_from_meeting(Coalescer *c, uint32_t value, const LaneGroup *group)
{
	const Live *live = c->live;
	const Slots *slots = &live->slots;
	BlockId b = slots->pos_block[live->values.at[value].def / 4];
	const Block *block = &c->f->blocks.at[b];
	uint32_t value_number = group_value_number(group, value);
	uint32_t found = NONE, found_tag = 0;
	bool undefined = false, back = false;

	FOR_SLICE(BlockId, pred, c->f->preds.at, block->preds) {
		SlotIdx end = slot_block_end(slots, *pred);
		const Segment *seg = range_find(live, group->range, end - 1);
		uint32_t root, tag;

		if (!seg)
			return;
		root_resolve(c, group_value_number(group, seg->value), &root,
			     &tag);
		if (root == value_number && !tag) {
			back = true;
			continue;
		}
		if (c->marks->undefined.n &&
		    value_is_undefined(c, value_numbered(c, root))) {
			undefined = true;
			continue;
		}
		if (c->numbers.root[root] != root ||
		    (found != NONE && (root != found || tag != found_tag)))
			return;
		found = root;
		found_tag = tag;
	}
	if (found == NONE ||
	    (undefined && (back || !value_number_above(c, found, b))))
		return;
	c->numbers.root[value_number] = found;
	c->numbers.root_tag[value_number] = (uint8_t)found_tag;
}

static inline void
roots_of_meetings(Coalescer *c, const LaneGroup *group)
{
	const Value *values = c->live->values.at;
	uint32_t end = group->range->values.end;

	for (uint32_t v = group->range->values.start; v < end; v++)
		if (values[v].opnd == NONE)
			root_from_meeting(c, v, group);
}

/* Do something for all groups of V. */
static inline void
groups_each(Coalescer *c, VregId v,
	    void (*act)(Coalescer *c, const LaneGroup *group))
{
	if (groups_single(c, v)) {
		const LiveRange *main = &c->live->vregs[v].main;
		LaneGroup group = {LANES_ALL, main, main->values.start};

		act(c, &group);
		return;
	}
	uint32_t n = groups_count(c, v);
	for (uint32_t i = 0; i < n; i++) {
		LaneGroup group = groups_get(c, v, i);

		act(c, &group);
	}
}

void
roots_find(Coalescer *c)
{
	c->numbers.root = ARENA_RAW(c->tmp, uint32_t, c->numbers.n + 1);
	c->numbers.root_tag = ARENA_NEW(c->tmp, uint8_t, c->numbers.n + 1);
	for (uint32_t i = 0; i < c->numbers.n; i++)
		c->numbers.root[i] = i;
	c->numbers.values = ARENA_RAW(c->tmp, uint32_t,
				      c->numbers.n - c->live->values.n + 1);
	for (uint32_t i = 0; i < c->filled.n; i++) {
		groups_each(c, c->filled.at[i], values_of_group);
		groups_each(c, c->filled.at[i], roots_of_group);
	}
	/* Nothing meets where there is one value. */
	for (uint32_t i = 0; i < c->several.n; i++)
		groups_each(c, c->several.at[i], roots_of_meetings);
}

/* The segment SEG of GROUP with its value number. */
static inline OwnedSeg
seg_with_root(const Coalescer *c, const LaneGroup *group, const Segment *seg)
{
	OwnedSeg own = {.start = seg->start, .end = seg->end};

	root_resolve(c, group_value_number(group, seg->value), &own.owner,
		     &own.tag);
	return own;
}

static void
set_fill(Coalescer *c, LaneSet *ls, const LaneGroup *group)
{
	const Segment *seg = c->live->segs.at + group->range->segs.start;
	const Segment *end = c->live->segs.at + group->range->segs.end;
	bool undefined = c->marks->undefined.n;

	ls->lanes = group->lanes;
	segset_clear(&ls->set);
	for (; seg < end; seg++) {
		if (undefined && value_is_undefined(c, seg->value))
			continue;
		segset_begin(&ls->set, c->tmp, seg_with_root(c, group, seg),
			     (uint32_t)(end - seg));
		break;
	}
	while (++seg < end) {
		if (undefined && value_is_undefined(c, seg->value))
			continue;
		OwnedSeg own = seg_with_root(c, group, seg);
		if (!segset_append(&ls->set, own))
			segset_insert(&ls->set, c->tmp, own);
	}
}

VregId
node_find_far(Coalescer *c, VregId v, SubId *sub)
{
	VregId top = v;
	SubId s = 0;

	while (c->places[top].up != top) {
		s = target_compose(c->t, c->places[top].sub, s);
		top = c->places[top].up;
	}
	*sub = s;
	/* Compress: the path seen from V alone; chains are short because the
	 * larger side leads. */
	c->places[v].up = top;
	c->places[v].sub = s;
	return top;
}

bool
operand_node(Coalescer *c, const Operand *o, VregId *v, SubId *sub)
{
	SubId in;

	*v = node_find(c, o->val, &in);
	*sub = target_compose(c->t, in, o->sub);
	return !in || !o->sub || *sub;
}

/* What the lanes hold that COPY I, marked INSN_REST, would overwrite unless it
 * is joined. */
static uint32_t
blocked_owner(InsnId i)
{
	return 0x80000000u | i;
}

static LaneMask
blocked_lanes(const Coalescer *c, InsnId i)
{
	return target_sub_lanes(
		c->t, insn_opnds(c->f, func_insn(c->f, i + 1))[0].sub);
}

/*
 * COPY I fills the part PLACE of NODE around a part that the next COPY writes:
 * nobody needs that from it, but as an instruction it would overwrite it.
 */
static void
part_block(Coalescer *c, InsnId i, Node *node, SubId place)
{
	LaneMask lanes = lanes_placed(c, place, blocked_lanes(c, i));
	OwnedSeg seg = {0};
	LaneSet ls;

	seg.start = slot_of(&c->live->slots, i, SLOT_REG);
	seg.end = slot_of(&c->live->slots, i + 1, SLOT_REG);
	seg.owner = blocked_owner(i);
	for (uint32_t k = 0; k < node->sets.n; k++) {
		if (!(node->sets.at[k].lanes & lanes))
			continue;
		lanes &= ~node->sets.at[k].lanes;
		if (!segset_overlap(&node->sets.at[k].set, seg.start, seg.end))
			segset_insert(&node->sets.at[k].set, c->tmp, seg);
	}
	if (!lanes ||
	    (node->sets.n == 1 && node->sets.at[0].lanes == LANES_ALL))
		return;
	memset(&ls, 0, sizeof(ls));
	ls.lanes = lanes;
	segset_insert(&ls.set, c->tmp, seg);
	VEC_PUSH(c->tmp, node->sets, ls);
}

void
node_block(Coalescer *c, InsnId i)
{
	const Operand *o = insn_opnds(c->f, func_insn(c->f, i));
	SubId place;
	Node *node = node_built(c, node_find(c, o[0].val, &place));

	part_block(c, i, node, place);
}

void
node_unblock(Coalescer *c, InsnId i)
{
	const Operand *o = insn_opnds(c->f, func_insn(c->f, i));
	SubId place;
	Node *node = node_built(c, node_find(c, o[0].val, &place));
	LaneMask lanes = lanes_placed(c, place, blocked_lanes(c, i));

	for (uint32_t k = 0; k < node->sets.n; k++)
		if (node->sets.at[k].lanes & lanes)
			segset_remove(&node->sets.at[k].set, c->tmp,
				      slot_of(&c->live->slots, i, SLOT_REG),
				      slot_of(&c->live->slots, i + 1, SLOT_REG),
				      blocked_owner(i));
}

/* Does SEG contain a place where the function may be entered again? */
static bool
seg_returned_to(const Coalescer *c, const OwnedSeg *seg)
{
	uint32_t i = 0;

	SEARCH_FIRST(i, c->returns.n, c->returns.at[i] <= seg->start);
	return i < c->returns.n && c->returns.at[i] < seg->end;
}

/*
 * Where a function can be entered again (setjmp), what is in a register then
 * may be what it was long before, and a slot must keep one value number for
 * good.
 */
static void
node_find_returns(const Coalescer *c, Node *node)
{
	node->sole = NONE;
	for (uint32_t i = 0; i < node->sets.n; i++)
		for (SegCursor at = segset_seek(&node->sets.at[i].set, 0);
		     segset_at(at); segset_next(&at)) {
			const OwnedSeg *seg = segset_at(at);

			if (node->sole != NONE && node->sole != seg->owner)
				node->sole = SOLE_MIXED;
			else
				node->sole = seg->owner;
			node->returned_to |= seg_returned_to(c, seg);
		}
}

static void
sets_fill(Coalescer *c, VregId v, Node *node)
{
	if (groups_single(c, v)) {
		const LiveRange *main = &c->live->vregs[v].main;
		LaneGroup group = {LANES_ALL, main, main->values.start};

		node->sets.n = 1;
		set_fill(c, &node->few[0], &group);
		return;
	}
	uint32_t n = groups_count(c, v);
	if (n > NODE_FEW) {
		node->sets.at = ARENA_NEW(c->tmp, LaneSet, n);
		node->sets.cap = n;
	}
	node->sets.n = n;
	for (uint32_t i = 0; i < n; i++) {
		LaneGroup group = groups_get(c, v, i);

		set_fill(c, &node->sets.at[i], &group);
	}
}

/* A node with the memory of one that is not needed any more, if any. */
static Node *
node_new(Coalescer *c)
{
	Node *node = c->spare;

	if (node) {
		c->spare = node->next;
		return node;
	}
	node = ARENA_RAW(c->tmp, Node, 1);
	memset(&node->copied, 0, sizeof(node->copied));
	for (uint32_t i = 0; i < NODE_FEW; i++)
		node->few[i].set.chunks = NULL;
	return node;
}

void
node_free(Coalescer *c, Node *node)
{
	node->next = c->spare;
	c->spare = node;
}

Node *
node_built(Coalescer *c, VregId v)
{
	if (c->places[v].built)
		return c->nodes[v];
	c->places[v].built = true;
	Node *node = c->nodes[v] = node_new(c);
	node->returned_to = false;
	node->sole = 0;
	node->sets.at = node->few;
	node->sets.cap = NODE_FEW;
	node->copied_at = 0;
	sets_fill(c, v, node);
	if (c->rest && c->rest[v] != NONE)
		part_block(c, c->rest[v], node, 0);
	if (c->returns.n)
		node_find_returns(c, node);
	return node;
}
