/*
 * Allocation of one function: sets up the working state, runs the scan, hands
 * out the result.
 */
#include "core/alloc/alloc.h"

#include "core/alloc/scan.h"
#include "core/base/bits.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	uint32_t pos, index;
} EditOrder;

static int
edit_compare(const void *a, const void *b)
{
	const EditOrder *x = a, *y = b;

	if (x->pos != y->pos)
		return x->pos < y->pos ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

static void
edits_finish(Scan *s, Alloc *alloc)
{
	EditOrder *order = ARENA_RAW(s->arena, EditOrder, s->edits.n + 1);
	uint32_t i;

	for (i = 0; i < s->edits.n; i++)
		order[i] = (EditOrder){edit_point(s, &s->edits.at[i]), i};
	qsort(order, s->edits.n, sizeof(*order), edit_compare);
	for (i = 0; i < s->edits.n; i++) {
		Edit e = s->edits.at[order[i].index];
		VregId v = e.dst != NONE ? e.dst : e.src;

		if (e.kind == EDIT_NONE)
			continue;
		if (e.kind == EDIT_SPILL || e.kind == EDIT_RELOAD)
			e.slot = s->slot[s->pieces.at[v].origin];
		VEC_PUSH(s->arena, alloc->edits, e);
	}
}

static void
places_finish(Scan *s, Alloc *alloc)
{
	VregId v;
	InsnId i;

	alloc->reg = ARENA_NEW(s->arena, RegId, s->pieces.n + 1);
	alloc->slot = ARENA_RAW(s->arena, uint32_t, s->pieces.n + 1);
	for (v = 0; v < s->pieces.n; v++) {
		const Piece *p = &s->pieces.at[v];

		alloc->reg[v] = p->reg;
		alloc->slot[v] = p->reg ? NONE : s->slot[p->origin];
	}
	/* The copies that coalescing joined are KILLs of nothing. */
	alloc->drop = s->drop;
	for (i = 0; i < s->f->insns.n; i++)
		alloc->drop[i] |= insn_is(s->f, &s->f->insns.at[i], WK_KILL) &&
				  !s->f->insns.at[i].nopnds;
}

bool
alloc_run(Alloc *alloc, Func *f, const Cfg *cfg, const Live *live,
	  const float *freq, const uint64_t *reserved, const uint64_t *saved,
	  bool use_lanes, bool fast, AllocLog *log, Arena *arena)
{
	Scan *s = ARENA_NEW(arena, Scan, 1);
	uint32_t nblocks = f->blocks.n + 1;
	bool done;
	VregId v;

	memset(alloc, 0, sizeof(*alloc));
	alloc->scan = s;
	alloc->reserved = reserved;
	s->f = f;
	s->t = f->target;
	s->cfg = cfg;
	s->live = live;
	s->freq = freq;
	s->reserved = reserved;
	s->saved = saved;
	s->use_lanes = use_lanes;
	s->fast = fast;
	s->log = log;
	s->arena = arena;
	s->norigins = f->vregs.n;
	s->slot = ARENA_RAW(arena, uint32_t, f->vregs.n + 1);
	for (v = 0; v < f->vregs.n; v++)
		s->slot[v] = NONE;
	s->in_mark = ARENA_NEW(arena, uint32_t, nblocks);
	s->out_mark = ARENA_NEW(arena, uint32_t, nblocks);
	s->def_mark = ARENA_NEW(arena, uint32_t, nblocks);
	s->touched_list = ARENA_RAW(arena, BlockId, nblocks);
	numset_init(&s->touched, nblocks, arena);
	s->part_in = ARENA_RAW(arena, uint32_t, nblocks);
	s->part_out = ARENA_RAW(arena, uint32_t, nblocks);
	s->drop = ARENA_NEW(arena, uint8_t, f->insns.n + 1);
	s->folded = ARENA_NEW(arena, uint8_t, f->insns.n + 1);
	pieces_init(s);
	units_init(s);
	remat_init(s);
	done = scan_run(s);
	if (done) {
		registers_return(s);
		stores_drop(s);
	}
	log_pieces(s);
	if (!done)
		return false;
	slots_assign(s);
	edits_finish(s, alloc);
	places_finish(s, alloc);
	return true;
}

RegId
alloc_scratch(const Alloc *alloc, ClassId cls, uint32_t pos,
	      const uint64_t *busy)
{
	Scan *s = alloc->scan;
	const Order *order = class_order(s, cls);
	uint32_t i, k;

	for (i = 0; i < order->n; i++) {
		Slice units = s->t->regs[order->regs[i]].units;
		bool taken = false;

		for (k = units.start; busy && k < units.end; k++)
			taken |= bits_has(busy, s->t->reg_units[k]);
		if (!taken &&
		    units_free(s, order->regs[i], slot_at(pos, SLOT_BLOCK),
			       slot_at(pos + 1, SLOT_BLOCK)))
			return order->regs[i];
	}
	return 0;
}

RegId
alloc_where(const Alloc *alloc, VregId v, SlotIdx at, uint32_t *slot)
{
	const Scan *s = alloc->scan;
	VregId w;

	*slot = NONE;
	for (w = s->pieces.at[v].origin; w != NONE;
	     w = s->pieces.at[w].sibling) {
		const Piece *p = &s->pieces.at[w];

		if (!segs_contain(&p->main, at))
			continue;
		if (p->reg)
			return p->reg;
		if (p->stage == STAGE_MEMORY)
			*slot = s->slot[p->origin];
	}
	return 0;
}
