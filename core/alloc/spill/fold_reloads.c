/*
 * Registers given back: an interval that was loaded for one instruction, or for
 * as many as there are loads, and whose instructions all have a form that uses
 * the slot, does not need its register.
 *
 * After the scan, for then it is known which parts of an origin are in memory.
 * What an interval costs in its register, loads, stores and copies by
 * frequency, is compared with what it would cost in the slot.
 */
#include "core/alloc/spill/fold.h"
#include "core/alloc/spill/spill.h"

enum { OCCURRENCES_MAX = 32 };

/* What an interval costs, twice per copy as far as others are in memory. */
typedef struct {
	float reg, memory;
	bool loads; /* some edit loads or stores it */
} IntervalCost;

/* A copy to or from what is in OTHER (0: in memory), by an interval in REG. */
static void
cost_copy(IntervalCost *cost, RegId reg, RegId other, float price)
{
	if (!other)
		cost->reg += 2 * price;
	else if (other != reg)
		cost->reg += price;
	if (other)
		cost->memory += 2 * price;
}

/* Edit occurrence M of an interval in REG; false: it must have a register. */
static bool
cost_edit(const Scan *s, const IntervalOccurrence *m, RegId reg, float price,
	  IntervalCost *cost)
{
	const Edit *e = &s->edits.at[m->ref];
	VregId other = m->flags & OCC_WRITE ? e->src : e->dst;

	if (e->kind == EDIT_REMAT)
		return false;
	if (e->kind == EDIT_NONE)
		return true;
	if (other == NONE || s->intervals.at[other].stage == STAGE_MEMORY) {
		cost->loads = true;
		cost_copy(cost, reg, 0, price);
		return true;
	}
	cost_copy(cost, reg, s->regs.at[other], price);
	return true;
}

/* A COPY of the function, occurrence M of interval V. */
static bool
cost_insn_copy(const Scan *s, VregId v, const IntervalOccurrence *m, RegId reg,
	       float price, IntervalCost *cost)
{
	const Operand *o = insn_opnds(s->f, func_insn(s->f, m->insn));
	const Operand *other = &o[o[0].kind == OPND_VREG && o[0].val == v];

	if (o[0].sub || o[1].sub ||
	    (other->kind == OPND_VREG && !s->regs.at[other->val]))
		return false;
	cost_copy(cost, reg,
		  other->kind == OPND_VREG ? s->regs.at[other->val]
					   : (RegId)other->val,
		  price);
	return true;
}

/* Does an edit perhaps load or store P?  Nothing else does. */
static bool
may_be_loaded(const Scan *s, const AllocInterval *p)
{
	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences) {
		if (!(m->flags & OCC_EDIT))
			continue;
		const Edit *e = &s->edits.at[m->ref];
		VregId other = m->flags & OCC_WRITE ? e->src : e->dst;
		if (other == NONE ||
		    s->intervals.at[other].stage == STAGE_MEMORY)
			return true;
	}
	return false;
}

/* Could V live in its slot, and what would that cost? */
static bool
interval_cost(const Scan *s, VregId v, const SpillRule *rule,
	      IntervalCost *cost)
{
	const AllocInterval *p = &s->intervals.at[v];
	InsnId last = NONE;

	FOR_ARRAY(IntervalOccurrence, m, p->occurrences, p->noccurrences) {
		float price = s->price[occurrence_block(s, m)];

		if (m->flags & OCC_PINNED)
			return false;
		if (m->flags & OCC_EDIT) {
			if (!cost_edit(s, m, s->regs.at[v], price, cost))
				return false;
		} else if (m->flags & OCC_COPY) {
			if (!cost_insn_copy(s, v, m, s->regs.at[v], price,
					    cost))
				return false;
		} else if (m->insn != last) {
			last = m->insn;
			cost->memory += 2 * price;
			if (s->folded[last] ||
			    !fold_find(s->f, s->live, last, v, rule->size,
				       rule->align))
				return false;
		}
	}
	return true;
}

/* V gives back its register. */
static void
interval_return(Scan *s, VregId v)
{
	AllocInterval *p = &s->intervals.at[v];

	for (uint32_t i = 0; i < p->noccurrences; i++)
		if (!(p->occurrences[i].flags & OCC_COPY))
			s->folded[p->occurrences[i].insn] = FOLDED_SLOT;
	log_end(s, v, LOG_RETURNED);
	units_release(s, v);
	p->stage = STAGE_MEMORY;
	s->origins.slot[p->origin] = SLOT_WANTED;
}

void
reloads_fold(Scan *s, const VregId *intervals, uint32_t n)
{
	bool folds = target_has_folds(s->t);

	for (uint32_t i = 0; folds && i < n; i++) {
		VregId v = intervals[i];
		const AllocInterval *p = &s->intervals.at[v];
		IntervalCost cost = {0};

		if (!s->regs.at[v] || !p->main.n ||
		    p->noccurrences > OCCURRENCES_MAX || !may_be_loaded(s, p))
			continue;
		const SpillRule *rule =
			class_spill(s, s->f->vregs.at[p->origin].cls);
		if (rule && !rule->stack_id &&
		    interval_cost(s, v, rule, &cost) && cost.loads &&
		    cost.memory <= cost.reg)
			interval_return(s, v);
	}
}
