/*
 * Which forms of an instruction of BEFORE an instruction of AFTER may be.
 */
#include "core/check/insn/insns.h"

bool
check_matches(const Check *c, const Insn *b, const Insn *a)
{
	Forms forms;

	return check_fold(c, b, a, &forms) || check_places(c, b, a, &forms) ||
	       check_converts(c, b, a);
}

/* Is A of AFTER, by its marks, B with no sources that changed places?  Then
 * check_places, which asks the same of all ways to change them, finds this one
 * form. */
static bool
is_plainly(const Check *c, const Insn *b, const Insn *a)
{
	return !check_unmarked(c) && check_claims(c, a, 0) &&
	       check_same_insn(c, b, a);
}

bool
check_forms(Check *c, InsnId b, InsnId a)
{
	const Insn *x = func_insn(c->before, b), *y = func_insn(c->after, a);
	Forms forms;

	c->pairs.aux[a] = 0;
	if (is_plainly(c, x, y))
		return true;
	if (!check_places(c, x, y, &forms) && !check_fold(c, x, y, &forms) &&
	    !check_convert(c, x, y, &forms))
		return false;
	const Fold *first = &forms.at[0];
	if (forms.n == 1 && first->swap == NONE && first->at == NONE &&
	    !first->made)
		return true;
	c->pairs.aux[a] = c->pairs.folds.n + 1;
	forms.at[0].others = (uint8_t)(forms.n - 1);
	for (uint32_t i = 0; i < forms.n; i++)
		VEC_PUSH(&c->arena, c->pairs.folds, forms.at[i]);
	return true;
}
