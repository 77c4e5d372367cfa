/*
 * A function with its instructions in another order.
 */
#ifndef REGALLOC_PREPARE_REORDER_H
#define REGALLOC_PREPARE_REORDER_H

#include "core/model/ir.h"

/* By place, the instruction of the input that stands there, and the function
 * with them. */
typedef struct {
	Func *f;
	InsnId *from;
} Reordered;

/*
 * IN, as parsed or expanded, with the instructions in the order of ORDER, by
 * place; each stays in its block.  It counts as the input from there on:
 * Insn.origin names its instructions.  Kill marks are dropped where the order
 * is new, since what reads a register last may be another one.  In ARENA;
 * shares all else with IN. Linear.
 */
Func *func_reordered(const Func *in, const InsnId *order, Arena *arena);

#endif
