/*
 * The blocks of an interval that is to be split by a region, as far as they are
 * the same for every register: the bundles of their boundaries, where copies
 * may stand, which occurrences come first and last, which calls there are.
 */
#include "core/alloc/split/region_internal.h"

#include "core/alloc/cost.h"
#include "core/alloc/hints.h"
#include "core/base/unionfind.h"

#include <math.h>

/* Does the function end in block B? */
static inline bool
is_end(const Func *f, BlockId b)
{
	Slice succs = f->blocks.at[b].succs;

	return succs.start == succs.end;
}

/* Boundary bundles of the function: node 2b is the head of block b, 2b + 1 its
 * end.  INNER: without edges to where it ends, which tie all that returns early
 * to all that goes on. */
static void
boundaries_bundle(Scan *s, bool inner)
{
	const Func *f = s->f;
	const SlotIdx *start = s->live->slots.block_start;
	uint32_t n = f->blocks.n * 2;
	uint32_t *up = ARENA_RAW(s->arena, uint32_t, n + 1);

	unionfind_init(up, n);
	for (uint32_t i = 0; i < f->blocks.n; i++) {
		const Block *b = &f->blocks.at[i];

		FOR_SLICE(Succ, succ, f->succs.at, b->succs)
			if (!inner || !is_end(f, succ->block))
				unionfind_join(up, i * 2 + 1, succ->block * 2);
	}
	/* A block without instructions has no room for copies, nor has one
	 * that control may leave before its end. */
	for (uint32_t i = 0; i < f->blocks.n; i++)
		if (start[i + 1] - start[i] == 4 || s->regions.points[i].leaves)
			up[unionfind_root(up, i * 2 + 1)] =
				unionfind_root(up, i * 2);
	for (uint32_t i = 0; i < n; i++)
		s->regions.points[i / 2].boundary[inner][i % 2] =
			unionfind_root(up, i);
}

static SpillPlacement *
placement_make(Scan *s)
{
	Arena *arena = s->arena;
	SpillPlacement *c = ARENA_NEW(arena, SpillPlacement, 1);
	uint32_t n = s->f->blocks.n;

	region_points_find(s);
	c->s = s;
	boundaries_bundle(s, false);
	boundaries_bundle(s, true);
	c->bundle_of = ARENA_NEW(arena, BundleId, n * 2 + 1);
	n = n < REGION_BLOCKS ? n : REGION_BLOCKS;
	uint32_t bundles = n * 2 + 1;
	c->blocks = ARENA_RAW(arena, RegionBlock, n + 1);
	c->kept = ARENA_RAW(arena, RegionBlock, n + 1);
	c->runs = ARENA_RAW(arena, Run, n + 1);
	c->use_blocks = ARENA_RAW(arena, RegionBlock, n + 1);
	c->uses = ARENA_RAW(arena, UseBlock, n + 1);
	c->constraints = ARENA_RAW(arena, BlockConstraint, n + 1);
	c->link = ARENA_RAW(arena, Float4, n + 1);
	c->link[NO_LINK] = (Float4){0};
	c->bundles = ARENA_RAW(arena, uint32_t, bundles);
	c->bias = ARENA_RAW(arena, Float4, bundles);
	c->value = ARENA_RAW(arena, Float4, bundles);
	c->awake =
		ARENA_RAW(arena, BundleId, bundles * (REGION_ROUNDS + 1) + 1);
	c->asleep = ARENA_RAW(arena, bool, bundles);
	c->links = ARENA_RAW(arena, Links, bundles);
	c->more = ARENA_RAW(arena, MoreEdge, bundles);
	c->chosen = ARENA_RAW(arena, bool, bundles);
	return c;
}

/* Is M an edit that writes behind the last instruction of its block? */
static bool
writes_at_end(const Scan *s, const IntervalOccurrence *m)
{
	return (m->flags & OCC_EDIT) && (m->flags & OCC_WRITE) &&
	       s->edits.at[m->ref].after;
}

SlotIdx
occurrence_left(const IntervalOccurrence *m)
{
	return m->flags & OCC_WRITE ? slot_at(m->pos + 1, SLOT_BLOCK)
				    : slot_at(m->pos, SLOT_REG);
}

SlotIdx
occurrence_entered(const Scan *s, const IntervalOccurrence *m)
{
	if (m->flags & OCC_READ)
		return slot_at(occurrence_point(s, m), SLOT_BLOCK);
	if ((m->flags & OCC_EDIT) ||
	    (s->f->opnds.at[m->ref].flags & OPND_EARLY))
		return slot_at(m->pos, SLOT_EARLY);
	return slot_at(m->pos, SLOT_REG);
}

