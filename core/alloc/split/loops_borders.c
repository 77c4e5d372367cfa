/*
 * How an interval comes into a loop, and out of it: the moves at the ends of
 * the blocks before the loop and at the heads of those behind it.
 */
#include "core/alloc/split/loops_internal.h"

#include "core/alloc/split/region.h"

/* Edges into a loop, and out of it. */
enum { BORDERS_MAX = 32 };

static bool
lives_at(const Scan *s, VregId v, SlotIdx at)
{
	return segs_contain(&s->intervals.at[v].main, at);
}

/* Make V, which lives outside the loop, one of L->parts.  False: it must not
 * change. */
static bool
outside_add(Loops *l, VregId v)
{
	FOR_VEC(VregId, part, l->parts)
		if (*part == v)
			return true;
	if (!is_in_memory(l, v) || l->parts.n == LOOP_PARTS_MAX)
		return false;
	VEC_PUSH(l->s->arena, l->parts, v);
	return true;
}

/* Does an edit behind the last instruction of block B write V? */
static bool
is_written_behind(const Scan *s, VregId v, BlockId b)
{
	const AllocInterval *p = &s->intervals.at[v];
	uint32_t end = slot_block_end(&s->live->slots, b) / 4;

	for (uint32_t i = occurrence_from(p, end);
	     i < p->noccurrences && p->occurrences[i].pos == end; i++)
		if (p->occurrences[i].flags & OCC_WRITE &&
		    occurrence_block(s, &p->occurrences[i]) == b)
			return true;
	return false;
}

/* A part that gets a register at the end of block B, before the loop, or lives
 * there, in *V; NONE: there is none.  False: it must not change. */
static bool
source_find(Loops *l, BlockId b, VregId *v)
{
	const Scan *s = l->s;
	SlotIdx last = slot_block_end(&s->live->slots, b) - 1;

	FOR_VEC(VregId, part, l->parts)
		if (s->regs.at[*part] && is_written_behind(s, *part, b)) {
			*v = *part;
			return true;
		}
	for (*v = l->origin; *v != NONE && !lives_at(s, *v, last);
	     *v = s->intervals.at[*v].sibling)
		l->looked++;
	return *v == NONE || outside_add(l, *v);
}

/* Does an edit write V at POS? */
static bool
is_written_at(const Scan *s, VregId v, uint32_t pos)
{
	const AllocInterval *p = &s->intervals.at[v];

	for (uint32_t i = occurrence_from(p, pos);
	     i < p->noccurrences && p->occurrences[i].pos == pos; i++)
		if ((p->occurrences[i].flags & OCC_EDIT) &&
		    (p->occurrences[i].flags & OCC_WRITE))
			return true;
	return false;
}

/* The only occurrence by which block B writes V at POS or behind it; NULL:
 * there is none.  False: there are several. */
static bool
write_find(const Scan *s, VregId v, uint32_t pos, BlockId b,
	   const IntervalOccurrence **write)
{
	const AllocInterval *p = &s->intervals.at[v];

	*write = NULL;
	for (uint32_t i = occurrence_from(p, pos); i < p->noccurrences; i++) {
		const IntervalOccurrence *m = &p->occurrences[i];

		if (occurrence_block(s, m) > b)
			break;
		if (!(m->flags & OCC_WRITE) || occurrence_block(s, m) != b)
			continue;
		if (*write)
			return false;
		*write = m;
	}
	return true;
}

/* Does part V live on behind block B elsewhere than in the loop? */
static bool
lives_beside(const Loops *l, VregId v, BlockId b)
{
	const Scan *s = l->s;

	FOR_SUCCS(succ, s->f, b)
		if (!loop_contains(s->cfg, l->loop, succ->block) &&
		    lives_at(s, v,
			     slot_block_start(&s->live->slots, succ->block)))
			return true;
	return false;
}

/* Edit E in block B fills a part in place of which the loop's interval is
 * filled. */
static void
edit_replace(Loops *l, BlockId b, uint32_t e)
{
	const Scan *s = l->s;

	FOR_VEC(uint32_t, old, l->replaced)
		if (*old == e)
			return;
	VEC_PUSH(s->arena, l->replaced, e);
	l->inside += s->price[b] * move_cost(s, &s->edits.at[e]);
}

