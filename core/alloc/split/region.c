/*
 * Region choice.
 *
 * All block ends and block heads that edges connect form one boundary bundle:
 * an interval is in the register at all of them or at none, so no edge ever
 * needs a copy.  For one candidate register every bundle collects a bias:
 * blocks that use the interval near that boundary pull it into the register by
 * their frequency, blocks where the register is taken push it out; blocks that
 * the interval only passes through link their two bundles together.  The signs
 * settle in a few rounds (a Hopfield network), once from where nothing is in
 * the register, and once from where everything is: they end in the next valley.
 *
 * What does not depend on the register is worked out once for all of them;
 * a register is given up as soon as it cannot win any more.
 * Source: LLVM SpillPlacement and SplitKit (Olesen 2011).
 */
#include "core/alloc/cost.h"
#include "core/alloc/split/region_internal.h"

#include <math.h>
#include <string.h>

enum {
	/* Blocks looked at for one interval, over all registers: half of them
	 * are not enough for an interpreter's loop of a thousand blocks. */
	REGION_WORK = 20000,
};

/* Executions of loads and stores if the interval lives in memory everywhere;
 * infinite if it cannot. */
static double
memory_cost(const SpillPlacement *c)
{
	const BlockPoints *points = c->s->regions.points;
	double cost = 0;

	for (uint32_t i = 0; i < c->nuses; i++) {
		const RegionBlock *rb = &c->use_blocks[i];
		uint32_t flags = 0;

		for (uint32_t k = rb->start; k < rb->end; k++)
			if (!(c->p->occurrences[k].flags & OCC_FREE))
				flags |= c->p->occurrences[k].flags;
		if (flags & OCC_PINNED)
			return INFINITY;
		cost += (double)points[rb->block].price *
			(((flags & OCC_READ) && rb->in) +
			 ((flags & OCC_WRITE) && rb->out));
	}
	return cost;
}

/* May one of the registers at hand, which cost LEAST, cost less than MAX? */
static bool
regs_hope(const SpillPlacement *c, const double *least, double max)
{
	uint32_t k;

	for (k = 0; k < c->nregs && least[k] >= max; k++)
		;
	return k < c->nregs;
}

/* Try the registers at hand: the best one becomes *REG, and its cost *BEST, if
 * that is below *BEST. */
static void
regs_try(SpillPlacement *c, double *best, RegId *reg)
{
	double cost[SIMD_REGS], least[SIMD_REGS];

	constraints_make(c);
	regs4_vote(c);
	regs4_bound(c, least);
	for (uint32_t filled = 0; filled < 2; filled++) {
		double max = filled ? *best * FILLED_SHARE : *best;

		if (!regs_hope(c, least, max))
			continue;
		uint32_t keep = SIMD_REGS;
		regs4_try(c, filled, max, cost);
		for (uint32_t k = 0; k < c->nregs; k++) {
			if (cost[k] >= *best)
				continue;
			*best = cost[k];
			*reg = c->regs[k];
			keep = k;
		}
		if (keep < SIMD_REGS)
			regs4_keep(c, keep);
	}
	c->nregs = 0;
}

/* The register whose region costs least, and less than BEST; 0: none. */
static RegId
register_choose(SpillPlacement *c, const Order *order, double best)
{
	uint32_t n = REGION_WORK / (c->n + 1) + 1;
	RegId reg = 0;

	c->nregs = 0;
	if (n > order->n)
		n = order->n;
	for (uint32_t i = 0; i < n; i += SIMD_REGS) {
		const RegId *regs = &order->regs[i];
		double fixed[SIMD_REGS];
		uint32_t wanted = regs4_wanted(
			c, regs, n - i < SIMD_REGS ? n - i : SIMD_REGS, best,
			fixed);

		for (uint32_t k = 0; k < SIMD_REGS; k++) {
			if (!(wanted & 1U << k))
				continue;
			c->regs[c->nregs] = regs[k];
			c->fixed[c->nregs++] = fixed[k];
			if (c->nregs == SIMD_REGS)
				regs_try(c, &best, &reg);
		}
	}
	if (c->nregs)
		regs_try(c, &best, &reg);
	return reg;
}

