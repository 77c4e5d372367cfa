/*
 * What an instruction, met on the way up, does to the breaker's state.
 *
 * Definitions first (LLVM: PrescanInstruction), as a definition that nobody
 * reads must not join the range of the one above it; then uses
 * (ScanInstruction).
 */
#include "core/postra/antidep_internal.h"

/* Parts pass through with the whole. */
static void
passthru_add(Antidep *a, RegId reg)
{
	Slice s = a->t->regs[reg].subs;

	a->passthru[reg] = a->npassthru;
	for (; s.start < s.end; s.start++)
		a->passthru[target_sub_at(a->t, reg, s.start)] = a->npassthru;
}

/* Is E implicit and its register both read and written so? */
static bool
implicit_both(const Antidep *a, const Effect *e)
{
	if (!(e->flags & EFFECT_IMPLICIT))
		return false;
	FOR_VEC(Effect, o, a->effects) {
		if (o->reg == e->reg && o->flags & EFFECT_IMPLICIT &&
		    (o->flags ^ e->flags) & EFFECT_DEF)
			return true;
	}
	return false;
}

/* What is defined around a register that passes through does so, too: of
 * "$a = ADD $a, ..., implicit-def $wide_a" both. */
static void
passthru_widen(Antidep *a)
{
	uint32_t k;

	FOR_VEC(Effect, e, a->effects) {
		if (!(e->flags & EFFECT_DEF) || passes_through(a, e->reg))
			continue;
		for (k = 0; k < a->effects.n; k++)
			if (a->effects.at[k].flags & EFFECT_DEF &&
			    passes_through(a, a->effects.at[k].reg) &&
			    target_overlap(a->t, e->reg, a->effects.at[k].reg))
				break;
		if (k < a->effects.n)
			passthru_add(a, e->reg);
	}
}

void
scan_effects(Antidep *a, InsnId i)
{
	a->effects.n = 0;
	a->npassthru++;
	insn_effects(a->f, func_insn(a->f, i), &a->effects, a->tmp);
	FOR_VEC(Effect, e, a->effects) {
		if (e->flags & EFFECT_TIED || implicit_both(a, e))
			passthru_add(a, e->reg);
	}
	passthru_widen(a);
}

/* REG, not live, is from here on up.  What names its range below is
 * forgotten with that: others that were grouped with it, and may live on, could
 * no longer be renamed together with it, so they stay where they are. */
static void
range_start(Antidep *a, RegId reg, uint32_t index)
{
	if (state_of(&a->s, reg)->refs != NONE)
		state_union(&a->s, reg, 0);
	state_set(&a->s, reg, index, NEVER);
	state_start_refs(&a->s, reg);
	state_leave(&a->s, reg);
}

/* Is a register live that REG is a part of? */
static bool
around_live(Antidep *a, RegId reg)
{
	for (Slice s = a->t->regs[reg].supers; s.start < s.end; s.start++)
		if (state_live(&a->s, target_super_at(a->t, reg, s.start)))
			return true;
	return false;
}

/* REG is read at INDEX: if it was not live, it dies there, and so do its
 * parts.  If it was, or a register around it, nothing changes: the value is
 * needed further down, parts that were written on the way included.  So are
 * those parts of REG that lie in another register that was. */
static void
last_use(Antidep *a, RegId reg, uint32_t index)
{
	Slice s = a->t->regs[reg].subs;

	if (state_live(&a->s, reg) || around_live(a, reg))
		return;
	a->parts.n = 0;
	for (; s.start < s.end; s.start++) {
		RegId sub = target_sub_at(a->t, reg, s.start);

		if (!state_live(&a->s, sub) && !around_live(a, sub))
			VEC_PUSH(a->tmp, a->parts, sub);
	}
	range_start(a, reg, index);
	for (uint32_t i = 0; i < a->parts.n; i++)
		range_start(a, a->parts.at[i], index);
}

