/*
 * Instructions of BEFORE that compute the same.
 *
 * Where several compute the same from values that are given once, nothing tells
 * which of them an instruction of AFTER is, and nothing needs to: each place
 * may hold what any of them computes.  So the first stands for all of them
 * while instructions are brought together, and those of AFTER count as
 * computing a value again: recomputed.c finds out what for.
 */
#include "core/base/bits.h"
#include "core/check/match/flow.h"

/* Bit set over the cells that BEFORE writes. */
static uint64_t *
cells_written(const Flow *w)
{
	Check *c = w->c;
	uint64_t *written =
		ARENA_NEW(&w->c->arena, uint64_t, BITS_WORDS(c->cells.ncells));

	FOR_VEC(Operand, o, w->f->opnds) {
		if (o->kind == OPND_MASK)
			for (uint32_t k = 0; k < c->cells.ncells; k++)
				bits_add(written, k);
		if (o->kind != OPND_REG || !o->val || !(o->flags & OPND_DEF))
			continue;
		FOR_CELLS(part, &c->cells, (RegId)o->val)
			bits_add(written, part->cell);
	}
	return written;
}

/* Does source O of BEFORE read the same wherever it stands? */
static bool
is_given_once(const Flow *w, const Operand *o, const uint64_t *written)
{
	Check *c = w->c;

	if (o->kind == OPND_VREG)
		return w->defs_start[o->val + 1] - w->defs_start[o->val] == 1;
	if (!o->val || steady_reads(&c->steady, o))
		return true;
	FOR_CELLS(part, &c->cells, (RegId)o->val)
		if (bits_has(written, part->cell))
			return false;
	return true;
}

/* Does instruction I of BEFORE give its only value, a whole register's only
 * one, from what is given once? */
static bool
may_have_twin(const Flow *w, InsnId i, const uint64_t *written)
{
	const Insn *insn = func_insn(w->f, i);
	const Operand *o = insn_opnds(w->f, insn);

	if (!insn->nopnds || o[0].kind != OPND_VREG || o[0].sub ||
	    !is_given_once(w, &o[0], written) || check_skips(w->c, insn) ||
	    !check_is_formula(w->c, i))
		return false;
	for (uint32_t k = 1; k < insn->nopnds; k++) {
		if (!opnd_is_reg(&o[k]))
			continue;
		if (o[k].flags & OPND_DEF
			    ? o[k].kind == OPND_VREG ||
				      !(o[k].flags & OPND_DEAD)
			    : o[k].tied != TIED_NONE ||
				      !is_given_once(w, &o[k], written))
			return false;
	}
	return true;
}

/* Instruction I and its sources, but for its result. */
static uint32_t
formula_hash(const Flow *w, InsnId i)
{
	const Insn *insn = func_insn(w->f, i);
	const Operand *o = insn_opnds(w->f, insn);
	uint64_t key = flow_exact_key(w, w->f, insn);

	for (uint32_t k = 1; k < insn->nopnds; k++)
		if (opnd_is_reg(&o[k]))
			key = flow_mix(key, (uint64_t)o[k].kind << 48 |
						    (uint64_t)o[k].sub << 32 |
						    o[k].val);
	return intmap_hash(key);
}

void
flow_twins_find(Flow *w)
{
	uint64_t *written = cells_written(w);
	Arena *arena = &w->c->arena;
	IntMap firsts = {0};

	w->twin = ARENA_RAW(arena, VregId, w->f->vregs.n + 1);
	for (InsnId i = 0; i < w->f->vregs.n; i++)
		w->twin[i] = NONE;
	for (InsnId i = 0; i < w->f->insns.n; i++) {
		const Operand *o = insn_opnds(w->f, func_insn(w->f, i));

		if (!may_have_twin(w, i, written))
			continue;
		uint32_t *at = intmap_at(&firsts, arena, formula_hash(w, i));
		if (*at == NONE) {
			*at = o[0].val;
			continue;
		}
		w->twin[o[0].val] = w->twin[*at] = *at;
	}
}

void
flow_twins_part(Flow *w)
{
	Check *c = w->c;

	for (InsnId j = 0; j < c->after->insns.n; j++) {
		InsnId i = c->pairs.origin[j];

		if (i == NONE)
			continue;
		const Operand *o = insn_opnds(w->f, func_insn(w->f, i));
		if (func_insn(w->f, i)->nopnds && o->kind == OPND_VREG &&
		    o->flags & OPND_DEF && w->twin[o->val] != NONE &&
		    check_same_insn(c, func_insn(w->f, i),
				    func_insn(c->after, j)) &&
		    check_classify(c, j) && c->pairs.kind[j] == MOVE_AGAIN)
			c->pairs.origin[j] = NONE;
	}
}
