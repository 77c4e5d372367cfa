/*
 * Spill placement, which settles for a choice that no bundle alone betters,
 * against all choices that there are: random blocks, registers taken at random.
 * What it says that a choice costs is so, no choice is better than the best,
 * none is impossible, and few are dearer than the best.
 *
 * What it asks others for is answered here: when registers are taken.
 */
#include "core/alloc/split/region_internal.h"
#include "testdata/unit/test.h"

#include <math.h>
#include <string.h>

enum { BLOCKS = 20, BUNDLES = 5, REGS = SIMD_REGS, TRIALS = 4000 };

/* Slots of a block. */
enum { FROM = 4, TO = 36, END = 40 };

static uint64_t seed = 1;
static InterferenceChunk taken[REGS];
static InterferenceChunk *chunks[REGS][1];

InterferenceChunk **
interference_open(Scan *s, RegId reg)
{
	(void)s;
	chunks[reg - 1][0] = &taken[reg - 1];
	return chunks[reg - 1];
}

/* Never asked: all that is known is up to date. */
void
interference_find(Scan *s, RegId reg, InterferenceChunk **at, BlockId b)
{
	(void)s;
	(void)reg;
	(void)at;
	(void)b;
	MUST(!"nothing is stale");
}

bool
segs_contain(const Segs *segs, SlotIdx at)
{
	(void)segs;
	(void)at;
	MUST(!"control leaves no block early");
	return false;
}

void
region_points_find(Scan *s)
{
	(void)s;
}

bool
class_is_masked(Scan *s, ClassId cls)
{
	(void)s;
	(void)cls;
	return false;
}

uint32_t
occurrence_point(const Scan *s, const IntervalOccurrence *m)
{
	(void)s;
	return m->pos;
}

/* Never asked: the uses are made here. */
RegId
copy_hint(const Scan *s, VregId v, const IntervalOccurrence *m)
{
	(void)s;
	(void)v;
	(void)m;
	MUST(!"no hint is looked for");
	return 0;
}

/* Block B lies at slots from b * END on; where it is taken, for each register.
 */
static void
block_make(Scan *s, BlockId b)
{
	BlockPoints *p = &s->regions.points[b];
	uint32_t k, start;

	*p = (BlockPoints){.from = {b * END + FROM, b * END + FROM},
			   .to = b * END + TO,
			   .price = (float)(1U << below(&seed, 6))};
	p->boundary[0][0] = below(&seed, BUNDLES);
	p->boundary[0][1] = below(&seed, BUNDLES);
	for (k = 0; k < REGS; k++) {
		taken[k].at[b] = INTERFERENCE_NEVER;
		if (below(&seed, 3))
			continue;
		start = b * END + below(&seed, END);
		taken[k].at[b] = (Interference){
			start, start + 1 + below(&seed, b * END + END - start)};
	}
}

/* The interval passes through most blocks, is named in some, and begins or ends
 * in others.  HINT: not all that name it want the register. */
static void
interval_make(SpillPlacement *c, bool hint)
{
	BlockId b;

	c->n = c->nruns = c->nuses = 0;
	c->has_constraints = false;
	for (b = 0; b < BLOCKS; b++) {
		uint32_t kind = below(&seed, 8), at = b * END + 8;
		Run run = {.block = b, .end = b + 1, .in = true, .out = true};

		if (kind < 3) {
			uint32_t first = below(&seed, 24);

			run.named = true;
			run.in = kind != 0;
			run.out = kind != 1;
			c->use_blocks[c->nuses] = (RegionBlock){
				.block = b, .in = run.in, .out = run.out};
			c->uses[c->nuses++] = (UseBlock){
				.price = c->s->regions.points[b].price,
				.wants = !hint || below(&seed, 4),
				.left = at + first,
				.entered = at + first + below(&seed, 4)};
		}
		c->runs[c->nruns++] = run;
		c->n++;
	}
}

/* What CHOICE, a bit for each bundle, costs in register K; infinite: copies
 * would have to stand where there is no place. */
static double
choice_cost(const SpillPlacement *c, uint32_t k, uint32_t choice)
{
	double sum = 0;
	uint32_t i;

	for (i = 0; i < c->n; i++) {
		const BlockConstraint *t = &c->constraints[i];
		const Interference *b = &taken[k].at[t->block];
		bool never = interference_never(b);
		bool in = choice >> t->in & 1, out = choice >> t->out & 1;
		double freq = (double)t->price;

		if ((in && b->start < t->from) ||
		    (out && !never && b->end > t->to))
			return INFINITY;
		if (t->flags & CONSTRAINT_USED) {
			const UseBlock *use = &c->uses[t->use];
			bool after = never || b->end <= use->entered;

			if (t->flags & CONSTRAINT_IN)
				sum += freq * (in != (b->start >= use->left));
			if (t->flags & CONSTRAINT_OUT)
				sum += freq * (out != after);
		} else if (never) {
			sum += freq * (in != out);
		} else {
			sum += freq * (in + out);
		}
	}
	return sum + c->fixed[k];
}

