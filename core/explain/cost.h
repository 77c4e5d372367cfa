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

typedef enum {
	COST_STORES,
	COST_RELOADS,
	COST_FOLDED,
	COST_COPIES,
	COST_CONSTANTS,
	COST_PARTS, /* how many there are; of an instruction: none */
} CostPart;

typedef struct {
	CostCount stores, reloads; /* of spill slots, by the target's recipes */
	CostCount folded;    /* other instructions that use a spill slot */
	CostCount copies;    /* register copies that move something */
	CostCount constants; /* instructions that could be computed anywhere:
				what rematerialisation makes more of */
	uint64_t frame;	     /* bytes of spill slots in memory: not of
				those that become lanes of registers */
} Cost;

/* The spill slot that INSN of F uses; NULL: it uses none. */
const StackObject *cost_slot(const Func *f, const Insn *insn);

/* Count F, all of whose registers are physical; made by us or by anybody.
 * FREQ: by block. */
void cost_count(const Func *f, const float *freq, Cost *cost);

/* Add to COST what INSN of F adds, where it runs FREQ times.  What it is. */
CostPart cost_insn(const Func *f, const Insn *insn, float freq, Cost *cost);

/* A part of COST, and its name. */
const CostCount *cost_part(const Cost *cost, CostPart part, const char **name);

void cost_add(Cost *sum, const Cost *cost);

/* copies + 2 * (reloads + stores + folded), weighted. */
double cost_total(const Cost *cost);

/* The same, and half the weighted constants that COST has beyond those of
 * OTHER, another allocation of the same code: such as it computes again. */
double cost_against(const Cost *cost, const Cost *other);

/* One line: the function's name, then key value pairs. */
void cost_print(const Func *f, const float *freq, Buf *out);

/* COST as the value of a JSON key, and that of F. */
void cost_put_json(const Cost *cost, Buf *out);
void cost_json(const Func *f, const float *freq, Buf *out);

#endif
