/*
 * Candidates: the instructions that coalescing and what runs with it look at,
 * found in one walk.
 */
#ifndef REGALLOC_PREPARE_CANDIDATES_H
#define REGALLOC_PREPARE_CANDIDATES_H

#include "core/model/ir.h"

typedef struct {
	InsnId insn;
	bool between; /* see copy_is_between */
	bool tied;    /* see copy_is_tied */
} CopyMark;

typedef struct {
	VEC(CopyMark) copies;  /* COPYs, in order */
	VEC(InsnId) undefined; /* IMPLICIT_DEFs, in order */
	/* OP_REMATERIALIZABLE; constants_find keeps those whose operands can be
	 * read anywhere. */
	VEC(InsnId) computations;
	/* Loads that loads_unfold made of COPYs: the instruction behind is
	 * another one, too. */
	VEC(InsnId) unfolded;
} Candidates;

/* Is COPY one between virtual registers? */
static inline bool
copy_is_between(const Func *f, const Insn *copy)
{
	const Operand *o = insn_opnds(f, copy);

	return copy->nopnds >= 2 && o[0].kind == OPND_VREG &&
	       o[1].kind == OPND_VREG &&
	       !(copy->flags & (INSN_BUNDLED | INSN_BUNDLE));
}

/* Is INSN a COPY of (a part of) a virtual register to another, and no more? */
static inline bool
copy_is_lone(const Func *f, const Insn *insn)
{
	const Operand *o = insn_opnds(f, insn);

	return insn_is(f, insn, WK_COPY) && insn->nopnds == 2 &&
	       copy_is_between(f, insn) && o[0].val != o[1].val &&
	       !(o[1].flags & OPND_UNDEF);
}

/* Does COPY I fill the tied operand of the instruction behind? */
static inline bool
copy_is_tied(const Func *f, InsnId i)
{
	const Insn *copy = func_insn(f, i), *insn = copy + 1;
	const Operand *dst = insn_opnds(f, copy), *o;

	if (i + 1 >= f->insns.n || insn->nopnds < 3)
		return false;
	o = insn_opnds(f, insn);
	return o[1].kind == OPND_VREG && o[1].val == dst->val &&
	       dst->kind == OPND_VREG && !o[1].sub && !dst->sub &&
	       o[1].tied == 0 && !(copy->flags & INSN_PARALLEL) &&
	       !(insn->flags & (INSN_PARALLEL | INSN_BUNDLE | INSN_BUNDLED));
}

/* Those of F, which is lowered, from TMP.  O(instructions). */
Candidates candidates_find(const Func *f, Arena *tmp);

#endif
