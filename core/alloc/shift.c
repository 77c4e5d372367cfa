/*
 * Offers of eviction by shifting: a tuple needs registers in a row, and there
 * are enough of them free, but apart.  Those who live in between go on in other
 * registers from where the tuple begins, as in ACO's register allocator; a copy
 * costs less than memory.
 */
#include "core/alloc/cost.h"
#include "core/alloc/evict.h"
#include "core/base/search.h"

#include <math.h>

enum {
	SHIFT_OCCURRENCES_MAX = 64, /* of a part that goes on elsewhere */
	UNITS_MAX = 64,		    /* that copies move */
	TRIES_MAX = 128,	    /* registers looked at closely at a time */
	LOOKS_WASTED_MAX = 8,	    /* before giving up begins */
};

/* Where a tuple begins. */
typedef struct {
	BlockId block;
	InsnId insn; /* makes it */
	uint32_t pos;
} Beginning;

/* Does V begin with an instruction that copies can stand before? */
static bool
beginning_find(const Scan *s, VregId v, Beginning *at)
{
	const AllocInterval *p = &s->intervals.at[v];
	const Slots *slots = &s->live->slots;
	SlotIdx start = p->main.segs[0].start;
	const IntervalOccurrence *first = p->occurrences;

	at->pos = start / 4;
	if ((start & 3) == SLOT_BLOCK || first->pos != at->pos ||
	    first->flags & OCC_EDIT)
		return false;
	at->block = slots->pos_block[at->pos];
	at->insn = slots->pos_insn[at->pos];
	return !(insn_flags(s->f, func_insn(s->f, at->insn)) & OP_TERMINATOR);
}

/* The occurrences of W, which lives AT, from there to the end of the block, if
 * it does not live on behind that and can be cut.  False: it cannot. */
static bool
part_find(const Scan *s, VregId w, const Beginning *at, OccurrenceRun *part)
{
	const AllocInterval *q = &s->intervals.at[w];
	SlotIdx end = slot_block_end(&s->live->slots, at->block);
	const IntervalOccurrence *m = q->occurrences;
	uint32_t i = occurrence_from(q, at->pos);

	if (q->stage == STAGE_DONE || isinf(q->weight) ||
	    q->splits >= SPLITS_MAX ||
	    !segs_contain(&q->main, slot_at(at->pos, SLOT_BLOCK)) ||
	    segs_contain(&q->main, end - 1))
		return false;
	*part = (OccurrenceRun){i, i};
	for (; i < q->noccurrences && occurrence_block(s, &m[i]) == at->block;
	     i++)
		if (m[i].flags & OCC_PINNED ||
		    i - part->start == SHIFT_OCCURRENCES_MAX ||
		    (m[i].flags & OCC_EDIT &&
		     (m[i].pos == at->pos ||
		      (m[i].flags & OCC_WRITE &&
		       slot_at(m[i].pos, SLOT_BLOCK) >= end))))
			return false;
	part->end = i;
	return part->start && part->start < part->end;
}

/* The first segment of W that is in the part from AT on. */
static uint32_t
part_first(const Scan *s, VregId w, const Beginning *at)
{
	const Segs *segs = &s->intervals.at[w].main;
	SlotIdx start = slot_at(at->pos, SLOT_BLOCK);
	uint32_t i = 0;

	SEARCH_FIRST(i, segs->n, segs->segs[i].end <= start);
	return i;
}

/* Segment I of W, as far as it is in the part from AT to the end of the block.
 * False: the part has ended. */
static bool
part_segment(const Scan *s, VregId w, uint32_t i, const Beginning *at,
	     Segment *seg)
{
	const Segs *segs = &s->intervals.at[w].main;
	SlotIdx start = slot_at(at->pos, SLOT_BLOCK);
	SlotIdx end = slot_block_end(&s->live->slots, at->block);

	if (i >= segs->n || segs->segs[i].start >= end)
		return false;
	*seg = segs->segs[i];
	if (seg->start < start)
		seg->start = start;
	if (seg->end > end)
		seg->end = end;
	return true;
}

/* Is REG free where the part of W is? */
static bool
part_fits(Scan *s, VregId w, const Beginning *at, RegId reg)
{
	Segment seg;

	for (uint32_t i = part_first(s, w, at); part_segment(s, w, i, at, &seg);
	     i++)
		if (!units_free(s, reg, seg.start, seg.end, NONE))
			return false;
	return true;
}

/* Does REG overlap one that OFFER has given away? */
static bool
is_given(const Scan *s, const ShiftOffer *offer, RegId reg)
{
	for (uint32_t i = 0; i < offer->n; i++)
		if (offer->to[i] && target_overlap(s->t, reg, offer->to[i]))
			return true;
	return target_overlap(s->t, reg, offer->reg);
}

/* W leaves its register, if it can go on elsewhere; false: it cannot, or there
 * are too many. */
