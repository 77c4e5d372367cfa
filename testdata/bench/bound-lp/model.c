/*
 * The bound's linear program, block by block.
 *
 * A variable says in how many registers of a group a value is at a point
 * before or behind an instruction, another whether it is in its slot.  What is
 * gone may come back at a price: a copy from another register, a load, or by
 * being computed again.  Reads want their values in registers, or use slots;
 * groups have room for so many.  Which register of a group is not said: so it
 * is a lower bound, and for the same reason solutions may be fractions.
 */
#include "model.h"

uint32_t
model_held(Model *m, uint32_t v, Where where, uint32_t before)
{
	uint32_t held = lp_free(m->lp), g;

	lp_row(m->lp, 0);
	for (g = 0; g < m->ngroups; g++)
		lp_term(m->lp, 1, where[at(m, v, g)]);
	lp_term(m->lp, -1, held);
	lp_row(m->lp, -1);
	lp_term(m->lp, -1, held);
	if (before == NOVAR)
		return held;
	lp_row(m->lp, 0);
	lp_term(m->lp, 1, before);
	lp_term(m->lp, -1, held);
	return held;
}

/* Loads of V, and where it is computed again: in variables. */
static void
bring_price(Model *m, uint32_t v, const Coming *c, uint32_t *loads,
	    uint32_t *again)
{
	Lp *lp = m->lp;

	*loads = *again = NOVAR;
	if (c->mem != NOVAR) {
		*loads = lp_priced(lp, 2 * c->weight, "load", name_of(m, v),
				   c->site);
		lp_row(lp, 0);
		lp_term(lp, 1, c->mem);
		lp_term(lp, -1, *loads);
	}
	if (c->constant)
		*again = lp_constant(lp, c->weight / 2, "again", name_of(m, v),
				     c->site);
}

uint32_t
model_bring(Model *m, uint32_t v, const uint32_t *from, Coming c)
{
	Lp *lp = m->lp;
	uint32_t copies, loads, again, brought, g;

	copies = lp_priced(lp, c.weight, "copy", name_of(m, v), c.site);
	lp_row(lp, 0);
	for (g = 0; g < m->ngroups; g++)
		lp_term(lp, 1, from[g]);
	lp_term(lp, -1, copies);
	bring_price(m, v, &c, &loads, &again);
	if (c.held != NOVAR) {
		lp_row(lp, 0);
		lp_term(lp, 1, c.held_before);
		lp_term(lp, 1, loads);
		lp_term(lp, 1, again);
		lp_term(lp, -1, c.held);
	}
	if (loads == NOVAR && again == NOVAR)
		return copies;
	brought = lp_free(lp);
	lp_row(lp, 0);
	lp_term(lp, 1, copies);
	lp_term(lp, 1, loads);
	lp_term(lp, 1, again);
	lp_term(lp, -1, brought);
	return brought;
}

void
model_capacity(Model *m, Where where, const uint64_t *live,
	       const uint32_t *phys)
{
	uint32_t g, v, n;

	for (g = 0; g < m->ngroups; g++) {
		n = 0;
		for (v = 0; v < m->nvalues; v++)
			if (!bits_has(live, v))
				continue;
			else if (!is_open(phys, g, v))
				where[at(m, v, g)] = NOVAR;
			else
				n += where[at(m, v, g)] != NOVAR;
		if (n <= m->x->places.size[g] && n < 2)
			continue;
		lp_row(m->lp, -(double)m->x->places.size[g]);
		for (v = 0; v < m->nvalues; v++)
			if (bits_has(live, v) && !m->x->values[v].inserted)
				lp_term(m->lp, -m->take[at(m, v, g)],
					where[at(m, v, g)]);
	}
}

void
model_alive(Model *m, const uint64_t *live)
{
	uint32_t v;

	for (v = 0; v < m->nvalues; v++) {
		if (!bits_has(live, v) || m->x->values[v].constant ||
		    m->mem[v] == NOVAR)
			continue;
		lp_row(m->lp, 1);
		lp_term(m->lp, 1, m->mem[v]);
		lp_term(m->lp, 1, m->held[v]);
	}
}

/* By value and group: how much of a cell it takes there. */
static void
takes_find(Model *m)
{
	const Places *p = &m->x->places;
	uint32_t v, g, k;
	double take;

	m->take = ARENA_NEW(m->arena, double, m->nvalues * m->ngroups + 1);
	for (v = 0; v < m->nvalues; v++)
		for (g = 0; g < m->ngroups; g++)
			for (k = 0; k < p->nclasses; k++) {
				uint32_t n = p->wide[k * p->ngroups + g];
				double *old = &m->take[at(m, v, g)];

				if (!m->x->sizes[v * p->nclasses + k] || !n)
					continue;
				take = 1.0 / n;
				if (*old == 0 || take < *old)
					*old = take;
			}
}

static Where
where_new(Model *m)
{
	Where w = ARENA_NEW(m->arena, uint32_t, m->nvalues * m->ngroups + 1);
	uint32_t k;

	for (k = 0; k < m->nvalues * m->ngroups; k++)
		w[k] = NOVAR;
	return w;
}

static uint32_t *
slots_new(Model *m)
{
	uint32_t *s = ARENA_NEW(m->arena, uint32_t, m->nvalues + 1), v;

	for (v = 0; v < m->nvalues; v++)
		s[v] = NOVAR;
	return s;
}

/* At the head of the block V may be in any group, as the rows of edges say,
 * and in its slot, or be stored there. */
