/*
 * Register units: who holds which unit when.  A register is free for an
 * interval if none of its units that carry live lanes of the interval has an
 * overlapping segment, fixed or assigned, and it survives the calls the
 * interval crosses.
 */
#include "core/alloc/interference/block_cache.h"

#include "core/base/bits.h"
#include "core/base/search.h"
#include "core/model/unitset.h"

#include <assert.h>

/* How many intervals may be evicted for one. */
enum { EVICT_MAX = 10 };

void
units_init(Scan *s)
{
	s->held.units = ARENA_NEW(s->arena, SegSet *, s->t->n_unit_regs + 1);
	s->held.fixed_at = ARENA_NEW(s->arena, uint32_t, s->t->n_unit_regs + 1);
	classes_forget(s);
	calls_init(s);
}

/* Side K of COPY I is V or a part of it; with V in register REG, is the other
 * side the same register?  That one; 0: it is not. */
static RegId
copied_register(const Scan *s, InsnId i, uint32_t k, VregId v, RegId reg)
{
	const Insn *insn = func_insn(s->f, i);
	const Operand *o = insn_opnds(s->f, insn);

	if (!insn_is(s->f, insn, WK_COPY) || insn->nopnds != 2 ||
	    o[k].kind != OPND_VREG || o[k].val != v ||
	    o[1 - k].kind != OPND_REG || o[1].flags & OPND_UNDEF)
		return 0;
	RegId other = (RegId)o[1 - k].val;
	return (o[k].sub ? target_subreg(s->t, reg, o[k].sub) : reg) == other
		       ? other
		       : 0;
}

/* Does a COPY at AT make interval V, in register REG, and UNIT of a physical
 * register hold the same, or V undefined there? */
static bool
copied_at(const Scan *s, VregId v, RegId reg, UnitId unit, SlotIdx at)
{
	const Func *f = s->f;

	if ((at & 3) != SLOT_REG)
		return false;
	InsnId i = s->live->slots.pos_insn[at / 4];
	do {
		for (uint32_t k = 0; k < 2; k++) {
			RegId other = copied_register(s, i, k, v, reg);

			if (!other)
				continue;
			if (!k &&
			    insn_opnds(f, func_insn(f, i))->flags & OPND_UNDEF)
				return true;
			if (reg_has_unit(s->t, other, unit))
				return true;
		}
	} while (++i < f->insns.n && (func_insn(f, i)->flags & INSN_PARALLEL));
	return false;
}

/* Is V, in register REG, written behind START and before END, but for copies
 * from REG itself? */
static bool
written_between(const Scan *s, VregId v, RegId reg, SlotIdx start, SlotIdx end)
{
	const AllocInterval *p = &s->intervals.at[v];
	uint32_t i = 0;

	SEARCH_FIRST(i, p->noccurrences,
		     slot_at(p->occurrences[i].pos, SLOT_REG) <= start);
	for (; i < p->noccurrences &&
	       slot_at(p->occurrences[i].pos, SLOT_BLOCK) < end;
	     i++)
		if (p->occurrences[i].flags & OCC_WRITE &&
		    (p->occurrences[i].flags & OCC_EDIT ||
		     !copied_register(s, p->occurrences[i].insn, 0, v, reg)))
			return true;
	return false;
}

uint32_t
segment_from(const Segment *seg, uint32_t i, uint32_t n, SlotIdx at)
{
	uint32_t step = 1;

	while (i + step < n && seg[i + step - 1].end <= at) {
		i += step;
		step *= 2;
	}
	SEARCH_FIRST(i, i + step < n ? i + step : n, seg[i].end <= at);
	return i;
}

/* Is there a fixed range of UNIT between START and END?  The search begins
 * where the last one has ended. */
static inline bool
fixed_between(Scan *s, UnitId unit, SlotIdx start, SlotIdx end)
{
	Slice slice = s->live->units[unit].segs;
	const Segment *seg = s->live->segs.at + slice.start;
	uint32_t n = slice.end - slice.start;

	if (!n)
		return false;
	uint32_t i = s->held.fixed_at[unit];
	if (i && seg[i - 1].end > start)
		i = segment_from(seg, 0, i, start);
	else if (i < n && seg[i].end <= start)
		i = segment_from(seg, i + 1, n, start);
	s->held.fixed_at[unit] = i;
	return i < n && seg[i].start < end;
}

/* Do the segments of V, in register REG, meet a fixed range?  Not where the
 * two begin to overlap at a copy from one to the other: they hold the same as
 * long as neither is written.  Asked when fixed_between has found one. */
