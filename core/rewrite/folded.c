/*
 * Instructions with a spill slot, or a constant in memory, for an operand, as
 * allocation decided.
 */
#include "core/rewrite/folded.h"

#include "core/alloc/spill/fold.h"
#include "core/rewrite/placed.h"

/* The operand of instruction I that is in a slot, whose form RULE is then, and
 * the size of the access; NONE: there is none. */
static uint32_t
folded_operand(const Rewriter *r, InsnId i, const FoldRule **rule,
	       uint32_t *size)
{
	const Insn *insn = func_insn(r->in, i);
	const Operand *o = insn_opnds(r->in, insn);

	for (uint32_t k = 0; k < insn->nopnds; k++) {
		if (o[k].kind != OPND_VREG || r->alloc->reg[o[k].val] ||
		    r->alloc->slot[o[k].val] == NONE)
			continue;
		const StackObject *slot =
			&r->in->stack.at[r->alloc->slot[o[k].val]];
		*rule = fold_find(r->in, r->live, i, o[k].val,
				  (uint32_t)slot->size, slot->align);
		*size = o[k].sub ? (uint32_t)r->t->subs[o[k].sub].size / 8
				 : (uint32_t)slot->size;
		if (*rule)
			return k;
	}
	return NONE;
}

/* Instruction I with its operand K in a slot, by RULE; SIZE bytes of it.  The
 * number that debug instructions know the result by is that of a register. */
static void
folded_emit(Rewriter *r, InsnId i, uint32_t k, const FoldRule *rule,
	    uint32_t size)
{
	Insn insn = r->in->insns.at[i];
	const Operand *o = insn_opnds(r->in, &insn);
	uint32_t n = insn.nopnds;
	MadeAccess access = {.insn = r->out->insns.n,
			     .slot = r->alloc->slot[o[k].val],
			     .size = size,
			     .load = fold_loads(r->t, rule),
			     .store = fold_stores(r->t, rule)};
	ClassId cls = r->in->vregs.at[o[k].val].cls;
	Slice descs = target_desc(r->t, rule->from)->opnds;

	uint32_t explicits = descs.end - descs.start;
	insn_rename(r->in, &insn, rule->to);
	insn.flags |= INSN_FOLDED;
	insn.opnd0 = r->out->opnds.n;
	insn.nopnds = 0;
	if (access.store) {
		insn.nleft--;
		insn.tail = anonymous_tail(r->in, insn.tail);
	}
	VEC_PUSH(r->out->arena, r->out->insns, insn);
	VEC_PUSH(r->out->arena, r->out->accesses, access);
	for (uint32_t j = 0; j < n; j++) {
		if (j == explicits && rule->zero)
			append_imm(r, 0);
		if (j == rule->opnd)
			append_address(r, cls, access.slot);
		else if (j != rule->opnd2 && !fold_loses(r->t, rule, &o[j]))
			append_operand(r, o[j].kind == OPND_VREG
						  ? placed_operand(r, &o[j])
						  : o[j]);
	}
	if (n == explicits && rule->zero)
		append_imm(r, 0);
}

/* The operand of instruction I that is read where instruction *DEF loads it
 * from, by the form RULE; NONE: there is none. */
static uint32_t
loaded_operand(const Rewriter *r, InsnId i, const FoldRule **rule, InsnId *def)
{
	const Insn *insn = func_insn(r->in, i);
	const Operand *o = insn_opnds(r->in, insn);

	for (uint32_t k = 0; k < insn->nopnds; k++) {
		if (o[k].kind != OPND_VREG || r->alloc->reg[o[k].val])
			continue;
		*def = alloc_constant(r->alloc, o[k].val);
		*rule = *def == NONE ? NULL
				     : fold_constant(r->in, r->live, i,
						     o[k].val, *def);
		if (*rule)
			return k;
	}
	return NONE;
}

/* Instruction I that reads, by RULE, where DEF loads from.  What is said of
 * that memory goes with it, unless something else is said of I. */
static void
loaded_emit(Rewriter *r, InsnId i, const FoldRule *rule, const Insn *def)
{
	Insn insn = r->in->insns.at[i];
	const Operand *o = insn_opnds(r->in, &insn);
	uint32_t n = insn.nopnds;

	insn_rename(r->in, &insn, rule->to);
	insn.opnd0 = r->out->opnds.n;
	insn.nopnds = 0;
	if (!insn.tail.len)
		insn.tail = def->tail;
	VEC_PUSH(r->out->arena, r->out->insns, insn);
	for (uint32_t j = 0; j < n; j++) {
		for (uint32_t k = 1; j == rule->opnd && k < def->nopnds; k++)
			append_operand(r, insn_opnds(r->in, def)[k]);
		if (j != rule->opnd && !fold_loses(r->t, rule, &o[j]))
			append_operand(r, o[j].kind == OPND_VREG
						  ? placed_operand(r, &o[j])
						  : o[j]);
	}
}

bool
rewrite_folded(Rewriter *r, InsnId i)
{
	const FoldRule *rule;
	uint32_t size, k = folded_operand(r, i, &rule, &size);
	InsnId def;

	if (k != NONE) {
		folded_emit(r, i, k, rule, size);
		return true;
	}
	k = loaded_operand(r, i, &rule, &def);
	if (k != NONE)
		loaded_emit(r, i, rule, func_insn(r->in, def));
	return k != NONE;
}
