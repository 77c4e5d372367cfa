/*
 * A linear program in memory: what is to be minimal, subject to rows
 * "sum >= right side", over variables that are not negative.
 */
#ifndef BOUND_LP_H
#define BOUND_LP_H

#include "core/base/vec.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define NOVAR UINT32_MAX /* always 0 */

typedef struct {
	uint32_t var;
	double by;
} Term;

/* Where something is paid for: in a line of the source; 0: on an edge between
 * blocks, or at the head of one. */
typedef struct {
	uint32_t line, from, to;
} Site;

typedef struct {
	double cost; /* 0: the name says nothing */
	const char *what;
	uint32_t value; /* the number of a virtual register */
	Site site;
	bool constant; /* the cost is that of a constant */
} Var;

typedef struct {
	Arena *arena;
	VEC(Var) vars;
	VEC(Term) terms;
	VEC(uint32_t) starts; /* of rows, in terms */
	VEC(double) rights;
} Lp;

/* A new variable that costs nothing. */
uint32_t lp_free(Lp *lp);

/* One that does, and whose name says what for. */
uint32_t lp_priced(Lp *lp, double cost, const char *what, uint32_t value,
		   Site site);

/* The same, as what is paid for constants. */
uint32_t lp_constant(Lp *lp, double cost, const char *what, uint32_t value,
		     Site site);

/* A new row; the terms added until the next one are its own. */
void lp_row(Lp *lp, double right);
void lp_term(Lp *lp, double by, uint32_t var);

/* The same by 1, unless the row has it. */
void lp_once(Lp *lp, uint32_t var);

/* As text in the LP format of CPLEX.  Variable "constants" is what the
 * solution pays for constants. */
void lp_print(const Lp *lp, FILE *out);

#endif
