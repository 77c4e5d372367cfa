/*
 * Mistakes in the order of the instructions that F has from the input, each
 * found by RANDOM; false if there is nothing of the kind.
 */
#ifndef REGALLOC_TESTDATA_CHECKER_ORDER_H
#define REGALLOC_TESTDATA_CHECKER_ORDER_H

#include "core/model/ir.h"

/* Two instructions of the input in a row change places: both access memory that
 * may be the same, and one writes it; or the opcode of one implies that it
 * writes a register, and that of the other that it reads it. */
bool swap_accesses(const Func *before, Func *f, uint64_t *random);
bool swap_flags(Func *f, uint64_t *random);

/* An instruction of the input stands before some that precede it. */
bool hurry_original(Func *f, uint64_t *random);

#endif
