/*
 * Where registers lack most while a value lives: the registers of its class are
 * what it can have, and whoever can have nothing else counts against it; so
 * does who lives through a call against those that survive it.  The same for
 * the largest class around, if it has more of them.  Ranges are counted by
 * differences that are summed up once.
 */
#include "core/explain/remedy_internal.h"

#include "core/base/search.h"
#include "core/base/sort.h"
#include "core/model/unitset.h"

/* Registers that a value can have, and who wants them. */
typedef struct {
	const Remedies *r;
	const Target *t;
	ClassId cls;
	uint64_t *given; /* bit set over UnitId: of registers to be had */
	uint32_t there;	 /* registers of the class */
	uint32_t *known; /* by class: what its values take, and one more; 0:
			    not known */
	uint32_t *takes; /* see RemedyPlace */
} Contest;

/* Is REG one that is given to values, and (PRESERVED not NULL) survives? */
static bool
is_given(const Contest *c, RegId reg, const uint64_t *preserved)
{
	return !bits_has(c->r->s->log->reserved, reg) &&
	       (!preserved || mask_preserves(preserved, reg));
}

/* How many registers of CLS can be in use at one time, of those that survive
 * PRESERVED (NULL: all) and that overlap WITHIN, a set of units (NULL: all). */
static uint32_t
registers_count(const Contest *c, ClassId cls, const uint64_t *preserved,
		const uint64_t *within)
{
	const Target *t = c->t;
	Arena tmp = {0};
	uint64_t *used = ARENA_NEW(&tmp, uint64_t, BITS_WORDS(t->n_unit_regs));
	uint32_t n = 0;

	FOR_CLASS_REGS(r, t, cls) {
		RegId reg = *r;

		if (!is_given(c, reg, preserved) ||
		    unitset_meets(t, used, reg) ||
		    (within && !unitset_meets(t, within, reg)))
			continue;
		unitset_add(t, used, reg);
		n++;
	}
	arena_free(&tmp);
	return n;
}

/* The units of the registers of CLS that are given. */
static uint64_t *
units_of(const Contest *c, ClassId cls)
{
	const Target *t = c->t;
	uint64_t *units =
		ARENA_NEW(c->r->s->tmp, uint64_t, BITS_WORDS(t->n_unit_regs));

	FOR_CLASS_REGS(reg, t, cls)
		if (is_given(c, *reg, NULL))
			unitset_add(t, units, *reg);
	return units;
}

/* What a value of class CLS takes of the registers, of each REMEDY_WHOLE; 0:
 * it can have others. */
static uint32_t
class_takes(const Contest *c, ClassId cls)
{
	const Target *t = c->t;

	FOR_CLASS_REGS(reg, t, cls)
		if (is_given(c, *reg, NULL) &&
		    !unitset_meets(t, c->given, *reg))
			return 0;
	uint32_t own = registers_count(c, cls, NULL, NULL);
	uint32_t n = registers_count(c, c->cls, NULL, units_of(c, cls));
	if (!own || !n)
		return 0;
	return own > n ? REMEDY_WHOLE / (own / n) : REMEDY_WHOLE * (n / own);
}

static void
contest_open(Contest *c, const Remedies *r, ClassId cls)
{
	const Func *f = r->in.read;
	Arena *tmp = r->s->tmp;

	*c = (Contest){.r = r, .t = f->target, .cls = cls};
	c->given = units_of(c, cls);
	c->there = registers_count(c, cls, NULL, NULL);
	if (r->in.stress && c->there > r->in.stress)
		c->there = r->in.stress;
	c->known = ARENA_NEW(tmp, uint32_t, f->target->n_classes);
	c->takes = ARENA_NEW(tmp, uint32_t, f->vregs.n + 1);
	for (VregId v = 0; v < f->vregs.n; v++) {
		ClassId own = f->vregs.at[v].cls;

		if (own == CLASS_NONE)
			continue;
		if (!c->known[own])
			c->known[own] = class_takes(c, own) + 1;
		c->takes[v] = c->known[own] - 1;
	}
}

/* --- ranges --- */

/* What is counted at points in order, by differences. */
typedef struct {
	uint32_t *at;
	uint32_t n;
} Counts;

static Counts
counts_new(uint32_t n, Arena *arena)
{
	return (Counts){ARENA_NEW(arena, uint32_t, n + 1), n};
}

static void
counts_sum(Counts *c)
{
	for (uint32_t i = 1; i < c->n; i++)
		c->at[i] += c->at[i - 1];
}

/* TAKES from slot FROM to END: at samples, or (CALLS) at calls it lives
 * through. */
static void
counts_add(const Remedies *r, Counts *c, bool calls, SlotIdx from, SlotIdx end,
	   uint32_t takes)
{
	const Clobber *call = r->live.clobbers;
	uint32_t first = 0, behind = 0;

	if (calls) {
		SEARCH_FIRST(first, c->n, call[first].at / 4 * 4 < from);
		SEARCH_FIRST(behind, c->n,
			     call[behind].at / 4 * 4 + SLOT_DEAD < end);
	} else {
		first = remedy_sample(from);
		behind = remedy_sample(end);
	}
	if (first >= behind)
		return;
	c->at[first] += takes;
	c->at[behind] -= takes;
}

static void
range_add(const Remedies *r, Counts *c, bool calls, Slice segs, uint32_t takes)
{
	FOR_SLICE(Segment, seg, r->live.segs.at, segs)
		counts_add(r, c, calls, seg->start, seg->end, takes);
}

