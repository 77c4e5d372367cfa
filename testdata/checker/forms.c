/*
 * Mistakes in what instructions become when they take another form.
 */
#include "testdata/checker/forms.h"

bool
change_terms(Func *f, uint32_t start)
{
	Commutation how;
	uint32_t i, k;

	for (i = 0; i < f->insns.n; i++) {
		Insn *insn = &f->insns.at[(start + i) % f->insns.n];
		const Operand *o = insn_opnds(f, insn);

		for (k = 2; k <= COMMUTE_LAST; k++) {
			if (insn->flags & INSN_DEBUG || !insn->op ||
			    !insn_commutation(f, insn, k, &how) ||
			    (!how.imm && how.to == how.from) ||
			    o[1].val == o[k].val)
				continue;
			insn_commuted(f, insn, &how);
			insn->flags &= (uint16_t) ~(INSN_COMMUTED |
						    INSN_COMMUTED_THIRD);
			return true;
		}
	}
	return false;
}

/* Another opcode that loads registers like OP does; 0: OP loads none. */
static OpcodeId
other_load(const Target *t, OpcodeId op, uint32_t start)
{
	const SpillRule *rule = NULL;
	uint32_t i;

	for (i = 0; i < t->n_spills && !rule; i++)
		if (t->recipes[t->spills[i].load].op == op)
			rule = &t->spills[i];
	for (i = 0; i < t->n_spills && rule; i++) {
		const SpillRule *x = &t->spills[(start + i) % t->n_spills];

		if (x->size != rule->size)
			return t->recipes[x->load].op;
	}
	return 0;
}

bool
change_load(const Func *before, Func *f, uint32_t start)
{
	uint32_t i;

	for (i = 0; i < f->insns.n; i++) {
		Insn *insn = &f->insns.at[(start + i) % f->insns.n];
		OpcodeId op = other_load(f->target, insn->op, start);

		if (!op || insn->origin == NONE ||
		    func_insn(before, insn->origin)->op == insn->op)
			continue;
		insn->op = op;
		return true;
	}
	return false;
}
