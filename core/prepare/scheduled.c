/*
 * Scheduling before allocation, of a whole function.
 */
#include "core/prepare/scheduled.h"

#include "core/analysis/demand.h"
#include "core/prepare/reorder.h"

/* What is asked for. */
typedef struct {
	SchedMode mode;
	const Cfg *cfg;
	const uint64_t *reserved;
	Arena *keep, *tmp;
} Request;

/* A function in a new order, and what it needs. */
typedef struct {
	Reordered it;
	Demand d;
	Live live;
	uint32_t *need;	    /* by file; only with such a limit: */
	uint32_t occupancy; /* 0: the target has no such limit */
} Ordered;

/* Work out what O's function needs; without LANES, a tuple takes all its
 * registers while one of its lanes is live. */
static bool
demand_find(const Request *r, Ordered *o, bool lanes)
{
	Func *f = o->it.f;

	if (!demand_live(&o->live, f, r->cfg, r->reserved, lanes, r->tmp))
		return false;
	if (!func_feature_number(f, "waves")) {
		demand_count(&o->d, f, &o->live, r->reserved, r->tmp);
		return true;
	}
	demand_build(&o->d, f, &o->live, r->reserved, r->tmp);
	o->need = ARENA_NEW(r->tmp, uint32_t, o->d.nfiles + 1);
	for (uint32_t i = 0; i < o->d.nfiles; i++)
		o->need[i] = o->d.peak[i].demand;
	o->occupancy = demand_occupancy(&o->d, o->need);
	return true;
}

/* SOURCE in an order that gets along with LIMIT, as far as that can be. */
static Reordered
order_find(const Request *r, const Ordered *source, SchedLimit limit)
{
	Func *f = source->it.f;
	Reordered to = {f, ARENA_RAW(r->keep, InsnId, f->insns.n + 1)};

	if (schedule_before(&source->d, r->mode, limit, r->reserved, to.from,
			    r->tmp))
		to.f = func_reordered(f, to.from, r->keep);
	return to;
}

/* Raise LIMIT, file by file, as long as it leaves more waves than O has: what
 * one file needs less of, another one may have to take. */
static void
limit_raise(const Ordered *o, uint32_t *limit)
{
	for (uint32_t i = 0; i < o->d.nfiles; i++)
		while (limit[i] < o->d.limit[i]) {
			limit[i]++;
			if (demand_occupancy(&o->d, limit) > o->occupancy)
				continue;
			limit[i]--;
			break;
		}
}

/* The registers by file with which more waves than those of O fit into a
 * processor. */
static uint32_t *
limit_of_step(const Request *r, const Ordered *o)
{
	uint32_t n = o->d.nfiles;
	uint32_t *limit = ARENA_RAW(r->tmp, uint32_t, n + 1);
	uint32_t *need = ARENA_NEW(r->tmp, uint32_t, n + 1);

	for (uint32_t i = 0; i < n; i++) {
		need[i] =
			o->need[i] < o->d.limit[i] ? o->need[i] : o->d.limit[i];
		while (need[i] && demand_occupancy(&o->d, need) <= o->occupancy)
			need[i]--;
		limit[i] = need[i];
		need[i] = 0;
	}
	/* Latency alone would use up what is there, for nothing. */
	if (r->mode == SCHED_DEMAND)
		limit_raise(o, limit);
	return limit;
}

/* Is TRIED better than BEST, for more waves fit, and asks for no registers
 * that there are not? */
static bool
step_gains(const Ordered *best, const Ordered *tried)
{
	for (uint32_t i = 0; i < best->d.nfiles; i++)
		if (tried->need[i] > best->need[i] &&
		    tried->need[i] > best->d.limit[i])
			return false;
	return tried->occupancy > best->occupancy;
}

/* Does F have fewer waves in the order TO, if no lane of a tuple is free before
 * the others?  Tuples that die lane by lane make no room for new ones. */
static bool
tuples_cost_waves(const Request *r, Func *f, const Reordered *to)
{
	Ordered source = {.it = {f, NULL}}, tried = {.it = *to};

	return to->f != f && demand_find(r, &source, false) &&
	       demand_find(r, &tried, false) &&
	       tried.occupancy < source.occupancy;
}

/* F in the best order. */
static Reordered
best_find(const Request *r, Func *f)
{
	bool lanes = f->traits.lane_liveness;
	Ordered source = {.it = {f, NULL}}, best = {0};

	if (!demand_find(r, &source, lanes))
		return (Reordered){0};
	best.it = order_find(r, &source, (SchedLimit){source.d.limit, false});
	if (!source.occupancy)
		return best.it;
	if (r->mode == SCHED_ALL && tuples_cost_waves(r, f, &best.it)) {
		Request demand = *r;

		demand.mode = SCHED_DEMAND;
		return best_find(&demand, f);
	}
	if (!demand_find(r, &best, lanes))
		return (Reordered){0};
	/* Each step lets at least one wave more fit. */
	while (best.occupancy < func_feature_number(f, "waves")) {
		SchedLimit limit = {limit_of_step(r, &best), true};
		Ordered tried = {.it = order_find(r, &source, limit)};

		if (!demand_find(r, &tried, lanes))
			return (Reordered){0};
		if (!step_gains(&best, &tried))
			break;
		best = tried;
	}
	return best.it;
}

Reordered
func_scheduled(Func *f, SchedMode mode, const Cfg *cfg,
	       const uint64_t *reserved, Arena *keep)
{
	/* What one large function takes here should not stay while later passes
	 * need memory elsewhere. */
	Arena scratch = {0};
	Request r = {mode, cfg, reserved, keep, &scratch};
	Reordered s = {f, NULL};

	if (mode == SCHED_ALL ||
	    (mode == SCHED_DEMAND &&
	     (func_feature_number(f, "waves") ||
	      !demand_surely_fits(f, reserved, &scratch)))) {
		arena_reset(&scratch);
		s = best_find(&r, f);
	}
	arena_free(&scratch);
	return s;
}
