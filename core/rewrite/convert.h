/*
 * Three-address forms after allocation.
 */
#ifndef REGALLOC_REWRITE_CONVERT_H
#define REGALLOC_REWRITE_CONVERT_H

#include "core/model/ir.h"

/*
 * Where a COPY fills the tied operand of the next instruction, and the target
 * has a form of that instruction that leaves its sources alone, use that form
 * and drop the COPY: `$a = COPY $b; $a = ADD $a, 8` becomes
 * `$a = LEA $b, 8`; and so where a COPY follows of the result, which is used no
 * more, and nothing in between has to do with the two registers.  Only where
 * everything else that the instruction writes, or its other form, is dead, by
 * F's marks, which must be true; they stay so, and where its result was a
 * virtual register in INPUT.  RESERVED: bit set over RegId.  F is
 * rewrite_func's.  O(joints), and of instructions if there is one to drop.
 */
void convert_three_address(Func *f, const Func *input, const uint64_t *reserved,
			   Arena *tmp);

#endif
