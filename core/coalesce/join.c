/*
 * Joining two classes: the class of registers both can live in, the check that
 * their value numbers agree, the union.
 */
#include "core/coalesce/coalesce_internal.h"

#include "core/base/bits.h"

#include <string.h>

static uint32_t
node_size(const Node *node)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < node->sets.n; i++)
		n += node->sets.at[i].set.n;
	return n;
}

/* Would the join put different value numbers into a register that lives where
 * the function can be entered again? */
static bool
nodes_returned_to(const Node *a, const Node *b)
{
	if (!a->returned_to && !b->returned_to)
		return false;
	return a->sole != NONE && b->sole != NONE &&
	       (a->sole != b->sole || a->sole == SOLE_MIXED);
}

static void
set_copy(Coalescer *c, SegSet *to, SegSet *from)
{
	memset(to, 0, sizeof(*to));
	for (SegCursor i = segset_seek(from, 0); segset_at(i); segset_next(&i))
		segset_insert(to, c->tmp, *segset_at(i));
}

/* Put SEG behind LAST, or make it a part of it. */
static inline OwnedSeg *
seg_push(OwnedSeg *last, OwnedSeg seg)
{
	if (seg_joins(last, &seg))
		last->end = seg.end;
	else
		*++last = seg;
	return last;
}

enum { MERGE_MAX = 16 }; /* segments of either chunk */

/* Write the segments of TO, and the parts of FROM's, SHIFT lanes off, that TO
 * lacks, to OUT, in order; returns how many.  CHECKED: NONE where they
 * disagree. */
static inline uint32_t
chunks_merge(Coalescer *c, Segs to, Segs from, uint32_t shift, OwnedSeg *out,
	     bool checked)
{
	OwnedSeg *last = out;

	/* An empty one in front of all. */
	*last = (OwnedSeg){0, 0, NONE, 0};
	for (; from.at < from.end; from.at++) {
		OwnedSeg seg = *from.at;
		seg.tag = (seg.tag + shift) & 63;
		for (; to.at < to.end && to.at->start < from.at->end; to.at++) {
			if (checked && to.at->end > from.at->start &&
			    segs_conflict(c, from.at, to.at, shift))
				return NONE;
			seg.end = to.at->start;
			if (seg.start < seg.end)
				last = seg_push(last, seg);
			if (to.at->end > seg.start)
				seg.start = to.at->end;
			if (to.at->end > from.at->end)
				break;
			last = seg_push(last, *to.at);
		}
		seg.end = from.at->end;
		if (seg.start < seg.end)
			last = seg_push(last, seg);
	}
	for (; to.at < to.end; to.at++)
		last = seg_push(last, *to.at);
	return (uint32_t)(last - out);
}

/* Put FROM's segments, SHIFT lanes off, behind all those of TO, which is one
 * chunk.  False: there is no room, or they belong elsewhere. */
static inline bool
segs_append(SegSet *to, Segs from, uint32_t shift)
{
	if (to->ends[0] > from.at->start ||
	    to->chunks[0]->cap - to->n < (uint32_t)(from.end - from.at))
		return false;
	for (; from.at < from.end; from.at++) {
		OwnedSeg seg = *from.at;

		seg.tag = (seg.tag + shift) & 63;
		segset_append(to, seg);
	}
	return true;
}

/* Put the N segments of SEGS in place of those of SET, which is one chunk. */
static void
set_replace(Coalescer *c, SegSet *set, const OwnedSeg *segs, uint32_t n)
{
	SegChunk *chunk = set->chunks[0];
	uint32_t cap = chunk->cap;

	while (cap < n)
		cap *= 4;
	if (cap > chunk->cap) {
		chunk = arena_raw(c->tmp, sizeof(*chunk) + cap * sizeof(*segs));
		chunk->cap = cap;
		set->chunks[0] = chunk;
	}
	memcpy(chunk->segs, segs, n * sizeof(*segs));
	chunk->n = set->n = n;
	set->ends[0] = segs[n - 1].end;
}

static inline bool
sets_are_small(const SegSet *a, const SegSet *b)
{
	return a->nchunks == 1 && b->nchunks == 1 && a->n <= MERGE_MAX &&
	       b->n <= MERGE_MAX;
}

