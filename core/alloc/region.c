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
 * Source: LLVM SpillPlacement and SplitKit (Olesen 2011).
 */
#include "core/alloc/region.h"

#include "core/base/bits.h"

#include <math.h>

enum { REGION_ROUNDS = 10, REGION_BLOCKS = 4000, REGION_WORK = 2000 };

typedef struct {
	uint32_t group[2]; /* at the head, at the end */
	float weight;
} Link;

typedef struct {
	Scan *s;
	const Piece *p;
	Region *region;
	bool masked; /* its copies obey the execution mask */
	VEC(uint32_t) groups;
	VEC(Link) links;
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
groups_make(Scan *s)
{
	const Func *f = s->f;
	uint32_t n = f->blocks.n * 2, i, k;

	s->groups = ARENA_RAW(s->arena, uint32_t, n + 1);
	for (i = 0; i < n; i++)
		s->groups[i] = i;
	for (i = 0; i < f->blocks.n; i++) {
		const Block *b = &f->blocks.at[i];

		for (k = b->succs.start; k < b->succs.end; k++) {
			uint32_t x = group_find(s->groups, i * 2 + 1);
			uint32_t y =
				group_find(s->groups, f->succs.at[k].block * 2);

			if (x < y)
				s->groups[y] = x;
			else
				s->groups[x] = y;
		}
	}
	/* A block without instructions has no room for copies, nor has one
	 * that control may leave before its end. */
	for (i = 0; i < f->blocks.n; i++)
		if (slot_block_end(&s->live->slots, i) -
				    slot_block_start(&s->live->slots, i) ==
			    4 ||
		    block_leaves_early(s, i))
			s->groups[group_find(s->groups, i * 2 + 1)] =
				group_find(s->groups, i * 2);
	for (i = 0; i < n; i++)
		s->groups[i] = group_find(s->groups, i);
	s->group_bias = ARENA_NEW(s->arena, float, n + 1);
	s->group_value = ARENA_NEW(s->arena, int8_t, n + 1);
	s->group_index = ARENA_NEW(s->arena, uint32_t, n + 1);
}

static InsnId
copy_head_find(const Scan *s, BlockId b, RegId exec)
{
	const Func *f = s->f;
	InsnId i, at = f->blocks.at[b].first, end = f->blocks.at[b].end;
	uint32_t k;

	/* Copies stand in front of `at`: advance it over the prologue. */
	for (i = at; i < end; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);
		uint32_t flags = insn_flags(f, insn);
		bool skip = insn_is(f, insn, WK_EH_LABEL) ||
			    (insn->flags &
			     (INSN_DEBUG | INSN_PARALLEL | INSN_BUNDLED));

		if (flags & OP_TERMINATOR)
			break;
		for (k = 0; k < insn->nopnds && exec; k++)
			if (o[k].kind == OPND_REG && o[k].val == exec &&
			    (o[k].flags & OPND_DEF) &&
			    !insn_is(f, insn, WK_COPY))
				skip = true;
		if (!skip)
			break;
		if (!(insn->flags & INSN_DEBUG))
			at = i + 1;
	}
	while (at < end && (func_insn(f, at)->flags &
			    (INSN_DEBUG | INSN_BUNDLED | INSN_PARALLEL)))
		at++;
	return at;
}

bool
class_is_masked(const Scan *s, ClassId cls)
{
	const SpillRule *rule = func_spill(s->f, cls, s->t->stack_align);

	return rule && !rule->stack_id;
}

static uint32_t
copy_end_find(const Scan *s, BlockId b)
{
	const Slots *slots = &s->live->slots;
	InsnId at = block_first_terminator(s->f, b);

	return at < s->f->blocks.at[b].end ? slots->insn_pos[at]
					   : slots->block_start[b + 1] / 4;
}

InsnId
block_copy_head(const Scan *s, BlockId b, bool masked)
{
	return s->points[b].head[masked];
}

uint32_t
block_copy_end(const Scan *s, BlockId b)
{
	return s->points[b].end;
}

static void
points_find(Scan *s)
{
	RegId exec = target_reg(s->t, "exec", 4);
	BlockId b;

	s->points = ARENA_RAW(s->arena, BlockPoints, s->f->blocks.n + 1);
	for (b = 0; b < s->f->blocks.n; b++) {
		s->points[b].head[0] = copy_head_find(s, b, 0);
		s->points[b].head[1] = exec ? copy_head_find(s, b, exec)
					    : s->points[b].head[0];
		s->points[b].end = copy_end_find(s, b);
	}
}

