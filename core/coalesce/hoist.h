/*
 * What a loop repeats: constants, computations with a copy, copies.
 */
#ifndef REGALLOC_COALESCE_HOIST_H
#define REGALLOC_COALESCE_HOIST_H

#include "core/analysis/intervals.h"
#include "core/model/steady.h"

/* A function without PHIs and with one value to a register (webs.h), what it
 * was made from, its liveness with physical registers, what an instruction in a
 * block counts, and which registers read the same everywhere. */
typedef struct {
	Func *f;
	const Func *parsed;
	const Live *live;
	const Cfg *cfg;
	const float *price;
	const uint64_t *reserved;
	const Steady *steady;
} HoistInput;

/*
 * In a loop that never changes s, `d = COPY s; d = NOT d` computes the same at
 * every turn, and pays for the copy each time, as both values are needed.  The
 * two go where the loop is entered from, where they count as inserted.  True if
 * anything was moved: the liveness no longer describes the function then, and
 * instructions have other numbers.  A constant in a loop goes to where it runs
 * the least.  A copy at a loop's head whose sides hold the same on all ways
 * back (hoist_copies.c) goes to where the loop is entered.
 * O(instructions + values + constants * depth of loops).
 *
 * LLVM's MachineLICM moves out of loops what it can before ties are taken
 * apart; it leaves what is as cheap as a copy where registers may run short,
 * which it can only guess then.
 */
bool hoist_computations(const HoistInput *in, Arena *tmp);

#endif
