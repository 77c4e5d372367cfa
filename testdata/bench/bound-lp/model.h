/*
 * The linear program as it is made: which variables say where values are.
 */
#ifndef BOUND_MODEL_H
#define BOUND_MODEL_H

#include "bound.h"

/* Where values are at one point. */
typedef uint32_t *Where; /* [value * ngroups + group]: registers of the group
			    that hold the value, a variable; NOVAR */

/* VALUE at the end of block `from` is called NAME at the head of `to`. */
typedef struct {
	BlockId from, to;
	uint32_t value, name;
	double weight;
	uint32_t brought; /* see model_bring */
} EdgeStep;

/* Value `to` can only be where `from` was. */
typedef struct {
	BlockId block;
	uint32_t from, to;
} TieStep;

typedef struct {
	const Facts *x;
	Lp *lp;
	Arena *arena;
	uint32_t ngroups, nvalues;
	double *take; /* [value * ngroups + group]: of a cell; 0: never there */
	Where *head, *end;   /* by block */
	uint32_t **mem_head; /* by block, by value: is it in its slot? */
	uint32_t **mem_end;
	/* Moved into registers on the way: of the instruction at hand. */
	Where now, in;
	uint32_t *mem; /* by value, in the block at hand */
	/* By value: is it in a register, however many?  A copy makes no more of
	 * that, so that what is half in memory is so until it is loaded. */
	uint32_t *held, **head_held, **end_held;
	uint64_t *live; /* live at the point at hand */
	BlockId block;
	double weight;
	/* What each gap brings: for the rows of interference. */
	uint32_t *gap_move; /* [insn * nvalues + value]: a variable; NOVAR */
	Where *behind;	    /* by instruction that defines a value; NULL */
	VEC(EdgeStep) edges;
	VEC(TieStep) ties;
} Model;

/* How much of it comes: by copies, loads, computing again. */
typedef struct {
	double weight;
	Site site;
	uint32_t mem;		    /* is it in the slot?  NOVAR */
	uint32_t held_before, held; /* see Model.held; NOVAR */
	bool constant;
} Coming;

/* A variable that says how much of value V is brought into registers at a
 * place, from FROM or from memory: at cost. */
uint32_t model_bring(Model *m, uint32_t v, const uint32_t *from, Coming c);

/* A variable that says whether V is in any register of WHERE, at most BEFORE,
 * unless that is NOVAR. */
uint32_t model_held(Model *m, uint32_t v, Where where, uint32_t before);

/* Rows: no group holds more than it has room for; what PHYS says is busy is. */
void model_capacity(Model *m, Where at, const uint64_t *live,
		    const uint32_t *phys);

/* Rows: each of the values LIVE is somewhere now, so that none that is in half
 * a register only becomes whole where that is cheap. */
void model_alive(Model *m, const uint64_t *live);

/* What the model says of instruction I, and what is live behind it. */
void model_insn(Model *m, InsnId i, const uint64_t *behind);

/* Rows for all edges. */
void model_edges(Model *m);

/* Rows for values that live at once and become one; behind all others. */
void model_cuts(Model *m);

/* Is group G at a point where PHYS is busy open to value V? */
static inline bool
is_open(const uint32_t *phys, uint32_t g, uint32_t v)
{
	return phys[g] == FREE || phys[g] == HOLDS + v;
}

static inline Site
site_insn(const Model *m, InsnId i)
{
	return (Site){m->x->line[i], 0, 0};
}

static inline Site
site_edge(const Model *m, BlockId from, BlockId to)
{
	const Func *f = m->x->f;

	return (Site){0, f->blocks.at[from].number, f->blocks.at[to].number};
}

/* What value V is called. */
static inline uint32_t
name_of(const Model *m, uint32_t v)
{
	return m->x->values[v].number;
}

static inline uint32_t
at(const Model *m, uint32_t v, uint32_t g)
{
	return v * m->ngroups + g;
}

#endif
