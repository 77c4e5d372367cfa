/*
 * The fast allocator: between blocks every value is in memory.
 *
 * A register that lives in several blocks is cut into a piece for each block
 * before anything is placed; what connects them goes to its slot without being
 * tried.  Inside blocks pieces are placed as ever.  Left whole are registers
 * that have no slots, or that are written where nothing can be stored behind
 * for all ways out of the block.
 */
#include "core/alloc/state.h"

static bool
stays_whole(const Scan *s, VregId v)
{
	const Piece *p = &s->pieces.at[v];
	uint32_t i;

	if (!p->main.n || piece_is_local(s, p) ||
	    !func_spill(s->f, s->f->vregs.at[v].cls, s->t->stack_align))
		return true;
	for (i = 0; i < p->nmentions; i++)
		if (p->mentions[i].flags & MENTION_PINNED)
			return true;
	return false;
}

void
fast_queue(Scan *s)
{
	VregId v;

	for (v = 0; v < s->norigins; v++) {
		if (!register_mentioned(s, v) || !s->pieces.at[v].nmentions)
			continue;
		if (stays_whole(s, v)) {
			queue_put(s, v);
		} else if (!split_by_blocks(s, v)) {
			s->pieces.at[v].stage = STAGE_SPILL;
			queue_put(s, v);
		}
	}
}
