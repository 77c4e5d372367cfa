/*
 * One of the two functions on its way down a block: which values its registers
 * and slots hold, by name, and how many stores, barriers and terminators it
 * has met.
 */
#include "core/check/post/post_internal.h"

#include "core/model/unitset.h"

enum { UNITS_MAX = 256 }; /* of a register that is copied by name */

/* The name of what number K of INSN's definitions writes into its unit U. */
static uint64_t
value_name(InsnId insn, uint32_t k, uint32_t u)
{
	return ((uint64_t)insn + 1) << 32 | (uint64_t)(k + 1) << 12 | u;
}

/* A name made of two others. */
static uint64_t
name_mix(uint64_t a, uint64_t b)
{
	uint64_t h = (a ^ b) * 0x9e3779b97f4a7c15u;

	h = (h ^ h >> 29) + b;
	return h | (uint64_t)1 << 63;
}

/* Units in the order of the lanes they hold, so that those of two registers of
 * a class correspond.  Worked out when first asked for. */
static void
units_sort(const Target *t, UnitOrder *order, Arena *arena, RegId reg)
{
	const LaneMask *lanes = t->unit_lanes + t->regs[reg].lanes;
	uint32_t n = post_units(t, reg), first = order->at.n, k, *at;

	for (uint32_t i = 0; i < n; i++) {
		VEC_PUSH(arena, order->at, i);
		at = order->at.at + first;
		for (k = i; k > 0 && lanes[at[k - 1]] > lanes[i]; k--)
			at[k] = at[k - 1];
		at[k] = i;
	}
	order->first[reg] = first;
}

/* The unit of REG with rank U. */
static UnitId
side_unit(const Side *s, RegId reg, uint32_t u)
{
	const Target *t = s->f->target;
	UnitOrder *order = s->order;

	if (order->first[reg] == NONE)
		units_sort(t, order, s->arena, reg);
	return t->reg_units[t->regs[reg].units.start +
			    order->at.at[order->first[reg] + u]];
}

/* The name of the low WIDTH bits of what has NAME, of which BITS are there. */
static uint64_t
part_name(uint64_t name, uint16_t bits, uint16_t width)
{
	return bits < width ? name_mix(name, bits) : name;
}

uint64_t
side_name(const Side *s, RegId reg, uint32_t u)
{
	UnitId unit = side_unit(s, reg, u);

	return part_name(s->units[unit], s->bits[unit],
			 target_reg_width(s->f->target, reg));
}

/* Is unit U part of a register that has no twin of another width, within those
 * that have?  Then it holds no more than is there at any width. */
static bool
is_exact(const Target *t, UnitId u)
{
	uint32_t with = UINT32_MAX, without = UINT32_MAX;

	for (uint32_t i = t->unit_regs[u].start; i < t->unit_regs[u].end; i++) {
		const TargetReg *reg = &t->regs[target_unit_reg(t, u, i)];
		uint32_t *least = reg->twin_bits ? &with : &without;
		uint32_t n = reg->units.end - reg->units.start;

		if (n < *least)
			*least = n;
	}
	return without < with;
}

/* How much of its value unit U has, if it was moved in a register of BITS. */
static uint16_t
unit_bits(const Side *s, UnitId u, uint16_t bits)
{
	return bits < UINT16_MAX && is_exact(s->f->target, u) ? UINT16_MAX
							      : bits;
}

/* Unit U has a new value, BITS of NAME, and LATER when the lanes have changed
 * (0: NAME as well); but what is written to a constant register is lost. */
static void
unit_set(Side *s, UnitId u, uint64_t name, uint16_t bits, uint64_t later)
{
	if (bits_has(s->constant, u))
		return;
	s->units[u] = name;
	s->bits[u] = unit_bits(s, u, bits);
	if (later && !s->later[u])
		VEC_PUSH(s->arena, s->copied, u);
	s->later[u] = later;
}

/* REG is written by operand K of BEFORE; if that writes a part of it (AROUND),
 * it is made of both. */
static void
side_define(Side *s, RegId reg, InsnId before, uint32_t k, bool around)
{
	uint16_t width = target_reg_width(s->f->target, reg);
	uint32_t n = post_units(s->f->target, reg);

	for (uint32_t u = 0; u < n; u++) {
		uint64_t name = value_name(before, k, u);

		unit_set(s, side_unit(s, reg, u),
			 around ? name_mix(side_name(s, reg, u), name) : name,
			 width, 0);
	}
}

/* Unit U of REG, by rank, has a value from elsewhere, if LANES matter only in
 * those that are on. */
static void
unit_pass(Side *s, RegId reg, uint32_t u, PostValue from, InsnId before,
	  bool lanes)
{
	uint16_t width = target_reg_width(s->f->target, reg);
	uint16_t bits = from.bits < width ? from.bits : width;
	UnitId unit = side_unit(s, reg, u);
	uint64_t later =
		lanes ? name_mix(from.name, value_name(before, 0, u)) : 0;

	if (s->units[unit] != from.name)
		unit_set(s, unit, from.name, bits, later);
	else
		s->bits[unit] = unit_bits(s, unit, bits);
}

