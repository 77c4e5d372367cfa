/*
 * What the parts of lowering share.
 */
#ifndef REGALLOC_PREPARE_LOWER_INTERNAL_H
#define REGALLOC_PREPARE_LOWER_INTERNAL_H

#include "core/prepare/forward.h"
#include "core/prepare/sink.h"

/* An operand to write in place of the input's. */
typedef struct {
	uint32_t index; /* of the operand in its instruction */
	VregId vreg;
	SubId sub;
	RegId reg; /* instead of vreg, if not 0 */
	bool undef;
} Replacement;

typedef struct {
	const Func *in;
	Func *out;
	OperandFacts facts;
	Phis phis;
	Sink *sinks; /* by InsnId */
	EdgeLayout layout;
	const EdgeLayout *edges;  /* that; NULL: blocks stay as they are */
	uint32_t nplans, ncopies; /* plans and copies already written */
	InsnId *map; /* by InsnId of `in`; NULL without call sites */
	VEC(Replacement) replace;
	VEC(VregId) wholes;	    /* registers of the instruction's vectors */
	VEC(ReservedCopy) reserved; /* by instruction */
	uint64_t *copy_units; /* over UnitId: what copies read besides their
				 sources; NULL: nothing, or no PHIs */
	uint64_t *zeroed; /* set over InsnId: what rest_is_zero has met; NULL:
			     nothing */
	Arena *tmp;
} Lower;

/* A function like IN, in ARENA, without instructions and operands, and with
 * room for as many, MORE instructions, and two operands for each of these; its
 * blocks are IN's own. */
Func *func_emptied(const Func *in, uint32_t more, Arena *arena);

/* F gets blocks of its own, in ARENA. */
void func_own_blocks(Func *f, Arena *arena);

/* Is INSN a PHI or a label, which stand before all else in their block? */
bool insn_stays_first(const Func *f, const Insn *insn);

/* Are both operands the same part of the same register? */
bool same_register(const Operand *a, const Operand *b);

/* Append an operand. */
void push_operand(Lower *l, Operand o);

/* Open a made instruction, of those KNOWN; its operands are pushed then. */
Insn *push_insn(Lower *l, unsigned known, unsigned flags, uint32_t nopnds,
		Loc loc);

/* The next instruction is a COPY of a reserved register, of block B of the
 * input, or made here: NONE. */
void reserved_note(Lower *l, BlockId b);

/* Append `dst = COPY src`, PARALLEL: with the COPY before it. */
void push_copy(Lower *l, Operand dst, Operand src, bool parallel, Loc loc);

/* Has what made O, which I moves to part SUB of a wider register, cleared the
 * rest of it?  An answer of no is the last question. */
bool rest_is_zero(Lower *l, const Operand *o, SubId sub, InsnId i);

/* Append `v = IMPLICIT_DEF`. */
void push_implicit_def(Lower *l, VregId v, Loc loc);

/* Is nothing known of the value of O? */
static inline bool
source_undefined(const Lower *l, const Operand *o)
{
	return (o->flags & OPND_UNDEF) || (o->kind == OPND_REG && !o->val) ||
	       (o->kind == OPND_VREG &&
		vreg_undefined(&l->facts, l->in, o->val));
}

/* Append the COPYs that bring INSN's vectors into one register each, and append
 * to `replace` what reads these instead, to `wholes` the registers.  False
 * after an error. */
bool vector_operands(Lower *l, const Insn *insn);

/* Append the COPYs of the sources of INSN's ties into the registers of their
 * definitions, and append to `replace` what reads these instead; what is there
 * already is read elsewhere.  False after an error. */
bool tie_operands(Lower *l, const Insn *insn);

/* Is INSN one that builds a register of parts or takes one apart, or copies one
 * into itself?  Then append the COPYs that it stands for; *OK: there was no
 * error. */
bool lower_parts(Lower *l, const Insn *insn, bool *ok);

#endif
