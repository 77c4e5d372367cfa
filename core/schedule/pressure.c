/*
 * Values are found on a walk down in source order; the walk up makes a value
 * live at its first reader and takes it away at its writer.  What of an
 * instruction's results nobody needs still takes a register while it is
 * written.
 */
#include "core/schedule/pressure.h"

#include "core/base/search.h"

#include <string.h>

void
pressure_begin(Pressure *p, const Demand *d, const uint32_t *limit,
	       Arena *arena)
{
	uint32_t n = d->nfiles + 1;

	*p = (Pressure){.d = d, .limit = limit};
	p->current = ARENA_RAW(arena, uint32_t, d->temps.n + 1);
	p->stamp = ARENA_NEW(arena, uint32_t, d->temps.n + 1);
	p->out = ARENA_NEW(arena, uint32_t, n);
	p->now = ARENA_NEW(arena, uint32_t, n);
	p->peak = ARENA_NEW(arena, uint32_t, n);
	p->dead = ARENA_NEW(arena, uint32_t, n);
	p->tight = ARENA_NEW(arena, bool, n);
}

/* A new value of temporary T. */
static uint32_t
value_add(Pressure *p, uint32_t t, Arena *tmp)
{
	const DemandTemp *temp = &p->d->temps.at[t];

	if (p->stamp[t] != p->epoch) {
		p->stamp[t] = p->epoch;
		VEC_PUSH(tmp, p->touched, t);
	}
	p->current[t] = p->values.n;
	VEC_PUSH(tmp, p->values,
		 ((PressureValue){.size = temp->size, .file = temp->file}));
	return p->current[t];
}

/* The value that temporary T has. */
static uint32_t
value_now(Pressure *p, uint32_t t, Arena *tmp)
{
	return p->stamp[t] == p->epoch ? p->current[t] : value_add(p, t, tmp);
}

static void
read_add(Pressure *p, uint32_t node, uint32_t t, Arena *tmp)
{
	uint32_t v = value_now(p, t, tmp);

	for (uint32_t i = p->read_first[node]; i < p->reads.n; i++)
		if (p->reads.at[i] == v)
			return;
	VEC_PUSH(tmp, p->reads, v);
	p->values.at[v].first++;
}

/* Several definitions of one instruction can write one temporary. */
static void
write_add(Pressure *p, uint32_t node, uint32_t t, Arena *tmp)
{
	if (p->stamp[t] == p->epoch && p->write_first[node] < p->writes.n &&
	    p->current[t] >= p->writes.at[p->write_first[node]])
		return;
	VEC_PUSH(tmp, p->writes, value_add(p, t, tmp));
}

/* The temporaries of virtual register O: what it reads (!DEF) or writes. */
static void
vreg_add(Pressure *p, uint32_t node, const Operand *o, bool def, Arena *tmp)
{
	LaneMask lanes = target_sub_lanes(p->d->f->target, o->sub);

	for (uint32_t t = p->d->vreg_temps[o->val];
	     t < p->d->vreg_temps[o->val + 1]; t++) {
		LaneMask part = p->d->temps.at[t].lanes;

		if (!(part & lanes))
			continue;
		if (def)
			write_add(p, node, t, tmp);
		else if (!(o->flags & OPND_DEF) || part & ~lanes)
			read_add(p, node, t, tmp);
	}
}

static void
unit_add(Pressure *p, uint32_t node, const Operand *o, bool def, Arena *tmp)
{
	const Target *target = p->d->f->target;

	FOR_UNITS(unit, target, o->val) {
		uint32_t t = p->d->unit_temp[*unit];

		if (t == NONE)
			continue;
		if (def)
			write_add(p, node, t, tmp);
		else
			read_add(p, node, t, tmp);
	}
}

static void
insn_add(Pressure *p, uint32_t node, const Insn *insn, bool defs, Arena *tmp)
{
	FOR_OPNDS(o, p->d->f, insn) {
		if (!opnd_is_reg(o) || o->flags & OPND_DEBUG ||
		    !(defs ? o->flags & OPND_DEF : opnd_reads(o)))
			continue;
		if (o->kind == OPND_VREG)
			vreg_add(p, node, o, defs, tmp);
		else if (o->val)
			unit_add(p, node, o, defs, tmp);
	}
}

/* Is temporary T needed behind position POS? */
static bool
lives_behind(const Demand *d, uint32_t t, uint32_t pos)
{
	const DemandTemp *temp = &d->temps.at[t];
	SlotIdx at = slot_at(pos, SLOT_DEAD);
	uint32_t lo = temp->segs.start;

	SEARCH_FIRST(lo, temp->segs.end, d->segs.at[lo].end <= at);
	return lo < temp->segs.end && d->segs.at[lo].start <= at;
}

/* From how many nodes read each value to who they are. */
static void
readers_sort(Pressure *p, uint32_t n, Arena *tmp)
{
	uint32_t at = 0;

	p->readers = ARENA_RAW(tmp, uint32_t, p->reads.n + 1);
	for (uint32_t i = 0; i < p->values.n; i++) {
		at += p->values.at[i].first;
		p->values.at[i].first = at;
	}
	VEC_PUSH(tmp, p->values, ((PressureValue){.first = at}));
	for (uint32_t i = n; i-- > 0;)
		for (uint32_t k = p->read_first[i]; k < p->read_first[i + 1];
		     k++)
			p->readers[--p->values.at[p->reads.at[k]].first] = i;
}

