/*
 * Rows for one instruction: what may come into registers before it, what it
 * reads, overwrites, clobbers and defines.
 */
#include "insn.h"

static bool
reads_any(const Model *m, const This *t, uint32_t v)
{
	uint32_t k;

	for (k = 0; k < t->insn->nopnds; k++)
		if (insn_reads(m, t, k, v))
			return true;
	return false;
}

/* May operand K be in group G, by the class that the opcode asks for? */
static bool
admits(const Model *m, const This *t, uint32_t k, uint32_t v, uint32_t g)
{
	const Facts *x = m->x;
	const Operand *o = &t->o[k];
	Slice d = insn_desc(x->f, t->insn)->opnds;
	ClassId cls = x->f->vregs.at[o->val].cls;
	uint32_t c;

	if (!(m->take[at(m, v, g)] > 0))
		return false;
	if (o->sub)
		return true;
	if (d.start + k < d.end &&
	    x->f->target->opnd_descs[d.start + k].cls != CLASS_NONE)
		cls = x->f->target->opnd_descs[d.start + k].cls;
	else if (!(o->flags & OPND_IMPLICIT) && x->role[t->i] != ROLE_PLAIN)
		return true;
	c = places_class(&x->places, cls);
	return c == NONE || x->places.members[c * m->ngroups + g];
}

/* V may come into registers before the instruction: m->now becomes new
 * variables. */
static void
gap_value(Model *m, const This *t, uint32_t v)
{
	bool read = reads_any(m, t, v); /* loads can wait until then */
	Lp *lp = m->lp;
	uint32_t held = lp_free(lp);
	Coming c = {m->weight,
		    site_insn(m, t->i),
		    read ? m->mem[v] : NOVAR,
		    m->held[v],
		    held,
		    read && m->x->values[v].constant};
	uint32_t brought = model_bring(m, v, m->now + at(m, v, 0), c);
	uint32_t g, here, comes, *sum;

	sum = ARENA_NEW(m->arena, uint32_t, m->ngroups);
	for (g = 0; g < m->ngroups; g++) {
		sum[g] = NOVAR;
		if (!(m->take[at(m, v, g)] > 0) || !is_open(t->phys_in, g, v)) {
			m->now[at(m, v, g)] = NOVAR;
			continue;
		}
		here = lp_free(lp);
		comes = lp_free(lp);
		lp_row(lp, 0);
		lp_term(lp, 1, m->now[at(m, v, g)]);
		lp_term(lp, 1, comes);
		lp_term(lp, -1, here);
		m->now[at(m, v, g)] = here;
		sum[g] = comes;
	}
	lp_row(lp, 0);
	lp_term(lp, 1, brought);
	for (g = 0; g < m->ngroups; g++)
		lp_term(lp, -1, sum[g]);
	m->gap_move[(size_t)t->i * m->nvalues + v] = brought;
	m->held[v] = model_held(m, v, m->now, held);
}

static bool
is_event(const Model *m, const This *t)
{
	uint32_t k;

	for (k = 0; k < t->insn->nopnds; k++)
		if (t->o[k].kind == OPND_MASK ||
		    (t->o[k].flags & OPND_DEF &&
		     (facts_value(m->x, &t->o[k]) != NONE ||
		      (t->o[k].kind == OPND_REG &&
		       places_group(&m->x->places, (RegId)t->o[k].val) !=
			       NONE))))
			return true;
	return false;
}

/* Before the instruction: what comes, what there is room for. */
static void
before_model(Model *m, const This *t)
{
	bool any = false;
	uint32_t v;

	for (v = 0; v < m->nvalues; v++)
		if (bits_has(m->live, v) && (t->event || reads_any(m, t, v))) {
			gap_value(m, t, v);
			any = true;
		}
	if (any)
		model_capacity(m, m->now, m->live, t->phys_in);
	for (v = 0; v < m->nvalues * m->ngroups; v++)
		m->in[v] = m->now[v];
}

