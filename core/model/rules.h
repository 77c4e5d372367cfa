/*
 * Rules of a target: which instructions it takes to do something, and which
 * forms others can have.
 */
#ifndef REGALLOC_MODEL_RULES_H
#define REGALLOC_MODEL_RULES_H

#include "core/model/ids.h"

#include <stdbool.h>

/* An instruction that spills, reloads, copies or materialises, as operands to
 * fill in.  Stored in recipe_opnds. */
enum {
	RECIPE_IMM,	/* value */
	RECIPE_REG,	/* value: RegId, 0 for $noreg */
	RECIPE_SLOT,	/* the stack slot */
	RECIPE_VALUE,	/* the register stored or loaded; value: SubId of it */
	RECIPE_SOURCE,	/* copy recipes: the source register; value: SubId */
	RECIPE_OPERAND, /* operand `value` of the instruction replaced */
	RECIPE_NEGATED, /* the same, a number, with the other sign */
	RECIPE_SCRATCH, /* expansions: fresh register `value` of class `cls` */
};

typedef struct {
	uint8_t kind;  /* RECIPE_* */
	uint8_t flags; /* RECIPE_DEF ... */
	uint16_t cls;
	int32_t value;
} RecipeOpnd;

enum {
	RECIPE_DEF = 1,
	RECIPE_IMPLICIT = 2,
	RECIPE_KILL = 4, /* carries the kill mark of the stored value */
	RECIPE_UNDEF = 8,
	RECIPE_DEAD = 16,
};

typedef struct {
	OpcodeId op;
	uint16_t ndefs; /* of the operands, printed before "=" */
	Slice opnds;	/* recipe_opnds */
} Recipe;

/* How values of a class live in memory.  The first row whose class contains
 * the value's class, and whose `align` the slot can have, is used. */
typedef struct {
	ClassId cls;
	uint16_t size, align; /* slot, bytes */
	uint32_t store, load; /* recipes */
	StrId stack_id;	      /* "" for default */
	StrId feature;	      /* only in variants with it; "": in all */
	uint16_t addrspace;
	uint16_t step; /* bytes that one machine instruction moves; 0: all */
	OpcodeId step_store, step_load; /* what others lower them to; or 0 */
	bool lanes; /* moves all lanes, whatever is masked: scalars in them go
		       along */
} SpillRule;

/* Copies as assembly: first row with dst in dst class and src in src class. */
typedef struct {
	ClassId dst, src;
	StrId feature; /* only in variants with it; "": in all */
	Slice steps;   /* recipes, in order */
} CopyRule;

/* Opcode `from`, whose first source is tied to its definition, as another
 * opcode that leaves the source alone; where its operand `imm`, if that is not
 * 0, is `value`, and operand `negated`, if that is not 0, a number whose
 * negative has 32 bits. */
typedef struct {
	OpcodeId from;
	uint8_t imm, negated;
	int16_t value;
	uint32_t recipe;
} Conversion;

/* Operands `first` and `other` of opcode `from` can change places if it becomes
 * opcode `to` and its immediate changes as said.  The allocator does that where
 * `first` is 1, the first source, and tied to the definition; other rows are
 * for the checker.  Of rows for the same two operands the one counts that
 * `values` allows.  An opcode that only adds or multiplies needs no row: see
 * insn_commutation. */
typedef struct {
	OpcodeId from, to;
	uint8_t first, other;
	uint8_t imm;	 /* its operand; 0: none changes */
	uint8_t flip;	 /* bits of it that turn over, ... */
	uint8_t flip_by; /* ... and those of this operand; 0: none; then ... */
	uint8_t low;	 /* ... bits that change places ... */
	uint8_t apart;	 /* ... with those so far above them */
	uint8_t mask; /* not 0: a mask of so many bits turns over, of which it
			 and the operand behind it are first and last one */
	uint8_t zero; /* an operand that must be 0; 0: none */
	uint8_t bits; /* not 0: it becomes so many less itself, which it lies
			 below; all but the result must be dead */
	uint32_t values; /* bit set of what it can be; 0: anything */
} Commutation;

/* Opcode `op` of the input as other instructions, if all conditions that are
 * not 0 hold: those of `head` stand at the head of its block, those of `code`
 * in its place. */
typedef struct {
	OpcodeId op;
	OpcodeId reader;  /* its result is read once, by this opcode */
	RegId unchanged;  /* nothing before it in its block writes it */
	StrId local;	  /* its block makes operand 1 before it, by an opcode
			     whose name starts so */
	StrId feature;	  /* the function has it */
	bool unread;	  /* nobody reads its result, but all else it makes */
	uint8_t outlives; /* this operand, tied to its result, is read behind
			     it, and what it reads besides is in registers */
	Slice head, code; /* recipes */
} Expansion;

/* Flags, register `reg`, that the input keeps in another register while others
 * are made: opcode `reader` reads a condition of them, its last operand or
 * `condition`.  Recipes `save` put operand 0, a condition, into %0 where the
 * flags are copied; `restore` makes flags of %0 before the reader, whose
 * condition becomes `becomes`, unless that is FLAG_SAME. */
typedef struct {
	OpcodeId reader;
	RegId reg;
	uint8_t condition; /* FLAG_LAST: its last operand */
	uint8_t becomes;
	Slice save, restore;
} FlagRule;

/* A branch on a condition, and how the opposite one is asked: by another
 * opcode, or by the number in operand `condition`, if it is below `conditions`,
 * with its lowest bit turned. */
typedef struct {
	OpcodeId op;
	OpcodeId opposite; /* 0: the same */
	uint8_t condition;
	uint8_t conditions;
} BranchRule;

enum { FLAG_CONDITIONS = 16, FLAG_LAST = 16, FLAG_SAME = 16 };

enum { FOLD_LACKS_NUM = 1, FOLD_LACKS_REG, FOLD_NONE = UINT8_MAX };

/* Opcode `from` with one register, or two operands of one register, in memory:
 * opcode `to`, whose operands are the same but for an address in place of
 * `opnd`; `opnd2` is gone, and a zero may follow. */
typedef struct {
	OpcodeId from, to;
	uint8_t opnd, opnd2; /* FOLD_NONE: one operand only */
	uint8_t bytes;	     /* of memory, at most */
	uint8_t reads;	     /* of those it reads so many */
	uint8_t spread;	     /* 1: it repeats them, as many as the register has;
				what is in a slot is not that */
	uint8_t align;	     /* that the address must have */
	uint8_t at;	     /* of the slot: those it reads begin there ... */
	uint8_t pick;	     /* ... or, unless this is 0, with the part of as
				many bytes that the last number tells by its
				bits from here on; the form's lacks them */
	uint8_t zero;	     /* 1: the number 0 follows */
	uint8_t copies;	     /* 1: it copies from memory to memory: the address
				that is written, their number, that is read */
	uint8_t first;	     /* unless 0, this operand is the form's first
				source, and the address stands at the end */
	uint8_t slow;	     /* 1: allocation leaves it alone */
	uint16_t lacks;	     /* FOLD_LACKS_...: the last operand is gone */
	uint16_t lacked;     /* ... which was that number or register */
} FoldRule;

/* Operands `first` to `last` of opcode `op`, which only read, must be in
 * consecutive registers: those that a register of class `cls` is made of. */
typedef struct {
	OpcodeId op;
	ClassId cls;
	uint8_t first, last;
} VectorRule;

#endif