static inline void
run_add(SpillPlacement *c, Run run)
{
	c->runs[c->nruns++] = run;
	c->n += run.end - run.block;
}

/* Add blocks from B on, and before LAST, through which segment SEG passes
 * whole.  Returns the block behind them. */
static inline BlockId
blocks_pass(SpillPlacement *c, const Segment *seg, BlockId b, BlockId last)
{
	const Slots *slots = &c->s->live->slots;
	BlockId end = c->s->f->blocks.n;

	if (slots->block_start[b] < seg->start)
		return b;
	if (seg->end / 4 < slots->npos)
		end = slots->pos_block[seg->end / 4];
	if (end > last)
		end = last;
	if (end <= b)
		return b;
	if (end - b > REGION_BLOCKS - c->n)
		end = b + REGION_BLOCKS - c->n;
	if (end > b)
		run_add(c,
			(Run){.block = b, .end = end, .in = true, .out = true});
	return end;
}

/* The blocks that the interval touches. False: too many. */
static bool
blocks_collect(SpillPlacement *c)
{
	Scan *s = c->s;
	const AllocInterval *p = c->p;
	const Slots *slots = &s->live->slots;
	const Segment *seg = p->main.segs, *end = seg + p->main.n;
	uint32_t m = 0;
	SlotIdx done = 0;
	BlockId next;	       /* of occurrence M */
	BlockId following = 0; /* the block that starts at DONE */

	c->n = c->nruns = c->nuses = 0;
	s->regions.inner = true;
	next = p->noccurrences ? occurrence_block(s, p->occurrences) : NONE;
	while (seg < end || next != NONE) {
		BlockId b = NONE;
		SlotIdx to;

		if (seg < end) {
			SlotIdx at = seg->start > done ? seg->start : done;

			if (at >= seg->end || at / 4 >= slots->npos) {
				seg++;
				continue;
			}
			b = at == done ? following : slots->pos_block[at / 4];
			following = blocks_pass(c, seg, b, next);
			if (following > b) {
				done = slots->block_start[following];
				continue;
			}
		}
		if (next < b)
			b = next;
		if (c->n == REGION_BLOCKS)
			return false;
		SlotIdx from = slots->block_start[b];
		following = b + 1;
		to = done = slots->block_start[b + 1];
		Run run = (Run){.block = b, .end = b + 1, .named = next == b};
		run.in = seg < end && seg->start <= from;
		while (seg < end && seg->end < to)
			seg++;
		run.out = seg < end && seg->start < to;
		s->regions.inner &= !run.in || !is_end(s->f, b);
		if (next == b) {
			RegionBlock rb = {.block = b, .start = m};

			while (next == b)
				next = ++m < p->noccurrences
					       ? occurrence_block(
							 s, &p->occurrences[m])
					       : NONE;
			run.out |= writes_at_end(s, &p->occurrences[m - 1]);
			rb.in = run.in;
			rb.out = run.out;
			rb.end = m;
			c->use_blocks[c->nuses++] = rb;
		}
		run_add(c, run);
	}
	return true;
}

float
region_fill_from(const Scan *s, const AllocInterval *p)
{
	return s->origins.remat[p->origin] == NONE
		       ? s->origins.writes[p->origin] / HOIST_SHARE
		       : INFINITY;
}

/* What it costs to leave the register in a block of PRICE. */
static inline float
fill_price(const Scan *s, float price)
{
	return price > s->regions.fill_from ? price * FILL_SHARE : price;
}

void
use_blocks_make(SpillPlacement *c, bool spills, RegId hint)
{
	Scan *s = c->s;
	VregId v = (VregId)(c->p - s->intervals.at);
	const IntervalOccurrence *m = c->p->occurrences;

	s->regions.fill_from = spills ? region_fill_from(s, c->p) : INFINITY;
	for (uint32_t i = 0; i < c->nuses; i++) {
		const RegionBlock *rb = &c->use_blocks[i];
		UseBlock *use = &c->uses[i];
		uint32_t flags = 0;
		bool asks = !hint;

		for (uint32_t k = rb->start; k < rb->end; k++) {
			flags |= m[k].flags;
			if (hint && !(m[k].flags & OCC_EDIT))
				asks |= copy_hint(s, v, &m[k]) == hint;
		}
		use->pinned = flags & OCC_PINNED;
		use->wants = asks || use->pinned;
		use->price = s->regions.points[rb->block].price;
		use->fill = fill_price(s, use->price);
		use->left = occurrence_left(&m[rb->start]);
		use->entered = occurrence_entered(s, &m[rb->end - 1]);
	}
}

