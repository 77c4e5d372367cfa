/*
 * The search for a register to rename a group to: the register of the group
 * that contains the others is tried against the registers of its class, from
 * the one used last downwards, once around; the others go to the same parts of
 * it.  Those that the region does not name come first, which LLVM does not
 * ask: three values renamed to one register would depend on each other anew.
 * LLVM's order is that of the smallest class around the register, which
 * often has two or three members; where that gives nothing, the largest one is
 * tried as well.
 */
#include "core/postra/antidep_internal.h"

#include <stdlib.h>

/* The class around REG that no other class around it is part of, or (WIDE)
 * the allocatable one that has most members. */
static ClassId
class_around(const Target *t, RegId reg, bool wide)
{
	ClassId best = CLASS_NONE;

	for (ClassId c = 0; c < t->n_classes; c++) {
		const TargetClass *k = &t->classes[c];

		if (!target_class_has(t, c, reg) ||
		    (wide && !(k->flags & CLASS_ALLOCATABLE)))
			continue;
		if (best == CLASS_NONE ||
		    (wide ? k->order.end - k->order.start >
				     t->classes[best].order.end -
					     t->classes[best].order.start
			  : target_class_contains(t, best, c)))
			best = c;
	}
	return best;
}

static ClassId
class_cached(const Antidep *a, ClassId *cache, RegId reg, bool wide)
{
	if (cache[reg] == 0)
		cache[reg] = class_around(a->t, reg, wide) + 1;
	return cache[reg] - 1;
}

/* The referenced registers of GROUP, in order. */
static bool
group_regs(Antidep *a, uint32_t group)
{
	AntidepState *s = &a->s;
	uint32_t i = 0;

	a->regs.n = 0;
	while (i < s->with_refs.n) {
		RegId reg = s->with_refs.at[i];
		RegState *r = state_of(s, reg);

		if (r->refs == NONE) {
			r->is_listed = false;
			s->with_refs.at[i] = s->with_refs.at[--s->with_refs.n];
			continue;
		}
		if (state_group(s, reg) == group)
			VEC_PUSH(a->tmp, a->regs, reg);
		i++;
	}
	if (a->regs.n > 1)
		regs_sort(a->regs.at, a->regs.n);
	return a->regs.n && a->regs.n <= GROUP_MAX;
}

/* The register of the group that contains all others; 0: none does. */
static RegId
super_register(const Antidep *a)
{
	RegId super = 0;

	for (uint32_t i = 0; i < a->regs.n; i++)
		if (!super || reg_contains(a->t, a->regs.at[i], super))
			super = a->regs.at[i];
	for (uint32_t i = 0; i < a->regs.n; i++)
		if (a->regs.at[i] != super &&
		    !reg_contains(a->t, super, a->regs.at[i]))
			return 0;
	return super;
}

/* Into SET, the registers that all occurrences of REG can have. False: nothing
 * restricts them, or an occurrence is fixed. */
static bool
renames_of(Antidep *a, RegId reg, uint64_t *set)
{
	uint32_t words = BITS_WORDS(a->t->n_regs);
	ClassId last = CLASS_NONE;

	for (uint32_t i = state_of(&a->s, reg)->refs; i != NONE;
	     i = a->s.pool.at[i].next) {
		ClassId cls = a->s.pool.at[i].cls;

		if (cls == CLASS_NONE || cls == last)
			continue;
		for (uint32_t w = 0; w < words; w++) {
			uint64_t of = target_class_word(a->t, cls, w);

			set[w] = last == CLASS_NONE ? of : set[w] & of;
		}
		last = cls;
	}
	return last != CLASS_NONE;
}

/* Does a register of the group live on above the definition, which then writes
 * a part of it only? */
static bool
group_is_live(Antidep *a)
{
	for (uint32_t i = 0; i < a->regs.n; i++)
		if (state_live(&a->s, a->regs.at[i]))
			return true;
	return false;
}

