/*
 * The allocator proper: take intervals from the queue; give each a free
 * register, a hinted one first; else one whose holders can move; else evict
 * lighter intervals; else split, it or another one around it; else spill.  Here
 * alone is compared and committed: evict.h makes offers, split/plan.h plans, in
 * the unit of cost.h, and neither changes anything before it is taken.
 *
 * It ends: an evicted interval carries the cascade number of its evictor and
 * can only be evicted by a higher one; splitting makes intervals with fewer
 * instructions; intervals of one instruction are neither split nor spilled.
 */
#include "core/alloc/allocate.h"

#include "core/alloc/cost.h"
#include "core/alloc/evict.h"
#include "core/alloc/hints.h"
#include "core/alloc/spill/spill.h"
#include "core/base/bound.h"

#include <string.h>

/* V gets REG, which is free. */
static bool
assign(Scan *s, VregId v, RegId reg, Taken how)
{
	units_assign(s, v, reg);
	log_taken(s, v, reg, how);
	return true;
}

/* V gets hinted register REG if it is free, or if others can move out of it. */
static bool
hint_take(Scan *s, VregId v, RegId reg, float gain)
{
	MoveOffer offer;

	if (units_fit(s, v, reg))
		return assign(s, v, reg, TAKEN_HINT);
	if (!evict_by_moving(s, v, reg, gain, &offer))
		return false;
	move_offer_take(s, v, &offer, TAKEN_HINT);
	return true;
}

/* V gets the register that its copies ask for most, if need be a part of it
 * does, or the next. */
static bool
hinted_take(Scan *s, VregId v, const Hints *hints)
{
	float weight[HINTS_MAX];
	RegId wanted = 0;
	SplitPlan plan;
	float most = 0;
	uint32_t k, best;

	memcpy(weight, hints->weight, sizeof(weight));
	for (uint32_t i = 0; i < hints->n; i++) {
		for (best = k = 0; k < hints->n; k++)
			if (weight[k] > weight[best])
				best = k;
		if (!i && weight[best] > 0) {
			wanted = hints->reg[best];
			most = weight[best];
		}
		if (most > LESSER_MIN && weight[best] < most * LESSER_SHARE &&
		    split_for_hint(s, v, wanted, &plan)) {
			split_take(s, v, &plan);
			return true;
		}
		if (hint_take(s, v, hints->reg[best], weight[best]))
			return true;
		weight[best] = -1;
	}
	if (!wanted || !split_for_hint(s, v, wanted, &plan))
		return false;
	split_take(s, v, &plan);
	return true;
}

/* A free register for V, if possible none to be avoided; 0: none. */
static RegId
free_register(Scan *s, VregId v, const Hints *hints)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);

	for (uint32_t i = 0; hints->navoid && i < order->n; i++)
		if (!hints_avoid(s, hints, order->regs[i]) &&
		    units_fit(s, v, order->regs[i]))
			return order->regs[i];
	return units_first(s, v, order);
}

/* V, which only passes, and whose copies find no register to share, is computed
 * again where it is copied to, if that costs no more than a copy. */
static bool
passing_recompute(Scan *s, VregId v)
{
	if (!part_only_passes(s, v))
		return false;
	InsnId def = s->origins.remat[s->intervals.at[v].origin];
	return insn_flags(s->f, func_insn(s->f, def)) & OP_AS_CHEAP_AS_MOVE &&
	       remat_interval(s, v);
}

/* A register without making anybody worse off, or none if V needs none: a
 * hinted one, a free one. */
static bool
free_take(Scan *s, VregId v)
{
	Hints hints;

	hints_find(s, v, &hints);
	if (s->log)
		log_hints(s, v, hints.reg, hints.weight, hints.n);
	if (hinted_take(s, v, &hints) || passing_recompute(s, v))
		return true;
	RegId reg = free_register(s, v, &hints);
	return reg && assign(s, v, reg, TAKEN_FREE);
}

/* Registers in a row for V, a tuple, among which others shift. */
static bool
others_shift(Scan *s, VregId v)
{
	ShiftOffer offer;

	if (!row_is_apart(s, v))
		return false;
	s->evictions.apart++;
	if (!s->manner.shifting ||
	    !evict_by_shifting(s, v, interval_gain(s, v) * SHIFT_SHARE, &offer))
		return false;
	shift_offer_take(s, v, &offer);
	return true;
}

/* A register whose holders can move to others that are free. */
static bool
others_move(Scan *s, VregId v)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	MoveOffer offer;
	double gain;

	if (s->intervals.at[v].stage != STAGE_NEW ||
	    (gain = interval_gain(s, v)) < MOVE_MIN)
		return false;
	for (uint32_t i = 0; i < order->n; i++)
		if (evict_by_moving(s, v, order->regs[i], (float)gain,
				    &offer)) {
			move_offer_take(s, v, &offer, TAKEN_MOVING);
			return true;
		}
	return false;
}

