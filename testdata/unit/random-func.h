/*
 * Random functions over a small made-up target, for tests of the analyses.
 *
 * Target: class `quad` of four lanes with indexes for each lane and for pairs,
 * and a few physical registers: A = AL + AH, B, C = B + D, Z reserved.
 */
#ifndef REGALLOC_TEST_RANDOM_FUNC_H
#define REGALLOC_TEST_RANDOM_FUNC_H

#include "core/model/ir.h"

enum { SUB_0 = 1, SUB_1, SUB_2, SUB_3, SUB_01, SUB_12, SUB_23, NSUBS };
enum { REG_A = 1, REG_AL, REG_AH, REG_B, REG_C, REG_D, REG_Z, NREGS };
enum { UNIT_AL, UNIT_AH, UNIT_B, UNIT_D, UNIT_Z, NUNITS };

typedef struct {
	uint64_t state;
} Random;

/* A number below N. */
uint32_t random_below(Random *r, uint32_t n);

/* The target; constant. */
const Target *random_target(void);

/* Bit set over registers of what is reserved: Z. */
extern const uint64_t random_reserved[1];

/* A function of at most MAX_BLOCKS blocks and MAX_VREGS registers in ARENA,
 * with all that may puzzle an analysis: irreducible and unreachable blocks,
 * duplicate edges, PHIs of themselves, partial and early-clobber definitions,
 * undef, late and internal reads, parallel copies, bundles, debug
 * instructions, physical registers. */
void random_func(Func *f, Random *r, uint32_t max_blocks, uint32_t max_vregs,
		 Arena *arena);

/* The function as text, for reports. */
void random_func_print(const Func *f, FILE *out);

#endif
