/*
 * What follows from registers and their direct parts: all sub-registers and
 * super-registers, register units, lanes, composition of indices.  The rules
 * are those of LLVM's TableGen (CodeGenRegisters.cpp), so that units and lanes
 * come out with the same numbers.
 *
 * Cost: registers times joined indices, besides the size of the result.
 */
#include "core/base/bits.h"
#include "targets/builder.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(RegSub) SubList;
typedef VEC(UnitId) UnitList;

enum { STATE_NEW, STATE_OPEN, STATE_DONE };

typedef struct {
	TargetBuilder *b;
	Slice *direct;	 /* by register: direct_subs */
	SubList *subs;	 /* by register: all sub-registers */
	RegList *alias;	 /* by register */
	UnitList *units; /* by register, ascending */
	uint8_t *state;	 /* by register: STATE_* */
	RegId *at;	 /* by index: sub-register of the one at work */
	RegId *seen;	 /* by register: the one it was last found in */
	IntMap tuples;	 /* by hash of its parts: a tuple's direct_subs */
	uint32_t nunits;
} Derive;

/* Group direct_subs by register, and aliases. */
static void
direct_group(Derive *d)
{
	TargetBuilder *b = d->b;

	for (uint32_t i = 0; i < b->direct_subs.n; i++) {
		Slice *s = &d->direct[b->direct_subs.at[i].reg];

		if (s->end != i)
			s->start = i;
		s->end = i + 1;
	}
	for (uint32_t i = 0; i < b->aliases.n; i++) {
		DirectAlias a = b->aliases.at[i];

		VEC_PUSH(b->arena, d->alias[a.a], a.b);
		VEC_PUSH(b->arena, d->alias[a.b], a.a);
	}
}

static uint32_t
tuple_hash(uint32_t hash, RegId reg)
{
	return (hash ^ reg) * 16777619u;
}

/* Registers that two and more parts cover, to be found by these. */
static void
tuples_collect(Derive *d)
{
	const DirectSub *direct = d->b->direct_subs.at;
	uint32_t n = d->b->regs.n;

	for (uint32_t r = 1; r < n; r++) {
		Slice s = d->direct[r];
		uint32_t h = 0, *at;

		if (s.end - s.start < 2 ||
		    !(d->b->regs.at[r].flags & REG_COVERED))
			continue;
		for (uint32_t i = s.start; i < s.end; i++)
			h = tuple_hash(h, direct[i].part);
		INTMAP_SEEK(at, &d->tuples, d->b->arena, h, false);
		*at = s.start;
	}
}

/* The register whose direct parts are those of the one at work at indices
 * PARTS; 0 if there is none. */
static RegId
tuple_find(const Derive *d, const SubId *parts, uint32_t n)
{
	const DirectSub *direct = d->b->direct_subs.at;
	uint32_t h = 0, i;

	for (i = 0; i < n; i++) {
		if (!d->at[parts[i]])
			return 0;
		h = tuple_hash(h, d->at[parts[i]]);
	}
	for (;; h++) {
		uint32_t start = intmap_get(&d->tuples, h);
		Slice s;

		if (start == UINT32_MAX)
			return 0;
		s = d->direct[direct[start].reg];
		for (i = 0; i < n && s.start + i < s.end; i++)
			if (direct[s.start + i].part != d->at[parts[i]])
				break;
		if (i == n && s.start + n == s.end)
			return direct[start].reg;
	}
}

/* PART is the sub-register SUB of the register REG at work. */
static void
sub_set(Derive *d, RegId reg, SubId sub, RegId part)
{
	VEC_PUSH(d->b->arena, d->subs[reg], ((RegSub){sub, part}));
	d->at[sub] = part;
	d->seen[part] = reg;
}

static RegId
sub_find(const SubList *list, SubId sub)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i].sub == sub)
			return list->at[i].reg;
	return 0;
}

/* Take over the parts' sub-registers.  Those whose index is taken already
 * become orphans. */
static void
subs_inherit(Derive *d, RegId reg, RegList *orphans)
{
	const DirectSub *direct = d->b->direct_subs.at;
	Slice s = d->direct[reg];

	for (uint32_t i = s.start; i < s.end; i++) {
		const SubList *list = &d->subs[direct[i].part];

		for (uint32_t k = 0; k < list->n; k++) {
			RegSub e = list->at[k];

			if (d->seen[e.reg] == reg)
				continue;
			if (!d->at[e.sub]) {
				sub_set(d, reg, e.sub, e.reg);
			} else {
				VEC_PUSH(d->b->arena, *orphans, e.reg);
				d->seen[e.reg] = reg;
			}
		}
	}
}

