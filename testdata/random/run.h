/*
 * The interpreter: runs a function of virtual or real registers on made-up
 * inputs and writes down what could be seen from outside.
 *
 * An instruction is a function of its operands that nothing but its name is
 * known of, unless its meaning matters to allocation: moves, loads and stores,
 * what addresses are made of, branches, masks of lanes.  A byte that has no
 * value makes what is computed from it have none; where the first function's
 * has none, that of the second may be anything.
 */
#ifndef TESTDATA_RANDOM_RUN_H
#define TESTDATA_RANDOM_RUN_H

#include "testdata/random/mir.h"

enum { LANES = 4, STEPS = 4000 };

typedef struct {
	uint8_t value;
	bool known;
} Byte;

/* LANES copies, of which what is the same in all of them has the first. */
typedef struct {
	unsigned n;
	bool lanes;
	Byte at[LANES][BYTES_MAX];
} Value;

/* What could be seen: a call, a return, a byte in memory behind them. */
typedef struct {
	uint64_t key;
	Byte byte;
	unsigned line;
} Seen;

typedef struct Run Run;

struct Run {
	Machine *m;
	const Program *p;
	const bool *slots; /* those that the other function has, too */
	bool marks;	   /* believe killed and dead */
	uint64_t seed;
	unsigned nlanes, steps, limit;
	Byte (*file)[LANES];
	Byte **vregs;
	struct Memory *memory;
	struct Step *step; /* the instruction at hand */
	Seen *seen;
	unsigned nseen, nevents, nbranches;
	unsigned part, from, next; /* blocks; next: to go to */
	bool jumped, done, trace;
	bool full; /* of memory: it ended too early */
	char error[256];
};

/* Ready to run P.  SLOTS: those that are seen from outside.  MARKS: see Run.
 * LIMIT: instructions.  Free with run_free. */
Run *run_new(Machine *m, const Program *p, const bool *slots, bool marks,
	     uint64_t seed, unsigned limit);
/* The same, and run. */
Run *run(Machine *m, const Program *p, const bool *slots, bool marks,
	 uint64_t seed, unsigned limit);
void run_free(Run *r);

/* --- for meanings of opcodes --- */

/* The inputs of an instruction by operand, what it computes by definition. */
typedef struct Step {
	const Code *code;
	const Op *op; /* with its operand in memory taken out */
	const Arg *args[OPS_MAX];
	Value in[OPS_MAX], out[4];
	unsigned nargs, ndefs;
} Step;

/* Give S its results if the opcode's meaning is known. */
bool meaning(Run *r, Step *s);
/* Flags that the names of S's opcode and registers do not tell. */
bool meaning_last(Run *r, const Step *s);

/* A number made of S's opcode and all that it reads in lane LANE; false: some
 * of it is not known. */
bool inputs_mix(Run *r, const Step *s, unsigned lane, uint64_t *out);

Value value_read(Run *r, const Arg *a);
void value_write(Run *r, const Arg *a, const Value *v);
Value value_of(uint64_t n, unsigned size);
Value value_unknown(unsigned size);
/* The first N bytes as a number; false: some of them are not known. */
bool value_number(const Value *v, unsigned lane, unsigned n, uint64_t *out);
Byte memory_get(Run *r, uint64_t at);
void memory_set(Run *r, uint64_t at, Byte b);
bool lane_active(const Run *r, unsigned lane);
/* What a condition CODE of x86 or ARM is on FLAGS; false: not known. */
bool condition(const Value *flags, int64_t code, bool *yes);
/* The value of register NAME. */
Value reg_value(Run *r, const char *name);
void reg_set(Run *r, const char *name, const Value *v);

/* The bytes of a register or a part of one. */
unsigned arg_size(Run *r, const Arg *a);

/* --- what is seen: a value under a key, memory since the last time --- */

void see(Run *r, const Code *c, uint64_t key, Byte b);
void see_value(Run *r, const Code *c, uint64_t key, const Value *v);
void see_memory(Run *r, const Code *c);

/* --- one instruction --- */

/* S as C is written. */
void step_plain(Run *r, Step *s);
/* S as the opcode without an operand in memory, whose address goes to AT;
 * false: it has none. */
bool step_unfold(Run *r, Step *s, uint64_t *at);
/* Which arguments are an address, by the opcode's row: from FIRST on; how
 * many. */
unsigned step_address_args(const Code *c, unsigned *first);
/* The address in N arguments from FIRST on; false: it is not known. */
bool step_address(Run *r, const Code *c, unsigned first, unsigned n,
		  unsigned lane, uint64_t *at);
/* Bytes of definition I. */
unsigned step_def_size(Run *r, const Step *s, unsigned i);
/* Results that nothing is known of but what they are made from. */
void step_opaque(Run *r, Step *s);
/* The registers that the opcode writes besides: made of H, if that is KNOWN. */
void step_implied(Run *r, const Step *s, uint64_t h, bool known);
/* A value of SIZE bytes that looks random: number WHICH of those made of H. */
Value value_made(uint64_t h, unsigned size, uint64_t which);
Value memory_load(Run *r, uint64_t at, unsigned size);
void memory_store(Run *r, uint64_t at, const Value *v, unsigned size);

#endif
