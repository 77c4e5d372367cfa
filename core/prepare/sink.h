/*
 * Instructions that overwrite a value too early, and what may move at all.
 */
#ifndef REGALLOC_PREPARE_SINK_H
#define REGALLOC_PREPARE_SINK_H

#include "core/prepare/phi.h"

/* What is to be done to an instruction. */
typedef struct {
	InsnId behind; /* the instruction of its block behind which it goes
			  instead of its own place; NONE: it stays */
	InsnId first;  /* the first that goes behind it; NONE */
	InsnId next;   /* the next that goes behind the same */
	uint32_t bare; /* 1: there it must not write the physical registers
			  that its opcode writes and nobody reads: it needs
			  its three-address form; else 0 or NONE */
} Sink;

/*
 * Where `d = INC s` stands before the last read of s, and d is to take s's
 * place (by a tie; or s is a PHI that d comes into; or the two, and nothing
 * else, come into a PHI; or d is returned where s came as an argument), they
 * cannot share a register.  Such an instruction goes behind that read if
 * nothing in between depends on it.  IN is in SSA form where it matters; FACTS
 * are those of IN, where these instructions are marked. Linear.  (The first
 * half of what LLVM's TwoAddressInstruction calls rescheduling; func_raised is
 * the second.)  EARLY is that of rotations_find: the copy of a PHI that comes
 * early may be the last to read s.  By InsnId, in TMP, of those that have
 * ODD_SINKS only; NULL: none has, or FACTS want all in order.
 */
Sink *sinks_plan(const Func *in, OperandFacts *facts, const InsnId *early,
		 Arena *tmp);

/* Does INSN define virtual register V, or a part of it? */
bool insn_defines(const Func *f, const Insn *insn, VregId v);

/* Does instruction I do nothing but compute its first operand and other virtual
 * registers, or load them, from what can be told to stay unchanged? */
bool may_move(const Func *f, InsnId i);

/* May X come before all of the N instructions of GROUP?  (Those that stand
 * before it; or X stands before them, and they may come before it.) */
bool may_pass_all(const Func *f, const InsnId *group, uint32_t n,
		  const Insn *x);

/* Does X look like one of the N instructions of GROUP?  Who compares the two
 * functions by their text alone takes them for each other. */
bool some_alike(const Func *f, const InsnId *group, uint32_t n, const Insn *x);

/* Is a physical register that INSN writes, and nobody reads, needed behind
 * instruction K of the block that ends at END? */
bool writes_live(const Func *f, const Insn *insn, InsnId k, InsnId end);

#endif
