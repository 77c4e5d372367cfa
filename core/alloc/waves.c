/*
 * Waves: a processor shares its registers among as many as fit, and what a
 * kernel takes of a file is all up to the highest register in use.  The scan
 * takes the first that are free, in the order of the code; that leaves holes
 * which a tuple does not fit into, and the highest register may be above what
 * the kernel needs at any place.  Where this costs waves, the kernel is
 * allocated again without the registers that do, and a tuple has to evict.
 *
 * Of kernels only: what a function takes counts for those that call it.
 */
#include "core/alloc/waves.h"

#include "core/analysis/demand.h"
#include "core/analysis/reserved.h"
#include "core/base/bits.h"

/* Registers of FILE up to the highest one that has one of UNITS. */
static uint32_t
file_used(const Target *t, uint32_t file, const uint64_t *units)
{
	Slice regs = target_file_registers(t, file);

	for (; regs.end > regs.start; regs.end--) {
		Slice u = t->regs[t->reg_lists[regs.end - 1]].units;

		for (; u.start < u.end; u.start++)
			if (bits_has(units, t->reg_units[u.start]))
				return regs.end - regs.start;
	}
	return 0;
}

/* Registers of every file that the pieces take. */
static uint32_t *
used_find(const Scan *s, Arena *arena)
{
	const Target *t = s->t;
	uint32_t *used = ARENA_NEW(arena, uint32_t, t->n_files), i;
	uint64_t *units =
		ARENA_NEW(arena, uint64_t, BITS_WORDS(t->n_unit_regs));
	VregId v;

	for (v = 0; v < s->pieces.n; v++) {
		Slice u = t->regs[s->pieces.at[v].reg].units;

		if (!s->pieces.at[v].reg)
			continue;
		for (; u.start < u.end; u.start++)
			bits_add(units, t->reg_units[u.start]);
	}
	for (i = 0; i < t->n_files; i++)
		used[i] = file_used(t, i, units);
	return used;
}

/* Add to SET what no more than WAVES may take: of every file in turn as much as
 * fits beside what is NEEDed of the others stays. */
static void
rest_reserve(const Demand *d, uint32_t *need, uint32_t waves, uint64_t *set)
{
	const Target *t = d->f->target;
	uint32_t i;

	for (i = 0; i < d->nfiles; i++) {
		Slice regs = target_file_registers(t, i);
		uint32_t n = regs.end - regs.start;

		while (need[i] < n) {
			need[i]++;
			if (demand_waves(d, need) >= waves)
				continue;
			need[i]--;
			break;
		}
		regs.start += need[i] < n ? need[i] : n;
		registers_reserve(t, regs, set);
	}
}

bool
waves_reserve(const Scan *s, const Func *f, uint64_t *set, Arena *scratch)
{
	Demand d = {.f = f, .nfiles = f->target->n_files};
	uint32_t *used = used_find(s, scratch), waves, i;
	uint32_t *need = ARENA_NEW(scratch, uint32_t, d.nfiles);

	if (demand_waves(&d, used) == func_feature_number(f, "waves"))
		return false;
	demand_build(&d, f, s->live, s->reserved, scratch);
	demand_fixed_find(&d, s->reserved);
	for (i = 0; i < d.nfiles; i++) {
		uint32_t fixed = d.fixed[i].demand;

		need[i] = d.peak[i].demand > fixed ? d.peak[i].demand : fixed;
		used[i] = used[i] > fixed ? used[i] : fixed;
	}
	waves = demand_waves(&d, need);
	if (waves <= demand_waves(&d, used))
		return false;
	rest_reserve(&d, need, waves, set);
	return true;
}

bool
waves_count(const Func *f)
{
	return func_feature_number(f, "waves") &&
	       func_field_true(f, "machineFunctionInfo.isEntryFunction");
}

/* What an allocation costs, by frequency. */
typedef struct {
	float memory; /* what uses a slot */
	float copies;
} WavesCost;

/* A copy between parts of registers, 0: of memory. */
static void
copy_cost(WavesCost *cost, RegId dst, RegId src, float freq)
{
	if (!dst || !src)
		cost->memory += freq;
	else if (dst != src)
		cost->copies += freq;
}

/* The register of operand O, or its part. */
static RegId
opnd_place(const Scan *s, const Operand *o)
{
	RegId reg = o->kind == OPND_REG	   ? (RegId)o->val
		    : o->kind == OPND_VREG ? s->pieces.at[o->val].reg
					   : 0;

	return reg && o->sub ? target_subreg(s->t, reg, o->sub) : reg;
}

static void
edit_cost(const Scan *s, const Edit *e, float freq, WavesCost *cost)
{
	Operand dst = {.kind = OPND_VREG, .val = e->dst, .sub = e->dst_sub};
	Operand src = {.kind = OPND_VREG, .val = e->src, .sub = e->src_sub};

	if (e->kind == EDIT_REMAT)
		cost->copies += freq;
	else if (e->kind == EDIT_COPY)
		copy_cost(cost, opnd_place(s, &dst), opnd_place(s, &src), freq);
	else if (e->kind != EDIT_NONE)
		cost->memory += freq;
}

static WavesCost
cost_find(const Scan *s)
{
	const Slots *slots = &s->live->slots;
	WavesCost cost = {0};
	InsnId i;

	for (i = 0; i < s->edits.n; i++) {
		const Edit *e = &s->edits.at[i];

		edit_cost(s, e,
			  s->freq[slots->pos_block[slots->insn_pos[e->at]]],
			  &cost);
	}
	for (i = 0; i < s->f->insns.n; i++) {
		const Insn *insn = func_insn(s->f, i);
		const Operand *o = insn_opnds(s->f, insn);
		float freq = s->freq[slots->pos_block[slots->insn_pos[i]]];

		if (s->drop[i] || insn->flags & INSN_DEBUG)
			continue;
		if (s->folded[i])
			cost.memory += freq;
		else if (insn_is(s->f, insn, WK_COPY) && insn->nopnds >= 2)
			copy_cost(&cost, opnd_place(s, &o[0]),
				  opnd_place(s, &o[1]), freq);
	}
	return cost;
}

bool
waves_dearer(const Scan *s, const Scan *than)
{
	WavesCost a = cost_find(s), b = cost_find(than);

	return a.memory > b.memory ||
	       a.copies + 2 * a.memory > b.copies + 2 * b.memory;
}
