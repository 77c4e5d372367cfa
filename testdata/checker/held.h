/*
 * What registers hold while the simulator runs: each virtual register of the
 * input is an array of values, one for every unit that a member of its class
 * has, in order of their lanes, and one more for bits that no unit stands for
 * (the upper half of $rax); physical registers likewise, on both sides.
 */
#ifndef TESTDATA_CHECKER_HELD_H
#define TESTDATA_CHECKER_HELD_H

#include "core/check/steps.h"

#define UNITS_MAX 65

/* The value of one register, or of a part of it. */
typedef struct {
	uint64_t unit[UNITS_MAX]; /* by order of lanes; 0: undefined */
	uint64_t upper;
	uint32_t n;
} Bits;

/* The physical registers of one side, by twice the number of their unit, and
 * plus 1 for the second half of one that is double. */
typedef struct {
	uint64_t *unit, *upper;
} Physical;

typedef struct {
	const Func *f; /* the input */
	const Target *t;
	Cells *cells;
	uint8_t *is_double; /* by unit */
	Bits *vregs;
	Physical before, after;
	uint64_t fresh; /* the last number that made a value */
} Held;

/* Of BEFORE and its allocation; CELLS are built when something is read. */
void held_init(Held *s, const Func *before, Cells *cells, Arena *arena);

uint64_t value_mix(uint64_t x);

/* Values for a definition, made of SEED. */
Bits bits_fresh(uint64_t seed);

/* A value made of the text of an instruction that may be computed again; 0: it
 * may not. */
uint64_t value_of_text(const Func *f, const Insn *insn);

Bits held_read_phys(Held *s, const Physical *side, RegId reg);
void held_write_phys(Held *s, Physical *side, RegId reg, const Bits *bits);

/* Into AT, which units of V, in order of lanes, part SUB has; their number.
 * UPPER: it has the bits that no unit stands for. */
uint32_t held_part_units(const Held *s, VregId v, SubId sub, uint32_t *at,
			 bool *upper);

/* Operand O of the input. */
Bits held_read(Held *s, const Operand *o);
void held_write(Held *s, const Operand *o, const Bits *bits);

/* Something made of SEED for unit U, or for all that MASK does not preserve,
 * the same on both sides. */
void held_set_unit(Held *s, uint32_t u, uint64_t seed);
void held_clobber(Held *s, const uint64_t *mask, uint64_t seed);

#endif
