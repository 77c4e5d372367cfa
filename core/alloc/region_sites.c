/*
 * The blocks of a piece that is to be split by a region, as far as they are the
 * same for every register: the groups of their boundaries, where copies may
 * stand, which mentions come first and last, which calls there are.
 */
#include "core/alloc/region_internal.h"

#include <string.h>

enum { REGION_BLOCKS = 4000 }; /* that a region may have */

static uint32_t
group_find(uint32_t *up, uint32_t i)
{
	while (up[i] != i)
		i = up[i] = up[up[i]];
	return i;
}

/* Boundary groups of the function: node 2b is the head of block b, 2b + 1 its
 * end. */
static void
boundaries_group(Scan *s, uint32_t *up)
{
	const Func *f = s->f;
	uint32_t n = f->blocks.n * 2, i, k;

	for (i = 0; i < n; i++)
		up[i] = i;
	for (i = 0; i < f->blocks.n; i++) {
		const Block *b = &f->blocks.at[i];

		for (k = b->succs.start; k < b->succs.end; k++) {
			uint32_t x = group_find(up, i * 2 + 1);
			uint32_t y = group_find(up, f->succs.at[k].block * 2);

			if (x < y)
				up[y] = x;
			else
				up[x] = y;
		}
	}
	/* A block without instructions has no room for copies, nor has one
	 * that control may leave before its end. */
	for (i = 0; i < f->blocks.n; i++)
		if (s->points[i + 1].start - s->points[i].start == 4 ||
		    s->points[i].leaves)
			up[group_find(up, i * 2 + 1)] = group_find(up, i * 2);
	for (i = 0; i < n; i++)
		s->points[i / 2].boundary[i % 2] = group_find(up, i);
}

static Chooser *
chooser_make(Scan *s)
{
	Arena *arena = s->arena;
	Chooser *c = ARENA_NEW(arena, Chooser, 1);
	uint32_t n = s->f->blocks.n, groups, i;

	region_points_find(s);
	c->s = s;
	c->group_of = ARENA_RAW(arena, uint32_t, n * 2 + 1);
	boundaries_group(s, c->group_of);
	for (i = 0; i < n * 2; i++)
		c->group_of[i] = GROUP_NOBODY;
	n = n < REGION_BLOCKS ? n : REGION_BLOCKS;
	groups = n * 2 + 1;
	c->blocks = ARENA_RAW(arena, RegionBlock, n + 1);
	c->sites = ARENA_RAW(arena, Site, n + 1);
	c->tie = ARENA_RAW(arena, Quad, n + 1);
	c->tie[NO_TIE] = (Quad){0};
	c->busy = ARENA_RAW(arena, QuadBusy, n + 1);
	c->mentioned = ARENA_RAW(arena, uint32_t, n + 1);
	c->groups = ARENA_RAW(arena, uint32_t, groups);
	c->bias = ARENA_RAW(arena, Quad, groups);
	c->value = ARENA_RAW(arena, Quad, groups);
	c->inside = ARENA_RAW(arena, QuadInt, groups);
	c->awake = ARENA_RAW(arena, uint32_t, groups * (REGION_ROUNDS + 1) + 1);
	c->woken = ARENA_RAW(arena, bool, groups);
	c->ties = ARENA_RAW(arena, Ties, groups);
	c->more = ARENA_RAW(arena, MoreEdge, groups);
	c->chosen = ARENA_RAW(arena, bool, groups);
	return c;
}

bool
writes_at_end(const Scan *s, const PieceMention *m)
{
	return (m->flags & MENTION_EDIT) && (m->flags & MENTION_WRITE) &&
	       s->edits.at[m->ref].after;
}

SlotIdx
mention_left(const PieceMention *m)
{
	return m->flags & MENTION_WRITE ? slot_at(m->pos + 1, SLOT_BLOCK)
					: slot_at(m->pos, SLOT_REG);
}

SlotIdx
mention_entered(const Scan *s, const PieceMention *m)
{
	if (m->flags & MENTION_READ)
		return slot_at(mention_point(s, m), SLOT_BLOCK);
	if ((m->flags & MENTION_EDIT) ||
	    (s->f->opnds.at[m->ref].flags & OPND_EARLY))
		return slot_at(m->pos, SLOT_EARLY);
	return slot_at(m->pos, SLOT_REG);
}

/* Add blocks from B on, and before LAST, through which segment SEG passes
 * whole, before mention M.  Returns the block behind them. */
static inline BlockId
blocks_pass(Chooser *c, const Segment *seg, BlockId b, BlockId last, uint32_t m)
{
	const Slots *slots = &c->s->live->slots;
	RegionBlock rb = {.in = true, .out = true, .start = m, .end = m};
	BlockId end = c->s->f->blocks.n;

	if (c->s->points[b].start < seg->start)
		return b;
	if (seg->end / 4 < slots->npos)
		end = slots->pos_block[seg->end / 4];
	if (end > last)
		end = last;
	if (end > b && end - b > REGION_BLOCKS - c->n)
		end = b + REGION_BLOCKS - c->n;
	for (; b < end; b++) {
		rb.block = b;
		c->blocks[c->n++] = rb;
	}
	return b;
}

