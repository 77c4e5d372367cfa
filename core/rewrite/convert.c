/*
 * Three-address forms: pairs of COPY and instruction become one.
 */
#include "core/rewrite/convert.h"

#include "core/analysis/reserved.h"
#include "core/base/bits.h"

/* A COPY of one register to another and nothing else. */
static bool
is_plain_copy(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	return insn_is(f, insn, WK_COPY) && insn->nopnds == 2 &&
	       o[0].kind == OPND_REG && o[1].kind == OPND_REG &&
	       !(o[1].flags & OPND_UNDEF) &&
	       !(insn->flags & (INSN_BUNDLE | INSN_BUNDLED));
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
	const Conversion *c = target_conversion(t, insn->op, 0);
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

	return insn_convert(f, insn, (RegId)o[0].val, o[1]);
}

/* Replace INSN, which has to be. */
static void
bare_convert(Func *f, Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	insn_convert(f, insn, (RegId)o[0].val, o[1]);
}

/* Does COPY read a reserved register?  Those are read where the code says so,
 * and nowhere else.  *RESERVED is worked out when first asked for. */
static bool
reads_reserved(const Func *f, const Insn *copy, uint64_t **reserved, Arena *tmp)
{
	if (!*reserved) {
		*reserved =
			ARENA_NEW(tmp, uint64_t, BITS_WORDS(f->target->n_regs));
		func_reserved(f, *reserved);
	}
	return bits_has(*reserved, insn_opnds(f, copy)[1].val);
}

/* Take out the instructions marked in GONE. */
static void
insns_compact(Func *f, const uint8_t *gone, Arena *tmp)
{
	InsnId *map = ARENA_RAW(tmp, InsnId, f->insns.n + 1), i, to = 0;
	uint32_t k;

	for (i = 0; i < f->insns.n; i++) {
		map[i] = to;
		if (!gone[i])
			f->insns.at[to++] = f->insns.at[i];
	}
	map[i] = to;
	f->insns.n = to;
	for (k = 0; k < f->blocks.n; k++) {
		f->blocks.at[k].first = map[f->blocks.at[k].first];
		f->blocks.at[k].end = map[f->blocks.at[k].end];
	}
	for (k = 0; k < f->accesses.n; k++)
		f->accesses.at[k].insn = map[f->accesses.at[k].insn];
	for (k = 0; k < f->call_sites.n; k++)
		if (f->call_sites.at[k].insn != NONE)
			f->call_sites.at[k].insn =
				map[f->call_sites.at[k].insn];
}

void
convert_three_address(Func *f, const Func *input, Arena *tmp)
{
	uint64_t *reserved = NULL;
	uint8_t *gone;
	BlockId b;
	InsnId i;
	bool any = false;

	if (!f->target->n_conversions)
		return;
	gone = ARENA_NEW(tmp, uint8_t, f->insns.n + 1);
	for (b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		for (i = block->first; i + 1 < block->end; i++) {
			Insn *copy = &f->insns.at[i], *next = copy + 1;

			if (is_plain_copy(f, copy) &&
			    was_virtual(input, next) &&
			    target_conversion(f->target, next->op, 0) &&
			    !reads_reserved(f, copy, &reserved, tmp) &&
			    pair_convert(f, copy, next))
				gone[i] = any = true;
		}
	}
	for (i = 0; i < f->insns.n; i++)
		if (f->insns.at[i].flags & INSN_BARE)
			bare_convert(f, &f->insns.at[i]);
	if (any)
		insns_compact(f, gone, tmp);
}
