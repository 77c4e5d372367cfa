/*
 * What the files of convert_three_address share.
 *
 *   convert_form    one instruction and its other form
 *   convert_result  a COPY of the result
 *   convert         a COPY to the tied operand; which COPYs there are
 */
#ifndef REGALLOC_REWRITE_CONVERT_INTERNAL_H
#define REGALLOC_REWRITE_CONVERT_INTERNAL_H

#include "core/rewrite/convert.h"

typedef struct {
	Func *f;
	const Func *input;
	const uint64_t *reserved;
	Arena *tmp;
	uint8_t *gone;	 /* by InsnId; NULL: none is */
	uint64_t *units; /* scratch: empty between uses */
} Converter;

static inline bool
converter_is_gone(const Converter *c, InsnId i)
{
	return c->gone && c->gone[i];
}

/* --- convert_form --- */

/* Is INSN a COPY of one register to another and nothing else?  Reserved ones
 * are read where the code says so, and nowhere else. */
bool is_plain_copy(const Func *f, const Insn *insn, const uint64_t *reserved);

/* Does nobody read the rest of WHOLE around its part REG behind instruction I
 * of block B?  The next few instructions must tell. */
bool rest_is_dead(const Func *f, BlockId b, InsnId i, RegId whole, RegId reg);

/* Were the instruction's result and sources virtual registers?  What is read by
 * its own name may be named by no other. */
bool was_virtual(const Func *input, const Insn *insn);

/* Replace INSN of block B, whose tied operand is to be SRC and whose result is
 * to be in DST, where COPY, if not NULL, moves it, by its other form. */
bool insn_convert(Func *f, BlockId b, Insn *insn, Operand dst, Operand src,
		  const Insn *copy);

/* --- convert_result --- */

/* Can what makes the source of COPY I, of block B, write where that does?  Then
 * it does so now, and the COPY is to go. */
bool maker_convert(const Converter *c, BlockId b, InsnId i);

#endif
