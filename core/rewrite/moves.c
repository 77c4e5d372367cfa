/*
 * Moves as instructions.
 *
 * Both sides of a move may be registers, slots, or parts of them.  Direct
 * forms first; what has none goes through a scratch register, for which, if
 * none is free, some register is saved in a slot of its own for the moment.
 */
#include "core/rewrite/moves.h"

#include "core/base/bits.h"
#include "core/model/unitset.h"

#include <string.h>

Side
side_of_vreg(const Rewriter *r, VregId v, SubId sub, bool undef)
{
	Side s = {.renamable = true,
		  .undef = undef,
		  .sub = sub,
		  .cls = r->in->vregs.at[v].cls};
	RegId reg = r->alloc->reg[v];

	if (reg) {
		s.kind = SIDE_REG;
		s.reg = target_subreg(r->t, reg, sub);
		if (sub && !r->in->traits.lane_liveness)
			s.whole = reg;
		if (!s.reg)
			s.kind = SIDE_NOWHERE;
	} else if (r->alloc->slot[v] != NONE) {
		s.kind = SIDE_SLOT;
		s.slot = r->alloc->slot[v];
	}
	return s;
}

Side
side_of(const Rewriter *r, const Operand *o)
{
	Side s = {.cls = CLASS_NONE};

	if (o->kind == OPND_VREG)
		return side_of_vreg(r, o->val, o->sub, o->flags & OPND_UNDEF);
	if (o->kind == OPND_REG && o->val) {
		s.kind = SIDE_REG;
		s.reg = (RegId)o->val;
		s.renamable = o->flags & OPND_RENAMABLE;
	}
	return s;
}

static unsigned
side_flags(const Side *s)
{
	return s->renamable ? OPND_RENAMABLE : 0;
}

/* SCRATCH's part SUB as a side; UNDEF as of a destination. */
static Side
scratch_part(const Rewriter *r, Side scratch, SubId sub, bool undef)
{
	RegId whole = scratch.reg;

	if (scratch.kind != SIDE_REG || !sub)
		return scratch;
	scratch.reg = target_subreg(r->t, whole, sub);
	scratch.whole = r->in->traits.lane_liveness ? 0 : whole;
	scratch.undef = undef;
	scratch.cls = CLASS_NONE;
	if (!scratch.reg)
		scratch.kind = SIDE_NOWHERE;
	return scratch;
}

/* Is INSN a copy between A and B, either way, and nothing else? */
static bool
copies_between(const Func *f, const Insn *insn, RegId a, RegId b)
{
	const Operand *o = insn_opnds(f, insn);

	return insn_is(f, insn, WK_COPY) && insn->nopnds == 2 &&
	       o[0].kind == OPND_REG && o[1].kind == OPND_REG &&
	       !(o[1].flags & OPND_UNDEF) &&
	       ((o[0].val == a && o[1].val == b) ||
		(o[0].val == b && o[1].val == a));
}

/* So many instructions are looked at for a copy that makes another one
 * needless: mostly it is one of an argument that is handed on. */
enum { COPY_REACH = 12 };

/* Do A and B hold the same, by a copy that stands not far before in the block?
 */
static bool
registers_agree(const Rewriter *r, RegId a, RegId b)
{
	const Func *f = r->out;
	InsnId i = f->insns.n;

	if (target_overlap(r->t, a, b))
		return false;
	for (uint32_t n = COPY_REACH; n-- && i > r->block_first;) {
		const Insn *insn = func_insn(f, --i);

		if (insn->flags & INSN_DEBUG)
			continue;
		if (copies_between(f, insn, a, b))
			return true;
		if (insn_clobbers(f, insn, a) || insn_clobbers(f, insn, b))
			return false;
	}
	return false;
}

/* Register to register. */
static void
copy_registers(Rewriter *r, const Side *dst, const Side *src, const Insn *copy)
{
	bool same = dst->reg == src->reg, more = copy && copy->nopnds > 2;
	unsigned wk = same ? WK_KILL : WK_COPY;
	const Operand *o = copy ? insn_opnds(r->in, copy) : NULL;

	if (!more && !dst->whole &&
	    (same || (!dst->undef && registers_agree(r, dst->reg, src->reg))))
		return;
	Insn *insn = open_insn(r, r->t->known[wk], 0, 1);
	if (copy && !same) {
		Insn was = *insn;

		*insn = *copy;
		insn->opnd0 = was.opnd0;
		insn->nopnds = 0;
	}
	if (!same)
		note_joint(r->out);
	append_reg(r, dst->reg, OPND_DEF | side_flags(dst));
	append_reg(r, src->reg, side_flags(src));
	for (uint32_t k = 2; more && k < copy->nopnds; k++)
		if (o[k].kind != OPND_VREG) /* else the whole around it */
			append_operand(r, o[k]);
	append_whole(r, dst->whole, dst->undef);
}