static bool
orphan_take(RegList *orphans, RegId reg)
{
	for (uint32_t i = 0; i < orphans->n; i++) {
		if (orphans->at[i] != reg)
			continue;
		orphans->at[i] = orphans->at[--orphans->n];
		return true;
	}
	return false;
}

/* Name orphans by composed indices, starting from the direct ones, which are
 * the first NDIRECT of REG's list. */
static void
subs_compose(Derive *d, RegId reg, uint32_t ndirect, RegList *orphans)
{
	TargetBuilder *b = d->b;
	VEC(SubId) queue = {0};

	for (uint32_t i = 0; i < ndirect; i++)
		VEC_PUSH(b->arena, queue, d->subs[reg].at[i].sub);
	for (uint32_t i = 0; i < queue.n && orphans->n; i++) {
		const SubList *list = &d->subs[d->at[queue.at[i]]];

		for (uint32_t k = 0; k < b->sub_rules.n; k++) {
			const SubRule *rule = &b->sub_rules.at[k];
			const SubId *parts =
				b->sub_parts.at + rule->parts.start;
			RegId found;

			if (rule->join || parts[0] != queue.at[i] ||
			    d->at[rule->sub])
				continue;
			found = sub_find(list, parts[1]);
			if (!found || !orphan_take(orphans, found))
				continue;
			sub_set(d, reg, rule->sub, found);
			VEC_PUSH(b->arena, queue, rule->sub);
		}
	}
}

/* Name registers that cover several parts by joined indices: those that no part
 * has, and orphans. */
static void
subs_join(Derive *d, RegId reg, RegList *orphans)
{
	TargetBuilder *b = d->b;

	for (uint32_t i = 0; i < b->sub_rules.n; i++) {
		const SubRule *rule = &b->sub_rules.at[i];
		RegId found;

		if (!rule->join || d->at[rule->sub])
			continue;
		found = tuple_find(d, b->sub_parts.at + rule->parts.start,
				   rule->parts.end - rule->parts.start);
		if (found && found != reg &&
		    (d->seen[found] != reg || orphan_take(orphans, found)))
			sub_set(d, reg, rule->sub, found);
	}
}

static int
sub_compare(const void *a, const void *b)
{
	const RegSub *x = a, *y = b;

	return (int)x->sub - (int)y->sub;
}

static void
unit_add(Derive *d, RegId reg, UnitId unit)
{
	UnitList *list = &d->units[reg];
	uint32_t i;

	for (i = list->n; i > 0 && list->at[i - 1] > unit; i--)
		;
	if (i > 0 && list->at[i - 1] == unit)
		return;
	VEC_PUSH(d->b->arena, *list, unit);
	memmove(list->at + i + 1, list->at + i,
		(list->n - 1 - i) * sizeof(*list->at));
	list->at[i] = unit;
}

static bool
unit_new(Derive *d, UnitId *unit)
{
	if (d->nunits == UINT16_MAX) {
		diag_error(d->b->diag, LOC_NONE, "too many register units");
		return false;
	}
	*unit = (UnitId)d->nunits++;
	return true;
}

/* The units of REG: those of its parts, one for each alias, or one of its
 * own. */
static bool
units_assign(Derive *d, RegId reg)
{
	const DirectSub *direct = d->b->direct_subs.at;
	Slice s = d->direct[reg];
	UnitId unit;

	for (uint32_t i = s.start; i < s.end; i++)
		for (uint32_t k = 0; k < d->units[direct[i].part].n; k++)
			unit_add(d, reg, d->units[direct[i].part].at[k]);
	FOR_VEC(RegId, other, d->alias[reg]) {
		if (d->state[*other] == STATE_DONE)
			continue;
		if (!unit_new(d, &unit))
			return false;
		unit_add(d, reg, unit);
		unit_add(d, *other, unit);
	}
	if (!d->units[reg].n) {
		if (!unit_new(d, &unit))
			return false;
		unit_add(d, reg, unit);
	}
	return true;
}

static bool
derive_error(Derive *d, RegId reg, const char *text, RegId other)
{
	TargetBuilder *b = d->b;

	diag_error(b->diag, b->reg_locs.at[reg], "register '%s': %s '%s'",
		   b->strings.at + b->regs.at[reg].name, text,
		   b->strings.at + b->regs.at[other].name);
	return false;
}

