/*
 * Three-address forms: pairs of COPY and instruction become one.
 */
#include "core/rewrite/convert.h"

#include "core/base/bits.h"

/* A COPY of one register to another and nothing else.  Reserved ones are read
 * where the code says so, and nowhere else. */
static bool
is_plain_copy(const Func *f, const Insn *insn, const uint64_t *reserved)
{
	const Operand *o = insn_opnds(f, insn);

	return insn_is(f, insn, WK_COPY) && insn->nopnds >= 2 &&
	       o[0].kind == OPND_REG && o[1].kind == OPND_REG &&
	       !(o[1].flags & OPND_UNDEF) && !bits_has(reserved, o[1].val) &&
	       !(insn->flags & (INSN_BUNDLE | INSN_BUNDLED));
}

/* Does INSN define again what COPY defines besides its destination? */
static bool
redefines(const Func *f, const Insn *copy, const Insn *insn)
{
	const Operand *p = insn_opnds(f, copy), *o = insn_opnds(f, insn);
	uint32_t i, k;

	for (i = 2; i < copy->nopnds; i++) {
		if (p[i].kind != OPND_REG || !(p[i].flags & OPND_DEF))
			return false;
		for (k = 0; k < insn->nopnds; k++)
			if (o[k].kind == OPND_REG && o[k].val == p[i].val &&
			    o[k].flags & OPND_DEF)
				break;
		if (k == insn->nopnds)
			return false;
	}
	return true;
}

/* Does the instruction do nothing that its other form would not do? */
static bool
is_convertible(const Func *f, const Insn *insn, RegId dst)
{
	const OpcodeDesc *desc = insn_desc(f, insn);
	const Operand *o = insn_opnds(f, insn);
	uint32_t n = desc->opnds.end - desc->opnds.start, i;

	if (insn->nopnds < n || n < 2 || o[0].val != dst || o[1].val != dst ||
	    o[0].kind != OPND_REG || o[1].kind != OPND_REG ||
	    (insn->flags & (INSN_BUNDLE | INSN_BUNDLED)))
		return false;
	for (i = 1; i < n; i++)
		if (o[i].kind == OPND_REG
			    ? !o[i].val || (o[i].flags & OPND_UNDEF)
			    : o[i].kind != OPND_IMM)
			return false;
	for (i = n; i < insn->nopnds; i++)
		if (o[i].kind != OPND_REG || !(o[i].flags & OPND_DEF) ||
		    !((o[i].flags & OPND_DEAD) ||
		      target_overlap(f->target, (RegId)o[i].val, dst)))
			return false;
	return true;
}

/* REG, or the register around it that class CLS has; 0: there is none. */
static RegId
widen(const Target *t, RegId reg, ClassId cls)
{
	Slice s = t->regs[reg].supers;
	uint32_t i;

	if (cls == CLASS_NONE || target_class_has(t, cls, reg))
		return reg;
	for (i = s.start; i < s.end; i++)
		if (target_class_has(t, cls, t->reg_supers[i]))
			return t->reg_supers[i];
	return 0;
}

/* Was the instruction's result a virtual register? */
static bool
was_virtual(const Func *input, const Insn *insn)
{
	const Insn *from;

	if (insn->origin == NONE)
		return false;
	from = func_insn(input, insn->origin);
	return from->nopnds && insn_opnds(input, from)->kind == OPND_VREG;
}

/* The operand of the new form for entry E of the recipe; false if no register
 * will do. */
static bool
operand_convert(Func *f, const Insn *insn, const Operand *src,
		const RecipeOpnd *e, ClassId cls, Operand *out)
{
	const Operand *o = insn_opnds(f, insn);

	*out = (Operand){.tied = TIED_NONE, .loc = LOC_NONE};
	switch (e->kind) {
	case RECIPE_IMM:
		out->kind = OPND_IMM;
		out->val = f->imms.n;
		VEC_PUSH(f->arena, f->imms, e->value);
		return true;
	case RECIPE_REG:
		out->kind = OPND_REG;
		out->val = (uint32_t)e->value;
		return true;
	case RECIPE_VALUE:
		*out = o[0];
		out->tied = TIED_NONE;
		return true;
	case RECIPE_OPERAND:
		*out = o[e->value];
		if (out->kind == OPND_REG && out->val == o[0].val)
			*out = *src;
		out->tied = TIED_NONE;
		if (out->kind != OPND_REG)
			return true;
		out->val = widen(f->target, (RegId)out->val, cls);
		return out->val != 0;
	default:
		return false;
	}
}

/* Replace INSN, whose tied operand is to be SRC instead of DST, by its other
 * form. */
