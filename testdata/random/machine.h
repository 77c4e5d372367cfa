/*
 * Machines as the interpreter knows them: what the names of registers, classes
 * and parts say, and the facts on opcodes of a target's opcodes.yaml and
 * masks of abi.yaml.  Nothing here is of the allocator or its checker, nor of
 * their reader of target files.
 */
#ifndef TESTDATA_RANDOM_MACHINE_H
#define TESTDATA_RANDOM_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

enum {
	BYTES_MAX = 128, /* of a register */
	OPS_MAX = 24,	 /* operands that a row of opcodes.yaml lists */
	FILE_BYTES = 16384,
};

/* The places of a register's bytes in the register file, or of a part's bytes
 * in the whole. */
typedef struct {
	uint16_t n, at[BYTES_MAX];
} Places;

enum {
	OP_TERM = 1,
	OP_BRANCH = 2,
	OP_RETURN = 4,
	OP_CALL = 8,
	OP_LOAD = 16,
	OP_STORE = 32,
	OP_EFFECTS = 64,
	OP_COMMUTES = 128,
	OP_META = 256,
	OP_VARIADIC = 512,
	OP_BARRIER = 1024,
};

typedef struct {
	bool def, early, mem;
	int tied;      /* to this definition, or -1 */
	unsigned size; /* in bytes, 0: not known */
} OpOperand;

typedef struct Op {
	char *name;
	unsigned flags, nops, ndefs, nuses;
	OpOperand ops[OPS_MAX];
	char *defs[8], *uses[8]; /* registers that are no operands */
	/* Of a form with an operand in memory: the opcode without, which of its
	 * operands that is and perhaps the one tied to it, and the bytes. */
	struct Op *plain;
	unsigned mem, bytes;
	int mem_too;
	bool zero_added; /* it ends with the number 0 besides */
} Op;

typedef struct Machine Machine;

/* Read the target files in DIR, or end the program. */
Machine *machine_read(const char *dir);

/* Facts on an opcode; NULL: there are none. */
const Op *machine_op(const Machine *m, const char *name);

/* The bytes of register NAME.  Registers that only a name is known of have
 * eight of their own. */
const Places *machine_reg(Machine *m, const char *name);

/* How many bytes of the register file have a name so far. */
unsigned machine_bytes(const Machine *m);

/* The bytes of part SUB in a register of SIZE bytes; false: not known. */
bool machine_part(const Machine *m, const char *sub, unsigned size,
		  Places *part);

/* Bytes of a value of class CLS; 0: not known. */
unsigned machine_class(const char *cls);

/* Does a value of the class, or the register, have a copy in each lane? */
bool machine_is_lanes(const char *cls_or_reg);

/* Which bytes of the register file a call with mask NAME keeps, or with
 * CustomRegMask(NAMES); NULL: no such mask. */
const uint8_t *machine_mask(Machine *m, const char *name);

/* A number that looks random, of two. */
uint64_t mix(uint64_t a, uint64_t b);
uint64_t mix_text(uint64_t h, const char *text);

#endif