/* Virtual register V; of one whose parts live apart, part by part. */
static void
vreg_add(const Remedies *r, Counts *c, bool calls, VregId v, uint32_t takes)
{
	const Interval *iv = &r->live.vregs[v];
	ClassId cls = r->in.read->vregs.at[v].cls;

	if (iv->subs.start == iv->subs.end) {
		range_add(r, c, calls, iv->main.segs, takes);
		return;
	}
	uint32_t all = bits_count(r->in.read->target->classes[cls].lanes);
	FOR_SLICE(SubRange, sub, r->live.subs.at, iv->subs)
		range_add(r, c, calls, sub->range.segs,
			  takes * bits_count(sub->lanes) / all);
}

/* Register REG of the machine, where any part of it is in use. */
static void
reg_add(const Remedies *r, Counts *c, bool calls, RegId reg)
{
	const Target *t = r->in.read->target;
	VEC(uint64_t) keys = {0};
	Arena tmp = {0};
	SlotIdx end = 0;

	FOR_UNITS(unit, t, reg)
		FOR_SLICE(Segment, seg, r->live.segs.at,
			  r->live.units[*unit].segs)
			VEC_PUSH(&tmp, keys,
				 (uint64_t)seg->start << 32 | seg->end);
	sort_numbers(keys.at, keys.n, &tmp);
	for (uint32_t i = 0; i < keys.n; i++) {
		SlotIdx from = (SlotIdx)(keys.at[i] >> 32);
		SlotIdx to = (SlotIdx)keys.at[i];

		if (to <= end)
			continue;
		counts_add(r, c, calls, from > end ? from : end, to,
			   REMEDY_WHOLE);
		end = to;
	}
	arena_free(&tmp);
}

/* What is needed at samples, or at calls. */
static Counts
needs_count(const Contest *c, bool calls)
{
	const Remedies *r = c->r;
	const Target *t = c->t;
	Counts needs = counts_new(
		calls ? r->live.nclobbers : r->live.slots.npos * 2, r->s->tmp);
	uint64_t *used =
		ARENA_NEW(r->s->tmp, uint64_t, BITS_WORDS(t->n_unit_regs));

	for (VregId v = 0; v < r->in.read->vregs.n; v++)
		if (c->takes[v])
			vreg_add(r, &needs, calls, v, c->takes[v]);
	FOR_CLASS_REGS(reg, t, c->cls) {
		if (!is_given(c, *reg, NULL) || unitset_meets(t, used, *reg))
			continue;
		unitset_add(t, used, *reg);
		reg_add(r, &needs, calls, *reg);
	}
	counts_sum(&needs);
	return needs;
}

/* --- the worst of them --- */

static bool
lacks_more(const RemedyPlace *a, const RemedyPlace *b)
{
	return !b->takes ||
	       (int64_t)a->needed - a->there > (int64_t)b->needed - b->there;
}

/* Of WHOLE registers, each begun one. */
static uint32_t
registers_of(uint32_t takes)
{
	return (takes + REMEDY_WHOLE - 1) / REMEDY_WHOLE;
}

/* Between instructions. */
static void
samples_look(const Contest *c, const Counts *lives, RemedyPlace *worst)
{
	const Counts needs = needs_count(c, false);
	uint32_t *lacked = ARENA_NEW(c->r->s->tmp, uint32_t, needs.n + 1);

	for (uint32_t i = 0; i < needs.n; i++) {
		RemedyPlace at = {.pos = i / 2,
				  .needed = registers_of(needs.at[i]),
				  .there = c->there,
				  .cls = c->cls,
				  .takes = c->takes,
				  .lacked = lacked};

		lacked[i + 1] =
			lacked[i] + (lives->at[i] && at.needed > at.there);
		at.from = at.to = slot_at(i / 2, SLOT_EARLY + i % 2);
		if (lives->at[i] && lacks_more(&at, worst))
			*worst = at;
	}
}

/* At calls: who lives through them, and which registers survive. */
static void
calls_look(const Contest *c, const Counts *lives, RemedyPlace *worst)
{
	const Live *live = &c->r->live;
	const Counts needs = needs_count(c, true);

	for (uint32_t i = 0; i < needs.n; i++) {
		const Clobber *call = &live->clobbers[i];
		RemedyPlace at = {.pos = call->at / 4,
				  .needed = registers_of(needs.at[i]),
				  .call = true,
				  .cls = c->cls,
				  .takes = c->takes,
				  .lacked = worst->lacked};

		if (!lives->at[at.pos * 2] || !lives->at[at.pos * 2 + 1])
			continue;
		at.from = slot_at(at.pos, SLOT_BLOCK);
		at.to = slot_at(at.pos, SLOT_DEAD);
		at.there = registers_count(c, c->cls, call->preserved, NULL);
		if (lacks_more(&at, worst))
			*worst = at;
	}
}

/* The largest class with a register of CLS. */
static ClassId
class_around(const Target *t, ClassId cls)
{
	Slice order = t->classes[cls].order;

	return order.start < order.end ? t->regs[t->class_regs[order.start]].cls
				       : CLASS_NONE;
}

bool
remedy_place(const Remedies *r, const RemedyQuestion *q, RemedyPlace *place)
{
	Counts lives = counts_new(r->live.slots.npos * 2, r->s->tmp);
	ClassId around = class_around(r->in.read->target, q->cls);
	Contest own, all;

	for (uint32_t i = 0; i < q->n; i++)
		vreg_add(r, &lives, false, q->regs[i], 64);
	counts_sum(&lives);
	*place = (RemedyPlace){.pos = NONE};
	contest_open(&own, r, q->cls);
	samples_look(&own, &lives, place);
	if (!place->takes)
		return false;
	calls_look(&own, &lives, place);
	if (around == CLASS_NONE || around == q->cls)
		return true;
	contest_open(&all, r, around);
	if (all.there > own.there)
		samples_look(&all, &lives, place);
	return true;
}
