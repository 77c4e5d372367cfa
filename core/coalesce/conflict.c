/*
 * Do two classes conflict: do they live at one place with different value
 * numbers?
 */
#include "core/coalesce/coalesce_internal.h"

#include "core/base/search.h"

void
value_numbers_init(Coalescer *c)
{
	c->numbers.same = ARENA_RAW(c->tmp, uint32_t, c->numbers.n + 1);
	c->numbers.depth = ARENA_NEW(c->tmp, uint8_t, c->numbers.n + 1);
	c->numbers.off = ARENA_RAW(c->tmp, uint8_t, c->numbers.n + 1);
	for (uint32_t i = 0; i < c->numbers.n; i++)
		c->numbers.same[i] = i;
}

/* The one that stands for all value numbers known to equal VALUE_NUMBER, of
 * which lane n is lane n + *OFF of that one, modulo 64. */
static uint32_t
value_number_find(const Coalescer *c, uint32_t value_number, uint32_t *off)
{
	*off = 0;
	while (value_number < c->numbers.n &&
	       c->numbers.same[value_number] != value_number) {
		*off += c->numbers.off[value_number];
		value_number = c->numbers.same[value_number];
	}
	return value_number;
}

/* Where several values meet to become VALUE_NUMBER: the head of its block;
 * NONE: an instruction makes it. */
static SlotIdx
value_number_meeting(const Coalescer *c, uint32_t value_number)
{
	if (value_number >= c->live->values.n)
		return NONE;
	const Value *value = &c->live->values.at[value_number];
	return value->opnd == NONE ? value->def : NONE;
}

/* Lane n of A is lane n + OFF of B. */
static void
value_number_suppose(Coalescer *c, uint32_t a, uint32_t b, uint32_t off)
{
	uint32_t from = c->numbers.depth[a] < c->numbers.depth[b] ? a : b,
		 to = a ^ b ^ from;

	c->numbers.same[from] = to;
	c->numbers.off[from] = (uint8_t)((from == a ? off : 0 - off) & 63);
	if (c->numbers.depth[to] == c->numbers.depth[from])
		c->numbers.depth[to]++;
	VEC_PUSH(c->tmp, c->numbers.supposed, from);
}

/* Do overlapping segments X and Y hold lanes of one value number, as far as is
 * known?  A and B stand for what they hold, and lane n of A would have to be
 * lane n + *OFF of B. */
static bool
value_numbers_equal(const Coalescer *c, const OwnedSeg *x, const OwnedSeg *y,
		    uint32_t *a, uint32_t *b, uint32_t *off)
{
	uint32_t a_off, b_off;

	*a = value_number_find(c, x->owner, &a_off);
	*b = value_number_find(c, y->owner, &b_off);
	*off = (x->tag - a_off - y->tag + b_off) & 63;
	return *a == *b && !*off;
}

/*
 * Do overlapping segments X and Y hold the same?  Values that meet at the head
 * of one block are supposed to: both are live at the ends of all its
 * predecessors, where they are compared as well.  Others may turn out to be
 * equal by that.
 * (LLVM's RegisterCoalescer, JoinVals::analyzeValue, merges such values, too.)
 */
static bool
value_numbers_agree(Coalescer *c, const OwnedSeg *x, const OwnedSeg *y)
{
	SlotIdx met = value_number_meeting(c, x->owner);
	uint32_t a, b, off;

	if (value_numbers_equal(c, x, y, &a, &b, &off))
		return true;
	if (a == b || met == NONE || value_number_meeting(c, y->owner) == NONE)
		return false;
	if (x->start == met && y->start == met &&
	    value_number_meeting(c, y->owner) == met) {
		value_number_suppose(c, a, b, off);
		return true;
	}
	if (c->numbers.nopen == OPEN_MAX)
		return false;
	c->numbers.open[c->numbers.nopen][0] = *x;
	c->numbers.open[c->numbers.nopen++][1] = *y;
	return true;
}

