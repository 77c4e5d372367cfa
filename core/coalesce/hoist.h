/*
 * Computations that a loop repeats because of a copy.
 */
#ifndef REGALLOC_COALESCE_HOIST_H
#define REGALLOC_COALESCE_HOIST_H

#include "core/analysis/intervals.h"

/* A function without PHIs and with one value to a register (webs.h), what it
 * was made from, its liveness with physical registers, and what an instruction
 * in a block counts. */
typedef struct {
	Func *f;
	const Func *parsed;
	const Live *live;
	const Cfg *cfg;
	const float *price;
	const uint64_t *reserved;
} HoistInput;

/*
 * In a loop that never changes s, `d = COPY s; d = NOT d` computes the same at
 * every turn, and pays for the copy each time, as both values are needed.  The
 * two go where the loop is entered from, where they count as inserted.  True if
 * anything was moved: the liveness no longer describes the function then, and
 * instructions have other numbers.  O(instructions + values).
 *
 * LLVM's MachineLICM moves out of loops what it can before ties are taken
 * apart; it leaves what is as cheap as a copy where registers may run short,
 * which it can only guess then.
 */
bool hoist_computations(const HoistInput *in, Arena *tmp);

#endif
