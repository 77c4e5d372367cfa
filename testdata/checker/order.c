#include "testdata/checker/order.h"

#include "core/model/memory.h"
#include "testdata/checker/mistakes.h"

enum {
	TRIES = 60,
	FAR = 12 /* how far something moves */
};

/* The next instruction behind I in its block that stems from the input, where I
 * does, too; NONE. */
static InsnId
next_original(const Func *f, InsnId i)
{
	InsnId end = f->blocks.at[block_of(f, i)].end, k = i + 1;

	while (k < end && f->insns.at[k].flags & INSN_DEBUG)
		k++;
	if (k == end || f->insns.at[i].origin == NONE ||
	    f->insns.at[k].origin == NONE ||
	    (f->insns.at[i].flags | f->insns.at[k].flags) &
		    (INSN_DEBUG | INSN_BUNDLE | INSN_BUNDLED))
		return NONE;
	return k;
}

/* Do X and Y do the same? */
static bool
look_alike(const Func *f, const Insn *x, const Insn *y)
{
	const Operand *o = insn_opnds(f, x), *p = insn_opnds(f, y);
	uint32_t i;

	if (x->op != y->op || x->nopnds != y->nopnds)
		return false;
	for (i = 0; i < x->nopnds; i++)
		if (o[i].kind != p[i].kind ||
		    (o[i].kind == OPND_IMM
			     ? opnd_imm(f, &o[i]) != opnd_imm(f, &p[i])
			     : o[i].val != p[i].val))
			return false;
	return true;
}

static void
swap_insns(Func *f, InsnId i, InsnId k)
{
	Insn save = f->insns.at[i];

	f->insns.at[i] = f->insns.at[k];
	f->insns.at[k] = save;
}

/* Can one of them store? */
static bool
may_store(const Func *f, const Insn *x, const Insn *y)
{
	return (insn_flags(f, x) | insn_flags(f, y)) & (OP_MAY_STORE | OP_CALL);
}

bool
swap_accesses(const Func *before, Func *f, uint64_t *random)
{
	InsnId start = random_below(random, f->insns.n), n, i, k;

	for (n = 0; n < f->insns.n; n++) {
		const Insn *x, *y;

		i = (start + n) % f->insns.n;
		k = next_original(f, i);
		if (k == NONE)
			continue;
		x = &f->insns.at[i];
		y = &f->insns.at[k];
		if (look_alike(f, x, y) || !may_store(f, x, y) ||
		    !memory_conflict(memory_effect(before, x->origin),
				     memory_effect(before, y->origin)))
			continue;
		swap_insns(f, i, k);
		return true;
	}
	return false;
}

static bool
implies(const Func *f, Slice list, RegId reg)
{
	for (; list.start < list.end; list.start++)
		if (f->target->implicit_regs[list.start] == reg)
			return true;
	return false;
}

/* Does Y read what X writes, as their opcodes imply? */
static bool
passes_besides(const Func *f, const Insn *x, const Insn *y)
{
	const Operand *o = insn_opnds(f, x);
	uint32_t i;

	for (i = 0; i < x->nopnds; i++)
		if (o[i].kind == OPND_REG && o[i].val &&
		    (o[i].flags & (OPND_IMPLICIT | OPND_DEF)) ==
			    (OPND_IMPLICIT | OPND_DEF) &&
		    implies(f, insn_implied(f, x)->defs, (RegId)o[i].val) &&
		    implies(f, insn_implied(f, y)->uses, (RegId)o[i].val))
			return true;
	return false;
}

bool
swap_flags(Func *f, uint64_t *random)
{
	InsnId start = random_below(random, f->insns.n), n, i, k;

	for (n = 0; n < f->insns.n; n++) {
		i = (start + n) % f->insns.n;
		k = next_original(f, i);
		if (k == NONE ||
		    !passes_besides(f, &f->insns.at[i], &f->insns.at[k]))
			continue;
		swap_insns(f, i, k);
		return true;
	}
	return false;
}

bool
hurry_original(Func *f, uint64_t *random)
{
	uint32_t tries;

	for (tries = 0; tries < TRIES; tries++) {
		InsnId i = random_below(random, f->insns.n), first;

		if (f->insns.at[i].origin == NONE)
			continue;
		first = f->blocks.at[block_of(f, i)].first;
		if (i == first)
			continue;
		move_insn(f, i,
			  i - 1 -
				  random_below(random, i - first > FAR
							       ? FAR
							       : i - first));
		return true;
	}
	return false;
}