/* Other lanes are on: copies and slots hold the rest of what they held. */
static void
lanes_change(Side *s)
{
	while (s->copied.n) {
		UnitId u = s->copied.at[--s->copied.n];

		if (s->later[u])
			s->units[u] = s->later[u];
		s->later[u] = 0;
	}
	s->era++;
}

/* What REG has in its unit of rank U. */
static PostValue
side_value(const Side *s, RegId reg, uint32_t u)
{
	uint16_t width = target_reg_width(s->f->target, reg);
	UnitId unit = side_unit(s, reg, u);

	return (PostValue){
		s->units[unit],
		unit_bits(s, unit,
			  s->bits[unit] < width ? s->bits[unit] : width)};
}

/* Do copies of REG copy only those of its lanes that are on? */
static bool
has_lanes(const Side *s, RegId reg)
{
	const CopyRule *rule = func_copy_rule(s->f, reg, reg);

	return !rule || target_copy_reads(s->f->target, rule, s->copy_units);
}

static void
side_copy(Side *s, RegId dst, RegId src, InsnId before)
{
	const Target *t = s->f->target;
	const CopyRule *rule = func_copy_rule(s->f, dst, src);
	bool lanes = rule && target_copy_reads(t, rule, s->copy_units);
	uint32_t n = post_units(t, dst);
	PostValue values[UNITS_MAX];

	for (uint32_t u = 0; u < n; u++)
		values[u] = side_value(s, src, u);
	for (uint32_t u = 0; u < n; u++)
		unit_pass(s, dst, u, values[u], before, lanes);
}

/* Is INSN a copy that passes names on unit by unit? */
bool
side_is_copy(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	if (!insn_is(f, insn, WK_COPY) || insn->nopnds < 2 ||
	    !post_is_def(&o[0]) || !post_is_use(&o[1]))
		return false;
	uint32_t n = post_units(f->target, (RegId)o[0].val);
	if (n != post_units(f->target, (RegId)o[1].val) || n > UNITS_MAX)
		return false;
	for (uint32_t i = 2; i < insn->nopnds; i++)
		if (post_is_def(&o[i]))
			return false;
	return true;
}

/* What a mask does not preserve has new values. */
static void
side_clobber(Side *s, uint32_t mask, InsnId before)
{
	const uint64_t *kept = preserved_units(&s->kept, mask);

	for (uint32_t u = 0; u < s->f->target->n_unit_regs; u++)
		if (!bits_has(kept, u))
			unit_set(s, u, value_name(before, 0x8000, 0) + u,
				 UINT16_MAX, 0);
}

/* The name of what lane U of N stands in a slot whose contents nobody has
 * seen: loads may change places, so it is not theirs but that of what they
 * come behind. */
