/*
 * Writing a function anew, as the input from there on: the target's recipes in
 * place of some instructions, the others as they are.  Insn.origin of what is
 * written is the instruction itself.
 */
#ifndef REGALLOC_PREPARE_RECIPES_H
#define REGALLOC_PREPARE_RECIPES_H

#include "core/model/ir.h"

/* A recipe has at most so many fresh registers. */
enum { FRESH_MAX = 10 };

/* Append the recipes of S to OUT, at the place and with the memory of INSN:
 * operand N in them is OPNDS[N], fresh register N is FRESH[N], which is made if
 * it is NONE. */
void recipes_push(Func *out, Slice s, const Insn *insn, const Operand *opnds,
		  VregId *fresh);

/* Append instruction I of IN to OUT, without kill marks of virtual registers.
 * Returns which one it is there. */
InsnId same_push(Func *out, const Func *in, InsnId i);

#endif
