/*
 * Vectors: operands that must be in consecutive registers are parts of one
 * register, which COPYs in front of the instruction fill; a last operand says
 * that all of it is read, so that its parts stay together.  (ACO's
 * isVectorAligned; LLVM has the register from instruction selection on.)
 */
#include "core/prepare/lower_internal.h"

/* Copy the operands of RULE to a register of its own, and note in `replace`
 * what reads that.  Returns the register. */
static VregId
vector_fill(Lower *l, const Insn *insn, const VectorRule *rule)
{
	const Operand *o = insn_opnds(l->in, insn);
	Replacement r = {.vreg = func_add_vreg(l->out, rule->cls, NONE)};
	unsigned undef = OPND_UNDEF;

	for (uint32_t k = rule->first; k <= rule->last; k++) {
		r.index = k;
		r.sub = target_vector_part(l->in->target, rule, k);
		VEC_PUSH(l->tmp, l->replace, r);
		if (source_undefined(l, &o[k]))
			continue;
		push_copy(l, operand_vreg(r.vreg, r.sub, undef), o[k], false,
			  insn->loc);
		undef = 0;
	}
	if (undef)
		push_implicit_def(l, r.vreg, insn->loc);
	return r.vreg;
}

bool
vector_operands(Lower *l, const Insn *insn)
{
	const Target *t = l->in->target;

	for (Slice s = target_vectors(t, insn->op); s.start < s.end;
	     s.start++) {
		const VectorRule *rule = &t->vectors[s.start];
		const Operand *first = insn_opnds(l->in, insn) + rule->first;
		VregId v;

		if (insn_has_vector(l->in, insn, rule)) {
			if (first->kind == OPND_REG)
				continue;
			v = first->val;
		} else if (insn->flags & INSN_BUNDLED) {
			diag_error(l->in->diag, first->loc,
				   "a vector of different registers inside a "
				   "bundle");
			return false;
		} else {
			v = vector_fill(l, insn, rule);
		}
		VEC_PUSH(l->tmp, l->wholes, v);
	}
	return true;
}
