#include "testdata/checker/held.h"

#include "core/base/bits.h"

#include <string.h>

uint64_t
value_mix(uint64_t x)
{
	x ^= x >> 31;
	x *= 0x9e3779b97f4a7c15u;
	x ^= x >> 29;
	x *= 0xbf58476d1ce4e5b9u;
	return x ^ x >> 32;
}

/* Units of REG in order of lanes. */
static uint32_t
ordered_units(const Target *t, RegId reg, uint32_t *out)
{
	Slice s = t->regs[reg].units;
	LaneMask lanes[UNITS_MAX];
	uint32_t n = 0, i;

	for (; s.start < s.end && n < UNITS_MAX; s.start++, n++) {
		LaneMask m = target_unit_lanes(t, reg, s.start);

		for (i = n; i > 0 && lanes[i - 1] > m; i--) {
			lanes[i] = lanes[i - 1];
			out[i] = out[i - 1];
		}
		lanes[i] = m;
		out[i] = t->reg_units[s.start];
	}
	return n;
}

/* Is UNIT alone a register of 64 bits, such as ARM's d16, which others of its
 * class have in halves? */
static bool
unit_is_double(const Target *t, UnitId unit)
{
	Slice r = t->unit_regs[unit];
	uint32_t c;

	for (; r.start < r.end; r.start++) {
		RegId reg = target_unit_reg(t, unit, r.start);

		if (t->regs[reg].units.end - t->regs[reg].units.start > 1)
			continue;
		for (c = 0; c < t->n_classes; c++)
			if (t->classes[c].bits == 64 &&
			    (t->classes[c].flags & CLASS_DISJUNCT) &&
			    target_class_has(t, (ClassId)c, reg))
				return true;
	}
	return false;
}

/* Units of REG in order of lanes, numbered as in Physical. */
static uint32_t
reg_units(const Held *s, RegId reg, uint32_t *out)
{
	uint32_t whole[UNITS_MAX];
	uint32_t n = ordered_units(s->t, reg, whole), m = 0, i;

	for (i = 0; i < n && m + 1 < UNITS_MAX; i++) {
		out[m++] = whole[i] * 2;
		if (s->is_double[whole[i]])
			out[m++] = whole[i] * 2 + 1;
	}
	return m;
}

/* Does REG have bits above those of a register of the same units? */
static bool
has_upper(const Held *s, RegId reg)
{
	uint32_t width = cells_width(s->cells, reg);
	Slice subs = s->t->regs[reg].subs;

	for (; width && subs.start < subs.end; subs.start++) {
		uint32_t w = cells_width(s->cells,
					 target_sub_at(s->t, reg, subs.start));

		if (w && w < width)
			return true;
	}
	return false;
}

Bits
held_read_phys(Held *s, const Physical *side, RegId reg)
{
	uint32_t u[UNITS_MAX];
	Bits bits = {.n = reg_units(s, reg, u)};
	uint32_t i;

	for (i = 0; i < bits.n; i++)
		bits.unit[i] = side->unit[u[i]];
	bits.upper = has_upper(s, reg) ? side->upper[u[0]] : 1;
	return bits;
}

void
held_write_phys(Held *s, Physical *side, RegId reg, const Bits *bits)
{
	uint32_t u[UNITS_MAX];
	uint32_t n = reg_units(s, reg, u), i;

	for (i = 0; i < n; i++)
		side->unit[u[i]] = i < bits->n ? bits->unit[i] : ++s->fresh;
	if (cells_width(s->cells, reg))
		side->upper[u[0]] = has_upper(s, reg) ? bits->upper : 1;
}

/* Some member of the class of V that has part SUB. */
static RegId
member_of(const Held *s, VregId v, SubId sub)
{
	ClassId cls = s->f->vregs.at[v].cls;
	Slice order = s->t->classes[cls].order;

	for (; order.start < order.end; order.start++)
		if (target_subreg(s->t, s->t->class_regs[order.start], sub))
			return s->t->class_regs[order.start];
	return 0;
}

uint32_t
held_part_units(const Held *s, VregId v, SubId sub, uint32_t *at, bool *upper)
{
	RegId whole = member_of(s, v, sub);
	RegId part = target_subreg(s->t, whole, sub);
	uint32_t x[UNITS_MAX], y[UNITS_MAX];
	uint32_t n = reg_units(s, whole, x);
	uint32_t m = reg_units(s, part, y), i, k;

	for (i = 0; i < m; i++)
		for (k = 0; k < n; k++)
			if (x[k] == y[i])
				at[i] = k;
	*upper = !sub && has_upper(s, whole);
	return m;
}