/* All sub-registers and units of REG, after those of its parts. */
static bool
reg_derive(Derive *d, RegId reg)
{
	const DirectSub *direct = d->b->direct_subs.at;
	Slice s = d->direct[reg];
	RegList orphans = {0};
	SubList *list = &d->subs[reg];

	if (d->state[reg] == STATE_DONE)
		return true;
	if (d->state[reg] == STATE_OPEN)
		return derive_error(d, reg, "it is a part of itself, through",
				    reg);
	d->state[reg] = STATE_OPEN;
	for (uint32_t i = s.start; i < s.end; i++)
		if (!reg_derive(d, direct[i].part))
			return false;
	for (uint32_t i = s.start; i < s.end; i++) {
		if (d->at[direct[i].sub])
			return derive_error(d, reg, "an index is given twice:",
					    direct[i].part);
		sub_set(d, reg, direct[i].sub, direct[i].part);
	}
	subs_inherit(d, reg, &orphans);
	subs_compose(d, reg, s.end - s.start, &orphans);
	subs_join(d, reg, &orphans);
	if (orphans.n)
		return derive_error(d, reg, "no index names its sub-register",
				    orphans.at[0]);
	for (uint32_t i = 0; i < list->n; i++)
		d->at[list->at[i].sub] = 0;
	if (list->n)
		qsort(list->at, list->n, sizeof(*list->at), sub_compare);
	if (!units_assign(d, reg))
		return false;
	d->state[reg] = STATE_DONE;
	return true;
}

/* compose[a][b]: the index that names, in some register, sub-register B of
 * sub-register A. */
static bool
compose_derive(Derive *d)
{
	TargetBuilder *b = d->b;
	uint32_t n = b->subs.n;
	SubId *name = ARENA_NEW(b->arena, SubId, b->regs.n), *compose;

	b->compositions.n = n * n;
	compose = b->compositions.at = ARENA_NEW(b->arena, SubId, n * n);
	for (uint32_t r = 1; r < b->regs.n; r++) {
		const SubList *list = &d->subs[r];

		for (uint32_t i = 0; i < list->n; i++)
			name[list->at[i].reg] = list->at[i].sub;
		for (uint32_t i = 0; i < list->n; i++) {
			const SubList *part = &d->subs[list->at[i].reg];
			SubId *row = compose + (size_t)list->at[i].sub * n;

			for (uint32_t k = 0; k < part->n; k++) {
				SubId *c = &row[part->at[k].sub];
				SubId found = name[part->at[k].reg];

				if (*c && *c != found)
					return derive_error(
						d, (RegId)r,
						"ambiguous index of",
						part->at[k].reg);
				*c = found;
			}
		}
	}
	return true;
}

/* Lanes of index SUB: a bit of its own if no register splits it further, else
 * those of its parts. */
static LaneMask
lanes_derive(TargetBuilder *b, SubId sub)
{
	const SubId *row = b->compositions.at + (size_t)sub * b->subs.n;
	LaneMask lanes = b->subs.at[sub].lanes;

	if (lanes)
		return lanes;
	for (uint32_t i = 1; i < b->subs.n; i++)
		if (row[i])
			lanes |= lanes_derive(b, row[i]);
	b->subs.at[sub].lanes = lanes;
	return lanes;
}

static bool
sub_lanes(TargetBuilder *b)
{
	uint32_t n = b->subs.n, bit = 0, i;
	uint8_t *up;

	for (uint32_t s = 1; s < n; s++) {
		const SubId *row = b->compositions.at + (size_t)s * n;

		for (i = 1; i < n && !row[i]; i++)
			;
		if (i < n)
			continue;
		if (bit == 64) {
			diag_error(b->diag, b->sub_locs.at[s],
				   "index '%s' is one lane too many: 64 fit",
				   b->strings.at + b->subs.at[s].name);
			return false;
		}
		b->subs.at[s].lanes = (LaneMask)1 << bit++;
	}
	b->sub_lanes_up.n = n * 64;
	up = b->sub_lanes_up.at = arena_raw(b->arena, n * 64);
	memset(up, 0xff, n * 64);
	for (uint32_t s = 1; s < n; s++) {
		const SubId *row = b->compositions.at + (size_t)s * n;
		LaneMask lanes = lanes_derive(b, (SubId)s);
		bool whole = true; /* nothing is a part of it */

		for (i = 1; i < n; i++) {
			LaneMask part = lanes_derive(b, (SubId)i);

			whole &= !row[i];
			if (row[i] && bits_count(part) == 1)
				up[s * 64 + bits_lowest(part)] =
					(uint8_t)bits_lowest(
						lanes_derive(b, row[i]));
		}
		if (whole)
			up[s * 64] = (uint8_t)bits_lowest(lanes);
	}
	return true;
}

