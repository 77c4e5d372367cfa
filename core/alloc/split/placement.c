/*
 * Where the interval of a region is best in each of four registers.
 *
 * The four are worked on side by side, for they have the same constraints,
 * bundles and links.  Where there are fewer, what the rest of a Float4 says is
 * not looked at.
 */
#include "core/alloc/split/region_internal.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Constraints whose costs are added up before they are looked at. */
enum { COST_CONSTRAINTS = 16 };

typedef double Wide __attribute__((vector_size(SIMD_REGS * sizeof(double))));

#define float4_widened(x) __builtin_convertvector((x), Wide)

/* X where MASK is set, else 0. */
static inline Float4
float4_where(Int4 mask, Float4 x)
{
	return (Float4)(mask & (Int4)x);
}

static inline Float4
float4_of(float x)
{
	return (Float4){x, x, x, x};
}

static inline bool
int4_any(Int4 mask)
{
	typedef int64_t Half __attribute__((vector_size(sizeof(Int4))));
	Half halves = (Half)mask;

	return halves[0] | halves[1];
}

static inline Int4
interference_nowhere(const Interference4 *b)
{
	return b->start == INTERFERENCE_NEVER.start;
}

/* Registers side by side; the first one stands for those that are missing. */
typedef struct {
	Scan *s;
	RegId reg[SIMD_REGS];
	InterferenceChunk **chunks[SIMD_REGS];
} Regs4;

/* A chunk of blocks of all of them. */
typedef struct {
	const Interference *at[SIMD_REGS];
	BlockId first;
	uint64_t stale; /* a bit for each block: one of them was */
} Chunk4;

/* The chunk before there is one: of no block. */
#define CHUNK_NONE ((Chunk4){.first = -(BlockId)INTERFERENCE_CHUNK})

static Regs4
regs_open(Scan *s, const RegId *regs, uint32_t n)
{
	Regs4 q = {.s = s};

	for (uint32_t k = 0; k < SIMD_REGS; k++) {
		q.reg[k] = regs[k < n ? k : 0];
		q.chunks[k] = interference_open(s, q.reg[k]);
	}
	return q;
}

/* The chunk of block B. */
static Chunk4
chunk_open(const Regs4 *q, BlockId b)
{
	Chunk4 all = {.first = b & ~(BlockId)(INTERFERENCE_CHUNK - 1)};

	for (uint32_t k = 0; k < SIMD_REGS; k++) {
		InterferenceChunk **chunk =
			&q->chunks[k][b / INTERFERENCE_CHUNK];

		if (!*chunk)
			interference_find(q->s, q->reg[k], q->chunks[k], b);
		all.at[k] = (*chunk)->at;
		all.stale |= (*chunk)->stale;
	}
	return all;
}

/* Bring block B up to date. */
static void
block_refresh(const Regs4 *q, BlockId b)
{
	for (uint32_t k = 0; k < SIMD_REGS; k++)
		interference_at(q->s, q->reg[k], q->chunks[k], b);
}

/* Where the registers are taken in block B of CHUNK. */
static inline Interference4
interference_read(const Regs4 *q, const Chunk4 *chunk, BlockId b)
{
	typedef double Pair __attribute__((vector_size(sizeof(Int4))));
	uint32_t i = b - chunk->first;
	double at[SIMD_REGS];

	if (chunk->stale >> i & 1)
		block_refresh(q, b);
	memcpy(&at[0], &chunk->at[0][i], sizeof(Interference));
	memcpy(&at[1], &chunk->at[1][i], sizeof(Interference));
	memcpy(&at[2], &chunk->at[2][i], sizeof(Interference));
	memcpy(&at[3], &chunk->at[3][i], sizeof(Interference));
	Int4 x = (Int4)(Pair){at[0], at[1]};
	Int4 y = (Int4)(Pair){at[2], at[3]};
	return (Interference4){__builtin_shufflevector(x, y, 0, 2, 4, 6),
			       __builtin_shufflevector(x, y, 1, 3, 5, 7)};
}

/* Does the interval want to be in the registers at the head of USE's block, or
 * at its end? */
static inline Int4
entry_wants(const UseBlock *use)
{
	return use->interference.start >= (int32_t)use->left;
}