Bits
held_read(Held *s, const Operand *o)
{
	uint32_t at[UNITS_MAX], i;
	Bits bits = {.upper = 1};
	bool upper;

	if (o->kind == OPND_REG)
		return held_read_phys(s, &s->before, (RegId)o->val);
	bits.n = held_part_units(s, o->val, o->sub, at, &upper);
	for (i = 0; i < bits.n; i++)
		bits.unit[i] = s->vregs[o->val].unit[at[i]];
	if (upper)
		bits.upper = s->vregs[o->val].upper;
	return bits;
}

void
held_write(Held *s, const Operand *o, const Bits *bits)
{
	uint32_t at[UNITS_MAX], n, i;
	bool upper;
	Bits *v;

	if (o->kind == OPND_REG) {
		if (o->val)
			held_write_phys(s, &s->before, (RegId)o->val, bits);
		return;
	}
	v = &s->vregs[o->val];
	if (!o->sub || (o->flags & OPND_UNDEF))
		memset(v, 0, sizeof(*v));
	n = held_part_units(s, o->val, o->sub, at, &upper);
	for (i = 0; i < n; i++)
		v->unit[at[i]] = i < bits->n ? bits->unit[i] : 0;
	v->upper = upper ? bits->upper : 1;
}

Bits
bits_fresh(uint64_t seed)
{
	Bits bits = {.n = UNITS_MAX};
	uint32_t i;

	for (i = 0; i < UNITS_MAX; i++)
		bits.unit[i] = value_mix(seed + i) | 2;
	bits.upper = value_mix(seed + UNITS_MAX) | 2;
	return bits;
}

uint64_t
value_of_text(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);
	uint64_t h = insn->op;
	uint32_t i;

	/* A move of 0 makes the same. */
	if (insn->op && insn->op == target_setting_opcode(f->target, "zero"))
		return value_mix(
			       target_setting_opcode(f->target, "zero-move")) |
		       1;
	if (!(insn_flags(f, insn) & OP_REMATERIALIZABLE))
		return 0;
	for (i = 0; i < insn->nopnds; i++) {
		if (opnd_is_reg(&o[i])) {
			if (o[i].flags & (OPND_DEF | OPND_IMPLICIT))
				continue;
			if (o[i].kind == OPND_VREG)
				return 0;
			h = value_mix(h + o[i].val);
		} else if (o[i].kind == OPND_IMM) {
			h = value_mix(h ^ (uint64_t)opnd_imm(f, &o[i]));
		} else {
			Span text = opnd_text(f, &o[i]);
			uint32_t k;

			for (k = 0; k < text.len; k++)
				h = value_mix(h + (unsigned char)f->source
							  ->text[text.at + k]);
		}
	}
	return h | 1;
}

void
held_set_unit(Held *s, uint32_t u, uint64_t seed)
{
	uint32_t i;

	for (i = u * 2; i < u * 2 + 2; i++) {
		s->before.unit[i] = s->after.unit[i] = value_mix(seed + i) | 2;
		s->before.upper[i] = s->after.upper[i] =
			value_mix(seed - i) | 2;
	}
}

void
held_clobber(Held *s, const uint64_t *mask, uint64_t seed)
{
	uint32_t u;

	for (u = 0; u < s->t->n_unit_regs; u++) {
		Slice r = s->t->unit_regs[u];
		bool kept = false;

		for (; r.start < r.end && !kept; r.start++)
			kept = mask_preserves(
				mask, target_unit_reg(s->t, u, r.start));
		if (!kept) {
			held_set_unit(s, u, seed);
		}
	}
}

void
held_init(Held *s, const Func *before, Cells *cells, Arena *arena)
{
	const Target *t = before->target;
	uint32_t n = t->n_unit_regs * 2 + 2, u;

	*s = (Held){.f = before, .t = t, .cells = cells, .fresh = 1};
	s->is_double = ARENA_NEW(arena, uint8_t, n);
	for (u = 0; u < t->n_unit_regs; u++)
		s->is_double[u] = unit_is_double(t, (UnitId)u);
	s->vregs = ARENA_NEW(arena, Bits, before->vregs.n + 1);
	s->before.unit = ARENA_NEW(arena, uint64_t, n);
	s->before.upper = ARENA_NEW(arena, uint64_t, n);
	s->after.unit = ARENA_NEW(arena, uint64_t, n);
	s->after.upper = ARENA_NEW(arena, uint64_t, n);
}
