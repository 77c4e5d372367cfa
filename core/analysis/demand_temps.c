/*
 * The temporaries that demand counts, with their ranges.
 *
 * A file's registers within a wide one are found by the places of lanes: lanes
 * whose bits lie in the same register of the file are one place, which is
 * taken while any of them is live.  Places with ranges from the same
 * sub-ranges make one temporary.
 */
#include "core/analysis/demand_internal.h"

#include "core/base/bits.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 64 };

typedef struct {
	Demand *d;
	uint32_t lane_offset[LANES]; /* bits */
	VEC(DemandSeg) scratch;
} Temps;

/* Lowest bit of each lane: where the narrowest index that has it begins. */
static void
offsets_find(Temps *s, const Target *t)
{
	for (uint32_t i = 1; i < t->n_subs; i++) {
		int32_t offset = t->subs[i].offset;

		for (LaneMask lanes = t->subs[i].lanes; offset >= 0 && lanes;
		     lanes &= lanes - 1) {
			uint32_t lane = bits_lowest(lanes);

			if ((uint32_t)offset > s->lane_offset[lane])
				s->lane_offset[lane] = (uint32_t)offset;
		}
	}
}

uint32_t
demand_registers(const Target *t, uint32_t file, uint32_t bits)
{
	uint32_t unit = t->files[file].unit_bits;

	return bits > unit ? (bits + unit - 1) / unit : 1;
}

uint32_t
demand_of_class(const Target *t, const TargetClass *cls)
{
	return demand_registers(t, cls->file, cls->bits);
}

void
demand_limits(const Target *t, const uint64_t *reserved, uint32_t *limit)
{
	for (uint32_t i = 0; i < t->n_counted; i++) {
		const TargetClass *cls = &t->classes[t->counted[i].cls];

		if (!bits_has(reserved, t->counted[i].reg))
			limit[cls->file] += demand_of_class(t, cls);
	}
}

/* Does VALUE, of the whole register, write only some lanes and keep others? */
static bool
value_keeps(const Func *f, const Value *value)
{
	if (value->opnd == NONE)
		return false;
	const Operand *o = &f->opnds.at[value->opnd];
	return o->kind == OPND_VREG && o->sub && o->flags & OPND_DEF &&
	       !(o->flags & OPND_UNDEF);
}

/* Append the segments of RANGE to the scratch list, cut where a PHI defines
 * their value.  WHOLE: of all lanes, so that a definition of some does not end
 * what the others hold. */
static void
range_add(Temps *s, const LiveRange *range, bool whole)
{
	Demand *d = s->d;
	const Live *live = d->live;

	FOR_SLICE(Segment, seg, live->segs.at, range->segs) {
		const Value *value = &live->values.at[seg->value];
		DemandSeg next = {seg->start, seg->end, false};
		DemandSeg *last =
			s->scratch.n ? &s->scratch.at[s->scratch.n - 1] : NULL;

		if (whole && last && last->end == seg->start &&
		    value->def == seg->start && value_keeps(d->f, value)) {
			last->end = seg->end;
			continue;
		}
		if (seg->start < value->def && value->def < seg->end &&
		    !(value->def & 3)) {
			next.end = value->def;
			VEC_PUSH(d->arena, s->scratch, next);
			next = (DemandSeg){value->def, seg->end, false};
		}
		next.fresh = value->def == next.start && !(next.start & 3) &&
			     (value->opnd != NONE || !next.start);
		VEC_PUSH(d->arena, s->scratch, next);
	}
}

static int
seg_compare(const void *a, const void *b)
{
	const DemandSeg *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->end > y->end) - (x->end < y->end);
}

/* Move the scratch list, of NRANGES ranges, to a new temporary. */
static void
temp_push(Temps *s, DemandTemp temp, uint32_t nranges)
{
	Demand *d = s->d;

	if (nranges > 1)
		qsort(s->scratch.at, s->scratch.n, sizeof(DemandSeg),
		      seg_compare);
	temp.segs.start = d->segs.n;
	for (uint32_t i = 0; i < s->scratch.n; i++) {
		DemandSeg seg = s->scratch.at[i];
		DemandSeg *last = d->segs.n > temp.segs.start
					  ? &d->segs.at[d->segs.n - 1]
					  : NULL;

		if (last && seg.start < last->end) {
			last->fresh &= seg.start != last->start || seg.fresh;
			if (seg.end > last->end)
				last->end = seg.end;
		} else {
			VEC_PUSH(d->arena, d->segs, seg);
		}
	}
	temp.segs.end = d->segs.n;
	d->lives[temp.file] |= temp.segs.start < temp.segs.end;
	s->scratch.n = 0;
	VEC_PUSH(d->arena, d->temps, temp);
}

/* The sub-ranges of SUBS, as a set of numbers in the slice, that have some of
 * LANES. */
static uint64_t
subs_meeting(const Live *live, Slice subs, LaneMask lanes)
{
	uint64_t set = 0;

	for (uint32_t i = subs.start; i < subs.end; i++)
		if (live->subs.at[i].lanes & lanes)
			set |= (uint64_t)1 << (i - subs.start);
	return set;
}

