/*
 * Coalescing by values and lanes.
 *
 * Every joined register ("class" below, led by its representative) has one
 * SegSet for each group of lanes.  A segment carries the content it holds:
 * owner is the root value, which copies hand on, and tag how far its lanes are
 * shifted: lane n of the class holds lane n - tag of the root.  Two classes can
 * be joined when all overlapping segments of common lanes have equal content.
 * Undefined values (IMPLICIT_DEF) have no segments: they agree with all.
 */
#include "core/alloc/coalesce.h"

#include "core/alloc/segset.h"
#include "core/base/bits.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	LaneMask lanes;
	SegSet set;
} LaneSet;

typedef struct {
	VregId up;   /* union-find parent; itself: representative */
	SubId sub;   /* this register is `sub` of `up` */
	bool built;  /* sets are filled */
	bool joined; /* has members other than itself */
	VEC(LaneSet) sets;
	SlotIdx copied_at; /* last copy that stays, and its part */
	SubId copied_sub;
} Node;

enum { SHIFT_NONE = 64 };

typedef struct {
	InsnId insn;
	float freq;
	bool tied; /* fills the tied operand of the next instruction */
} Candidate;

typedef struct {
	uint64_t key; /* class, sub-register index, class; +1 */
	ClassId cls;
} ClassEntry;

typedef struct {
	Func *f;
	const Live *live;
	const Target *t;
	const uint64_t *reserved;
	Arena *tmp;
	Node *nodes;	    /* by VregId */
	uint32_t *root;	    /* by value: the value it is a copy of */
	uint32_t *root_tag; /* by value */
	ClassEntry *cache;
	uint32_t cache_size, cache_n;
	InsnId *rest;	 /* by register: the COPY marked INSN_REST into it */
	uint8_t *erased; /* by InsnId */
	uint8_t *shifts; /* by sub-register index: shift + 1; 0: not known */
} Coalescer;

/* By how many lanes sub-register index SUB shifts; SHIFT_NONE: its lanes do not
 * all move alike. */