/* X and Y do not agree. */
static void
conflict_note(Coalescer *c, const OwnedSeg *x, const OwnedSeg *y)
{
	c->numbers.conflict[0] = x->start;
	c->numbers.conflict[1] = y->start;
}

bool
suppositions_close(Coalescer *c, bool agreed)
{
	for (uint32_t i = 0; agreed && i < c->numbers.nopen; i++) {
		const OwnedSeg *x = &c->numbers.open[i][0],
			       *y = &c->numbers.open[i][1];
		uint32_t a, b, off;

		agreed = value_numbers_equal(c, x, y, &a, &b, &off);
		if (!agreed)
			conflict_note(c, x, y);
	}
	for (uint32_t i = c->numbers.supposed.n; !agreed && i--;)
		c->numbers.same[c->numbers.supposed.at[i]] =
			c->numbers.supposed.at[i];
	c->numbers.supposed.n = c->numbers.nopen = 0;
	return agreed;
}

bool
segs_conflict(Coalescer *c, const OwnedSeg *x, const OwnedSeg *y,
	      uint32_t shift)
{
	OwnedSeg shifted = *x;

	shifted.tag = (x->tag + shift) & 63;
	if (x->owner == y->owner ? shifted.tag == y->tag
				 : value_numbers_agree(c, &shifted, y))
		return false;
	conflict_note(c, x, y);
	return true;
}

Segs
set_segs(const SegSet *set)
{
	const SegChunk *chunk = set->chunks[0];

	return (Segs){chunk->segs, chunk->segs + chunk->n};
}

/* The first segment of LIST that ends behind AT; its end. */
static inline const OwnedSeg *
segs_behind(Segs list, SlotIdx at)
{
	uint32_t i = 0;

	SEARCH_FIRST(i, (uint32_t)(list.end - list.at), list.at[i].end <= at);
	return list.at + i;
}

/* Do some of SMALL, SHIFT lanes off, disagree with LARGE? */
static bool
chunks_conflict(Coalescer *c, Segs small, Segs large, uint32_t shift)
{
	const OwnedSeg *x = small.at, *y = segs_behind(large, x->start);

	while (x < small.end && y < large.end) {
		if (x->end <= y->start) {
			x++;
		} else if (y->end <= x->start) {
			y++;
		} else {
			if (segs_conflict(c, x, y, shift))
				return true;
			if (y->end < x->end)
				y++;
			else
				x++;
		}
	}
	return false;
}

/* Do the segments of A, placed at SUB, disagree with those of B? */
static bool
sets_conflict(Coalescer *c, SegSet *a, SubId sub, SegSet *b)
{
	bool a_small = a->n <= b->n;
	SegSet *small = a_small ? a : b, *large = a_small ? b : a;
	uint32_t shift = (uint32_t)sub_shift(c, sub) * (a_small ? 1 : 63);
	const OwnedSeg *x, *y;

	if (segset_apart(a, b))
		return false;
	if (large->nchunks == 1 && small->nchunks == 1)
		return chunks_conflict(c, set_segs(small), set_segs(large),
				       shift);
	SegCursor i = segset_seek(small, 0);
	SegCursor k = segset_seek(large, 0);
	for (; (x = segset_at(i)); segset_next(&i)) {
		segset_forward(&k, x->start);
		for (SegCursor m = k; (y = segset_at(m)) && y->start < x->end;
		     segset_next(&m))
			if (segs_conflict(c, x, y, shift))
				return true;
	}
	return false;
}

bool
nodes_conflict(Coalescer *c, Node *a, SubId sub, Node *b)
{
	bool agreed = true;

	for (uint32_t i = 0; agreed && i < a->sets.n; i++) {
		LaneMask lanes = lanes_placed(c, sub, a->sets.at[i].lanes);

		for (uint32_t k = 0; agreed && k < b->sets.n; k++)
			if ((lanes & b->sets.at[k].lanes) &&
			    sets_conflict(c, &a->sets.at[i].set, sub,
					  &b->sets.at[k].set))
				agreed = false;
	}
	return c->numbers.supposed.n | c->numbers.nopen
		       ? !suppositions_close(c, agreed)
		       : !agreed;
}
