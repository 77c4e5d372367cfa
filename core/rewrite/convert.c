/*
 * Three-address forms: pairs of COPY and instruction become one.
 */
#include "core/rewrite/convert.h"

#include "core/base/bits.h"

enum {
	REST_INSNS = 64, /* looked at behind one whose other form writes more */
	MAKER_INSNS = 16, /* looked at before a COPY, for what it copies */
};

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

/* REG, or the register of class CLS of which it is the lowest part; 0: there is
 * none. */
static RegId
widen(const Target *t, RegId reg, ClassId cls)
{
	Slice s = t->regs[reg].supers;
	uint32_t i;

	if (cls == CLASS_NONE || target_class_has(t, cls, reg))
		return reg;
	for (i = s.start; i < s.end; i++) {
		RegId super = t->reg_supers[i];

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
	uint32_t i, k;

	for (i = s.start; i < s.end; i++)
		for (k = r.start; k < r.end; k++)
			if (t->reg_units[i] == t->reg_units[k])
				set |= 1ull << (i - s.start);
	return set;
}

/* Take from REST, units of WHOLE, what INSN overwrites.  False: it reads one of
 * them. */
static bool
rest_passes(const Func *f, const Insn *insn, RegId whole, uint64_t *rest)
{
	const Operand *o = insn_opnds(f, insn);
	uint64_t written = 0, units;
	uint32_t i;

	for (i = 0; i < insn->nopnds; i++) {
		if (o[i].kind != OPND_REG || !o[i].val ||
		    o[i].flags & OPND_DEBUG)
			continue;
		units = units_within(f->target, whole, (RegId)o[i].val);
		if (o[i].flags & OPND_DEF)
			written |= units;
		else if (!(o[i].flags & OPND_UNDEF) && (units & *rest))
			return false;
	}
	*rest &= ~written;
	return true;
}

/* Does nobody read the rest of WHOLE around its part REG behind instruction I
 * of block B?  The next few instructions must tell. */
static bool
rest_is_dead(const Func *f, BlockId b, InsnId i, RegId whole, RegId reg)
{
	const Block *block = &f->blocks.at[b], *to;
	uint64_t rest = units_within(f->target, whole, whole) &
			~units_within(f->target, whole, reg);
	InsnId end = i + REST_INSNS;
	uint32_t k, n;

	while (rest && ++i < block->end)
		if (i == end || !rest_passes(f, func_insn(f, i), whole, &rest))
			return false;
	for (k = block->succs.start; rest && k < block->succs.end; k++) {
		to = &f->blocks.at[f->succs.at[k].block];
		for (n = to->liveins.start; n < to->liveins.end; n++)
			if (units_within(f->target, whole,
					 f->liveins.at[n].reg) &
			    rest)
				return false;
	}
	return true;
}

/* Were the instruction's result and sources virtual registers?  What is read by
 * its own name may be named by no other. */
static bool
was_virtual(const Func *input, const Insn *insn)
{
	const Insn *from;
	const Operand *o;
	uint32_t i;

	if (insn->origin == NONE)
		return false;
	from = func_insn(input, insn->origin);
	o = insn_opnds(input, from);
	for (i = 0; i < from->nopnds; i++)
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
	uint32_t i, n = f->opnds.n - first;
	SubId sub;

	if (whole == dst->val)
		return true;
	if (!rest_is_dead(f, b, at, whole, (RegId)dst->val))
		return false;
	/* Sources got wider, too: what is around them may live on. */
	sub = target_subreg_index(f->target, whole, (RegId)dst->val);
	for (i = 1; i < n; i++) {
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
	uint32_t i;

	for (i = 0; i < from->nopnds; i++) {
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

/* Replace INSN of block B, whose tied operand is to be SRC and whose result is
 * to be in DST, where COPY, if not NULL, moves it, by its other form. */
static bool
insn_convert(Func *f, BlockId b, Insn *insn, Operand dst, Operand src,
	     const Insn *copy)
{
	const Target *t = f->target;
	const Conversion *c = insn_conversion(f, insn, 0);
	const Recipe *recipe;
	const OpcodeDesc *to;
	Operand was = *insn_opnds(f, insn);
	uint32_t i, n, first;

	if (!c || !is_convertible(f, insn, (RegId)was.val))
		return false;
	recipe = &t->recipes[c->recipe];
	to = &t->opcodes[recipe->op];
	n = recipe->opnds.end - recipe->opnds.start;
	first = f->opnds.n;
	for (i = 0; i < n; i++) {
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

/* Replace INSN, whose tied operand COPY fills, by its other form.  INPUT is
 * what F was made from. */
static bool
pair_convert(Func *f, const Func *input, BlockId b, const Insn *copy,
	     Insn *insn)
{
	const Operand *o = insn_opnds(f, copy);

	return insn->nopnds && insn_opnds(f, insn)->val == o->val &&
	       redefines(f, copy, insn) && was_virtual(input, insn) &&
	       insn_convert(f, b, insn, *insn_opnds(f, insn), o[1], NULL);
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

/* Does COPY write a register and such as are around it, and nothing else? */
static bool
copies_around(const Func *f, const Insn *copy)
{
	const Operand *p = insn_opnds(f, copy);
	uint32_t k;

	for (k = 2; k < copy->nopnds; k++)
		if (p[k].kind != OPND_REG || !(p[k].flags & OPND_DEF) ||
		    !target_overlap(f->target, (RegId)p[k].val,
				    (RegId)p[0].val))
			return false;
	return true;
}

/* Does COPY say that it writes all of REG, besides the part that it does? */
static bool
copy_covers(const Func *f, const Insn *copy, RegId reg)
{
	const Operand *p = insn_opnds(f, copy);
	uint32_t k;

	for (k = 2; k < copy->nopnds; k++)
		if (p[k].val == reg)
			return true;
	return false;
}

/* COPY moves part SUB of WHOLE, the result of INSN of block B: the register of
 * which COPY writes that part, if nothing of the rest of both is read behind.
 * 0: something is, or there is no such register. */
static RegId
whole_moved(const Func *f, BlockId b, const Insn *insn, const Insn *copy,
	    RegId whole, SubId sub)
{
	const Target *t = f->target;
	const OpcodeDesc *desc = insn_desc(f, insn);
	const Operand *p = insn_opnds(f, copy);
	InsnId at = (InsnId)(copy - f->insns.at);
	RegId to;

	if (!sub || desc->opnds.start == desc->opnds.end)
		return 0;
	to = target_superreg(t, (RegId)p[0].val, sub,
			     t->opnd_descs[desc->opnds.start].cls);
	return to && rest_is_dead(f, b, at, whole, (RegId)p[1].val) &&
			       (copy_covers(f, copy, to) ||
				rest_is_dead(f, b, at, to, (RegId)p[0].val))
		       ? to
		       : 0;
}

/*
 * The register around or inside COPY's destination that the result of INSN, of
 * block B, is to be in: COPY moves it, a part of it, or a register around it
 * that INSN writes, too, and none is used otherwise.  0: that is not so, or
 * INSN does more.
 */
static RegId
part_moved(const Func *f, BlockId b, const Insn *insn, const Insn *copy)
{
	const Target *t = f->target;
	const Operand *o = insn_opnds(f, insn), *p = insn_opnds(f, copy);
	bool around = false;
	uint32_t k;

	if (!(p[1].flags & OPND_KILL) || !insn->nopnds ||
	    o[0].kind != OPND_REG || !copies_around(f, copy))
		return 0;
	for (k = 1; k < insn->nopnds; k++) {
		if (o[k].kind != OPND_REG || !(o[k].flags & OPND_DEF) ||
		    o[k].flags & OPND_DEAD)
			continue;
		if (!target_overlap(t, (RegId)o[k].val, (RegId)o[0].val))
			return 0;
		if (o[k].val == p[1].val)
			around = true;
		else if (o[0].val != p[1].val ||
			 !rest_is_dead(f, b, (InsnId)(copy - f->insns.at),
				       (RegId)o[k].val, (RegId)p[1].val))
			return 0;
	}
	if (o[0].val == p[1].val)
		return (RegId)p[0].val;
	if (around)
		return target_subreg(t, (RegId)p[0].val,
				     target_subreg_index(t, (RegId)p[1].val,
							 (RegId)o[0].val));
	return whole_moved(
		f, b, insn, copy, (RegId)o[0].val,
		target_subreg_index(t, (RegId)o[0].val, (RegId)p[1].val));
}

/* Let INSN of block B, whose result COPY moves, overwrite source K if that is
 * where COPY moves it, and nothing else is read from there. */
static bool
result_commute(Func *f, BlockId b, Insn *insn, const Insn *copy, uint32_t k)
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
	f->blocks.at[b].flags |= BLOCK_STALE;
	return true;
}

/* Replace INSN, whose result COPY moves, by its other form, which writes where
 * COPY does. */
static bool
result_convert(Func *f, BlockId b, Insn *insn, const Insn *copy)
{
	Operand dst = *insn_opnds(f, copy);

	dst.val = part_moved(f, b, insn, copy);
	return dst.val &&
	       insn_convert(f, b, insn, dst, insn_opnds(f, insn)[1], copy);
}

/* Replace INSN, which has to be. */
static void
bare_convert(Func *f, BlockId b, Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	insn_convert(f, b, insn, o[0], o[1], NULL);
}

typedef struct {
	Func *f;
	const Func *input;
	const uint64_t *reserved;
	Arena *tmp;
	uint8_t *gone; /* by InsnId; NULL: none is */
} Converter;

static bool
is_gone(const Converter *c, InsnId i)
{
	return c->gone && c->gone[i];
}

/* Instruction I of block B goes. */
static void
drop(Converter *c, InsnId i)
{
	if (!c->gone)
		c->gone = ARENA_NEW(c->tmp, uint8_t, c->f->insns.n + 1);
	c->gone[i] = 1;
}

/* Does INSN name a part of A or B, or clobber registers by a mask? */
static bool
touches(const Func *f, const Insn *insn, RegId a, RegId b)
{
	const Operand *o = insn_opnds(f, insn);
	uint32_t k;

	for (k = 0; k < insn->nopnds; k++)
		if (o[k].kind == OPND_MASK ||
		    (o[k].kind == OPND_REG && o[k].val &&
		     (target_overlap(f->target, (RegId)o[k].val, a) ||
		      target_overlap(f->target, (RegId)o[k].val, b))))
			return true;
	return false;
}

/* The instruction that makes what COPY I of block B copies, if nothing in
 * between has to do with either register; NONE. */
static InsnId
maker_find(const Converter *c, BlockId b, InsnId i)
{
	const Func *f = c->f;
	const Operand *o = insn_opnds(f, func_insn(f, i));
	InsnId first = f->blocks.at[b].first, at = i;

	if (i > first + MAKER_INSNS)
		first = i - MAKER_INSNS;
	while (at-- > first)
		if (!is_gone(c, at) &&
		    touches(f, func_insn(f, at), (RegId)o[0].val,
			    (RegId)o[1].val))
			return at;
	return NONE;
}

/* COPY I of block B goes if what makes its source can write where it does. */
static void
try_maker(Converter *c, BlockId b, InsnId i)
{
	Func *f = c->f;
	Insn *copy = &f->insns.at[i], *insn;
	InsnId at;

	if (!is_plain_copy(f, copy, c->reserved) ||
	    bits_has(c->reserved, insn_opnds(f, copy)->val) ||
	    (at = maker_find(c, b, i)) == NONE)
		return;
	insn = &f->insns.at[at];
	if (was_virtual(c->input, insn) &&
	    ((moves_result(f, insn, copy) &&
	      (result_commute(f, b, insn, copy, 2) ||
	       result_commute(f, b, insn, copy, 3))) ||
	     result_convert(f, b, insn, copy)))
		drop(c, i);
}

/* COPY I of block B goes if the next instruction, whose tied operand it fills,
 * can do without. */
static void
try_next(Converter *c, BlockId b, InsnId i)
{
	Func *f = c->f;
	Insn *copy = &f->insns.at[i];

	if (!is_gone(c, i) && i + 1 < f->blocks.at[b].end &&
	    is_plain_copy(f, copy, c->reserved) &&
	    pair_convert(f, c->input, b, copy, copy + 1))
		drop(c, i);
}

void
convert_three_address(Func *f, const Func *input, const uint64_t *reserved,
		      Arena *tmp)
{
	Converter c = {
		.f = f, .input = input, .reserved = reserved, .tmp = tmp};
	const OpcodeId copy = f->target->known[WK_COPY];
	const Insn *insns = f->insns.at;
	BlockId b = 0;
	uint32_t k;

	for (k = 0; k < f->joints.n; k++) {
		InsnId i = f->joints.at[k];

		if (insns[i].op != copy)
			continue;
		while (f->blocks.at[b].end <= i)
			b++;
		try_maker(&c, b, i);
		try_next(&c, b, i);
	}
	for (b = k = 0; k < f->joints.n; k++) {
		InsnId i = f->joints.at[k];

		if (!(insns[i].flags & INSN_BARE))
			continue;
		while (f->blocks.at[b].end <= i)
			b++;
		bare_convert(f, b, &f->insns.at[i]);
	}
	if (c.gone)
		func_remove(f, c.gone, tmp);
}