static bool
fixed_overlap(Scan *s, UnitId unit, const Segs *segs, VregId v, RegId reg)
{
	Slice range = s->live->units[unit].segs;
	const Segment *a = segs->segs, *a_end = a + segs->n;
	const Segment *b = s->live->segs.at + range.start;
	uint32_t n = range.end - range.start;

	for (uint32_t i = s->held.fixed_at[unit]; a < a_end && i < n;) {
		i = segment_from(b, i, n, a->start);
		if (i == n)
			return false;
		if (b[i].start < a->end) {
			SlotIdx start =
				b[i].start > a->start ? b[i].start : a->start;
			SlotIdx end = b[i].end < a->end ? b[i].end : a->end;

			if (!copied_at(s, v, reg, unit, start) ||
			    written_between(s, v, reg, start, end))
				return true;
			if (b[i].end <= a->end)
				i++;
			else
				a++;
			continue;
		}
		/* Skip our segments that end before it starts. */
		for (a++; a < a_end && a->end <= b[i].start;)
			a++;
	}
	return false;
}

static bool
set_overlap(SegSet *set, const Segs *segs)
{
	SegCursor c = segset_seek(set, segs->segs[0].start);
	for (uint32_t i = 0; i < segs->n; i++) {
		if (i)
			segset_forward(&c, segs->segs[i].start);
		const OwnedSeg *seg = segset_at(c);
		if (!seg)
			return false;
		if (seg->start < segs->segs[i].end)
			return true;
	}
	return false;
}

/* Call BODY with `segs` for every range of interval P that unit U of REG, with
 * lanes UL, carries. */
#define FOR_RANGES(p, ul, segs, body)                                          \
	do {                                                                   \
		uint32_t fr_i;                                                 \
		if (!(p)->nlanes) {                                            \
			const Segs *segs = &(p)->main;                         \
			body                                                   \
		}                                                              \
		for (fr_i = 0; fr_i < (p)->nlanes; fr_i++) {                   \
			const Segs *segs = &(p)->lanes[fr_i].segs;             \
			if (!((p)->lanes[fr_i].lanes & (ul)))                  \
				continue;                                      \
			body                                                   \
		}                                                              \
	} while (0)

/* Do segments of A meet those of B? */
static bool
segs_meet(const Segs *a, const Segs *b)
{
	uint32_t i = 0, k = 0;

	while (i < a->n && k < b->n) {
		if (a->segs[i].end <= b->segs[k].start)
			i++;
		else if (b->segs[k].end <= a->segs[i].start)
			k++;
		else
			return true;
	}
	return false;
}

/* Do segments of P in a unit with lanes UL meet those of OTHER? */
static bool
interval_meets(const AllocInterval *p, LaneMask ul, const Segs *other)
{
	FOR_RANGES(p, ul, segs, {
		if (segs_meet(segs, other))
			return true;
	});
	return false;
}

bool
units_meet(const Scan *s, VregId a, RegId ra, VregId b, RegId rb)
{
	const AllocInterval *p = &s->intervals.at[a], *q = &s->intervals.at[b];
	const UnitId *unit;
	Slice x = reg_held(s, ra, &unit), y = reg_held(s, rb, &unit);
	uint32_t k;

	for (uint32_t i = x.start; i < x.end; i++) {
		for (k = y.start; k < y.end && unit[k] != unit[i];)
			k++;
		if (k == y.end)
			continue;
		FOR_RANGES(p, held_lanes(s, ra, i), segs, {
			if (interval_meets(q, held_lanes(s, rb, k), segs))
				return true;
		});
	}
	return false;
}

/* Do the segments of V, in register REG, meet a fixed range? */
static inline bool
fixed_meets(Scan *s, UnitId unit, const Segs *segs, VregId v, RegId reg)
{
	return segs->n &&
	       fixed_between(s, unit, segs->segs[0].start,
			     segs->segs[segs->n - 1].end) &&
	       fixed_overlap(s, unit, segs, v, reg);
}

/* Do fixed ranges keep V out of REG? */
static inline bool
fixed_clash(Scan *s, VregId v, RegId reg)
{
	const AllocInterval *p = &s->intervals.at[v];
	Slice units = s->t->regs[reg].units;

	for (uint32_t i = units.start; i < units.end; i++)
		FOR_RANGES(p, target_unit_lanes(s->t, reg, i), segs, {
			if (fixed_meets(s, s->t->reg_units[i], segs, v, reg))
				return true;
		});
	return false;
}

/* Does what SET holds, which may be NULL, meet the segments? */
static inline bool
held_meets(SegSet *set, const Segs *segs)
{
	return set && segs->n &&
	       !segset_ends_before(set, segs->segs[0].start) &&
	       (segset_holds_near(set, segs->segs[0].start) ||
		set_overlap(set, segs));
}