/* Where C's interval is in REGION's register; if it has none yet, nothing is in
 * its way. */
static void
region_note(const SpillPlacement *c, Region *region)
{
	InterferenceChunk **chunks =
		region->reg ? interference_open(c->s, region->reg) : NULL;

	region->blocks = c->blocks;
	for (uint32_t i = 0; i < c->n; i++) {
		const BlockConstraint *t = &c->constraints[i];
		bool out = t->flags & CONSTRAINT_OUT;
		bool reg_in = (t->flags & CONSTRAINT_IN) && c->chosen[t->in];
		bool reg_out = out && c->chosen[t->out];
		bool named = t->flags & CONSTRAINT_NAMED;
		RegionBlock *rb = &region->blocks[region->n];
		Interference taken = INTERFERENCE_NEVER;

		if (!named && !reg_out && !(reg_in && out))
			continue;
		if (region->reg)
			taken = interference_at(c->s, region->reg, chunks,
						t->block);
		if (!named && reg_in && reg_out && interference_never(&taken))
			continue;
		if (named)
			*rb = c->use_blocks[t->use];
		else
			*rb = (RegionBlock){.block = t->block,
					    .in = t->flags & CONSTRAINT_IN,
					    .out = out};
		if (!interference_never(&taken)) {
			rb->taken = taken.start;
			rb->clear = taken.end;
		}
		rb->reg_in = reg_in;
		rb->reg_out = reg_out;
		region->n++;
	}
}

void
region_choose(Scan *s, VregId v, Region *region)
{
	*region = (Region){0};
	if (!constraints_open(s, v))
		return;
	SpillPlacement *c = s->regions.placement;
	region->blocks = c->use_blocks;
	region->n = c->nuses;
	region->looked = c->n;
	double max = memory_cost(c) * REGION_MEMORY_SHARE;
	if (max < c->n * REGION_GAIN_MIN || (c->p->splits && max < RESPLIT_MIN))
		return;
	use_blocks_make(c, true, 0);
	region->reg =
		register_choose(c, class_order(s, s->f->vregs.at[v].cls), max);
	if (!region->reg)
		return;
	region->n = 0;
	region_note(c, region);
}

/* Find the blocks in which C's interval is in REG, for less than MAX, and in
 * another register elsewhere.  HINT: see use_blocks_make. */
static bool
around_try(SpillPlacement *c, RegId reg, RegId hint, double max, Region *region)
{
	use_blocks_make(c, false, hint);
	c->regs[0] = reg;
	c->nregs = 1;
	if (regs4_wanted(c, &reg, 1, max, c->fixed))
		regs_try(c, &max, &region->reg);
	return region->reg != 0;
}

bool
region_around(Scan *s, VregId v, RegId reg, double max, Region *region)
{
	*region = (Region){0};
	if (!constraints_open(s, v))
		return false;
	SpillPlacement *c = s->regions.placement;
	if (max < c->n * HINT_GAIN_MIN)
		return false;
	if (!around_try(c, reg, 0, max, region)) {
		c->has_constraints = false;
		if (!around_try(c, reg, reg, max, region))
			return false;
	}
	region->looked = c->n;
	region_note(c, region);
	return true;
}

bool
region_loop(Scan *s, VregId v, uint32_t loop, Region *region)
{
	*region = (Region){.loop = s->cfg->loops[loop].depth};
	if (!constraints_open(s, v))
		return false;
	SpillPlacement *c = s->regions.placement;
	use_blocks_make(c, true, 0);
	constraints_make(c);
	memset(c->chosen, 0, c->nbundles * sizeof(*c->chosen));
	for (uint32_t i = 0; i < c->n; i++) {
		const BlockConstraint *t = &c->constraints[i];

		if (!loop_contains(s->cfg, loop, t->block))
			continue;
		c->chosen[t->in] |= t->in != BUNDLE_NOBODY;
		c->chosen[t->out] |= t->out != BUNDLE_NOBODY;
	}
	region->looked = c->n;
	region_note(c, region);
	return true;
}

void
region_keep(Scan *s)
{
	SpillPlacement *c = s->regions.placement;
	RegionBlock *blocks = c->blocks;

	c->blocks = c->kept;
	c->kept = blocks;
}
