/*
 * -compare: what allocation costs, beside another allocation of the same code,
 * and the places where ours costs more.
 *
 *   compare        figures of functions and of their blocks
 *   compare_code   the two codes of a block side by side
 *   compare_why    why ours has what it has there
 *   compare_print  all of it as text or JSON
 */
#ifndef REGALLOC_EXPLAIN_COMPARE_H
#define REGALLOC_EXPLAIN_COMPARE_H

#include "core/explain/cost.h"
#include "core/explain/story.h"

enum { COMPARE_OURS, COMPARE_THEIRS, COMPARE_SIDES };

/* An instruction of a side; text NULL: there is none. */
typedef struct {
	const char *text;
	uint32_t line; /* of its file; 0: made on the way */
	bool costs;
} CompareInsn;

/* What stands side by side; two without a text: rows are left out there. */
typedef struct {
	CompareInsn side[COMPARE_SIDES];
} CompareRow;

/* A block in which ours costs more. */
typedef struct {
	const char *function;
	BlockId id;	   /* in ours */
	const char *block; /* "%bb.3"; an edge's: "%bb.3 to %bb.5" */
	float freq[COMPARE_SIDES];
	double cost[COMPARE_SIDES];
	const char *why; /* a sentence */
	CompareRow *rows;
	uint32_t nrows, more; /* more: rows behind them that differ, too */
} ComparePlace;

/* A function that both have. */
typedef struct {
	const char *name;
	bool judged; /* the checker finds theirs right */
	Cost cost[COMPARE_SIDES];
} CompareFunc;

enum { COMPARE_PLACES = 10 };

/* Zero-initialise but for the arena, where all of it lives. */
typedef struct {
	Arena *arena;
	VEC(CompareFunc) funcs;
	ComparePlace places[COMPARE_PLACES]; /* worst first */
	uint32_t nplaces;
} Comparison;

/* What ours of a function is compared with. */
typedef struct {
	Comparison *all; /* where that goes */
	Func *theirs;
	bool judged; /* the checker finds it right */
} CompareRival;

/* The two allocations of a function. */
typedef struct {
	Story *story;	  /* of ours, open; NULL: there is none to tell */
	const Func *read; /* what both are allocations of, as far as numbers of
			     blocks go */
	Func *code[COMPARE_SIDES];
	const float *freq[COMPARE_SIDES];
	bool judged;
	Arena *tmp;
} ComparePair;

/* Add a function, and what is worst in it to the places if it is worse than
 * what is there.  A block is compared with the one of its number, or of
 * its place where theirs have numbers of their own; one on an edge with theirs
 * on that edge.  O(instructions + blocks log blocks), and for each place the
 * events of the allocation. */
void compare_add(Comparison *all, const ComparePair *pair);

/* (OURS + 1) / (THEIRS + 1): a ratio that is there for functions that cost
 * nothing, too; 1 is what a copy costs that runs as often as the function. */
double compare_ratio(double ours, double theirs);

/* What function F costs on SIDE, constants counted as cost_against does. */
double compare_cost(const CompareFunc *f, unsigned side);

/* What all of them cost together, on each side. */
void compare_total(const Comparison *all, double total[COMPARE_SIDES]);

/* The functions that are not the same on both sides, what most is lost in
 * first, then the totals; then the places. */
void compare_print(const Comparison *all, Buf *out);

/* Of the form of JSON: counts up when a member goes or changes its meaning. */
enum { COMPARE_VERSION = 1 };

/* The same as a JSON document, with all functions, for which
 * man/regalloc-compare.schema.json is the schema. */
void compare_json(const Comparison *all, Buf *out);

#endif
