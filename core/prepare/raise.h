/*
 * Reads that stand too late.
 */
#ifndef REGALLOC_PREPARE_RAISE_H
#define REGALLOC_PREPARE_RAISE_H

#include "core/prepare/operands.h"
#include "core/prepare/reorder.h"

/*
 * Where `d = SHL s` overwrites s, by a tie, or as s is a PHI that d comes into,
 * and what reads s for the last time stands behind it in its block, that comes
 * before it, with what it is made of, if nothing in between depends on the
 * order: then no copy of s is needed.  Where the first can go behind the second
 * instead, lowering sees to that (see sinks_plan).  F is in SSA form where it
 * matters, FACTS are those of F.  The result's function, in KEEP, is F itself
 * if nothing moves; the order is in TMP.  Linear.  (The second half of what
 * LLVM's TwoAddressInstruction calls rescheduling.)
 */
Reordered func_raised(Func *f, const OperandFacts *facts, Arena *keep,
		      Arena *tmp);

#endif