static uint64_t
saved_name(const Side *s, uint32_t slot, uint32_t n, uint32_t u)
{
	const uint32_t parts[] = {slot, s->slots[slot].stores, s->now.barriers,
				  n, u};
	uint64_t h = 14695981039346656037u;

	for (uint32_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		h = name_mix(h, parts[i]);
	return h;
}

/* Pass names on between a register and a slot.  A load of another shape leaves
 * what is known of the slot as it is: it may be left out. */
static void
side_slot_move(Side *s, const SlotMove *move, InsnId before, bool lanes)
{
	Count *slot = &s->slots[move->slot];
	uint32_t n = post_units(s->f->target, move->reg);

	if (move->load && slot->era == s->era && slot->nnames == n) {
		for (uint32_t u = 0; u < n; u++)
			unit_pass(s, move->reg, u, s->saved.at[slot->first + u],
				  before, lanes);
		return;
	}
	for (uint32_t u = 0; move->load && u < n; u++)
		unit_pass(s, move->reg, u,
			  (PostValue){saved_name(s, move->slot, n, u),
				      UINT16_MAX},
			  before, lanes);
	if (move->load && slot->era == s->era)
		return;
	slot->era = s->era;
	slot->first = s->saved.n;
	slot->nnames = n;
	for (uint32_t u = 0; u < n; u++)
		VEC_PUSH(s->arena, s->saved, side_value(s, move->reg, u));
}

/* Does INSN say which lanes are on (DEFS), or want to know? */
static bool
touches_lanes(const Side *s, const Insn *insn, bool defs)
{
	const Target *t = s->f->target;
	const Implied *list = insn_implied(s->f, insn);
	Slice implied = defs ? list->defs : list->uses;

	FOR_SLICE(RegId, reg, t->implicit_regs, implied)
		if (unitset_meets(t, s->lane_units, *reg))
			return true;
	FOR_OPNDS(o, s->f, insn)
		if ((defs ? post_is_def(o) : post_is_use(o)) &&
		    unitset_meets(t, s->lane_units, (RegId)o->val))
			return true;
	return false;
}

/* Names for all that instruction I of side S writes but SKIP, which may be 0.
 * What its definitions leave alone, BEFORE says: other registers come apart
 * into other parts. */
static void
side_defines(Side *s, InsnId i, InsnId before, RegId skip)
{
	const Insn *insn = func_insn(s->f, i);
	const Insn *of = func_insn(s->before, before);
	const Operand *o = insn_opnds(s->f, insn);
	Slice implied = insn_implied(s->f, insn)->defs;

	for (uint32_t k = implied.start; k < implied.end; k++)
		side_define(s, s->f->target->implicit_regs[k], before,
			    0x4000 + k - implied.start, false);
	for (uint32_t k = 0; k < insn->nopnds; k++)
		if (o[k].kind == OPND_MASK)
			side_clobber(s, o[k].val, before);
	for (uint32_t k = 0; k < insn->nopnds; k++)
		if (post_is_def(&o[k]) && opnd_defines_around(s->before, of, k))
			side_define(s, (RegId)o[k].val, before, k, true);
	for (uint32_t k = 0; k < insn->nopnds; k++)
		if (post_is_def(&o[k]) && o[k].val != skip &&
		    !opnd_defines_around(s->before, of, k))
			side_define(s, (RegId)o[k].val, before, k, false);
		else if (o[k].kind == OPND_VREG && s->vregs.at &&
			 (o[k].flags & (OPND_DEF | OPND_DEBUG)) == OPND_DEF)
			side_define_vreg(s, &o[k], before, k);
	if (touches_lanes(s, insn, true))
		lanes_change(s);
}

/* The writes of instruction I of side S, which is BEFORE of the first. */
void
side_write(Side *s, InsnId i, InsnId before)
{
	const Insn *insn = func_insn(s->f, i);
	const Operand *o = insn_opnds(s->f, insn);
	SlotMove move;

	if (side_is_copy(s->f, insn)) {
		side_copy(s, (RegId)o[0].val, (RegId)o[1].val, before);
		return;
	}
	if (!memory_slot_move(s->f, i, &move)) {
		side_defines(s, i, before, 0);
		return;
	}
	side_defines(s, i, before, move.reg);
	side_slot_move(s, &move, before,
		       touches_lanes(s, insn, false) && has_lanes(s, move.reg));
}

/* What instruction I comes behind; counts it. */
Behind
side_pass(Side *s, InsnId i)
{
	const Insn *insn = func_insn(s->f, i);
	MemoryEffect e = memory_effect(s->f, i);
	Behind b = s->now;

	b.stores = 0;
	if (s->vregs.at)
		s->now.fences += insn_is_fence(s->f, insn) ||
				 touches_lanes(s, insn, true);
	if (insn_flags(s->f, insn) & OP_TERMINATOR)
		s->now.terminators++;
	if (e.kind == MEMORY_NONE) {
		b.barriers = 0;
		return b;
	}
	if (e.kind == MEMORY_ALL) {
		s->now.barriers++;
		s->era++;
		return b;
	}
	Count *c = e.kind == MEMORY_SLOT ? &s->slots[e.slot] : &s->any;
	if (c->epoch != s->epoch)
		*c = (Count){.epoch = s->epoch};
	b.stores = c->stores;
	c->stores += e.store;
	if (e.store)
		c->era = 0;
	return b;
}

void
side_start(Side *s)
{
	s->epoch++;
	s->era++;
	s->saved.n = 0;
	s->now = (Behind){0};
	s->copied.n = 0;
	for (uint32_t u = 0; u < s->f->target->n_unit_regs; u++) {
		s->units[u] = u;
		s->bits[u] = UINT16_MAX;
		s->later[u] = 0;
	}
}

void
side_init(Side *s, const Func *f, const Func *before, UnitOrder *order,
	  Arena *arena)
{
	uint32_t words = BITS_WORDS(f->target->n_unit_regs) + 1;

	s->f = f;
	s->before = before;
	s->arena = arena;
	s->order = order;
	preserved_init(&s->kept, f, arena);
	vreg_names_init(&s->vregs, before, arena);
	s->units = ARENA_NEW(arena, uint64_t, f->target->n_unit_regs + 1);
	s->bits = ARENA_NEW(arena, uint16_t, f->target->n_unit_regs + 1);
	s->later = ARENA_NEW(arena, uint64_t, f->target->n_unit_regs + 1);
	s->constant = ARENA_NEW(arena, uint64_t, words);
	for (uint32_t i = 0; i < f->target->n_regs; i++)
		if (f->target->regs[i].flags & REG_CONSTANT)
			unitset_add(f->target, s->constant, (RegId)i);
	s->lane_units = ARENA_NEW(arena, uint64_t, words);
	s->copy_units = ARENA_NEW(arena, uint64_t, words);
	for (uint32_t i = 0; i < f->target->n_copies; i++)
		target_copy_reads(f->target, &f->target->copies[i],
				  s->lane_units);
	s->slots = ARENA_NEW(arena, Count, f->stack.n + 1);
}
