/*
 * Where the piece of a region is best in each of four registers.
 *
 * The four are worked on side by side, for they have the same sites, groups and
 * links.  Where there are fewer, what the rest of a Quad says is not looked at.
 */
#include "core/alloc/split/region_internal.h"

#include <math.h>
#include <string.h>

/* Sites whose costs are added up before they are looked at. */
enum { COST_SITES = 16 };

typedef double Wide __attribute__((vector_size(QUAD * sizeof(double))));

#define quad_widened(x) __builtin_convertvector((x), Wide)

/* X where MASK is set, else 0. */
static inline Quad
quad_where(QuadInt mask, Quad x)
{
	return (Quad)(mask & (QuadInt)x);
}

static inline Quad
quad_of(float x)
{
	return (Quad){x, x, x, x};
}

static inline bool
quad_any(QuadInt mask)
{
	typedef int64_t Half __attribute__((vector_size(sizeof(QuadInt))));
	Half halves = (Half)mask;

	return halves[0] | halves[1];
}

static inline QuadInt
busy_nowhere(const QuadBusy *b)
{
	return b->start == BUSY_NEVER.start;
}

/* Registers side by side; the first one stands for those that are missing. */
typedef struct {
	Scan *s;
	RegId reg[QUAD];
	BusyChunk **chunks[QUAD];
} QuadRegs;

/* A chunk of blocks of all of them. */
typedef struct {
	const Busy *at[QUAD];
	BlockId first;
	uint64_t stale; /* a bit for each block: one of them was */
} QuadChunk;

/* The chunk before there is one: of no block. */
#define CHUNK_NONE ((QuadChunk){.first = -(BlockId)BUSY_CHUNK})

static QuadRegs
regs_open(Scan *s, const RegId *regs, uint32_t n)
{
	QuadRegs q = {.s = s};
	uint32_t k;

	for (k = 0; k < QUAD; k++) {
		q.reg[k] = regs[k < n ? k : 0];
		q.chunks[k] = busy_open(s, q.reg[k]);
	}
	return q;
}

/* The chunk of block B. */
static QuadChunk
chunk_open(const QuadRegs *q, BlockId b)
{
	QuadChunk all = {.first = b & ~(BlockId)(BUSY_CHUNK - 1)};
	uint32_t k;

	for (k = 0; k < QUAD; k++) {
		BusyChunk **chunk = &q->chunks[k][b / BUSY_CHUNK];

		if (!*chunk)
			busy_find(q->s, q->reg[k], q->chunks[k], b);
		all.at[k] = (*chunk)->at;
		all.stale |= (*chunk)->stale;
	}
	return all;
}

/* Bring block B up to date. */
static void
block_refresh(const QuadRegs *q, BlockId b)
{
	uint32_t k;

	for (k = 0; k < QUAD; k++)
		busy_at(q->s, q->reg[k], q->chunks[k], b);
}

/* Where the registers are taken in block B of CHUNK. */
static inline QuadBusy
busy_read(const QuadRegs *q, const QuadChunk *chunk, BlockId b)
{
	typedef double Pair __attribute__((vector_size(sizeof(QuadInt))));
	uint32_t i = b - chunk->first;
	double at[QUAD];
	QuadInt x, y;

	if (chunk->stale >> i & 1)
		block_refresh(q, b);
	memcpy(&at[0], &chunk->at[0][i], sizeof(Busy));
	memcpy(&at[1], &chunk->at[1][i], sizeof(Busy));
	memcpy(&at[2], &chunk->at[2][i], sizeof(Busy));
	memcpy(&at[3], &chunk->at[3][i], sizeof(Busy));
	x = (QuadInt)(Pair){at[0], at[1]};
	y = (QuadInt)(Pair){at[2], at[3]};
	return (QuadBusy){__builtin_shufflevector(x, y, 0, 2, 4, 6),
			  __builtin_shufflevector(x, y, 1, 3, 5, 7)};
}

/* Does the piece want to be in the registers at the head of STOP's block, or at
 * its end? */
static inline QuadInt
entry_wants(const Stop *stop)
{
	return stop->busy.start >= (int32_t)stop->left;
}

static inline QuadInt
exit_wants(const Stop *stop)
{
	return busy_nowhere(&stop->busy) |
	       (stop->busy.end <= (int32_t)stop->entered);
}