/* Do assigned intervals? */
static inline bool
intervals_clash(Scan *s, VregId v, RegId reg)
{
	const AllocInterval *p = &s->intervals.at[v];
	SegSet *const *sets = s->held.units;
	const UnitId *unit;
	Slice held = reg_held(s, reg, &unit);

	if (p->nlanes) {
		for (uint32_t i = held.start; i < held.end; i++)
			FOR_RANGES(p, held_lanes(s, reg, i), segs, {
				if (held_meets(sets[unit[i]], segs))
					return true;
			});
		return false;
	}
	for (uint32_t i = held.start; i < held.end; i++)
		if (held_meets(sets[unit[i]], &p->main))
			return true;
	return false;
}

InterferenceKind
units_interference(Scan *s, VregId v, RegId reg)
{
	if (!units_preserved(s, v, reg) || fixed_clash(s, v, reg))
		return INTERFERENCE_FIXED;
	return intervals_clash(s, v, reg) ? INTERFERENCE_INTERVALS
					  : INTERFERENCE_NONE;
}

bool
units_fit(Scan *s, VregId v, RegId reg)
{
	/* Mostly it is an interval. */
	return units_preserved(s, v, reg) && !intervals_clash(s, v, reg) &&
	       !fixed_clash(s, v, reg);
}

bool
units_may_clear(Scan *s, VregId v, RegId reg)
{
	return units_preserved(s, v, reg) && !fixed_clash(s, v, reg);
}

RegId
units_first(Scan *s, VregId v, const Order *order)
{
	const uint64_t *mask = interval_preserved(s, v);

	for (uint32_t i = 0; i < order->n; i++) {
		RegId reg = order->regs[i];

		if ((!mask || mask_preserves(mask, reg)) &&
		    !intervals_clash(s, v, reg) && !fixed_clash(s, v, reg))
			return reg;
	}
	return 0;
}

/* Where a fixed range of UNIT begins that ends behind AT; NONE: nowhere. */
static SlotIdx
fixed_behind(const Scan *s, UnitId unit, SlotIdx at)
{
	Slice slice = s->live->units[unit].segs;
	const Segment *seg = s->live->segs.at;
	uint32_t i = slice.start;

	SEARCH_FIRST(i, slice.end, seg[i].end <= at);
	return i < slice.end ? seg[i].start : NONE;
}

SlotIdx
units_free_until(Scan *s, RegId reg, SlotIdx at)
{
	Slice units = s->t->regs[reg].units, held;
	SlotIdx until = call_destroying(s, reg, at);
	const UnitId *unit;
	uint32_t i;

	for (i = units.start; i < units.end && until > at; i++) {
		SlotIdx x = fixed_behind(s, s->t->reg_units[i], at);

		until = x < until ? x : until;
	}
	held = reg_held(s, reg, &unit);
	for (i = held.start; i < held.end && until > at; i++) {
		SegSet *set = s->held.units[unit[i]];
		const OwnedSeg *seg =
			set ? segset_at(segset_seek(set, at)) : NULL;

		until = seg && seg->start < until ? seg->start : until;
	}
	return until;
}

static bool
evictee_add(Scan *s, VregId w, float max, uint32_t cascade, float *heaviest)
{
	const AllocInterval *p = &s->intervals.at[w];

	if (s->evictions.mark[w] == s->evictions.stamp)
		return true;
	if (heaviest && ((cascade != CASCADE_NONE &&
			  (p->stage == STAGE_DONE || p->weight >= max ||
			   (p->cascade && p->cascade >= cascade))) ||
			 s->evictions.candidates.n == EVICT_MAX))
		return false;
	s->evictions.mark[w] = s->evictions.stamp;
	VEC_PUSH(s->arena, s->evictions.candidates, w);
	if (heaviest && p->weight > *heaviest)
		*heaviest = p->weight;
	return true;
}

static bool
evictees_of_set(Scan *s, SegSet *set, const Segs *segs, float max,
		uint32_t cascade, float *heaviest)
{
	const OwnedSeg *seg;

	SegCursor c = segset_seek(set, segs->segs[0].start);
	for (uint32_t i = 0; i < segs->n; i++) {
		if (i)
			segset_forward(&c, segs->segs[i].start);
		while ((seg = segset_at(c)) && seg->start < segs->segs[i].end) {
			if (!evictee_add(s, seg->owner, max, cascade, heaviest))
				return false;
			if (seg->end >= segs->segs[i].end)
				break;
			segset_next(&c);
		}
	}
	return true;
}

