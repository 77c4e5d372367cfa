/*
 * Debug instructions: their values are where the registers are.
 */
#include "core/rewrite/moves.h"

/* `dbg-value` at register V's place at AT; false: it is nowhere. */
static bool
debug_place(const Rewriter *r, const Operand *o, SlotIdx at, Operand *to)
{
	uint32_t slot = NONE;
	RegId reg = alloc_where(r->alloc, o->val, at, &slot);

	to->kind = OPND_REG;
	to->sub = 0;
	to->val = 0;
	if (reg) {
		to->val = target_subreg(r->t, reg, o->sub);
		if (to->val)
			to->flags |= OPND_RENAMABLE;
		return to->val != 0;
	}
	if (slot == NONE || (o->sub && r->t->subs[o->sub].offset))
		return false;
	to->kind = OPND_STACK;
	to->flags = 0;
	to->val = slot;
	to->loc = LOC_NONE;
	return true;
}

static uint32_t
made_imm(Rewriter *r, int64_t value)
{
	VEC_PUSH(r->out->arena, r->out->imms, value);
	return r->out->imms.n - 1;
}

/* `DBG_PHI $reg, n` or `DBG_PHI %stack.i, n, bits`; nothing if the value is
 * nowhere. */
static void
rewrite_debug_phi(Rewriter *r, const Insn *insn, SlotIdx at)
{
	const Operand *o = insn_opnds(r->in, insn);
	Operand to = *o,
		bits = {.kind = OPND_IMM, .tied = TIED_NONE, .loc = LOC_NONE};
	Insn copy = *insn;

	if (!debug_place(r, o, at, &to))
		return;
	to.flags &= ~(OPND_DEBUG | OPND_RENAMABLE);
	copy.opnd0 = r->out->opnds.n;
	copy.nopnds = 0;
	VEC_PUSH(r->out->arena, r->out->insns, copy);
	append_operand(r, to);
	append_operand(r, o[1]);
	if (to.kind != OPND_STACK)
		return;
	bits.val = made_imm(r, r->t->classes[r->in->vregs.at[o->val].cls].bits);
	append_operand(r, bits);
}

void
rewrite_debug(Rewriter *r, InsnId i)
{
	Insn insn = r->in->insns.at[i];
	const Operand *o = insn_opnds(r->in, &insn);
	SlotIdx at = slot_of(&r->live->slots, i, SLOT_DEAD);
	bool value = insn_is(r->in, &insn, WK_DBG_VALUE) && insn.nopnds > 1;
	bool indirect = false;

	if (insn_is(r->in, &insn, WK_DBG_PHI) && insn.nopnds > 1 &&
	    o->kind == OPND_VREG) {
		rewrite_debug_phi(r, &insn, at);
		return;
	}
	insn.opnd0 = r->out->opnds.n;
	for (uint32_t k = 0; k < insn.nopnds; k++) {
		Operand to = o[k];

		if (o[k].kind == OPND_VREG) {
			debug_place(r, &o[k], at, &to);
			if (to.kind == OPND_STACK) {
				indirect = value && !k &&
					   o[1].kind == OPND_REG && !o[1].val;
				if (!indirect) {
					to.kind = OPND_REG;
					to.val = 0;
				}
			}
		} else if (k == 1 && indirect) {
			to.kind = OPND_IMM;
			to.flags = 0;
			to.loc = LOC_NONE;
			to.val = made_imm(r, 0);
		}
		VEC_PUSH(r->out->arena, r->out->opnds, to);
	}
	VEC_PUSH(r->out->arena, r->out->insns, insn);
}
