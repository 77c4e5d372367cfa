/*
 * Is an instruction of AFTER an instance of a recipe, and which slot and
 * register is it about?
 */
#include "core/check/insn/insns.h"

/* Does operand O fit place P of a recipe?  LATE_IMM: an immediate that the
 * recipe has as 0 behind the slot may be an offset into it. */
static bool
fits(const Check *c, const RecipeOpnd *p, const Operand *o, bool *late_imm,
     Access *access)
{
	switch (p->kind) {
	case RECIPE_IMM:
		if (o->kind != OPND_IMM)
			return false;
		if (opnd_imm(c->after, o) == p->value)
			return true;
		if (!*late_imm || p->value)
			return false;
		*late_imm = false;
		access->offset = (uint32_t)opnd_imm(c->after, o);
		return opnd_imm(c->after, o) >= 0;
	case RECIPE_REG:
		return o->kind == OPND_REG &&
		       o->val == func_recipe_reg(c->before, p);
	case RECIPE_SLOT:
		*late_imm = true;
		access->slot = o->val;
		return o->kind == OPND_STACK && c->slots.made[o->val];
	case RECIPE_VALUE:
		/* The whole, implicit behind its parts, is no part. */
		if (o->kind != OPND_REG || !o->val ||
		    (o->flags & OPND_IMPLICIT && !(p->flags & RECIPE_IMPLICIT)))
			return false;
		if (!p->value) {
			access->reg = (RegId)o->val;
			access->undef = o->flags & OPND_UNDEF;
		}
		return true;
	default:
		return false;
	}
}

static bool
is_of_address(const RecipeOpnd *p)
{
	return p->kind != RECIPE_VALUE && !(p->flags & RECIPE_IMPLICIT);
}

uint32_t
check_address_length(const Check *c, const SpillRule *rule)
{
	uint32_t n = 0;

	FOR_SLICE(RecipeOpnd, opnd, c->t->recipe_opnds,
		  c->t->recipes[rule->load].opnds)
		n += is_of_address(opnd);
	return n;
}

bool
check_slot_address(const Check *c, const SpillRule *rule, const Operand *o,
		   uint32_t n, Access *access)
{
	bool late_imm = false;

	FOR_SLICE(RecipeOpnd, p, c->t->recipe_opnds,
		  c->t->recipes[rule->load].opnds) {
		if (!is_of_address(p))
			continue;
		if (!n) {
			if (p->kind != RECIPE_REG ||
			    func_recipe_reg(c->before, p))
				return false;
			continue;
		}
		n--;
		if (!fits(c, p, o++, &late_imm, access))
			return false;
	}
	return !n;
}

bool
check_names_made_slot(const Check *c, const Insn *a)
{
	FOR_OPNDS(o, c->after, a)
		if (o->kind == OPND_STACK && c->slots.made[o->val])
			return true;
	return false;
}

bool
check_recipe(const Check *c, const Recipe *recipe, const Insn *a,
	     Access *access)
{
	const Operand *o = insn_opnds(c->after, a);
	uint32_t i, n = recipe->opnds.end - recipe->opnds.start;
	bool late_imm = false;

	if (a->nopnds < n)
		return false;
	*access = (Access){.slot = NONE};
	for (i = 0; i < n; i++)
		if (!fits(c, &c->t->recipe_opnds[recipe->opnds.start + i], o++,
			  &late_imm, access))
			return false;
	return check_only_implicit(c, a, i) && access->slot != NONE;
}