/* A use of V's slot in place of a register; NOVAR: there is none. */
static uint32_t
slot_use(Model *m, const This *t, uint32_t v)
{
	uint32_t use;

	if (!t->folds || (m->mem[v] == NOVAR && !m->x->values[v].constant))
		return NOVAR;
	use = lp_priced(m->lp, 2 * m->weight, "slot", name_of(m, v),
			site_insn(m, t->i));
	if (m->mem[v] != NOVAR) {
		lp_row(m->lp, 0);
		lp_term(m->lp, 1, m->mem[v]);
		lp_term(m->lp, -1, use);
	}
	return use;
}

/* Operand K reads V from a register, or from memory. */
static void
read_model(Model *m, const This *t, uint32_t k, uint32_t v)
{
	uint32_t slot = slot_use(m, t, v), g;

	if (m->x->values[v].loads && t->folds &&
	    (m->x->values[v].constant || m->x->values[v].reads == 1))
		return; /* an operand does what the load did */
	lp_row(m->lp, 1);
	lp_term(m->lp, 1, m->held[v]);
	lp_term(m->lp, 1, slot);
	if (v == t->tied_value)
		lp_term(m->lp, 1, t->tied_slot);
	lp_row(m->lp, 1);
	for (g = 0; g < m->ngroups; g++)
		if (admits(m, t, k, v, g))
			lp_term(m->lp, 1, m->in[at(m, v, g)]);
	lp_term(m->lp, 1, slot);
	if (v == t->tied_value)
		lp_term(m->lp, 1, t->tied_slot);
}

/* Behind the instruction: V, which lives on and may leave registers to what it
 * defines if it is read. */
static void
through_value(Model *m, const This *t, uint32_t v)
{
	const Places *p = &m->x->places;
	bool read = reads_any(m, t, v), changed = read;
	uint32_t g, k, old;

	for (g = 0; g < m->ngroups; g++) {
		old = m->now[at(m, v, g)];
		if (old == NOVAR)
			continue;
		if (!is_open(t->phys_out, g, v))
			m->now[at(m, v, g)] = NOVAR;
		for (k = 0; k < t->insn->nopnds; k++)
			if (t->o[k].kind == OPND_MASK &&
			    !p->kept[t->o[k].val * m->ngroups + g])
				m->now[at(m, v, g)] = NOVAR;
		changed |= m->now[at(m, v, g)] == NOVAR;
		if (m->now[at(m, v, g)] == NOVAR || !read)
			continue;
		m->now[at(m, v, g)] = lp_free(m->lp);
		lp_row(m->lp, 0);
		lp_term(m->lp, 1, old);
		lp_term(m->lp, -1, m->now[at(m, v, g)]);
	}
	if (changed)
		m->held[v] = model_held(m, v, m->now, m->held[v]);
}

static void
through_model(Model *m, const This *t)
{
	uint32_t v, g;

	for (v = 0; v < m->nvalues; v++)
		if (bits_has(t->behind, v) && bits_has(m->live, v)) {
			through_value(m, t, v);
		} else {
			for (g = 0; g < m->ngroups; g++)
				m->now[at(m, v, g)] = NOVAR;
			m->held[v] = NOVAR;
		}
}

/* Where definition K may put value D: new variables. */
static void
def_places(Model *m, const This *t, uint32_t k, uint32_t d)
{
	uint32_t g, only = NONE;

	if (m->x->role[t->i] == ROLE_IN)
		only = places_group(&m->x->places, (RegId)t->o[1].val);
	for (g = 0; g < m->ngroups; g++)
		if ((only == NONE || g == only) && admits(m, t, k, d, g) &&
		    is_open(t->phys_out, g, d))
			m->now[at(m, d, g)] = lp_free(m->lp);
}

/* A load that counts as a constant is there once, in a register: unless its
 * only reader does it, as far as this tells. */
static void
paid_model(Model *m, const This *t, uint32_t d)
{
	uint32_t paid = lp_constant(m->lp, m->weight / 2, "paid", name_of(m, d),
				    site_insn(m, t->i)),
		 g;

	lp_row(m->lp, m->x->values[d].reads > 1);
	lp_term(m->lp, 1, paid);
	if (m->x->values[d].reads > 1)
		return;
	for (g = 0; g < m->ngroups; g++)
		lp_term(m->lp, -1, m->now[at(m, d, g)]);
}