uint32_t
quad_wanted(Chooser *c, const RegId *regs, uint32_t n, double best,
	    double *fixed)
{
	QuadInt wants = {0};
	Wide cost = {0};
	uint32_t bits = 0, i, k;
	QuadRegs q = regs_open(c->s, regs, n);
	QuadChunk chunk = CHUNK_NONE;

	for (i = 0; i < c->nstops; i++) {
		const RegionBlock *rb = &c->stop_blocks[i];
		Stop *stop = &c->stops[i];
		Quad freq = quad_of(stop->freq), breaks = quad_of(0);
		QuadBusy b;

		if (rb->block - chunk.first >= BUSY_CHUNK)
			chunk = chunk_open(&q, rb->block);
		b = busy_read(&q, &chunk, rb->block);
		stop->busy = b;
		if (rb->in) {
			breaks += quad_where(b.start < (int32_t)stop->entered,
					     freq);
			wants |= entry_wants(stop);
		}
		if (rb->out) {
			breaks += quad_where(b.end > (int32_t)stop->left, freq);
			wants |= exit_wants(stop);
		}
		if (stop->pinned)
			wants |= ~(QuadInt){0};
		cost += quad_widened(breaks);
	}
	for (k = 0; k < n; k++) {
		fixed[k] = cost[k];
		if (wants[k] && cost[k] < best)
			bits |= 1U << k;
	}
	return bits;
}

/* What T, which mentions the piece, or which control may leave before its end,
 * says about its two boundaries. */
static void
site_vote(Chooser *c, const Site *t, const QuadBusy *b)
{
	const Quad no = quad_of(-INFINITY), freq = quad_of(t->freq);
	QuadInt on = ~(QuadInt){0}, never, wants;
	Stop *stop;

	if (t->flags & SITE_LEFT) {
		on = busy_nowhere(b);
		c->bias[t->in] += quad_where(~on, no);
	}
	if (!(t->flags & SITE_MENTIONED))
		return;
	stop = &c->stops[t->stop];
	stop->busy = *b;
	if (t->flags & SITE_IN) {
		never = b->start < (int32_t)t->from;
		wants = entry_wants(stop);
		c->bias[t->in] += quad_where(on & never, no) +
				  quad_where(on & ~never & wants, freq) -
				  quad_where(on & ~never & ~wants, freq);
	}
	if (t->flags & SITE_OUT) {
		never = b->end > (int32_t)t->to;
		wants = exit_wants(stop);
		if (stop->pinned)
			c->bias[t->out] += quad_where(on & never, no) -
					   quad_where(on & ~never, no);
		else
			c->bias[t->out] +=
				quad_where(on & never, no) +
				quad_where(on & ~never & wants, freq) -
				quad_where(on & ~never & ~wants, freq);
	}
}

/* What one that the piece only passes through says about a boundary: where a
 * register is taken, it costs FREQ to be in it, or, if no copy can stand there
 * (NEVER), it cannot be. */
static inline void
passing_vote(Quad *bias, Quad freq, QuadInt never)
{
	*bias -= freq + quad_where(never, quad_of(INFINITY));
}

/* The votes of the sites from I on that are in CHUNK.  Most are passed through.
 * Returns the one behind them. */
static inline uint32_t
chunk_vote(Chooser *c, const QuadRegs *q, QuadChunk chunk, uint32_t i)
{
	const Site *t = &c->sites[i], *end = &c->sites[c->n];
	Quad *ties = &c->tie[i + 1], *bias = c->bias;

	for (; t < end && t->block - chunk.first < BUSY_CHUNK; t++) {
		QuadBusy b = busy_read(q, &chunk, t->block);
		Quad freq = quad_of(t->freq);
		Quad tie = quad_where(busy_nowhere(&b), freq);

		*ties++ = tie;
		if (t->flags & (SITE_MENTIONED | SITE_LEFT)) {
			site_vote(c, t, &b);
			continue;
		}
		freq -= tie;
		passing_vote(&bias[t->in], freq, b.start < (int32_t)t->from);
		passing_vote(&bias[t->out], freq, b.end > (int32_t)t->to);
	}
	return t - c->sites;
}

static void
sites_vote(Chooser *c)
{
	QuadRegs q = regs_open(c->s, c->regs, c->nregs);
	uint32_t i;

	memset(c->bias, 0, c->ngroups * sizeof(*c->bias));
	for (i = 0; i < c->n;)
		i = chunk_vote(c, &q, chunk_open(&q, c->sites[i].block), i);
	c->bias[GROUP_NOBODY] = quad_of(0);
}

static inline Quad
quad_sign(Quad x)
{
	return quad_where(x > 0, quad_of(1)) + quad_where(x < 0, quad_of(-1));
}

/* What group G hears from its sites and from the groups that it is tied to. */
static inline Quad
group_sum(const Chooser *c, GroupId g)
{
	const Ties *ties = &c->ties[g];
	Quad sum = c->bias[g];
	uint32_t i;

	for (i = ties->more; i; i = c->more[i].next)
		sum += c->tie[c->more[i].edge.tie] *
		       c->value[c->more[i].edge.to];
	for (i = GROUP_EDGES; i--;)
		sum += c->tie[ties->near[i].tie] * c->value[ties->near[i].to];
	return sum;
}

/* Have group G looked at, if it is not going to be anyway. */
static inline GroupId *
group_wake(const Chooser *c, GroupId g, GroupId *awake_end)
{
	awake_end[0] = g;
	awake_end += c->asleep[g];
	c->asleep[g] = false;
	return awake_end;
}

