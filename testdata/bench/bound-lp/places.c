/*
 * Cells and groups: the places that the model tells apart.
 */
#include "bound.h"

#include <string.h>

static uint32_t
root_of(uint32_t *parent, uint32_t i)
{
	while (parent[i] != i)
		i = parent[i] = parent[parent[i]];
	return i;
}

static void
class_note(Places *p, ClassId cls)
{
	if (cls != CLASS_NONE && places_class(p, cls) == NONE)
		p->classes[p->nclasses++] = cls;
}

uint32_t
places_class(const Places *p, ClassId cls)
{
	uint32_t i;

	for (i = 0; i < p->nclasses; i++)
		if (p->classes[i] == cls)
			return i;
	return NONE;
}

/* Does each value that is in a cell of group G fill it? */
static bool
is_single(const Places *p, uint32_t g)
{
	uint32_t k;

	for (k = 0; k < p->nclasses; k++)
		if (p->wide[k * p->ngroups + g] > 1)
			return false;
	return true;
}

uint32_t
places_group(const Places *p, RegId reg)
{
	const Target *t = p->f->target;
	Slice units = t->regs[reg].units;
	uint32_t cell, n = 0, u;

	if (!reg || units.start == units.end)
		return NONE;
	cell = p->cell[t->reg_units[units.start]];
	if (cell == NONE || is_single(p, p->group[cell]))
		return cell == NONE ? NONE : p->group[cell];
	for (u = 0; u < t->n_unit_regs; u++)
		n += p->cell[u] == cell;
	return n == units.end - units.start ? p->group[cell] : NONE;
}

static void
classes_find(Places *p, Arena *arena)
{
	const Func *f = p->f;
	const Target *t = f->target;
	InsnId i;
	uint32_t k;

	p->classes = ARENA_NEW(arena, ClassId, t->n_classes + 1);
	for (i = 0; i < f->insns.n; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);
		Slice d = insn_desc(f, insn)->opnds;

		for (k = 0; k < insn->nopnds; k++) {
			if (o[k].kind != OPND_VREG)
				continue;
			class_note(p, f->vregs.at[o[k].val].cls);
			if (d.start + k < d.end)
				class_note(p, t->opnd_descs[d.start + k].cls);
		}
	}
}

/* Can a value be given REG as a member of CLS? */
static bool
gives(const Places *p, ClassId cls, RegId reg)
{
	return !bits_has(p->reserved, reg) &&
	       target_class_gives(p->f->target, cls, reg);
}

/* Is class C as good as class K, and as wide? */
static bool
is_wide(const Target *t, ClassId c, ClassId k)
{
	return c == k || (target_class_contains(t, c, k) &&
			  t->classes[c].bits == t->classes[k].bits &&
			  t->classes[c].flags & CLASS_ALLOCATABLE);
}

/* Units of one register of class C that can be given are of one cell. */
static void
class_join(Places *p, ClassId c, uint32_t *parent, uint8_t *used)
{
	const Target *t = p->f->target;
	Slice order = t->classes[c].order;
	uint32_t first, u;

	for (; order.start < order.end; order.start++) {
		RegId reg = t->class_regs[order.start];
		Slice units = t->regs[reg].units;

		if (!gives(p, c, reg))
			continue;
		first = t->reg_units[units.start];
		for (; units.start < units.end; units.start++) {
			u = t->reg_units[units.start];
			used[u] = 1;
			parent[root_of(parent, u)] = root_of(parent, first);
		}
	}
}

static void
cells_find(Places *p, Arena *arena)
{
	const Target *t = p->f->target;
	uint32_t n = t->n_unit_regs, u, k;
	uint32_t *parent = ARENA_NEW(arena, uint32_t, n);
	uint8_t *used = ARENA_NEW(arena, uint8_t, n);
	ClassId c;

	p->cell = ARENA_NEW(arena, uint32_t, n);
	for (u = 0; u < n; u++)
		parent[u] = u;
	for (k = 0; k < p->nclasses; k++)
		for (c = 0; c < t->n_classes; c++)
			if (is_wide(t, c, p->classes[k]))
				class_join(p, c, parent, used);
	for (u = 0; u < n; u++)
		p->cell[u] = NONE;
	for (u = 0; u < n; u++) {
		uint32_t r = root_of(parent, u);

		if (used[u] && p->cell[r] == NONE)
			p->cell[r] = p->ncells++;
		if (used[u])
			p->cell[u] = p->cell[r];
	}
}

/* Registers of class C in CELL that do not overlap, at most. */
static uint32_t
members_count(const Places *p, ClassId c, uint32_t cell)
{
	const Target *t = p->f->target;
	Slice order = t->classes[c].order;
	uint32_t n = 0, least = UINT32_MAX, units = 0, u;

	for (; order.start < order.end; order.start++) {
		RegId reg = t->class_regs[order.start];
		Slice s = t->regs[reg].units;

		if (!gives(p, c, reg) || p->cell[t->reg_units[s.start]] != cell)
			continue;
		n++;
		if (s.end - s.start < least)
			least = s.end - s.start;
	}
	for (u = 0; u < t->n_unit_regs; u++)
		units += p->cell[u] == cell;
	return n && units / least < n ? units / least : n;
}

