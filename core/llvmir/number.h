/*
 * Scalar types of LLVM IR, and numbers of such types.
 */
#ifndef REGALLOC_LLVMIR_NUMBER_H
#define REGALLOC_LLVMIR_NUMBER_H

#include "core/llvmir/text.h"

typedef struct {
	char letter; /* i: integer; h half, b bfloat, f float, d double,
			x x86_fp80, q fp128 */
	uint32_t bits;
} IrScalar;

/* Read the type next; false: none of these is. */
bool irscalar_read(IrText *t, IrScalar *type);

/* Read a decimal number with or without a sign, the rest of which is lost
 * beyond 128 bits.  False: none is next. */
bool irnumber_integer(IrText *t, uint64_t *low, uint64_t *high);

/* Read a number of the floating type LETTER, as its bits.  False: this is
 * none. */
bool irnumber_float(IrText *t, char letter, uint64_t *low, uint64_t *high);

#endif
