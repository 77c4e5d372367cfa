/*
 * Regions and effects.  What the opcode implies counts even where the text
 * does not say it, and a COPY has the implicit uses of the instructions that
 * it will become.
 */
#include "core/schedule/region.h"

/* The first row of copies that fits INSN, a COPY; NULL: none does. */
static const CopyRule *
copy_rule(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	if (insn->nopnds < 2 || o[0].kind != OPND_REG || o[1].kind != OPND_REG)
		return NULL;
	return func_copy_rule(f, (RegId)o[0].val, (RegId)o[1].val);
}

bool
copy_within_class(const Func *f, const Insn *insn)
{
	const CopyRule *rule = copy_rule(f, insn);

	return rule && rule->dst == rule->src;
}

static bool
writes_stack_pointer(const Func *f, const Insn *insn)
{
	const Target *t = f->target;
	Slice implied = insn_implied(f, insn)->defs;

	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_MASK ||
		    (o->kind == OPND_REG && o->flags & OPND_DEF && o->val &&
		     target_overlap(t, (RegId)o->val, t->stack_pointer)))
			return true;
	FOR_SLICE(RegId, reg, t->implicit_regs, implied)
		if (target_overlap(t, *reg, t->stack_pointer))
			return true;
	return false;
}

/* Is INSN a COPY whose instructions nobody can tell?  Those of one of virtual
 * registers read nothing else that changes within a region. */
static bool
copy_is_odd(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	if (!insn_is(f, insn, WK_COPY))
		return false;
	if (insn->nopnds >= 2 && opnd_is_reg(&o[0]) && opnd_is_reg(&o[1]) &&
	    (o[0].kind == OPND_VREG || o[1].kind == OPND_VREG))
		return false;
	return !copy_rule(f, insn);
}

bool
insn_is_boundary(const Func *f, const Insn *insn)
{
	if (insn->flags & INSN_DEBUG)
		return false;
	if (!insn->op || insn->flags & (INSN_BUNDLE | INSN_BUNDLED) ||
	    insn_flags(f, insn) &
		    (OP_TERMINATOR | OP_CALL | OP_POSITION | OP_LIFETIME))
		return true;
	return insn_is(f, insn, WK_INLINEASM) ||
	       insn_is(f, insn, WK_INLINEASM_BR) ||
	       insn_is(f, insn, WK_BUNDLE) || copy_is_odd(f, insn) ||
	       writes_stack_pointer(f, insn);
}

InsnId
region_before(const Func *f, InsnId first, InsnId end, InsnId *start)
{
	while (end > first && insn_is_boundary(f, func_insn(f, end - 1)))
		end--;
	*start = end;
	while (*start > first && !insn_is_boundary(f, func_insn(f, *start - 1)))
		--*start;
	return end;
}

/* Is the instruction carried out on a condition?  It has a predicate with a
 * register then. */
static bool
is_predicated(const Func *f, const Insn *insn)
{
	const Target *t = f->target;
	const OpcodeDesc *d = insn_desc(f, insn);
	const Operand *o = insn_opnds(f, insn);
	uint32_t n = d->opnds.end - d->opnds.start;

	for (uint32_t i = 0; i < n && i < insn->nopnds; i++)
		if (t->opnd_descs[d->opnds.start + i].flags &
			    OPDESC_PREDICATE &&
		    o[i].kind == OPND_REG && o[i].val)
			return true;
	return false;
}

/* Is an implicit operand there because of register operands around it, whose
 * register it contains or is part of?  A definition is because of others. */
static bool
is_companion(const Func *f, const Insn *insn, const Operand *implicit)
{
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_REG && o->val &&
		    !(o->flags & OPND_IMPLICIT) &&
		    (o->flags & OPND_DEF || !(implicit->flags & OPND_DEF)) &&
		    target_overlap(f->target, (RegId)o->val,
				   (RegId)implicit->val))
			return true;
	return false;
}

/* Register classes that a COPY's operands must stay in. */
static ClassId
copy_class(const Func *f, const Insn *insn, uint32_t i)
{
	const CopyRule *rule =
		insn_is(f, insn, WK_COPY) && i < 2 ? copy_rule(f, insn) : NULL;

	if (!rule)
		return CLASS_NONE;
	return i ? rule->src : rule->dst;
}

/* Is the opcode one that takes any register? */
static bool
takes_any(const Func *f, const Insn *insn)
{
	return insn_is(f, insn, WK_COPY) || insn_is(f, insn, WK_KILL) ||
	       insn_is(f, insn, WK_IMPLICIT_DEF);
}

