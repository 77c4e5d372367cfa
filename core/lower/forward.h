/*
 * Copies of reserved registers.
 */
#ifndef REGALLOC_LOWER_FORWARD_H
#define REGALLOC_LOWER_FORWARD_H

#include "core/model/ir.h"

/*
 * Where a virtual register is only a COPY of a reserved one, such as the stack
 * pointer for the arguments of a call, and all its readers stand behind it in
 * its block before the next write to that, they read the reserved register
 * itself, and the COPY goes.  RESERVED: bit set over RegId.  Linear.
 * (LLVM's RegisterCoalescer, joinReservedPhysReg.)
 */
void forward_reserved(Func *f, const uint64_t *reserved, Arena *tmp);

#endif
