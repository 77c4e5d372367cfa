/*
 * Instructions whose result a COPY moves on: they can write where that does.
 */
#include "core/rewrite/convert_internal.h"

#include "core/model/unitset.h"

/* Instructions looked at before a COPY, for what it copies. */
enum { MAKER_INSNS = 16 };

/* Does COPY move the result of INSN, which is not used otherwise, and is that
 * all that INSN does? */
static bool
moves_result(const Func *f, const Insn *insn, const Insn *copy)
{
	const Operand *o = insn_opnds(f, insn), *p = insn_opnds(f, copy);

	return copy->nopnds == 2 && p[1].flags & OPND_KILL && insn->nopnds &&
	       o[0].kind == OPND_REG && o[0].val == p[1].val &&
	       insn_gives_one(f, insn);
}

/* Does COPY write a register and such as are around it, and nothing else? */
static bool
copies_around(const Func *f, const Insn *copy)
{
	const Operand *p = insn_opnds(f, copy);

	for (uint32_t k = 2; k < copy->nopnds; k++)
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

	for (uint32_t k = 2; k < copy->nopnds; k++)
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

	if (!sub || desc->opnds.start == desc->opnds.end)
		return 0;
	RegId to = target_superreg(t, (RegId)p[0].val, sub,
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

	if (!(p[1].flags & OPND_KILL) || !insn->nopnds ||
	    o[0].kind != OPND_REG || !copies_around(f, copy))
		return 0;
	for (uint32_t k = 1; k < insn->nopnds; k++) {
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
	uint32_t to = insn_opnds(f, copy)->val;
	Commutation how;

	if (!insn_commutation(f, insn, k, &how) || o[1].kind != OPND_REG ||
	    o[k].kind != OPND_REG || o[1].flags & OPND_UNDEF ||
	    o[k].flags & OPND_UNDEF || o[k].val != to ||
	    insn->flags & (INSN_BUNDLE | INSN_BUNDLED))
		return false;
	for (uint32_t i = 1; i < insn->nopnds; i++)
		if (i != k && o[i].kind == OPND_REG &&
		    target_overlap(f->target, (RegId)o[i].val, (RegId)to))
			return false;
	uint32_t was = o[1].val;
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

/* Does INSN name a register with units in UNITS, or clobber registers by a
 * mask?
 */
static bool
touches(const Func *f, const Insn *insn, const uint64_t *units)
{
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_MASK ||
		    (o->kind == OPND_REG && o->val &&
		     unitset_meets(f->target, units, (RegId)o->val)))
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
	InsnId first = f->blocks.at[b].first, at = i, maker = NONE;

	if (i > first + MAKER_INSNS)
		first = i - MAKER_INSNS;
	unitset_add(f->target, c->units, (RegId)o[0].val);
	unitset_add(f->target, c->units, (RegId)o[1].val);
	while (maker == NONE && at-- > first)
		if (!converter_is_gone(c, at) &&
		    touches(f, func_insn(f, at), c->units))
			maker = at;
	unitset_del(f->target, c->units, (RegId)o[0].val);
	unitset_del(f->target, c->units, (RegId)o[1].val);
	return maker;
}

bool
maker_convert(const Converter *c, BlockId b, InsnId i)
{
	Func *f = c->f;
	Insn *copy = &f->insns.at[i];
	InsnId at;

	if (!is_plain_copy(f, copy, c->reserved) ||
	    bits_has(c->reserved, insn_opnds(f, copy)->val) ||
	    (at = maker_find(c, b, i)) == NONE)
		return false;
	Insn *insn = &f->insns.at[at];
	return was_virtual(c->input, insn) &&
	       ((moves_result(f, insn, copy) &&
		 (result_commute(f, b, insn, copy, 2) ||
		  result_commute(f, b, insn, copy, 3))) ||
		result_convert(f, b, insn, copy));
}