/* Slot to register. */
static void
load_register(Rewriter *r, const Side *dst, const Side *src)
{
	const SpillRule *rule =
		src->sub ? part_rule(r, dst->reg, src->slot, src->sub)
			 : slot_rule(r, src->cls, dst->reg, src->slot,
				     r->out->stack.at[src->slot].size);

	if (rule) {
		emit_access(r, rule, dst->reg, src->slot, side_flags(dst),
			    true);
		append_whole(r, dst->whole, dst->undef);
		return;
	}
	Side scratch = take_scratch(r, src->cls);
	if (scratch.kind == SIDE_NOWHERE)
		return;
	emit_whole_access(r, src->cls, scratch.reg, src->slot, OPND_RENAMABLE,
			  true);
	scratch = scratch_part(r, scratch, src->sub, false);
	if (scratch.kind == SIDE_REG)
		copy_registers(r, dst, &scratch, NULL);
}

/* A part of a slot, or a register that cannot be stored, through a scratch
 * register. */
static void
store_through(Rewriter *r, const Side *dst, Side src)
{
	Side scratch = take_scratch(r, dst->cls);

	if (scratch.kind == SIDE_NOWHERE)
		return;
	if (dst->sub && !dst->undef)
		emit_whole_access(r, dst->cls, scratch.reg, dst->slot,
				  OPND_RENAMABLE, true);
	move_emit(r, scratch_part(r, scratch, dst->sub, dst->undef), src, NULL);
	emit_whole_access(r, dst->cls, scratch.reg, dst->slot, OPND_RENAMABLE,
			  false);
}

/* How to store *REG as the part of DST's slot whose rest is undefined: with the
 * register around it, then in *REG, whatever its rest is; where that is known
 * to be zero, it stays so.  Parts that are registers side by side are stored
 * alone if they can be: the other one may be kept for something else. */
static const SpillRule *
around_rule(Rewriter *r, const Side *dst, RegId *reg)
{
	RegId whole = target_superreg(r->t, *reg, dst->sub, dst->cls);
	const SpillRule *alone = NULL;

	if (!whole)
		return NULL;
	if (r->t->regs[whole].flags & REG_COVERED)
		alone = part_rule(r, *reg, dst->slot, dst->sub);
	if (alone)
		return alone;
	*reg = whole;
	return slot_rule(r, dst->cls, whole, dst->slot, 0);
}

/* Register to slot. */
static void
store_register(Rewriter *r, const Side *dst, const Side *src)
{
	const SpillRule *rule = NULL;
	RegId reg = src->reg;

	if (!dst->sub) {
		rule = slot_rule(r, dst->cls, reg, dst->slot,
				 r->out->stack.at[dst->slot].size);
	} else if (!dst->undef) {
		rule = part_rule(r, reg, dst->slot, dst->sub);
	} else if (dst->cls != CLASS_NONE) {
		rule = around_rule(r, dst, &reg);
	}
	if (rule)
		emit_access(r, rule, reg, dst->slot, side_flags(src), false);
	else
		store_through(r, dst, *src);
}

/* Slot to slot. */
static void
move_slots(Rewriter *r, const Side *dst, const Side *src)
{
	if (dst->slot == src->slot && dst->sub == src->sub)
		return;
	if (dst->sub) {
		store_through(r, dst, *src);
		return;
	}
	Side scratch =
		take_scratch(r, dst->cls != CLASS_NONE ? dst->cls : src->cls);
	if (scratch.kind == SIDE_NOWHERE)
		return;
	load_register(r, &scratch, src);
	store_register(r, dst, &scratch);
}

/* Mark REG as one of the move's. */
static void
mark_own(Rewriter *r, RegId reg)
{
	if (!reg)
		return;
	unitset_add(r->t, r->barred, reg);
	unitset_add(r->t, r->own, reg);
}

/* Mark the registers of the move, and those that those around it hold. */
static void
mark_move(Rewriter *r, const Side *dst, const Side *src)
{
	memset(r->own, 0, sizeof(uint64_t) * BITS_WORDS(r->t->n_unit_regs));
	for (uint32_t i = 0; i < r->held.n; i++)
		mark_own(r, r->held.at[i].reg);
	if (dst->kind == SIDE_REG)
		mark_own(r, dst->reg);
	mark_own(r, dst->whole);
	if (src->kind == SIDE_REG)
		mark_own(r, src->reg);
}

void
move_emit(Rewriter *r, Side dst, Side src, const Insn *copy)
{
	uint32_t held = r->held.n;

	if (dst.kind == SIDE_NOWHERE || src.kind == SIDE_NOWHERE)
		return;
	if (dst.kind == SIDE_REG && src.kind == SIDE_REG) {
		copy_registers(r, &dst, &src, copy);
		return;
	}
	mark_move(r, &dst, &src);
	if (dst.kind == SIDE_REG)
		load_register(r, &dst, &src);
	else if (src.kind == SIDE_REG)
		store_register(r, &dst, &src);
	else
		move_slots(r, &dst, &src);
	drop_scratches(r, held);
}