/* Let BORDER, at the end of block B, fill the loop's interval from part V.
 * False: it cannot. */
static bool
entry_fill(Loops *l, BlockId b, VregId v, Border *border)
{
	const Scan *s = l->s;
	Edit *e = &border->edit;
	uint32_t pos = edit_point(s, e);
	bool stays = l->stored && is_in_memory(l, v);
	const IntervalOccurrence *write;

	if (!write_find(s, v, pos, b, &write) ||
	    (!stays && lives_beside(l, v, b)))
		return false;
	e->kind = EDIT_COPY;
	e->src = v;
	if (!write)
		return lives_at(s, v, slot_at(pos, SLOT_BLOCK) - 1);
	if (!(write->flags & OCC_EDIT) || write->pos != pos)
		return false;
	/* What fills it there fills the loop's interval. */
	const Edit *from = &s->edits.at[write->ref];
	if (!is_move(s, from))
		return false;
	e->kind = from->kind;
	e->src = from->src;
	e->remat = from->remat;
	if (!stays)
		edit_replace(l, b, write->ref);
	return true;
}

/* What fills parts of the loop at POS, the very end of block B, is replaced, as
 * it makes them live where the loop's interval begins.  False: it cannot. */
static bool
ends_replace(Loops *l, BlockId b, uint32_t pos)
{
	const Scan *s = l->s;

	FOR_VEC(VregId, v, l->parts) {
		const AllocInterval *p = &s->intervals.at[*v];

		if (l->stored && is_in_memory(l, *v))
			continue;
		for (uint32_t i = occurrence_from(p, pos);
		     i < p->noccurrences && p->occurrences[i].pos == pos; i++) {
			const IntervalOccurrence *m = &p->occurrences[i];

			if (!(m->flags & OCC_WRITE) ||
			    occurrence_block(s, m) != b)
				continue;
			if (!(m->flags & OCC_EDIT) || lives_beside(l, *v, b))
				return false;
			edit_replace(l, b, m->ref);
		}
	}
	return true;
}

/* Add the border at the end of block B, which enters the loop from part V;
 * NONE: the value is computed there.  False: there can be none. */
static bool
entry_add(Loops *l, BlockId b, VregId v)
{
	Scan *s = l->s;
	const Block *block = &s->f->blocks.at[b];
	Border border = {.edit = {.kind = EDIT_REMAT,
				  .dst = NONE,
				  .src = NONE,
				  .slot = NONE,
				  .remat = l->remat},
			 .block = b};

	if (block->first == block->end || block_leaves_early(s->f, b))
		return false;
	edit_place_at(s, b, block_first_terminator(s->f, b), &border.edit);
	uint32_t pos = edit_point(s, &border.edit);
	if (v == NONE ? l->remat == NONE || !remat_fits(s, l->remat, pos)
		      : !entry_fill(l, b, v, &border))
		return false;
	border.seg.start = slot_at(pos, SLOT_BLOCK);
	border.seg.end = slot_block_end(&s->live->slots, b);
	if (border.seg.start == border.seg.end && !ends_replace(l, b, pos))
		return false;
	VEC_PUSH(s->arena, l->borders, border);
	return true;
}

/* Does a part live where the loop begins? */
static bool
is_entered(const Loops *l, BlockId head)
{
	SlotIdx at = slot_block_start(&l->s->live->slots, head);

	if (l->remat != NONE)
		return true;
	FOR_VEC(VregId, v, l->parts)
		if (lives_at(l->s, *v, at))
			return true;
	return false;
}

/* Find the borders before the loop.  False: there cannot be all of them. */
static bool
entries_find(Loops *l)
{
	const Scan *s = l->s;
	BlockId head = s->cfg->loops[l->loop].head, last = NONE;
	VregId v;

	if (!is_entered(l, head))
		return true;
	FOR_SLICE(BlockId, pred, s->f->preds.at, s->f->blocks.at[head].preds) {
		BlockId b = *pred;

		if (b == last || loop_contains(s->cfg, l->loop, b))
			continue;
		last = b;
		if (!source_find(l, b, &v) || l->borders.n == BORDERS_MAX ||
		    !entry_add(l, b, v))
			return false;
	}
	return l->borders.n > 0;
}

