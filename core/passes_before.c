/*
 * The pass that schedules before allocation.
 */
#include "core/passes.h"

#include "core/analysis/demand.h"
#include "core/prepare/reorder.h"
#include "core/schedule/before.h"

/* A function in a new order, and what it needs. */
typedef struct {
	Func *f;
	InsnId *order;
	Demand d;
	Live live;
	uint32_t *need;	    /* by file */
	uint32_t occupancy; /* 0: the target has no such limit */
} Ordered;

/* Work out what O's function needs. */
static bool
demand_find(Job *j, Ordered *o)
{
	uint32_t i;

	if (!demand_live(&o->live, o->f, &j->cfg, j->reserved,
			 o->f->traits.lane_liveness, j->tmp))
		return false;
	demand_build(&o->d, o->f, &o->live, j->reserved, j->tmp);
	o->need = ARENA_NEW(j->tmp, uint32_t, o->d.nfiles + 1);
	for (i = 0; i < o->d.nfiles; i++)
		o->need[i] = o->d.peak[i].demand;
	o->occupancy = demand_occupancy(&o->d, o->need);
	return true;
}

/* SOURCE in an order that gets along with LIMIT, as far as that can be. */
static void
order_find(Job *j, const Ordered *source, const uint32_t *limit, Ordered *to)
{
	to->order = ARENA_RAW(j->keep, InsnId, source->f->insns.n + 1);
	to->f = source->f;
	if (schedule_before(&source->d, j->options->schedule_before, limit,
			    j->reserved, to->order, j->tmp))
		to->f = func_reordered(source->f, to->order, j->keep);
}

/* The registers by file with which more waves than those of O fit into a
 * processor. */
static uint32_t *
limit_of_step(Job *j, const Ordered *o)
{
	uint32_t n = o->d.nfiles, i;
	uint32_t *limit = ARENA_RAW(j->tmp, uint32_t, n + 1);
	uint32_t *need = ARENA_NEW(j->tmp, uint32_t, n + 1);

	for (i = 0; i < n; i++) {
		need[i] =
			o->need[i] < o->d.limit[i] ? o->need[i] : o->d.limit[i];
		while (need[i] && demand_occupancy(&o->d, need) <= o->occupancy)
			need[i]--;
		limit[i] = need[i];
		need[i] = 0;
	}
	return limit;
}

/* Is TRIED better than PLAIN, for more waves fit, and asks for no registers
 * that there are not? */
static bool
step_gains(const Ordered *plain, const Ordered *tried)
{
	uint32_t i;

	for (i = 0; i < plain->d.nfiles; i++)
		if (tried->need[i] > plain->need[i] &&
		    tried->need[i] > plain->d.limit[i])
			return false;
	return tried->occupancy > plain->occupancy;
}

Result
pass_schedule_before(Job *j)
{
	Ordered source = {.f = j->f}, plain, tried;

	if (j->options->schedule_before == SCHED_NONE)
		return RESULT_OK;
	if (!demand_find(j, &source))
		return RESULT_INPUT;
	order_find(j, &source, source.d.limit, &plain);
	if (source.occupancy) {
		if (!demand_find(j, &plain))
			return RESULT_INPUT;
		order_find(j, &source, limit_of_step(j, &plain), &tried);
		if (!demand_find(j, &tried))
			return RESULT_INPUT;
		if (step_gains(&plain, &tried))
			plain = tried;
	}
	if (plain.f == source.f)
		return RESULT_OK;
	j->change.before = source.f;
	j->change.from = plain.order;
	j->parsed = j->f = plain.f;
	return RESULT_OK;
}