/* Lanes that unit UNIT has in register REG. */
static LaneMask
unit_lanes(const Derive *d, RegId reg, UnitId unit)
{
	const SubList *list = &d->subs[reg];
	LaneMask lanes = 0;

	for (uint32_t i = 0; i < list->n; i++) {
		const UnitList *units = &d->units[list->at[i].reg];

		if (d->subs[list->at[i].reg].n)
			continue;
		for (uint32_t k = 0; k < units->n; k++)
			if (units->at[k] == unit)
				lanes |= d->b->subs.at[list->at[i].sub].lanes;
	}
	return lanes ? lanes : LANES_ALL;
}

/* Units, lanes and sub-registers of each register as slices. */
static void
regs_freeze(Derive *d)
{
	TargetBuilder *b = d->b;

	for (uint32_t r = 1; r < b->regs.n; r++) {
		TargetReg *reg = &b->regs.at[r];

		reg->units.start = b->reg_units.n;
		FOR_VEC(UnitId, unit, d->units[r]) {
			VEC_PUSH(b->arena, b->reg_units, *unit);
			VEC_PUSH(b->arena, b->unit_lanes,
				 unit_lanes(d, (RegId)r, *unit));
		}
		reg->units.end = b->reg_units.n;
		reg->subs.start = b->reg_subs.n;
		for (uint32_t i = 0; i < d->subs[r].n; i++)
			VEC_PUSH(b->arena, b->reg_subs, d->subs[r].at[i]);
		reg->subs.end = b->reg_subs.n;
	}
}

/* The inverse lists: super-registers, and registers of each unit. */
static void
inverse_freeze(Derive *d)
{
	TargetBuilder *b = d->b;
	uint32_t n = b->regs.n, i, start = 0;

	for (i = 0; i < b->reg_subs.n; i++)
		b->regs.at[b->reg_subs.at[i].reg].supers.end++;
	for (uint32_t r = 1; r < n; r++) {
		Slice *s = &b->regs.at[r].supers;

		start += s->end;
		*s = (Slice){start - s->end, start - s->end};
	}
	b->reg_supers.n = b->reg_subs.n;
	b->reg_supers.at = ARENA_NEW(b->arena, RegId, b->reg_subs.n);
	b->unit_regs.n = d->nunits;
	b->unit_regs.at = ARENA_NEW(b->arena, Slice, d->nunits);
	for (i = 0; i < b->reg_units.n; i++)
		b->unit_regs.at[b->reg_units.at[i]].end++;
	for (start = i = 0; i < d->nunits; i++) {
		Slice *s = &b->unit_regs.at[i];

		start += s->end;
		*s = (Slice){start - s->end, start - s->end};
	}
	b->unit_reg_ids.n = b->reg_units.n;
	b->unit_reg_ids.at = ARENA_NEW(b->arena, RegId, b->reg_units.n);
	for (uint32_t r = 1; r < n; r++) {
		Slice s = b->regs.at[r].subs, u = b->regs.at[r].units;

		for (i = s.start; i < s.end; i++)
			b->reg_supers.at[b->regs.at[b->reg_subs.at[i].reg]
						 .supers.end++] = (RegId)r;
		for (i = u.start; i < u.end; i++)
			b->unit_reg_ids
				.at[b->unit_regs.at[b->reg_units.at[i]].end++] =
				(RegId)r;
	}
}

bool
builder_derive(TargetBuilder *b)
{
	uint32_t n = b->regs.n;
	Derive d = {.b = b,
		    .direct = ARENA_NEW(b->arena, Slice, n),
		    .subs = ARENA_NEW(b->arena, SubList, n),
		    .alias = ARENA_NEW(b->arena, RegList, n),
		    .units = ARENA_NEW(b->arena, UnitList, n),
		    .state = ARENA_NEW(b->arena, uint8_t, n),
		    .at = ARENA_NEW(b->arena, RegId, b->subs.n),
		    .seen = ARENA_NEW(b->arena, RegId, n)};

	direct_group(&d);
	tuples_collect(&d);
	for (uint32_t r = 1; r < n; r++)
		if (!reg_derive(&d, (RegId)r))
			return false;
	if (!compose_derive(&d) || !sub_lanes(b))
		return false;
	regs_freeze(&d);
	inverse_freeze(&d);
	return true;
}