/* The blocks that the piece touches. False: too many. */
static bool
blocks_collect(Chooser *c)
{
	Scan *s = c->s;
	const Piece *p = c->p;
	const Slots *slots = &s->live->slots;
	VEC(RegionBlock) blocks = {0};
	uint32_t seg = 0, m = 0;
	BlockId b = 0, last = NONE;

	for (seg = 0; seg < p->main.n || m < p->nmentions;) {
		RegionBlock rb = {0};
		BlockId next = NONE;

		if (seg < p->main.n) {
			SlotIdx at = p->main.segs[seg].start;

			if (last != NONE && at < slot_block_end(slots, last))
				at = slot_block_end(slots, last);
			if (at >= p->main.segs[seg].end) {
				seg++;
				continue;
			}
			next = slots->pos_block[at / 4];
		}
		b = m < p->nmentions ? mention_block(s, &p->mentions[m]) : NONE;
		if (next != NONE && next < b)
			b = next;
		rb.block = last = b;
		rb.in = segs_contain(&p->main, slot_block_start(slots, b));
		rb.out = segs_contain(&p->main, slot_block_end(slots, b) - 1);
		rb.start = m;
		while (m < p->nmentions &&
		       mention_block(s, &p->mentions[m]) == b)
			m++;
		rb.end = m;
		VEC_PUSH(s->arena, blocks, rb);
		if (blocks.n > REGION_BLOCKS)
			return false;
	}
	c->region->blocks = blocks.at;
	c->region->n = blocks.n;
	return true;
}

static void
clash_add(RegionBlock *rb, SlotIdx start, SlotIdx end)
{
	if (rb->clash == rb->clear) {
		rb->clash = start;
		rb->clear = end;
		return;
	}
	if (start < rb->clash)
		rb->clash = start;
	if (end > rb->clear)
		rb->clear = end;
}

/* The first of the segments [SEG, END) that ends behind AT: gallop, then
 * halve. */
static const Segment *
segment_seek(const Segment *seg, const Segment *end, SlotIdx at)
{
	ptrdiff_t step = 1, n;

	while (end - seg > step && seg[step - 1].end <= at) {
		seg += step;
		step *= 2;
	}
	n = end - seg < step ? end - seg : step;
	while (n > 0) {
		ptrdiff_t half = n / 2;

		if (seg[half].end <= at) {
			seg += half + 1;
			n -= half + 1;
		} else {
			n = half;
		}
	}
	return seg;
}

/* Where fixed ranges and other pieces hold UNIT while SEGS hold a value, block
 * by block. */
static void
clashes_of_unit(Chooser *c, UnitId unit)
{
	Scan *s = c->s;
	const Live *live = s->live;
	const LiveRange *fixed = &live->units[unit];
	const Segment *seg = live->segs.at + fixed->segs.start;
	const Segment *seg_end = live->segs.at + fixed->segs.end;
	SegCursor cursor = segset_seek(&s->units[unit], 0);
	uint32_t i;

	for (i = 0; i < c->region->n; i++) {
		RegionBlock *rb = &c->region->blocks[i];
		SlotIdx start = slot_block_start(&live->slots, rb->block);
		SlotIdx end = slot_block_end(&live->slots, rb->block);
		const OwnedSeg *own;
		SegCursor k;

		seg = segment_seek(seg, seg_end, start);
		for (const Segment *x = seg; x < seg_end && x->start < end; x++)
			clash_add(rb, x->start > start ? x->start : start,
				  x->end < end ? x->end : end);
		segset_forward(&cursor, start);
		for (k = cursor; (own = segset_at(k)) && own->start < end;
		     segset_next(&k))
			clash_add(rb, own->start > start ? own->start : start,
				  own->end < end ? own->end : end);
	}
}

