/*
 * Instructions of the input and of the target's recipes, to another function.
 */
#include "core/prepare/recipes.h"

/* Operand O of a recipe. */
static Operand
fill(Func *out, const RecipeOpnd *o, const Operand *opnds, VregId *fresh)
{
	Operand to = {.tied = TIED_NONE, .loc = LOC_NONE};

	switch (o->kind) {
	case RECIPE_IMM:
		to.kind = OPND_IMM;
		to.val = out->imms.n;
		VEC_PUSH(out->arena, out->imms, o->value);
		break;
	case RECIPE_REG:
		to.kind = OPND_REG;
		to.val = (uint32_t)o->value;
		break;
	case RECIPE_OPERAND:
		to = opnds[o->value];
		/* It may stand in several, in any order. */
		to.flags &= OPND_UNDEF;
		break;
	default:
		if (fresh[o->value] == NONE)
			fresh[o->value] = func_add_vreg(out, o->cls, NONE);
		to = operand_vreg(fresh[o->value], 0, 0);
	}
	to.flags |= (o->flags & RECIPE_DEF ? OPND_DEF : 0) |
		    (o->flags & RECIPE_IMPLICIT ? OPND_IMPLICIT : 0) |
		    (o->flags & RECIPE_DEAD ? OPND_DEAD : 0);
	return to;
}

void
recipes_push(Func *out, Slice s, const Insn *insn, const Operand *opnds,
	     VregId *fresh)
{
	const Target *t = out->target;

	FOR_SLICE(Recipe, r, t->recipes, s) {
		const OpcodeDesc *desc = target_desc(t, r->op);
		Insn to = {.op = r->op,
			   .opnd0 = out->opnds.n,
			   .nopnds = r->opnds.end - r->opnds.start,
			   .nleft = r->ndefs,
			   .origin = out->insns.n,
			   .loc = insn->loc,
			   .tail = insn->tail};

		for (uint32_t k = 0; k < to.nopnds; k++) {
			Operand o =
				fill(out, &t->recipe_opnds[r->opnds.start + k],
				     opnds, fresh);

			if (desc->opnds.start + k < desc->opnds.end)
				o.tied =
					(uint8_t)t
						->opnd_descs[desc->opnds.start +
							     k]
						.tied;
			VEC_PUSH(out->arena, out->opnds, o);
		}
		VEC_PUSH(out->arena, out->insns, to);
	}
}

InsnId
same_push(Func *out, const Func *in, InsnId i)
{
	Insn insn = *func_insn(in, i);
	const Operand *o = insn_opnds(in, &insn);

	insn.opnd0 = out->opnds.n;
	insn.origin = out->insns.n;
	for (uint32_t k = 0; k < insn.nopnds; k++) {
		Operand copy = o[k];

		if (copy.kind == OPND_VREG)
			copy.flags &= ~OPND_KILL;
		VEC_PUSH(out->arena, out->opnds, copy);
	}
	VEC_PUSH(out->arena, out->insns, insn);
	return insn.origin;
}