/* The cost of the best choice that has a bundle in register K. */
static double
best_cost(const SpillPlacement *c, uint32_t k)
{
	double best = INFINITY;
	uint32_t choice;

	/* Bit 0 is BUNDLE_NOBODY's. */
	for (choice = 2; choice < 1U << c->nbundles; choice += 2)
		best = fmin(best, choice_cost(c, k, choice));
	return best;
}

static uint32_t
kept(SpillPlacement *c, uint32_t k)
{
	uint32_t choice = 0, i;

	regs4_keep(c, k);
	for (i = 0; i < c->nbundles; i++)
		choice |= (uint32_t)c->chosen[i] << i;
	return choice;
}

/* By where it begins: nothing in the register, or everything; and the better of
 * the two. */
enum { FROM_NOTHING, FROM_ALL, FROM_BOTH, WAYS };

typedef struct {
	uint32_t found, best;
	double cost, least;
} Tally;

static void
tally_add(Tally *tally, double cost, double least)
{
	if (isinf(cost))
		return;
	tally->found++;
	tally->best += cost < least + 1e-3;
	tally->cost += cost;
	tally->least += least;
}

static void
trial(SpillPlacement *c, bool hint, Tally *tally)
{
	static const RegId regs[REGS] = {1, 2, 3, 4};
	double cost[WAYS][REGS], least[REGS], bound[REGS];
	uint32_t k, way;

	for (k = 0; k < BLOCKS; k++)
		block_make(c->s, k);
	interval_make(c, hint);
	if (!regs4_wanted(c, regs, REGS, INFINITY, c->fixed))
		return;
	constraints_make(c);
	memcpy(c->regs, regs, sizeof(regs));
	c->nregs = REGS;
	regs4_vote(c);
	regs4_bound(c, bound);
	for (way = FROM_NOTHING; way <= FROM_ALL; way++) {
		regs4_try(c, way == FROM_ALL, INFINITY, cost[way]);
		for (k = 0; k < REGS; k++) {
			least[k] = best_cost(c, k);
			MUST(bound[k] < least[k] + 1e-3);
			tally_add(&tally[way], cost[way][k], least[k]);
			if (isinf(cost[way][k]))
				continue;
			MUST(kept(c, k) && !(kept(c, k) & 1));
			MUST(fabs(choice_cost(c, k, kept(c, k)) -
				  cost[way][k]) < 1e-3);
			MUST(cost[way][k] > least[k] - 1e-3);
		}
	}
	for (k = 0; k < REGS; k++)
		tally_add(&tally[FROM_BOTH],
			  fmin(cost[FROM_NOTHING][k], cost[FROM_ALL][k]),
			  least[k]);
}

/* Room for one interval. */
static void
placement_open(SpillPlacement *c, Scan *s, Arena *arena)
{
	enum { N = 2 * BLOCKS + 1 };

	s->regions.points = ARENA_NEW(arena, BlockPoints, BLOCKS);
	c->s = s;
	c->bundle_of = ARENA_NEW(arena, BundleId, BUNDLES);
	c->runs = ARENA_NEW(arena, Run, BLOCKS);
	c->use_blocks = ARENA_NEW(arena, RegionBlock, BLOCKS);
	c->uses = ARENA_NEW(arena, UseBlock, BLOCKS);
	c->constraints = ARENA_NEW(arena, BlockConstraint, BLOCKS);
	c->bundles = ARENA_NEW(arena, uint32_t, N);
	c->links = ARENA_NEW(arena, Links, N);
	c->more = ARENA_NEW(arena, MoreEdge, N);
	c->link = ARENA_NEW(arena, Float4, N);
	c->bias = ARENA_NEW(arena, Float4, N);
	c->value = ARENA_NEW(arena, Float4, N);
	c->awake = ARENA_NEW(arena, BundleId, N * (REGION_ROUNDS + 1) + 1);
	c->asleep = ARENA_NEW(arena, bool, N);
	c->chosen = ARENA_NEW(arena, bool, N);
}

int
main(void)
{
	SpillPlacement c = {0};
	Scan s = {0};
	Arena arena = {0};
	Tally tally[WAYS] = {{0}}, hinted[WAYS] = {{0}};
	uint32_t i;

	placement_open(&c, &s, &arena);
	for (i = 0; i < TRIALS; i++)
		trial(&c, false, tally);
	for (i = 0; i < TRIALS; i++)
		trial(&c, true, hinted);
	MUST(hinted[FROM_NOTHING].found > TRIALS);
	MUST(tally[FROM_NOTHING].found > 2 * TRIALS);
	MUST(tally[FROM_NOTHING].best > 0.91 * tally[FROM_NOTHING].found);
	MUST(tally[FROM_NOTHING].cost < 1.015 * tally[FROM_NOTHING].least);
	/* Where the first one finds none, the second one does. */
	MUST(tally[FROM_BOTH].found > 1.1 * tally[FROM_NOTHING].found);
	MUST(tally[FROM_BOTH].best > 0.88 * tally[FROM_BOTH].found);
	MUST(tally[FROM_BOTH].cost < 1.03 * tally[FROM_BOTH].least);
	arena_free(&arena);
	return 0;
}
