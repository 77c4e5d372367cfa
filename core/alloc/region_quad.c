/*
 * Where the piece of a region is best in each of four registers.
 *
 * The four are worked on side by side, for they have the same sites, groups and
 * links.  Where there are fewer, what the rest of a Quad says is not looked at.
 */
#include "core/alloc/region_internal.h"

#include <math.h>
#include <string.h>

enum { REGION_ROUNDS = 10 };

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

static inline Busy
busy_of(const QuadBusy *b, uint32_t k)
{
	return (Busy){(SlotIdx)b->start[k], (SlotIdx)b->end[k]};
}

/* What is known of where the registers at hand are taken in a chunk of blocks;
 * the first one stands for those that are missing. */
typedef struct {
	RegId reg;
	Busy **chunks;
	const Busy *chunk;
} QuadReg;

/* Entry I of the chunk of all registers. */
static inline QuadBusy
busy_quad(const QuadReg *regs, uint32_t i)
{
	const Busy *a = &regs[0].chunk[i], *b = &regs[1].chunk[i];
	const Busy *c = &regs[2].chunk[i], *d = &regs[3].chunk[i];

	return (QuadBusy){{(int32_t)a->start, (int32_t)b->start,
			   (int32_t)c->start, (int32_t)d->start},
			  {(int32_t)a->end, (int32_t)b->end, (int32_t)c->end,
			   (int32_t)d->end}};
}

/* Where the registers at hand are taken in all sites by others than calls. */
static void
pieces_find(Chooser *c)
{
	const Site *t = c->sites, *end = t + c->n;
	QuadBusy *out = c->busy;
	QuadReg regs[QUAD];
	uint32_t k;

	for (k = 0; k < QUAD; k++) {
		regs[k].reg = c->regs[k < c->nregs ? k : 0];
		regs[k].chunks = busy_open(c->s, regs[k].reg);
	}
	while (t < end) {
		BlockId first = t->block & ~(BlockId)(BUSY_CHUNK - 1);

		for (k = 0; k < QUAD; k++) {
			Busy **chunk = &regs[k].chunks[first / BUSY_CHUNK];

			if (!*chunk)
				busy_find(c->s, regs[k].reg, t->block);
			regs[k].chunk = *chunk;
		}
		for (; t < end && t->block - first < BUSY_CHUNK; t++, out++) {
			*out = busy_quad(regs, t->block - first);
			if (!quad_any(out->end == 0))
				continue;
			for (k = 0; k < QUAD; k++)
				busy_at(c->s, regs[k].reg, regs[k].chunks,
					t->block);
			*out = busy_quad(regs, t->block - first);
		}
	}
}

/* The same for the K-th one by calls. */
static void
calls_find(Chooser *c, uint32_t k)
{
	uint32_t i;

	for (i = 0; i < c->masks.n; i++) {
		Slice all = c->masks.at[i].all;

		if (mask_preserves(c->masks.at[i].words, c->regs[k]))
			continue;
		for (; all.start < all.end; all.start++) {
			const SiteCalls *sc = &c->calls.at[all.start];
			QuadBusy *b = &c->busy[sc->site];
			Busy at = busy_of(b, k);

			busy_widen(&at, sc->at.start, sc->at.end);
			b->start[k] = (int32_t)at.start;
			b->end[k] = (int32_t)at.end;
		}
	}
}

/* A boundary of a site, in group G, costs FREQ unless it is in the K-th
 * register, or if it is. */
static inline void
group_vote(Chooser *c, uint32_t g, uint32_t k, bool wants, float freq)
{
	c->bias[g][k] += wants ? freq : -freq;
}

/* What a block that mentions the piece, or which control may leave before its
 * end, says about its two boundaries. */
static void
site_vote(Chooser *c, const Site *t, uint32_t k, Busy clash)
{
	bool never = busy_never(&clash);

	if (!never && (t->flags & SITE_LEFT)) {
		c->bias[t->in][k] -= INFINITY;
		return;
	}
	if (!(t->flags & SITE_MENTIONED))
		return;
	if (t->flags & SITE_IN) {
		if (clash.start < t->from)
			c->bias[t->in][k] -= INFINITY;
		else
			group_vote(c, t->in, k, entry_wants_reg(t, &clash),
				   t->freq);
	}
	if (t->flags & SITE_OUT) {
		if (!never && clash.end > t->to)
			c->bias[t->out][k] -= INFINITY;
		else if (t->flags & SITE_PINNED)
			c->bias[t->out][k] += INFINITY;
		else
			group_vote(c, t->out, k, exit_wants_reg(t, &clash),
				   t->freq);
	}
}

/* What one that the piece only passes through says about a boundary: where a
 * register is taken, it costs FREQ to be in it, or, if no copy can stand there
 * (NEVER), it cannot be. */
static inline void
passing_vote(Chooser *c, uint32_t group, Quad freq, QuadInt never)
{
	c->bias[group] -= freq + quad_where(never, quad_of(INFINITY));
}

/* Most sites are passed through. */
static void
sites_vote(Chooser *c)
{
	uint32_t i, k, link = 0;

	memset(c->bias, 0, c->ngroups * sizeof(*c->bias));
	for (i = 0; i < c->n; i++) {
		const Site *t = &c->sites[i];
		const QuadBusy *b = &c->busy[i];
		QuadInt never = busy_nowhere(b);
		Quad freq = quad_where(~never, quad_of(t->freq));

		if (t->flags & (SITE_MENTIONED | SITE_LEFT)) {
			for (k = 0; k < c->nregs; k++)
				site_vote(c, t, k, busy_of(b, k));
			continue;
		}
		passing_vote(c, t->in, freq, b->start < (int32_t)t->from);
		passing_vote(c, t->out, freq, b->end > (int32_t)t->to);
		c->link_weight[link] = quad_of(t->freq) - freq;
		link += !!(t->flags & SITE_LINK);
	}
	c->bias[GROUP_NOBODY] = quad_of(0);
}

