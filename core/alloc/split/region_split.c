/*
 * Splitting a piece of several blocks by a region.
 *
 * In each block the piece's mentions fall into three sections: those that the
 * register reaches from the head of the block before it is taken, those that
 * it reaches backwards from the end, and those in between.  The first and the
 * third become the region's piece, the second a piece of its own if it has at
 * least two instructions; all else is the rest, which may be split again or is
 * bound for memory.
 * Copies between them stand inside the block: the rest is written right behind
 * the last write of a section (or at the head), a section is entered right
 * before its first read (or at the end of the block).
 */
#include "core/alloc/interference/block_cache.h"
#include "core/alloc/split/region.h"

#include <math.h>

enum {
	REGION_WASTE = 8000, /* blocks looked at before giving up begins */
	OTHER_BLOCKS = 8,    /* of a region whose other registers are tried */
};

/* A region may cost as much more than none: what is outside can be split again,
 * with another register. */
#define REGION_SHARE 1.1

/* A region around a hinted register may cost so much more than it saves: that
 * is looked at closely before it is made. */
#define HINT_SHARE 2.5

/* Where a value of the block is at the moment. */
typedef struct {
	VregId at;	     /* piece that holds it; NONE: nobody */
	bool in_rest;	     /* the rest holds it too */
	InsnId last_write;   /* last instruction of the section that wrote it;
				NONE: none */
	uint32_t rest_point; /* where the rest was last written, and from */
	VregId rest_from;
} Current;

typedef struct {
	Scan *s;
	VregId v, main, rest;
	bool masked;
	MentionVec main_mentions, rest_mentions;
	bool memory; /* the rest is bound for memory */
	bool trial;  /* change nothing, only ... */
	double cost; /* ... add up the executions of copies */
} Splitter;

/* What stand for the pieces in a trial. */
enum { TRIAL_MAIN = 1, TRIAL_REST, TRIAL_LOCAL };

/* What it costs that mention M belongs to piece TO: a load or a store if that
 * is in memory. */
static double
trial_mention(const Splitter *sp, const PieceMention *m, VregId to)
{
	if (to != TRIAL_REST || !sp->memory)
		return 0;
	return (double)sp->s->freq[mention_block(sp->s, m)] *
	       (!!(m->flags & MENTION_READ) + !!(m->flags & MENTION_WRITE));
}

static bool
edit_reads(const PieceMention *m)
{
	return (m->flags & MENTION_EDIT) && (m->flags & MENTION_READ);
}

static void
mentions_give_all(Splitter *sp, uint32_t start, uint32_t end, VregId to,
		  MentionVec *mentions, Current *cur, MentionVec *from)
{
	Scan *s = sp->s;
	const PieceMention *m = s->pieces.at[sp->v].mentions;
	uint32_t i;

	for (i = start; i < end; i++) {
		if (sp->trial) {
			sp->cost += trial_mention(sp, &m[i], to);
		} else if (to == sp->rest && edit_reads(&m[i]) &&
			   m[i].pos == cur->rest_point) {
			/* The rest gets the value at this very point. */
			mention_insert(s, from, m[i]);
			mention_rename(s, &m[i], cur->rest_from);
		} else {
			mention_insert(s, mentions, m[i]);
			mention_rename(s, &m[i], to);
		}
		if (m[i].flags & MENTION_WRITE) {
			cur->last_write = m[i].insn;
			cur->in_rest = to == sp->rest;
		}
	}
	if (mentions_first(m, start, end) < end)
		cur->at = to;
}

/* Give mentions [START, END) to piece TO, whose own are MENTIONS; FROM: those
 * of the piece that the rest was filled from.  Mostly there are none. */
static inline void
mentions_give(Splitter *sp, uint32_t start, uint32_t end, VregId to,
	      MentionVec *mentions, Current *cur, MentionVec *from)
{
	if (start < end)
		mentions_give_all(sp, start, end, to, mentions, cur, from);
}

/* Have the rest hold the current value. */
static void
rest_fill(Splitter *sp, BlockId b, Current *cur, MentionVec *from)
{
	Scan *s = sp->s;
	Edit e = {.kind = EDIT_COPY,
		  .dst = sp->rest,
		  .src = cur->at,
		  .slot = NONE,
		  .remat = NONE};

	if (cur->in_rest || cur->at == NONE)
		return;
	cur->in_rest = true;
	if (sp->trial) {
		sp->cost += (double)s->freq[b];
		return;
	}
	if (cur->last_write != NONE)
		edit_place_behind(s, cur->last_write, &e);
	else
		edit_place_at(s, b, block_copy_head(s, b, sp->masked), &e);
	copy_add(s, e, from, &sp->rest_mentions);
	cur->rest_point = edit_point(s, &e);
	cur->rest_from = cur->at;
}

