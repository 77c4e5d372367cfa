/*
 * The x87 stack as far down a block as is printed.
 */
#ifndef REGALLOC_X86_X87_H
#define REGALLOC_X86_X87_H

#include "targets/x86/asm.h"

#define NREGS 8

typedef struct {
	ClassId cls;		  /* of the registers */
	uint8_t *after;		  /* by instruction: registers live behind it */
	uint8_t *head;		  /* by block: registers live at its head */
	uint32_t *junction;	  /* by block: of its head; then of its end */
	uint8_t *held;		  /* by junction: what is on the stack */
	uint8_t stack[NREGS + 1]; /* the last of N is on top */
	unsigned n;
} X87;

/* The function's stack; NULL: it has none. */
X87 *x87_of(const Asm *a);

/* The number of register operand O; NREGS: it is another one. */
unsigned x87_number_of(const Asm *a, const X87 *x, const Operand *o);

/* What INSN reads and writes; DEF: the registers written. */
unsigned x87_registers_of(const Asm *a, const X87 *x, const Insn *insn,
			  unsigned *def);

/* How deep register R lies: 0 is the top; NREGS: it is not there. */
unsigned x87_depth(const X87 *x, unsigned r);

/* R is on top. */
void x87_push(X87 *x, unsigned r);

/* Gives the value of register R the name TO. */
void x87_rename_value(X87 *x, unsigned r, unsigned to);

/* Exchanges R with the top. */
void x87_to_top(Asm *a, unsigned r);

/* A second value like that of R on top, named TO. */
void x87_duplicate(Asm *a, unsigned r, unsigned to);

/* A zero on top, as R. */
void x87_push_zero(Asm *a, unsigned r);

/* Takes R off the stack; the top comes into its place. */
void x87_drop(Asm *a, unsigned r);

/* Takes those off the stack that are not in LIVE. */
void x87_drop_others(Asm *a, unsigned live);

/* Makes the stack that of WANTED, the last on top. */
void x87_arrange(Asm *a, const uint8_t *wanted, unsigned n);

#endif