static inline Int4
exit_wants(const UseBlock *use)
{
	return interference_nowhere(&use->interference) |
	       (use->interference.end <= (int32_t)use->entered);
}

uint32_t
regs4_wanted(SpillPlacement *c, const RegId *regs, uint32_t n, double best,
	     double *fixed)
{
	Int4 wants = {0};
	Wide cost = {0};
	uint32_t bits = 0;
	Regs4 q = regs_open(c->s, regs, n);
	Chunk4 chunk = CHUNK_NONE;

	for (uint32_t i = 0; i < c->nuses; i++) {
		const RegionBlock *rb = &c->use_blocks[i];
		UseBlock *use = &c->uses[i];
		Float4 price = float4_of(use->price), breaks = float4_of(0);
		Float4 fill = float4_of(use->fill);

		if (rb->block - chunk.first >= INTERFERENCE_CHUNK)
			chunk = chunk_open(&q, rb->block);
		Interference4 b = interference_read(&q, &chunk, rb->block);
		use->interference = b;
		if (!use->wants)
			continue;
		if (rb->in) {
			breaks += float4_where(b.start < (int32_t)use->entered,
					       fill);
			wants |= entry_wants(use);
		}
		if (rb->out) {
			breaks +=
				float4_where(b.end > (int32_t)use->left, price);
			wants |= exit_wants(use);
		}
		if (use->pinned)
			wants |= ~(Int4){0};
		cost += float4_widened(breaks);
	}
	for (uint32_t k = 0; k < n; k++) {
		fixed[k] = cost[k];
		if (wants[k] && cost[k] < best)
			bits |= 1U << k;
	}
	return bits;
}

/* What T, which names the interval, or which control may leave before its end,
 * says about its two boundaries. */
static void
constraint_vote(SpillPlacement *c, const BlockConstraint *t,
		const Interference4 *b)
{
	const Float4 no = float4_of(-INFINITY), price = float4_of(t->price);
	Int4 on = ~(Int4){0}, never, wants;

	if (t->flags & CONSTRAINT_LEFT) {
		on = interference_nowhere(b);
		c->bias[t->in] += float4_where(~on, no);
	}
	if (!(t->flags & CONSTRAINT_USED))
		return;
	UseBlock *use = &c->uses[t->use];
	use->interference = *b;
	if (t->flags & CONSTRAINT_IN) {
		never = b->start < (int32_t)t->from;
		wants = entry_wants(use);
		c->wanted += float4_where(wants, price);
		c->bias[t->in] += float4_where(on & never, no) +
				  float4_where(on & ~never & wants, price) -
				  float4_where(on & ~never & ~wants, price);
	}
	if (t->flags & CONSTRAINT_OUT) {
		never = b->end > (int32_t)t->to;
		wants = exit_wants(use);
		c->wanted += float4_where(wants, price);
		if (use->pinned)
			c->bias[t->out] += float4_where(on & never, no) -
					   float4_where(on & ~never, no);
		else
			c->bias[t->out] +=
				float4_where(on & never, no) +
				float4_where(on & ~never & wants, price) -
				float4_where(on & ~never & ~wants, price);
	}
}

/* What one that the interval only passes through says about a boundary: where a
 * register is taken, it costs PRICE to be in it, or, if no copy can stand there
 * (NEVER), it cannot be. */
static inline void
passing_vote(Float4 *bias, Float4 price, Int4 never)
{
	*bias -= price + float4_where(never, float4_of(INFINITY));
}

/* The votes of the constraints from I on that are in CHUNK.  Most are passed
 * through. Returns the one behind them. */
static inline uint32_t
chunk_vote(SpillPlacement *c, const Regs4 *q, Chunk4 chunk, uint32_t i)
{
	const BlockConstraint *t = &c->constraints[i],
			      *end = &c->constraints[c->n];
	Float4 *links = &c->link[i + 1], *bias = c->bias;

	for (; t < end && t->block - chunk.first < INTERFERENCE_CHUNK; t++) {
		Interference4 b = interference_read(q, &chunk, t->block);
		Int4 nowhere = interference_nowhere(&b);
		Float4 link = float4_where(nowhere, float4_of(t->price));

		*links++ = link;
		if (t->flags & (CONSTRAINT_USED | CONSTRAINT_LEFT)) {
			constraint_vote(c, t, &b);
			continue;
		}
		passing_vote(&bias[t->in],
			     float4_where(~nowhere, float4_of(t->fill)),
			     b.start < (int32_t)t->from);
		passing_vote(&bias[t->out],
			     float4_where(~nowhere, float4_of(t->price)),
			     b.end > (int32_t)t->to);
	}
	return t - c->constraints;
}