/* Have piece TO hold the value at the point before INSN of block B, or NONE: at
 * its end. */
static void
section_enter(Splitter *sp, BlockId b, InsnId insn, VregId to,
	      MentionVec *mentions, Current *cur, MentionVec *from)
{
	Scan *s = sp->s;
	Edit e = {.kind = EDIT_COPY,
		  .dst = to,
		  .src = sp->rest,
		  .slot = NONE,
		  .remat = NONE};

	cur->at = to;
	cur->last_write = NONE;
	if (sp->trial) {
		sp->cost += (double)s->freq[b];
		return;
	}
	if (insn == NONE)
		insn = block_first_terminator(s->f, b);
	edit_place_at(s, b, insn, &e);
	/* The rest gets it at this very point: both read the same source. */
	if (cur->rest_point == edit_point(s, &e)) {
		e.src = cur->rest_from;
		copy_add(s, e, from, mentions);
	} else {
		copy_add(s, e, &sp->rest_mentions, mentions);
	}
}

/* Has mention M the same point as the one before it? */
static bool
points_meet(const Scan *s, const PieceMention *m)
{
	return mention_point(s, m) == mention_point(s, m - 1);
}

/* First mention of the section in the middle, and of the last section. */
static void
sections_find(const Splitter *sp, const RegionBlock *rb, uint32_t *middle,
	      uint32_t *last)
{
	const PieceMention *m = sp->s->pieces.at[sp->v].mentions;
	bool clash = rb->clash != rb->clear;

	*middle = rb->start;
	*last = rb->end;
	if (rb->reg_in)
		while (*middle < rb->end &&
		       (!clash || mention_left(&m[*middle]) <= rb->clash))
			++*middle;
	if (rb->reg_out)
		while (*last > *middle &&
		       (!clash ||
			mention_entered(sp->s, &m[*last - 1]) >= rb->clear))
			--*last;
	/* A section cannot be entered at the point where an edit reads it; and
	 * what has one point stays together: the mentions of an instruction,
	 * those of all terminators. */
	while (*last < rb->end &&
	       (edit_reads(&m[*last]) ||
		(*last > *middle && points_meet(sp->s, &m[*last]))))
		++*last;
	while (*middle > rb->start && *middle < rb->end &&
	       points_meet(sp->s, &m[*middle]))
		--*middle;
}

/* Does a terminator write the piece in these mentions? */
static bool
run_is_pinned(const PieceMention *m, uint32_t start, uint32_t end)
{
	for (; start < end; start++)
		if (m[start].flags & MENTION_PINNED)
			return true;
	return false;
}

/* The mentions between the sections of the main piece: in a piece of their own
 * if that is worth it.  Returns that piece, or NONE. */
static VregId
middle_split(Splitter *sp, const RegionBlock *rb, uint32_t start, uint32_t end,
	     MentionVec *mentions, Current *cur)
{
	Scan *s = sp->s;
	const PieceMention *m = s->pieces.at[sp->v].mentions;
	MentionVec *from = &sp->main_mentions;
	uint32_t lead = start;
	VregId local;

	if (mentions_read(m, start, end))
		rest_fill(sp, rb->block, cur, from);
	while (lead < end && edit_reads(&m[lead]))
		lead++;
	mentions_give(sp, start, lead, sp->rest, &sp->rest_mentions, cur, from);
	if (run_is_pinned(m, lead, end) || !mentions_worth(m, lead, end) ||
	    mentions_first(m, lead, end) == end ||
	    (rb->out && block_leaves_early(s, rb->block) &&
	     mentions_write(m, lead, end))) {
		mentions_give(sp, lead, end, sp->rest, &sp->rest_mentions, cur,
			      from);
		return NONE;
	}
	local = sp->trial ? TRIAL_LOCAL : piece_add(s, sp->v);
	m = s->pieces.at[sp->v].mentions;
	if (mentions_read(m, lead, end))
		section_enter(sp, rb->block, m[lead].insn, local, mentions, cur,
			      from);
	mentions_give(sp, lead, end, local, mentions, cur, from);
	return local;
}

