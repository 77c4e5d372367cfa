/*
 * Where the piece of a region is best in each of four registers.
 *
 * The four are worked on side by side, for they have the same sites, groups and
 * links.  Where there are fewer, what the rest of a Quad says is not looked at.
 */
#include "core/alloc/region_internal.h"

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

static inline Busy
busy_of(const QuadBusy *b, uint32_t k)
{
	return (Busy){(SlotIdx)b->start[k], (SlotIdx)b->end[k]};
}

static inline QuadInt
quad_min(QuadInt a, QuadInt b)
{
	QuadInt less = a < b;

	return (a & less) | (b & ~less);
}

/* Where registers are taken, in the chunk of blocks looked at; the first one
 * stands for those that are missing. */
typedef struct {
	Scan *s;
	RegId reg[QUAD];
	Busy **chunks[QUAD];
	const Busy *chunk[QUAD];
	BlockId first; /* of the chunk */
} QuadRegs;

static void
regs_open(Scan *s, const RegId *regs, uint32_t n, QuadRegs *q)
{
	uint32_t k;

	q->s = s;
	q->first = -(BlockId)BUSY_CHUNK;
	for (k = 0; k < QUAD; k++) {
		q->reg[k] = regs[k < n ? k : 0];
		q->chunks[k] = busy_open(s, q->reg[k]);
	}
}

/* Look at the chunk of block B. */
static void
chunk_open(QuadRegs *q, BlockId b)
{
	uint32_t k;

	q->first = b & ~(BlockId)(BUSY_CHUNK - 1);
	for (k = 0; k < QUAD; k++) {
		Busy **chunk = &q->chunks[k][b / BUSY_CHUNK];

		if (!*chunk)
			busy_find(q->s, q->reg[k], b);
		q->chunk[k] = *chunk;
	}
}

/* Entry I of the chunk of all registers. */
static inline QuadBusy
busy_quad(const QuadRegs *q, uint32_t i)
{
	typedef int64_t Pair __attribute__((vector_size(sizeof(QuadInt))));
	int64_t at[QUAD];
	QuadInt x, y;

	memcpy(&at[0], &q->chunk[0][i], sizeof(Busy));
	memcpy(&at[1], &q->chunk[1][i], sizeof(Busy));
	memcpy(&at[2], &q->chunk[2][i], sizeof(Busy));
	memcpy(&at[3], &q->chunk[3][i], sizeof(Busy));
	x = (QuadInt)(Pair){at[0], at[1]};
	y = (QuadInt)(Pair){at[2], at[3]};
	return (QuadBusy){__builtin_shufflevector(x, y, 0, 2, 4, 6),
			  __builtin_shufflevector(x, y, 1, 3, 5, 7)};
}

/* Where pieces and fixed ranges take the registers in block B. */
static inline QuadBusy
busy_read(QuadRegs *q, BlockId b)
{
	QuadBusy busy;
	uint32_t k;

	if (b - q->first >= BUSY_CHUNK)
		chunk_open(q, b);
	busy = busy_quad(q, b - q->first);
	if (!quad_any(busy.end == 0))
		return busy;
	for (k = 0; k < QUAD; k++)
		busy_at(q->s, q->reg[k], q->chunks[k], b);
	return busy_quad(q, b - q->first);
}

static inline void
quad_widen(QuadBusy *b, QuadInt start, QuadInt end)
{
	b->start = quad_min(b->start, start);
	b->end = -quad_min(-b->end, -end);
}

/* Where calls take the registers, into c->busy of the sites that have CALLS. */
static void
calls_find(Chooser *c, const QuadRegs *q, const SiteCallsVec *calls)
{
	const QuadInt zero = {0};
	uint32_t i, k;

	for (i = 0; i < c->s->ncalls && calls->n; i++)
		for (k = 0; k < QUAD; k++)
			c->lost[i][k] = -!mask_preserves(c->s->calls[i].words,
							 q->reg[k]);
	for (i = 0; i < calls->n; i++) {
		const SiteCalls *sc = &calls->at[i];
		QuadInt lost = c->lost[sc->mask];
		QuadInt start = ((zero + (int32_t)sc->at.start) & lost) |
				(BUSY_NEVER.start & ~lost);
		QuadInt end = ((zero + (int32_t)sc->at.end) & lost) |
			      (BUSY_NEVER.end & ~lost);

		if (i && calls->at[i - 1].site == sc->site)
			quad_widen(&c->busy[sc->site], start, end);
		else
			c->busy[sc->site] = (QuadBusy){start, end};
	}
}