/* Value D is copied from a reserved register, which will not keep it. */
static void
from_model(Model *m, const This *t, uint32_t d)
{
	uint32_t g;

	if (t->o[1].kind != OPND_REG || !insn_is(m->x->f, t->insn, WK_COPY) ||
	    !facts_outlives(m->x, t->i))
		return;
	lp_row(m->lp, 0);
	lp_term(m->lp, 1,
		lp_priced(m->lp, m->weight, "copy", name_of(m, d),
			  site_insn(m, t->i)));
	for (g = 0; g < m->ngroups; g++)
		lp_term(m->lp, -1, m->now[at(m, d, g)]);
}

/* Value D is defined, in registers or in its slot. */
static void
def_model(Model *m, const This *t, uint32_t k, uint32_t d)
{
	const SsaValue *value = &m->x->values[d];
	Lp *lp = m->lp;
	uint32_t g, again;

	def_places(m, t, k, d);
	m->held[d] = model_held(m, d, m->now, NOVAR);
	if (m->x->role[t->i] == ROLE_LOOSE)
		from_model(m, t, d);
	if (value->constant) {
		again = lp_constant(lp, m->weight / 2, "computed",
				    name_of(m, d), site_insn(m, t->i));
		lp_row(lp, 0);
		lp_term(lp, 1, again);
		for (g = 0; g < m->ngroups; g++)
			lp_term(lp, -1, m->now[at(m, d, g)]);
		return;
	}
	if (value->paid)
		paid_model(m, t, d);
	m->mem[d] = lp_priced(lp, 2 * m->weight, "store", name_of(m, d),
			      site_insn(m, t->i));
	lp_row(lp, m->x->role[t->i] == ROLE_PLAIN &&
			   !(value->loads && value->reads == 1));
	for (g = 0; g < m->ngroups; g++)
		lp_term(lp, 1, m->now[at(m, d, g)]);
	if (t->folds || m->x->role[t->i] != ROLE_PLAIN)
		lp_term(lp, 1, m->mem[d]);
	if (t->tied_def == d)
		lp_term(lp, 1, t->tied_slot);
	lp_row(lp, -1);
	for (g = 0; g < m->ngroups; g++)
		lp_term(lp, -1, m->now[at(m, d, g)]);
}

/* The instruction may change a slot where it is: a read and a definition at the
 * price of one. */
static void
slot_model(Model *m, This *t)
{
	const Facts *x = m->x;
	uint32_t k, u, s, d;

	for (k = 0; k < t->insn->nopnds && t->folds; k++) {
		d = facts_value(m->x, &t->o[k]);
		if (!(t->o[k].flags & OPND_DEF) || d == NONE)
			continue;
		u = insn_tied_use(t, k, x->role[t->i] == ROLE_INSERT);
		s = u == NONE ? NONE : facts_value(m->x, &t->o[u]);
		if (s == NONE || m->mem[s] == NOVAR)
			continue;
		t->tied_slot = slot_use(m, t, s);
		t->tied_value = s;
		t->tied_def = d;
	}
}

/* The one group that operand K must be in; NONE: its class says. */
static uint32_t
fixed_group(const Model *m, const This *t, uint32_t k)
{
	uint32_t def = m->x->role[t->i] == ROLE_OUT ? 0 : t->o[k].tied;

	if (def >= t->insn->nopnds || t->o[def].kind != OPND_REG)
		return NONE;
	return places_group(&m->x->places, (RegId)t->o[def].val);
}

/* A copy into a reserved register, in which the value cannot stay. */
static void
into_model(Model *m, const This *t)
{
	const Facts *x = m->x;
	uint32_t v = facts_value(x, &t->o[1]), copy;
	Coming c = {m->weight, site_insn(m, t->i),   m->mem[v], NOVAR,
		    NOVAR,     x->values[v].constant};

	if (x->values[v].undef || !facts_outlives(x, t->i))
		return;
	copy = model_bring(m, v, m->in + at(m, v, 0), c);
	lp_row(m->lp, 1);
	lp_term(m->lp, 1, copy);
}

