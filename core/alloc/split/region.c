/*
 * Region choice.
 *
 * All block ends and block heads that edges connect form one boundary group:
 * a piece is in the register at all of them or at none, so no edge ever needs
 * a copy.  For one candidate register every group collects a bias: blocks that
 * use the piece near that boundary pull it into the register by their
 * frequency, blocks where the register is taken push it out; blocks that the
 * piece only passes through tie their two groups together.  The signs settle
 * in a few rounds (a Hopfield network).
 *
 * What does not depend on the register is worked out once for all of them;
 * a register is given up as soon as it cannot win any more.
 * Source: LLVM SpillPlacement and SplitKit (Olesen 2011).
 */
#include "core/alloc/split/region_internal.h"

#include <math.h>
#include <string.h>

enum {
	/* Blocks looked at for one piece, over all registers: half of x86's in
	 * an interpreter's loop of a thousand blocks are not enough. */
	REGION_WORK = 20000,
};

/* A region may cost as much more than memory: copies between registers are
 * cheaper than loads, and the split is looked at closely before it is made. */
#define MEMORY_SHARE 1.2

/* A region is looked for where it may save so many executions for each block
 * that must be looked at. */
#define GAIN_MIN (1.0 / 512)

/* One around a hinted register, where it may save copies alone, so many. */
#define HINT_GAIN_MIN (1.0 / 256)

/* What is left of a split is split again if that saves so many executions. */
#define RESPLIT_MIN 8.0

/* Executions of loads and stores if the piece lives in memory everywhere;
 * infinite if it cannot. */
static double
memory_cost(const Chooser *c)
{
	const BlockPoints *points = c->s->points;
	double cost = 0;
	uint32_t i, k;

	for (i = 0; i < c->nstops; i++) {
		const RegionBlock *rb = &c->stop_blocks[i];
		uint32_t flags = 0;

		for (k = rb->start; k < rb->end; k++)
			flags |= c->p->mentions[k].flags;
		if (flags & MENTION_PINNED)
			return INFINITY;
		cost += (double)points[rb->block].freq *
			(((flags & MENTION_READ) && rb->in) +
			 ((flags & MENTION_WRITE) && rb->out));
	}
	return cost;
}

/* Try the registers at hand: the best one becomes *REG, and its cost *BEST, if
 * that is below *BEST. */
static void
regs_try(Chooser *c, double *best, RegId *reg)
{
	double cost[QUAD];
	uint32_t keep = QUAD, k;

	sites_make(c);
	quad_try(c, *best, cost);
	for (k = 0; k < c->nregs; k++) {
		if (cost[k] >= *best)
			continue;
		*best = cost[k];
		*reg = c->regs[k];
		keep = k;
	}
	if (keep < QUAD)
		quad_keep(c, keep);
	c->nregs = 0;
}

/* The register whose region costs least, and less than BEST; 0: none. */
static RegId
register_choose(Chooser *c, const Order *order, double best)
{
	uint32_t n = REGION_WORK / (c->n + 1) + 1, i, k;
	RegId reg = 0;

	c->nregs = 0;
	if (n > order->n)
		n = order->n;
	for (i = 0; i < n; i += QUAD) {
		const RegId *regs = &order->regs[i];
		double fixed[QUAD];
		uint32_t wanted = quad_wanted(
			c, regs, n - i < QUAD ? n - i : QUAD, best, fixed);

		for (k = 0; k < QUAD; k++) {
			if (!(wanted & 1U << k))
				continue;
			c->regs[c->nregs] = regs[k];
			c->fixed[c->nregs++] = fixed[k];
			if (c->nregs == QUAD)
				regs_try(c, &best, &reg);
		}
	}
	if (c->nregs)
		regs_try(c, &best, &reg);
	return reg;
}

/* Where C's piece is in REGION's register. */
static void
region_note(const Chooser *c, Region *region)
{
	BusyChunk **chunks = busy_open(c->s, region->reg);
	uint32_t i;

	region->blocks = c->blocks;
	for (i = 0; i < c->n; i++) {
		const Site *t = &c->sites[i];
		bool out = t->flags & SITE_OUT;
		bool reg_in = (t->flags & SITE_IN) && c->chosen[t->in];
		bool reg_out = out && c->chosen[t->out];
		bool mentioned = t->flags & SITE_MENTIONED;
		RegionBlock *rb = &region->blocks[region->n];
		Busy clash;

		if (!mentioned && !reg_out && !(reg_in && out))
			continue;
		clash = busy_at(c->s, region->reg, chunks, t->block);
		if (!mentioned && reg_in && reg_out && busy_never(&clash))
			continue;
		if (mentioned)
			*rb = c->stop_blocks[t->stop];
		else
			*rb = (RegionBlock){.block = t->block,
					    .in = t->flags & SITE_IN,
					    .out = out};
		if (!busy_never(&clash)) {
			rb->clash = clash.start;
			rb->clear = clash.end;
		}
		rb->reg_in = reg_in;
		rb->reg_out = reg_out;
		region->n++;
	}
}

void
region_choose(Scan *s, VregId v, Region *region)
{
	Chooser *c;
	double max;

	*region = (Region){0};
	if (!sites_open(s, v))
		return;
	c = s->chooser;
	region->blocks = c->stop_blocks;
	region->n = c->nstops;
	region->looked = c->n;
	max = memory_cost(c) * MEMORY_SHARE;
	if (max < c->n * GAIN_MIN || (c->p->splits && max < RESPLIT_MIN))
		return;
	stops_make(c);
	region->reg =
		register_choose(c, class_order(s, s->f->vregs.at[v].cls), max);
	if (!region->reg)
		return;
	region->n = 0;
	region_note(c, region);
}

bool
region_around(Scan *s, VregId v, RegId reg, double max, Region *region)
{
	Chooser *c;

	*region = (Region){0};
	if (!sites_open(s, v))
		return false;
	c = s->chooser;
	if (max < c->n * HINT_GAIN_MIN)
		return false;
	stops_make(c);
	c->regs[0] = reg;
	c->nregs = 1;
	if (!quad_wanted(c, &reg, 1, max, c->fixed))
		return false;
	regs_try(c, &max, &region->reg);
	if (!region->reg)
		return false;
	region->looked = c->n;
	region_note(c, region);
	return true;
}