static void
sections_split(Splitter *sp, const RegionBlock *rb)
{
	Scan *s = sp->s;
	const PieceMention *m = s->pieces.at[sp->v].mentions;
	Current cur = {.at = NONE,
		       .last_write = NONE,
		       .rest_point = NONE,
		       .rest_from = NONE};
	MentionVec local_mentions = {0}, *from = &sp->main_mentions;
	bool clash = rb->clash != rb->clear, enter;
	uint32_t middle, last, first;
	VregId local;

	if (rb->in) {
		cur.at = rb->reg_in ? sp->main : sp->rest;
		cur.in_rest = !rb->reg_in;
	}
	sections_find(sp, rb, &middle, &last);
	mentions_give(sp, rb->start, middle, sp->main, &sp->main_mentions, &cur,
		      from);
	local = middle_split(sp, rb, middle, last, &local_mentions, &cur);
	m = s->pieces.at[sp->v].mentions;
	if (local != NONE)
		from = &local_mentions;
	first = mentions_first(m, last, rb->end);
	if (cur.at != sp->main)
		enter = first == rb->end || (m[first].flags & MENTION_READ);
	else if (first < rb->end)
		enter = clash && (m[first].flags & MENTION_READ);
	else /* through a block where the register is taken meanwhile */
		enter = clash && rb->in && rb->reg_in;
	if (rb->reg_out && enter) {
		rest_fill(sp, rb->block, &cur, from);
		section_enter(sp, rb->block,
			      last < rb->end ? m[last].insn : NONE, sp->main,
			      &sp->main_mentions, &cur, from);
	}
	mentions_give(sp, last, rb->end, sp->main, &sp->main_mentions, &cur,
		      from);
	if (rb->out && !rb->reg_out)
		rest_fill(sp, rb->block, &cur, from);
	if (local != NONE && !sp->trial) {
		s->pieces.at[local].mentions = local_mentions.at;
		s->pieces.at[local].nmentions = local_mentions.n;
		piece_compute(s, local);
		queue_put(s, local);
	}
}

/* The first mention of RB's block from which on all stand at the block's last
 * point or behind, where an edit writes a value that lives on: nothing can be
 * copied from there. */
static uint32_t
tail_find(const Splitter *sp, const RegionBlock *rb)
{
	const PieceMention *m = sp->s->pieces.at[sp->v].mentions;
	const unsigned edit = MENTION_EDIT | MENTION_WRITE;
	SlotIdx last = sp->s->points[rb->block].to;
	uint32_t i = rb->end, tail = rb->end;

	while (i > rb->start && rb->out &&
	       slot_at(m[i - 1].pos, SLOT_BLOCK) >= last)
		if ((m[--i].flags & edit) == edit)
			tail = i;
	return tail;
}

/* Split in block RB. */
static void
block_split(Splitter *sp, const RegionBlock *rb)
{
	RegionBlock before = *rb;
	Current cur = {.rest_point = NONE};

	before.end = tail_find(sp, rb);
	if (before.end == rb->end) {
		sections_split(sp, rb);
		return;
	}
	before.out = before.reg_out = false;
	sections_split(sp, &before);
	mentions_give(sp, before.end, rb->end,
		      rb->reg_out ? sp->main : sp->rest,
		      rb->reg_out ? &sp->main_mentions : &sp->rest_mentions,
		      &cur, &sp->main_mentions);
}

static void
piece_finish(Scan *s, VregId v, const MentionVec *mentions, Stage stage)
{
	Piece *p = &s->pieces.at[v];

	p->mentions = mentions->at;
	p->nmentions = mentions->n;
	p->stage = stage;
	piece_queue_parts(s, v);
}

/* May the value be computed again at a block's end?  Not if that clobbers
 * something, such as the flags that the branch reads. */
static bool
recomputes_anywhere(const Scan *s, VregId v)
{
	InsnId def = s->remat[s->pieces.at[v].origin];
	const Insn *insn;
	const Operand *o;
	uint32_t i;

	if (def == NONE)
		return true;
	insn = func_insn(s->f, def);
	o = insn_opnds(s->f, insn);
	for (i = 1; i < insn->nopnds; i++)
		if (o[i].kind == OPND_REG && (o[i].flags & OPND_DEF))
			return false;
	return true;
}

