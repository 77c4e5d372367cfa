/*
 * Rows for edges: what is in a register at the end of a block may be there at
 * the head of the next one, under the name of a PHI, too, but two names of one
 * value want two registers.
 */
#include "model.h"

typedef struct {
	BlockId from, to;
	double weight;
} Edge;

/* What the PHI I of block e->to reads on the edge; NONE: nothing. */
static uint32_t
phi_source(const Model *m, InsnId i, const Edge *e)
{
	const Func *f = m->x->f;
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);
	uint32_t k, v;

	for (k = 1; k + 1 < insn->nopnds; k += 2)
		if (o[k + 1].val == e->from) {
			v = facts_value(m->x, &o[k]);
			return v == NONE || m->x->values[v].undef ? NONE : v;
		}
	return NONE;
}

/* Rows: TARGETS together are in as many registers of each group as FROM says,
 * and as are COMING for each of them. */
static void
names_row(Model *m, const Edge *e, const uint32_t *from,
	  const uint32_t *targets, const uint32_t *coming, uint32_t n)
{
	uint32_t g, k;

	for (g = 0; g < m->ngroups; g++) {
		lp_row(m->lp, 0);
		lp_term(m->lp, 1, from[g]);
		for (k = 0; k < n; k++) {
			lp_term(m->lp, 1, coming[k * m->ngroups + g]);
			lp_term(m->lp, -1,
				m->head[e->to][at(m, targets[k], g)]);
		}
	}
}

/* Value S at the end of the edge's block becomes TARGETS at the head of the
 * next. */
static void
edge_value(Model *m, const Edge *e, uint32_t s, const uint32_t *targets,
	   uint32_t n)
{
	const uint32_t *from = m->end[e->from] + at(m, s, 0);
	uint32_t *coming = ARENA_NEW(m->arena, uint32_t, n * m->ngroups);
	Coming c = {e->weight,
		    site_edge(m, e->from, e->to),
		    m->mem_end[e->from][s],
		    m->end_held[e->from][s],
		    NOVAR,
		    m->x->values[s].constant};
	uint32_t k, g;

	m->block = e->to;
	for (k = 0; k < n; k++) {
		EdgeStep step = {e->from,    e->to,	s,
				 targets[k], e->weight, NOVAR};

		c.held = m->head_held[e->to][targets[k]];
		step.brought = model_bring(m, targets[k], from, c);
		VEC_PUSH(m->arena, m->edges, step);

		for (g = 0; g < m->ngroups; g++)
			coming[k * m->ngroups + g] = lp_free(m->lp);
		lp_row(m->lp, 0);
		lp_term(m->lp, 1, step.brought);
		for (g = 0; g < m->ngroups; g++)
			lp_term(m->lp, -1, coming[k * m->ngroups + g]);
	}
	/* Names of parts need no registers of their own. */
	for (k = 0; m->x->values[s].parts && k < n; k++)
		names_row(m, e, from, targets + k, coming + k * m->ngroups, 1);
	if (!m->x->values[s].parts)
		names_row(m, e, from, targets, coming, n);
}

/* The slot of S becomes that of T, or T is stored. */
static void
edge_slot(Model *m, const Edge *e, uint32_t s, uint32_t t)
{
	const SsaValue *value = &m->x->values[s];
	Lp *lp = m->lp;
	uint32_t store, g;

	if (m->mem_head[e->to][t] == NOVAR)
		return;
	store = lp_priced(lp, 2 * e->weight, "store", name_of(m, t),
			  site_edge(m, e->from, e->to));
	lp_row(lp, 0);
	lp_term(lp, 1, store);
	lp_term(lp, 1, m->mem_end[e->from][s]);
	lp_term(lp, -1, m->mem_head[e->to][t]);
	if (value->constant)
		return;
	lp_row(lp, 0);
	for (g = 0; g < m->ngroups; g++)
		lp_term(lp, 1, m->end[e->from][at(m, s, g)]);
	lp_term(lp, -1, store);
}

/* All that S is called behind the edge; how many names. */
static uint32_t
names_find(const Model *m, const Edge *e, uint32_t s, uint32_t *names)
{
	const Facts *x = m->x;
	const Func *f = x->f;
	const Block *to = &f->blocks.at[e->to];
	uint32_t n = 0, r;
	InsnId i;

	if (bits_has(x->live + (size_t)e->to * x->words, s))
		names[n++] = s;
	for (i = to->first; i < to->end; i++) {
		if (x->role[i] != ROLE_PHI || phi_source(m, i, e) != s)
			continue;
		r = facts_value(x, insn_opnds(f, func_insn(f, i)));
		if (x->values[r].reads)
			names[n++] = r;
	}
	return n;
}

static void
model_edge(Model *m, const Edge *e)
{
	uint32_t *names = ARENA_NEW(m->arena, uint32_t, m->nvalues + 1);
	uint32_t s, n, k;

	for (s = 0; s < m->nvalues; s++) {
		n = names_find(m, e, s, names);
		if (!n)
			continue;
		edge_value(m, e, s, names, n);
		for (k = 0; k < n; k++)
			edge_slot(m, e, s, names[k]);
	}
}

/* How often the edges from block B to successor number K and to the same block
 * are gone; 0: an earlier one is one of them. */
static double
edge_weight(const Model *m, BlockId b, uint32_t k)
{
	const Func *f = m->x->f;
	Slice s = f->blocks.at[b].succs;
	BlockId to = f->succs.at[k].block;
	double sum = 0, here = 0, p;
	uint32_t i;

	for (i = s.start; i < s.end; i++) {
		p = f->succs.at[i].prob == UINT32_MAX
			    ? 1
			    : (double)f->succs.at[i].prob;
		sum += p;
		if (f->succs.at[i].block != to)
			continue;
		if (i < k)
			return 0;
		here += p;
	}
	return sum > 0 ? m->x->freq[b] * here / sum : 0;
}

void
model_edges(Model *m)
{
	const Func *f = m->x->f;
	BlockId b;
	uint32_t k;
	Edge e;

	for (b = 0; b < f->blocks.n; b++)
		for (k = f->blocks.at[b].succs.start;
		     k < f->blocks.at[b].succs.end; k++) {
			e = (Edge){b, f->succs.at[k].block,
				   edge_weight(m, b, k)};
			if (e.weight > 0)
				model_edge(m, &e);
		}
}