/* Fill `sets`; false if no occurrence of any register says what it takes. */
static bool
find_sets(Antidep *a)
{
	uint32_t words = BITS_WORDS(a->t->n_regs);
	bool some = false;

	for (uint32_t i = 0; i < a->regs.n; i++) {
		uint64_t *set = a->sets + (size_t)i * words;

		if (renames_of(a, a->regs.at[i], set)) {
			some = true;
			continue;
		}
		ClassId wide = class_cached(a, a->widest, a->regs.at[i], true);
		for (uint32_t w = 0; w < words; w++)
			set[w] = wide == CLASS_NONE
					 ? 0
					 : target_class_word(a->t, wide, w);
	}
	return some;
}

/* Does instruction I read, or (EARLY) write before it has read all, what
 * overlaps REG? */
static bool
touches(const Antidep *a, InsnId i, RegId reg, bool early)
{
	const unsigned write = OPND_DEF | OPND_EARLY;
	const Insn *insn = func_insn(a->f, i);

	FOR_OPNDS(o, a->f, insn)
		if (o->kind == OPND_REG && o->val &&
		    (early ? (o->flags & write) == write : opnd_reads(o)) &&
		    target_overlap(a->t, (RegId)o->val, reg))
			return true;
	return false;
}

/* Is FROM, named with an early-clobber operand of its own or of TO, kept
 * from becoming TO by that? */
static bool
early_conflict(Antidep *a, RegId from, RegId to)
{
	for (uint32_t i = state_of(&a->s, from)->refs; i != NONE;
	     i = a->s.pool.at[i].next) {
		const Ref *r = &a->s.pool.at[i];

		if (r->flags & EFFECT_DEBUG)
			continue;
		if (touches(a, r->insn, to, true) ||
		    (r->flags & EFFECT_EARLY && touches(a, r->insn, to, false)))
			return true;
	}
	return false;
}

/* Does UNIT stand as its register REG does? */
static bool
unit_stands_as(Antidep *a, UnitId unit, RegId reg)
{
	const UnitState *u = state_unit(&a->s, unit);

	return state_live(&a->s, reg) == u->live &&
	       (u->live || state_of(&a->s, reg)->def == u->def);
}

/* The register that made UNIT of TO stand as it does: TO itself, or one that
 * overlaps it. */
static RegId
unit_owner(Antidep *a, RegId to, UnitId unit)
{
	Slice s = state_aliases(&a->s, to);

	if (unit_stands_as(a, unit, to))
		return to;
	for (; s.start < s.end; s.start++) {
		RegId alias = a->s.alias_regs.at[s.start];

		if (unit_stands_as(a, unit, alias) &&
		    reg_has_unit(a->t, alias, unit))
			return alias;
	}
	return to;
}

/* Does the range of FROM fit into TO?  What overlaps TO is judged by the units
 * they share: of a tuple around it the other members do not matter.  What must
 * start at an even number does so still: in a tuple that starts at an odd one,
 * a part may have to. */
static Conflict
conflict(Antidep *a, RegId from, RegId to, const uint64_t *set)
{
	uint32_t kill = state_of(&a->s, from)->kill;
	Slice units = a->t->regs[to].units;
	Conflict c = {NULL, 0, NEVER, NEVER};

	if (!bits_has(set, to)) {
		c.text = "not of the classes of all references";
	} else if (target_starts_odd(a->t, to) &&
		   !target_starts_odd(a->t, from)) {
		c.text = "starts at an odd number";
	} else if (state_live(&a->s, to)) {
		c.text = "live";
		c.kill = state_of(&a->s, to)->kill;
	}
	for (; units.start < units.end && !c.text; units.start++) {
		UnitId unit = a->t->reg_units[units.start];
		const UnitState *u = state_unit(&a->s, unit);

		if (!u->live && kill <= u->def)
			continue;
		c.text = u->live ? "live" : "defined in the range";
		c.reg = unit_owner(a, to, unit);
		c.kill = u->live ? state_of(&a->s, c.reg)->kill : kill;
		c.def = u->def;
	}
	if (!c.text && early_conflict(a, from, to))
		c.text = "early-clobber";
	return c;
}