/* All that tells cells apart, one after another. */
typedef struct {
	uint16_t *exact, *wide; /* [cell * nclasses + class] */
	uint8_t *kept;		/* [cell * masks + mask] */
	uint8_t *named;		/* by cell */
} Signs;

static void
members_find(const Places *p, Signs *s, Arena *arena)
{
	const Target *t = p->f->target;
	uint32_t n = p->nclasses, cell, k, m;
	ClassId c;

	s->exact = ARENA_NEW(arena, uint16_t, p->ncells * n + 1);
	s->wide = ARENA_NEW(arena, uint16_t, p->ncells * n + 1);
	for (k = 0; k < n; k++)
		for (c = 0; c < t->n_classes; c++)
			for (cell = 0;
			     is_wide(t, c, p->classes[k]) && cell < p->ncells;
			     cell++) {
				m = members_count(p, c, cell);
				if (m > s->wide[cell * n + k])
					s->wide[cell * n + k] = (uint16_t)m;
				if (c == p->classes[k])
					s->exact[cell * n + k] = (uint16_t)m;
			}
}

static void
kept_find(const Places *p, Signs *s, Arena *arena)
{
	const Func *f = p->f;
	const Target *t = f->target;
	uint32_t m, r, cell;

	s->kept = ARENA_NEW(arena, uint8_t, p->ncells * f->masks.n + 1);
	for (m = 0; m < f->masks.n; m++)
		for (r = 1; r < t->n_regs; r++) {
			Slice units = t->regs[r].units;

			if (units.start == units.end ||
			    bits_has(p->reserved, r) ||
			    !mask_preserves(f->masks.at[m].words, (RegId)r))
				continue;
			cell = p->cell[t->reg_units[units.start]];
			if (cell != NONE)
				s->kept[cell * f->masks.n + m] = 1;
		}
}

static void
name_note(const Places *p, Signs *s, RegId reg)
{
	const Target *t = p->f->target;
	Slice units = t->regs[reg].units;

	for (; units.start < units.end; units.start++) {
		uint32_t cell = p->cell[t->reg_units[units.start]];

		if (cell != NONE)
			s->named[cell] = 1;
	}
}

static void
named_find(const Places *p, Signs *s, Arena *arena)
{
	const Func *f = p->f;
	uint32_t k;

	s->named = ARENA_NEW(arena, uint8_t, p->ncells + 1);
	for (k = 0; k < f->opnds.n; k++)
		if (f->opnds.at[k].kind == OPND_REG && f->opnds.at[k].val)
			name_note(p, s, (RegId)f->opnds.at[k].val);
	for (k = 0; k < f->liveins.n; k++)
		name_note(p, s, f->liveins.at[k].reg);
}

static bool
alike(const Places *p, const Signs *s, uint32_t a, uint32_t b)
{
	uint32_t n = p->nclasses, m = p->f->masks.n;

	return !s->named[a] && !s->named[b] &&
	       !memcmp(s->exact + a * n, s->exact + b * n, 2 * n) &&
	       !memcmp(s->wide + a * n, s->wide + b * n, 2 * n) &&
	       !memcmp(s->kept + a * m, s->kept + b * m, m);
}

/* What cell C's group is like. */
static void
group_note(Places *p, const Signs *s, uint32_t c)
{
	uint32_t g = p->group[c], k;

	p->size[g]++;
	p->named[g] = s->named[c];
	for (k = 0; k < p->nclasses; k++) {
		p->members[k * p->ngroups + g] = s->exact[c * p->nclasses + k];
		p->wide[k * p->ngroups + g] = s->wide[c * p->nclasses + k];
	}
	for (k = 0; k < p->f->masks.n; k++)
		p->kept[k * p->ngroups + g] = s->kept[c * p->f->masks.n + k];
}

void
places_find(Places *p, const Func *f, const uint64_t *reserved, Arena *arena)
{
	uint32_t a, b;
	Signs s;

	*p = (Places){.f = f, .reserved = reserved};
	classes_find(p, arena);
	cells_find(p, arena);
	members_find(p, &s, arena);
	kept_find(p, &s, arena);
	named_find(p, &s, arena);
	p->group = ARENA_NEW(arena, uint32_t, p->ncells + 1);
	for (a = 0; a < p->ncells; a++) {
		for (b = 0; b < a && !alike(p, &s, a, b); b++)
			;
		p->group[a] = b < a ? p->group[b] : p->ngroups++;
	}
	p->size = ARENA_NEW(arena, uint32_t, p->ngroups + 1);
	p->named = ARENA_NEW(arena, bool, p->ngroups + 1);
	p->members = ARENA_NEW(arena, uint16_t, p->nclasses * p->ngroups + 1);
	p->wide = ARENA_NEW(arena, uint16_t, p->nclasses * p->ngroups + 1);
	p->kept = ARENA_NEW(arena, uint8_t, f->masks.n * p->ngroups + 1);
	for (a = 0; a < p->ncells; a++)
		group_note(p, &s, a);
}
