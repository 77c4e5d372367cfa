/*
 * Cost: what an allocation adds to a function.
 */
#ifndef REGALLOC_EXPLAIN_COST_H
#define REGALLOC_EXPLAIN_COST_H

#include "core/base/buf.h"
#include "core/model/ir.h"

typedef struct {
	uint32_t n;	 /* machine instructions */
	double weighted; /* by block frequency, the entry being 1 */
} CostCount;

typedef struct {
	CostCount stores, reloads; /* of spill slots, by the target's recipes */
	CostCount folded;    /* other instructions that use a spill slot */
	CostCount copies;    /* register copies that move something */
	CostCount constants; /* instructions that could be computed anywhere:
				what rematerialisation makes more of */
	uint64_t frame;	     /* bytes of spill slots in memory: not of
				those that become lanes of registers */
} Cost;

/* Count F, all of whose registers are physical; made by us or by anybody.
 * FREQ: by block. */
void cost_count(const Func *f, const float *freq, Cost *cost);

/* copies + 2 * (reloads + stores + folded), weighted. */
double cost_total(const Cost *cost);

/* One line: the function's name, then key value pairs. */
void cost_print(const Func *f, const float *freq, Buf *out);

/* The same as the value of a JSON key. */
void cost_json(const Func *f, const float *freq, Buf *out);

#endif