/* Put the parts of FROM's segments that TO lacks into TO. */
static void
set_merge(Coalescer *c, SegSet *to, SegSet *from, SubId sub)
{
	OwnedSeg merged[3 * MERGE_MAX + 1];
	uint32_t shift = (uint32_t)sub_shift(c, sub);
	const OwnedSeg *x;

	if (sets_are_small(to, from)) {
		if (segs_append(to, set_segs(from), shift))
			return;
		uint32_t n = chunks_merge(c, set_segs(to), set_segs(from),
					  shift, merged, false);
		if (n <= 2 * MERGE_MAX) {
			set_replace(c, to, merged + 1, n);
			return;
		}
	}
	for (SegCursor i = segset_seek(from, 0); (x = segset_at(i));
	     segset_next(&i)) {
		OwnedSeg seg = *x;

		seg.tag = (seg.tag + shift) & 63;
		segset_fill(to, c->tmp, seg);
	}
}

/* Can A and B be compared and merged at one time? */
static bool
nodes_are_small(const Node *a, const Node *b)
{
	return a->sets.n == 1 && b->sets.n == 1 &&
	       a->sets.at[0].lanes == b->sets.at[0].lanes &&
	       sets_are_small(&a->sets.at[0].set, &b->sets.at[0].set);
}

/* Merge FROM, which is not the larger one, into TO if they agree: see
 * nodes_are_small. */
static bool
nodes_unite(Coalescer *c, Node *from, Node *to)
{
	OwnedSeg merged[3 * MERGE_MAX + 1];
	SegSet *x = &from->sets.at[0].set, *y = &to->sets.at[0].set;

	if (segs_append(y, set_segs(x), 0))
		return true;
	uint32_t n = chunks_merge(c, set_segs(y), set_segs(x), 0, merged, true);
	bool agreed = n != NONE;
	if (c->numbers.supposed.n | c->numbers.nopen)
		agreed = suppositions_close(c, agreed);
	if (!agreed)
		return false;
	if (n <= 2 * MERGE_MAX)
		set_replace(c, y, merged + 1, n);
	else
		set_merge(c, y, x, 0);
	return true;
}

