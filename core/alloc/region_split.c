/*
 * Splitting a piece of several blocks by a region.
 *
 * In each block the piece's mentions fall into three sections: those that the
 * register reaches from the head of the block before it is taken, those that
 * it reaches backwards from the end, and those in between.  The first and the
 * third become the region's piece, the second a piece of its own if it has at
 * least two instructions; all else is the rest, which is bound for memory.
 * Copies between them stand inside the block: the rest is written right behind
 * the last write of a section (or at the head), a section is entered right
 * before its first read (or at the end of the block).
 */
#include "core/alloc/region.h"

enum { REGION_WASTE = 2000 }; /* blocks looked at before giving up begins */

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
} Splitter;

static void
mentions_give(Splitter *sp, uint32_t start, uint32_t end, VregId to,
	      MentionVec *mentions, Current *cur)
{
	Scan *s = sp->s;
	const PieceMention *m = s->pieces.at[sp->v].mentions;
	uint32_t i;

	for (i = start; i < end; i++) {
		mention_insert(s, mentions, m[i]);
		mention_rename(s, &m[i], to);
		if (m[i].flags & MENTION_WRITE) {
			cur->last_write = m[i].insn;
			cur->in_rest = to == sp->rest;
		}
	}
	if (start < end)
		cur->at = to;
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
	if (cur->last_write != NONE)
		edit_place_behind(s, cur->last_write, &e);
	else
		edit_place_at(s, b, block_copy_head(s, b, sp->masked), &e);
	copy_add(s, e, from, &sp->rest_mentions);
	cur->in_rest = true;
	cur->rest_point = edit_point(s, &e);
	cur->rest_from = cur->at;
}

/* Have piece TO hold the value at the point before INSN of block B, which may
 * be the block's end. */
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

	edit_place_at(s, b, insn, &e);
	/* The rest gets it at this very point: both read the same source. */
	if (cur->rest_point == edit_point(s, &e)) {
		e.src = cur->rest_from;
		copy_add(s, e, from, mentions);
	} else {
		copy_add(s, e, &sp->rest_mentions, mentions);
	}
	cur->at = to;
	cur->last_write = NONE;
}

/* Is mention M finished before the register is taken at CLASH? */
static bool
reached_from_head(const PieceMention *m, SlotIdx clash)
{
	if (m->flags & MENTION_WRITE)
		return slot_at(m->pos + 1, SLOT_BLOCK) <= clash;
	return slot_at(m->pos, SLOT_REG) <= clash;
}

/* Can it be entered, or written, once the register is free at CLEAR? */
static bool
reached_from_end(const Scan *s, const PieceMention *m, SlotIdx clear)
{
	if (m->flags & MENTION_READ)
		return slot_at(mention_point(s, m), SLOT_BLOCK) >= clear;
	return slot_at(m->pos, SLOT_EARLY) >= clear;
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
		       (!clash || reached_from_head(&m[*middle], rb->clash)))
			++*middle;
	if (rb->reg_out)
		while (*last > *middle &&
		       (!clash ||
			reached_from_end(sp->s, &m[*last - 1], rb->clear)))
			--*last;
	/* One instruction's mentions stay together. */
	while (*last > *middle && *last < rb->end &&
	       m[*last].pos == m[*last - 1].pos)
		++*last;
	while (*middle > rb->start && *middle < rb->end &&
	       m[*middle].pos == m[*middle - 1].pos)
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

