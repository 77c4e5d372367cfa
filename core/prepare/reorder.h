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

/* ORDER of N instructions becomes what its function is in when that is put in
 * the order NEXT. */
void order_compose(InsnId *order, const InsnId *next, uint32_t n, Arena *tmp);

/* Discard F's code, which a function in another order has, too, but for what
 * that has not: the kill marks, as a bit set over operands in order of
 * instruction, in F's arena. */
uint64_t *func_put_away(Func *f);

/* The opposite: from IN, where FROM[i] of F is instruction i, and KILLS. */
void func_take_back(Func *f, const Func *in, const InsnId *from,
		    const uint64_t *kills, Arena *tmp);

#endif
