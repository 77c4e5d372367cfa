/*
 * The identities of ACO's document, at every position and for every register
 * file: each stage from what is live before and from what is live after, where
 * demand_stage computes them from what is live through; changes and temporaries
 * as differences; and from each position to the next.
 */
#include "core/analysis/demand.h"

#include <string.h>

typedef struct {
	uint32_t in, out; /* as counted from the ranges */
	uint32_t stage[DEMAND_STAGES];
	uint32_t peak;
} Counted;

/* Is IN what the sets say is live before? */
static const char *
live_wrong(const DemandSets *s, const Counted *c)
{
	if (demand_live_in(s) != c->in)
		return "live before: live through and first kills";
	if (demand_live_out(s) != c->out)
		return "live after: live through and live definitions";
	if (c->in + (uint32_t)demand_changes(s) != c->out)
		return "live after: live before and changes";
	return NULL;
}

static const char *
stages_wrong(const DemandSets *s, const Counted *c)
{
	uint32_t early = s->early_kills, late = s->late_kills;
	uint32_t ec = s->early_copies + s->early_defs, lc = s->late_copies;
	uint32_t ld = s->live_defs, dd = s->dead_defs;
	const uint32_t from_in[] = {c->in, c->in + ec + lc, c->in - early + lc,
				    c->in - early + lc + ld + dd,
				    c->in - early - late + ld};
	const uint32_t from_out[] = {c->out - ld + late + early,
				     c->out - ld + late + early + ec + lc,
				     c->out - ld + late + lc,
				     c->out + dd + late + lc, c->out};

	if (memcmp(c->stage, from_in, sizeof(from_in)))
		return "stages from what is live before";
	if (memcmp(c->stage, from_out, sizeof(from_out)))
		return "stages from what is live after";
	return NULL;
}

static const char *
peak_wrong(const DemandSets *s, const Counted *c)
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < DEMAND_STAGES; i++)
		if (c->stage[i] > most)
			most = c->stage[i];
	if (c->peak != most)
		return "demand: the most of all stages";
	if (c->peak != c->out + demand_temps(s))
		return "demand: live after and temporary registers";
	if (c->stage[3] - c->stage[1] != (uint32_t)demand_temp_changes(s))
		return "temporary changes: stage 3 less stage 1";
	return NULL;
}

/* From one position A to the next one B of its block and back. */
static const char *
next_wrong(const DemandSets *a, const DemandSets *b)
{
	uint32_t x = demand_peak(a), y = demand_peak(b);
	uint32_t changes = (uint32_t)demand_changes(b);

	if (demand_stage(a, 4) != demand_stage(b, 0))
		return "stage 0: stage 4 of the one before";
	if (x != y - demand_temps(b) - changes + demand_temps(a))
		return "demand from that of the next one";
	if (y != x - demand_temps(a) + changes + demand_temps(b))
		return "demand from that of the one before";
	return NULL;
}

static const char *
file_wrong(const DemandSets *s, uint32_t in, uint32_t out)
{
	Counted c = {.in = in, .out = out, .peak = demand_peak(s)};

	for (unsigned i = 0; i < DEMAND_STAGES; i++)
		c.stage[i] = demand_stage(s, i);
	const char *wrong = live_wrong(s, &c);
	if (!wrong)
		wrong = stages_wrong(s, &c);
	return wrong ? wrong : peak_wrong(s, &c);
}

/* A rule broken at POS; PREV: the sets of the position before it. */
static const char *
pos_wrong(const Demand *d, uint32_t pos, const DemandSets *prev)
{
	const char *wrong = demand_flags_wrong(d->opnds.at, d->opnds.n);
	bool head = d->live->slots.pos_insn[pos] == NONE;

	for (uint32_t i = 0; i < d->nfiles && !wrong; i++) {
		const DemandSets *s = &d->sets[i];
		uint32_t in = d->in[i][pos];

		/* What begins at a head begins with its first slot. */
		if (head)
			in -= s->live_defs + s->dead_defs;
		wrong = file_wrong(s, in, d->out[i][pos]);
		if (!wrong && !head)
			wrong = next_wrong(&prev[i], s);
	}
	return wrong;
}

/* Is the demand of allocated code met by the registers that it uses? */
static bool
used_right(const Demand *d)
{
	bool ok = true;

	for (uint32_t i = 0; d->used && i < d->nfiles; i++) {
		if (d->peak[i].demand <= d->used[i])
			continue;
		diag_error(
			d->f->diag, d->f->name.at,
			"demand for %s registers is %u, and %u are used",
			target_str(d->f->target, d->f->target->files[i].name),
			d->peak[i].demand, d->used[i]);
		ok = false;
	}
	return ok;
}

bool
demand_verify(Demand *d)
{
	const Slots *slots = &d->live->slots;
	DemandSets *prev = ARENA_NEW(d->arena, DemandSets, d->nfiles + 1);
	bool ok = used_right(d);

	for (uint32_t pos = 0; pos < slots->npos; pos++) {
		demand_at(d, pos);
		const char *wrong = pos_wrong(d, pos, prev);
		memcpy(prev, d->sets, d->nfiles * sizeof(*prev));
		if (!wrong)
			continue;
		diag_error(d->f->diag,
			   slots->pos_insn[pos] == NONE
				   ? d->f->name.at
				   : func_insn(d->f, slots->pos_insn[pos])->loc,
			   "demand at %s does not add up: %s", pos_name(pos).at,
			   wrong);
		ok = false;
	}
	return ok;
}
