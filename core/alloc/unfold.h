/*
 * Loads that come apart from what uses them, where that saves a copy:
 *
 *	%2 = COPY %1			%2 = MOV32rm ...
 *	%2 = ADD32rm %2, ...		%2 = ADD32rr %2, %1
 */
#ifndef REGALLOC_ALLOC_UNFOLD_H
#define REGALLOC_ALLOC_UNFOLD_H

#include "core/alloc/landmarks.h"
#include "core/analysis/ranges.h"

/* For all instructions of F behind whose copy the copied value lives on, by
 * LIVE, which stays true but for values that live as long as before only, and
 * for the mentions; MARKS follow.  O(copies * log).  Source: LLVM's
 * TwoAddressInstruction. */
void loads_unfold(Func *f, const Live *live, Landmarks *marks, Arena *tmp);

#endif
