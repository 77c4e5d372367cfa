/*
 * A function as MIR text.
 */
#ifndef REGALLOC_MIRTEXT_MIR_H
#define REGALLOC_MIRTEXT_MIR_H

#include "core/base/buf.h"
#include "core/model/ir.h"

/* Append F's whole document, from "---" to where the next one starts.  What F
 * does not interpret goes out byte for byte; registers, stack, call sites,
 * block heads and instructions come from F's arrays.  O(text). */
void mir_print(const Func *f, Buf *out);

/* Warn of what llc does wrong with F, allocated, however it is printed. */
void mir_warn(const Func *f);

/* Append instruction I of F alone, without a line's end and without the memory
 * operands of slots it was given. */
void mir_print_insn(const Func *f, InsnId i, Buf *out);

/* "%5", "%5.sub_32bit", "%name", "$reg". */
void mir_print_reg(const Func *f, const Operand *o, Buf *out);

#endif