static void
reads_model(Model *m, const This *t)
{
	const Facts *x = m->x;
	uint32_t k, v, g;

	if (x->role[t->i] == ROLE_INTO)
		into_model(m, t);
	if (x->role[t->i] == ROLE_LOOSE || x->role[t->i] == ROLE_INTO)
		return;
	for (k = 0; k < t->insn->nopnds; k++) {
		v = facts_value(x, &t->o[k]);
		if (v == NONE || !opnd_reads(&t->o[k]) || x->values[v].undef)
			continue;
		if (x->role[t->i] == ROLE_INSERT && k == 2)
			continue;
		g = fixed_group(m, t, k);
		if (g == NONE)
			read_model(m, t, k, v);
		else if (m->in[at(m, v, g)] != NOVAR) {
			lp_row(m->lp, 1);
			lp_term(m->lp, 1, m->in[at(m, v, g)]);
			lp_row(m->lp, 1);
			lp_term(m->lp, 1, m->held[v]);
		}
	}
}

/* Is the instruction there for a register that it names, too? */
static bool
writes_named(const This *t)
{
	uint32_t k;

	for (k = 0; k < t->insn->nopnds; k++)
		if (t->o[k].kind == OPND_REG && t->o[k].flags & OPND_DEF &&
		    !(t->o[k].flags & OPND_DEAD))
			return true;
	return false;
}

static void
defs_model(Model *m, const This *t)
{
	const Facts *x = m->x;
	uint32_t k, d, u;

	for (k = 0; k < t->insn->nopnds; k++) {
		d = facts_value(x, &t->o[k]);
		if (!(t->o[k].flags & OPND_DEF) || d == NONE ||
		    x->values[d].undef ||
		    (!x->values[d].reads && !writes_named(t)))
			continue;
		def_model(m, t, k, d);
		u = insn_tied_use(t, k, x->role[t->i] == ROLE_INSERT);
		if (u != NONE && t->o[k].flags & OPND_EARLY)
			insn_tie_early(m, t, u);
		if (u != NONE)
			insn_tie(m, t, u, d);
		if (t->tied_def == d && t->tied_slot != NOVAR) {
			uint32_t slot = lp_free(m->lp);

			lp_row(m->lp, 0);
			lp_term(m->lp, 1, m->mem[d]);
			lp_term(m->lp, 1, t->tied_slot);
			lp_term(m->lp, -1, slot);
			m->mem[d] = slot;
		}
	}
}

/* A constant in a register that the code names stays what it is. */
static void
fixed_model(Model *m, const This *t)
{
	lp_row(m->lp, 1);
	lp_term(m->lp, 1,
		lp_constant(m->lp, m->weight / 2, "fixed", 0,
			    site_insn(m, t->i)));
}

void
model_insn(Model *m, InsnId i, const uint64_t *behind)
{
	const Facts *x = m->x;
	const Insn *insn = func_insn(x->f, i);
	Slice folds = target_folds(x->f->target, insn->op);
	This t = {.i = i,
		  .insn = insn,
		  .o = insn_opnds(x->f, insn),
		  .phys_in = x->busy_in + (size_t)i * m->ngroups,
		  .phys_out = x->busy_out + (size_t)i * m->ngroups,
		  .behind = behind,
		  .folds = folds.start < folds.end ||
			   insn_is(x->f, insn, WK_INLINEASM) ||
			   insn_is(x->f, insn, WK_INLINEASM_BR),
		  .tied_slot = NOVAR,
		  .tied_value = NONE,
		  .tied_def = NONE};
	uint32_t k;

	if (x->role[i] == ROLE_UNDEF)
		return;
	if (x->role[i] == ROLE_PLAIN && facts_constant(x->f, insn) &&
	    t.o[0].kind == OPND_REG)
		fixed_model(m, &t);
	t.event = is_event(m, &t);
	before_model(m, &t);
	slot_model(m, &t);
	reads_model(m, &t);
	through_model(m, &t);
	defs_model(m, &t);
	if (t.event) {
		model_capacity(m, m->now, behind, t.phys_out);
		model_alive(m, behind);
		m->behind[i] = ARENA_NEW(m->arena, uint32_t,
					 m->nvalues * m->ngroups + 1);
		for (k = 0; k < m->nvalues * m->ngroups; k++)
			m->behind[i][k] = m->now[k];
	}
}