void
regs4_vote(SpillPlacement *c)
{
	Regs4 q = regs_open(c->s, c->regs, c->nregs);

	memset(c->bias, 0, c->nbundles * sizeof(*c->bias));
	c->wanted = float4_of(0);
	for (uint32_t i = 0; i < c->n;)
		i = chunk_vote(c, &q, chunk_open(&q, c->constraints[i].block),
			       i);
	c->bias[BUNDLE_NOBODY] = float4_of(0);
}

void
regs4_bound(SpillPlacement *c, double *least)
{
	/* Of each sum of floats, relative to what is wanted. */
	float error = (float)c->n * 4 * FLT_EPSILON;
	Float4 pull = float4_of(0);

	c->pulled = (Int4){0};
	for (uint32_t i = BUNDLE_NOBODY + 1; i < c->nbundles; i++) {
		Int4 pulled = c->bias[i] > 0;

		c->pulled |= pulled;
		pull += float4_where(pulled, c->bias[i]);
	}
	Float4 bound = c->wanted * float4_of(1 - error) - pull;
	for (uint32_t k = 0; k < c->nregs; k++)
		least[k] = c->fixed[k] + (bound[k] > 0 ? (double)bound[k] : 0);
}

static inline Float4
float4_sign(Float4 x)
{
	return float4_where(x > 0, float4_of(1)) +
	       float4_where(x < 0, float4_of(-1));
}

/* What bundle G hears from its constraints and from the bundles that it is tied
 * to. */
static inline Float4
bundle_sum(const SpillPlacement *c, BundleId g)
{
	const Links *links = &c->links[g];
	Float4 sum = c->bias[g];

	for (uint32_t i = links->more; i; i = c->more[i].next)
		sum += c->link[c->more[i].edge.link] *
		       c->value[c->more[i].edge.to];
	for (uint32_t i = BUNDLE_EDGES; i--;)
		sum += c->link[links->near[i].link] *
		       c->value[links->near[i].to];
	return sum;
}

/* Have bundle G looked at, if it is not going to be anyway. */
static inline BundleId *
bundle_wake(const SpillPlacement *c, BundleId g, BundleId *awake_end)
{
	awake_end[0] = g;
	awake_end += c->asleep[g];
	c->asleep[g] = false;
	return awake_end;
}

/* All bundles are in a register that can be, and awake.  Returns their end. */
static BundleId *
bundles_fill(const SpillPlacement *c)
{
	c->value[BUNDLE_NOBODY] = float4_of(0);
	c->asleep[BUNDLE_NOBODY] = false;
	for (uint32_t i = BUNDLE_NOBODY + 1; i < c->nbundles; i++) {
		Int4 never = c->bias[i] == float4_of(-INFINITY);

		c->value[i] = float4_where(~never, float4_of(1)) -
			      float4_where(never, float4_of(1));
		c->asleep[i] = false;
		c->awake[i - 1] = (BundleId)i;
	}
	return c->awake + c->nbundles - 1;
}

/* All bundles are where nothing pulls them, and those that something pulls are
 * awake: first those that are pushed out of a register, which others must hear
 * of.  Returns the end of those. */
static BundleId *
bundles_open(const SpillPlacement *c)
{
	BundleId *awake_end = c->awake;
	BundleId *pulled = c->awake + c->nbundles, *pulled_end = pulled;

	c->value[BUNDLE_NOBODY] = float4_of(0);
	c->asleep[BUNDLE_NOBODY] = false; /* never to be looked at */
	for (uint32_t i = BUNDLE_NOBODY + 1; i < c->nbundles; i++) {
		Float4 bias = c->bias[i];
		bool is_pushed = int4_any(bias < 0);
		bool is_pulled = int4_any(bias > 0);

		c->value[i] = float4_of(0);
		c->asleep[i] = !(is_pushed | is_pulled);
		*awake_end = *pulled_end = (BundleId)i;
		awake_end += is_pushed;
		pulled_end += is_pulled & !is_pushed;
	}
	memmove(awake_end, pulled,
		(size_t)(pulled_end - pulled) * sizeof(*pulled));
	return awake_end + (pulled_end - pulled);
}