/* The blocks that the piece touches. False: too many. */
static bool
blocks_collect(Chooser *c)
{
	Scan *s = c->s;
	const Piece *p = c->p;
	const Slots *slots = &s->live->slots;
	const Segment *seg = p->main.segs, *end = seg + p->main.n;
	uint32_t m = 0;
	SlotIdx done = 0;
	BlockId next;	       /* of mention M */
	BlockId following = 0; /* the block that starts at DONE */

	c->n = c->nmentioned = 0;
	next = p->nmentions ? mention_block(s, p->mentions) : NONE;
	while (seg < end || next != NONE) {
		RegionBlock *rb;
		BlockId b = NONE;
		SlotIdx from, to;

		if (seg < end) {
			SlotIdx at = seg->start > done ? seg->start : done;

			if (at >= seg->end || at / 4 >= slots->npos) {
				seg++;
				continue;
			}
			b = at == done ? following : slots->pos_block[at / 4];
			following = blocks_pass(c, seg, b, next, m);
			if (following > b) {
				done = s->points[following].start;
				continue;
			}
		}
		if (next < b)
			b = next;
		if (c->n == REGION_BLOCKS)
			return false;
		from = s->points[b].start;
		following = b + 1;
		to = done = s->points[b + 1].start;
		rb = &c->blocks[c->n];
		*rb = (RegionBlock){.block = b, .start = m, .end = m};
		rb->in = seg < end && seg->start <= from;
		while (seg < end && seg->end < to)
			seg++;
		rb->out = seg < end && seg->start < to;
		if (next == b)
			c->mentioned[c->nmentioned++] = c->n;
		c->n++;
		if (next != b)
			continue;
		while (next == b) {
			rb->end = ++m;
			next = m < p->nmentions
				       ? mention_block(s, &p->mentions[m])
				       : NONE;
		}
		rb->out |= writes_at_end(s, &p->mentions[m - 1]);
	}
	return true;
}

static inline uint32_t
group_touch(Chooser *c, uint32_t boundary)
{
	uint32_t *group = &c->group_of[boundary];

	if (*group == GROUP_NOBODY) {
		c->groups[c->ngroups] = boundary;
		c->ties[c->ngroups] = (Ties){0};
		*group = c->ngroups++;
	}
	return *group;
}

/* Does a terminator write the piece?  Then nothing can be stored behind. */
static bool
block_pins(const Chooser *c, const RegionBlock *rb)
{
	uint32_t i;

	for (i = rb->start; i < rb->end; i++)
		if (c->p->mentions[i].flags & MENTION_PINNED)
			return true;
	return false;
}

/* What T, of block RB, says unless the piece only passes through. */
static void
site_fill(Chooser *c, const RegionBlock *rb, const BlockPoints *points, Site *t)
{
	t->flags = 0;
	t->in = t->out = GROUP_NOBODY;
	if (rb->in) {
		t->flags |= SITE_IN;
		t->in = group_touch(c, points->boundary[0]);
	}
	if (rb->out) {
		t->flags |= SITE_OUT;
		t->out = group_touch(c, points->boundary[1]);
	}
	/* Its boundaries are one group, which a block before may touch. */
	if (points->leaves) {
		t->flags |= SITE_LEFT;
		t->in = c->group_of[points->boundary[0]];
	}
	if (rb->start < rb->end) {
		const PieceMention *m = c->p->mentions;

		t->flags |= SITE_MENTIONED;
		if (block_pins(c, rb))
			t->flags |= SITE_PINNED;
		t->left = mention_left(&m[rb->start]);
		t->entered = mention_entered(c->s, &m[rb->end - 1]);
	}
}

/* Tie group G to group TO by TIE: before its other edges. */
static inline void
edge_add(Chooser *c, uint32_t g, uint32_t to, uint32_t tie)
{
	Ties *ties = &c->ties[g];
	Edge last = ties->near[GROUP_EDGES - 1];

	memmove(&ties->near[1], &ties->near[0],
		(GROUP_EDGES - 1) * sizeof(*ties->near));
	ties->near[0] = (Edge){to, tie};
	if (last.tie == NO_TIE)
		return;
	c->more[++c->nmore] = (MoreEdge){last, ties->more};
	ties->more = c->nmore;
}

void
sites_make(Chooser *c)
{
	uint32_t i;

	c->ngroups = GROUP_NOBODY + 1;
	c->nmore = 0;
	for (i = 0; i < c->n; i++) {
		const RegionBlock *rb = &c->blocks[i];
		const BlockPoints *points = &c->s->points[rb->block];
		Site *t = &c->sites[i];

		t->block = rb->block;
		t->freq = points->freq;
		t->from = points->from[c->masked];
		t->to = points->to;
		if (rb->in && rb->out && rb->start == rb->end &&
		    !points->leaves) {
			t->flags = SITE_IN | SITE_OUT;
			t->in = group_touch(c, points->boundary[0]);
			t->out = group_touch(c, points->boundary[1]);
			if (t->in != t->out) {
				edge_add(c, t->in, t->out, i + 1);
				edge_add(c, t->out, t->in, i + 1);
			}
		} else {
			site_fill(c, rb, points, t);
		}
	}
	for (i = GROUP_NOBODY + 1; i < c->ngroups; i++)
		c->group_of[c->groups[i]] = GROUP_NOBODY;
}

bool
sites_open(Scan *s, VregId v)
{
	if (!s->chooser)
		s->chooser = chooser_make(s);
	s->chooser->p = &s->pieces.at[v];
	s->chooser->masked = class_is_masked(s, s->f->vregs.at[v].cls);
	return blocks_collect(s->chooser);
}
