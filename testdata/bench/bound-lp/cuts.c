/*
 * Rows for interference.  Which register of a group a value is in, the model
 * does not say; but two values that live at once are never in the same one.  So
 * where one becomes the other by PHIs and ties, on some way through the code
 * that leads from where they meet back to there, something moves on that way.
 * The same is true of two ways on which two values become one.  Of all ways the
 * one is taken whose cheapest place is dearest.
 */
#include "model.h"

/* Where a thread stands: a value at the head of a block, at the end of it, or
 * right behind its definition. */
enum { AT_HEAD, AT_END, AT_DEF };

typedef struct {
	uint32_t kind, value;
	BlockId block;
} Node;

typedef struct {
	Node node;
	uint32_t from; /* index of the one before; NONE */
	double width;  /* the least weight on the way */
	bool done;
} Reached;

/* Everything that a start leads to. */
typedef struct {
	VEC(Reached) all;
} Reach;

typedef struct {
	Model *m;
	uint32_t *web; /* by value: what PHIs and ties connect, as a tree */
} Cuts;

static uint32_t
web_of(const Cuts *c, uint32_t v)
{
	while (c->web[v] != v)
		v = c->web[v];
	return v;
}

static void
reach_add(const Cuts *c, Reach *r, Node n, uint32_t from, double width)
{
	Reached new = {n, from, width, false};
	uint32_t i;

	for (i = 0; i < r->all.n; i++) {
		Reached *old = &r->all.at[i];

		if (old->node.kind != n.kind || old->node.value != n.value ||
		    (n.kind != AT_DEF && old->node.block != n.block))
			continue;
		if (!old->done && old->width < width)
			*old = new;
		return;
	}
	VEC_PUSH(c->m->arena, r->all, new);
}

static double
least(double a, double b)
{
	return a < b ? a : b;
}

/* Is value V one that may share a register with another? */
static bool
shares(const Cuts *c, uint32_t v)
{
	const SsaValue *value = &c->m->x->values[v];

	return value->inserted || value->parts;
}

/* From the head of a block, or a definition, to its end, or to what overwrites
 * the value. */
static void
expand_inside(const Cuts *c, Reach *r, uint32_t at, Reached here)
{
	const Facts *x = c->m->x;
	double width = least(here.width, x->freq[here.node.block]);
	Node n = {AT_END, here.node.value, here.node.block};
	uint32_t k;

	if (bits_has(x->live_out + (size_t)n.block * x->words, n.value))
		reach_add(c, r, n, at, width);
	for (k = 0; k < c->m->ties.n; k++) {
		const TieStep *tie = &c->m->ties.at[k];

		if (tie->from == n.value && tie->block == n.block &&
		    !shares(c, tie->to))
			reach_add(c, r, (Node){AT_DEF, tie->to, n.block}, at,
				  width);
	}
}

static void
expand_edges(const Cuts *c, Reach *r, uint32_t at, Reached here)
{
	uint32_t k;

	for (k = 0; k < c->m->edges.n; k++) {
		const EdgeStep *e = &c->m->edges.at[k];

		if (e->from == here.node.block && e->value == here.node.value &&
		    !shares(c, e->name))
			reach_add(c, r, (Node){AT_HEAD, e->name, e->to}, at,
				  least(here.width, e->weight));
	}
}

/* All that START leads to, each by its widest way. */
static Reach
reach_find(const Cuts *c, Node start)
{
	Reach r = {0};
	uint32_t best, i;

	reach_add(c, &r, start, NONE, 1e30);
	while (true) { /* one more is done each time */
		best = NONE;
		for (i = 0; i < r.all.n; i++)
			if (!r.all.at[i].done &&
			    (best == NONE ||
			     r.all.at[i].width > r.all.at[best].width))
				best = i;
		if (best == NONE)
			return r;
		r.all.at[best].done = true;
		if (r.all.at[best].node.kind == AT_END)
			expand_edges(c, &r, best, r.all.at[best]);
		else
			expand_inside(c, &r, best, r.all.at[best]);
	}
}

static uint32_t
reach_has(const Reach *r, Node n)
{
	uint32_t i;

	for (i = 0; i < r->all.n; i++)
		if (r->all.at[i].node.kind == n.kind &&
		    r->all.at[i].node.value == n.value &&
		    (n.kind == AT_DEF || r->all.at[i].node.block == n.block))
			return i;
	return NONE;
}

/* Terms: what comes into registers for V at the instructions from FIRST up to
 * END. */
static void
gaps_add(const Cuts *c, uint32_t v, InsnId first, InsnId end)
{
	InsnId i;

	for (i = first; i < end; i++)
		lp_once(c->m->lp,
			c->m->gap_move[(size_t)i * c->m->nvalues + v]);
}

/* The first instruction behind which N, no end, stands. */
static InsnId
node_first(const Cuts *c, Node n)
{
	const Facts *x = c->m->x;

	return n.kind == AT_DEF ? x->values[n.value].def + 1
				: x->f->blocks.at[n.block].first;
}

static void
edge_add(const Cuts *c, Node from, Node to)
{
	uint32_t k;

	for (k = 0; k < c->m->edges.n; k++) {
		const EdgeStep *e = &c->m->edges.at[k];

		if (e->from == from.block && e->to == to.block &&
		    e->value == from.value && e->name == to.value)
			lp_once(c->m->lp, e->brought);
	}
}