/* The first call at or behind AT. */
static uint32_t
calls_seek(const MaskCalls *calls, SlotIdx at)
{
	uint32_t lo = 0, hi = calls->n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (calls->at[mid] >= at)
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

static void
clashes_of_calls(Chooser *c, RegId reg)
{
	Scan *s = c->s;
	uint32_t i, k;

	for (k = 0; k < s->ncalls; k++) {
		const MaskCalls *calls = &s->calls[k];
		uint32_t at;

		if (mask_preserves(calls->words, reg))
			continue;
		at = calls_seek(calls,
				slot_block_start(&s->live->slots,
						 c->region->blocks[0].block));
		for (i = 0; i < c->region->n && at < calls->n; i++) {
			RegionBlock *rb = &c->region->blocks[i];
			SlotIdx start =
				slot_block_start(&s->live->slots, rb->block);
			SlotIdx end =
				slot_block_end(&s->live->slots, rb->block);

			while (at < calls->n && calls->at[at] < start)
				at++;
			for (uint32_t x = at;
			     x < calls->n && calls->at[x] < end; x++)
				clash_add(rb, calls->at[x], calls->at[x] + 1);
		}
	}
}

static void
group_touch(Chooser *c, uint32_t g)
{
	if (c->s->group_value[g] != 2)
		return;
	c->s->group_value[g] = 0;
	c->s->group_bias[g] = 0;
	VEC_PUSH(c->s->arena, c->groups, g);
}

/* Slots of the first and last mention. */
static SlotIdx
first_use(const Chooser *c, const RegionBlock *rb)
{
	return slot_at(c->p->mentions[rb->start].pos, SLOT_BLOCK);
}

static SlotIdx
last_use(const Chooser *c, const RegionBlock *rb)
{
	return slot_at(c->p->mentions[rb->end - 1].pos, SLOT_DEAD);
}

static bool
entry_wants_reg(const Chooser *c, const RegionBlock *rb)
{
	return rb->start < rb->end &&
	       (rb->clash == rb->clear ||
		rb->clash > first_use(c, rb) + SLOT_DEAD);
}

static bool
exit_wants_reg(const Chooser *c, const RegionBlock *rb)
{
	return rb->start < rb->end &&
	       (rb->clash == rb->clear || rb->clear <= last_use(c, rb));
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

/* What one block says about its two boundaries. */
static void
block_vote(Chooser *c, const RegionBlock *rb)
{
	Scan *s = c->s;
	uint32_t in = s->groups[rb->block * 2];
	uint32_t out = s->groups[rb->block * 2 + 1];
	float freq = s->freq[rb->block];
	bool clash = rb->clash != rb->clear;
	InsnId head = block_copy_head(s, rb->block, c->masked);
	SlotIdx head_at = head < s->f->blocks.at[rb->block].end
				  ? slot_of(&s->live->slots, head, SLOT_BLOCK)
				  : slot_block_end(&s->live->slots, rb->block);
	SlotIdx end_at = slot_at(block_copy_end(s, rb->block), SLOT_BLOCK);

	if (rb->in)
		group_touch(c, in);
	if (rb->out)
		group_touch(c, out);
	if (clash && block_leaves_early(s, rb->block)) {
		s->group_bias[in] -= INFINITY;
		return;
	}
	if (rb->start == rb->end && !clash) {
		if (rb->in && rb->out)
			VEC_PUSH(s->arena, c->links, ((Link){{in, out}, freq}));
		return;
	}
	if (rb->in) {
		if (clash && rb->clash < head_at)
			s->group_bias[in] -= INFINITY;
		else
			s->group_bias[in] +=
				entry_wants_reg(c, rb) ? freq : -freq;
	}
	if (rb->out && block_pins(c, rb)) {
		s->group_bias[out] +=
			clash && rb->clear > end_at ? -INFINITY : INFINITY;
	} else if (rb->out) {
		if (clash && rb->clear > end_at)
			s->group_bias[out] -= INFINITY;
		else
			s->group_bias[out] +=
				exit_wants_reg(c, rb) ? freq : -freq;
	}
}

/* Let the signs settle. */
static bool
groups_settle(Chooser *c)
{
	Scan *s = c->s;
	uint32_t round, i;
	bool any = false, changed = true;
	float *sum = ARENA_RAW(s->arena, float, c->groups.n + 1);
	uint32_t *index = s->group_index;

	for (i = 0; i < c->groups.n; i++)
		index[c->groups.at[i]] = i;
	for (round = 0; round < REGION_ROUNDS && changed; round++) {
		changed = false;
		for (i = 0; i < c->groups.n; i++)
			sum[i] = s->group_bias[c->groups.at[i]];
		for (i = 0; i < c->links.n; i++) {
			const Link *l = &c->links.at[i];
			uint32_t a = l->group[0], b = l->group[1];

			if (a == b)
				continue;
			sum[index[a]] += l->weight * s->group_value[b];
			sum[index[b]] += l->weight * s->group_value[a];
		}
		for (i = 0; i < c->groups.n; i++) {
			uint32_t g = c->groups.at[i];
			int8_t value = sum[i] > 0 ? 1 : sum[i] < 0 ? -1 : 0;

			changed |= value != s->group_value[g];
			s->group_value[g] = value;
		}
	}
	for (i = 0; i < c->groups.n; i++)
		any |= s->group_value[c->groups.at[i]] > 0;
	return any;
}

/* Executions of copies that the choice needs. */
static double
choice_cost(const Chooser *c)
{
	const Scan *s = c->s;
	double cost = 0;
	uint32_t i;

	for (i = 0; i < c->region->n; i++) {
		const RegionBlock *rb = &c->region->blocks[i];
		bool in =
			rb->in && s->group_value[s->groups[rb->block * 2]] > 0;
		bool out = rb->out &&
			   s->group_value[s->groups[rb->block * 2 + 1]] > 0;
		unsigned n = 0;

		if (rb->start < rb->end) {
			n += rb->in && in != entry_wants_reg(c, rb);
			n += rb->out && out != exit_wants_reg(c, rb);
		} else if (in && out) {
			n = rb->clash != rb->clear ? 2 : 0;
		} else {
			n = in || out;
		}
		cost += (double)s->freq[rb->block] * n;
	}
	return cost;
}

/* The same if the piece lives in memory everywhere, where it can. */
static double
memory_cost(const Chooser *c)
{
	const Scan *s = c->s;
	double cost = 0;
	uint32_t i, k;

	for (i = 0; i < c->region->n; i++) {
		const RegionBlock *rb = &c->region->blocks[i];
		unsigned reads = 0, writes = 0;

		if (block_pins(c, rb))
			return INFINITY;
		for (k = rb->start; k < rb->end; k++) {
			reads |= c->p->mentions[k].flags & MENTION_READ;
			writes |= c->p->mentions[k].flags & MENTION_WRITE;
		}
		cost += (double)s->freq[rb->block] *
			((reads && rb->in) + (writes && rb->out));
	}
	return cost;
}

static void
clashes_find(Chooser *c, RegId reg)
{
	Slice units = c->s->t->regs[reg].units;
	uint32_t i;

	for (i = 0; i < c->region->n; i++)
		c->region->blocks[i].clash = c->region->blocks[i].clear = 0;
	for (i = units.start; i < units.end; i++)
		clashes_of_unit(c, c->s->t->reg_units[i]);
	clashes_of_calls(c, reg);
}

/* Try register REG: the cost of its best region; infinite if it has none. */
static double
region_try(Chooser *c, RegId reg)
{
	Scan *s = c->s;
	uint32_t i;

	clashes_find(c, reg);
	c->groups.n = 0;
	c->links.n = 0;
	for (i = 0; i < c->region->n; i++) {
		const RegionBlock *rb = &c->region->blocks[i];

		s->group_value[s->groups[rb->block * 2]] = 2;
		s->group_value[s->groups[rb->block * 2 + 1]] = 2;
	}
	for (i = 0; i < c->region->n; i++)
		block_vote(c, &c->region->blocks[i]);
	if (!groups_settle(c))
		return INFINITY;
	return choice_cost(c);
}

void
region_choose(Scan *s, VregId v, Region *region)
{
	Chooser c = {.s = s, .p = &s->pieces.at[v], .region = region};
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	uint32_t i, budget;
	double best, cost;

	region->reg = 0;
	region->n = 0;
	c.masked = class_is_masked(s, s->f->vregs.at[v].cls);
	if (!s->groups) {
		groups_make(s);
		points_find(s);
	}
	if (!blocks_collect(&c)) {
		region->n = 0;
		return;
	}
	best = memory_cost(&c) * 0.98;
	budget = REGION_WORK / (region->n + 1) + 1;
	for (i = 0; i < order->n && i < budget; i++) {
		cost = region_try(&c, order->regs[i]);
		if (cost < best) {
			best = cost;
			region->reg = order->regs[i];
		}
	}
	if (region->reg)
		region_try(&c, region->reg);
	for (i = 0; i < region->n; i++) {
		RegionBlock *rb = &region->blocks[i];

		if (!region->reg)
			rb->clash = rb->clear = 0;
		rb->reg_in = region->reg && rb->in &&
			     s->group_value[s->groups[rb->block * 2]] > 0;
		rb->reg_out = region->reg && rb->out &&
			      s->group_value[s->groups[rb->block * 2 + 1]] > 0;
	}
}