static void
reference(Antidep *a, InsnId i, const Effect *e)
{
	state_ref(&a->s, e->reg,
		  (Ref){.opnd = e->opnd,
			.insn = i,
			.cls = e->cls,
			.flags = e->flags});
}

/* Group what overlaps a definition of REG and is live. */
static void
join_aliases(Antidep *a, RegId reg)
{
	for (Slice s = state_aliases(&a->s, reg); s.start < s.end; s.start++) {
		RegId alias = a->s.alias_regs.at[s.start];

		if (alias != reg && state_live(&a->s, alias))
			state_union(&a->s, reg, alias);
	}
}

static bool
some_unit_live(Antidep *a, RegId reg)
{
	FOR_UNITS(unit, a->t, reg)
		if (state_unit(&a->s, *unit)->live)
			return true;
	return false;
}

/* WHOLE, which is live, ends at a definition of REG, which overlaps it: parts
 * of it that REG does not touch live on.  That they are read again above a
 * definition of theirs was only known by WHOLE (last_use).  What names them
 * below that definition is renamed with them, so that they reach as far. */
static void
parts_outlive(Antidep *a, RegId whole, RegId reg)
{
	uint32_t kill = state_of(&a->s, whole)->kill;

	for (Slice s = a->t->regs[whole].subs; s.start < s.end; s.start++) {
		RegId sub = target_sub_at(a->t, whole, s.start);
		uint32_t own = state_of(&a->s, sub)->kill;

		if (target_overlap(a->t, sub, reg) || state_live(&a->s, sub) ||
		    !some_unit_live(a, sub))
			continue;
		state_union(&a->s, sub, whole);
		state_set(&a->s, sub, own != NEVER && own > kill ? own : kill,
			  NEVER);
	}
}

/* The definition of REG at INDEX ends the ranges of all that overlaps it, but
 * for registers around it that live on: it is a part of theirs. */
static void
define(Antidep *a, RegId reg, uint32_t index)
{
	Slice s = state_aliases(&a->s, reg);

	state_units(&a->s, reg, false, index);
	for (; s.start < s.end; s.start++) {
		RegId alias = a->s.alias_regs.at[s.start];

		if (state_live(&a->s, alias) && reg_contains(a->t, alias, reg))
			continue;
		if (state_live(&a->s, alias))
			parts_outlive(a, alias, reg);
		state_set(&a->s, alias, state_of(&a->s, alias)->kill, index);
	}
}

void
scan_defs(Antidep *a, InsnId i, uint32_t count)
{
	bool kill = insn_is(a->f, func_insn(a->f, i), WK_KILL);

	for (uint32_t k = 0; k < a->effects.n; k++)
		if (a->effects.at[k].flags & EFFECT_DEF)
			last_use(a, a->effects.at[k].reg, count + 1);
	FOR_VEC(Effect, e, a->effects) {
		if (!(e->flags & EFFECT_DEF))
			continue;
		if (e->flags & (EFFECT_SPECIAL | EFFECT_FIXED))
			state_union(&a->s, e->reg, 0);
		join_aliases(a, e->reg);
		reference(a, i, e);
	}
	FOR_VEC(Effect, e, a->effects) {
		if (!(e->flags & EFFECT_DEF))
			continue;
		if (kill || passes_through(a, e->reg)) {
			state_units(&a->s, e->reg, true, NEVER);
			continue;
		}
		define(a, e->reg, count);
		trace_state(a, "def", e->reg);
	}
}

void
scan_uses(Antidep *a, InsnId i, uint32_t count)
{
	bool kill = insn_is(a->f, func_insn(a->f, i), WK_KILL);
	RegId first = 0;

	FOR_VEC(Effect, e, a->effects) {
		if (e->flags & EFFECT_DEF)
			continue;
		last_use(a, e->reg, count);
		state_units(&a->s, e->reg, true, NEVER);
		if (e->flags & (EFFECT_SPECIAL | EFFECT_FIXED))
			state_union(&a->s, e->reg, 0);
		/* A read of a part reads what the whole holds. */
		join_aliases(a, e->reg);
		reference(a, i, e);
		trace_state(a, "use", e->reg);
	}
	for (uint32_t k = 0; kill && k < a->effects.n; k++) {
		if (first)
			state_union(&a->s, first, a->effects.at[k].reg);
		else
			first = a->effects.at[k].reg;
	}
}