static void
block_split(Splitter *sp, const RegionBlock *rb)
{
	Scan *s = sp->s;
	const PieceMention *m = s->pieces.at[sp->v].mentions;
	Current cur = {.at = NONE,
		       .last_write = NONE,
		       .rest_point = NONE,
		       .rest_from = NONE};
	MentionVec local_mentions = {0}, *from = &sp->main_mentions;
	uint32_t middle, last;
	VregId local = NONE;

	if (rb->in) {
		cur.at = rb->reg_in ? sp->main : sp->rest;
		cur.in_rest = !rb->reg_in;
	}
	sections_find(sp, rb, &middle, &last);
	mentions_give(sp, rb->start, middle, sp->main, &sp->main_mentions,
		      &cur);
	if (middle < last) {
		if (m[middle].flags & MENTION_READ)
			rest_fill(sp, rb->block, &cur, from);
		if (!run_is_pinned(m, middle, last) &&
		    mentions_worth(m, middle, last) &&
		    !(rb->out && block_leaves_early(s, rb->block) &&
		      mentions_write(m, middle, last))) {
			local = piece_add(s, sp->v);
			m = s->pieces.at[sp->v].mentions;
			if (m[middle].flags & MENTION_READ)
				section_enter(sp, rb->block, m[middle].insn,
					      local, &local_mentions, &cur,
					      from);
			mentions_give(sp, middle, last, local, &local_mentions,
				      &cur);
			from = &local_mentions;
		} else {
			mentions_give(sp, middle, last, sp->rest,
				      &sp->rest_mentions, &cur);
		}
	}
	if (rb->reg_out && cur.at != sp->main) {
		bool enter = last == rb->end || (m[last].flags & MENTION_READ);
		InsnId at = last < rb->end
				    ? m[last].insn
				    : block_first_terminator(s->f, rb->block);

		if (enter) {
			rest_fill(sp, rb->block, &cur, from);
			section_enter(sp, rb->block, at, sp->main,
				      &sp->main_mentions, &cur, from);
		}
	} else if (rb->reg_out && rb->clash != rb->clear && rb->in &&
		   rb->reg_in && last == rb->end && middle == last) {
		/* Through a block where the register is taken meanwhile. */
		rest_fill(sp, rb->block, &cur, from);
		section_enter(sp, rb->block,
			      block_first_terminator(s->f, rb->block), sp->main,
			      &sp->main_mentions, &cur, from);
	} else if (rb->reg_out && rb->clash != rb->clear &&
		   cur.at == sp->main && last < rb->end &&
		   (m[last].flags & MENTION_READ)) {
		rest_fill(sp, rb->block, &cur, from);
		section_enter(sp, rb->block, m[last].insn, sp->main,
			      &sp->main_mentions, &cur, from);
	}
	mentions_give(sp, last, rb->end, sp->main, &sp->main_mentions, &cur);
	if (rb->out && !rb->reg_out)
		rest_fill(sp, rb->block, &cur, from);
	if (local != NONE) {
		s->pieces.at[local].mentions = local_mentions.at;
		s->pieces.at[local].nmentions = local_mentions.n;
		piece_compute(s, local);
		queue_put(s, local);
	}
}

static void
piece_finish(Scan *s, VregId v, const MentionVec *mentions, Stage stage)
{
	Piece *p = &s->pieces.at[v];

	p->mentions = mentions->at;
	p->nmentions = mentions->n;
	p->stage = stage;
	piece_compute(s, v);
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
		s->region_wasted += region->n;
	} else {
		s->region_skip = ++s->region_skips;
	}
}

bool
region_split(Scan *s, VregId v)
{
	Splitter sp = {.s = s, .v = v};
	Region region;
	uint32_t i;
	Piece *p;

	if (!recomputes_anywhere(s, v) || !region_hopes(s))
		return false;
	region_choose(s, v, &region);
	region_learn(s, &region);
	if (!region.reg)
		return false;
	log_split(s, v, CUT_REGION, region.reg);
	sp.masked = class_is_masked(s, s->f->vregs.at[v].cls);
	sp.main = piece_add(s, v);
	sp.rest = piece_add(s, v);
	for (i = 0; i < region.n; i++)
		block_split(&sp, &region.blocks[i]);
	s->pieces.at[sp.main].hint = region.reg;
	s->pieces.at[sp.main].splits = s->pieces.at[v].splits + 1;
	piece_finish(s, sp.main, &sp.main_mentions, STAGE_NEW);
	piece_finish(s, sp.rest, &sp.rest_mentions, STAGE_SPILL);
	p = &s->pieces.at[v];
	p->main.n = 0;
	p->nlanes = 0;
	p->nmentions = 0;
	p->stage = STAGE_MEMORY;
	return true;
}
