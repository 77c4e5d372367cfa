/*
 * Moves between registers and slots as instructions: COPY, and the loads and
 * stores of the target's spill rules.  Used by rewrite.c.
 */
#ifndef REGALLOC_REWRITE_MOVES_H
#define REGALLOC_REWRITE_MOVES_H

#include "core/alloc/alloc.h"
#include "core/rewrite/parallel.h"

/* A slot for emergencies. */
typedef struct {
	ClassId cls;
	uint32_t n; /* of several in use at one time */
	uint32_t slot;
} SpareSlot;

/* A register taken for a moment. */
typedef struct {
	RegId reg;
	uint32_t saved; /* slot with what it held before; NONE */
	RegId whole;	/* what is saved: REG with the bits around it */
	ClassId cls;	/* of the value saved */
} Scratch;

/* What func_spill was asked for, and its answer; NULL: nothing yet, or none. */
typedef struct {
	const SpillRule *rule;
	uint32_t align;
	ClassId cls;
} RuleAsked;

enum { IMMS_KEPT = 16 };

typedef struct {
	Func *in, *out;
	InsnId block_first; /* of `out`: where the block at hand starts */
	const Target *t;
	const Live *live;
	const Alloc *alloc;
	Arena *tmp;
	Parallel parallel;
	uint64_t *barred; /* bit set over UnitId: not to be used as scratch */
	uint64_t *own;	 /* those of the move at hand, which cannot be saved and
			    restored around it */
	uint64_t *parts; /* those that the group at hand wrote as parts of
			    registers */
	uint64_t *named; /* over RegId, when the first register is saved: what
			    the function names, or its classes have, and parts
			    of these */
	VEC(SpareSlot) spare;
	RuleAsked rules[8];	  /* by class modulo their number */
	uint32_t imms[IMMS_KEPT]; /* by value modulo their number: index of one
				     made last into Func.imms; NONE */
	const RecipeOpnd
		*recipe;  /* func_recipe_reg was asked for it last ... */
	RegId recipe_reg; /* ... and said so */
	VEC(Scratch) held;
	RegId restored; /* what the last instruction restores, if that is ... */
	InsnId restore; /* ... this one; NONE */
	uint32_t pos;	/* position of what is being written */
	Loc loc;	/* the instruction it is for */
	uint32_t errors;
} Rewriter;

enum { SIDE_NOWHERE, SIDE_REG, SIDE_SLOT };

/* One side of a move. */
typedef struct {
	uint8_t kind;	/* SIDE_* */
	bool renamable; /* stands for a virtual register */
	bool undef;	/* destination: its other parts are undefined */
	RegId reg;	/* the register moved */
	RegId whole;	/* the register of which a destination is a part, if
			   the rest must be named; 0 */
	uint32_t slot;
	SubId sub;   /* slots: part of the value in it */
	ClassId cls; /* of the virtual register; CLASS_NONE: not known */
} Side;

/* The side that operand O of the lowered function stands for. */
Side side_of(const Rewriter *r, const Operand *o);

/* The side for register V, part SUB. */
Side side_of_vreg(const Rewriter *r, VregId v, SubId sub, bool undef);

/* DST = SRC.  COPY: the instruction this is, whose place and further operands
 * are kept where it stays one; NULL: made. */
void move_emit(Rewriter *r, Side dst, Side src, const Insn *copy);

/* Save REG, in use, for a value of class CLS; until the restoring nothing else
 * of the register around it is written. */
void victim_save(Rewriter *r, RegId reg, ClassId cls);

/* Restore the register saved last. */
void victim_restore(Rewriter *r);

/* The side for a register taken for a value of class CLS. */
Side side_of_scratch(RegId reg, ClassId cls);

/* The slot for the Nth value of class CLS that has no other place for the
 * moment.  REWRITER as parallel.c hands it through. */
uint32_t spare_slot(void *rewriter, ClassId cls, uint32_t n);

/* A register of class CLS outside BARRED that nobody needs here; 0: none. */
RegId free_register(void *rewriter, ClassId cls, const uint64_t *barred);

/* A register of class CLS outside BARRED (may be NULL), whatever it holds. */
RegId used_register(const Rewriter *r, ClassId cls, const uint64_t *barred);

/* N moves at one time (groups.c). */
void moves_emit(Rewriter *r, const Side *dst, const Side *src, uint32_t n);

/* `implicit $whole, implicit-def $whole` for a definition of a part, to the
 * instruction written last. */
void append_whole(Rewriter *r, RegId whole, bool undef);

/* Write the operand as one of the instruction opened last. */
void append_operand(Rewriter *r, Operand o);

/* Append the address of SLOT as a value of class CLS is loaded from it. */
void append_address(Rewriter *r, ClassId cls, uint32_t slot);

/* Append the number VALUE. */
void append_imm(Rewriter *r, int64_t value);

/* The instruction written last is one of the joints of OUT. */
void note_joint(Func *out);

/* Open an instruction: its operands are appended next. */
Insn *open_insn(Rewriter *r, OpcodeId op, unsigned flags, uint32_t nleft);

/* Append register REG. */
void append_reg(Rewriter *r, RegId reg, unsigned flags);

/* The rule for moving REG, a value of class CLS (NONE: any of SIZE bytes),
 * to and from SLOT. */
const SpillRule *slot_rule(Rewriter *r, ClassId cls, RegId reg, uint32_t slot,
			   uint32_t size);

/* The rule for moving the part SUB, which starts where the value in SLOT
 * starts, between REG and memory; NULL: there is none. */
const SpillRule *part_rule(Rewriter *r, RegId reg, uint32_t slot, SubId sub);

/* Load REG from SLOT, or store it, by RULE. */
void emit_access(Rewriter *r, const SpillRule *rule, RegId reg, uint32_t slot,
		 unsigned flags, bool load);

/* A load or store of a whole register that must have a rule. */
void emit_whole_access(Rewriter *r, ClassId cls, RegId reg, uint32_t slot,
		       unsigned flags, bool load);

/* Take a register of class CLS for a moment. */
Side take_scratch(Rewriter *r, ClassId cls);

/* Give back the registers taken since there were N. */
void drop_scratches(Rewriter *r, uint32_t n);

/* A debug instruction describes values as they are behind what precedes it. A
 * value in memory makes DBG_VALUE indirect; where it was so already, or in a
 * list, it is given up. */
void rewrite_debug(Rewriter *r, InsnId i);

#endif