/* Lanes of MASK in the same register of the file as the lowest of them. */
static LaneMask
place_lanes(const Temps *s, LaneMask mask, uint32_t unit_bits)
{
	uint32_t place = s->lane_offset[bits_lowest(mask)] / unit_bits;
	LaneMask lanes = 0;

	for (; mask; mask &= mask - 1)
		if (s->lane_offset[bits_lowest(mask)] / unit_bits == place)
			lanes |= mask & -mask;
	return lanes;
}

/* Temporaries of a register that has sub-ranges. */
static void
parts_add(Temps *s, const TargetClass *cls, Slice subs)
{
	const Live *live = s->d->live;
	uint32_t unit = s->d->f->target->files[cls->file].unit_bits, i;
	LaneMask left = cls->lanes;

	while (left) {
		LaneMask place = place_lanes(s, left, unit);
		uint64_t set = subs_meeting(live, subs, place), rest;
		DemandTemp temp = {.lanes = place, .size = 1};
		LaneMask others = left &= ~place;

		temp.file = cls->file;
		if (!set)
			continue;
		while (others) {
			place = place_lanes(s, others, unit);
			others &= ~place;
			if (subs_meeting(live, subs, place) != set)
				continue;
			temp.lanes |= place;
			temp.size++;
			left &= ~place;
		}
		for (i = 0, rest = set; rest; rest &= rest - 1, i++)
			range_add(s,
				  &live->subs.at[subs.start + bits_lowest(rest)]
					   .range,
				  false);
		temp_push(s, temp, i);
	}
}

static void
vreg_add(Temps *s, VregId v)
{
	const Target *t = s->d->f->target;
	const Interval *iv = &s->d->live->vregs[v];
	DemandTemp temp = {.lanes = LANES_ALL};

	if (iv->main.segs.start == iv->main.segs.end ||
	    s->d->f->vregs.at[v].cls == CLASS_NONE)
		return;
	const TargetClass *cls = &t->classes[s->d->f->vregs.at[v].cls];
	if (iv->subs.start < iv->subs.end) {
		parts_add(s, cls, iv->subs);
		return;
	}
	temp.file = cls->file;
	temp.size = demand_of_class(t, cls);
	range_add(s, &iv->main, true);
	temp_push(s, temp, 1);
}

/* Do A and B live in the same places, by the same definitions? */
static bool
ranges_equal(const Live *live, const LiveRange *a, const LiveRange *b)
{
	const Segment *x = live->segs.at + a->segs.start;
	const Segment *y = live->segs.at + b->segs.start;
	uint32_t n = a->segs.end - a->segs.start;

	if (b->segs.end - b->segs.start != n)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (x[i].start != y[i].start || x[i].end != y[i].end ||
		    memcmp(&live->values.at[x[i].value],
			   &live->values.at[y[i].value], sizeof(Value)) != 0)
			return false;
	return true;
}

static void
reg_add(Temps *s, const CountedReg *counted)
{
	Demand *d = s->d;
	const Target *t = d->f->target;
	const TargetClass *cls = &t->classes[counted->cls];
	DemandTemp temp = {.lanes = LANES_ALL, .file = cls->file};
	const LiveRange *last = NULL;
	uint32_t n = 0;

	temp.size = demand_of_class(t, cls);
	FOR_UNITS(unit, t, counted->reg) {
		const LiveRange *range = &d->live->units[*unit];

		d->unit_temp[*unit] = d->temps.n;
		/* Most are written and read with the register as a whole. */
		if (range->segs.start == range->segs.end ||
		    (last && ranges_equal(d->live, last, range)))
			continue;
		range_add(s, range, false);
		last = range;
		n++;
	}
	if (n && d->used)
		d->used[cls->file] += temp.size;
	temp_push(s, temp, n);
}

void
demand_temps_find(Demand *d, const uint64_t *reserved)
{
	const Target *t = d->f->target;
	uint32_t nunits = t->n_unit_regs;
	Temps s = {.d = d};
	VregId v;

	offsets_find(&s, t);
	d->limit = ARENA_NEW(d->arena, uint32_t, t->n_files);
	d->lives = ARENA_NEW(d->arena, bool, t->n_files);
	demand_limits(t, reserved, d->limit);
	d->unit_temp = ARENA_RAW(d->arena, uint32_t, nunits);
	for (uint32_t i = 0; i < nunits; i++)
		d->unit_temp[i] = NONE;
	d->vreg_temps = ARENA_RAW(d->arena, uint32_t, d->f->vregs.n + 1);
	VEC_RESERVE(d->arena, d->temps, d->f->vregs.n + t->n_counted);
	VEC_RESERVE(d->arena, d->segs, d->f->vregs.n + t->n_counted);
	for (v = 0; v < d->f->vregs.n; v++) {
		d->vreg_temps[v] = d->temps.n;
		vreg_add(&s, v);
	}
	d->vreg_temps[v] = d->temps.n;
	if (!d->temps.n)
		d->used = ARENA_NEW(d->arena, uint32_t, t->n_files);
	for (uint32_t i = 0; i < t->n_counted; i++)
		reg_add(&s, &t->counted[i]);
}