/*
 * Is it worth looking for a region again?  Where far more registers live than
 * there are, nearly all look in vain, each over all its blocks: after much of
 * that without success, leave out one of them, then two, and so on, which makes
 * the work grow with the root of their number.
 */
static bool
region_hopes(Scan *s)
{
	if (!s->region_skip)
		return true;
	s->region_skip--;
	return false;
}

static void
region_learn(Scan *s, const Region *region)
{
	if (region->reg) {
		s->region_wasted = s->region_skips = 0;
	} else if (s->region_wasted < REGION_WASTE) {
		s->region_wasted += region->looked;
	} else {
		s->region_skip = ++s->region_skips;
	}
}

/* What becomes of what is outside the region that P is split by. */
static Stage
stage_of_rest(const Piece *p)
{
	return p->splits + 1 < SPLITS_MAX ? STAGE_SPLIT : STAGE_SPILL;
}

/* Split V by REGION.  REST: what becomes of all outside it. */
static void
region_commit(Scan *s, VregId v, const Region *region, Stage rest)
{
	Splitter sp = {.s = s, .v = v};
	uint32_t i;
	Piece *p;

	sp.masked = class_is_masked(s, s->f->vregs.at[v].cls);
	sp.main = piece_add(s, v);
	sp.rest = piece_add(s, v);
	for (i = 0; i < region->n; i++)
		block_split(&sp, &region->blocks[i]);
	s->pieces.at[sp.main].hint = region->reg;
	if (rest != STAGE_NEW)
		s->pieces.at[sp.main].splits = s->pieces.at[sp.rest].splits =
			s->pieces.at[v].splits + 1;
	piece_finish(s, sp.main, &sp.main_mentions, STAGE_NEW);
	piece_finish(s, sp.rest, &sp.rest_mentions, rest);
	p = &s->pieces.at[v];
	p->main.n = 0;
	p->nlanes = 0;
	p->nmentions = 0;
	p->stage = STAGE_MEMORY;
}

/* A trial of splitting V.  MEMORY: what is outside the region lives there. */
static Splitter
trial_of(Scan *s, VregId v, bool memory)
{
	return (Splitter){.s = s,
			  .v = v,
			  .main = TRIAL_MAIN,
			  .rest = TRIAL_REST,
			  .masked = class_is_masked(s, s->f->vregs.at[v].cls),
			  .memory = memory,
			  .trial = true};
}

/* Executions of the copies that splitting V by REGION puts in; MEMORY: and of
 * the loads and stores for what lives in memory then.  From MAX on they are not
 * counted any more. */
static double
region_cost(Scan *s, VregId v, const Region *region, bool memory, double max)
{
	Splitter sp = trial_of(s, v, memory);
	uint32_t i;

	for (i = 0; i < region->n && sp.cost < max; i++)
		block_split(&sp, &region->blocks[i]);
	return sp.cost;
}

/* The same if no block has a register at its head or end: parts inside blocks
 * alone. */
static double
blocks_cost(Scan *s, VregId v, const Region *region)
{
	Splitter sp = trial_of(s, v, true);
	uint32_t i;

	for (i = 0; i < region->n; i++) {
		RegionBlock rb;

		if (region->blocks[i].start == region->blocks[i].end)
			continue;
		rb = region->blocks[i];
		rb.reg_in = rb.reg_out = false;
		rb.clash = rb.clear = 0;
		block_split(&sp, &rb);
	}
	return sp.cost;
}

bool
region_split_around(Scan *s, VregId w, VregId v, RegId reg, double max)
{
	const Piece *p = &s->pieces.at[w];
	Region region;

	if (!recomputes_anywhere(s, w) ||
	    run_is_pinned(p->mentions, 0, p->nmentions) ||
	    !region_around(s, w, reg, max, &region) ||
	    region_cost(s, w, &region, true, max) >= max)
		return false;
	log_evicted(s, w, v);
	log_taken(s, v, reg, TAKEN_EVICTING);
	log_split(s, w, CUT_REGION, reg);
	region_commit(s, w, &region, stage_of_rest(p));
	return true;
}

/*
 * REGION's register costs MAX or more, where it is looked at closely: those
 * that seemed no better may cost less.  The costs of the best of them; REGION
 * becomes that one's.  Only for regions of few blocks.
 */
