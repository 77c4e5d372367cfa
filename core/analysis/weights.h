/*
 * Spill weights: how often a register is named, for the room that it takes.
 */
#ifndef REGALLOC_ANALYSIS_WEIGHTS_H
#define REGALLOC_ANALYSIS_WEIGHTS_H

#include "core/analysis/intervals.h"

/* The weight of what is named USES times in the time that the entry runs
 * once, and lives SIZE slots long. */
float spill_weight(double uses, uint32_t size);

/* USES as spill_weight has it, of WEIGHT and SIZE. */
double spill_uses(float weight, uint32_t size);

/* The weight of every virtual register of F, by VregId, from its occurrences,
 * FREQ being how often blocks run.  An operand of a PHI is read at the end of
 * its block.  In ARENA.  O(occurrences). */
float *weights_find(const Func *f, const Live *live, const float *freq,
		    Arena *arena);

#endif
