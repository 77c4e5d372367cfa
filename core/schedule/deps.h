/*
 * The dependence graph of a scheduling region.
 */
#ifndef REGALLOC_SCHEDULE_DEPS_H
#define REGALLOC_SCHEDULE_DEPS_H

#include "core/analysis/intervals.h"
#include "core/schedule/latency.h"
#include "core/schedule/region.h"

#include <stdio.h>

typedef enum {
	DEP_DATA,   /* reads what was written: RAW */
	DEP_ANTI,   /* writes what was read: WAR */
	DEP_OUTPUT, /* writes what was written: WAW */
	DEP_ORDER,  /* memory, side effects */
} DepKind;

/* Node TO stays behind node FROM. */
typedef struct {
	uint32_t from, to;
	RegId reg; /* data: as read; anti, output: as TO writes it */
	uint8_t kind;
	uint8_t latency; /* cycles */
	uint32_t same;	 /* another edge between the two; NONE */
} DepEdge;

typedef struct {
	const Func *f;
	InsnId start, end;
	uint32_t n;		/* nodes: instructions but debug ones */
	InsnId *insn;		/* by node */
	uint32_t *node;		/* by instruction - start; NONE: debug */
	EffectList effects;	/* of nodes */
	uint32_t *effect_start; /* by node, and one more */
	VEC(DepEdge) edges;	/* by `to` */
	uint32_t *pred_start;	/* by node, and one more: edges */
	uint32_t *succ_start;	/* the same: succs */
	uint32_t *succs;	/* edges, by `from` */
	uint32_t *latency;	/* by node */
	uint32_t *depth;	/* by node: cycles from the region's start */
	uint32_t *height; /* by node: cycles to its end, own latency included */
	uint32_t length;  /* cycles of the critical path */
} DepGraph;

/* What building graphs keeps from region to region of one function. */
typedef struct DepBuilder DepBuilder;

DepBuilder *deps_begin(const Func *f, Arena *arena);

/* The same for a function with virtual registers, whose intervals LIVE are:
 * those whose parts live and die apart depend on each other by these.  What
 * LIVE says of the registers of the machine counts, not the marks of dead
 * definitions.  Edges of virtual registers have no `reg`. */
DepBuilder *deps_begin_virtual(const Func *f, const Live *live, Arena *arena);

/*
 * The graph of F's instructions from START to END, a region.  Register
 * dependences by units: partial overlap counts.  Of two dead definitions of a
 * register neither need be first.  Near linear: where a register is read or
 * written very often without a live definition in between, one that is dead
 * counts as live.
 */
void deps_build(DepBuilder *b, const Func *f, InsnId start, InsnId end,
		DepGraph *graph, Arena *tmp);

/* The same of the region that ends last of those of F from FIRST to END, in one
 * block, in SCRATCH, in which nothing else stays; false: there is none. */
bool deps_before(DepBuilder *b, const Func *f, InsnId first, InsnId end,
		 DepGraph *graph, Arena *scratch);

/* The step of the critical path up from node N: the edge with the largest
 * depth, an anti-dependence rather than another; NONE at its start. */
uint32_t deps_critical_step(const DepGraph *graph, uint32_t n);

/* The region's instructions in the order of NODES, to OUT, each with the debug
 * instructions behind it. */
void deps_write(const DepGraph *graph, const uint32_t *nodes, InsnId *out);

/* All regions of F: nodes, then their edges.  DOT: as a graph for dot. */
void deps_print(const Func *f, bool dot, FILE *out, Arena *tmp);

/* Edges of a function by kind, and the sum of its regions' critical paths. */
typedef struct {
	uint32_t edges[4];
	uint64_t length;
} DepCounts;

DepCounts deps_count(const Func *f, Arena *tmp);

#endif