void
scan_debug(Antidep *a, InsnId i)
{
	a->effects.n = 0;
	insn_effects(a->f, func_insn(a->f, i), &a->effects, a->tmp);
	FOR_VEC(Effect, e, a->effects) {
		Ref ref = {.opnd = e->opnd,
			   .insn = i,
			   .cls = CLASS_NONE,
			   .flags = EFFECT_DEBUG};

		if (state_live(&a->s, e->reg))
			state_ref(&a->s, e->reg, ref);
		else
			state_ref_pending(&a->s, e->reg, ref);
	}
}

/* REG, which a successor reads, lives behind the block, and its parts do.  What
 * else overlaps it does not count as live: that would freeze the other parts of
 * it. */
static void
live_out(Antidep *a, RegId reg)
{
	Slice s = a->t->regs[reg].subs;

	state_union(&a->s, reg, 0);
	state_set(&a->s, reg, a->s.size, NEVER);
	state_units(&a->s, reg, true, NEVER);
	for (; s.start < s.end; s.start++) {
		RegId sub = target_sub_at(a->t, reg, s.start);

		state_union(&a->s, sub, 0);
		state_set(&a->s, sub, a->s.size, NEVER);
	}
}

/* Are all parts of REG in SET? */
static bool
parts_in(const Target *t, RegId reg, const uint64_t *set)
{
	for (Slice s = t->regs[reg].subs; s.start < s.end; s.start++)
		if (!bits_has(set, target_sub_at(t, reg, s.start)))
			return false;
	return true;
}

void
scan_outs(Antidep *a, const uint64_t *set, LiveOut *out)
{
	out->regs = ARENA_NEW(a->tmp, uint64_t, BITS_WORDS(a->t->n_regs));
	out->units =
		ARENA_NEW(a->tmp, uint64_t, BITS_WORDS(a->t->n_unit_regs) + 1);
	for (RegId reg = 1; reg < a->t->n_regs; reg++) {
		Slice s = a->t->regs[reg].subs;

		if (!bits_has(set, reg) || !parts_in(a->t, reg, set))
			continue;
		bits_add(out->regs, reg);
		unitset_add(a->t, out->units, reg);
		for (; s.start < s.end; s.start++)
			bits_add(out->regs, target_sub_at(a->t, reg, s.start));
	}
}

void
scan_live_out(Antidep *a, BlockId b)
{
	const Func *f = a->f;
	const Block *block = &f->blocks.at[b];

	state_reset(&a->s, block->end - block->first,
		    block_returns(f, b) ? &a->at_return : &a->pristine);
	FOR_SLICE(Succ, succ, f->succs.at, block->succs) {
		FOR_LIVEINS(livein, f, succ->block)
			live_out(a, livein->reg);
	}
}

void
scan_boundary(Antidep *a, InsnId i, uint32_t count, uint32_t end)
{
	scan_effects(a, i);
	scan_defs(a, i, count);
	scan_uses(a, i, count);
	for (uint32_t k = 0; k < a->s.touched.n; k++) {
		RegId reg = a->s.touched.at[k];
		RegState *r = state_of(&a->s, reg);

		if (state_live(&a->s, reg))
			state_union(&a->s, reg, 0);
		else if (r->def >= count && r->def < end)
			r->def = count;
	}
	for (uint32_t k = 0; k < a->s.met.n; k++) {
		UnitState *u = state_unit(&a->s, a->s.met.at[k]);

		if (!u->live && u->def >= count && u->def < end)
			u->def = count;
	}
}
