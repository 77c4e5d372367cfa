/*
 * Writing of instructions with a spill slot, or a constant in memory, for an
 * operand.  Used by rewrite.c.
 */
#ifndef REGALLOC_REWRITE_FOLDED_H
#define REGALLOC_REWRITE_FOLDED_H

#include "core/rewrite/moves.h"

/* Write instruction I of the lowered function in its form with an operand in
 * memory; false: all its registers have registers. */
bool rewrite_folded(Rewriter *r, InsnId i);

#endif
