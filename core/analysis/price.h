/*
 * The price of a block: what one instruction more in it counts, for everything
 * that decides where values are.
 */
#ifndef REGALLOC_ANALYSIS_PRICE_H
#define REGALLOC_ANALYSIS_PRICE_H

#include "core/model/ir.h"

/* By block of F, which run FREQ times: that, and for what seldom runs the room
 * that an instruction takes; for functions that are to be small more of the
 * room, and in the end nothing but it.  Unreachable blocks 0.  In ARENA. */
float *prices_find(const Func *f, const float *freq, Arena *arena);

#endif