static bool
holder_add(Scan *s, VregId w, const Beginning *at, ShiftOffer *offer)
{
	uint32_t n = offer->n;

	if (n == SHIFTED_MAX || !part_find(s, w, at, &offer->parts[n]))
		return false;
	offer->from[n] = w;
	offer->held[n] = s->regs.at[w];
	offer->to[n] = 0;
	offer->n++;
	units_release(s, w);
	return true;
}

/* The last holders, down to N, have their registers again. */
static void
holders_return(Scan *s, ShiftOffer *offer, uint32_t n)
{
	while (offer->n > n) {
		offer->n--;
		units_assign(s, offer->from[offer->n], offer->held[offer->n]);
	}
}

/* All who hold units of REG where the part of W is leave it.  False: one of
 * them cannot; those before have left. */
static bool
part_clear(Scan *s, VregId w, RegId reg, const Beginning *at, ShiftOffer *offer)
{
	const UnitId *unit;
	const OwnedSeg *other;
	Segment seg;

	for (Slice held = reg_held(s, reg, &unit); held.start < held.end;
	     held.start++)
		for (uint32_t i = part_first(s, w, at);
		     part_segment(s, w, i, at, &seg); i++)
			while ((other = units_holder(s, unit[held.start],
						     seg.start, seg.end)))
				if (!holder_add(s, other->owner, at, offer))
					return false;
	return true;
}

/* A register for the part of holder I of OFFER: one that is free or (FEW) whose
 * holders are the fewest, who leave it then.  0: there is none. */
static RegId
part_register(Scan *s, ShiftOffer *offer, uint32_t i, const Beginning *at,
	      bool few)
{
	VregId w = offer->from[i];
	const Order *order = class_order(s, s->f->vregs.at[w].cls);
	uint32_t n = offer->n, least = SHIFTED_MAX + 1;
	RegId best = 0;

	for (uint32_t k = 0; k < order->n && least > n + 1; k++) {
		RegId reg = order->regs[k];

		if (is_given(s, offer, reg) || !units_preserved(s, w, reg))
			continue;
		if (!few && part_fits(s, w, at, reg))
			return reg;
		if (few && part_clear(s, w, reg, at, offer) &&
		    offer->n < least && part_fits(s, w, at, reg)) {
			least = offer->n;
			best = reg;
		}
		holders_return(s, offer, n);
	}
	if (best)
		part_clear(s, w, best, at, offer);
	return best;
}

static uint32_t
units_of(const Scan *s, RegId reg)
{
	const UnitId *unit;
	Slice held = reg_held(s, reg, &unit);

	return held.end - held.start;
}

/* The units that OFFER's copies move. */
static uint32_t
units_moved(const Scan *s, const ShiftOffer *offer)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < offer->n; i++)
		sum += units_of(s, offer->held[i]);
	return sum;
}

/* The largest holder of OFFER that has not got a register; NONE: all have. */
static uint32_t
largest(const Scan *s, const ShiftOffer *offer)
{
	uint32_t best = NONE, most = 0;

	for (uint32_t i = 0; i < offer->n; i++) {
		if (!offer->to[i] && units_of(s, offer->held[i]) > most) {
			most = units_of(s, offer->held[i]);
			best = i;
		}
	}
	return best;
}

/* Does a copy of OFFER that is not DONE read what copy I writes? */
static bool
copy_waits(const Scan *s, const ShiftOffer *offer, uint32_t i, const bool *done)
{
	for (uint32_t k = 0; k < offer->n; k++)
		if (k != i && !done[k] &&
		    target_overlap(s->t, offer->to[i], offer->held[k]))
			return true;
	return false;
}

/* Can the copies of OFFER be made one after the other?  Else one of them would
 * need another register, and there may be none. */
static bool
copies_in_turn(const Scan *s, const ShiftOffer *offer)
{
	bool done[SHIFTED_MAX] = {false};
	uint32_t left = offer->n, before;

	do {
		before = left;
		for (uint32_t i = 0; i < offer->n; i++)
			if (!done[i] && !copy_waits(s, offer, i, done)) {
				done[i] = true;
				left--;
			}
	} while (left && left < before);
	return !left;
}

/* Can the holders of REG, which were found, go on elsewhere, with (DEEP) others
 * going on elsewhere for them? */
static bool
holders_shift(Scan *s, RegId reg, const Beginning *at, bool deep,
	      ShiftOffer *offer)
{
	uint32_t n = s->evictions.candidates.n, i;
	bool found = n <= SHIFTED_MAX;

	*offer = (ShiftOffer){.reg = reg};
	for (i = 0; i < n && found; i++)
		found = holder_add(s, s->evictions.candidates.at[i], at, offer);
	while (found && (i = largest(s, offer)) != NONE) {
		offer->to[i] = part_register(s, offer, i, at, false);
		if (!offer->to[i] && deep)
			offer->to[i] = part_register(s, offer, i, at, true);
		found = offer->to[i] != 0;
	}
	n = offer->n;
	holders_return(s, offer, 0);
	offer->n = n;
	return found && copies_in_turn(s, offer);
}

/* The best offer for V, which begins AT, of those whose copies move fewer than
 * LEAST units.  Returns how many it moves; LEAST: there is none. */
