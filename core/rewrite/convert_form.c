/*
 * One instruction becomes its three-address form.
 */
#include "core/rewrite/convert_internal.h"

#include "core/base/bits.h"

/* Instructions looked at behind one whose other form writes more. */
enum { REST_INSNS = 64 };

bool
is_plain_copy(const Func *f, const Insn *insn, const uint64_t *reserved)
{
	const Operand *o = insn_opnds(f, insn);

	return insn_is(f, insn, WK_COPY) && insn->nopnds >= 2 &&
	       o[0].kind == OPND_REG && o[1].kind == OPND_REG &&
	       !(o[1].flags & OPND_UNDEF) && !bits_has(reserved, o[1].val) &&
	       !(insn->flags & (INSN_BUNDLE | INSN_BUNDLED));
}

/* Does the instruction do nothing that its other form would not do? */
static bool
is_convertible(const Func *f, const Insn *insn, RegId dst)
{
	const OpcodeDesc *desc = insn_desc(f, insn);
	const Operand *o = insn_opnds(f, insn);
	uint32_t n = desc->opnds.end - desc->opnds.start;

	if (insn->nopnds < n || !n || o[0].val != dst ||
	    o[0].kind != OPND_REG ||
	    (n > 1 && (o[1].val != dst || o[1].kind != OPND_REG)) ||
	    (insn->flags & (INSN_BUNDLE | INSN_BUNDLED)))
		return false;
	for (uint32_t i = 1; i < n; i++)
		if (o[i].kind == OPND_REG
			    ? !o[i].val || (o[i].flags & OPND_UNDEF)
			    : o[i].kind != OPND_IMM)
			return false;
	for (uint32_t i = n; i < insn->nopnds; i++)
		if (o[i].kind != OPND_REG || !(o[i].flags & OPND_DEF) ||
		    !((o[i].flags & OPND_DEAD) ||
		      target_overlap(f->target, (RegId)o[i].val, dst)))
			return false;
	return true;
}

/* REG, or the register of class CLS of which it is the lowest part; 0: there is
 * none. */
static RegId
widen(const Target *t, RegId reg, ClassId cls)
{
	Slice s = t->regs[reg].supers;

	if (cls == CLASS_NONE || target_class_has(t, cls, reg))
		return reg;
	for (uint32_t i = s.start; i < s.end; i++) {
		RegId super = target_super_at(t, reg, i);

		if (target_class_has(t, cls, super) &&
		    !t->subs[target_subreg_index(t, super, reg)].offset)
			return super;
	}
	return 0;
}

/* The units of WHOLE that REG has, by their number in it. */
static uint64_t
units_within(const Target *t, RegId whole, RegId reg)
{
	Slice s = t->regs[whole].units, r = t->regs[reg].units;
	uint64_t set = 0;

	for (uint32_t i = s.start; i < s.end; i++)
		FOR_SLICE(UnitId, unit, t->reg_units, r)
			if (t->reg_units[i] == *unit)
				set |= 1ull << (i - s.start);
	return set;
}

/* Take from REST, units of WHOLE, what INSN overwrites.  False: it reads one of
 * them. */
static bool
rest_passes(const Func *f, const Insn *insn, RegId whole, uint64_t *rest)
{
	uint64_t written = 0;

	FOR_OPNDS(o, f, insn) {
		if (o->kind != OPND_REG || !o->val || o->flags & OPND_DEBUG)
			continue;
		uint64_t units = units_within(f->target, whole, (RegId)o->val);
		if (o->flags & OPND_DEF)
			written |= units;
		else if (!(o->flags & OPND_UNDEF) && (units & *rest))
			return false;
	}
	*rest &= ~written;
	return true;
}

bool
rest_is_dead(const Func *f, BlockId b, InsnId i, RegId whole, RegId reg)
{
	const Block *block = &f->blocks.at[b];
	uint64_t rest = units_within(f->target, whole, whole) &
			~units_within(f->target, whole, reg);
	InsnId end = i + REST_INSNS;

	while (rest && ++i < block->end)
		if (i == end || !rest_passes(f, func_insn(f, i), whole, &rest))
			return false;
	for (uint32_t k = block->succs.start; rest && k < block->succs.end;
	     k++) {
		const Block *to = &f->blocks.at[f->succs.at[k].block];
		FOR_SLICE(LiveIn, livein, f->liveins.at, to->liveins)
			if (units_within(f->target, whole, livein->reg) & rest)
				return false;
	}
	return true;
}

bool
was_virtual(const Func *input, const Insn *insn)
{
	if (insn->origin == NONE)
		return false;
	const Insn *from = func_insn(input, insn->origin);
	const Operand *o = insn_opnds(input, from);
	for (uint32_t i = 0; i < from->nopnds; i++)
		if (o[i].kind == OPND_REG && !(o[i].flags & OPND_IMPLICIT))
			return false;
	return from->nopnds && o->kind == OPND_VREG;
}

