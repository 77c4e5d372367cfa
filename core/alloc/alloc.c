/*
 * Allocation of one function: sets up the working state, runs the scan, or
 * where waves share registers perhaps two, hands out the result.
 */
#include "core/alloc/alloc.h"

#include "core/alloc/allocate.h"
#include "core/alloc/cost.h"
#include "core/alloc/occupancy.h"
#include "core/alloc/textbook/scan.h"
#include "core/base/bits.h"
#include "core/base/sort.h"

#include <assert.h>
#include <string.h>

/* The edits that are left, in order of position, then of number. */
static void
edits_finish(Scan *s, Alloc *alloc)
{
	uint64_t *order = ARENA_RAW(s->arena, uint64_t, s->edits.n + 1);
	uint32_t i;

	for (i = 0; i < s->edits.n; i++)
		order[i] = (uint64_t)edit_point(s, &s->edits.at[i]) << 32 | i;
	sort_numbers(order, s->edits.n, s->arena);
	for (i = 0; i < s->edits.n; i++) {
		Edit e = s->edits.at[(uint32_t)order[i]];
		VregId v = e.dst != NONE ? e.dst : e.src;

		if (e.kind == EDIT_NONE)
			continue;
		if (e.kind == EDIT_SPILL || e.kind == EDIT_RELOAD)
			e.slot = s->origins.slot[s->intervals.at[v].origin];
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

/* S, of which only what is asked for is there, is set up and allocated. */
static bool
attempt(Scan *s)
{
	Func *f = s->f;
	uint32_t n;
	VregId *intervals;
	bool done;

	s->origins.n = f->vregs.n;
	s->origins.slot = ARENA_RAW(s->arena, uint32_t, f->vregs.n + 1);
	memset(s->origins.slot, 0xff,
	       f->vregs.n * sizeof(*s->origins.slot)); /* NONE */
	parts_init(s);
	s->drop = ARENA_NEW(s->arena, uint8_t, f->insns.n + 1);
	s->folded = ARENA_NEW(s->arena, uint8_t, f->insns.n + 1);
	s->origins.remat = ARENA_RAW(s->arena, InsnId, f->vregs.n + 1);
	intervals_init(s);
	units_init(s);
	done = s->options->kind == REGALLOC_SCAN ? textbook_run(s)
						 : scan_run(s);
	if (done) {
		intervals = edits_intervals(s, &n);
		if (s->options->kind != REGALLOC_SCAN)
			reloads_fold(s, intervals, n);
		stores_drop(s);
		idle_drop(s, intervals, n);
	}
	log_intervals(s);
	return done;
}

/* The function as it was before S: operands have their names of then, but for
 * those that belong to no instruction any more. */
static Func
func_before(const Scan *s)
{
	Func f = *s->f;
	uint32_t n = f.opnds.n, k;
	InsnId i;

	f.opnds.at = arena_copy(s->arena, f.opnds.at, n * sizeof(Operand),
				(n + 1) * sizeof(Operand));
	for (i = 0; i < f.insns.n; i++) {
		const Insn *insn = func_insn(&f, i);
		Operand *o = f.opnds.at + insn->opnd0;

		for (k = 0; k < insn->nopnds; k++)
			if (o[k].kind == OPND_VREG)
				o[k].val = s->intervals.at[o[k].val].origin;
	}
	f.opnds.cap = f.opnds.n;
	f.next_number -= f.vregs.n - s->origins.n;
	f.vregs.n = f.vregs.cap = s->origins.n;
	return f;
}

/* When another attempt is taken. */
typedef enum {
	TAKE_ALWAYS,	/* if it finds registers for all, */
	TAKE_NO_DEARER, /* costs no more, and no more in memory, */
	TAKE_CHEAPER,	/* costs less */
} Take;

static bool
is_taken(const Scan *again, const Scan *s, Take take)
{
	return take == TAKE_ALWAYS ||
	       (take == TAKE_CHEAPER ? occupancy_cost(again) <=
					       AGAIN_SHARE * occupancy_cost(s)
				     : !occupancy_dearer(again, s));
}

/*
 * Allocate F, which was the function of S before it, again as ASKED, but
 * without RESERVED: that allocation, or S if there is none or TAKE does not
 * want it.
 */
static Scan *
attempt_without(Scan *s, const Scan *asked, Func *f, const uint64_t *reserved,
		Take take)
{
	Diag *diag = s->f->diag, unheard = {.arena = s->arena};
	Scan *again = ARENA_RAW(s->arena, Scan, 1);
	AllocLog log;

	*again = *asked;
	again->f = f;
	again->reserved = reserved;
	f->diag = &unheard;
	if (s->log) {
		log = *s->log;
		memset(&log.events, 0, sizeof(log.events));
		memset(&log.segs, 0, sizeof(log.segs));
		again->log = &log;
	}
	if (!attempt(again) || !is_taken(again, s, take))
		return s;
	f->diag = diag;
	*s->f = *f;
	again->f = s->f;
	again->log = s->log;
	if (s->log)
		*s->log = log;
	return again;
}

/* A copy of what is reserved in S. */
static uint64_t *
reserved_copy(const Scan *s)
{
	size_t size = BITS_WORDS(s->t->n_regs) * sizeof(*s->reserved);

	return arena_copy(s->arena, s->reserved, size, size);
}

/* Allocate the function of S again if that lets more waves fit. */
static Scan *
attempt_for_occupancy(Scan *s, const Scan *asked)
{
	uint64_t *reserved = reserved_copy(s);
	Func f = func_before(s);
	Arena scratch = {0};
	bool wanted = occupancy_reserve(s, &f, reserved, &scratch);

	arena_free(&scratch);
	return wanted ? attempt_without(s, asked, &f, reserved, TAKE_NO_DEARER)
		      : s;
}

/* Allocate it again if no vector register is left for spilled scalars; and once
 * more if that spills so many that they need another one: each time more
 * registers are reserved. */
static Scan *
attempt_for_lanes(Scan *s, const Scan *asked)
{
	for (;;) {
		uint64_t *reserved = reserved_copy(s);
		Arena scratch = {0};
		bool wanted = occupancy_reserve_lanes(s, asked->reserved,
						      reserved, &scratch);
		Scan *again;
		Func f;

		arena_free(&scratch);
		if (!wanted)
			return s;
		f = func_before(s);
		again = attempt_without(s, asked, &f, reserved, TAKE_ALWAYS);
		if (again == s)
			return s;
		s = again;
	}
}

/*
 * S found no registers for all that must have one: allocate its function again,
 * with or without values that stay in registers between blocks, as ASKED did
 * not say.  Pieces are cut elsewhere then, and other ones meet.  S is returned
 * if that finds none either.
 */
static Scan *
attempt_otherwise(Scan *s, Scan *asked)
{
	AllocOptions *options = ARENA_RAW(s->arena, AllocOptions, 1);
	Func f = func_before(s);

	*options = *asked->options;
	options->kind = options->kind == REGALLOC_FAST ? REGALLOC_LINEAR
						       : REGALLOC_FAST;
	asked->options = options;
	return attempt_without(s, asked, &f, asked->reserved, TAKE_ALWAYS);
}

/*
 * Allocate it again in another way, where that differs: what is evicted does
 * not wait for the others before it is split.  It knows less of them, but finds
 * more room.  Neither way is better in general; the cheaper allocation is
 * taken.
 */
static Scan *
attempt_eagerly(Scan *s, Scan *asked)
{
	Scan *again;
	Func f;

	if (s->evictions.waited < AGAIN_WAITED ||
	    s->f->insns.n > AGAIN_INSNS_MAX || occupancy_cost(s) < AGAIN_COST)
		return s;
	f = func_before(s);
	asked->eager = true;
	again = attempt_without(s, asked, &f, asked->reserved, TAKE_CHEAPER);
	asked->eager = again != s;
	return again;
}

/* What must not be allocated. */
static const uint64_t *
alloc_reserved(const AllocInput *in)
{
	uint32_t words = BITS_WORDS(in->f->target->n_regs), i;
	const uint64_t *barred = in->options->barred;
	uint64_t *both;

	if (!barred)
		return in->steady->reserved;
	both = ARENA_RAW(in->arena, uint64_t, words);
	for (i = 0; i < words; i++)
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
	Scan *s = ARENA_RAW(in->arena, Scan, 1), *first = s;
	DiagMark said = diag_mark(in->f->diag);
	bool done;

	memset(alloc, 0, sizeof(*alloc));
	*s = asked;
	done = attempt(s);
	if (!done && in->options->kind != REGALLOC_SCAN) {
		s = attempt_otherwise(s, &asked);
		done = s != first;
		if (done)
			diag_forget(in->f->diag, said);
	}
	if (done && in->options->kind == REGALLOC_LINEAR)
		s = attempt_eagerly(s, &asked);
	if (done)
		s = attempt_for_lanes(s, &asked);
	if (done && in->options->kind == REGALLOC_LINEAR && occupancy_lost(s)) {
		s = attempt_for_occupancy(s, &asked);
		s = attempt_for_lanes(s, &asked);
	}
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
	return true;
}

RegId
alloc_scratch(const Alloc *alloc, ClassId cls, uint32_t pos,
	      const uint64_t *barred)
{
	Scan *s = alloc->scan;
	const Order *order = class_order(s, cls);
	uint32_t i, k;

	for (i = 0; i < order->n; i++) {
		Slice units = s->t->regs[order->regs[i]].units;
		bool taken = false;

		for (k = units.start; barred && k < units.end; k++)
			taken |= bits_has(barred, s->t->reg_units[k]);
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
	for (w = s->intervals.at[v].origin; w != NONE;
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