static int
sub_shift(Coalescer *c, SubId sub)
{
	const uint8_t *up = c->t->sub_lanes_up + (uint32_t)sub * 64;
	int shift = SHIFT_NONE, i;

	if (!sub)
		return 0;
	if (c->shifts[sub])
		return c->shifts[sub] - 1;
	for (i = 0; i < 64; i++) {
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

/* Content shifted by TAG, once its register is placed at SUB of another. */
static uint32_t
tag_place(Coalescer *c, uint32_t tag, SubId sub)
{
	return (tag + (uint32_t)sub_shift(c, sub)) & 63;
}

static bool
is_copy(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	return insn_is(f, insn, WK_COPY) && insn->nopnds >= 2 &&
	       o[0].kind == OPND_VREG && o[1].kind == OPND_VREG &&
	       !(insn->flags & (INSN_BUNDLED | INSN_BUNDLE));
}

/* May the copy vanish?  Its extra operands may only be reads of reserved
 * registers (exec). */
static bool
copy_is_plain(const Coalescer *c, const Insn *insn)
{
	const Operand *o = insn_opnds(c->f, insn);
	uint32_t i;

	for (i = 2; i < insn->nopnds; i++)
		if (o[i].kind != OPND_REG || (o[i].flags & OPND_DEF) ||
		    !bits_has(c->reserved, o[i].val))
			return false;
	return true;
}

/* The value of V's lanes LANES that the instruction at slot AT reads. */
static uint32_t
value_read(const Coalescer *c, VregId v, LaneMask lanes, SlotIdx at)
{
	const Interval *iv = &c->live->vregs[v];
	const LiveRange *range = &iv->main;
	const Segment *seg;
	uint32_t i;

	if (iv->subs.start != iv->subs.end) {
		range = NULL;
		for (i = iv->subs.start; i < iv->subs.end; i++)
			if (!(lanes & ~c->live->subs.at[i].lanes))
				range = &c->live->subs.at[i].range;
		if (!range)
			return NONE;
	}
	seg = range_find(c->live, range, at);
	return seg ? seg->value : NONE;
}

/* Roots of the values that one COPY defines in RANGE of lanes LANES. */
static void
root_from_copy(Coalescer *c, const Insn *insn, uint32_t value, LaneMask lanes)
{
	const Operand *o = insn_opnds(c->f, insn);
	SlotIdx at = (c->live->values.at[value].def & ~3u) + SLOT_EARLY;
	LaneMask part = target_lanes_down(c->t, o[0].sub, lanes);
	LaneMask from = target_lanes_up(c->t, o[1].sub, part);
	int to = sub_shift(c, o[0].sub), away = sub_shift(c, o[1].sub);
	uint32_t src;

	if (o[1].flags & OPND_UNDEF || to == SHIFT_NONE || away == SHIFT_NONE)
		return;
	if (!o[1].sub && lanes == LANES_ALL)
		from = c->t->classes[c->f->vregs.at[o[1].val].cls].lanes;
	src = value_read(c, o[1].val, from, at);
	if (src == NONE)
		return;
	c->root[value] = c->root[src];
	c->root_tag[value] = (c->root_tag[src] + (uint32_t)(to - away)) & 63;
}

static void
roots_of_range(Coalescer *c, const LiveRange *range, LaneMask lanes)
{
	const Live *live = c->live;
	uint32_t v;

	for (v = range->values.start; v < range->values.end; v++) {
		OpndId opnd = live->values.at[v].opnd;
		const Insn *insn;

		if (opnd == NONE)
			continue;
		insn = func_insn(
			c->f, slot_insn(&live->slots, live->values.at[v].def));
		/* Parallel copies share the position of the first. */
		while (opnd >= insn->opnd0 + insn->nopnds)
			insn++;
		if (is_copy(c->f, insn) && opnd == insn->opnd0)
			root_from_copy(c, insn, v, lanes);
	}
}

/*
 * Which value every value is a copy of.  A copy whose source value has no root
 * yet (defined later in the text, around a loop) takes that value itself,
 * which is right, only less far-sighted; hence no order is needed.
 */
static void
roots_find(Coalescer *c)
{
	const Live *live = c->live;
	VregId v;
	uint32_t i;

	c->root = ARENA_RAW(c->tmp, uint32_t, live->values.n + 1);
	c->root_tag = ARENA_NEW(c->tmp, uint32_t, live->values.n + 1);
	for (i = 0; i < live->values.n; i++)
		c->root[i] = i;
	for (v = 0; v < c->f->vregs.n; v++) {
		const Interval *iv = &live->vregs[v];

		if (iv->subs.start == iv->subs.end)
			roots_of_range(c, &iv->main, LANES_ALL);
		for (i = iv->subs.start; i < iv->subs.end; i++)
			roots_of_range(c, &live->subs.at[i].range,
				       live->subs.at[i].lanes);
	}
}

/* Follow chains of copies to their first value: c->root[] holds direct
 * sources after roots_find. */
static void
root_resolve(const Coalescer *c, uint32_t value, uint32_t *root, uint32_t *tag)
{
	uint32_t steps;

	*root = c->root[value];
	*tag = c->root_tag[value];
	for (steps = 0; steps < 16 && c->root[*root] != *root; steps++) {
		*tag = (*tag + c->root_tag[*root]) & 63;
		*root = c->root[*root];
	}
}

static bool
value_is_undefined(const Coalescer *c, uint32_t value)
{
	const Value *val = &c->live->values.at[value];
	const Insn *insn;

	if (val->opnd == NONE)
		return false;
	insn = func_insn(c->f, slot_insn(&c->live->slots, val->def));
	while (val->opnd >= insn->opnd0 + insn->nopnds)
		insn++;
	return insn_is(c->f, insn, WK_IMPLICIT_DEF);
}

static void
set_fill(Coalescer *c, LaneSet *ls, const LiveRange *range)
{
	uint32_t i, last = NONE, root = 0, tag = 0;
	bool undefined = false;

	for (i = range->segs.start; i < range->segs.end; i++) {
		const Segment *seg = &c->live->segs.at[i];

		if (seg->value != last) {
			last = seg->value;
			root_resolve(c, last, &root, &tag);
			undefined = value_is_undefined(c, last);
		}
		if (!undefined)
			segset_insert(
				&ls->set, c->tmp,
				(OwnedSeg){seg->start, seg->end, root, tag});
	}
}

static VregId
node_find(Coalescer *c, VregId v, SubId *sub)
{
	VregId top = v;
	SubId s = 0;

	while (c->nodes[top].up != top) {
		s = target_compose(c->t, c->nodes[top].sub, s);
		top = c->nodes[top].up;
	}
	*sub = s;
	/* Compress: the path seen from V alone; chains are short because the
	 * larger side leads. */
	if (top != v) {
		c->nodes[v].up = top;
		c->nodes[v].sub = s;
	}
	return top;
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
 * The COPY that fills V around a part that the next COPY writes: nobody needs
 * the part from it, but as an instruction it would overwrite it.
 */
static void
node_block(Coalescer *c, VregId v, Node *node)
{
	InsnId i = c->rest[v];
	OwnedSeg seg = {0};
	LaneMask lanes;
	LaneSet ls;
	uint32_t k;

	if (i == NONE)
		return;
	lanes = blocked_lanes(c, i);
	seg.start = slot_of(&c->live->slots, i, SLOT_REG);
	seg.end = slot_of(&c->live->slots, i + 1, SLOT_REG);
	seg.owner = blocked_owner(i);
	for (k = 0; k < node->sets.n; k++) {
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

/* COPY I is joined: it overwrites nothing. */
static void
node_unblock(Coalescer *c, InsnId i)
{
	const Operand *o = insn_opnds(c->f, func_insn(c->f, i));
	SubId place;
	Node *node = &c->nodes[node_find(c, o[0].val, &place)];
	LaneMask lanes = target_lanes_up(c->t, place, blocked_lanes(c, i));
	uint32_t k;

	for (k = 0; k < node->sets.n; k++)
		if (node->sets.at[k].lanes & lanes)
			segset_remove(&node->sets.at[k].set, c->tmp,
				      slot_of(&c->live->slots, i, SLOT_REG),
				      slot_of(&c->live->slots, i + 1, SLOT_REG),
				      blocked_owner(i));
}

static Node *
node_built(Coalescer *c, VregId v)
{
	Node *node = &c->nodes[v];
	const Interval *iv = &c->live->vregs[v];
	LaneSet ls;
	uint32_t i;

	if (node->built)
		return node;
	node->built = true;
	if (iv->subs.start == iv->subs.end) {
		memset(&ls, 0, sizeof(ls));
		ls.lanes = LANES_ALL;
		set_fill(c, &ls, &iv->main);
		VEC_PUSH(c->tmp, node->sets, ls);
	}
	for (i = iv->subs.start; i < iv->subs.end; i++) {
		memset(&ls, 0, sizeof(ls));
		ls.lanes = c->live->subs.at[i].lanes;
		set_fill(c, &ls, &c->live->subs.at[i].range);
		VEC_PUSH(c->tmp, node->sets, ls);
	}
	node_block(c, v, node);
	return node;
}

static uint32_t
node_size(const Node *node)
{
	uint32_t i, n = 0;

	for (i = 0; i < node->sets.n; i++)
		n += node->sets.at[i].set.n;
	return n;
}

/* Do the segments of A, placed at SUB, disagree with those of B? */
static bool
sets_conflict(Coalescer *c, SegSet *a, SubId sub, SegSet *b)
{
	bool a_small = a->n <= b->n;
	SegSet *small = a_small ? a : b, *large = a_small ? b : a;
	SegCursor i = segset_seek(small, 0), k = segset_seek(large, 0);
	const OwnedSeg *x, *y;

	for (; (x = segset_at(i)); segset_next(&i)) {
		SegCursor m;

		segset_forward(&k, x->start);
		for (m = k; (y = segset_at(m)) && y->start < x->end;
		     segset_next(&m)) {
			uint32_t ta = (a_small ? x : y)->tag;
			uint32_t tb = (a_small ? y : x)->tag;

			if (x->owner != y->owner || tag_place(c, ta, sub) != tb)
				return true;
		}
	}
	return false;
}

static bool
nodes_conflict(Coalescer *c, Node *a, SubId sub, Node *b)
{
	uint32_t i, k;

	for (i = 0; i < a->sets.n; i++) {
		LaneMask lanes =
			target_lanes_up(c->t, sub, a->sets.at[i].lanes);

		for (k = 0; k < b->sets.n; k++)
			if ((lanes & b->sets.at[k].lanes) &&
			    sets_conflict(c, &a->sets.at[i].set, sub,
					  &b->sets.at[k].set))
				return true;
	}
	return false;
}

static void
set_copy(Coalescer *c, SegSet *to, SegSet *from)
{
	SegCursor i;

	memset(to, 0, sizeof(*to));
	for (i = segset_seek(from, 0); segset_at(i); segset_next(&i))
		segset_insert(to, c->tmp, *segset_at(i));
}

/* Put the parts of FROM's segments that TO lacks into TO. */
static void
set_merge(Coalescer *c, SegSet *to, SegSet *from, SubId sub)
{
	SegCursor i;
	const OwnedSeg *x, *y;

	for (i = segset_seek(from, 0); (x = segset_at(i)); segset_next(&i)) {
		OwnedSeg seg = *x;

		seg.tag = tag_place(c, seg.tag, sub);
		while (seg.start < x->end) {
			y = segset_overlap(to, seg.start, x->end);
			seg.end = y ? y->start : x->end;
			if (seg.start < seg.end)
				segset_insert(to, c->tmp, seg);
			y = segset_overlap(to, seg.end, x->end);
			seg.start = y ? y->end : x->end;
		}
	}
}

/* Merge A, placed at SUB, into B. */
static void
nodes_merge(Coalescer *c, Node *a, SubId sub, Node *b)
{
	uint32_t i, k, n;

	for (i = 0; i < a->sets.n; i++) {
		LaneMask lanes =
			target_lanes_up(c->t, sub, a->sets.at[i].lanes);
		LaneSet ls;

		n = b->sets.n;
		for (k = 0; k < n; k++) {
			LaneMask old = b->sets.at[k].lanes;

			if (!(old & lanes))
				continue;
			if (old & ~lanes) {
				ls.lanes = old & ~lanes;
				set_copy(c, &ls.set, &b->sets.at[k].set);
				VEC_PUSH(c->tmp, b->sets, ls);
				b->sets.at[k].lanes = old & lanes;
			}
			set_merge(c, &b->sets.at[k].set, &a->sets.at[i].set,
				  sub);
			lanes &= ~old;
		}
		if (!lanes)
			continue;
		memset(&ls, 0, sizeof(ls));
		ls.lanes = lanes;
		set_merge(c, &ls.set, &a->sets.at[i].set, sub);
		VEC_PUSH(c->tmp, b->sets, ls);
	}
}

static void
cache_grow(Coalescer *c)
{
	ClassEntry *old = c->cache;
	uint32_t n = c->cache_size, i, h;

	c->cache_size = n ? n * 2 : 64;
	c->cache = ARENA_NEW(c->tmp, ClassEntry, c->cache_size);
	for (i = 0; i < n; i++) {
		if (!old[i].key)
			continue;
		h = (uint32_t)(old[i].key * 0x9e3779b97f4a7c15u >> 32);
		while (c->cache[h & (c->cache_size - 1)].key)
			h++;
		c->cache[h & (c->cache_size - 1)] = old[i];
	}
}

/* Registers of CLS that may be allocated. */
static uint32_t
class_usable(const Coalescer *c, ClassId cls)
{
	Slice s = c->t->classes[cls].order;
	uint32_t i, n = 0;

	for (i = s.start; i < s.end; i++)
		n += !bits_has(c->reserved, c->t->class_regs[i]);
	return n;
}

/* The class of a register of class WIDE whose SUB is of class PART, or
 * CLASS_NONE if joining would leave too few registers to choose from. */
static ClassId
class_joined(Coalescer *c, ClassId wide, SubId sub, ClassId part)
{
	uint64_t key = ((uint64_t)wide << 32 | (uint64_t)sub << 16 | part) + 1;
	uint32_t h = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32);
	ClassId cls;
	uint32_t have, need;

	if (c->cache_n * 2 >= c->cache_size)
		cache_grow(c);
	for (; c->cache[h & (c->cache_size - 1)].key; h++)
		if (c->cache[h & (c->cache_size - 1)].key == key)
			return c->cache[h & (c->cache_size - 1)].cls;
	cls = sub ? target_class_with_sub(c->t, wide, sub, part)
		  : target_class_common(c->t, wide, part);
	if (cls != CLASS_NONE) {
		have = class_usable(c, cls);
		need = class_usable(c, wide);
		if (!sub && class_usable(c, part) < need)
			need = class_usable(c, part);
		if (have < need && have < 3)
			cls = CLASS_NONE;
	}
	c->cache[h & (c->cache_size - 1)] = (ClassEntry){key, cls};
	c->cache_n++;
	return cls;
}

/* Make representative A the part SUB of representative B, if that is legal. */
static bool
nodes_join(Coalescer *c, VregId a, SubId sub, VregId b)
{
	Vreg *va = &c->f->vregs.at[a], *vb = &c->f->vregs.at[b];
	ClassId cls = class_joined(c, vb->cls, sub, va->cls);
	Node *x, *y;

	if (cls == CLASS_NONE || sub_shift(c, sub) == SHIFT_NONE)
		return false;
	x = node_built(c, a);
	y = node_built(c, b);
	if (nodes_conflict(c, x, sub, y))
		return false;
	if (!sub && node_size(x) > node_size(y)) {
		Node *n = x;
		Vreg *v = va;
		VregId r = a;

		x = y;
		y = n;
		va = vb;
		vb = v;
		a = b;
		b = r;
	}
	nodes_merge(c, x, sub, y);
	x->up = b;
	x->sub = sub;
	x->sets.n = 0;
	y->joined = true;
	vb->cls = cls;
	if (!sub && !vb->hint_kind) {
		vb->hint = va->hint;
		vb->hint_kind = va->hint_kind;
	}
	return true;
}

static bool
copy_join(Coalescer *c, const Insn *insn)
{
	const Operand *o = insn_opnds(c->f, insn);
	SubId pa, pb, da, db;
	VregId a = node_find(c, o[0].val, &pa), b = node_find(c, o[1].val, &pb);

	da = target_compose(c->t, pa, o[0].sub);
	db = target_compose(c->t, pb, o[1].sub);
	if ((pa && o[0].sub && !da) || (pb && o[1].sub && !db))
		return false;
	if (a == b)
		return da == db;
	if (da == db)
		return nodes_join(c, a, 0, b);
	if (!da)
		return nodes_join(c, a, db, b);
	if (!db)
		return nodes_join(c, b, da, a);
	return false;
}

static int
candidate_compare(const void *a, const void *b)
{
	const Candidate *x = a, *y = b;

	if (x->freq != y->freq)
		return x->freq > y->freq ? -1 : 1;
	if (x->tied != y->tied)
		return x->tied ? 1 : -1;
	return x->insn < y->insn ? -1 : x->insn > y->insn;
}

static void
insn_erase(Coalescer *c, InsnId i)
{
	Insn *insn = &c->f->insns.at[i];

	insn->op = c->t->known[WK_KILL];
	insn->nopnds = insn->nleft = 0;
	insn->name.len = insn->tail.len = 0;
	insn->flags |= INSN_MADE;
	c->erased[i] = 1;
}

/*
 * The operand of the instruction behind COPY I that could take the copy's
 * place: the instruction ties its first source to its only definition, which
 * the copy fills, and its two sources may trade places.  NULL: no.
 */
static Operand *
commuted_operand(const Coalescer *c, InsnId i)
{
	const Func *f = c->f;
	const Insn *copy = func_insn(f, i), *insn = copy + 1;
	const Operand *dst = insn_opnds(f, copy);
	const OpcodeDesc *desc;
	Operand *o;

	if (i + 1 >= f->insns.n || (copy->flags & INSN_PARALLEL) ||
	    (insn->flags & (INSN_PARALLEL | INSN_BUNDLE | INSN_BUNDLED)))
		return NULL;
	desc = insn_desc(f, insn);
	o = insn_opnds(f, insn);
	if (!(desc->flags & OP_COMMUTABLE) ||
	    desc->opnds.end - desc->opnds.start != 3 || desc->ndefs != 1 ||
	    o[1].tied != 0 || o[1].kind != OPND_VREG || o[1].sub ||
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

/*
 * COPY I cannot be joined: trade the sources of the instruction behind it, so
 * that the copy fills the tied operand with the other source, if that can be
 * joined.  Only content in the gap between the two changes: there the
 * destination holds the other source, and the first source lives on.
 */
static bool
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

/*
 * Where the source that a copy brings to a tied operand lives on and the other
 * one dies, they trade places at once: the copy of the other can vanish.
 */
static void
sources_commute(Coalescer *c)
{
	Func *f = c->f;
	InsnId i;

	for (i = 0; i + 1 < f->insns.n; i++) {
		Insn *insn = &f->insns.at[i];
		Operand *o = insn_opnds(f, insn), *other;
		SlotIdx at;
		uint32_t was;

		if (!is_copy(f, insn) || !(other = commuted_operand(c, i)) ||
		    o[1].sub || other->sub || other->val == o[1].val ||
		    (o[1].flags & OPND_UNDEF))
			continue;
		at = slot_of(&c->live->slots, i + 1, SLOT_REG);
		if (!lives_behind(c, o[1].val, at) ||
		    lives_behind(c, other->val, at))
			continue;
		was = other->val;
		other->val = o[1].val;
		o[1].val = was;
		insn[1].flags ^= INSN_COMMUTED;
	}
}

static void
copies_join(Coalescer *c, const float *freq)
{
	Func *f = c->f;
	VEC(Candidate) todo = {0};
	BlockId b;
	InsnId i;
	uint32_t k, round;

	for (b = 0; b < f->blocks.n; b++)
		for (i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++)
			if (is_copy(f, &f->insns.at[i]) &&
			    copy_is_plain(c, &f->insns.at[i]))
				VEC_PUSH(c->tmp, todo,
					 ((Candidate){i, freq[b],
						      commuted_operand(c, i)}));
	if (todo.n)
		qsort(todo.at, todo.n, sizeof(*todo.at), candidate_compare);
	/* A second round for those that had to wait for another exchange of
	 * sources. */
	for (round = 0; round < 2; round++)
		for (k = 0; k < todo.n; k++) {
			InsnId insn = todo.at[k].insn;

			if (c->erased[insn] || (round && !todo.at[k].tied))
				continue;
			if (copy_join(c, &f->insns.at[insn]) ||
			    (todo.at[k].tied && copy_commute(c, insn)))
				c->erased[insn] = 1;
			if (c->erased[insn] &&
			    (f->insns.at[insn].flags & INSN_REST))
				node_unblock(c, insn);
		}
}

/* Do lanes outside LANES of NODE live through slot AT? */
static bool
others_live(Node *node, LaneMask lanes, SlotIdx at)
{
	uint32_t i;

	for (i = 0; i < node->sets.n; i++) {
		const OwnedSeg *seg;

		if (!(node->sets.at[i].lanes & ~lanes))
			continue;
		seg = segset_overlap(&node->sets.at[i].set, at - 1, at + 1);
		if (seg && seg->start < at && seg->end > at)
			return true;
	}
	return false;
}

static void
operand_rename(Coalescer *c, InsnId i, Operand *o)
{
	SlotIdx at = slot_of(&c->live->slots, i, SLOT_REG);
	SubId place;
	VregId old = o->val, v = node_find(c, old, &place);
	Node *node = &c->nodes[v];

	if (!node->joined)
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
	if (o->sub && !others_live(node, target_sub_lanes(c->t, o->sub), at))
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
	Node *node;
	uint32_t k;

	if (o[0].kind != OPND_VREG)
		return false;
	node = &c->nodes[node_find(c, o[0].val, &place)];
	if (!node->joined)
		return false;
	for (k = 0; k < node->sets.n; k++)
		if (segset_overlap(&node->sets.at[k].set, at, at + 1))
			return true;
	return false;
}

/* Does the destination of this COPY hold the copied value already?  Then one
 * segment of one content spans the copy in all its lanes.  Or an earlier copy
 * of the same parallel group has put it there. */
static bool
copy_is_needless(Coalescer *c, InsnId i)
{
	const Insn *insn = &c->f->insns.at[i];
	const Operand *o = insn_opnds(c->f, insn);
	SlotIdx at = slot_of(&c->live->slots, i, SLOT_REG);
	SubId place, sub;
	VregId v;
	Node *node;
	LaneMask lanes;
	uint32_t k;

	if (!is_copy(c->f, insn) || !copy_is_plain(c, insn))
		return false;
	v = node_find(c, o[0].val, &place);
	node = &c->nodes[v];
	if (!node->joined)
		return false;
	sub = target_compose(c->t, place, o[0].sub);
	if (node->copied_at == at && node->copied_sub == sub)
		return true;
	node->copied_at = at;
	node->copied_sub = sub;
	lanes = target_sub_lanes(c->t, sub);
	for (k = 0; k < node->sets.n; k++) {
		const OwnedSeg *seg;

		if (!(node->sets.at[k].lanes & lanes))
			continue;
		seg = segset_overlap(&node->sets.at[k].set, at - 1, at);
		if (!seg || seg->end <= at)
			return false;
	}
	return true;
}

static void
names_rewrite(Coalescer *c)
{
	Func *f = c->f;
	InsnId i;
	uint32_t k;

	for (i = 0; i < f->insns.n; i++) {
		Insn *insn = &f->insns.at[i];
		Operand *o = insn_opnds(f, insn);

		insn->flags &= (uint16_t)~INSN_REST;
		if (insn_is(f, insn, WK_IMPLICIT_DEF) &&
		    undefined_is_covered(c, i))
			c->erased[i] = 1;
		if (!c->erased[i] && copy_is_needless(c, i))
			c->erased[i] = 1;
		if (c->erased[i]) {
			insn_erase(c, i);
			continue;
		}
		for (k = 0; k < insn->nopnds; k++)
			if (o[k].kind == OPND_VREG)
				operand_rename(c, i, &o[k]);
	}
}

void
coalesce_run(Func *f, const Live *live, const float *freq,
	     const uint64_t *reserved, Arena *tmp)
{
	Coalescer c = {.f = f,
		       .live = live,
		       .t = f->target,
		       .reserved = reserved,
		       .tmp = tmp};
	VregId v;
	InsnId i;

	c.nodes = ARENA_NEW(tmp, Node, f->vregs.n + 1);
	c.erased = ARENA_NEW(tmp, uint8_t, f->insns.n + 1);
	c.rest = ARENA_RAW(tmp, InsnId, f->vregs.n + 1);
	for (v = 0; v < f->vregs.n; v++)
		c.rest[v] = NONE;
	for (i = 0; i < f->insns.n; i++)
		if (f->insns.at[i].flags & INSN_REST)
			c.rest[insn_opnds(f, &f->insns.at[i])[0].val] = i;
	c.shifts = ARENA_NEW(tmp, uint8_t, f->target->n_subs + 1);
	for (v = 0; v < f->vregs.n; v++)
		c.nodes[v].up = v;
	sources_commute(&c);
	roots_find(&c);
	copies_join(&c, freq);
	names_rewrite(&c);
}
