/*
 * Allocation of one function: says what is asked for, has it allocated, hands
 * out the result.
 */
#include "core/alloc/alloc.h"

#include "core/alloc/attempts.h"
#include "core/alloc/spill/spill.h"
#include "core/base/bits.h"
#include "core/base/memory.h"
#include "core/base/sort.h"
#include "core/coalesce/rematerializable.h"

#include <assert.h>
#include <string.h>

/* The edits that are left, in order of position, then of number. */
static void
edits_finish(Scan *s, Alloc *alloc)
{
	uint64_t *order = ARENA_RAW(s->arena, uint64_t, s->edits.n + 1);

	for (uint32_t i = 0; i < s->edits.n; i++)
		order[i] = (uint64_t)edit_point(s, &s->edits.at[i]) << 32 | i;
	sort_numbers(order, s->edits.n, s->arena);
	for (uint32_t i = 0; i < s->edits.n; i++) {
		Edit e = s->edits.at[(uint32_t)order[i]];
		VregId v = e.dst != NONE ? e.dst : e.src;

		if (e.kind == EDIT_NONE)
			continue;
		if (e.kind == EDIT_SPILL || e.kind == EDIT_RELOAD)
			e.slot = s->origins.slot[s->intervals.at[v].origin];
		e.bare = e.kind == EDIT_REMAT &&
			 remat_clobbers(s->f, s->live, s->reserved,
					func_insn(s->f, e.remat),
					slot_at(edit_point(s, &e), SLOT_BLOCK));
		assert(e.slot != SLOT_WANTED &&
		       ((e.kind != EDIT_SPILL && e.kind != EDIT_RELOAD) ||
			e.slot != NONE));
		VEC_PUSH(s->arena, alloc->edits, e);
	}
}

static void
places_finish(Scan *s, Alloc *alloc)
{
	VregId v;

	alloc->counts = s->counts;
	alloc->reg = s->regs.at;
	alloc->drop = s->drop;
	alloc->slot = ARENA_RAW(s->arena, uint32_t, s->intervals.n + 1);
	for (v = 0; v < s->origins.n; v++)
		alloc->slot[v] = s->regs.at[v] ? NONE : s->origins.slot[v];
	for (; v < s->intervals.n; v++)
		alloc->slot[v] =
			s->regs.at[v]
				? NONE
				: s->origins.slot[s->intervals.at[v].origin];
}

/* What registers got their places by is not asked any more, now that they have
 * them: where they occur, which values they have, who waits, who may be
 * evicted.
 */
static void
registers_discard(Scan *s)
{
	const Waiting *w = &s->waiting;
	const Live *live = s->live;
	size_t n = live->occurrence_start[live->nvregs];

	memory_discard(s->origins.occurrences,
		       n * sizeof(*s->origins.occurrences));
	memory_discard(live->occurrences, n * sizeof(*live->occurrences));
	memory_discard(live->values.at,
		       live->values.n * sizeof(*live->values.at));
	memory_discard(live->vregs, live->nvregs * sizeof(*live->vregs));
	memory_discard(s->origins.writes,
		       s->origins.n * sizeof(*s->origins.writes));
	memory_discard(w->start,
		       (size_t)(w->first_end - w->start) * sizeof(*w->start));
	memory_discard(s->evictions.mark,
		       s->evictions.mark_cap * sizeof(*s->evictions.mark));
	memory_discard(s->evictions.stuck,
		       s->evictions.mark_cap * sizeof(*s->evictions.stuck));
}

/* What must not be allocated. */
static const uint64_t *
alloc_reserved(const AllocInput *in)
{
	uint32_t words = BITS_WORDS(in->f->target->n_regs);
	const uint64_t *barred = in->options->barred;

	if (!barred)
		return in->steady->reserved;
	uint64_t *both = ARENA_RAW(in->arena, uint64_t, words);
	for (uint32_t i = 0; i < words; i++)
		both[i] = in->steady->reserved[i] | barred[i];
	return both;
}

bool
alloc_run(Alloc *alloc, const AllocInput *in)
{
	Scan asked = {.f = in->f,
		      .input = in->parsed,
		      .t = in->f->target,
		      .cfg = in->cfg,
		      .live = in->live,
		      .price = in->price,
		      .reserved = alloc_reserved(in),
		      .steady = in->steady,
		      .saved = in->saved,
		      .use_lanes = in->f->traits.lane_liveness,
		      .options = in->options,
		      .log = in->log,
		      .arena = in->arena};
	Scan *s;

	memset(alloc, 0, sizeof(*alloc));
	bool done = attempts_run(&asked, &s);
	/* The rewriter's own needs come first. */
	if (s->reserved != asked.reserved) {
		s->reserved = asked.reserved;
		classes_forget(s);
	}
	alloc->scan = s;
	alloc->reserved = asked.reserved;
	if (!done)
		return false;
	remat_carriers(s);
	slots_assign(s);
	edits_finish(s, alloc);
	places_finish(s, alloc);
	if (!in->log)
		registers_discard(s);
	return true;
}

RegId
alloc_scratch(const Alloc *alloc, ClassId cls, uint32_t pos,
	      const uint64_t *barred)
{
	Scan *s = alloc->scan;
	const Order *order = class_order(s, cls);

	for (uint32_t i = 0; i < order->n; i++) {
		Slice units = s->t->regs[order->regs[i]].units;
		bool taken = false;

		for (uint32_t k = units.start; barred && k < units.end; k++)
			taken |= bits_has(barred, s->t->reg_units[k]);
		if (!taken &&
		    units_free(s, order->regs[i], slot_at(pos, SLOT_BLOCK),
			       slot_at(pos + 1, SLOT_BLOCK), NONE))
			return order->regs[i];
	}
	return 0;
}

RegId
alloc_where(const Alloc *alloc, VregId v, SlotIdx at, uint32_t *slot)
{
	const Scan *s = alloc->scan;

	*slot = NONE;
	for (VregId w = s->intervals.at[v].origin; w != NONE;
	     w = s->intervals.at[w].sibling) {
		const AllocInterval *p = &s->intervals.at[w];

		if (!segs_contain(&p->main, at))
			continue;
		if (s->regs.at[w])
			return s->regs.at[w];
		if (p->stage == STAGE_MEMORY)
			*slot = s->origins.slot[p->origin];
	}
	return 0;
}

InsnId
alloc_constant(const Alloc *alloc, VregId v)
{
	const Scan *s = alloc->scan;
	const AllocInterval *p = &s->intervals.at[v];

	return p->stage == STAGE_MEMORY ? s->origins.remat[p->origin] : NONE;
}
