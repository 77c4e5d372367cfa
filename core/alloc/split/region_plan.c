/*
 * Plans of splitting an interval of several blocks by a region: which one, and
 * whether it costs less than memory does, or than the copies that a hint
 * saves.
 */
#include "core/alloc/split/region_plan.h"

#include "core/alloc/cost.h"
#include "core/alloc/hints.h"
#include "core/alloc/interference/block_cache.h"

#include <math.h>

enum {
	REGION_WASTE = 8000, /* blocks looked at before giving up begins */
	VAIN_FACTOR = 4,     /* much more often than others on average */
	OTHER_BLOCKS = 8,    /* of a region whose other registers are tried */
	LOOPS_TRIED = 6,     /* one around the other, to cut an interval for */
	LOOP_WORK = 1024,    /* blocks looked at for that, by instruction */
};

/* May the value be computed again at a block's end?  Not if that clobbers
 * something, such as the flags that the branch reads. */
static bool
recomputes_anywhere(const Scan *s, VregId v)
{
	InsnId def = s->origins.remat[s->intervals.at[v].origin];

	if (def == NONE)
		return true;
	const Insn *insn = func_insn(s->f, def);
	const Operand *o = insn_opnds(s->f, insn);
	for (uint32_t i = 1; i < insn->nopnds; i++)
		if (o[i].kind == OPND_REG && (o[i].flags & OPND_DEF))
			return false;
	return true;
}

/* What becomes of what is outside the region that P is split by. */
static Stage
stage_of_complement(const AllocInterval *p)
{
	return p->splits + 1 < SPLITS_MAX ? STAGE_SPLIT : STAGE_SPILL;
}

bool
split_around(Scan *s, VregId w, RegId reg, double max, SplitPlan *plan)
{
	const AllocInterval *p = &s->intervals.at[w];

	*plan = (SplitPlan){.how = CUT_REGION,
			    .complement = stage_of_complement(p)};
	return recomputes_anywhere(s, w) && !interval_is_pinned(p) &&
	       region_around(s, w, reg, max, &plan->region) &&
	       region_cost(s, w, &plan->region, true, max) < max;
}

/*
 * REGION's register costs MAX or more, where it is looked at closely: those
 * that seemed no better may cost less.  The costs of the best of them; REGION
 * becomes that one's.  Only for regions of few blocks.
 */
static double
region_other(Scan *s, VregId v, Region *region, double max)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	RegId best = 0, was = region->reg;

	if (region->looked > OTHER_BLOCKS)
		return INFINITY;
	for (uint32_t i = 0; i < order->n; i++) {
		if (order->regs[i] == was ||
		    !region_around(s, v, order->regs[i], INFINITY, region))
			continue;
		double cost = region_cost(s, v, region, true, max);
		if (cost < max) {
			max = cost;
			best = order->regs[i];
		}
	}
	region->reg = 0;
	if (!best || !region_around(s, v, best, INFINITY, region))
		return INFINITY;
	return max;
}

/* Is it cheaper to split V by REGION, or by another register's, than to have
 * parts inside blocks alone, which costs NONE?  What it costs then; else NONE
 * or more. */
static double
region_price(Scan *s, VregId v, Region *region, double none)
{
	double max = none * REGION_SHARE;

	if (!region->reg)
		return INFINITY;
	double cost = region_cost(s, v, region, true, max);
	return cost >= max ? region_other(s, v, region, max) : cost;
}

/* Is it worth to look for a region for P?  For one that is used much more often
 * than others, for which there was none, it always is: it may cost more than
 * all of these. */
static bool
region_hopes(Scan *s, const AllocInterval *p)
{
	const Regions *r = &s->regions;

	return patience_hopes(&s->regions.patience) ||
	       interval_uses(p) * r->vain > VAIN_FACTOR * r->vain_uses;
}

/* REGION of P has been looked for. */
static void
region_learn(Scan *s, const AllocInterval *p, const Region *region)
{
	Regions *r = &s->regions;

	patience_learn(&r->patience, region->looked, REGION_WASTE,
		       region->reg != 0);
	if (region->reg)
		return;
	r->vain_uses += interval_uses(p);
	r->vain++;
}

/* There is no region for an interval whose uses cost NONE: note what one with
 * Manner.fills would save at best. */
static void
fills_note(Scan *s, double none)
{
	float calls = s->regions.calls_price;

	if (calls > 0 && calls < none && !s->manner.fills)
		s->evictions.saved_by_fills += none - calls;
}

bool
region_plan(Scan *s, VregId v, SplitPlan *plan)
{
	const AllocInterval *p = &s->intervals.at[v];
	Region *region = &plan->region;

	plan->how = CUT_REGION;
	plan->complement = stage_of_complement(p);
	if (!recomputes_anywhere(s, v) || !region_hopes(s, p))
		return false;
	region_choose(s, v, region);
	region_learn(s, p, region);
	if (!region->reg && interval_uses(p) < AROUND_MIN)
		return false;
	if (interval_is_pinned(p))
		return region->reg != 0;
	double none = region_blocks_cost(s, v, region);
	double cost = region_price(s, v, region, none);
	plan->otherwise = cost < none ? cost : none;
	if (cost >= none * REGION_SHARE) {
		fills_note(s, none);
		return false;
	}
	region_keep(s);
	return true;
}

