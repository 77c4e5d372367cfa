/*
 * Which operand of AFTER an operand of BEFORE became, as a Fold says.
 */
#include "core/check/insn/insns.h"

Fold
check_no_fold(void)
{
	return (Fold){.use = NONE,
		      .use2 = NONE,
		      .def = NONE,
		      .at = NONE,
		      .extra_at = NONE,
		      .lacked = NONE,
		      .slot = NONE,
		      .swap = NONE,
		      .with = NONE,
		      .imm = NONE,
		      .imm2 = NONE};
}

void
check_add_form(Forms *forms, const Fold *fold)
{
	if (forms->n < FORMS_MAX)
		forms->at[forms->n++] = *fold;
}

const Operand *
check_opnd_folded(const Check *c, InsnId after, uint32_t i)
{
	const Operand *p = insn_opnds(c->after, func_insn(c->after, after));
	const Operand *o = insn_opnds(
		c->before, func_insn(c->before, c->pairs.origin[after]));
	const Fold *fold = check_fold_of(c, after);
	uint32_t j = 0;

	if (fold->made)
		return fold->made[i].kind == OPND_TEXT ? NULL : fold->made + i;
	if (o[i].kind == OPND_REG)
		return o + i;
	if (check_is_folded(fold, i) || i == fold->lacked || fold->stored)
		return NULL;
	for (uint32_t k = 0;; k++) {
		uint32_t b = check_commuted(fold, k);

		j += k == fold->extra_at;
		if (b == i)
			return p + j;
		if (b == fold->lacked)
			continue;
		if (!check_is_folded(fold, b))
			j++;
		else if (j == fold->at)
			j += fold->address;
	}
}
