/*
 * Prints an instruction by its template, and copies by the steps of the
 * target's file.
 */
#include "core/emit/asm_internal.h"

#include <string.h>

/* Has the function the feature a rule asks for, by itself or by -mcpu? */
static bool
has_feature(const Asm *a, StrId feature)
{
	const TargetVariant *v = a->variant;

	if (!feature || func_has_feature(a->f, target_str(a->t, feature)))
		return true;
	for (uint32_t i = v ? v->features.start : 0; v && i < v->features.end;
	     i++)
		if (a->t->str_lists[i] == feature)
			return true;
	return false;
}

bool
asm_print(Asm *a, AsmInsn *insn)
{
	const char *text = target_text(a->t, insn->op, a->second);
	bool ok;

	if (!*text || !strcmp(text, "-"))
		return asm_error(
			a, insn->loc, "opcode %s has no assembly text",
			target_str(a->t, a->t->opcodes[insn->op].name));
	if (a->hooks->code.print && a->hooks->code.print(a, insn, text, &ok))
		return ok;
	return asm_template(a, text, insn);
}

/* One step of copying SRC to DST. */
static bool
print_step(Asm *a, const Recipe *step, RegId dst, RegId src, Loc loc)
{
	const Target *t = a->t;
	AsmOpnd opnds[16];
	AsmInsn insn = {.op = step->op, .loc = loc, .o = opnds};

	for (uint32_t i = step->opnds.start; i < step->opnds.end && insn.n < 16;
	     i++) {
		const RecipeOpnd *o = &t->recipe_opnds[i];
		AsmOpnd *out = &opnds[insn.n];

		if (o->flags & RECIPE_IMPLICIT)
			continue;
		*out = (AsmOpnd){.before = "", .name = "", .after = ""};
		out->kind = ASM_REG;
		if (o->kind == RECIPE_IMM) {
			out->kind = ASM_NUMBER;
			out->number = o->value;
		} else if (o->kind == RECIPE_REG) {
			out->reg = (RegId)o->value;
		} else if (o->kind == RECIPE_VALUE) {
			out->reg = target_subreg(t, dst, (SubId)o->value);
		} else if (o->kind == RECIPE_SOURCE) {
			out->reg = target_subreg(t, src, (SubId)o->value);
		} else {
			return asm_error(a, loc, "no assembly for this copy");
		}
		insn.n++;
	}
	return asm_print(a, &insn);
}

/* The register that STEP has for the operand of KIND, a part of REG; 0: it has
 * none. */
static RegId
step_reg(const Asm *a, const Recipe *step, uint8_t kind, RegId reg)
{
	FOR_SLICE(RecipeOpnd, o, a->t->recipe_opnds, step->opnds)
		if (o->kind == kind)
			return target_subreg(a->t, reg, (SubId)o->value);
	return 0;
}

/* Would a step overwrite what a later one reads?  Their registers tell, not
 * those of the whole: tuples of one class can have numbers of several series,
 * or go on from the last register to the first. */
static bool
must_reverse(const Asm *a, const CopyRule *rule, RegId dst, RegId src)
{
	const Recipe *steps = &a->t->recipes[rule->steps.start];
	uint32_t n = rule->steps.end - rule->steps.start;

	if (n < 2)
		return false;
	if (a->hooks->code.copies_backwards)
		return a->hooks->code.copies_backwards(a, dst, src);
	for (uint32_t i = 0; i < n; i++) {
		RegId to = step_reg(a, &steps[i], RECIPE_VALUE, dst);

		for (uint32_t k = i + 1; k < n; k++) {
			RegId from = step_reg(a, &steps[k], RECIPE_SOURCE, src);

			if (to && from && target_overlap(a->t, to, from))
				return true;
		}
	}
	return false;
}

bool
asm_copy(Asm *a, RegId dst, RegId src, Loc loc)
{
	const Target *t = a->t;

	if (a->hooks->code.copy && a->hooks->code.copy(a, dst, src))
		return true;
	FOR_ARRAY(CopyRule, rule, t->copies, t->n_copies) {
		uint32_t n = rule->steps.end - rule->steps.start;

		if (!target_class_has(t, rule->dst, dst) ||
		    !target_class_has(t, rule->src, src) ||
		    !has_feature(a, rule->feature))
			continue;
		bool back = must_reverse(a, rule, dst, src);
		for (uint32_t k = 0; k < n; k++)
			if (!print_step(a,
					&t->recipes[rule->steps.start +
						    (back ? n - 1 - k : k)],
					dst, src, loc))
				return false;
		return true;
	}
	return asm_error(a, loc, "no copy of %s to %s", target_reg_name(t, src),
			 target_reg_name(t, dst));
}