static void
head_value(Model *m, uint32_t v)
{
	const SsaValue *value = &m->x->values[v];
	const uint32_t *phys = m->x->busy_head + (size_t)m->block * m->ngroups;
	Lp *lp = m->lp;
	uint32_t g, store;

	for (g = 0; g < m->ngroups; g++)
		if (m->take[at(m, v, g)] > 0 && is_open(phys, g, v))
			m->now[at(m, v, g)] = lp_free(lp);
	m->held[v] = model_held(m, v, m->now, NOVAR);
	if (value->constant)
		return;
	m->mem_head[m->block][v] = lp_free(lp);
	m->mem[v] = lp_free(lp);
	store = lp_priced(lp, 2 * m->weight, "store", name_of(m, v),
			  site_edge(m, m->block, m->block));
	lp_row(lp, 0);
	lp_term(lp, 1, m->mem_head[m->block][v]);
	lp_term(lp, 1, store);
	lp_term(lp, -1, m->mem[v]);
	lp_row(lp, 0);
	lp_term(lp, 1, m->held[v]);
	lp_term(lp, -1, store);
}

/* What lives at the head of the block, results of PHIs included, into
 * m->live. */
static void
head_live(Model *m)
{
	const Facts *x = m->x;
	const Func *f = x->f;
	const Block *block = &f->blocks.at[m->block];
	uint32_t w, v;
	InsnId i;

	for (w = 0; w < x->words; w++)
		m->live[w] = x->live[(size_t)m->block * x->words + w];
	for (i = block->first; i < block->end; i++)
		if (x->role[i] == ROLE_PHI) {
			v = facts_value(x, insn_opnds(f, func_insn(f, i)));
			if (x->values[v].reads)
				bits_add(m->live, v);
		}
}

/* What lives behind each instruction of the block, rows of words. */
static uint64_t *
behind_find(const Model *m)
{
	const Facts *x = m->x;
	const Func *f = x->f;
	const Block *block = &f->blocks.at[m->block];
	uint32_t n = x->words, w, k, v, row;
	uint64_t *all, *live;
	InsnId i;

	all = ARENA_NEW(m->arena, uint64_t,
			(block->end - block->first + 1) * n);
	live = ARENA_NEW(m->arena, uint64_t, n);
	for (w = 0; w < n; w++)
		live[w] = x->live_out[(size_t)m->block * n + w];
	for (i = block->end; i-- > block->first;) {
		const Operand *o = insn_opnds(f, func_insn(f, i));

		row = i - block->first;
		for (w = 0; w < n; w++)
			all[row * n + w] = live[w];
		if (x->role[i] <= ROLE_PHI)
			continue;
		for (k = 0; k < func_insn(f, i)->nopnds; k++) {
			v = facts_value(x, &o[k]);
			if (v != NONE && o[k].flags & OPND_DEF)
				bits_del(live, v);
		}
		for (k = 0; k < func_insn(f, i)->nopnds; k++) {
			v = facts_value(x, &o[k]);
			if (v != NONE && opnd_reads(&o[k]) &&
			    !x->values[v].undef)
				bits_add(live, v);
		}
	}
	return all;
}

/* The head of block M->block: what can be where. */
static void
model_head(Model *m)
{
	const Facts *x = m->x;
	BlockId b = m->block;
	uint32_t v;

	m->now = where_new(m);
	m->mem = slots_new(m);
	m->held = slots_new(m);
	m->mem_head[b] = slots_new(m);
	m->head_held[b] = slots_new(m);
	head_live(m);
	for (v = 0; v < m->nvalues; v++)
		if (bits_has(m->live, v))
			head_value(m, v);
	model_capacity(m, m->now, m->live,
		       x->busy_head + (size_t)b * m->ngroups);
	model_alive(m, m->live);
	m->head[b] = where_new(m);
	for (v = 0; v < m->nvalues * m->ngroups; v++)
		m->head[b][v] = m->now[v];
	for (v = 0; v < m->nvalues; v++)
		m->head_held[b][v] = m->held[v];
}

static void
model_block(Model *m, BlockId b)
{
	const Facts *x = m->x;
	const Block *block = &x->f->blocks.at[b];
	uint64_t *behind;
	uint32_t w;
	InsnId i;

	m->block = b;
	m->weight = x->freq[b];
	model_head(m);
	behind = behind_find(m);
	for (i = block->first; i < block->end; i++) {
		uint64_t *next = behind + (size_t)(i - block->first) * x->words;

		if (x->role[i] <= ROLE_PHI)
			continue;
		model_insn(m, i, next);
		for (w = 0; w < x->words; w++)
			m->live[w] = next[w];
	}
	m->end[b] = m->now;
	m->mem_end[b] = m->mem;
	m->end_held[b] = m->held;
}

void
model_build(const Facts *x, Lp *lp, Arena *arena)
{
	Model m = {.x = x,
		   .lp = lp,
		   .arena = arena,
		   .ngroups = x->places.ngroups,
		   .nvalues = x->nvalues};
	size_t n = x->f->blocks.n, k;
	BlockId b;

	takes_find(&m);
	m.head = ARENA_NEW(arena, Where, n);
	m.end = ARENA_NEW(arena, Where, n);
	m.mem_head = ARENA_NEW(arena, uint32_t *, n);
	m.mem_end = ARENA_NEW(arena, uint32_t *, n);
	m.head_held = ARENA_NEW(arena, uint32_t *, n);
	m.end_held = ARENA_NEW(arena, uint32_t *, n);
	m.live = ARENA_NEW(arena, uint64_t, x->words);
	m.in = where_new(&m);
	m.behind = ARENA_NEW(arena, Where, x->f->insns.n + 1);
	n = (size_t)x->f->insns.n * m.nvalues + 1;
	m.gap_move = ARENA_NEW(arena, uint32_t, n);
	for (k = 0; k < n; k++)
		m.gap_move[k] = NOVAR;
	for (b = 0; b < x->f->blocks.n; b++)
		model_block(&m, b);
	model_edges(&m);
	model_cuts(&m);
}