bool
units_evictees(Scan *s, VregId v, RegId reg, float max, uint32_t cascade,
	       float *heaviest)
{
	const AllocInterval *p = &s->intervals.at[v];
	const UnitId *unit;
	Slice held = reg_held(s, reg, &unit);

	s->evictions.candidates.n = 0;
	if (heaviest)
		*heaviest = 0;
	if (s->evictions.mark_cap < s->intervals.n) {
		s->evictions.mark_cap = s->intervals.cap;
		s->evictions.mark =
			ARENA_NEW(s->arena, uint32_t, s->evictions.mark_cap);
		s->evictions.stuck =
			ARENA_NEW(s->arena, uint32_t, s->evictions.mark_cap);
		s->evictions.stamp = 0;
	}
	s->evictions.stamp++;
	for (uint32_t i = held.start; i < held.end; i++) {
		SegSet *set = s->held.units[unit[i]];

		if (!set)
			continue;
		FOR_RANGES(p, held_lanes(s, reg, i), segs, {
			if (segs->n &&
			    !segset_ends_before(set, segs->segs[0].start) &&
			    !evictees_of_set(s, set, segs, max, cascade,
					     heaviest))
				return false;
		});
	}
	return true;
}

void
units_assign(Scan *s, VregId v, RegId reg)
{
	AllocInterval *p = &s->intervals.at[v];
	const UnitId *unit;
	Slice held = reg_held(s, reg, &unit);

	assert(reg && (!s->regs.at[v] || s->regs.at[v] == reg));
	s->regs.at[v] = reg;
	for (uint32_t i = held.start; i < held.end; i++) {
		SegSet *set = s->held.units[unit[i]];

		if (!set)
			set = s->held.units[unit[i]] =
				ARENA_NEW(s->arena, SegSet, 1);
		FOR_RANGES(p, held_lanes(s, reg, i), segs, {
			segset_insert_all(set, s->arena, segs->segs, segs->n,
					  v);
			interference_change(s, unit[i], segs, true);
		});
	}
}

void
units_release(Scan *s, VregId v)
{
	AllocInterval *p = &s->intervals.at[v];
	RegId reg = s->regs.at[v];
	const UnitId *unit;
	Slice held = reg_held(s, reg, &unit);

	assert(reg);
	s->evictions.releases++;
	for (uint32_t i = held.start; i < held.end; i++) {
		SegSet *set = s->held.units[unit[i]];

		FOR_RANGES(p, held_lanes(s, reg, i), segs, {
			for (uint32_t k = 0; k < segs->n; k++)
				segset_remove(set, s->arena,
					      segs->segs[k].start,
					      segs->segs[k].end, v);
			interference_change(s, unit[i], segs, false);
		});
	}
	s->regs.at[v] = 0;
}

/* Do parts of ORIGIN alone hold UNIT in [START, END)? */
static bool
held_by(const Scan *s, UnitId unit, SlotIdx start, SlotIdx end, VregId origin)
{
	const OwnedSeg *seg;

	while (start < end && (seg = units_holder(s, unit, start, end))) {
		if (s->intervals.at[seg->owner].origin != origin)
			return false;
		start = seg->end;
	}
	return true;
}

bool
units_free(Scan *s, RegId reg, SlotIdx start, SlotIdx end, VregId origin)
{
	Slice units = s->t->regs[reg].units;
	const UnitId *unit;

	FOR_SLICE(UnitId, u, s->t->reg_units, units)
		if (fixed_between(s, *u, start, end))
			return false;
	Slice held = reg_held(s, reg, &unit);
	for (uint32_t i = held.start; i < held.end; i++)
		if (!held_by(s, unit[i], start, end, origin))
			return false;
	return true;
}

void
classes_forget(Scan *s)
{
	s->classes = ARENA_NEW(s->arena, ClassUse *, s->t->n_classes + 1);
	for (ClassId i = 0; s->options->stress && i < s->t->n_classes; i++)
		class_find(s, i);
}

static Order
order_make(const Scan *s, ClassId cls)
{
	Slice regs = s->t->classes[cls].order;
	const RegId *all = s->t->class_regs;
	Order order = {
		.regs = ARENA_RAW(s->arena, RegId, regs.end - regs.start + 1)};

	/* Registers that calls clobber first: using one that the function
	 * must save costs a push and a pop. */
	for (uint32_t pass = 0; pass < 2; pass++) {
		for (uint32_t i = regs.start; i < regs.end; i++) {
			bool saved = s->saved && bits_has(s->saved, all[i]);

			if (!bits_has(s->reserved, all[i]) &&
			    saved == (pass == 1))
				order.regs[order.n++] = all[i];
		}
	}
	if (s->options->stress && order.n > s->options->stress)
		order.n = s->options->stress;
	return order;
}

ClassUse *
class_find(Scan *s, ClassId cls)
{
	ClassUse *use = ARENA_RAW(s->arena, ClassUse, 1);

	*use = (ClassUse){.order = order_make(s, cls), .widest = CLASS_NONE};
	return s->classes[cls] = use;
}

const SpillRule *
class_spill(Scan *s, ClassId cls)
{
	ClassUse *use = class_use(s, cls);

	if (!use->spill_known)
		use->spill = func_spill(s->f, cls, s->t->stack_align);
	use->spill_known = true;
	return use->spill;
}