/* The register that REG becomes when SUPER becomes TO; 0: none. */
static RegId
renamed_part(const Target *t, RegId super, RegId reg, RegId to)
{
	if (reg == super)
		return to;
	return target_subreg(t, to, target_subreg_index(t, super, reg));
}

/* Fill `map` for SUPER becoming TO; false if that is not possible. */
static bool
candidate_fits(Antidep *a, RegId super, RegId to)
{
	uint32_t words = BITS_WORDS(a->t->n_regs);

	a->map.n = 0;
	for (uint32_t i = 0; i < a->regs.n; i++) {
		RegId from = a->regs.at[i];
		RegId part = renamed_part(a->t, super, from, to);
		Conflict why = {"no such part", 0, NEVER, NEVER};

		if (part)
			why = conflict(a, from, part,
				       a->sets + (size_t)i * words);
		if (why.text) {
			trace_reject(a, to, &why);
			return false;
		}
		VEC_PUSH(a->tmp, a->map, ((Rename){from, part}));
	}
	return true;
}

/* May the group go to TO at all? */
static bool
candidate_allowed(const Antidep *a, RegId super, RegId to)
{
	const TargetReg *x = &a->t->regs[super], *y = &a->t->regs[to];

	if (to == super || !(y->flags & REG_ALLOCATABLE) ||
	    bits_has(a->options->reserved, to))
		return false;
	if (a->used && !bits_has(a->used, to))
		return false;
	/* Of registers of one class some can have parts that others lack, or be
	 * wider. */
	return x->twin_bits == y->twin_bits &&
	       x->units.end - x->units.start == y->units.end - y->units.start;
}

/* Does the region name TO, or a part of it?  Then renaming to it makes new
 * dependences in place of those it breaks. */
static bool
candidate_named(const Antidep *a, RegId to)
{
	FOR_UNITS(unit, a->t, to)
		if (a->named[*unit] == a->region)
			return true;
	return false;
}

/* Once around class CLS: the registers that the region names or (NEW) the
 * others. */
static bool
class_search(Antidep *a, RegId super, ClassId cls, bool new)
{
	Slice order = a->t->classes[cls].order;
	uint32_t n = order.end - order.start;

	uint32_t at = a->rotation[cls] > n ? n : a->rotation[cls];
	for (uint32_t i = 0; i < n; i++) {
		at = at ? at - 1 : n - 1;
		RegId to = a->t->class_regs[order.start + at];
		if (!candidate_allowed(a, super, to) ||
		    candidate_named(a, to) == new ||
		    !candidate_fits(a, super, to))
			continue;
		a->rotation[cls] = at;
		return true;
	}
	return false;
}

/* The smallest class around SUPER, then the largest one. */
static bool
classes_search(Antidep *a, RegId super, bool new)
{
	ClassId minimal = class_cached(a, a->minimal, super, false);
	ClassId widest = class_cached(a, a->widest, super, true);

	if (minimal != CLASS_NONE && class_search(a, super, minimal, new))
		return true;
	return widest != CLASS_NONE && widest != minimal &&
	       class_search(a, super, widest, new);
}

unsigned
find_renames(Antidep *a, uint32_t group)
{
	bool known = group_regs(a, group);

	trace_group(a, group);
	if (!known)
		return ANTIDEP_shape;
	if (group_is_live(a))
		return ANTIDEP_part;
	RegId super = super_register(a);
	if (!super)
		return ANTIDEP_shape;
	if (!find_sets(a))
		return ANTIDEP_no_free;
	return classes_search(a, super, true) || classes_search(a, super, false)
		       ? ANTIDEP_NREASONS
		       : ANTIDEP_no_free;
}