static inline Quad
quad_sign(Quad x)
{
	return quad_where(x > 0, quad_of(1)) + quad_where(x < 0, quad_of(-1));
}

static inline void
link_sum(Chooser *c, uint32_t i)
{
	uint32_t a = c->links[i].group[0], b = c->links[i].group[1];

	c->sum[a] += c->link_weight[i] * c->value[b];
	c->sum[b] += c->link_weight[i] * c->value[a];
}

/* Two neighbours mostly have a group in common, and the second would have to
 * wait for the first: links are summed up in two places in turn. */
static void
links_sum(Chooser *c)
{
	uint32_t half = c->nlinks / 2, i;

	memcpy(c->sum, c->bias, c->ngroups * sizeof(*c->sum));
	for (i = 0; i < half; i++) {
		link_sum(c, i);
		link_sum(c, half + i);
	}
	if (c->nlinks % 2)
		link_sum(c, c->nlinks - 1);
}

static QuadInt
any_positive(const Chooser *c)
{
	QuadInt any = {0};
	uint32_t i;

	for (i = 0; i < c->ngroups; i++)
		any |= c->value[i] > 0;
	return any;
}

/* The signs of the sums become the new values.  Returns for which registers
 * some are not what they were, nor what they were a round before that. */
static QuadInt
signs_take(Chooser *c)
{
	Quad *next = c->before;
	const Quad *sum = c->sum, *value = c->value;
	QuadInt other = {0}, older = {0};
	uint32_t i;

	for (i = 0; i < c->ngroups; i++) {
		Quad sign = quad_sign(sum[i]);

		other |= (QuadInt)sign ^ (QuadInt)value[i];
		older |= (QuadInt)sign ^ (QuadInt)next[i];
		next[i] = sign;
	}
	c->before = c->value;
	c->value = next;
	return (other != 0) & (older != 0);
}

/* Let the signs settle; for which registers are some above zero? */
static QuadInt
groups_settle(Chooser *c)
{
	uint32_t round, i;
	QuadInt hopes, moves;

	/* The first round: no sign is known yet. */
	for (i = 0; i < c->ngroups; i++) {
		c->before[i] = quad_of(0);
		c->value[i] = quad_sign(c->bias[i]);
	}
	/* Signs below zero make none above it. */
	hopes = moves = any_positive(c);
	for (round = 1; round < REGION_ROUNDS && quad_any(moves & hopes);
	     round++) {
		links_sum(c);
		moves = signs_take(c);
	}
	/* The same two states in turn: which one is the last? */
	if ((REGION_ROUNDS - round) % 2) {
		Quad *last = c->before;

		c->before = c->value;
		c->value = last;
	}
	return any_positive(c);
}

/* Executions of copies that the choice for the K-th register needs at T, which
 * mentions the piece. */
static double
mention_cost(const Chooser *c, const Site *t, uint32_t k, Busy clash)
{
	bool in = c->value[t->in][k] > 0 && (t->flags & SITE_IN);
	bool out = c->value[t->out][k] > 0;
	unsigned n = (t->flags & SITE_IN) && in != entry_wants_reg(t, &clash);

	n += (t->flags & SITE_OUT) && out != exit_wants_reg(t, &clash);
	return (double)t->freq * n;
}

/* Executions of copies that the choices need. */
static void
choices_cost(const Chooser *c, double *cost)
{
	double total[QUAD];
	uint32_t i, k;

	memcpy(total, cost, sizeof(total));

	for (i = 0; i < c->n; i++) {
		const Site *t = &c->sites[i];
		const QuadBusy *b = &c->busy[i];
		QuadInt never = busy_nowhere(b);
		QuadInt in = c->value[t->in] > 0, out = c->value[t->out] > 0;
		Quad freq = quad_of(t->freq), sum;

		if (t->flags & SITE_MENTIONED) {
			for (k = 0; k < c->nregs; k++)
				total[k] +=
					mention_cost(c, t, k, busy_of(b, k));
			continue;
		}
		if ((t->flags & SITE_LEFT) && !(t->flags & SITE_IN))
			in = (QuadInt){0};
		sum = quad_where(~never,
				 quad_where(in, freq) + quad_where(out, freq)) +
		      quad_where(never & (in ^ out), freq);
		for (k = 0; k < QUAD; k++)
			total[k] += (double)sum[k];
	}
	memcpy(cost, total, sizeof(total));
}

void
quad_try(Chooser *c, double best, double *cost)
{
	QuadInt may;
	uint32_t k;

	pieces_find(c);
	for (k = 0; k < c->nregs; k++)
		calls_find(c, k);
	sites_vote(c);
	may = groups_settle(c);
	for (k = 0; k < QUAD; k++)
		cost[k] = k < c->nregs ? c->fixed[k] : 0;
	if (quad_any(may))
		choices_cost(c, cost);
	for (k = 0; k < QUAD; k++)
		if (!may[k] || cost[k] >= best)
			cost[k] = INFINITY;
}

void
quad_keep(Chooser *c, uint32_t k)
{
	uint32_t i;

	for (i = 0; i < c->ngroups; i++)
		c->chosen[i] = c->value[i][k] > 0;
	for (i = 0; i < c->n; i++)
		c->taken[i] = busy_of(&c->busy[i], k);
}