/* Merge A, placed at SUB, into B. */
static void
nodes_merge(Coalescer *c, Node *a, SubId sub, Node *b)
{
	for (uint32_t i = 0; i < a->sets.n; i++) {
		LaneMask lanes = lanes_placed(c, sub, a->sets.at[i].lanes);
		LaneSet ls;

		uint32_t n = b->sets.n;
		for (uint32_t k = 0; k < n; k++) {
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

/* Registers of CLS that may be allocated. */
static uint32_t
class_usable(Coalescer *c, ClassId cls)
{
	uint32_t n = 0;

	if (!c->classes.usable)
		c->classes.usable =
			ARENA_NEW(c->tmp, uint16_t, c->t->n_classes);
	if (c->classes.usable[cls])
		return c->classes.usable[cls] - 1u;
	FOR_CLASS_REGS(reg, c->t, cls)
		n += !bits_has(c->reserved, *reg);
	c->classes.usable[cls] = (uint16_t)(n + 1);
	return n;
}

/* See class_joined: they are not one class. */
static ClassId
class_narrowed(Coalescer *c, ClassId wide, SubId sub, ClassId part)
{
	uint64_t key = (uint64_t)wide << 32 | (uint64_t)sub << 16 | part;
	ClassCache *cache = &c->classes;
	uint32_t *at;

	if (c->wary)
		return CLASS_NONE;
	INTMAP_SEEK(at, &cache->by_key, c->tmp, intmap_hash(key),
		    cache->entries.at[*at].key == key);
	if (*at != UINT32_MAX)
		return cache->entries.at[*at].cls;
	ClassId cls = sub ? target_class_with_sub(c->t, wide, sub, part)
			  : target_class_common(c->t, wide, part);
	if (cls != CLASS_NONE) {
		uint32_t have = class_usable(c, cls);
		uint32_t need = class_usable(c, wide);
		if (!sub && class_usable(c, part) < need)
			need = class_usable(c, part);
		if (have < need && have < 3)
			cls = CLASS_NONE;
	}
	*at = cache->entries.n;
	VEC_PUSH(c->tmp, cache->entries, ((ClassEntry){key, cls}));
	return cls;
}

/* The class of a register of class WIDE whose SUB is of class PART, or
 * CLASS_NONE if joining would leave too few registers to choose from. */
static inline ClassId
class_joined(Coalescer *c, ClassId wide, SubId sub, ClassId part)
{
	return !sub && wide == part ? wide : class_narrowed(c, wide, sub, part);
}

/* Make representative A the part SUB of representative B, if that is legal. */
static bool
nodes_join(Coalescer *c, VregId a, SubId sub, VregId b)
{
	Vreg *va = &c->f->vregs.at[a], *vb = &c->f->vregs.at[b];
	ClassId cls = class_joined(c, vb->cls, sub, va->cls);
	bool united = false;

	if (cls == CLASS_NONE || sub_shift(c, sub) == SHIFT_NONE)
		return false;
	Node *x = node_built(c, a);
	Node *y = node_built(c, b);
	if (nodes_returned_to(x, y) || nodes_leave(c, a, b, !sub))
		return false;
	bool swapped = !sub && node_size(x) > node_size(y);
	if (!sub && nodes_are_small(x, y)) {
		if (!nodes_unite(c, swapped ? y : x, swapped ? x : y))
			return false;
		united = true;
	} else if (nodes_conflict(c, x, sub, y)) {
		return false;
	}
	if (swapped) {
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
	if (!united)
		nodes_merge(c, x, sub, y);
	y->returned_to |= x->returned_to;
	if (y->sole != x->sole)
		y->sole = y->sole == NONE ? x->sole : SOLE_MIXED;
	node_free(c, x);
	late_join(c, a, b);
	c->places[a].up = b;
	c->places[a].sub = sub;
	c->places[a].joined = c->places[b].joined = true;
	vb->cls = cls;
	c->f->traits.reclassed = true;
	if (!sub && !vb->hint_kind) {
		vb->hint = va->hint;
		vb->hint_kind = va->hint_kind;
	}
	return true;
}

/* Join V, whose part SUB is copied, with part AT of representative WHOLE, by
 * making V a part of it. */
static bool
part_join(Coalescer *c, VregId v, SubId sub, VregId whole, SubId at)
{
	if (!sub)
		return nodes_join(c, v, at, whole);
	for (SubId x = 1; at && x < c->t->n_subs; x++)
		if (target_compose(c->t, x, sub) == at &&
		    nodes_join(c, v, x, whole))
			return true;
	return false;
}

/* The nodes A and B of the copy INSN's operands, and which part each is of its;
 * false: one of the parts has no name. */
static bool
copy_nodes(Coalescer *c, const Insn *insn, VregId *a, SubId *da, VregId *b,
	   SubId *db)
{
	const Operand *o = insn_opnds(c->f, insn);
	bool named = operand_node(c, &o[0], a, da);

	return operand_node(c, &o[1], b, db) && named;
}

bool
copy_join(Coalescer *c, const Insn *insn)
{
	SubId da, db;
	VregId a, b;

	if (!copy_nodes(c, insn, &a, &da, &b, &db))
		return false;
	if (a == b)
		return da == db;
	if (da == db && nodes_join(c, a, 0, b))
		return true;
	return (db && part_join(c, a, da, b, db)) ||
	       (da && part_join(c, b, db, a, da));
}

bool
copies_join_results(Coalescer *c, const Insn *x, const Insn *y)
{
	SubId da, db, sa, sb;
	VregId a, b, from, same;

	if (!copy_nodes(c, x, &a, &da, &from, &sa) ||
	    !copy_nodes(c, y, &b, &db, &same, &sb))
		return false;
	return a != b && a != from && b != from && from == same && sa == sb &&
	       !da && !db && nodes_join(c, a, 0, b);
}

Join
copy_refusal(Coalescer *c, const Insn *insn)
{
	SubId da, db;
	VregId a, b;
	bool named = copy_nodes(c, insn, &a, &da, &b, &db);

	if (a == b)
		return da == db ? JOIN_NEEDLESS : JOIN_PARTS;
	if (!named || (da && db && da != db))
		return JOIN_PARTS;
	if (da == db)
		da = db = 0;
	if (da) {
		VregId v = a;

		a = b;
		b = v;
		db = da;
	}
	if (class_joined(c, c->f->vregs.at[b].cls, db, c->f->vregs.at[a].cls) ==
	    CLASS_NONE)
		return JOIN_CLASS;
	if (sub_shift(c, db) == SHIFT_NONE)
		return JOIN_PARTS;
	if (nodes_returned_to(node_built(c, a), node_built(c, b)))
		return JOIN_RETURNED_TO;
	if (nodes_leave(c, a, b, !db))
		return JOIN_LEFT;
	return nodes_conflict(c, node_built(c, a), db, node_built(c, b))
		       ? JOIN_VALUES
		       : JOIN_KEPT;
}
