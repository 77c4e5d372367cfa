/*
 * What one instruction writes does not overlap what it must not: other results
 * of it, and what it reads if it writes early or reads late.
 */
#include "core/check/demand/demands.h"

/* Does definition D of an instruction write where it must not, given operand
 * K? */
static bool
conflict(const Operand *o, uint32_t d, uint32_t k)
{
	if (!opnd_is_reg(&o[k]) || k == d || (o[k].flags & OPND_DEBUG))
		return false;
	if (o[k].flags & OPND_DEF && o[k].kind == OPND_VREG &&
	    o[d].kind == OPND_VREG && o[k].val == o[d].val &&
	    !(o[k].sub && o[d].sub))
		return false; /* a part, and the whole around it */
	if (o[k].flags & OPND_DEF)
		return k > d || o[k].kind != OPND_VREG;
	if (o[k].flags & OPND_UNDEF)
		return false;
	if (opnd_is_tied_to(&o[k], d))
		return false;
	return ((o[d].flags & OPND_EARLY) || (o[k].flags & OPND_LATE));
}

/* Do X and Y, which operand K of the instruction of step STEP became, have a
 * cell in common that matters: what K reads of it is defined? */
static bool
overlap(Check *c, uint32_t step, BlockId block, uint32_t k, RegId x, RegId y)
{
	const Insn *insn = func_insn(c->before, c->steps.at[step].before);
	const Operand *o = insn_opnds(c->before, insn) + k;

	FOR_CELLS(part, &c->cells, y) {
		Demand d = {.step = step,
			    .block = block,
			    .root = insn->opnd0 + k,
			    .user = c->steps.at[step].before,
			    .missing = NONE,
			    .key = NONE};

		if (!cells_part(&c->cells, x, part->cell))
			continue;
		check_set_cell(c, &d, o, *part);
		if (o->kind == OPND_REG || (o->flags & OPND_DEF) ||
		    check_is_defined(c, &d))
			return true;
	}
	return false;
}

void
check_overlaps(Check *c, uint32_t step, BlockId block)
{
	InsnId b = c->steps.at[step].before, a = c->steps.at[step].after;
	const Insn *insn = func_insn(c->before, b);
	const Operand *o = insn_opnds(c->before, insn);

	for (uint32_t d = 0; d < insn->nopnds; d++) {
		if (!opnd_is_reg(&o[d]) || !(o[d].flags & OPND_DEF) ||
		    (o[d].kind == OPND_REG && !(o[d].flags & OPND_EARLY)))
			continue;
		RegId reg = check_assigned(c, a, d);
		for (uint32_t k = 0; k < insn->nopnds && reg; k++) {
			if (!conflict(o, d, k) ||
			    (o[d].kind == OPND_REG && o[k].kind == OPND_REG))
				continue;
			RegId other = check_assigned(c, a, k);
			if (other && overlap(c, step, block, k, reg, other))
				check_error(
					c, b,
					"operands %u and %u overlap: $%s, $%s",
					d, k, target_reg_name(c->t, reg),
					target_reg_name(c->t, other));
		}
	}
}
