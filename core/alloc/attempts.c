/*
 * Attempts at the allocation of one function: see attempts.h.
 */
#include "core/alloc/attempts.h"

#include "core/alloc/allocate.h"
#include "core/alloc/cost.h"
#include "core/alloc/occupancy.h"
#include "core/alloc/spill/spill.h"
#include "core/alloc/split/loops.h"
#include "core/alloc/textbook/scan.h"
#include "core/alloc/total.h"
#include "core/base/bits.h"

#include <string.h>

/* S, of which only what is asked for is there, is set up and allocated. */
static bool
attempt(Scan *s)
{
	Func *f = s->f;
	uint32_t n;

	s->origins.n = f->vregs.n;
	s->origins.slot = ARENA_RAW(s->arena, uint32_t, f->vregs.n + 1);
	memset(s->origins.slot, 0xff,
	       f->vregs.n * sizeof(*s->origins.slot)); /* NONE */
	parts_init(s);
	s->drop = ARENA_NEW(s->arena, uint8_t, f->insns.n + 1);
	s->folded = ARENA_NEW(s->arena, uint8_t, f->insns.n + 1);
	s->origins.remat = ARENA_RAW(s->arena, InsnId, f->vregs.n + 1);
	s->origins.writes = ARENA_RAW(s->arena, float, f->vregs.n + 1);
	intervals_init(s);
	units_init(s);
	bool done = s->options->kind == REGALLOC_SCAN ? textbook_run(s)
						      : scan_run(s);
	if (done) {
		VregId *intervals = edits_intervals(s, &n);
		if (s->options->kind != REGALLOC_SCAN)
			reloads_fold(s, intervals, n);
		stores_drop(s);
		if (s->options->kind != REGALLOC_SCAN)
			stores_hoist(s);
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
	uint32_t n = f.opnds.n;

	f.opnds.at = arena_copy(s->arena, f.opnds.at, n * sizeof(Operand),
				(n + 1) * sizeof(Operand));
	for (InsnId i = 0; i < f.insns.n; i++) {
		const Insn *insn = func_insn(&f, i);
		Operand *o = f.opnds.at + insn->opnd0;

		for (uint32_t k = 0; k < insn->nopnds; k++)
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
	TAKE_ALWAYS,   /* if it finds registers for all, */
	TAKE_NEAR,     /* costs hardly more, and no more in memory, */
	TAKE_CHEAPER,  /* is so much cheaper, needs no more lanes than it
			  leaves, */
	TAKE_NO_FEWER, /* and costs no waves besides */
} Take;

/* What an attempt at allocating a function again is asked for. */
typedef struct {
	Scan *asked;
	const uint64_t *reserved; /* a bit set over RegId */
	Take take;
	float cost;  /* if it must be cheaper: total_cost of the best so far, */
	float share; /* of which it costs no more than this; if near: of the
			instructions run, which it may cost more */
} Again;

/* Is AGAIN so much cheaper than the best so far?  Then it is that. */
static bool
is_cheaper(Again *a, Scan *again)
{
	float cost = total_cost(again);

	if (cost > a->cost * a->share ||
	    !occupancy_has_lanes(again, a->asked->reserved))
		return false;
	a->cost = cost;
	return true;
}

static bool
is_taken(Again *a, Scan *again, const Scan *s)
{
	switch (a->take) {
	case TAKE_NEAR:
		return total_is_near(again, s, a->share);
	case TAKE_CHEAPER:
		return is_cheaper(a, again);
	case TAKE_NO_FEWER:
		return occupancy_waves(again) >= occupancy_waves(s) &&
		       is_cheaper(a, again);
	default:
		return true;
	}
}

/* Allocate F, which was the function of S before it, again: that allocation, or
 * S if there is none or it is not taken. */
static Scan *
attempt_again(Scan *s, Func *f, Again *a)
{
	Diag *diag = s->f->diag, unheard = {.arena = s->arena};
	Scan *again = ARENA_RAW(s->arena, Scan, 1);
	AllocLog log;

	a->asked->counts.attempts++;
	*again = *a->asked;
	again->f = f;
	again->reserved = a->reserved;
	f->diag = &unheard;
	if (s->log) {
		log = *s->log;
		log_restart(&log);
		again->log = &log;
	}
	if (!attempt(again) || !is_taken(a, again, s))
		return s;
	f->diag = diag;
	*s->f = *f;
	again->f = s->f;
	again->log = s->log;
	if (s->log)
		*s->log = log;
	return again;
}

/* The same, with the function as it was before S, and no memory left behind by
 * what is not taken. */
static Scan *
attempt_anew(Scan *s, Again *a)
{
	ArenaMark mark = arena_mark(s->arena);
	Func f = func_before(s);
	Scan *again = attempt_again(s, &f, a);

	if (again == s)
		arena_release(s->arena, mark);
	return again;
}

/* A copy of what is reserved in S. */
static uint64_t *
reserved_copy(const Scan *s)
{
	size_t size = BITS_WORDS(s->t->n_regs) * sizeof(*s->reserved);

	return arena_copy(s->arena, s->reserved, size, size);
}

/* Allocate the function of S again as A says, in one manner after the other,
 * until one is taken.  Few registers are left over, so that each finds room
 * where others do not. */
static Scan *
attempt_manners(Scan *s, Scan *asked, Again *a)
{
	Manner was = asked->manner;
	uint32_t n = s->f->insns.n > OTHERS_INSNS_MAX ? 1 : 4;

	for (uint32_t i = 0; i < n; i++) {
		asked->manner.shifting = was.shifting ^ (i & 1);
		asked->manner.eager = was.eager ^ (i >> 1);
		Scan *again = attempt_anew(s, a);
		if (again != s)
			return again;
	}
	asked->manner = was;
	return s;
}

/* Allocate the function of S again if that lets more waves fit. */
static Scan *
attempt_for_occupancy(Scan *s, Scan *asked)
{
	uint64_t *reserved = reserved_copy(s);
	Again a = {asked, reserved, TAKE_NEAR, 0, WAVES_SHARE};
	ArenaMark mark = arena_mark(s->arena);
	Func f = func_before(s);
	Arena scratch = {0};
	bool wanted = occupancy_reserve(s, &f, reserved, &scratch);

	arena_free(&scratch);
	arena_release(s->arena, mark);
	return wanted ? attempt_manners(s, asked, &a) : s;
}

/* Allocate it again if no vector register is left for spilled scalars; and once
 * more if that spills so many that they need another one: each time more
 * registers are reserved. */
static Scan *
attempt_for_lanes(Scan *s, Scan *asked)
{
	for (;;) {
		uint64_t *reserved = reserved_copy(s);
		Again a = {asked, reserved, TAKE_ALWAYS, 0, 0};
		Arena scratch = {0};
		bool wanted = occupancy_reserve_lanes(s, asked->reserved,
						      reserved, &scratch);

		arena_free(&scratch);
		if (!wanted)
			return s;
		Scan *again = attempt_anew(s, &a);
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
	Again a = {asked, asked->reserved, TAKE_ALWAYS, 0, 0};

	*options = *asked->options;
	options->kind = options->kind == REGALLOC_FAST ? REGALLOC_LINEAR
						       : REGALLOC_FAST;
	asked->options = options;
	return attempt_anew(s, &a);
}

/*
 * Allocate it again in another way, where that differs: what is evicted does
 * not wait for the others before it is split.  It knows less of them, but finds
 * more room.  Neither way is better in general; the cheaper allocation is
 * taken.
 */
static Scan *
attempt_eagerly(Scan *s, Scan *asked, Again *a)
{
	asked->manner.eager = true;
	a->share = AGAIN_SHARE;
	Scan *again = attempt_anew(s, a);
	asked->manner.eager = again != s;
	return again;
}

/* Allocate it again with nothing cut for a loop, if something was: it may keep
 * others out of their registers who need them more. */
static Scan *
attempt_loopless(Scan *s, Scan *asked, Again *a)
{
	Manner was = asked->manner;

	if (!s->evictions.loops)
		return s;
	a->share = AGAIN_SHARE;
	asked->manner.loopless = asked->manner.eager = true;
	Scan *again = attempt_anew(s, a);
	if (again == s)
		asked->manner = was;
	return again;
}

/* Allocate it again with tuples for which others shift: it may take less
 * memory, or cut to pieces what ends there all the same.  Fewer waves may fit:
 * the registers of what is in memory are free for no reason of theirs. */
static Scan *
attempt_shifting(Scan *s, Scan *asked)
{
	Again a = {asked, s->reserved, TAKE_CHEAPER, 0, OTHERS_SHARE};

	if (!s->evictions.apart || !s->counts.spilled ||
	    s->f->insns.n > OTHERS_INSNS_MAX)
		return s;
	a.cost = total_cost(s);
	asked->manner.shifting = true;
	Scan *again = attempt_anew(s, &a);
	asked->manner.shifting = again != s;
	return again;
}

/* Allocate it again with values that are reloaded behind calls, if that would
 * have paid where they live in memory for the calls' sake: it takes registers
 * from others.  One attempt less, *N, is left then. */
static Scan *
attempt_filling(Scan *s, Scan *asked, Again *a, uint32_t *n)
{
	double saved = s->evictions.saved_by_fills;

	if (saved < FILLS_COST || saved < FILLS_COST_SHARE * a->cost || !*n)
		return s;
	--*n;
	a->share = AGAIN_SHARE;
	asked->manner.fills = true;
	Scan *again = attempt_anew(s, a);
	asked->manner.fills = again != s;
	return again;
}

/* A number that is random, but the same one each time for I and TURN: the
 * finalizer of SplitMix64. */
static uint64_t
random_of(uint32_t i, uint32_t turn)
{
	uint64_t x = (uint64_t)turn << 32 | i;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

/* WEIGHTS of N origins for attempt TURN: others than the BEST ones. */
static void
weights_draw(float *weights, const float *best, uint32_t n, uint32_t turn)
{
	static const float factors[] = {0.25F, 0.5F, 1, 1, 1, 1, 2, 4};

	for (uint32_t i = 0; i < n; i++) {
		uint64_t x = random_of(i, turn);

		weights[i] = turn <= OTHERS_ALL || x % 4 == 0 ? factors[x >> 61]
							      : best[i];
	}
}

/*
 * Allocate it again with other weights, which evict others: which ones are
 * best, no rule tells beforehand.  The cheapest allocation is taken.  N times,
 * or until it costs less than LEAST, which rises each time.  Every other time
 * values are reloaded behind calls.
 */
static Scan *
attempt_others(Scan *s, Scan *asked, Again *a, uint32_t n, float least)
{
	uint32_t best = 0;
	bool fills = asked->manner.fills; /* the best one's */
	float *weights[2]; /* the best ones, and those that are tried */

	if (!n || a->cost < least)
		return s;
	for (uint32_t i = 0; i < 2; i++)
		weights[i] = ARENA_RAW(s->arena, float, s->origins.n + 1);
	for (uint32_t i = 0; i < s->origins.n; i++)
		weights[best][i] = 1;
	a->share = OTHERS_SHARE;
	for (uint32_t i = 1; i <= n && a->cost >= least;
	     i++, least *= OTHERS_STEP) {
		weights_draw(weights[!best], weights[best], s->origins.n, i);
		asked->manner.weights = weights[!best];
		asked->manner.fills = i % 2;
		Scan *again = attempt_anew(s, a);
		if (again == s)
			continue;
		best = !best;
		fills = asked->manner.fills;
		s = again;
	}
	asked->manner.weights = weights[best];
	asked->manner.fills = fills;
	return s;
}

/* A cheaper allocation than S, where others would differ: after so many
 * attempts as are wanted, or as it pays. */
static Scan *
attempt_cheaper(Scan *s, Scan *asked)
{
	Again a = {asked, s->reserved, TAKE_NO_FEWER, 0, 0};
	uint32_t insns = s->f->insns.n, n = asked->options->attempts;

	if (s->evictions.waited < AGAIN_WAITED || !n)
		return s;
	a.cost = total_cost(s);
	if (n != ATTEMPTS_BY_COST) {
		s = attempt_eagerly(s, asked, &a);
		return attempt_others(s, asked, &a, n - 1, 0);
	}
	float least = OTHERS_COST * (float)insns;
	n = OTHERS_INSNS_MAX / (insns + 1);
	if (insns <= AGAIN_INSNS_MAX ? a.cost >= AGAIN_COST
				     : n && a.cost >= least) {
		s = attempt_eagerly(s, asked, &a);
		s = attempt_loopless(s, asked, &a);
	}
	s = attempt_filling(s, asked, &a, &n);
	return attempt_others(s, asked, &a, n, least);
}

/* What moves in loops gets one register there, where one is left.  Only in the
 * allocation that is taken: attempts are judged without, since a first one that
 * costs less by it would end the search for a better one. */
static void
loops_settle(Scan *s)
{
	uint32_t n, before = s->intervals.n;

	loops_unite(s);
	if (s->intervals.n == before)
		return;
	VregId *intervals = edits_intervals(s, &n);
	stores_drop(s);
	idle_drop(s, intervals, n);
	log_intervals(s);
}

bool
attempts_run(Scan *asked, Scan **best)
{
	Scan *s = ARENA_RAW(asked->arena, Scan, 1), *first = s;
	DiagMark said = diag_mark(asked->f->diag);
	bool linear = asked->options->kind == REGALLOC_LINEAR;

	/* Kernels, of which one loop is the most, cost a little more by it. */
	asked->manner.loopless = asked->t->lane_mask != 0;
	*s = *asked;
	*best = s;
	bool fits = attempt(s);
	if (!fits) {
		if (asked->options->kind == REGALLOC_SCAN)
			return false;
		s = attempt_otherwise(s, asked);
		if (s == first)
			return false;
		diag_forget(asked->f->diag, said);
	}
	if (linear && fits)
		s = attempt_shifting(s, asked);
	s = attempt_for_lanes(s, asked);
	if (linear && occupancy_waves(s) != UINT32_MAX) {
		s = attempt_for_occupancy(s, asked);
		s = attempt_for_lanes(s, asked);
	}
	if (linear && fits)
		s = attempt_cheaper(s, asked);
	if (linear)
		loops_settle(s);
	*best = s;
	return true;
}