static uint32_t
best_find(Scan *s, VregId v, const Beginning *at, bool deep, uint32_t least,
	  ShiftOffer *offer)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	Patience *patience = &s->evictions.shift[deep];
	uint32_t best = least, tries = 0;

	if (!patience_hopes(patience))
		return least;
	for (uint32_t i = 0; i < order->n && best > 1 && tries < TRIES_MAX;
	     i++) {
		RegId reg = order->regs[i];
		ShiftOffer trial;
		float heaviest;

		if (!units_may_clear(s, v, reg) ||
		    !units_evictees(s, v, reg, HUGE_VALF, CASCADE_NONE,
				    &heaviest) ||
		    s->evictions.candidates.n >= best)
			continue;
		tries++;
		if (!holders_shift(s, reg, at, deep, &trial) ||
		    units_moved(s, &trial) >= best)
			continue;
		*offer = trial;
		best = units_moved(s, &trial);
	}
	/* A deep look takes so long that each one counts. */
	patience_learn(patience, 1, LOOKS_WASTED_MAX, !deep && best < least);
	return best;
}

bool
row_is_apart(Scan *s, VregId v)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	uint32_t need = order->n ? units_of(s, order->regs[0]) : 0, n = 0;
	const UnitId *unit;
	UnitId last = 0;
	Beginning at;

	if (need < 2 || !beginning_find(s, v, &at))
		return false;
	SlotIdx start = slot_at(at.pos, SLOT_REG);
	for (uint32_t i = 0; i < order->n && n < need; i++) {
		for (Slice held = reg_held(s, order->regs[i], &unit);
		     held.start < held.end; held.start++) {
			/* Registers overlap those before. */
			if (i && unit[held.start] <= last)
				continue;
			last = unit[held.start];
			n += !units_holder(s, last, start, start + 1);
		}
	}
	return n >= need;
}

bool
evict_by_shifting(Scan *s, VregId v, double max, ShiftOffer *offer)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	Beginning at;

	if (max <= 0 || !beginning_find(s, v, &at))
		return false;
	double price = (double)s->price[at.block] * COST_COPY;
	max *= units_of(s, order->regs[0]);
	uint32_t most =
		max < price * UNITS_MAX ? (uint32_t)(max / price) : UNITS_MAX;
	uint32_t least = best_find(s, v, &at, false, most + 1, offer);
	if (least > most)
		least = best_find(s, v, &at, true, most + 1, offer);
	return least <= most;
}

/* PART of W, which has no register any more, becomes an interval of its own,
 * and the rest another one. */
static void
part_split(Scan *s, VregId w, OccurrenceRun part, const Beginning *at,
	   VregId *rest, VregId *other)
{
	AllocInterval old = s->intervals.at[w];
	OccurrenceVec occurrences[2] = {{0}, {0}};
	VregId parts[2];
	Edit e = {.kind = EDIT_COPY, .slot = NONE, .remat = NONE};

	for (uint32_t i = 0; i < 2; i++) {
		parts[i] = interval_add(s, w);
		s->intervals.at[parts[i]].splits = (uint8_t)(old.splits + 1);
		s->intervals.at[parts[i]].cascade = old.cascade;
	}
	for (uint32_t i = 0; i < old.noccurrences; i++) {
		bool in = i >= part.start && i < part.end;

		occurrence_insert(s, &occurrences[in], old.occurrences[i]);
		occurrence_rename(s, &old.occurrences[i], parts[in]);
	}
	e.src = parts[0];
	e.dst = parts[1];
	edit_place_before(s, at->insn, &e);
	copy_add(s, e, &occurrences[0], &occurrences[1]);
	for (uint32_t i = 0; i < 2; i++) {
		AllocInterval *q = &s->intervals.at[parts[i]];

		q->occurrences = occurrences[i].at;
		q->noccurrences = occurrences[i].n;
		interval_compute(s, parts[i]);
	}
	interval_empty(s, w);
	*rest = parts[0];
	*other = parts[1];
}

/* V gets REG if it is free, or another turn. */
static void
assign_or_queue(Scan *s, VregId v, RegId reg)
{
	if (!units_fit(s, v, reg)) {
		queue_put(s, v);
		return;
	}
	units_assign(s, v, reg);
	log_taken(s, v, reg, TAKEN_SHIFTING);
}

void
shift_offer_take(Scan *s, VregId v, const ShiftOffer *offer)
{
	Beginning at;

	beginning_find(s, v, &at);
	for (uint32_t i = 0; i < offer->n; i++)
		units_release(s, offer->from[i]);
	for (uint32_t i = 0; i < offer->n; i++) {
		VregId w = offer->from[i], rest, other;

		log_split(s, w, CUT_SHIFT, 0);
		part_split(s, w, offer->parts[i], &at, &rest, &other);
		assign_or_queue(s, rest, offer->held[i]);
		assign_or_queue(s, other, offer->to[i]);
	}
	assign_or_queue(s, v, offer->reg);
}
