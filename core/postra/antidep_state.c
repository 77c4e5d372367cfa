/*
 * The breaker's state.  Registers and units are set back when a block first
 * asks for them, so that a block costs what stands in it, not what the target
 * has.
 */
#include "core/postra/antidep_internal.h"

#include "core/base/unionfind.h"

#include <stdlib.h>

void
state_init(AntidepState *s, const Target *t, Arena *arena)
{
	uint32_t n = t->n_regs;

	*s = (AntidepState){.t = t, .arena = arena};
	s->regs = ARENA_NEW(arena, RegState, n);
	s->units = ARENA_NEW(arena, UnitState, t->n_unit_regs + 1);
	s->aliases = ARENA_RAW(arena, Slice, n);
	s->stamp = ARENA_NEW(arena, uint32_t, n);
	for (uint32_t i = 0; i < n; i++) {
		VEC_PUSH(arena, s->parents, 0);
		s->aliases[i].start = NONE;
	}
}

void
state_reset(AntidepState *s, uint32_t size, const LiveOut *out)
{
	s->touched.n = s->met.n = s->with_refs.n = s->pool.n = 0;
	s->parents.n = s->t->n_regs;
	s->size = size;
	s->out = out;
	s->epoch++;
}

RegState *
state_of(AntidepState *s, RegId reg)
{
	RegState *r = &s->regs[reg];

	if (r->epoch == s->epoch)
		return r;
	bool live = bits_has(s->out->regs, reg);
	*r = (RegState){.epoch = s->epoch,
			.kill = live ? s->size : NEVER,
			.def = live ? NEVER : s->size,
			.group = reg,
			.refs = NONE,
			.pending = NONE};
	return r;
}

UnitState *
state_unit(AntidepState *s, UnitId unit)
{
	UnitState *u = &s->units[unit];

	if (u->epoch != s->epoch) {
		bool live = bits_has(s->out->units, unit);

		*u = (UnitState){.epoch = s->epoch,
				 .def = live ? NEVER : s->size,
				 .live = live};
	}
	return u;
}

static RegState *
touch(AntidepState *s, RegId reg)
{
	RegState *r = state_of(s, reg);

	if (!r->is_touched) {
		r->is_touched = true;
		VEC_PUSH(s->arena, s->touched, reg);
	}
	return r;
}

uint32_t
state_group(AntidepState *s, RegId reg)
{
	return unionfind_root(s->parents.at, state_of(s, reg)->group);
}

uint32_t
state_union(AntidepState *s, RegId a, RegId b)
{
	uint32_t x = state_group(s, a), y = state_group(s, b);
	uint32_t parent = x == 0 ? x : y, other = parent == x ? y : x;

	s->parents.at[other] = parent;
	return parent;
}

uint32_t
state_leave(AntidepState *s, RegId reg)
{
	/* The old node stays: others may reach their root through it. */
	RegState *r = touch(s, reg);

	r->group = s->parents.n;
	VEC_PUSH(s->arena, s->parents, r->group);
	return r->group;
}

void
state_set(AntidepState *s, RegId reg, uint32_t kill, uint32_t def)
{
	RegState *r = touch(s, reg);

	r->kill = kill;
	r->def = def;
}

void
state_unit_set(AntidepState *s, UnitId unit, bool live, uint32_t def)
{
	UnitState *u = state_unit(s, unit);

	if (!u->is_met)
		VEC_PUSH(s->arena, s->met, unit);
	*u = (UnitState){s->epoch, live ? NEVER : def, live, true};
}

void
state_units(AntidepState *s, RegId reg, bool live, uint32_t def)
{
	FOR_UNITS(unit, s->t, reg)
		state_unit_set(s, *unit, live, def);
}

static void
list_refs(AntidepState *s, RegId reg)
{
	RegState *r = state_of(s, reg);

	if (r->is_listed)
		return;
	r->is_listed = true;
	VEC_PUSH(s->arena, s->with_refs, reg);
}

void
state_ref(AntidepState *s, RegId reg, Ref ref)
{
	RegState *r = touch(s, reg);

	list_refs(s, reg);
	ref.next = r->refs;
	r->refs = s->pool.n;
	VEC_PUSH(s->arena, s->pool, ref);
}

void
state_ref_pending(AntidepState *s, RegId reg, Ref ref)
{
	RegState *r = touch(s, reg);

	ref.next = r->pending;
	r->pending = s->pool.n;
	VEC_PUSH(s->arena, s->pool, ref);
}

void
state_forget_refs(AntidepState *s, RegId reg)
{
	touch(s, reg)->refs = NONE;
}

void
state_start_refs(AntidepState *s, RegId reg)
{
	RegState *r = touch(s, reg);

	r->refs = r->pending;
	r->pending = NONE;
	if (r->refs != NONE)
		list_refs(s, reg);
}

static int
compare_regs(const void *a, const void *b)
{
	return *(const RegId *)a - *(const RegId *)b;
}

void
regs_sort(RegId *regs, uint32_t n)
{
	qsort(regs, n, sizeof(*regs), compare_regs);
}

Slice
state_aliases(AntidepState *s, RegId reg)
{
	const Target *t = s->t;
	Slice *out = &s->aliases[reg];

	if (out->start != NONE)
		return *out;
	s->nstamp++;
	out->start = s->alias_regs.n;
	FOR_UNITS(unit, t, reg) {
		Slice regs = t->unit_regs[*unit];

		for (uint32_t k = regs.start; k < regs.end; k++) {
			RegId r = target_unit_reg(t, *unit, k);

			if (s->stamp[r] == s->nstamp)
				continue;
			s->stamp[r] = s->nstamp;
			VEC_PUSH(s->arena, s->alias_regs, r);
		}
	}
	out->end = s->alias_regs.n;
	regs_sort(s->alias_regs.at + out->start, out->end - out->start);
	return *out;
}

bool
reg_contains(const Target *t, RegId a, RegId b)
{
	for (Slice s = t->regs[a].subs; s.start < s.end; s.start++)
		if (target_sub_at(t, a, s.start) == b)
			return true;
	return false;
}
