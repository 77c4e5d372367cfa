/*
 * What a function says about its registers, and which instructions lowering
 * cannot take over as they are: one walk over all operands.
 */
#ifndef REGALLOC_PREPARE_OPERANDS_H
#define REGALLOC_PREPARE_OPERANDS_H

#include "core/model/ir.h"

#define DEF_MANY  (NONE - 1)
#define HOME_MANY (NONE - 1)

/* One virtual register. */
typedef struct {
	InsnId def;	/* its only definition; NONE; DEF_MANY */
	BlockId home;	/* the block of all its reads; NONE: never read;
			   HOME_MANY: several blocks, or PHIs */
	VregId into;	/* the result of the first PHI that it comes into; NONE;
			   for sinks_plan what else it takes the place of, too */
	InsnId last;	/* its last read but by PHIs, as they stand; NONE */
	uint16_t flags; /* OPND_*, of all reads but by PHIs */
	uint16_t renamed; /* 1: a read gives its value another name */
	uint32_t places;  /* where `home` is HOME_MANY: the last of its places;
			     NONE */
} VregFacts;

/* A block in which, or behind which, a register is read. */
typedef struct {
	BlockId block;
	uint32_t next; /* of the same register; NONE */
} ReadPlace;

enum {			  /* OperandFacts.odd */
       ODD_TIED = 1,	  /* an operand is tied */
       ODD_PARTS = 2,	  /* builds a register of parts or takes one apart,
			     or copies one into itself */
       ODD_DEBUG = 4,	  /* tells where a virtual register is */
       ODD_SINKS = 8,	  /* sinks: it, or something behind it */
       ODD_COPIES = 16,	  /* copies of PHIs go before it, or may do so */
       ODD_RESERVED = 32, /* COPY of a reserved register */
       ODD_VECTOR = 64,	  /* some operands must be in consecutive registers */
};

/* An instruction with ODD_TIED. */
typedef struct {
	InsnId insn;
	BlockId block;
} TiedInsn;

typedef struct {
	VregFacts *regs; /* by VregId */
	uint8_t *odd;	 /* by InsnId: ODD_* */
	VEC(ReadPlace) places;
	VEC(TiedInsn) tied;
	VEC(BlockId) phi_blocks; /* those that have PHIs */
	Arena *tmp;
	const uint64_t *reserved; /* set over RegId; NULL: nobody asks */
	uint64_t renaming; /* the opcodes of what renames, see insn_renames and
			      target_opcode_set */
	uint32_t nregs;
	bool debug;    /* there are instructions with ODD_DEBUG */
	bool in_order; /* nothing is to sink */
} OperandFacts;

/* Fill FACTS for IN.  O(operands). */
void operand_facts_find(OperandFacts *facts, const Func *in,
			const uint64_t *reserved, Arena *tmp);

/* Does INSN only give its sources another name, for the whole or a part of a
 * register? */
bool insn_renames(const Func *f, const Insn *insn);

/* Does COPY, of operands O, put into a register what it holds? */
bool copy_is_nothing(const Insn *copy, const Operand *o);

/* Is IMPLICIT_DEF all that defines REG? */
static inline bool
vreg_undefined(const OperandFacts *m, const Func *in, VregId reg)
{
	InsnId def = m->regs[reg].def;

	return def < DEF_MANY &&
	       insn_is(in, &in->insns.at[def], WK_IMPLICIT_DEF);
}

#endif