static bool
insn_convert(Func *f, Insn *insn, RegId dst, Operand src)
{
	const Target *t = f->target;
	const Conversion *c = insn_conversion(f, insn, 0);
	const Recipe *recipe;
	const OpcodeDesc *to;
	uint32_t i, n, first, explicits;

	if (!c || !is_convertible(f, insn, dst))
		return false;
	recipe = &t->recipes[c->recipe];
	to = &t->opcodes[recipe->op];
	n = recipe->opnds.end - recipe->opnds.start;
	explicits =
		insn_desc(f, insn)->opnds.end - insn_desc(f, insn)->opnds.start;
	first = f->opnds.n;
	for (i = 0; i < n; i++) {
		ClassId cls = to->opnds.start + i < to->opnds.end
				      ? t->opnd_descs[to->opnds.start + i].cls
				      : CLASS_NONE;
		Operand o;

		if (!operand_convert(f, insn, &src,
				     &t->recipe_opnds[recipe->opnds.start + i],
				     cls, &o)) {
			f->opnds.n = first;
			return false;
		}
		VEC_PUSH(f->arena, f->opnds, o);
	}
	for (i = explicits; i < insn->nopnds; i++) {
		Operand o = insn_opnds(f, insn)[i];

		if (target_overlap(t, (RegId)o.val, dst))
			VEC_PUSH(f->arena, f->opnds, o);
	}
	insn->op = recipe->op;
	insn->opnd0 = first;
	insn->nopnds = f->opnds.n - first;
	insn->nleft = recipe->ndefs;
	insn->name = (Span){0, 0};
	insn->flags &= (uint16_t)~INSN_BARE;
	return true;
}

/* Replace INSN, whose tied operand COPY fills, by its other form. */
static bool
pair_convert(Func *f, const Insn *copy, Insn *insn)
{
	const Operand *o = insn_opnds(f, copy);

	return redefines(f, copy, insn) &&
	       insn_convert(f, insn, (RegId)o[0].val, o[1]);
}

/* Does COPY move the result of INSN, which is not used otherwise, and is that
 * all that INSN does? */
static bool
moves_result(const Func *f, const Insn *insn, const Insn *copy)
{
	const Operand *o = insn_opnds(f, insn), *p = insn_opnds(f, copy);
	uint32_t k;

	if (copy->nopnds != 2 || !(p[1].flags & OPND_KILL) || !insn->nopnds ||
	    o[0].kind != OPND_REG || o[0].val != p[1].val)
		return false;
	for (k = 1; k < insn->nopnds; k++)
		if (o[k].kind == OPND_REG && o[k].flags & OPND_DEF &&
		    !(o[k].flags & OPND_DEAD))
			return false;
	return true;
}

/* Let INSN, whose result COPY moves, overwrite source K if that is where COPY
 * moves it, and nothing else is read from there. */
static bool
result_commute(Func *f, Insn *insn, const Insn *copy, uint32_t k)
{
	Operand *o = insn_opnds(f, insn);
	uint32_t to = insn_opnds(f, copy)->val, was, i;
	Commutation how;

	if (!insn_commutation(f, insn, k, &how) || o[1].kind != OPND_REG ||
	    o[k].kind != OPND_REG || o[1].flags & OPND_UNDEF ||
	    o[k].flags & OPND_UNDEF || o[k].val != to ||
	    insn->flags & (INSN_BUNDLE | INSN_BUNDLED))
		return false;
	for (i = 1; i < insn->nopnds; i++)
		if (i != k && o[i].kind == OPND_REG &&
		    target_overlap(f->target, (RegId)o[i].val, (RegId)to))
			return false;
	was = o[1].val;
	o[0].val = o[1].val = to;
	o[1].flags |= OPND_KILL;
	o[k].val = was;
	o[k].flags |= OPND_KILL;
	insn_commuted(f, insn, &how);
	return true;
}

/* Replace INSN, whose result COPY moves, by its other form, which writes where
 * COPY does. */
static bool
result_convert(Func *f, Insn *insn, const Insn *copy)
{
	const Conversion *c = insn_conversion(f, insn, 0);
	Operand *o = insn_opnds(f, insn), to = *insn_opnds(f, copy);
	const OpcodeDesc *desc;
	ClassId cls;

	if (!c)
		return false;
	desc = &f->target->opcodes[f->target->recipes[c->recipe].op];
	cls = f->target->opnd_descs[desc->opnds.start].cls;
	if (cls != CLASS_NONE &&
	    !target_class_has(f->target, cls, (RegId)to.val))
		return false;
	if (!insn_convert(f, insn, (RegId)o[0].val, o[1]))
		return false;
	f->opnds.at[insn->opnd0] = to;
	return true;
}

/* Replace INSN, which has to be. */
static void
bare_convert(Func *f, Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	insn_convert(f, insn, (RegId)o[0].val, o[1]);
}

void
convert_three_address(Func *f, const Func *input, const uint64_t *reserved,
		      Arena *tmp)
{
	uint8_t *gone;
	BlockId b;
	InsnId i;
	bool any = false;

	gone = ARENA_NEW(tmp, uint8_t, f->insns.n + 1);
	for (b = 0; b < f->blocks.n; b++)
		for (i = f->blocks.at[b].first; i + 1 < f->blocks.at[b].end;
		     i++) {
			Insn *x = &f->insns.at[i], *y = x + 1;

			if (gone[i])
				continue;
			if (is_plain_copy(f, x, reserved) &&
			    was_virtual(input, y) && pair_convert(f, x, y))
				gone[i] = any = true;
			else if (is_plain_copy(f, y, reserved) &&
				 !bits_has(reserved, insn_opnds(f, y)->val) &&
				 was_virtual(input, x) &&
				 moves_result(f, x, y) &&
				 (result_commute(f, x, y, 2) ||
				  result_commute(f, x, y, 3) ||
				  result_convert(f, x, y)))
				gone[i + 1] = any = true;
		}
	for (i = 0; i < f->insns.n; i++)
		if (f->insns.at[i].flags & INSN_BARE)
			bare_convert(f, &f->insns.at[i]);
	if (any)
		func_remove(f, gone, tmp);
}
