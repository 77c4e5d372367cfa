/*
 * Copies of reserved registers.  Used by lower.c alone.
 */
#ifndef REGALLOC_PREPARE_FORWARD_H
#define REGALLOC_PREPARE_FORWARD_H

#include "core/prepare/operands.h"

/* A COPY of a reserved register that lowering has written. */
typedef struct {
	InsnId insn;
	BlockId block; /* of the input; NONE: not known */
} ReservedCopy;

/*
 * Where a virtual register is only a COPY of a reserved one, such as the stack
 * pointer for the arguments of a call, and all its readers stand behind it in
 * its block before the next write to that, or are no COPYs to virtual ones and
 * the function has no such write but at its ends, they read the reserved
 * register itself, and the COPY goes.  What always holds the same is read by
 * all that are no such COPYs, wherever they are, and by these, too, where they
 * run less often.  COPIES, N in order of instruction: all there are in F.
 * FACTS: of the function that F was lowered from.  FREQ: of F's blocks;
 * NULL: not known.  Linear.  (LLVM's RegisterCoalescer, joinReservedPhysReg.)
 */
void forward_reserved(Func *f, const ReservedCopy *copies, uint32_t n,
		      const OperandFacts *facts, const float *freq, Arena *tmp);

#endif
