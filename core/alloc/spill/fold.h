/*
 * Instructions that use a spill slot where they had a register.
 */
#ifndef REGALLOC_ALLOC_SPILL_FOLD_H
#define REGALLOC_ALLOC_SPILL_FOLD_H

#include "core/analysis/intervals.h"

/* The form of instruction I with virtual register V, all its operands, in a
 * default slot of SIZE bytes aligned to ALIGN; NULL: it has none.  Nothing is
 * lost by it, and no more of the slot is read or written than V has.  F is
 * lowered; LIVE: of F. */
const FoldRule *fold_find(const Func *f, const Live *live, InsnId i, VregId v,
			  uint32_t size, uint32_t align);

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
