/*
 * Kills and deaths: which registers each instruction uses for the last time,
 * and which it defines for nobody.
 */
#ifndef REGALLOC_ANALYSIS_KILLS_H
#define REGALLOC_ANALYSIS_KILLS_H

#include "core/analysis/intervals.h"

/* Does the value of use operand O of instruction I end there?  A PHI kills
 * nothing; nor does an instruction that writes only a part of the same
 * register and keeps the rest. */
bool operand_kills(const Live *live, const Func *f, InsnId i, const Operand *o);

/* Is what definition operand O of instruction I (in block B) writes read by
 * nobody? */
bool operand_dead(const Live *live, const Func *f, InsnId i, BlockId b,
		  const Operand *o);

/* -print kills: killed and dead registers of each instruction, then for each
 * virtual register where it is defined, the blocks it is live through (live
 * into and out of, neither defined nor killed there), and its kills, at most
 * one a block. */
void kills_print(const Live *live, const Func *f, FILE *out);

/* -print flag-differences: where the input's marks say otherwise, an
 * instruction and a register a line, then how many of each kind. */
void flag_differences_print(const Live *live, const Func *f, FILE *out);

/* Put what LIVE says in the place of the input's marks.  Registers without a
 * range keep theirs. */
void flags_recompute(const Live *live, const Func *f);

#endif