/* All groups are where nothing pulls them, and those that something pulls are
 * awake: first those that are pushed out of a register, which others must hear
 * of.  Returns the end of those, and for which registers some may go above
 * zero. */
static GroupId *
groups_open(const Chooser *c, QuadInt *hopes)
{
	GroupId *awake_end = c->awake;
	GroupId *pulled = c->awake + c->ngroups, *pulled_end = pulled;
	QuadInt any = {0};
	uint32_t i;

	c->value[GROUP_NOBODY] = quad_of(0);
	c->asleep[GROUP_NOBODY] = false; /* never to be looked at */
	for (i = GROUP_NOBODY + 1; i < c->ngroups; i++) {
		Quad bias = c->bias[i];
		bool is_pushed = quad_any(bias < 0);
		bool is_pulled = quad_any(bias > 0);

		any |= bias > 0;
		c->value[i] = quad_of(0);
		c->asleep[i] = !(is_pushed | is_pulled);
		*awake_end = *pulled_end = (GroupId)i;
		awake_end += is_pushed;
		pulled_end += is_pulled & !is_pushed;
	}
	*hopes = any;
	memmove(awake_end, pulled,
		(size_t)(pulled_end - pulled) * sizeof(*pulled));
	return awake_end + (pulled_end - pulled);
}

/* For which registers are groups inside? */
static QuadInt
any_positive(const Chooser *c)
{
	QuadInt any = {0};
	uint32_t i;

	for (i = 0; i < c->ngroups; i++)
		any |= c->value[i] > 0;
	return any;
}

/* Let the signs settle; for which registers are some above zero?  A group whose
 * sign changes has those that it is tied to looked at again. */
static QuadInt
groups_settle(const Chooser *c)
{
	GroupId *next = c->awake, *end;
	GroupId *last = next + (size_t)c->ngroups * REGION_ROUNDS;
	QuadInt hopes;
	uint32_t i;

	end = groups_open(c, &hopes);
	/* Signs below zero make none above it. */
	if (!quad_any(hopes))
		return hopes;
	for (; next < end && next < last; next++) {
		GroupId g = *next;
		const Ties *ties = &c->ties[g];
		Quad sign = quad_sign(group_sum(c, g));
		QuadInt change = (QuadInt)sign ^ (QuadInt)c->value[g];

		c->asleep[g] = true;
		c->value[g] = sign;
		if (!quad_any(change & hopes))
			continue;
		for (i = ties->more; i; i = c->more[i].next)
			end = group_wake(c, c->more[i].edge.to, end);
		for (i = GROUP_EDGES; i--;)
			end = group_wake(c, ties->near[i].to, end);
	}
	return any_positive(c);
}

/* Executions of copies that the choices need at T, site I. */
static inline Quad
site_cost(const Chooser *c, const Site *t, uint32_t i)
{
	QuadInt in = c->value[t->in] > 0, out = c->value[t->out] > 0;
	Quad freq = quad_of(t->freq), tie, sum = quad_of(0);

	if (t->flags & SITE_MENTIONED) {
		const Stop *stop = &c->stops[t->stop];

		if (t->flags & SITE_IN)
			sum += quad_where(in ^ entry_wants(stop), freq);
		if (t->flags & SITE_OUT)
			sum += quad_where(out ^ exit_wants(stop), freq);
		return sum;
	}
	if ((t->flags & SITE_LEFT) && !(t->flags & SITE_IN))
		in = (QuadInt){0};
	tie = c->tie[i + 1];
	return quad_where(in, freq) + quad_where(out, freq) -
	       quad_where(in & out, tie + tie);
}

/* The same at sites [I, END), added to COST. */
static void
choices_add(const Chooser *c, uint32_t i, uint32_t end, double *cost)
{
	Quad sum = quad_of(0);
	uint32_t k;

	for (; i < end; i++)
		sum += site_cost(c, &c->sites[i], i);
	for (k = 0; k < QUAD; k++)
		cost[k] += (double)sum[k];
}

/* At all of them, as long as a register may cost less than BEST. */
static void
choices_cost(const Chooser *c, double best, double *cost)
{
	uint32_t i;

	for (i = 0; i < c->n && (cost[0] < best || cost[1] < best ||
				 cost[2] < best || cost[3] < best);
	     i += COST_SITES)
		choices_add(c, i, i + COST_SITES < c->n ? i + COST_SITES : c->n,
			    cost);
}

void
quad_try(Chooser *c, double best, double *cost)
{
	QuadInt may;
	uint32_t k;

	sites_vote(c);
	may = groups_settle(c);
	for (k = 0; k < QUAD; k++)
		cost[k] = may[k] && k < c->nregs ? c->fixed[k] : INFINITY;
	choices_cost(c, best, cost);
	for (k = 0; k < c->nregs; k++)
		if (cost[k] >= best)
			cost[k] = INFINITY;
}

void
quad_keep(Chooser *c, uint32_t k)
{
	uint32_t i;

	for (i = 0; i < c->ngroups; i++)
		c->chosen[i] = c->value[i][k] > 0;
}
