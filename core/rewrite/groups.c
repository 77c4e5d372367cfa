/*
 * Groups of moves that run at one time: sides to places for parallel.c, and its
 * steps back to moves.
 */
#include "core/model/unitset.h"
#include "core/rewrite/moves.h"

typedef VEC(Side) SideList;

static RegId
any_register(void *context, ClassId cls)
{
	return used_register(context, cls, NULL);
}

static Place
side_place(const Side *s)
{
	return s->kind == SIDE_REG ? (Place){PLACE_REG, s->reg}
				   : (Place){PLACE_SLOT, s->slot};
}

/* Part SUB of some register of class CLS; 0: there is none. */
static RegId
part_sample(const Target *t, ClassId cls, SubId sub)
{
	RegId reg = 0;

	for (Slice order = t->classes[cls].order;
	     order.start < order.end && !reg; order.start++)
		reg = target_subreg(t, t->class_regs[order.start], sub);
	return reg;
}

/* The class of registers that can carry the value of a move.  A part of a
 * register is carried by what can spill the part. */
static ClassId
carrier_class(const Rewriter *r, const Side *dst, const Side *src)
{
	const Side *of =
		dst->cls != CLASS_NONE && !(dst->sub && dst->kind == SIDE_SLOT)
			? dst
			: src;
	ClassId cls = of->cls;
	RegId reg = dst->kind == SIDE_REG   ? dst->reg
		    : src->kind == SIDE_REG ? src->reg
		    : of->sub		    ? part_sample(r->t, cls, of->sub)
					    : 0;

	if (!reg || (cls != CLASS_NONE && target_class_has(r->t, cls, reg)))
		return cls;
	FOR_ARRAY(SpillRule, rule, r->t->spills, r->t->n_spills) {
		if (!rule->feature && target_class_has(r->t, rule->cls, reg))
			return rule->cls;
	}
	return cls;
}

/* The side of a place that a step of a group names. */
static Side
step_side(Place at, ClassId cls)
{
	if (at.kind == PLACE_REG)
		return side_of_scratch((RegId)at.at, cls);
	return (Side){.kind = SIDE_SLOT, .slot = at.at, .cls = cls};
}

/* DST, a part of a register, is written: where a step before wrote another
 * part, or a move leaves one where it is, what is around it has a value by now.
 */
static void
note_part(Rewriter *r, Side *dst)
{
	if (unitset_meets(r->t, r->parts, dst->whole))
		dst->undef = false;
	unitset_add(r->t, r->parts, dst->reg);
}

/* Does a step behind K read something in register WHOLE? */
static bool
is_read_later(const Rewriter *r, const MoveSteps *steps, uint32_t k,
	      RegId whole)
{
	while (++k < steps->n)
		if (steps->at[k].src.kind == PLACE_REG &&
		    target_overlap(r->t, (RegId)steps->at[k].src.at, whole))
			return true;
	return false;
}

/* Step K writes DST, a part of a register of which nothing else has a value, so
 * that it defines all of it: but not while another step still reads there what
 * the register has held.  Such parts wait in LATE until a step behind, or, when
 * all is written, a KILL defines the whole. */
static void
whole_define(Rewriter *r, const MoveSteps *steps, uint32_t k, Side *dst,
	     SideList *late)
{
	note_part(r, dst);
	for (uint32_t i = 0; i < late->n; i++)
		if (late->at[i].whole == dst->whole)
			late->at[i].kind = SIDE_NOWHERE;
	if (!dst->undef || !is_read_later(r, steps, k, dst->whole))
		return;
	VEC_PUSH(r->tmp, *late, *dst);
	dst->whole = 0;
}

/* Write the steps of a group. */
static void
emit_steps(Rewriter *r, const MoveSteps *steps, const Move *moves,
	   const Side *dst, const Side *src, const uint32_t *index)
{
	SideList late = {0};

	/* Scratch registers of single steps avoid all of the group's. */
	FOR_VEC(MoveStep, s, *steps) {
		if (s->dst.kind == PLACE_REG)
			unitset_add(r->t, r->barred, (RegId)s->dst.at);
		if (s->src.kind == PLACE_REG)
			unitset_add(r->t, r->barred, (RegId)s->src.at);
	}
	for (uint32_t i = 0; i < steps->n; i++) {
		const MoveStep *s = &steps->at[i];
		ClassId cls = moves[s->move].cls;
		Side to = step_side(s->dst, cls), from = step_side(s->src, cls);

		if (s->other && s->dst.kind == PLACE_SLOT) {
			victim_save(r, (RegId)s->src.at, cls);
			continue;
		}
		if (s->other) {
			victim_restore(r);
			continue;
		}
		if (!s->dst_temp)
			to = dst[index[s->move]];
		to.undef &= !s->keeps;
		if (!s->src_temp)
			from = src[index[s->move]];
		if (to.kind == SIDE_REG && to.whole)
			whole_define(r, steps, i, &to, &late);
		move_emit(r, to, from, NULL);
	}
	for (uint32_t i = 0; i < late.n; i++)
		move_emit(r, late.at[i], late.at[i], NULL);
	for (uint32_t i = 0; i < steps->n; i++)
		if (steps->at[i].dst.kind == PLACE_REG)
			unitset_del(r->t, r->parts, (RegId)steps->at[i].dst.at);
}

/* Registers that N moves leave as they are, for which there are no steps, are
 * NOTED as parts that have a value, or no longer so. */
static void
parts_in_place(Rewriter *r, const Move *moves, uint32_t n, bool noted)
{
	for (uint32_t i = 0; i < n; i++) {
		Place at = moves[i].dst;

		if (at.kind != PLACE_REG || moves[i].src.kind != PLACE_REG ||
		    moves[i].src.at != at.at)
			continue;
		if (noted)
			unitset_add(r->t, r->parts, (RegId)at.at);
		else
			unitset_del(r->t, r->parts, (RegId)at.at);
	}
}

void
moves_emit(Rewriter *r, const Side *dst, const Side *src, uint32_t n)
{
	MoveHelp help = {.context = r,
			 .scratch = free_register,
			 .victim = any_register,
			 .slot = spare_slot};
	Move *moves = ARENA_RAW(r->tmp, Move, n);
	uint32_t *index = ARENA_RAW(r->tmp, uint32_t, n);
	uint32_t k = 0;
	MoveSteps steps = {0};

	for (uint32_t i = 0; i < n; i++) {
		if (dst[i].kind == SIDE_NOWHERE || src[i].kind == SIDE_NOWHERE)
			continue;
		moves[k].dst = side_place(&dst[i]);
		moves[k].src = side_place(&src[i]);
		moves[k].cls = carrier_class(r, &dst[i], &src[i]);
		moves[k].dst_sub = dst[i].kind == SIDE_SLOT ? dst[i].sub : 0;
		moves[k].part = dst[i].kind == SIDE_SLOT &&
				src[i].kind == SIDE_SLOT &&
				dst[i].sub != src[i].sub;
		index[k++] = i;
	}
	if (!parallel_resolve(&r->parallel, moves, k, &help, r->tmp, &steps)) {
		diag_error(r->in->diag, r->loc,
			   "two copies at one time write one register");
		r->errors++;
		return;
	}
	parts_in_place(r, moves, k, true);
	emit_steps(r, &steps, moves, dst, src, index);
	parts_in_place(r, moves, k, false);
}