/* Is each predecessor of block B in the loop? */
static bool
is_left_to(const Loops *l, BlockId b)
{
	const Scan *s = l->s;

	FOR_SLICE(BlockId, pred, s->f->preds.at, s->f->blocks.at[b].preds)
		if (!loop_contains(s->cfg, l->loop, *pred))
			return false;
	return true;
}

/* Does an entry stand at POS? */
static bool
is_entry_point(const Loops *l, uint32_t pos)
{
	for (uint32_t i = 0; i < l->entries; i++)
		if (edit_point(l->s, &l->borders.at[i].edit) == pos)
			return true;
	return false;
}

/* Does an occurrence of V stand in block B before POS? */
static bool
is_named_before(const Scan *s, VregId v, BlockId b, uint32_t pos)
{
	const AllocInterval *p = &s->intervals.at[v];
	uint32_t start = slot_block_start(&s->live->slots, b) / 4;

	for (uint32_t i = occurrence_from(p, start);
	     i < p->noccurrences && p->occurrences[i].pos < pos; i++)
		if (occurrence_block(s, &p->occurrences[i]) == b)
			return true;
	return false;
}

/* Add the border at the head of block B, to which the loop is left where part V
 * lives.  False: there can be none. */
static bool
exit_add(Loops *l, BlockId b, VregId v)
{
	Scan *s = l->s;
	Edit e = {.kind = EDIT_COPY,
		  .dst = v,
		  .src = NONE,
		  .slot = NONE,
		  .remat = NONE};
	InsnId at = block_copy_head(s, b, false);

	if (at >= s->f->blocks.at[b].end || !is_left_to(l, b))
		return false;
	edit_place_before(s, at, &e);
	uint32_t pos = edit_point(s, &e);
	Segment seg = {.start = slot_block_start(&s->live->slots, b),
		       .end = slot_at(pos, SLOT_BLOCK)};
	if (is_entry_point(l, pos) || is_named_before(s, v, b, pos) ||
	    is_written_at(s, v, pos))
		return false;
	/* Edits that read it there read the loop's interval instead. */
	if (!lives_at(s, v, seg.end))
		e.kind = EDIT_NONE;
	VEC_PUSH(s->arena, l->borders, ((Border){e, seg, b}));
	return true;
}

/* The part that must be filled at AT, behind the loop, in *V; NONE: there is
 * none.  What is in the slot is there still if that stays.  False: there are
 * several, or it must not change. */
static bool
filled_find(Loops *l, SlotIdx at, VregId *v)
{
	const Scan *s = l->s;
	VregId k;

	*v = NONE;
	for (k = l->origin; k != NONE; k = s->intervals.at[k].sibling) {
		l->looked++;
		if (!lives_at(s, k, at) || (l->stored && is_in_memory(l, k)))
			continue;
		if (*v != NONE || !outside_add(l, k))
			return false;
		*v = k;
	}
	return true;
}

/* Find the borders behind the loop.  False: there cannot be all of them. */
static bool
exits_find(Loops *l)
{
	Scan *s = l->s;
	Slice exits = loop_shape(l, l->loop)->exits;
	VregId v;

	if (!s->regions.copy_heads[0])
		region_points_find(s);
	FOR_SLICE(BlockId, b, l->exits.at, exits) {
		if (!filled_find(l, slot_block_start(&s->live->slots, *b), &v))
			return false;
		if (v == NONE)
			continue;
		if (l->borders.n == BORDERS_MAX || !exit_add(l, *b, v))
			return false;
	}
	return true;
}

bool
borders_find(Loops *l)
{
	Scan *s = l->s;

	l->borders.n = l->entries = l->replaced.n = 0;
	if (l->loop == NONE)
		return l->remat == NONE;
	if (!entries_find(l))
		return false;
	l->entries = l->borders.n;
	if (!exits_find(l))
		return false;
	FOR_VEC(Border, b, l->borders)
		if (b->seg.start < b->seg.end)
			VEC_PUSH(s->arena, l->cover,
				 (uint64_t)b->seg.start << 32 | b->seg.end);
	return true;
}
