/*
 * Region choice.
 *
 * All block ends and block heads that edges connect form one boundary group:
 * a piece is in the register at all of them or at none, so no edge ever needs
 * a copy.  For one candidate register every group collects a bias: blocks that
 * use the piece near that boundary pull it into the register by their
 * frequency, blocks where the register is taken push it out; blocks that the
 * piece only passes through tie their two groups together.  The signs settle
 * in a few rounds (a Hopfield network).
 *
 * What does not depend on the register is worked out once for all of them;
 * a register is given up as soon as it cannot win any more.
 * Source: LLVM SpillPlacement and SplitKit (Olesen 2011).
 */
#include "core/alloc/busy.h"
#include "core/alloc/region.h"

#include "core/base/bits.h"

#include <math.h>
#include <string.h>

enum { REGION_ROUNDS = 10, REGION_BLOCKS = 4000, REGION_WORK = 2000 };

/* Blocks that the piece passes through tie their groups. */
typedef struct {
	uint32_t group[2]; /* at the head, at the end */
	float weight;
} Link;

enum { /* Site.flags */
       SITE_IN = 1,
       SITE_OUT = 2,
       SITE_MENTIONED = 4,
       SITE_PINNED = 8, /* written where nothing can be stored behind */
       SITE_LEFT = 16,	/* control may leave it before its end */
};

/* What a block of the region is to every register. */
typedef struct {
	uint32_t in, out;  /* groups of the region, where it is live */
	uint32_t from, to; /* slots between which copies may stand */
	SlotIdx first;	   /* of the first mention that takes effect */
	SlotIdx last;	   /* of the last mention */
	float freq;
	uint32_t flags; /* SITE_* */
} Site;

/* First and last call of one mask in a site. */
typedef struct {
	uint32_t calls, site;
	Busy at;
} SiteCalls;

typedef struct Chooser {
	Scan *s;
	const Piece *p;
	bool masked; /* its copies obey the execution mask */
	/* Groups of block boundaries of the function: 2 b for the head of
	 * block b, 2 b + 1 for its end. */
	uint32_t *boundary;
	uint32_t *group_of; /* by these: the group of the region, or NONE */
	VEC(RegionBlock) blocks;
	VEC(Site) sites; /* by block of the region */
	VEC(SiteCalls) calls;
	VEC(uint32_t) groups;
	uint32_t groups_cap;
	/* for the register at hand */
	VEC(Busy) clash; /* by site */
	VEC(Link) links;
	float *bias, *value, *sum; /* by group of the region */
} Chooser;

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

	c->blocks.n = 0;
	while (seg < end || m < p->nmentions) {
		RegionBlock rb = {.block = NONE};
		SlotIdx from, to;

		if (seg < end) {
			SlotIdx at = seg->start > done ? seg->start : done;

			if (at >= seg->end || at / 4 >= slots->npos) {
				seg++;
				continue;
			}
			rb.block = slots->pos_block[at / 4];
		}
		if (m < p->nmentions) {
			BlockId b = mention_block(s, &p->mentions[m]);

			if (b < rb.block)
				rb.block = b;
		}
		from = slot_block_start(slots, rb.block);
		to = slot_block_end(slots, rb.block);
		rb.in = seg < end && seg->start <= from;
		while (seg < end && seg->end < to)
			seg++;
		rb.out = seg < end && seg->start < to;
		rb.start = m;
		while (m < p->nmentions &&
		       mention_block(s, &p->mentions[m]) == rb.block)
			m++;
		rb.end = m;
		done = to;
		VEC_PUSH(s->arena, c->blocks, rb);
		if (c->blocks.n > REGION_BLOCKS)
			return false;
	}
	return true;
}

static uint32_t
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