void
pressure_region(Pressure *p, const InsnId *insns, uint32_t n, Arena *tmp)
{
	const Demand *d = p->d;
	uint32_t pos = d->live->slots.insn_pos[insns[n - 1]];

	p->epoch++;
	memset(&p->values, 0, sizeof(p->values));
	memset(&p->touched, 0, sizeof(p->touched));
	memset(&p->reads, 0, sizeof(p->reads));
	memset(&p->writes, 0, sizeof(p->writes));
	memset(&p->woken, 0, sizeof(p->woken));
	p->read_first = ARENA_RAW(tmp, uint32_t, n + 1);
	p->write_first = ARENA_RAW(tmp, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		const Insn *insn = func_insn(d->f, insns[i]);

		p->read_first[i] = p->reads.n;
		p->write_first[i] = p->writes.n;
		insn_add(p, i, insn, false, tmp);
		insn_add(p, i, insn, true, tmp);
	}
	p->read_first[n] = p->reads.n;
	p->write_first[n] = p->writes.n;
	readers_sort(p, n, tmp);
	for (uint32_t i = 0; i < p->touched.n; i++)
		if (lives_behind(d, p->touched.at[i], pos))
			p->values.at[p->current[p->touched.at[i]]].out = true;
	for (uint32_t i = 0; i < d->nfiles; i++)
		p->out[i] = d->out[i][pos];
}

void
pressure_reset(Pressure *p)
{
	for (uint32_t i = 0; i < p->values.n; i++)
		p->values.at[i].live = p->values.at[i].out;
	for (uint32_t i = 0; i < p->d->nfiles; i++)
		p->now[i] = p->peak[i] = p->out[i];
	p->area = 0;
}

void
pressure_up(Pressure *p, uint32_t node, Arena *tmp)
{
	memset(p->dead, 0, sizeof(*p->dead) * p->d->nfiles);
	p->woken.n = 0;
	for (uint32_t i = p->write_first[node]; i < p->write_first[node + 1];
	     i++) {
		PressureValue *v = &p->values.at[p->writes.at[i]];

		if (!v->live)
			p->dead[v->file] += v->size;
	}
	for (uint32_t i = 0; i < p->d->nfiles; i++)
		p->dead[i] += p->now[i];
	for (uint32_t i = p->write_first[node]; i < p->write_first[node + 1];
	     i++) {
		PressureValue *v = &p->values.at[p->writes.at[i]];

		if (v->live)
			p->now[v->file] -= v->size;
		v->live = false;
	}
	for (uint32_t i = p->read_first[node]; i < p->read_first[node + 1];
	     i++) {
		PressureValue *v = &p->values.at[p->reads.at[i]];

		if (v->live)
			continue;
		v->live = true;
		p->now[v->file] += v->size;
		VEC_PUSH(tmp, p->woken, p->reads.at[i]);
	}
	for (uint32_t i = 0; i < p->d->nfiles; i++) {
		uint32_t most = p->now[i] > p->dead[i] ? p->now[i] : p->dead[i];

		if (p->peak[i] < most)
			p->peak[i] = most;
		if (most > p->limit[i])
			p->area += most - p->limit[i];
	}
}

int32_t
pressure_change(const Pressure *p, uint32_t node)
{
	int32_t change = 0;

	for (uint32_t i = p->write_first[node]; i < p->write_first[node + 1];
	     i++) {
		const PressureValue *v = &p->values.at[p->writes.at[i]];

		if (v->live && p->tight[v->file])
			change -= (int32_t)v->size;
	}
	for (uint32_t i = p->read_first[node]; i < p->read_first[node + 1];
	     i++) {
		const PressureValue *v = &p->values.at[p->reads.at[i]];

		if (!v->live && p->tight[v->file])
			change += (int32_t)v->size;
	}
	return change;
}

bool
pressure_tighten(Pressure *p)
{
	bool more = false;

	for (uint32_t i = 0; i < p->d->nfiles; i++) {
		more |= !p->tight[i];
		p->tight[i] = true;
	}
	return more;
}

bool
pressure_full(const Pressure *p, uint32_t spare)
{
	for (uint32_t i = 0; i < p->d->nfiles; i++)
		if (p->tight[i] && p->limit[i] &&
		    p->now[i] + spare >= p->limit[i])
			return true;
	return false;
}

PressureCost
pressure_cost(const Pressure *p)
{
	PressureCost cost = {.area = p->area};

	for (uint32_t i = 0; i < p->d->nfiles; i++)
		if (p->peak[i] > p->limit[i])
			cost.excess += p->peak[i] - p->limit[i];
	return cost;
}

uint64_t
pressure_floor(const Pressure *p)
{
	uint64_t excess = 0;

	for (uint32_t i = 0; i < p->d->nfiles; i++) {
		uint32_t most = p->now[i] > p->out[i] ? p->now[i] : p->out[i];

		if (most > p->limit[i])
			excess += most - p->limit[i];
	}
	return excess;
}