/* A register from lighter intervals. */
static bool
lighter_evict(Scan *s, VregId v)
{
	WeightOffer offer;

	if (!evict_by_weight(s, v, &offer))
		return false;
	weight_offer_take(s, v, &offer);
	return true;
}

/* V, for which no register is free or worth evicting for: what costs least of
 * splitting another interval around it and splitting it. */
static bool
split_or_around(Scan *s, VregId v)
{
	SplitPlan plan, loop;
	AroundOffer around;
	bool found = split_plan(s, v, &plan);

	if (plan.otherwise > 0 && evict_around(s, v, plan.otherwise, &around)) {
		around_offer_take(s, v, &around);
		return true;
	}
	if (!s->manner.loopless && (!found || plan.how == CUT_REGION) &&
	    split_by_loop(s, v, plan.otherwise, &loop)) {
		split_take(s, v, &loop);
		s->evictions.loops++;
		return true;
	}
	if (!found && !split_by_blocks(s, v, &plan))
		return false;
	split_take(s, v, &plan);
	return true;
}

/* V, whose last turn it is, is computed again where it is read, or lives in
 * memory but where a register is free for several instructions. */
static bool
memory_take(Scan *s, VregId v)
{
	SplitPlan plan;

	if (remat_interval(s, v))
		return true;
	if (s->options->kind == REGALLOC_FAST ||
	    s->intervals.at[v].stage == STAGE_REST ||
	    !split_where_free(s, v, &plan))
		return spill_interval(s, v);
	split_take(s, v, &plan);
	return true;
}

/* V has been evicted, and nothing is free: it is split now, if that helps,
 * while the register that it had is free but where the other one is. */
static bool
evicted_split(Scan *s, VregId v)
{
	AllocInterval *p = &s->intervals.at[v];

	if (!p->cascade)
		return false;
	s->evictions.waited++;
	if (!s->manner.eager)
		return false;
	p->stage = STAGE_SPLIT;
	if (split_or_around(s, v))
		return true;
	p->stage = STAGE_NEW;
	return false;
}

/* V, for which no register is free: by its stage. */
static bool
stage_take(Scan *s, VregId v)
{
	AllocInterval *p = &s->intervals.at[v];

	switch ((Stage)p->stage) {
	case STAGE_NEW:
		if (evicted_split(s, v))
			return true;
		log_end(s, v, LOG_WAITS);
		p->stage = STAGE_SPLIT;
		queue_put(s, v);
		return true;
	case STAGE_SPLIT:
		return split_or_around(s, v) || memory_take(s, v);
	case STAGE_SPILL:
	case STAGE_REST:
		return memory_take(s, v);
	default:
		return false;
	}
}

static bool
interval_place(Scan *s, VregId v)
{
	const AllocInterval *p = &s->intervals.at[v];

	if (!p->main.n) {
		const Order *order = class_order(s, s->f->vregs.at[v].cls);

		/* Never live: any register will do. */
		s->regs.at[v] = order->n ? order->regs[0] : 0;
		log_taken(s, v, s->regs.at[v], TAKEN_ANY);
		return true;
	}
	if (s->options->kind != REGALLOC_FAST || p->stage != STAGE_SPILL) {
		s->counts.turns++;
		if (s->log)
			log_tried(s, v);
		if (free_take(s, v))
			return true;
		if (others_shift(s, v) || others_move(s, v) ||
		    (p->stage != STAGE_SPLIT && lighter_evict(s, v)))
			return true;
	}
	return stage_take(s, v) || last_chance(s, v);
}

/* Can there be so many TURNS?  An interval has one for each of its stages, and
 * one for each time it is evicted, each time by a higher cascade; of these
 * there are two for each interval at most, its own and one for its last chance.
 */
static bool
turns_possible(const Scan *s, uint64_t turns)
{
	uint64_t intervals = s->intervals.n + 1;

	return turns <= intervals * (2 * intervals + STAGE_DONE + 1);
}

bool
scan_run(Scan *s)
{
	uint64_t turns = 0;
	VregId v;

	if (s->options->kind == REGALLOC_FAST)
		fast_queue(s);
	else
		queue_fill(s);
	while ((v = queue_take(s)) != NONE) {
		BOUND_HOLDS(turns_possible(s, ++turns));
		if (s->regs.at[v])
			continue;
		if (!interval_place(s, v))
			return false;
	}
	return true;
}
