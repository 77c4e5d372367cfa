/*
 * The registers that a region may use.
 */
#include "core/schedule/room.h"

/* Room.nshort.  What is written for nobody counts, too. */
static uint32_t *
short_count(const Demand *d, const uint32_t *limit, Arena *tmp)
{
	uint32_t npos = d->live->slots.npos;
	uint32_t **dead = demand_counts(d, tmp);
	uint32_t *nshort = ARENA_NEW(tmp, uint32_t, npos + 1);

	FOR_VEC(DemandTemp, t, d->temps) {
		FOR_SLICE(DemandSeg, s, d->segs.at, t->segs) {
			if (s->start >> 2 == s->end >> 2)
				dead[t->file][s->start >> 2] += t->size;
		}
	}
	for (uint32_t k = 0; k < d->nfiles; k++)
		if (d->lives[k])
			for (uint32_t i = 0; i < npos; i++)
				nshort[i + 1] |=
					(d->in[k][i] > limit[k]) |
					(d->out[k][i] + dead[k][i] > limit[k]);
	for (uint32_t i = 0; i < npos; i++)
		nshort[i + 1] += nshort[i];
	return nshort;
}

/* Does INSN, for the price of a copy, give a register a value that depends on
 * no other one? */
static bool
makes_constant(const Func *f, const Insn *insn)
{
	const uint32_t wanted = OP_REMATERIALIZABLE | OP_AS_CHEAP_AS_MOVE;
	const Operand *o = insn_opnds(f, insn);

	if ((insn_flags(f, insn) & wanted) != wanted)
		return false;
	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (o[k].kind == OPND_VREG)
			return false;
	return insn->nopnds && o->kind == OPND_VREG && !o->sub;
}

/* By VregId, 1: it is written once, by such an instruction. */
static uint32_t *
constants_find(const Func *f, Arena *tmp)
{
	uint32_t *ndefs = ARENA_NEW(tmp, uint32_t, f->vregs.n + 1);

	FOR_VEC(Insn, insn, f->insns) {
		FOR_OPNDS(o, f, insn)
			if (o->kind == OPND_VREG && o->flags & OPND_DEF)
				ndefs[o->val] +=
					makes_constant(f, insn) ? 1 : 2;
	}
	return ndefs;
}

/* Count the constants live behind each position. */
static void
constants_count(Room *r, Arena *tmp)
{
	const Demand *d = r->d;
	const uint32_t *ndefs = constants_find(d->f, tmp);

	r->is_constant = ARENA_NEW(tmp, uint8_t, d->temps.n + 1);
	r->constants = demand_counts(d, tmp);
	for (VregId v = 0; v < d->f->vregs.n; v++)
		for (uint32_t i = d->vreg_temps[v]; i < d->vreg_temps[v + 1];
		     i++)
			r->is_constant[i] = ndefs[v] == 1;
	for (uint32_t i = 0; i < d->temps.n; i++) {
		const DemandTemp *t = &d->temps.at[i];

		if (!r->is_constant[i])
			continue;
		FOR_SLICE(DemandSeg, s, d->segs.at, t->segs) {
			r->constants[t->file][s->start / 4] += t->size;
			r->constants[t->file][s->end / 4] -= t->size;
		}
	}
	demand_counts_sum(d, r->constants);
}

void
room_begin(Room *r, const Demand *d, const uint32_t *limit, bool strict,
	   Arena *tmp)
{
	*r = (Room){.d = d, .limit = limit, .strict = strict};
	r->nshort = short_count(d, limit, tmp);
	r->registers = ARENA_NEW(tmp, uint32_t, d->nfiles + 1);
	if (!strict)
		constants_count(r, tmp);
}

bool
room_is_short(const Room *r, InsnId start, InsnId end)
{
	const uint32_t *pos = r->d->live->slots.insn_pos;

	return r->nshort[pos[start]] < r->nshort[pos[end - 1] + 1];
}

void
room_find(Room *r, const Pressure *p, uint32_t pos)
{
	const Demand *d = r->d;

	for (uint32_t i = 0; i < d->nfiles; i++)
		r->registers[i] =
			r->limit[i] + (r->strict ? 0 : r->constants[i][pos]);
	if (r->strict)
		return;
	for (uint32_t i = 0; i < p->touched.n; i++) {
		uint32_t t = p->touched.at[i];

		if (r->is_constant[t] && p->values.at[p->current[t]].out)
			r->registers[d->temps.at[t].file] -=
				d->temps.at[t].size;
	}
}
