/*
 * The blocks of a piece that is to be split by a region, as far as they are the
 * same for every register: the groups of their boundaries, where copies may
 * stand, which mentions come first and last, which calls there are.
 */
#include "core/alloc/region_internal.h"

enum { REGION_BLOCKS = 4000 };

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
		if (slot_block_end(&s->live->slots, i) -
				    slot_block_start(&s->live->slots, i) ==
			    4 ||
		    block_leaves_early(s, i))
			up[group_find(up, i * 2 + 1)] = group_find(up, i * 2);
	for (i = 0; i < n; i++)
		up[i] = group_find(up, i);
}

static Chooser *
chooser_make(Scan *s)
{
	Chooser *c = ARENA_NEW(s->arena, Chooser, 1);
	uint32_t n = s->f->blocks.n * 2 + 1, i;

	c->s = s;
	c->boundary = ARENA_RAW(s->arena, uint32_t, n);
	boundaries_group(s, c->boundary);
	c->group_of = ARENA_RAW(s->arena, uint32_t, n);
	for (i = 0; i < n; i++)
		c->group_of[i] = NONE;
	region_points_find(s);
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
	BlockId next; /* of mention M */

	c->blocks.n = 0;
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
			b = slots->pos_block[at / 4];
		}
		if (next < b)
			b = next;
		from = slot_block_start(slots, b);
		to = done = slot_block_end(slots, b);
		VEC_ROOM(s->arena, c->blocks);
		rb = &c->blocks.at[c->blocks.n++];
		*rb = (RegionBlock){.block = b, .start = m, .end = m};
		rb->in = seg < end && seg->start <= from;
		while (seg < end && seg->end < to)
			seg++;
		rb->out = seg < end && seg->start < to;
		while (next == b) {
			rb->end = ++m;
			next = m < p->nmentions
				       ? mention_block(s, &p->mentions[m])
				       : NONE;
		}
		if (rb->start < rb->end)
			rb->out |= writes_at_end(s, &p->mentions[m - 1]);
		if (c->blocks.n > REGION_BLOCKS)
			return false;
	}
	return true;
}

static inline uint32_t
group_touch(Chooser *c, uint32_t boundary)
{
	uint32_t *group = &c->group_of[c->boundary[boundary]];

	if (*group == NONE) {
		*group = c->groups.n;
		VEC_PUSH(c->s->arena, c->groups, c->boundary[boundary]);
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

static void
site_fill(Chooser *c, const RegionBlock *rb, Site *t)
{
	const BlockPoints *points = &c->s->points[rb->block];

	*t = (Site){.freq = c->s->freq[rb->block],
		    .from = points->from[c->masked],
		    .to = slot_at(points->end, SLOT_BLOCK)};
	if (rb->in) {
		t->flags |= SITE_IN;
		t->in = group_touch(c, rb->block * 2);
	}
	if (rb->out) {
		t->flags |= SITE_OUT;
		t->out = group_touch(c, rb->block * 2 + 1);
	}
	if (rb->in && rb->out && t->in != t->out)
		t->flags |= SITE_LINK;
	/* Its boundaries are one group, which a block before may touch. */
	if (points->leaves) {
		t->flags |= SITE_LEFT;
		t->in = c->group_of[c->boundary[rb->block * 2]];
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

/* The first call at or behind AT, from call LO on. */
static uint32_t
calls_seek(const MaskCalls *calls, uint32_t lo, SlotIdx at)
{
	uint32_t hi = calls->n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (calls->at[mid] >= at)
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

/* Which of CALLS lie in the sites. */
static void
calls_collect(Chooser *c, const MaskCalls *calls)
{
	Scan *s = c->s;
	uint32_t at = 0, i;
	MaskSites m = {
		calls->words, {c->calls.n, 0}, {c->mentioned_calls.n, 0}};

	for (i = 0; i < c->blocks.n && at < calls->n; i++) {
		BlockId b = c->blocks.at[i].block;
		SlotIdx start = slot_block_start(&s->live->slots, b);
		SlotIdx end = slot_block_end(&s->live->slots, b);
		SiteCalls sc = {i, BUSY_NEVER};

		if (calls->at[at] < start)
			at = calls_seek(calls, at, start);
		if (at == calls->n || calls->at[at] >= end)
			continue;
		sc.at.start = calls->at[at];
		at = calls_seek(calls, at, end);
		sc.at.end = calls->at[at - 1] + 1;
		VEC_PUSH(s->arena, c->calls, sc);
		if (c->sites.at[i].flags & SITE_MENTIONED)
			VEC_PUSH(s->arena, c->mentioned_calls, sc);
	}
	m.all.end = c->calls.n;
	m.mentioned.end = c->mentioned_calls.n;
	if (m.all.start < m.all.end)
		VEC_PUSH(s->arena, c->masks, m);
}

/* Room for what is found for a register. */
static void
room_make(Chooser *c)
{
	Arena *arena = c->s->arena;
	uint32_t n = c->groups.n * 2;

	if (c->sites.n > c->sites_cap) {
		c->sites_cap = c->sites.n * 2;
		c->clash = ARENA_RAW(arena, Busy, c->sites_cap);
		c->links = ARENA_RAW(arena, Link, c->sites_cap);
	}
	if (c->groups.n > c->groups_cap) {
		c->groups_cap = n;
		c->bias = ARENA_RAW(arena, float, n);
		c->sum = ARENA_RAW(arena, float, n);
		c->value = ARENA_RAW(arena, Sign, n);
		c->before = ARENA_RAW(arena, Sign, n);
		c->wants = ARENA_RAW(arena, double, n);
		c->refuses = ARENA_RAW(arena, double, n);
	}
}

static void
sites_make(Chooser *c)
{
	Scan *s = c->s;
	uint32_t i;

	c->sites.n = c->mentioned.n = c->groups.n = 0;
	for (i = 0; i < c->blocks.n; i++) {
		VEC_ROOM(s->arena, c->sites);
		site_fill(c, &c->blocks.at[i], &c->sites.at[c->sites.n++]);
		if (c->sites.at[i].flags & SITE_MENTIONED)
			VEC_PUSH(s->arena, c->mentioned, i);
	}
	for (i = 0; i < c->groups.n; i++)
		c->group_of[c->groups.at[i]] = NONE;
	room_make(c);
	c->masks.n = c->calls.n = c->mentioned_calls.n = 0;
	for (i = 0; i < s->ncalls; i++)
		calls_collect(c, &s->calls[i]);
}

bool
sites_collect(Scan *s, VregId v)
{
	if (!s->chooser)
		s->chooser = chooser_make(s);
	s->chooser->p = &s->pieces.at[v];
	s->chooser->masked = class_is_masked(s, s->f->vregs.at[v].cls);
	if (!blocks_collect(s->chooser))
		return false;
	sites_make(s->chooser);
	return true;
}
