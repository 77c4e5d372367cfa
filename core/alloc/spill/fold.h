/*
 * Instructions that use memory where they had a register: a spill slot, or what
 * a constant is loaded from.
 */
#ifndef REGALLOC_ALLOC_SPILL_FOLD_H
#define REGALLOC_ALLOC_SPILL_FOLD_H

#include "core/analysis/intervals.h"
#include "core/model/memory.h"

/* What Scan.folded says of an instruction: an operand is in a slot; it is where
 * a constant is loaded from. */
enum { FOLDED_SLOT = 1, FOLDED_CONSTANT };

/* The form of instruction I with virtual register V, all its operands, in a
 * default slot of SIZE bytes aligned to ALIGN; NULL: it has none.  Nothing is
 * lost by it, and no more of the slot is read or written than V has.  F is
 * lowered; LIVE: of F. */
const FoldRule *fold_find(const Func *f, const Live *live, InsnId i, VregId v,
			  uint32_t size, uint32_t align);

/* Does INSN load a register and nothing else, from an address that is the same
 * everywhere?  Then LOAD tells how. */
bool loads_constant(const Func *f, const Insn *insn, MemoryLoad *load);

/* Can RULE's form have, in place of a register, the address of LOAD, which is
 * ADDRESS operands? */
bool fold_takes(const Target *t, const FoldRule *rule, const MemoryLoad *load,
		uint32_t address);

/* The form of instruction I that reads in memory what it has in V, which
 * instruction DEF loads; NULL: it has none, or DEF loads no constant. */
const FoldRule *fold_constant(const Func *f, const Live *live, InsnId i,
			      VregId v, InsnId def);

/* Is O an implicit definition that RULE's form has not got? */
bool fold_loses(const Target *t, const FoldRule *rule, const Operand *o);

/* Does RULE's form store? */
static inline bool
fold_stores(const Target *t, const FoldRule *rule)
{
	return rule->opnd < target_desc(t, rule->from)->ndefs;
}

/* Does RULE's form load? */
static inline bool
fold_loads(const Target *t, const FoldRule *rule)
{
	return !fold_stores(t, rule) || rule->opnd2 != FOLD_NONE;
}

#endif
