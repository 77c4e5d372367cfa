/*
 * Three-address forms: an instruction that overwrites one of its sources,
 * written as another opcode that does not, by the target's conversions.
 */
#include "core/check/insn/insns.h"

/* No instruction that has a three-address form has more operands. */
enum { CONVERT_OPNDS = 12 };

/* The class that operand I of opcode OP must be of; CLASS_NONE: any. */
static ClassId
class_of(const Target *t, OpcodeId op, uint32_t i)
{
	Slice s = target_desc(t, op)->opnds;

	return s.start + i < s.end ? t->opnd_descs[s.start + i].cls
				   : CLASS_NONE;
}

/* P, which may be wider than operand K of B, at that one's width: its lowest
 * part of the class that B takes, whatever else takes the value; false if there
 * is none. */
static bool
narrow(const Check *c, const Insn *b, uint32_t k, Operand *p)
{
	ClassId cls = class_of(c->t, b->op, k);

	if (p->kind != OPND_REG || cls == CLASS_NONE)
		return false;
	if (target_class_has(c->t, cls, (RegId)p->val))
		return true;
	Slice subs = c->t->regs[p->val].subs;
	for (uint32_t i = subs.start; i < subs.end; i++) {
		RegId part = target_sub_at(c->t, (RegId)p->val, i);

		if (c->t->subs[c->t->sub_steps[i].sub].offset ||
		    !target_class_has(c->t, cls, part))
			continue;
		p->val = part;
		return true;
	}
	return false;
}

/* Does operand P of A agree with entry E of the recipe?  Notes in MADE what
 * became of B's operand. */
static bool
matches(const Check *c, const Insn *b, bool swapped, const RecipeOpnd *e,
	const Operand *p, Operand *made)
{
	const Operand *o = insn_opnds(c->before, b);
	uint32_t k = e->kind == RECIPE_VALUE ? 0 : (uint32_t)e->value;

	if (swapped && (k == 1 || k == 2))
		k = 3 - k;
	switch (e->kind) {
	case RECIPE_IMM:
		return p->kind == OPND_IMM && opnd_imm(c->after, p) == e->value;
	case RECIPE_NEGATED:
		return p->kind == OPND_IMM && k < b->nopnds &&
		       o[k].kind == OPND_IMM &&
		       opnd_imm(c->after, p) == -opnd_imm(c->before, &o[k]);
	case RECIPE_REG:
		return p->kind == OPND_REG && p->val == (uint32_t)e->value;
	case RECIPE_VALUE:
	case RECIPE_OPERAND:
		break;
	default:
		return false;
	}
	if (k >= b->nopnds)
		return false;
	if (o[k].kind != OPND_VREG)
		return check_same_opnd(c, &o[k], p);
	made[k] = *p;
	return narrow(c, b, k, &made[k]);
}

/* May operand I of an instruction of opcode OP be P? */
static bool
suits(const Target *t, OpcodeId op, uint32_t i, const Operand *p)
{
	ClassId cls = class_of(t, op, i);

	return p->kind != OPND_REG || !p->val || cls == CLASS_NONE ||
	       target_class_has(t, cls, (RegId)p->val);
}

/* Is A, with B's sources in their places or SWAPPED, what RECIPE makes of B?
 * MADE, of as many as B has operands, becomes what they became. */
static bool
fits_recipe(const Check *c, const Insn *b, const Insn *a, bool swapped,
	    const Recipe *recipe, Operand *made)
{
	const Operand *p = insn_opnds(c->after, a);
	uint32_t n = recipe->opnds.end - recipe->opnds.start;

	if (b->nopnds > CONVERT_OPNDS || recipe->op != a->op || a->nopnds < n ||
	    !n)
		return false;
	for (uint32_t i = 0; i < b->nopnds; i++)
		made[i] = (Operand){.kind = OPND_TEXT};
	for (uint32_t i = 0; i < n; i++)
		if (!suits(c->t, a->op, i, &p[i]) ||
		    !matches(c, b, swapped,
			     &c->t->recipe_opnds[recipe->opnds.start + i],
			     &p[i], made))
			return false;
	return true;
}

/* The same by CONVERSION. */
static bool
fits_by(const Check *c, const Insn *b, const Insn *a, bool swapped,
	const Conversion *conversion, Operand *made)
{
	const Recipe *recipe = &c->t->recipes[conversion->recipe];

	return conversion_holds(c->before, b, conversion) &&
	       c->t->recipe_opnds[recipe->opnds.start].kind == RECIPE_VALUE &&
	       fits_recipe(c, b, a, swapped, recipe, made);
}

/* The same by any of them, or by what stands for B where its tied operand is
 * read behind it. */
static bool
fits(const Check *c, const Insn *b, const Insn *a, bool swapped, Operand *made)
{
	for (uint32_t i = 0; i < c->t->n_conversions; i++)
		if (fits_by(c, b, a, swapped, &c->t->conversions[i], made))
			return true;
	FOR_ARRAY(Expansion, x, c->t->expansions, c->t->n_expansions)
		if (x->outlives && x->op == b->op &&
		    fits_recipe(c, b, a, swapped, &c->t->recipes[x->code.start],
				made))
			return true;
	return false;
}

bool
check_converts(const Check *c, const Insn *b, const Insn *a)
{
	Operand made[CONVERT_OPNDS];

	return fits(c, b, a, check_may_commute(c, b, a), made);
}

bool
check_convert(Check *c, const Insn *b, const Insn *a, Forms *forms)
{
	Operand *made = ARENA_NEW(&c->arena, Operand, 2 * CONVERT_OPNDS);
	Fold fold = check_no_fold();

	forms->n = 0;
	if (!fits(c, b, a, check_may_commute(c, b, a), made))
		return false;
	fold.made = made;
	fold.whole = (RegId)insn_opnds(c->after, a)->val;
	check_add_form(forms, &fold);
	fold.made = made + CONVERT_OPNDS;
	if (check_unmarked(c) && check_commutes(c, b) &&
	    fits(c, b, a, true, made + CONVERT_OPNDS))
		check_add_form(forms, &fold);
	return true;
}