static Site
site_of(Chooser *c, const RegionBlock *rb)
{
	const Scan *s = c->s;
	BlockId b = rb->block;
	InsnId head = block_copy_head(s, b, c->masked);
	Site t = {.freq = s->freq[b]};

	if (rb->in) {
		t.flags |= SITE_IN;
		t.in = group_touch(c, b * 2);
	}
	if (rb->out) {
		t.flags |= SITE_OUT;
		t.out = group_touch(c, b * 2 + 1);
	}
	/* Its boundaries are one group, which a block before may touch. */
	if (block_leaves_early(s, b)) {
		t.flags |= SITE_LEFT;
		t.in = c->group_of[c->boundary[b * 2]];
	}
	t.from = head < s->f->blocks.at[b].end
			 ? slot_of(&s->live->slots, head, SLOT_BLOCK)
			 : slot_block_end(&s->live->slots, b);
	t.to = slot_at(block_copy_end(s, b), SLOT_BLOCK);
	if (rb->start < rb->end) {
		const PieceMention *m = c->p->mentions;

		t.flags |= SITE_MENTIONED;
		if (block_pins(c, rb))
			t.flags |= SITE_PINNED;
		t.first = slot_at(m[rb->start].pos, SLOT_DEAD);
		t.last = slot_at(m[rb->end - 1].pos, SLOT_DEAD);
	}
	return t;
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

/* Which calls lie in the sites. */
static void
calls_collect(Chooser *c)
{
	Scan *s = c->s;
	uint32_t k, i;

	c->calls.n = 0;
	for (k = 0; k < s->ncalls; k++) {
		const MaskCalls *calls = &s->calls[k];
		uint32_t at = 0;

		for (i = 0; i < c->blocks.n && at < calls->n; i++) {
			BlockId b = c->blocks.at[i].block;
			SlotIdx start = slot_block_start(&s->live->slots, b);
			SlotIdx end = slot_block_end(&s->live->slots, b);
			SiteCalls sc = {k, i, BUSY_NEVER};

			if (calls->at[at] < start)
				at = calls_seek(calls, at, start);
			if (at == calls->n || calls->at[at] >= end)
				continue;
			sc.at.start = calls->at[at];
			at = calls_seek(calls, at, end);
			sc.at.end = calls->at[at - 1] + 1;
			VEC_PUSH(s->arena, c->calls, sc);
		}
	}
}

static void
sites_collect(Chooser *c)
{
	Arena *arena = c->s->arena;
	uint32_t i;

	c->sites.n = c->clash.n = c->groups.n = 0;
	for (i = 0; i < c->blocks.n; i++) {
		VEC_PUSH(arena, c->sites, site_of(c, &c->blocks.at[i]));
		VEC_PUSH(arena, c->clash, BUSY_NEVER);
	}
	for (i = 0; i < c->groups.n; i++)
		c->group_of[c->groups.at[i]] = NONE;
	if (c->groups.n > c->groups_cap) {
		c->groups_cap = c->groups.n * 2;
		c->bias = ARENA_RAW(arena, float, c->groups_cap);
		c->value = ARENA_RAW(arena, float, c->groups_cap);
		c->sum = ARENA_RAW(arena, float, c->groups_cap);
	}
	calls_collect(c);
}

/* Where REG is taken in each site. */
static void
clashes_find(Chooser *c, RegId reg)
{
	Scan *s = c->s;
	const Target *t = s->t;
	Slice units = t->regs[reg].units;
	uint32_t i;

	for (i = 0; i < c->sites.n; i++)
		c->clash.at[i] = BUSY_NEVER;
	for (; units.start < units.end; units.start++) {
		UnitId unit = t->reg_units[units.start];

		for (i = 0; i < c->sites.n; i++) {
			Busy b = busy_at(s, unit, c->blocks.at[i].block);

			busy_widen(&c->clash.at[i], b.start, b.end);
		}
	}
	for (i = 0; i < c->calls.n; i++) {
		const SiteCalls *sc = &c->calls.at[i];

		if (!mask_preserves(s->calls[sc->calls].words, reg))
			busy_widen(&c->clash.at[sc->site], sc->at.start,
				   sc->at.end);
	}
}

static bool
entry_wants_reg(const Site *t, const Busy *clash)
{
	return (t->flags & SITE_MENTIONED) && clash->start > t->first;
}

static bool
exit_wants_reg(const Site *t, const Busy *clash)
{
	return (t->flags & SITE_MENTIONED) &&
	       (busy_never(clash) || clash->end <= t->last);
}

/* What one block says about its two boundaries. */
static void
site_vote(Chooser *c, const Site *t, const Busy *clash)
{
	bool never = busy_never(clash);

	if (never && !(t->flags & SITE_MENTIONED)) {
		if ((t->flags & SITE_IN) && (t->flags & SITE_OUT) &&
		    t->in != t->out)
			VEC_PUSH(c->s->arena, c->links,
				 ((Link){{t->in, t->out}, t->freq}));
		return;
	}
	if (!never && (t->flags & SITE_LEFT)) {
		if (t->in != NONE)
			c->bias[t->in] -= INFINITY;
		return;
	}
	if (t->flags & SITE_IN) {
		if (clash->start < t->from)
			c->bias[t->in] -= INFINITY;
		else
			c->bias[t->in] +=
				entry_wants_reg(t, clash) ? t->freq : -t->freq;
	}
	if (t->flags & SITE_OUT) {
		if (!never && clash->end > t->to)
			c->bias[t->out] -= INFINITY;
		else if (t->flags & SITE_PINNED)
			c->bias[t->out] += INFINITY;
		else
			c->bias[t->out] +=
				exit_wants_reg(t, clash) ? t->freq : -t->freq;
	}
}

/* Let the signs settle. */
static bool
groups_settle(Chooser *c)
{
	uint32_t round, i, n = c->groups.n;
	bool any = false, changed = true;

	/* The first round: no sign is known yet. */
	for (i = 0; i < n; i++) {
		float x = c->bias[i];

		c->value[i] = x > 0 ? 1 : x < 0 ? -1 : 0;
		any |= x > 0;
	}
	/* Signs below zero make none above it. */
	if (!any)
		return false;
	for (round = 1; round < REGION_ROUNDS && changed; round++) {
		changed = any = false;
		memcpy(c->sum, c->bias, n * sizeof(*c->sum));
		for (i = 0; i < c->links.n; i++) {
			const Link *l = &c->links.at[i];
			uint32_t a = l->group[0], b = l->group[1];

			c->sum[a] += l->weight * c->value[b];
			c->sum[b] += l->weight * c->value[a];
		}
		for (i = 0; i < n; i++) {
			float x = c->sum[i];
			float value = x > 0 ? 1 : x < 0 ? -1 : 0;

			changed |= value != c->value[i];
			any |= value > 0;
			c->value[i] = value;
		}
	}
	return any;
}

/* Executions of copies that the choice needs; infinite from BEST on. */
static double
choice_cost(const Chooser *c, double best)
{
	double cost = 0;
	uint32_t i;

	for (i = 0; i < c->sites.n; i++) {
		const Site *t = &c->sites.at[i];
		const Busy *clash = &c->clash.at[i];
		bool in = (t->flags & SITE_IN) && c->value[t->in] > 0;
		bool out = (t->flags & SITE_OUT) && c->value[t->out] > 0;
		unsigned n = 0;

		if (t->flags & SITE_MENTIONED) {
			n += (t->flags & SITE_IN) &&
			     in != entry_wants_reg(t, clash);
			n += (t->flags & SITE_OUT) &&
			     out != exit_wants_reg(t, clash);
		} else if (in && out) {
			n = busy_never(clash) ? 0 : 2;
		} else {
			n = in || out;
		}
		if (!n)
			continue;
		cost += (double)t->freq * n;
		if (cost >= best)
			return INFINITY;
	}
	return cost;
}

/* The same if the piece lives in memory everywhere, where it can. */
static double
memory_cost(const Chooser *c)
{
	double cost = 0;
	uint32_t i, k;

	for (i = 0; i < c->sites.n; i++) {
		const RegionBlock *rb = &c->blocks.at[i];
		const Site *t = &c->sites.at[i];
		unsigned reads = 0, writes = 0;

		if (t->flags & SITE_PINNED)
			return INFINITY;
		for (k = rb->start; k < rb->end; k++) {
			reads |= c->p->mentions[k].flags & MENTION_READ;
			writes |= c->p->mentions[k].flags & MENTION_WRITE;
		}
		cost += (double)t->freq *
			((reads && rb->in) + (writes && rb->out));
	}
	return cost;
}

/* Try register REG: the cost of its best region; infinite if it has none, or
 * from BEST on. */
static double
region_try(Chooser *c, RegId reg, double best)
{
	uint32_t i;

	clashes_find(c, reg);
	c->links.n = 0;
	for (i = 0; i < c->groups.n; i++)
		c->bias[i] = 0;
	for (i = 0; i < c->sites.n; i++)
		site_vote(c, &c->sites.at[i], &c->clash.at[i]);
	if (!groups_settle(c))
		return INFINITY;
	return choice_cost(c, best);
}

/* The register whose region costs less than memory, and least; 0: none. */
static RegId
register_choose(Chooser *c, const Order *order)
{
	uint32_t i, budget = REGION_WORK / (c->sites.n + 1) + 1;
	double best = memory_cost(c) * 0.98, cost;
	RegId reg = 0;

	for (i = 0; i < order->n && i < budget; i++) {
		cost = region_try(c, order->regs[i], best);
		if (cost < best) {
			best = cost;
			reg = order->regs[i];
		}
	}
	return reg;
}

void
region_choose(Scan *s, VregId v, Region *region)
{
	ClassId cls = s->f->vregs.at[v].cls;
	Chooser *c;
	uint32_t i;

	if (!s->chooser)
		s->chooser = chooser_make(s);
	c = s->chooser;
	c->p = &s->pieces.at[v];
	c->masked = class_is_masked(s, cls);
	*region = (Region){0};
	if (!blocks_collect(c))
		return;
	sites_collect(c);
	region->blocks = c->blocks.at;
	region->n = c->blocks.n;
	region->reg = register_choose(c, class_order(s, cls));
	if (!region->reg)
		return;
	region_try(c, region->reg, INFINITY);
	for (i = 0; i < region->n; i++) {
		RegionBlock *rb = &region->blocks[i];
		const Site *t = &c->sites.at[i];
		Busy clash = c->clash.at[i];

		if (!busy_never(&clash)) {
			rb->clash = clash.start;
			rb->clear = clash.end;
		}
		rb->reg_in = rb->in && c->value[t->in] > 0;
		rb->reg_out = rb->out && c->value[t->out] > 0;
	}
}
