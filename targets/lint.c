/*
 * Is a target consistent?  What a table can say wrongly and the loader has
 * not caught: units that leave a register without any or do not cover it,
 * lanes that overlap, indices that do not compose, classes without a way to
 * be spilled or copied, aliases that are not symmetric.
 */
#include "core/base/bits.h"
#include "targets/targets.h"

#include <limits.h>
#include <string.h>

typedef struct {
	const Target *t;
	const TargetBuilder *b; /* NULL: no places */
	Diag *diag;
	bool ok;
} Lint;

static void
complain(Lint *l, const Source *source, Loc at, const char *what, StrId name,
	 const char *text)
{
	const Source *before = l->diag->source;

	l->diag->source = source ? source : before;
	diag_error(l->diag, source ? at : LOC_NONE, "%s '%s': %s", what,
		   target_str(l->t, name), text);
	l->diag->source = before;
	l->ok = false;
}

static void
complain_reg(Lint *l, RegId reg, const char *text)
{
	complain(l, l->b ? l->b->registers_source : NULL,
		 l->b ? l->b->reg_locs.at[reg] : LOC_NONE, "register",
		 l->t->regs[reg].name, text);
}

static void
complain_sub(Lint *l, SubId sub, const char *text)
{
	complain(l, l->b ? l->b->registers_source : NULL,
		 l->b ? l->b->sub_locs.at[sub] : LOC_NONE, "index",
		 l->t->subs[sub].name, text);
}

static void
complain_class(Lint *l, ClassId cls, const char *text)
{
	complain(l, l->b ? l->b->registers_source : NULL,
		 l->b ? l->b->class_locs.at[cls] : LOC_NONE, "class",
		 l->t->classes[cls].name, text);
}

static void
complain_vector(Lint *l, OpcodeId op, const char *text)
{
	const VectorPlace *place = NULL;

	for (uint32_t i = 0; l->b && i < l->b->vector_places.n; i++)
		if (l->b->vector_places.at[i].op == op)
			place = &l->b->vector_places.at[i];
	complain(l, place ? place->source : NULL, place ? place->at : LOC_NONE,
		 "opcode", l->t->opcodes[op].name, text);
}

static bool
reg_has_unit(const Target *t, RegId reg, UnitId unit)
{
	Slice s = t->regs[reg].units;

	for (; s.start < s.end; s.start++)
		if (t->reg_units[s.start] == unit)
			return true;
	return false;
}

/* The smallest parts of register ID, whose lanes are disjoint, share no unit.
 * SEEN is a set of units, empty before and after. */
static void
lint_parts_apart(Lint *l, RegId id, uint64_t *seen)
{
	const Target *t = l->t;
	Slice units = t->regs[id].units;
	bool apart = true;

	for (uint32_t i = t->regs[id].subs.start; i < t->regs[id].subs.end;
	     i++) {
		const TargetReg *part = &t->regs[target_sub_at(t, id, i)];
		Slice s = part->units;

		if (part->subs.start < part->subs.end)
			continue;
		for (; s.start < s.end; s.start++) {
			apart &= !bits_has(seen, t->reg_units[s.start]);
			bits_add(seen, t->reg_units[s.start]);
		}
	}
	for (; units.start < units.end; units.start++)
		bits_del(seen, t->reg_units[units.start]);
	if (!apart)
		complain_reg(l, id,
			     "parts at different places are one register, or "
			     "overlap");
}

/* Units of the sub-registers are units of the register, and the lanes of its
 * leaves are disjoint. */
static void
lint_register(Lint *l, RegId id, uint64_t *units)
{
	const Target *t = l->t;
	const TargetReg *reg = &t->regs[id];
	LaneMask seen = 0;

	if (reg->units.start == reg->units.end)
		complain_reg(l, id, "it has no unit");
	for (uint32_t i = reg->subs.start; i < reg->subs.end; i++) {
		const TargetReg *part = &t->regs[target_sub_at(t, id, i)];
		LaneMask lanes = t->subs[t->sub_steps[i].sub].lanes;

		if (i > reg->subs.start &&
		    t->sub_steps[i].sub <= t->sub_steps[i - 1].sub)
			complain_reg(l, id, "an index names two parts");
		for (uint32_t k = part->units.start; k < part->units.end; k++)
			if (!reg_has_unit(t, id, t->reg_units[k]))
				complain_reg(l, id,
					     "a part has a unit outside it");
		if (part->subs.start < part->subs.end)
			continue;
		if (seen & lanes)
			complain_reg(l, id, "two parts share a lane");
		seen |= lanes;
	}
	lint_parts_apart(l, id, units);
	for (uint32_t i = reg->units.start; i < reg->units.end; i++) {
		UnitId unit = t->reg_units[i];
		Slice s = t->unit_regs[unit];

		while (s.start < s.end &&
		       target_unit_reg(t, unit, s.start) != id)
			s.start++;
		if (s.start == s.end)
			complain_reg(l, id,
				     "its unit does not list it: aliases "
				     "would not be symmetric");
	}
}

