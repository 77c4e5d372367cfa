/*
 * Loads that come apart from what uses them, where that saves a copy:
 *
 *	%2 = COPY %1			%2 = LOAD ...
 *	%2 = ADD_LOADED %2, ...		%2 = ADD %2, %1
 */
#ifndef REGALLOC_PREPARE_UNFOLD_H
#define REGALLOC_PREPARE_UNFOLD_H

#include "core/analysis/ranges.h"
#include "core/prepare/candidates.h"

/* For all instructions of F behind whose copy the copied value lives on, or
 * what it is a copy of, by LIVE, which stays true but for the occurrences;
 * MARKS follow. O(copies * log).  Source: LLVM's TwoAddressInstruction. */
void loads_unfold(Func *f, Live *live, Candidates *marks, Arena *tmp);

#endif
