/*
 * Scheduling regions of a block, and the registers that their instructions
 * read and write.
 *
 * A region is a run of instructions between two that nothing is moved across:
 * calls, labels, terminators, inline assembly, bundles, unknown opcodes,
 * changes of the stack pointer.  Those belong to no region.
 */
#ifndef REGALLOC_SCHEDULE_REGION_H
#define REGALLOC_SCHEDULE_REGION_H

#include "core/model/ir.h"

enum { /* Effect.flags */
       EFFECT_DEF = 1,
       EFFECT_DEAD = 2,	     /* definition marked dead */
       EFFECT_FIXED = 4,     /* the instruction wants this register only */
       EFFECT_IMPLICIT = 8,  /* no explicit operand */
       EFFECT_EARLY = 16,    /* early-clobber definition */
       EFFECT_TIED = 32,     /* definition tied to a use */
       EFFECT_UNDEF = 64,    /* a use that reads nothing */
       EFFECT_DEBUG = 128,   /* named by a debug instruction */
       EFFECT_SPECIAL = 256, /* calls, inline assembly, predicated
				instructions and those with needs of their own:
				no register of theirs may change */
};

/* A register that an instruction names or implies. */
typedef struct {
	OpndId opnd; /* NONE: implied by the opcode, not in the text */
	RegId reg;   /* as it was when the effect was read */
	uint16_t flags;
	ClassId cls; /* that its operand wants; CLASS_NONE: any */
} Effect;

typedef VEC(Effect) EffectList;

/* Does nothing move across instruction I? */
bool insn_is_boundary(const Func *f, const Insn *insn);

/* Is INSN a COPY between registers of one class, whose occurrences can stand
 * for each other? */
bool copy_within_class(const Func *f, const Insn *insn);

/* Append the effects of INSN to LIST, operands first. */
void insn_effects(const Func *f, const Insn *insn, EffectList *list,
		  Arena *tmp);

/* The region that ends at END or before it, at or behind FIRST: its start in
 * *START, its end is returned.  Instructions between the end found and END are
 * boundaries.  Both FIRST: there is none left. */
InsnId region_before(const Func *f, InsnId first, InsnId end, InsnId *start);

#endif