/* Allocatable registers that share a unit, but for those with flag APART, share
 * one of KEYS, which are ID's: all in SHARE, which is cleared, are those that
 * share one with it. */
static void
lint_rep_units(Lint *l, RegId id, Slice keys, uint8_t apart, uint64_t *share)
{
	const Target *t = l->t;
	const TargetReg *reg = &t->regs[id];

	memset(share, 0, BITS_WORDS(t->n_regs) * sizeof(*share));
	for (uint32_t i = keys.start; i < keys.end; i++) {
		UnitId unit = t->reg_rep_units[i];
		Slice s = t->unit_regs[unit];

		for (; s.start < s.end; s.start++)
			bits_add(share, target_unit_reg(t, unit, s.start));
	}
	for (uint32_t i = reg->units.start; i < reg->units.end; i++) {
		UnitId unit = t->reg_units[i];
		Slice s = t->unit_regs[unit];

		for (uint32_t k = s.start; k < s.end; k++) {
			RegId other = target_unit_reg(t, unit, k);

			if ((t->regs[other].flags &
			     (REG_ALLOCATABLE | apart)) == REG_ALLOCATABLE &&
			    !bits_has(share, other))
				complain_reg(l, id,
					     "it shares a unit, but no key");
			bits_add(share, other);
		}
	}
}

/* Is index SUB of some register, and do lanes go up one to one? */
static void
lint_index(Lint *l, SubId sub, const uint64_t *used)
{
	const Target *t = l->t;
	const uint8_t *up = t->sub_lanes_up + (uint32_t)sub * 64;
	LaneMask seen = 0;

	if (!bits_has(used, sub)) {
		complain_sub(l, sub, "no register has it");
		return;
	}
	if (!t->subs[sub].lanes)
		complain_sub(l, sub, "it has no lane");
	for (uint32_t i = 0; i < 64; i++) {
		LaneMask lane;

		if (up[i] >= 64)
			continue;
		lane = (LaneMask)1 << up[i];
		if (lane & ~t->subs[sub].lanes)
			complain_sub(l, sub, "a lane of a part is outside it");
		if (seen & lane && bits_count(t->subs[sub].lanes) > 1)
			complain_sub(l, sub, "two lanes of a part are one");
		seen |= lane;
	}
}

/* Registers that some rule copies to another of the same kind. */
static void
copied_registers(const Target *t, uint64_t *set)
{
	uint32_t words = BITS_WORDS(t->n_regs);

	for (uint32_t i = 0; i < t->n_copies; i++)
		for (uint32_t w = 0; w < words; w++)
			set[w] |= target_class_word(t, t->copies[i].dst, w) &
				  target_class_word(t, t->copies[i].src, w);
}

/* Is every member that is not reserved in SET? */
static bool
class_can_be_copied(const Target *t, ClassId cls, const uint64_t *set)
{
	Slice s = t->classes[cls].order;

	for (; s.start < s.end; s.start++) {
		RegId reg = t->class_regs[s.start];

		if (!(t->regs[reg].flags & REG_RESERVED) && !bits_has(set, reg))
			return false;
	}
	return true;
}

static bool
class_can_be_spilled(const Target *t, ClassId cls, unsigned max_align)
{
	for (uint32_t i = 0; i < t->n_spills; i++)
		if (t->spills[i].align <= max_align &&
		    target_class_contains(t, t->spills[i].cls, cls))
			return true;
	return false;
}

/* Is some member never reserved? */
static bool
class_is_usable(const Target *t, ClassId cls)
{
	Slice s = t->classes[cls].order;

	for (; s.start < s.end; s.start++)
		if (!(t->regs[t->class_regs[s.start]].flags & REG_RESERVED))
			return true;
	return false;
}

/* Slots as large and aligned as the rule says must not overlap. */
static void
lint_spill(Lint *l, const SpillRule *rule)
{
	if (!rule->size)
		complain_class(l, rule->cls, "it is spilled with size 0");
	if (!rule->align || rule->align & (rule->align - 1))
		complain_class(l, rule->cls,
			       "it is spilled with an alignment that is no "
			       "power of two");
}

