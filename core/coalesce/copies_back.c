/*
 * Copies back.
 */
#include "core/coalesce/copies_back.h"

#include "core/coalesce/narrow.h"
#include "core/prepare/candidates.h"

#include <string.h>

/* How far apart the two copies may stand. */
enum { DISTANCE_MAX = 200 };

typedef struct {
	Func *f;
	const Slots *slots;
	const uint64_t *reserved;
	InsnId *last; /* by VregId: the last copy into it; NONE.  Of others than
			 whole registers there is none */
} Back;

/* Was instruction K, next to I, erased?  Then nothing is left of it. */
static bool
is_erased(const Func *f, InsnId i, InsnId k)
{
	(void)i;
	return insn_is(f, func_insn(f, k), WK_KILL) && !func_insn(f, k)->nopnds;
}

/* Is I `a = COPY b` of whole virtual registers? */
static bool
is_whole_copy(const Func *f, InsnId i)
{
	const Operand *o = insn_opnds(f, func_insn(f, i));

	return copy_is_lone(f, func_insn(f, i)) && !o[0].sub && !o[1].sub;
}

/* Does instruction K not name the register that copy I writes, nor write the
 * one that it reads? */
static bool
is_apart(const Func *f, InsnId i, InsnId k)
{
	const Operand *o = insn_opnds(f, func_insn(f, i));
	const Operand *x = insn_opnds(f, func_insn(f, k));

	for (uint32_t n = 0; n < func_insn(f, k)->nopnds; n++)
		if (x[n].kind == OPND_VREG &&
		    (x[n].val == o[0].val ||
		     (x[n].val == o[1].val && x[n].flags & OPND_DEF)))
			return false;
	return true;
}

/* Does HOLDS say yes of I and each of the others that are to run at one time
 * with it? */
static bool
all_beside(const Func *f, InsnId i,
	   bool (*holds)(const Func *f, InsnId i, InsnId k))
{
	for (InsnId k = i; func_insn(f, k)->flags & INSN_PARALLEL; k--)
		if (!holds(f, i, k - 1))
			return false;
	for (InsnId k = i + 1; k < f->insns.n; k++) {
		if (!(func_insn(f, k)->flags & INSN_PARALLEL))
			break;
		if (!holds(f, i, k))
			return false;
	}
	return true;
}

/* Does an instruction between FIRST and LAST write A or B? */
static bool
is_written(const Func *f, InsnId first, InsnId last, VregId a, VregId b)
{
	for (first++; first < last; first++) {
		const Insn *insn = func_insn(f, first);

		FOR_OPNDS(o, f, insn)
			if (o->kind == OPND_VREG && o->flags & OPND_DEF &&
			    (o->val == a || o->val == b))
				return true;
	}
	return false;
}

/* Read B in place of A between FIRST and LAST. */
static void
reads_rename(Func *f, InsnId first, InsnId last, VregId a, VregId b)
{
	for (first++; first < last; first++) {
		const Insn *insn = func_insn(f, first);

		FOR_MUTABLE_OPNDS(o, f, insn)
			if (o->kind == OPND_VREG && o->val == a)
				o->val = b;
	}
}

/* LAST is `b = COPY a`, and FIRST before it `a = COPY b`: take LAST's place
 * with FIRST. */
static void
copy_move(Func *f, InsnId first, InsnId last)
{
	Operand *to = insn_opnds(f, func_insn(f, last));
	VregId a = to[1].val, b = to[0].val;

	reads_rename(f, first, last, a, b);
	to[0].val = a;
	to[1].val = b;
	func_erase(f, first);
}

/* COPY I is the last one into its destination so far. */
static void
copy_visit(Back *b, InsnId i)
{
	Func *f = b->f;

	if (!is_whole_copy(f, i))
		return;
	const Operand *o = insn_opnds(f, func_insn(f, i));
	InsnId first = b->last[o[1].val];
	b->last[o[0].val] = i;
	if (first == NONE || i - first > DISTANCE_MAX ||
	    !all_beside(f, i, is_erased) || !all_beside(f, first, is_apart) ||
	    slots_insn_block(b->slots, first) !=
		    slots_insn_block(b->slots, i) ||
	    insn_opnds(f, func_insn(f, first))[1].val != o[0].val ||
	    is_written(f, first, i, o[0].val, o[1].val) ||
	    !vreg_narrow(f, b->reserved, o[0].val,
			 target_class_common(f->target,
					     f->vregs.at[o[1].val].cls,
					     f->vregs.at[o[0].val].cls)))
		return;
	b->last[o[0].val] = NONE;
	b->last[o[1].val] = i;
	copy_move(f, first, i);
}

void
copies_back(const CoalesceInput *in, const Joined *joined)
{
	Func *f = in->f;
	Back b = {.f = f, .slots = &in->live->slots, .reserved = in->reserved};

	b.last = ARENA_RAW(in->tmp, InsnId, f->vregs.n + 1);
	memset(b.last, 0xff, f->vregs.n * sizeof(*b.last));
	for (uint32_t k = 0; k < joined->copies.n; k++)
		copy_visit(&b, joined->copies.at[k]);
}
