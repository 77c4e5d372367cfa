/*
 * Classes that are the same but for registers that are not allocated.
 */
#ifndef REGALLOC_COALESCE_NARROW_H
#define REGALLOC_COALESCE_NARROW_H

#include "core/model/ir.h"

/* Can virtual register V of F be in class CLS, which is its own but for
 * RESERVED registers, as the instruction pointer?  Then it is.  CLASS_NONE: it
 * cannot. */
bool vreg_narrow(Func *f, const uint64_t *reserved, VregId v, ClassId cls);

#endif