/* Where the registers are taken at T, site I, behind calls_find. */
static inline QuadBusy
site_busy(const Chooser *c, QuadRegs *q, const Site *t, uint32_t i)
{
	QuadBusy b = busy_read(q, t->block);

	if (t->flags & SITE_CALLS)
		quad_widen(&b, c->busy[i].start, c->busy[i].end);
	return b;
}

/* Does the piece want to be in the registers at the head of T, which mentions
 * it, or at its end? */
static inline QuadInt
entry_wants(const Site *t, const QuadBusy *b)
{
	return b->start >= (int32_t)t->left;
}

static inline QuadInt
exit_wants(const Site *t, const QuadBusy *b)
{
	return busy_nowhere(b) | (b->end <= (int32_t)t->entered);
}

uint32_t
quad_wanted(Chooser *c, const RegId *regs, uint32_t n, double best,
	    double *fixed)
{
	QuadInt wants = {0};
	Wide cost = {0};
	uint32_t bits = 0, i, k;
	QuadRegs q;

	regs_open(c->s, regs, n, &q);
	calls_find(c, &q, &c->mentioned_calls);
	for (i = 0; i < c->nmentioned; i++) {
		const Site *t = &c->sites[c->mentioned[i]];
		QuadBusy b = site_busy(c, &q, t, c->mentioned[i]);
		Quad freq = quad_of(t->freq), breaks = quad_of(0);

		if (t->flags & SITE_IN) {
			breaks +=
				quad_where(b.start < (int32_t)t->entered, freq);
			wants |= entry_wants(t, &b);
		}
		if (t->flags & SITE_OUT) {
			breaks += quad_where(b.end > (int32_t)t->left, freq);
			wants |= exit_wants(t, &b);
		}
		if (t->flags & SITE_PINNED)
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

	if (t->flags & SITE_LEFT) {
		on = busy_nowhere(b);
		c->bias[t->in] += quad_where(~on, no);
	}
	if (!(t->flags & SITE_MENTIONED))
		return;
	if (t->flags & SITE_IN) {
		never = b->start < (int32_t)t->from;
		wants = entry_wants(t, b);
		c->bias[t->in] += quad_where(on & never, no) +
				  quad_where(on & ~never & wants, freq) -
				  quad_where(on & ~never & ~wants, freq);
	}
	if (t->flags & SITE_OUT) {
		never = b->end > (int32_t)t->to;
		wants = exit_wants(t, b);
		if (t->flags & SITE_PINNED)
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
passing_vote(Chooser *c, uint32_t group, Quad freq, QuadInt never)
{
	c->bias[group] -= freq + quad_where(never, quad_of(INFINITY));
}

/* Most sites are passed through. */
static void
sites_vote(Chooser *c)
{
	uint32_t i;
	QuadRegs q;

	regs_open(c->s, c->regs, c->nregs, &q);
	calls_find(c, &q, &c->calls);
	memset(c->bias, 0, c->ngroups * sizeof(*c->bias));
	for (i = 0; i < c->n; i++) {
		const Site *t = &c->sites[i];
		QuadBusy b = site_busy(c, &q, t, i);
		Quad freq, tie;

		c->busy[i] = b;
		if (t->flags & (SITE_MENTIONED | SITE_LEFT)) {
			site_vote(c, t, &b);
			continue;
		}
		freq = quad_of(t->freq);
		tie = quad_where(busy_nowhere(&b), freq);
		c->tie[i] = tie;
		freq -= tie;
		passing_vote(c, t->in, freq, b.start < (int32_t)t->from);
		passing_vote(c, t->out, freq, b.end > (int32_t)t->to);
	}
	c->bias[GROUP_NOBODY] = quad_of(0);
}

static inline Quad
quad_sign(Quad x)
{
	return quad_where(x > 0, quad_of(1)) + quad_where(x < 0, quad_of(-1));
}

/* What group G hears from its sites and from the groups that it is tied to. */
static inline Quad
group_sum(const Chooser *c, uint32_t g)
{
	const Edge *edges = c->edges;
	Quad sum = c->bias[g];
	uint32_t e;

	for (e = c->edge0[g]; e != NONE; e = edges[e].next)
		sum += c->tie[e / 2] * c->value[edges[e].to];
	return sum;
}

/* Have group G looked at, if it is not going to be anyway. */
static inline uint32_t *
group_wake(const Chooser *c, uint32_t g, uint32_t *awake_end)
{
	if (c->woken[g])
		return awake_end;
	c->woken[g] = true;
	*awake_end = g;
	return awake_end + 1;
}

/* All groups are where nothing pulls them, and those that something pulls are
 * awake: first those that are pushed out of a register, which others must hear
 * of.  Returns the end of those, and for which registers some may go above
 * zero. */
static uint32_t *
groups_open(const Chooser *c, QuadInt *hopes)
{
	uint32_t *awake_end = c->awake, i;
	QuadInt any = {0};

	for (i = 0; i < c->ngroups; i++) {
		Quad bias = c->bias[i];
		bool pushed = quad_any(bias < 0);

		any |= bias > 0;
		c->value[i] = quad_of(0);
		c->woken[i] = pushed;
		*awake_end = i;
		awake_end += pushed;
	}
	*hopes = any;
	if (!quad_any(any))
		return awake_end;
	for (i = 0; i < c->ngroups; i++)
		if (quad_any(c->bias[i] > 0))
			awake_end = group_wake(c, i, awake_end);
	return awake_end;
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

/* Let the signs settle; for which registers are some above zero?  A group whose
 * sign changes has those that it is tied to looked at again. */
static QuadInt
groups_settle(const Chooser *c)
{
	const Edge *edges = c->edges;
	uint32_t *next = c->awake, *end, e;
	uint32_t *last = next + (size_t)c->ngroups * REGION_ROUNDS;
	QuadInt hopes;

	end = groups_open(c, &hopes);
	/* Signs below zero make none above it. */
	if (!quad_any(hopes))
		return hopes;
	for (; next < end && next < last; next++) {
		uint32_t g = *next;
		Quad sign = quad_sign(group_sum(c, g));
		QuadInt change = (QuadInt)sign ^ (QuadInt)c->value[g];

		c->woken[g] = false;
		c->value[g] = sign;
		if (!quad_any(change & hopes))
			continue;
		for (e = c->edge0[g]; e != NONE; e = edges[e].next)
			end = group_wake(c, edges[e].to, end);
	}
	return any_positive(c);
}

/* Executions of copies that the choices need at T, site I. */
static inline Quad
site_cost(const Chooser *c, const Site *t, uint32_t i)
{
	const QuadBusy *b = &c->busy[i];
	QuadInt in = c->value[t->in] > 0, out = c->value[t->out] > 0;
	Quad freq = quad_of(t->freq), sum = quad_of(0);

	if (t->flags & SITE_MENTIONED) {
		if (t->flags & SITE_IN)
			sum += quad_where(in ^ entry_wants(t, b), freq);
		if (t->flags & SITE_OUT)
			sum += quad_where(out ^ exit_wants(t, b), freq);
		return sum;
	}
	if ((t->flags & SITE_LEFT) && !(t->flags & SITE_IN))
		in = (QuadInt){0};
	return quad_where(in, freq) + quad_where(out, freq) -
	       quad_where(busy_nowhere(b) & in & out, freq + freq);
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
	for (i = 0; i < c->n; i++)
		c->taken[i] = busy_of(&c->busy[i], k);
}
