/*
 * The breaker's state.  Only what a block touches is set back for the next
 * one, so that a block costs what stands in it, not what the target has.
 */
#include "core/postra/antidep_internal.h"

#include <stdlib.h>

void
state_init(AntidepState *s, const Target *t, Arena *arena)
{
	uint32_t n = t->n_regs, i;

	*s = (AntidepState){.t = t, .arena = arena};
	s->kill = ARENA_RAW(arena, uint32_t, n);
	s->def = ARENA_RAW(arena, uint32_t, n);
	s->group = ARENA_RAW(arena, uint32_t, n);
	s->refs = ARENA_RAW(arena, uint32_t, n);
	s->pending = ARENA_RAW(arena, uint32_t, n);
	s->is_touched = ARENA_NEW(arena, uint8_t, n);
	s->is_listed = ARENA_NEW(arena, uint8_t, n);
	s->aliases = ARENA_RAW(arena, Slice, n);
	s->unit_def = ARENA_RAW(arena, uint32_t, t->n_unit_regs + 1);
	s->unit_live = ARENA_NEW(arena, uint8_t, t->n_unit_regs + 1);
	s->is_unit_listed = ARENA_NEW(arena, uint8_t, t->n_unit_regs + 1);
	s->stamp = ARENA_NEW(arena, uint32_t, n);
	for (i = 0; i < n; i++) {
		VEC_PUSH(arena, s->parents, 0);
		s->group[i] = i;
		s->kill[i] = NEVER;
		s->refs[i] = s->pending[i] = NONE;
		s->aliases[i].start = NONE;
	}
}

static void
touch(AntidepState *s, RegId reg)
{
	if (s->is_touched[reg])
		return;
	s->is_touched[reg] = 1;
	VEC_PUSH(s->arena, s->touched, reg);
}

void
state_reset(AntidepState *s, uint32_t size)
{
	uint32_t i;

	for (i = 0; i < s->touched.n; i++) {
		RegId reg = s->touched.at[i];

		s->is_touched[reg] = 0;
		s->group[reg] = reg;
		s->kill[reg] = NEVER;
		s->refs[reg] = s->pending[reg] = NONE;
	}
	for (i = 0; i < s->with_refs.n; i++)
		s->is_listed[s->with_refs.at[i]] = 0;
	for (i = 0; i < s->units.n; i++) {
		s->unit_live[s->units.at[i]] = 0;
		s->is_unit_listed[s->units.at[i]] = 0;
	}
	for (i = 0; i < s->t->n_unit_regs; i++)
		s->unit_def[i] = size;
	s->touched.n = s->with_refs.n = s->units.n = 0;
	s->parents.n = s->t->n_regs;
	s->pool.n = 0;
	s->size = size;
	for (i = 0; i < s->t->n_regs; i++)
		s->def[i] = size;
}

uint32_t
state_group(AntidepState *s, RegId reg)
{
	uint32_t *p = s->parents.at, node = s->group[reg];

	while (p[node] != node) {
		p[node] = p[p[node]];
		node = p[node];
	}
	return node;
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
	touch(s, reg);
	s->group[reg] = s->parents.n;
	VEC_PUSH(s->arena, s->parents, s->group[reg]);
	return s->group[reg];
}

void
state_set(AntidepState *s, RegId reg, uint32_t kill, uint32_t def)
{
	touch(s, reg);
	s->kill[reg] = kill;
	s->def[reg] = def;
}

void
state_units(AntidepState *s, RegId reg, bool live, uint32_t def)
{
	Slice units = s->t->regs[reg].units;

	for (; units.start < units.end; units.start++) {
		UnitId u = s->t->reg_units[units.start];

		s->unit_live[u] = live;
		s->unit_def[u] = live ? NEVER : def;
		if (s->is_unit_listed[u])
			continue;
		s->is_unit_listed[u] = 1;
		VEC_PUSH(s->arena, s->units, u);
	}
}

static void
list_refs(AntidepState *s, RegId reg)
{
	if (s->is_listed[reg])
		return;
	s->is_listed[reg] = 1;
	VEC_PUSH(s->arena, s->with_refs, reg);
}

void
state_ref(AntidepState *s, RegId reg, Ref ref)
{
	touch(s, reg);
	list_refs(s, reg);
	ref.next = s->refs[reg];
	s->refs[reg] = s->pool.n;
	VEC_PUSH(s->arena, s->pool, ref);
}

void
state_ref_pending(AntidepState *s, RegId reg, Ref ref)
{
	touch(s, reg);
	ref.next = s->pending[reg];
	s->pending[reg] = s->pool.n;
	VEC_PUSH(s->arena, s->pool, ref);
}

void
state_forget_refs(AntidepState *s, RegId reg)
{
	touch(s, reg);
	s->refs[reg] = NONE;
}

void
state_start_refs(AntidepState *s, RegId reg)
{
	touch(s, reg);
	s->refs[reg] = s->pending[reg];
	s->pending[reg] = NONE;
	if (s->refs[reg] != NONE)
		list_refs(s, reg);
}

static int
compare_regs(const void *a, const void *b)
{
	return *(const RegId *)a - *(const RegId *)b;
}

Slice
state_aliases(AntidepState *s, RegId reg)
{
	const Target *t = s->t;
	Slice units = t->regs[reg].units, *out = &s->aliases[reg];
	uint32_t i, k;

	if (out->start != NONE)
		return *out;
	s->nstamp++;
	out->start = s->alias_regs.n;
	for (i = units.start; i < units.end; i++) {
		Slice regs = t->unit_regs[t->reg_units[i]];

		for (k = regs.start; k < regs.end; k++) {
			RegId r = t->unit_reg_ids[k];

			if (s->stamp[r] == s->nstamp)
				continue;
			s->stamp[r] = s->nstamp;
			VEC_PUSH(s->arena, s->alias_regs, r);
		}
	}
	out->end = s->alias_regs.n;
	qsort(s->alias_regs.at + out->start, out->end - out->start,
	      sizeof(RegId), compare_regs);
	return *out;
}

bool
reg_contains(const Target *t, RegId a, RegId b)
{
	Slice s = t->regs[a].subs;

	for (; s.start < s.end; s.start++)
		if (t->reg_subs[s.start].reg == b)
			return true;
	return false;
}
