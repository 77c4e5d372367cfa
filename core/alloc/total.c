/*
 * What an allocation takes and costs as a whole: see total.h.
 */
#include "core/alloc/total.h"

#include "core/alloc/cost.h"
#include "core/alloc/hints.h"
#include "core/alloc/spill/fold.h"
#include "core/analysis/reserved.h"
#include "core/base/bits.h"
#include "core/model/unitset.h"

uint64_t *
total_units(const Scan *s, Arena *arena)
{
	const Target *t = s->t;
	uint64_t *units =
		ARENA_NEW(arena, uint64_t, BITS_WORDS(t->n_unit_regs));

	for (VregId v = 0; v < s->intervals.n; v++) {
		if (!s->regs.at[v])
			continue;
		FOR_UNITS(unit, t, s->regs.at[v])
			bits_add(units, *unit);
	}
	return units;
}

uint32_t
total_saved(const Scan *s, uint32_t file, const uint64_t *units)
{
	uint32_t n = 0;

	for (Slice regs = target_file_registers(s->t, file);
	     s->saved && regs.start < regs.end; regs.start++) {
		RegId reg = s->t->reg_lists[regs.start];

		n += bits_has(s->saved, reg) && unitset_meets(s->t, units, reg);
	}
	return n;
}

/* What an allocation costs, by frequency. */
typedef struct {
	float memory; /* what uses a slot */
	float copies;
} TotalCost;

/* How many instructions move what a slot of V holds. */
static float
accesses(const Scan *s, VregId v)
{
	const SpillRule *rule = class_spill((Scan *)s, s->f->vregs.at[v].cls);

	return rule && rule->step ? (float)rule->size / (float)rule->step : 1;
}

/* A copy between parts of registers, 0: of memory, for MEMORY accesses. */
static void
copy_cost(TotalCost *cost, RegId dst, RegId src, float price, float memory)
{
	if (!dst || !src)
		cost->memory += price * memory;
	else if (dst != src)
		cost->copies += price;
}

/* The register of operand O, or its part. */
static RegId
opnd_place(const Scan *s, const Operand *o)
{
	RegId reg = o->kind == OPND_REG	   ? (RegId)o->val
		    : o->kind == OPND_VREG ? s->regs.at[o->val]
					   : 0;

	return reg && o->sub ? target_subreg(s->t, reg, o->sub) : reg;
}

static void
edit_cost(const Scan *s, const Edit *e, float price, TotalCost *cost)
{
	if (e->kind == EDIT_REMAT)
		cost->copies += price;
	else if (e->kind == EDIT_COPY)
		copy_cost(cost, s->regs.at[e->dst], s->regs.at[e->src], price,
			  accesses(s, e->dst));
	else if (e->kind != EDIT_NONE)
		cost->memory +=
			price * accesses(s, e->src != NONE ? e->src : e->dst);
}

/* Saved registers among those that have one of UNITS. */
static uint32_t
saved_all(const Scan *s, const uint64_t *units)
{
	uint32_t n = 0;

	for (uint32_t file = 0; file < s->t->n_files; file++)
		n += total_saved(s, file, units);
	return n;
}

static TotalCost
cost_find(const Scan *s, Arena *scratch)
{
	const Slots *slots = &s->live->slots;
	TotalCost cost = {0};

	/* The prologue stores what the epilogue loads. */
	cost.memory =
		2 * s->price[0] * (float)saved_all(s, total_units(s, scratch));

	FOR_VEC(Edit, e, s->edits) {
		edit_cost(s, e, s->price[slots_insn_block(slots, e->at)],
			  &cost);
	}
	for (InsnId i = 0; i < s->f->insns.n; i++) {
		const Insn *insn = func_insn(s->f, i);
		const Operand *o = insn_opnds(s->f, insn);
		float price = s->price[slots_insn_block(slots, i)];

		if (s->drop[i] || insn->flags & INSN_DEBUG)
			continue;
		if (s->folded[i] == FOLDED_SLOT)
			cost.memory += price;
		else if (insn_is(s->f, insn, WK_COPY) && insn->nopnds >= 2 &&
			 !copy_is_forgone(s, i))
			copy_cost(&cost, opnd_place(s, &o[0]),
				  opnd_place(s, &o[1]), price, 1);
	}
	return cost;
}

float
total_cost(const Scan *s)
{
	Arena scratch = {0};
	TotalCost cost = cost_find(s, &scratch);

	arena_free(&scratch);
	return (float)COST_COPY * cost.copies + cost.memory;
}

/* How many instructions the function of S runs, by frequency. */
static float
instructions_run(const Scan *s)
{
	float run = 0;

	for (InsnId i = 0; i < s->f->insns.n; i++)
		if (!(func_insn(s->f, i)->flags & INSN_DEBUG))
			run += s->price[slots_insn_block(&s->live->slots, i)];
	return run;
}

bool
total_is_near(const Scan *s, const Scan *than, float share)
{
	Arena scratch = {0};
	TotalCost a = cost_find(s, &scratch), b = cost_find(than, &scratch);

	arena_free(&scratch);
	return a.memory <= b.memory &&
	       a.copies + 2 * a.memory <=
		       b.copies + 2 * b.memory + share * instructions_run(s);
}