static void
lint_class(Lint *l, ClassId id, const uint64_t *copied)
{
	const Target *t = l->t;
	const TargetClass *cls = &t->classes[id];
	Slice s = cls->order;

	for (; s.start < s.end; s.start++)
		if (!target_class_has(t, id, t->class_regs[s.start]))
			complain_class(l, id,
				       "its order has a register that is no "
				       "member");
	if (!(cls->flags & CLASS_ALLOCATABLE) || cls->copy_cost < 0 ||
	    cls->flags & CLASS_FIXED || !class_is_usable(t, id))
		return;
	if (!class_can_be_spilled(t, id, UINT_MAX))
		complain_class(l, id,
			       "no rule says how to spill it: "
			       "abi.yaml needs a row of 'spill' whose "
			       "class holds it");
	else if (t->stack_align && !class_can_be_spilled(t, id, t->stack_align))
		complain_class(l, id,
			       "no rule says how to spill it at the stack's "
			       "alignment: abi.yaml needs a row of 'spill' "
			       "whose class holds it with no more 'align' "
			       "than 'stack-align'");
	if (!class_can_be_copied(t, id, copied))
		complain_class(l, id,
			       "no rule says how to copy it: "
			       "abi.yaml needs a row of 'copy' with "
			       "its registers in both classes");
}

/* Is a register of the vector's class made of what its operands are? */
static void
lint_vector(Lint *l, const VectorRule *v)
{
	const Target *t = l->t;
	const OpndDesc *o = t->opnd_descs + target_desc(t, v->op)->opnds.start;
	uint32_t bits = 0;
	Slice s = t->classes[v->cls].order;
	bool parts = s.start < s.end;

	for (uint32_t k = v->first; k <= v->last && parts; k++) {
		SubId sub = target_vector_part(t, v, k);

		for (; s.start < s.end; s.start++)
			parts &= target_class_has(
				t, o[k].cls,
				target_subreg(t, t->class_regs[s.start], sub));
		s.start = t->classes[v->cls].order.start;
		bits += t->classes[o[k].cls].bits;
		parts &= sub != 0;
	}
	if (!parts || bits != t->classes[v->cls].bits)
		complain_vector(
			l, v->op,
			"a vector's class must be that of the registers "
			"whose parts its operands are, one after the other");
	if (target_desc(t, v->op)->flags & OP_COMMUTABLE)
		complain_vector(l, v->op,
				"what has vectors cannot be commutable");
	for (s = target_folds(t, v->op); s.start < s.end; s.start++)
		for (uint32_t k = v->first; k <= v->last; k++)
			if (t->folds[s.start].opnd == k ||
			    t->folds[s.start].opnd2 == k)
				complain_vector(
					l, v->op,
					"an operand of a vector cannot be in "
					"memory");
}

/* A function's own stack pointer is reserved by the field that names it. */
static void
lint_stack_pointer(Lint *l)
{
	const Target *t = l->t;

	if (!(t->regs[t->stack_pointer].flags & REG_RESERVED) &&
	    !*target_setting(t, "stack-pointer-field"))
		complain(l, l->b ? l->b->abi_source : NULL, LOC_NONE,
			 "register", t->regs[t->stack_pointer].name,
			 "no rule reserves the stack pointer: abi.yaml needs "
			 "a row of 'reserved', when: always, with it");
}

bool
target_lint(const Target *t, const TargetBuilder *places, Diag *diag)
{
	Lint l = {t, places, diag, true};
	Arena arena = {0};
	uint64_t *used = ARENA_NEW(&arena, uint64_t, BITS_WORDS(t->n_subs));
	uint64_t *copied = ARENA_NEW(&arena, uint64_t, BITS_WORDS(t->n_regs));
	uint64_t *share = ARENA_NEW(&arena, uint64_t, BITS_WORDS(t->n_regs));
	uint64_t *units =
		ARENA_NEW(&arena, uint64_t, BITS_WORDS(t->n_unit_regs));

	lint_stack_pointer(&l);
	copied_registers(t, copied);
	for (uint32_t i = 0; i < t->n_sub_steps; i++)
		bits_add(used, t->sub_steps[i].sub);
	for (uint32_t i = 1; i < t->n_regs; i++) {
		const TargetReg *reg = &t->regs[i];

		lint_register(&l, (RegId)i, units);
		if (!(reg->flags & REG_ALLOCATABLE))
			continue;
		lint_rep_units(&l, (RegId)i, reg->rep_units, 0, share);
		lint_rep_units(&l, (RegId)i, reg->few, REG_APART, share);
	}
	for (uint32_t i = 1; i < t->n_subs; i++)
		lint_index(&l, (SubId)i, used);
	for (uint32_t i = 0; i < t->n_classes; i++)
		lint_class(&l, (ClassId)i, copied);
	for (uint32_t i = 0; i < t->n_spills; i++)
		lint_spill(&l, &t->spills[i]);
	for (uint32_t i = 0; i < t->n_vectors; i++)
		lint_vector(&l, &t->vectors[i]);
	arena_free(&arena);
	return l.ok;
}
