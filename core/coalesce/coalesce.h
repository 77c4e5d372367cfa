/*
 * Coalescing: registers that copies connect become one register, or a part
 * of one, where their values never disagree.
 */
#ifndef REGALLOC_COALESCE_COALESCE_H
#define REGALLOC_COALESCE_COALESCE_H

#include "core/log/log.h"
#include "core/prepare/candidates.h"

/* Operands of a register. */
typedef struct {
	uint32_t defs, uses;
} NamedReg;

/* What joining leaves. */
typedef struct {
	/* The COPYs that have a virtual register for a source yet, in order. */
	VEC(InsnId) copies;
	VregId *copied; /* by InsnId: which one it was; others: no entry */
	/* By register: of those that copies were joined for, and that
	 * computations define. */
	NamedReg *named;
} Joined;

/* Instruction INSN computes what is ever in part SUB of register V. */
typedef struct {
	VregId v;
	SubId sub;
	InsnId insn;
} PartConstant;

/* Registers of which one computation, as cheap as a copy, gives all that they
 * ever hold. */
typedef struct {
	InsnId *of; /* by VregId, perhaps through COPYs; NONE: there is none */
	VEC(PartConstant) parts; /* of other registers, by register */
} FoundConstants;

typedef struct {
	Func *f;
	const Live *live; /* of `f` as it is before, as are: */
	const Cfg *cfg;
	Candidates *marks;
	const float *price; /* by block: see analysis/price.h */
	const uint64_t *reserved;
	const FoundConstants *constants; /* from constants_find */
	bool wary;     /* nothing is joined that would narrow a class, or make a
			  register a part of another one */
	AllocLog *log; /* what is joined is written there, or NULL */
	Arena *tmp;
} CoalesceInput;

/*
 * Join across the COPYs of IN's function, the dearest first, as long as
 * the live ranges of both sides overlap only where one holds a copy of the
 * other's value, lane by lane.  Operands are renamed to the joined register
 * (and sub-register index), its class is narrowed to what all members need,
 * copies that became identities turn into KILLs without operands, and undef
 * marks on partial definitions are set anew.  IN does not describe the function
 * afterwards.  Near linear: the smaller side is looked up in, and merged into,
 * the larger. Sources: Budimlic et al. 2002 (copies of one value do not
 * interfere); LLVM RegisterCoalescer (classes, lanes, undefined values).
 */
Joined coalesce_run(const CoalesceInput *in);

/* In place of coalesce_run: F stays as it is, and gets ready for allocation. */
void coalesce_nothing(Func *f, AllocLog *log);

#endif