static double
region_other(Scan *s, VregId v, Region *region, double max)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	RegId best = 0, was = region->reg;
	uint32_t i;

	if (region->looked > OTHER_BLOCKS)
		return INFINITY;
	for (i = 0; i < order->n; i++) {
		double cost;

		if (order->regs[i] == was ||
		    !region_around(s, v, order->regs[i], INFINITY, region))
			continue;
		cost = region_cost(s, v, region, true, max);
		if (cost < max) {
			max = cost;
			best = order->regs[i];
		}
	}
	region->reg = 0;
	if (!best || !region_around(s, v, best, INFINITY, region))
		return INFINITY;
	return max;
}

bool
region_split(Scan *s, VregId v)
{
	const Piece *p = &s->pieces.at[v];
	Region region;
	double none, cost = INFINITY;
	Way way;

	if (!recomputes_anywhere(s, v) || !region_hopes(s))
		return false;
	region_choose(s, v, &region);
	region_learn(s, &region);
	if (!region.reg && !displace_hopes(p))
		return false;
	if (!run_is_pinned(p->mentions, 0, p->nmentions)) {
		none = blocks_cost(s, v, &region);
		if (region.reg)
			cost = region_cost(s, v, &region, true,
					   none * REGION_SHARE);
		if (region.reg && cost >= none * REGION_SHARE)
			cost = region_other(s, v, &region, none * REGION_SHARE);
		way = piece_displace(s, v, cost < none ? cost : none);
		if (way == WAY_MADE)
			return true;
		if (cost >= none * REGION_SHARE)
			return false;
		/* The region's blocks are others' now. */
		if (way == WAY_DEAR && region.reg &&
		    !region_around(s, v, region.reg, INFINITY, &region))
			return false;
	}
	if (!region.reg)
		return false;
	log_split(s, v, CUT_REGION, region.reg);
	region_commit(s, v, &region, stage_of_rest(p));
	return true;
}

/* Executions of copies between V and REG that would vanish by REGION. */
static double
copies_saved(const Scan *s, VregId v, const Region *region)
{
	const Piece *p = &s->pieces.at[v];
	double sum = 0;
	uint32_t i, k;

	for (i = 0; i < region->n; i++) {
		const RegionBlock *rb = &region->blocks[i];
		bool clash = rb->clash != rb->clear;

		for (k = rb->start; k < rb->end; k++) {
			const PieceMention *m = &p->mentions[k];

			if (m->flags & MENTION_EDIT ||
			    copy_hint(s, v, m) != region->reg)
				continue;
			if ((rb->reg_in || !rb->in) &&
			    (!clash || mention_left(m) <= rb->clash))
				sum += s->freq[rb->block];
			else if ((rb->reg_out || !rb->out) &&
				 (!clash || mention_entered(s, m) >= rb->clear))
				sum += s->freq[rb->block];
		}
	}
	return sum;
}

/* Executions of copies between V and REG that may vanish: not those where REG
 * is taken on both sides. */
static double
copies_vanishing(Scan *s, VregId v, RegId reg)
{
	const Piece *p = &s->pieces.at[v];
	BusyChunk **chunks = NULL;
	double sum = 0;
	uint32_t i;

	for (i = 0; i < p->nmentions; i++) {
		const PieceMention *m = &p->mentions[i];
		BlockId b;
		Busy busy;

		if (m->flags & MENTION_EDIT || copy_hint(s, v, m) != reg)
			continue;
		b = mention_block(s, m);
		if (!chunks)
			chunks = busy_open(s, reg);
		busy = busy_at(s, reg, chunks, b);
		if (mention_left(m) <= busy.start ||
		    mention_entered(s, m) >= busy.end)
			sum += (double)s->freq[b];
	}
	return sum;
}

bool
region_split_hint(Scan *s, VregId v, RegId reg)
{
	Region region;
	double max;

	if (s->pieces.at[v].hint_split || piece_is_local(s, &s->pieces.at[v]) ||
	    !recomputes_anywhere(s, v))
		return false;
	/* Once: the parts must not be tried again. */
	s->pieces.at[v].hint_split = true;
	max = copies_vanishing(s, v, reg) * HINT_SHARE;
	if (max <= 0 || !region_around(s, v, reg, max, &region))
		return false;
	max = copies_saved(s, v, &region);
	if (region_cost(s, v, &region, false, max) >= max)
		return false;
	log_split(s, v, CUT_REGION, region.reg);
	region_commit(s, v, &region, STAGE_NEW);
	return true;
}