/* Terms: all that may move on the way to number AT. */
static void
way_add(const Cuts *c, const Reach *r, uint32_t at)
{
	const Facts *x = c->m->x;

	for (; r->all.at[at].from != NONE; at = r->all.at[at].from) {
		Node to = r->all.at[at].node;
		Node from = r->all.at[r->all.at[at].from].node;

		if (to.kind == AT_HEAD)
			edge_add(c, from, to);
		else
			gaps_add(c, from.value, node_first(c, from),
				 to.kind == AT_END
					 ? x->f->blocks.at[to.block].end
					 : x->values[to.value].def + 1);
	}
}

static void
held_subtract(const Cuts *c, const uint32_t *where, uint32_t v)
{
	uint32_t g;

	for (g = 0; g < c->m->ngroups; g++)
		lp_term(c->m->lp, -1, where[at(c->m, v, g)]);
}

/* D is defined where A lives, in the block of START, at WHERE; D may become A
 * on a way back to there. */
static void
circle_cut(const Cuts *c, const Reach *r, Node start, uint32_t a,
	   const uint32_t *where)
{
	const Facts *x = c->m->x;
	bool inside = start.kind == AT_DEF &&
		      !bits_has(x->live + (size_t)start.block * x->words, a) &&
		      x->role[x->values[a].def] != ROLE_PHI;
	Node goal = {inside ? AT_DEF : AT_HEAD, a, start.block};
	uint32_t to = reach_has(r, goal);

	if (to == NONE)
		return;
	lp_row(c->m->lp, 0);
	way_add(c, r, to);
	if (start.kind == AT_DEF)
		gaps_add(c, a, node_first(c, goal),
			 x->values[start.value].def + 1);
	held_subtract(c, where, a);
}

/* For each value that lives where D begins, WHERE that is known. */
static void
circles_cut(const Cuts *c, uint32_t d)
{
	const Facts *x = c->m->x;
	InsnId i = x->values[d].def;
	BlockId b = x->values[d].block;
	bool phi = x->role[i] == ROLE_PHI;
	Node start = {phi ? AT_HEAD : AT_DEF, d, b};
	const uint32_t *where = phi ? c->m->head[b] : c->m->behind[i];
	Reach r;
	uint32_t a;

	if (!where || shares(c, d))
		return;
	r = reach_find(c, start);
	for (a = 0; a < c->m->nvalues; a++)
		if (a != d && web_of(c, a) == web_of(c, d) && !shares(c, a))
			circle_cut(c, &r, start, a, where);
}

/* A and D, of which both live at the end of a block, become one on two ways. */
static void
fork_cut(const Cuts *c, const Reach *ra, const Reach *rd)
{
	uint32_t i, k, from_a = NONE, from_d = NONE;
	double width = 0;
	Node n;

	for (i = 0; i < ra->all.n; i++) {
		n = ra->all.at[i].node;
		k = n.kind == AT_HEAD ? reach_has(rd, n) : NONE;
		if (k == NONE ||
		    least(ra->all.at[i].width, rd->all.at[k].width) <= width)
			continue;
		width = least(ra->all.at[i].width, rd->all.at[k].width);
		from_a = i;
		from_d = k;
	}
	if (from_a == NONE)
		return;
	n = ra->all.at[from_a].node;
	lp_row(c->m->lp, 0);
	way_add(c, ra, from_a);
	way_add(c, rd, from_d);
	held_subtract(c, c->m->head[n.block], n.value);
}

static void
forks_cut(const Cuts *c, BlockId b)
{
	const Facts *x = c->m->x;
	const uint64_t *live = x->live_out + (size_t)b * x->words;
	Reach *reach = ARENA_NEW(c->m->arena, Reach, c->m->nvalues + 1);
	uint32_t a, d;

	for (a = 0; a < c->m->nvalues; a++)
		if (bits_has(live, a) && !shares(c, a))
			reach[a] = reach_find(c, (Node){AT_END, a, b});
	for (a = 0; a < c->m->nvalues; a++)
		for (d = a + 1; d < c->m->nvalues; d++)
			if (reach[a].all.n && reach[d].all.n &&
			    web_of(c, a) == web_of(c, d))
				fork_cut(c, &reach[a], &reach[d]);
}

void
model_cuts(Model *m)
{
	Cuts c = {m, ARENA_NEW(m->arena, uint32_t, m->nvalues + 1)};
	const Func *f = m->x->f;
	uint32_t v, k;
	BlockId b;

	for (v = 0; v < m->nvalues; v++)
		c.web[v] = v;
	for (k = 0; k < m->edges.n; k++)
		c.web[web_of(&c, m->edges.at[k].value)] =
			web_of(&c, m->edges.at[k].name);
	for (k = 0; k < m->ties.n; k++)
		c.web[web_of(&c, m->ties.at[k].from)] =
			web_of(&c, m->ties.at[k].to);
	for (v = 0; v < m->nvalues; v++)
		if (!m->x->values[v].undef)
			circles_cut(&c, v);
	for (b = 0; b < f->blocks.n; b++)
		if (f->blocks.at[b].succs.end - f->blocks.at[b].succs.start > 1)
			forks_cut(&c, b);
}
