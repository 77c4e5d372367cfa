/*
 * Rows for what an instruction overwrites: its result is where a source was,
 * unless sources change places, or it has a form that overwrites nothing, or a
 * load comes apart from it.
 */
#include "insn.h"

/* Has INSN a form that overwrites nothing?  Where the target's table does not
 * have its opcode, LLVM's flag says. */
static bool
converts(const Func *f, const Insn *insn)
{
	uint32_t k;

	for (k = 0; k < f->target->n_conversions; k++)
		if (f->target->conversions[k].from == insn->op)
			return insn_conversion(f, insn, 0);
	return insn_desc(f, insn)->flags & OP_THREE_ADDRESS;
}

/* May the definition D take any register, whatever is in that of S, which it
 * is tied to? */
static bool
is_loose(const Model *m, const This *t, uint32_t s, uint32_t d)
{
	const Facts *x = m->x;

	return s == NONE || x->values[s].undef || x->values[s].parts ||
	       x->values[d].parts || converts(x->f, t->insn);
}

/* Can what operand USE overwrites live on if a load comes apart from the
 * instruction, to be overwritten in its place?  *PRICE: what that costs, as a
 * load without an address in registers counts as a constant. */
static bool
unfolds(const Model *m, const This *t, uint32_t use, double *price)
{
	const Facts *x = m->x;
	const Target *target = x->f->target;
	Slice loads = target_folds_to(target, t->insn->op);
	const SpillRule *rule =
		func_spill(x->f, x->f->vregs.at[t->o[use].val].cls, 0);
	bool any = false;
	uint32_t k;

	for (; loads.start < loads.end; loads.start++) {
		const FoldRule *r =
			&target->folds[target->folds_to[loads.start]];

		any |= target_desc(target, r->from)->flags & OP_COMMUTABLE;
	}
	*price = rule && target_desc(target, target->recipes[rule->load].op)
						 ->flags &
					 OP_REMATERIALIZABLE
			 ? m->weight / 2
			 : 0;
	for (k = 0; k < t->insn->nopnds; k++)
		if (k != use && facts_value(x, &t->o[k]) != NONE &&
		    opnd_reads(&t->o[k]))
			*price = 0;
	return any;
}

/* How much of S, in group G before the instruction, it overwrites. */
static uint32_t
overwritten(Model *m, const This *t, uint32_t s, uint32_t g)
{
	uint32_t gone, behind;

	if (m->in[at(m, s, g)] == NOVAR)
		return NOVAR;
	gone = lp_free(m->lp);
	behind = bits_has(t->behind, s) ? m->now[at(m, s, g)] : NOVAR;
	lp_row(m->lp, 0);
	lp_term(m->lp, 1, m->in[at(m, s, g)]);
	lp_term(m->lp, -1, gone);
	lp_term(m->lp, -1, behind);
	return gone;
}

/* The other operand that may be overwritten in place of operand USE; 0. */
static uint32_t
other_source(const Model *m, const This *t, uint32_t use, uint32_t k)
{
	const Func *f = m->x->f;
	Commutation how;

	if (k >= t->insn->nopnds || !opnd_is_reg(&t->o[k]) ||
	    t->o[k].flags & (OPND_DEF | OPND_IMPLICIT) || k == use)
		return 0;
	if (insn_commutation(f, t->insn, k, &how))
		return k;
	return k == use + 1 && insn_desc(f, t->insn)->flags & OP_COMMUTABLE ? k
									    : 0;
}

void
insn_tie(Model *m, const This *t, uint32_t use, uint32_t d)
{
	uint32_t sources[COMMUTE_LAST + 1], n = 0, k, g, s;
	TieStep step = {m->block, facts_value(m->x, &t->o[use]), d};
	double price;
	bool apart;

	sources[n++] = step.from;
	for (k = 2; k <= COMMUTE_LAST; k++) {
		s = other_source(m, t, use, k) ? facts_value(m->x, &t->o[k])
					       : sources[0];
		if (s != sources[0] && (n < 2 || s != sources[1]))
			sources[n++] = s;
	}
	for (k = 0; k < n; k++)
		if (is_loose(m, t, sources[k], d))
			return;
	apart = unfolds(m, t, use, &price);
	if (apart && price == 0)
		return;
	if (n == 1 && !apart)
		VEC_PUSH(m->arena, m->ties, step);
	for (g = 0; g < m->ngroups; g++) {
		uint32_t here = m->now[at(m, d, g)];
		uint32_t from[COMMUTE_LAST + 1];

		if (here == NOVAR)
			continue;
		for (k = 0; k < n; k++)
			from[k] = overwritten(m, t, sources[k], g);
		lp_row(m->lp, 0);
		lp_term(m->lp, -1, here);
		for (k = 0; k < n; k++)
			lp_term(m->lp, 1, from[k]);
		if (apart)
			lp_term(m->lp, 1,
				lp_constant(m->lp, price, "apart",
					    name_of(m, d), site_insn(m, t->i)));
	}
}

uint32_t
insn_tied_use(const This *t, uint32_t k, bool insert)
{
	uint32_t u;

	if (insert)
		return t->o[1].kind == OPND_VREG ? 1 : NONE;
	for (u = 0; u < t->insn->nopnds; u++)
		if (!(t->o[u].flags & OPND_DEF) && t->o[u].tied == k &&
		    t->o[u].kind == OPND_VREG)
			return u;
	return NONE;
}

void
insn_tie_early(Model *m, const This *t, uint32_t use)
{
	uint32_t s = facts_value(m->x, &t->o[use]), k, g;

	for (k = 0; k < t->insn->nopnds; k++) {
		if (k == use || t->folds || s == NONE ||
		    !insn_reads(m, t, k, s) || t->o[k].tied != TIED_NONE)
			continue;
		lp_row(m->lp, 2);
		for (g = 0; g < m->ngroups; g++)
			lp_term(m->lp, 1, m->in[at(m, s, g)]);
	}
}
