/*
 * Loads from slots and stores to them, by the target's spill rules.
 */
#include "core/rewrite/moves.h"

/* func_spill for values of class CLS in a slot of alignment ALIGN. */
static const SpillRule *
spill_rule(Rewriter *r, ClassId cls, uint32_t align)
{
	RuleAsked *a =
		&r->rules[cls % (sizeof(r->rules) / sizeof(r->rules[0]))];

	if (!a->rule || a->cls != cls || a->align != align)
		*a = (RuleAsked){func_spill(r->in, cls, align), align, cls};
	return a->rule;
}

/* Do the instructions of RULE take REG for the value?  The rule's class may
 * have more than their operand, such as a stack pointer whose number means zero
 * there. */
static bool
rule_takes(const Target *t, const SpillRule *rule, RegId reg)
{
	const Recipe *store = &t->recipes[rule->store];
	Slice opnds = target_desc(t, store->op)->opnds;
	uint32_t n = opnds.end - opnds.start;

	for (uint32_t k = 0; k < n && store->opnds.start + k < store->opnds.end;
	     k++) {
		const RecipeOpnd *o = &t->recipe_opnds[store->opnds.start + k];
		ClassId cls = t->opnd_descs[opnds.start + k].cls;

		if (o->kind == RECIPE_VALUE && !o->value && cls != CLASS_NONE)
			return target_class_has(t, cls, reg);
	}
	return true;
}

const SpillRule *
slot_rule(Rewriter *r, ClassId cls, RegId reg, uint32_t slot, uint32_t size)
{
	const StackObject *object = &r->out->stack.at[slot];
	const SpillRule *rule = NULL;

	if (cls != CLASS_NONE) {
		rule = spill_rule(r, cls, object->align);
		if (!rule)
			return NULL;
		if (target_class_has(r->t, rule->cls, reg) &&
		    rule_takes(r->t, rule, reg))
			return rule;
		size = rule->size;
	}
	for (uint32_t i = 0; i < r->t->n_spills; i++) {
		rule = &r->t->spills[i];
		if (rule->size == size && rule->align <= object->align &&
		    rule->stack_id == object->stack_id &&
		    target_class_has(r->t, rule->cls, reg) &&
		    rule_takes(r->t, rule, reg) && func_takes_rule(r->in, rule))
			return rule;
	}
	return NULL;
}

const SpillRule *
part_rule(Rewriter *r, RegId reg, uint32_t slot, SubId sub)
{
	const TargetSub *s = &r->t->subs[sub];

	if (s->offset || s->size < 8 || s->size % 8 ||
	    r->out->stack.at[slot].stack_id)
		return NULL;
	return slot_rule(r, CLASS_NONE, reg, slot, (uint32_t)s->size / 8);
}

/* func_recipe_reg, whose answer depends on the value alone. */
static RegId
recipe_reg(Rewriter *r, const RecipeOpnd *o)
{
	if (!r->recipe || r->recipe->value != o->value) {
		r->recipe_reg = func_recipe_reg(r->in, o);
		r->recipe = o;
	}
	return r->recipe_reg;
}

/* One operand of a load or store from its recipe. */
static void
append_place(Rewriter *r, const RecipeOpnd *from, RegId reg, uint32_t slot,
	     unsigned flags)
{
	Operand o = {.kind = OPND_REG,
		     .tied = TIED_NONE,
		     .val = (uint32_t)from->value,
		     .loc = LOC_NONE};

	if (from->flags & RECIPE_DEF)
		o.flags |= OPND_DEF;
	if (from->flags & RECIPE_IMPLICIT)
		o.flags |= OPND_IMPLICIT;
	if (from->flags & RECIPE_UNDEF)
		o.flags |= OPND_UNDEF;
	if (from->flags & RECIPE_DEAD)
		o.flags |= OPND_DEAD;
	if (from->kind == RECIPE_IMM) {
		append_imm(r, from->value);
		return;
	}
	if (from->kind == RECIPE_VALUE) {
		o.val = target_subreg(r->t, reg, (SubId)from->value);
		o.flags |= flags;
	} else if (from->kind == RECIPE_SLOT) {
		o.kind = OPND_STACK;
		o.val = slot;
	} else if (from->kind == RECIPE_REG) {
		o.val = recipe_reg(r, from);
	} else {
		diag_error(r->in->diag, r->loc,
			   "the target's spill rule needs a scratch register");
		r->errors++;
	}
	append_operand(r, o);
}

static void
append_recipe(Rewriter *r, const Recipe *recipe, RegId reg, uint32_t slot,
	      unsigned flags)
{
	FOR_SLICE(RecipeOpnd, opnd, r->t->recipe_opnds, recipe->opnds)
		append_place(r, opnd, reg, slot, flags);
}

void
append_address(Rewriter *r, ClassId cls, uint32_t slot)
{
	const SpillRule *rule =
		spill_rule(r, cls, r->out->stack.at[slot].align);
	Slice s = r->t->recipes[rule->load].opnds;

	FOR_SLICE(RecipeOpnd, o, r->t->recipe_opnds, s) {
		if (o->kind != RECIPE_VALUE && !(o->flags & RECIPE_IMPLICIT))
			append_place(r, o, 0, slot, 0);
	}
}

void
emit_access(Rewriter *r, const SpillRule *rule, RegId reg, uint32_t slot,
	    unsigned flags, bool load)
{
	const Recipe *recipe = &r->t->recipes[load ? rule->load : rule->store];
	MadeAccess access = {.insn = r->out->insns.n,
			     .slot = slot,
			     .size = rule->size,
			     .load = load,
			     .store = !load};

	open_insn(r, recipe->op, load ? INSN_RELOAD : INSN_SPILL,
		  recipe->ndefs);
	append_recipe(r, recipe, reg, slot, flags);
	VEC_PUSH(r->out->arena, r->out->accesses, access);
}

void
emit_whole_access(Rewriter *r, ClassId cls, RegId reg, uint32_t slot,
		  unsigned flags, bool load)
{
	const SpillRule *rule = slot_rule(r, cls, reg, slot, 0);

	if (rule) {
		emit_access(r, rule, reg, slot, flags, load);
		return;
	}
	diag_error(r->in->diag, r->loc,
		   "no rule to spill $%s, a value of class %s",
		   target_reg_name(r->t, reg),
		   cls == CLASS_NONE ? "unknown"
				     : target_class_name(r->t, cls));
	r->errors++;
}