static Effect
operand_effect(const Func *f, const Insn *insn, uint32_t i, uint16_t special)
{
	const Target *t = f->target;
	const OpcodeDesc *d = insn_desc(f, insn);
	const Operand *all = insn_opnds(f, insn), *o = &all[i];
	uint32_t ndesc = d->opnds.end - d->opnds.start;
	Effect e = {.opnd = insn->opnd0 + i,
		    .reg = (RegId)o->val,
		    .flags = special,
		    .cls = CLASS_NONE};

	if (o->flags & OPND_DEF)
		e.flags |= EFFECT_DEF;
	else if (o->flags & OPND_UNDEF)
		e.flags |= EFFECT_UNDEF;
	if (o->flags & OPND_DEAD)
		e.flags |= EFFECT_DEAD;
	if (o->flags & OPND_EARLY)
		e.flags |= EFFECT_EARLY;
	if (o->flags & OPND_IMPLICIT) {
		e.flags |= EFFECT_IMPLICIT;
		const Implied *implied = insn_implied(f, insn);

		if (target_implicit_has(t, implied->defs, o->val) ||
		    target_implicit_has(t, implied->uses, o->val) ||
		    !is_companion(f, insn, o))
			e.flags |= EFFECT_FIXED;
		return e;
	}
	if (i < ndesc)
		e.cls = t->opnd_descs[d->opnds.start + i].cls;
	if (e.cls == CLASS_NONE)
		e.cls = copy_class(f, insn, i);
	if (e.cls == CLASS_NONE && !takes_any(f, insn))
		e.flags |= EFFECT_FIXED;
	if (o->flags & OPND_DEF && i < ndesc &&
	    t->opnd_descs[d->opnds.start + i].flags & OPDESC_EARLY)
		e.flags |= EFFECT_EARLY;
	for (uint32_t k = 0; o->flags & OPND_DEF && k < insn->nopnds; k++)
		if (opnd_is_reg(&all[k]) && opnd_is_tied_to(&all[k], i))
			e.flags |= EFFECT_TIED;
	return e;
}

/* What the opcode implies and the operands do not name. */
static void
implied_effects(const Func *f, const Insn *insn, Slice regs, uint16_t flags,
		EffectList *list, Arena *tmp)
{
	const Target *t = f->target;
	const Operand *o = insn_opnds(f, insn);
	uint32_t k;

	for (uint32_t i = regs.start; i < regs.end; i++) {
		Effect e = {.opnd = NONE,
			    .reg = t->implicit_regs[i],
			    .flags = flags | EFFECT_IMPLICIT | EFFECT_FIXED,
			    .cls = CLASS_NONE};

		for (k = 0; k < insn->nopnds; k++)
			if (o[k].kind == OPND_REG && o[k].val == e.reg &&
			    !(o[k].flags & OPND_DEF) == !(flags & EFFECT_DEF))
				break;
		if (k == insn->nopnds)
			VEC_PUSH(tmp, *list, e);
	}
}

/* The registers that the instructions of a COPY read besides its source. */
static void
copy_effects(const Func *f, const Insn *insn, EffectList *list, Arena *tmp)
{
	const Target *t = f->target;
	const CopyRule *rule = copy_rule(f, insn);

	for (uint32_t i = rule->steps.start; i < rule->steps.end; i++) {
		const Recipe *r = &t->recipes[i];

		for (uint32_t k = r->opnds.start; k < r->opnds.end; k++) {
			const RecipeOpnd *o = &t->recipe_opnds[k];
			Effect e = {.opnd = NONE,
				    .reg = (RegId)o->value,
				    .flags = EFFECT_IMPLICIT | EFFECT_FIXED,
				    .cls = CLASS_NONE};

			if (o->kind == RECIPE_REG &&
			    o->flags & RECIPE_IMPLICIT &&
			    !(o->flags & RECIPE_DEF))
				VEC_PUSH(tmp, *list, e);
		}
	}
}

/* The last effect of LIST defines a register whose rest stays what it was: it
 * reads it as well. */
static void
rest_effect(EffectList *list, Arena *tmp)
{
	Effect e = {.opnd = NONE,
		    .reg = list->at[list->n - 1].reg,
		    .flags = EFFECT_IMPLICIT | EFFECT_FIXED,
		    .cls = CLASS_NONE};

	list->at[list->n - 1].flags |= EFFECT_FIXED;
	VEC_PUSH(tmp, *list, e);
}

void
insn_effects(const Func *f, const Insn *insn, EffectList *list, Arena *tmp)
{
	const Implied *implied = insn_implied(f, insn);
	const Operand *o = insn_opnds(f, insn);
	uint32_t flags = insn_flags(f, insn);
	bool all = flags & OP_CALL || !insn->op ||
		   insn_is(f, insn, WK_INLINEASM) ||
		   insn_is(f, insn, WK_INLINEASM_BR) ||
		   insn->flags & (INSN_BUNDLE | INSN_BUNDLED) ||
		   is_predicated(f, insn);

	for (uint32_t i = 0; i < insn->nopnds; i++) {
		bool def = o[i].flags & OPND_DEF;
		uint16_t special = all || flags & (def ? OP_EXTRA_DEF_ALLOC
						       : OP_EXTRA_SRC_ALLOC)
					   ? EFFECT_SPECIAL
					   : 0;

		if (o[i].kind != OPND_REG || !o[i].val)
			continue;
		if (insn->flags & INSN_DEBUG)
			special = EFFECT_DEBUG;
		VEC_PUSH(tmp, *list, operand_effect(f, insn, i, special));
		if (!(insn->flags & INSN_DEBUG) &&
		    opnd_defines_around(f, insn, i))
			rest_effect(list, tmp);
	}
	if (insn->flags & INSN_DEBUG)
		return;
	implied_effects(f, insn, implied->defs, EFFECT_DEF, list, tmp);
	implied_effects(f, insn, implied->uses, 0, list, tmp);
	if (insn_is(f, insn, WK_COPY) && copy_rule(f, insn))
		copy_effects(f, insn, list, tmp);
}
