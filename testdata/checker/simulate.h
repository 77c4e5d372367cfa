/*
 * Simulator: runs an input function and its allocation side by side along
 * random paths, with made-up values, and compares what each instruction
 * reads.  Slow and incomplete where the checker is quick and complete, and
 * made another way: it tells which mutants really compute something else.
 */
#ifndef TESTDATA_CHECKER_SIMULATE_H
#define TESTDATA_CHECKER_SIMULATE_H

#include "core/model/ir.h"

/* Follow NPATHS paths of at most NBLOCKS blocks each.  False if some
 * instruction of AFTER (with Insn.origin) was seen to read another value than
 * that of BEFORE. */
bool simulate(const Func *before, const Func *after, unsigned npaths,
	      unsigned nblocks, uint64_t seed);

#endif