/* For which registers are bundles inside? */
static Int4
any_positive(const SpillPlacement *c)
{
	Int4 any = {0};

	for (uint32_t i = 0; i < c->nbundles; i++)
		any |= c->value[i] > 0;
	return any;
}

/* Let the signs settle, from all FILLED or none; for which registers are some
 * above zero?  A bundle whose sign changes has those that it is tied to looked
 * at again. */
static Int4
bundles_settle(const SpillPlacement *c, bool filled)
{
	BundleId *next = c->awake;
	BundleId *last = next + (size_t)c->nbundles * REGION_ROUNDS;
	Int4 hopes = c->pulled;

	/* Signs below zero make none above it. */
	if (!int4_any(hopes))
		return hopes;
	BundleId *end = filled ? bundles_fill(c) : bundles_open(c);
	for (; next < end && next < last; next++) {
		BundleId g = *next;
		const Links *links = &c->links[g];
		Float4 sign = float4_sign(bundle_sum(c, g));
		Int4 change = (Int4)sign ^ (Int4)c->value[g];

		c->asleep[g] = true;
		c->value[g] = sign;
		if (!int4_any(change & hopes))
			continue;
		for (uint32_t i = links->more; i; i = c->more[i].next)
			end = bundle_wake(c, c->more[i].edge.to, end);
		for (uint32_t i = BUNDLE_EDGES; i--;)
			end = bundle_wake(c, links->near[i].to, end);
	}
	return any_positive(c);
}

/* Executions of copies that the choices need at T, constraint I. */
static inline Float4
constraint_cost(const SpillPlacement *c, const BlockConstraint *t, uint32_t i)
{
	Int4 in = c->value[t->in] > 0, out = c->value[t->out] > 0;
	Float4 price = float4_of(t->price), sum = float4_of(0);

	if (t->flags & CONSTRAINT_USED) {
		const UseBlock *use = &c->uses[t->use];

		if (t->flags & CONSTRAINT_IN)
			sum += float4_where(in ^ entry_wants(use), price);
		if (t->flags & CONSTRAINT_OUT)
			sum += float4_where(out ^ exit_wants(use), price);
		return sum;
	}
	if ((t->flags & CONSTRAINT_LEFT) && !(t->flags & CONSTRAINT_IN))
		in = (Int4){0};
	Float4 fill = float4_of(t->fill);
	Int4 nowhere = c->link[i + 1] > 0;
	return float4_where(in & ~(out & nowhere), fill) +
	       float4_where(out & ~(in & nowhere), price);
}

/* The same at constraints [I, END), added to COST. */
static void
choices_add(const SpillPlacement *c, uint32_t i, uint32_t end, double *cost)
{
	Float4 sum = float4_of(0);

	for (; i < end; i++)
		sum += constraint_cost(c, &c->constraints[i], i);
	for (uint32_t k = 0; k < SIMD_REGS; k++)
		cost[k] += (double)sum[k];
}

/* At all of them, as long as a register may cost less than BEST. */
static void
choices_cost(const SpillPlacement *c, double best, double *cost)
{
	for (uint32_t i = 0; i < c->n && (cost[0] < best || cost[1] < best ||
					  cost[2] < best || cost[3] < best);
	     i += COST_CONSTRAINTS)
		choices_add(c, i,
			    i + COST_CONSTRAINTS < c->n ? i + COST_CONSTRAINTS
							: c->n,
			    cost);
}

void
regs4_try(SpillPlacement *c, bool filled, double best, double *cost)
{
	Int4 may = bundles_settle(c, filled);

	for (uint32_t k = 0; k < SIMD_REGS; k++)
		cost[k] = may[k] && k < c->nregs ? c->fixed[k] : INFINITY;
	choices_cost(c, best, cost);
	for (uint32_t k = 0; k < c->nregs; k++)
		if (cost[k] >= best)
			cost[k] = INFINITY;
}

void
regs4_keep(SpillPlacement *c, uint32_t k)
{
	for (uint32_t i = 0; i < c->nbundles; i++)
		c->chosen[i] = c->value[i][k] > 0;
}