static inline BundleId
bundle_touch(SpillPlacement *c, uint32_t boundary)
{
	BundleId *bundle = &c->bundle_of[boundary];

	if (*bundle == BUNDLE_NOBODY) {
		c->bundles[c->nbundles] = boundary;
		c->links[c->nbundles] = (Links){0};
		*bundle = (BundleId)c->nbundles++;
	}
	return *bundle;
}

/* Link bundle G to bundle TO by LINK. */
static inline void
edge_add(SpillPlacement *c, BundleId g, BundleId to, uint32_t link)
{
	Links *links = &c->links[g];
	Edge edge = {to, (uint16_t)link};

	if (links->n < BUNDLE_EDGES) {
		links->near[links->n++] = edge;
		return;
	}
	c->more[++c->nmore] = (MoreEdge){edge, links->more};
	links->more = (uint16_t)c->nmore;
}

/* Does the interval live where control may go before the end of B, which it
 * may? */
static bool
leaves_with(const SpillPlacement *c, BlockId b)
{
	const Func *f = c->s->f;

	FOR_SUCCS(succ, f, b) {
		BlockId to = succ->block;

		if (f->blocks.at[to].flags & BLOCK_EARLY_TARGET &&
		    segs_contain(&c->p->main,
				 slot_block_start(&c->s->live->slots, to)))
			return true;
	}
	return false;
}

/* Add constraint T of block B, of RUN. */
static inline void
constraint_add(SpillPlacement *c, const Run *run, BlockId b, BlockConstraint *t)
{
	Regions *r = &c->s->regions;
	const BlockPoints *points = &r->points[b];

	t->block = b;
	t->price = points->price;
	t->fill = t->price;
	if (points->calls && t->price > r->fill_from) {
		r->calls_price += t->price * FILLS_CALL_SHARE;
		if (c->s->manner.fills)
			t->fill *= FILL_SHARE;
	}
	t->from = points->from[c->masked];
	t->to = points->to;
	t->flags = 0;
	t->in = t->out = BUNDLE_NOBODY;
	if (run->in) {
		t->flags |= CONSTRAINT_IN;
		t->in = bundle_touch(c, points->boundary[r->inner][0]);
	}
	if (run->out) {
		t->flags |= CONSTRAINT_OUT;
		t->out = bundle_touch(c, points->boundary[r->inner][1]);
	}
	/* Its boundaries are one bundle, which a block before may touch. */
	if (points->leaves && leaves_with(c, b)) {
		t->flags |= CONSTRAINT_LEFT;
		t->in = c->bundle_of[points->boundary[r->inner][0]];
	}
}

/* What T says of one of its boundaries it says of the other one, as its
 * constraint I. */
static void
boundaries_tie(SpillPlacement *c, const BlockConstraint *t, uint32_t i)
{
	if (t->in == t->out || (t->flags & CONSTRAINT_LEFT))
		return;
	edge_add(c, t->in, t->out, i);
	edge_add(c, t->out, t->in, i);
}

/* Add the constraints of RUN, which the interval passes through, from T on,
 * constraint I. */
static inline void
run_pass(SpillPlacement *c, const Run *run, BlockConstraint *t, uint32_t i)
{
	const Run passed = {.in = true, .out = true};

	for (BlockId b = run->block; b < run->end; b++, t++) {
		constraint_add(c, &passed, b, t);
		boundaries_tie(c, t, ++i);
	}
}

void
constraints_make(SpillPlacement *c)
{
	uint32_t n = 0, use = 0;

	if (c->has_constraints)
		return;
	c->has_constraints = true;
	c->nbundles = BUNDLE_NOBODY + 1;
	c->nmore = 0;
	FOR_ARRAY(Run, run, c->runs, c->nruns) {
		BlockConstraint *t = &c->constraints[n];

		if (run->named) {
			constraint_add(c, run, run->block, t);
			t->flags |= CONSTRAINT_NAMED;
			t->use = (uint16_t)use;
			if (c->uses[use++].wants)
				t->flags |= CONSTRAINT_USED;
			else if (run->in && run->out)
				boundaries_tie(c, t, n + 1);
		} else if (run->in && run->out) {
			run_pass(c, run, t, n);
		} else {
			constraint_add(c, run, run->block, t);
		}
		n += run->end - run->block;
	}
	for (uint32_t i = BUNDLE_NOBODY + 1; i < c->nbundles; i++)
		c->bundle_of[c->bundles[i]] = BUNDLE_NOBODY;
}

bool
constraints_open(Scan *s, VregId v)
{
	if (!s->regions.placement)
		s->regions.placement = placement_make(s);
	s->regions.placement->p = &s->intervals.at[v];
	s->regions.placement->masked =
		class_is_masked(s, s->f->vregs.at[v].cls);
	s->regions.placement->has_constraints = false;
	s->regions.calls_price = 0;
	return blocks_collect(s->regions.placement);
}