/* Executions of copies between V and REG that would vanish by REGION. */
static double
copies_saved(const Scan *s, VregId v, const Region *region)
{
	const AllocInterval *p = &s->intervals.at[v];
	double sum = 0;

	for (uint32_t i = 0; i < region->n; i++) {
		const RegionBlock *rb = &region->blocks[i];
		bool taken = rb->taken != rb->clear;

		for (uint32_t k = rb->start; k < rb->end; k++) {
			const IntervalOccurrence *m = &p->occurrences[k];

			if (m->flags & OCC_EDIT ||
			    copy_hint(s, v, m) != region->reg)
				continue;
			if ((rb->reg_in || !rb->in) &&
			    (!taken || occurrence_left(m) <= rb->taken))
				sum += s->price[rb->block];
			else if ((rb->reg_out || !rb->out) &&
				 (!taken ||
				  occurrence_entered(s, m) >= rb->clear))
				sum += s->price[rb->block];
		}
	}
	return sum;
}

/* Executions of copies between V and REG that may vanish: not those where REG
 * is taken on both sides. */
static double
copies_vanishing(Scan *s, VregId v, RegId reg)
{
	const AllocInterval *p = &s->intervals.at[v];
	InterferenceChunk **chunks = NULL;
	double sum = 0;

	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences) {
		if (m->flags & OCC_EDIT || copy_hint(s, v, m) != reg)
			continue;
		BlockId b = occurrence_block(s, m);
		if (!chunks)
			chunks = interference_open(s, reg);
		Interference interference = interference_at(s, reg, chunks, b);
		if (occurrence_left(m) <= interference.start ||
		    occurrence_entered(s, m) >= interference.end)
			sum += (double)s->price[b];
	}
	return sum;
}

bool
split_for_hint(Scan *s, VregId v, RegId reg, SplitPlan *plan)
{
	AllocInterval *p = &s->intervals.at[v];
	Region *region = &plan->region;

	*plan = (SplitPlan){.how = CUT_REGION, .complement = STAGE_NEW};
	if (p->hint_split || interval_is_local(s, p) ||
	    !recomputes_anywhere(s, v))
		return false;
	/* Once: the parts must not be tried again. */
	p->hint_split = true;
	double max = copies_vanishing(s, v, reg) * HINT_SHARE;
	if (max <= 0 || !region_around(s, v, reg, max, region))
		return false;
	max = copies_saved(s, v, region);
	return region_cost(s, v, region, false, max) < max;
}

/* The innermost loop of the block where P is used most; NONE. */
static uint32_t
loop_used(const Scan *s, const AllocInterval *p)
{
	uint32_t loop = NONE;
	double most = 0;

	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences) {
		double uses = occurrence_uses(s, m, m->flags);

		if (uses <= most || m->flags & OCC_EDIT)
			continue;
		most = uses;
		loop = s->cfg->loop_of[occurrence_block(s, m)];
	}
	return loop;
}

/* What P costs at least if it has a register in LOOP alone: uses elsewhere, and
 * copies on the way in. */
static double
loop_least(const Scan *s, const AllocInterval *p, uint32_t loop)
{
	BlockId head = s->cfg->loops[loop].head;
	double sum = 0;

	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences) {
		if (!(m->flags & OCC_EDIT) &&
		    !loop_contains(s->cfg, loop, occurrence_block(s, m)))
			sum += occurrence_uses(s, m, m->flags);
	}
	FOR_PREDS(pred, s->f, head)
		if (!loop_contains(s->cfg, loop, *pred))
			sum += (double)s->price[*pred];
	return sum;
}

bool
split_by_loop(Scan *s, VregId v, double otherwise, SplitPlan *plan)
{
	const AllocInterval *p = &s->intervals.at[v];
	Region *region = &plan->region;
	uint32_t loop = loop_used(s, p), best = NONE;
	double max =
		LOOP_SHARE * (otherwise > 0 ? otherwise : interval_uses(p));

	*plan = (SplitPlan){.how = CUT_LOOP,
			    .complement = stage_of_complement(p)};
	if (max < LOOP_MIN * LOOP_SHARE || p->splits >= SPLITS_MAX ||
	    interval_is_local(s, p) || interval_is_pinned(p) ||
	    !recomputes_anywhere(s, v))
		return false;
	for (uint32_t n = 0; n < LOOPS_TRIED && loop != NONE &&
			     s->cfg->loops[loop].depth > p->loop;
	     n++, loop = s->cfg->loops[loop].parent) {
		if (loop_least(s, p, loop) >= max)
			continue;
		if (s->regions.loop_blocks >=
			    (uint64_t)s->f->insns.n * LOOP_WORK ||
		    !region_loop(s, v, loop, region))
			return false;
		s->regions.loop_blocks += region->looked;
		double cost = region_cost(s, v, region, true, max);
		if (cost >= max)
			continue;
		max = cost;
		best = loop;
	}
	return best != NONE && region_loop(s, v, best, region);
}