/* The operand of the new form for entry E of the recipe; false if no register
 * will do. */
static bool
operand_convert(Func *f, const Insn *insn, const Operand *dst,
		const Operand *src, const RecipeOpnd *e, ClassId cls,
		Operand *out)
{
	const Operand *o = insn_opnds(f, insn);

	*out = (Operand){.tied = TIED_NONE, .loc = LOC_NONE};
	switch (e->kind) {
	case RECIPE_IMM:
		out->kind = OPND_IMM;
		out->val = f->imms.n;
		VEC_PUSH(f->arena, f->imms, e->value);
		return true;
	case RECIPE_NEGATED:
		out->kind = OPND_IMM;
		out->val = f->imms.n;
		VEC_PUSH(f->arena, f->imms, -opnd_imm(f, &o[e->value]));
		return true;
	case RECIPE_REG:
		out->kind = OPND_REG;
		out->val = (uint32_t)e->value;
		return true;
	case RECIPE_VALUE:
	case RECIPE_OPERAND:
		*out = e->kind == RECIPE_VALUE ? *dst : o[e->value];
		if (e->kind == RECIPE_OPERAND && out->kind == OPND_REG &&
		    out->val == o[0].val)
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

/* The form made of operands [FIRST, ...) is to stand for INSN of block B, with
 * its result in DST.  False: it would overwrite more that somebody reads. */
static bool
operands_fit(Func *f, BlockId b, const Insn *insn, uint32_t first,
	     const Operand *dst)
{
	InsnId at = (InsnId)(insn - f->insns.at);
	Operand *p = f->opnds.at + first;
	RegId whole = (RegId)p[0].val;
	uint32_t n = f->opnds.n - first;

	if (whole == dst->val)
		return true;
	if (!rest_is_dead(f, b, at, whole, (RegId)dst->val))
		return false;
	/* Sources got wider, too: what is around them may live on. */
	SubId sub = target_subreg_index(f->target, whole, (RegId)dst->val);
	for (uint32_t i = 1; i < n; i++) {
		whole = (RegId)p[i].val;
		if (p[i].kind == OPND_REG && (p[i].flags & OPND_KILL) &&
		    !rest_is_dead(f, b, at, whole,
				  target_subreg(f->target, whole, sub)))
			p[i].flags &= (uint16_t)~OPND_KILL;
	}
	return true;
}

/* Give the new form of INSN what INSN writes of the registers around its result
 * or, where COPY moves that, what COPY writes besides DST. */
static void
wider_push(Func *f, const Insn *insn, const Insn *copy, RegId dst)
{
	const Insn *from = copy ? copy : insn;
	RegId reg = (RegId)insn_opnds(f, from)->val;

	for (uint32_t i = 0; i < from->nopnds; i++) {
		Operand o = insn_opnds(f, from)[i];

		if (o.kind != OPND_REG || !(o.flags & OPND_DEF) ||
		    o.val == dst ||
		    target_subreg_index(f->target, dst, (RegId)o.val) ||
		    !target_overlap(f->target, (RegId)o.val, reg))
			continue;
		o.flags |= OPND_IMPLICIT;
		VEC_PUSH(f->arena, f->opnds, o);
	}
}

bool
insn_convert(Func *f, BlockId b, Insn *insn, Operand dst, Operand src,
	     const Insn *copy)
{
	const Target *t = f->target;
	const Conversion *c = insn_conversion(f, insn, 0);
	Operand was = *insn_opnds(f, insn);

	if (!c || !is_convertible(f, insn, (RegId)was.val))
		return false;
	const Recipe *recipe = &t->recipes[c->recipe];
	const OpcodeDesc *to = target_desc(t, recipe->op);
	uint32_t n = recipe->opnds.end - recipe->opnds.start;
	uint32_t first = f->opnds.n;
	for (uint32_t i = 0; i < n; i++) {
		ClassId cls = to->opnds.start + i < to->opnds.end
				      ? t->opnd_descs[to->opnds.start + i].cls
				      : CLASS_NONE;
		Operand o;

		if (!operand_convert(f, insn, &dst, &src,
				     &t->recipe_opnds[recipe->opnds.start + i],
				     cls, &o)) {
			f->opnds.n = first;
			return false;
		}
		VEC_PUSH(f->arena, f->opnds, o);
	}
	if (!operands_fit(f, b, insn, first, &dst)) {
		f->opnds.n = first;
		return false;
	}
	wider_push(f, insn, copy, (RegId)(copy ? dst.val : was.val));
	insn->op = recipe->op;
	insn->opnd0 = first;
	insn->nopnds = f->opnds.n - first;
	insn->nleft = recipe->ndefs;
	insn->name = (Span){0, 0};
	insn->flags &= (uint16_t)~INSN_BARE;
	f->blocks.at[b].flags |= BLOCK_STALE;
	return true;
}
