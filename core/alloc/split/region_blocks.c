/*
 * The blocks of a piece that is to be split by a region, as far as they are the
 * same for every register: the groups of their boundaries, where copies may
 * stand, which mentions come first and last, which calls there are.
 */
#include "core/alloc/split/region_internal.h"

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
boundaries_group(Scan *s)
{
	const Func *f = s->f;
	const SlotIdx *start = s->live->slots.block_start;
	uint32_t n = f->blocks.n * 2, i, k;
	uint32_t *up = ARENA_RAW(s->arena, uint32_t, n + 1);

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
		if (start[i + 1] - start[i] == 4 || s->points[i].leaves)
			up[group_find(up, i * 2 + 1)] = group_find(up, i * 2);
	for (i = 0; i < n; i++)
		s->points[i / 2].boundary[i % 2] = group_find(up, i);
}

static Chooser *
chooser_make(Scan *s)
{
	Arena *arena = s->arena;
	Chooser *c = ARENA_NEW(arena, Chooser, 1);
	uint32_t n = s->f->blocks.n, groups;

	region_points_find(s);
	c->s = s;
	boundaries_group(s);
	c->group_of = ARENA_NEW(arena, GroupId, n * 2 + 1);
	n = n < REGION_BLOCKS ? n : REGION_BLOCKS;
	groups = n * 2 + 1;
	c->blocks = ARENA_RAW(arena, RegionBlock, n + 1);
	c->runs = ARENA_RAW(arena, Run, n + 1);
	c->stop_blocks = ARENA_RAW(arena, RegionBlock, n + 1);
	c->stops = ARENA_RAW(arena, Stop, n + 1);
	c->sites = ARENA_RAW(arena, Site, n + 1);
	c->tie = ARENA_RAW(arena, Quad, n + 1);
	c->tie[NO_TIE] = (Quad){0};
	c->groups = ARENA_RAW(arena, uint32_t, groups);
	c->bias = ARENA_RAW(arena, Quad, groups);
	c->value = ARENA_RAW(arena, Quad, groups);
	c->awake = ARENA_RAW(arena, GroupId, groups * (REGION_ROUNDS + 1) + 1);
	c->asleep = ARENA_RAW(arena, bool, groups);
	c->ties = ARENA_RAW(arena, Ties, groups);
	c->more = ARENA_RAW(arena, MoreEdge, groups);
	c->chosen = ARENA_RAW(arena, bool, groups);
	return c;
}

/* Is M an edit that writes behind the last instruction of its block? */
static bool
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

static inline void
run_add(Chooser *c, Run run)
{
	c->runs[c->nruns++] = run;
	c->n += run.end - run.block;
}

/* Add blocks from B on, and before LAST, through which segment SEG passes
 * whole.  Returns the block behind them. */
static inline BlockId
blocks_pass(Chooser *c, const Segment *seg, BlockId b, BlockId last)
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

	c->n = c->nruns = c->nstops = 0;
	next = p->nmentions ? mention_block(s, p->mentions) : NONE;
	while (seg < end || next != NONE) {
		BlockId b = NONE;
		SlotIdx from, to;
		Run run;

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
		from = slots->block_start[b];
		following = b + 1;
		to = done = slots->block_start[b + 1];
		run = (Run){.block = b, .end = b + 1, .mentioned = next == b};
		run.in = seg < end && seg->start <= from;
		while (seg < end && seg->end < to)
			seg++;
		run.out = seg < end && seg->start < to;
		if (next == b) {
			RegionBlock rb = {.block = b, .start = m};

			while (next == b)
				next = ++m < p->nmentions
					       ? mention_block(s,
							       &p->mentions[m])
					       : NONE;
			run.out |= writes_at_end(s, &p->mentions[m - 1]);
			rb.in = run.in;
			rb.out = run.out;
			rb.end = m;
			c->stop_blocks[c->nstops++] = rb;
		}
		run_add(c, run);
	}
	return true;
}

void
stops_make(Chooser *c)
{
	const PieceMention *m = c->p->mentions;
	uint32_t i, k;

	for (i = 0; i < c->nstops; i++) {
		const RegionBlock *rb = &c->stop_blocks[i];
		Stop *stop = &c->stops[i];
		uint32_t flags = 0;

		for (k = rb->start; k < rb->end; k++)
			flags |= m[k].flags;
		stop->pinned = flags & MENTION_PINNED;
		stop->freq = c->s->points[rb->block].freq;
		stop->left = mention_left(&m[rb->start]);
		stop->entered = mention_entered(c->s, &m[rb->end - 1]);
	}
}

static inline GroupId
group_touch(Chooser *c, uint32_t boundary)
{
	GroupId *group = &c->group_of[boundary];

	if (*group == GROUP_NOBODY) {
		c->groups[c->ngroups] = boundary;
		c->ties[c->ngroups] = (Ties){0};
		*group = (GroupId)c->ngroups++;
	}
	return *group;
}

/* Tie group G to group TO by TIE. */
static inline void
edge_add(Chooser *c, GroupId g, GroupId to, uint32_t tie)
{
	Ties *ties = &c->ties[g];
	Edge edge = {to, (uint16_t)tie};

	if (ties->n < GROUP_EDGES) {
		ties->near[ties->n++] = edge;
		return;
	}
	c->more[++c->nmore] = (MoreEdge){edge, ties->more};
	ties->more = (uint16_t)c->nmore;
}

/* Add site T of block B, of RUN. */
static inline void
site_add(Chooser *c, const Run *run, BlockId b, Site *t)
{
	const BlockPoints *points = &c->s->points[b];

	t->block = b;
	t->freq = points->freq;
	t->from = points->from[c->masked];
	t->to = points->to;
	t->flags = 0;
	t->in = t->out = GROUP_NOBODY;
	if (run->in) {
		t->flags |= SITE_IN;
		t->in = group_touch(c, points->boundary[0]);
	}
	if (run->out) {
		t->flags |= SITE_OUT;
		t->out = group_touch(c, points->boundary[1]);
	}
	/* Its boundaries are one group, which a block before may touch. */
	if (points->leaves) {
		t->flags |= SITE_LEFT;
		t->in = c->group_of[points->boundary[0]];
	}
}

/* Add the sites of RUN, which the piece passes through, from T on, site I. */
static inline void
run_pass(Chooser *c, const Run *run, Site *t, uint32_t i)
{
	const Run passed = {.in = true, .out = true};
	BlockId b;

	for (b = run->block; b < run->end; b++, t++) {
		site_add(c, &passed, b, t);
		i++;
		if (t->in == t->out || (t->flags & SITE_LEFT))
			continue;
		edge_add(c, t->in, t->out, i);
		edge_add(c, t->out, t->in, i);
	}
}

void
sites_make(Chooser *c)
{
	uint32_t i, n = 0, stop = 0;

	if (c->has_sites)
		return;
	c->has_sites = true;
	c->ngroups = GROUP_NOBODY + 1;
	c->nmore = 0;
	for (i = 0; i < c->nruns; i++) {
		const Run *run = &c->runs[i];
		Site *t = &c->sites[n];

		if (run->mentioned) {
			site_add(c, run, run->block, t);
			t->flags |= SITE_MENTIONED;
			t->stop = (uint16_t)stop++;
		} else if (run->in && run->out) {
			run_pass(c, run, t, n);
		} else {
			site_add(c, run, run->block, t);
		}
		n += run->end - run->block;
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
	s->chooser->has_sites = false;
	return blocks_collect(s->chooser);
}
