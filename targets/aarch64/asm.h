/*
 * Shared by the files that print AArch64 assembly; see core/emit/hooks.h for
 * what the functions are for.
 */
#ifndef REGALLOC_AARCH64_ASM_H
#define REGALLOC_AARCH64_ASM_H

#include "core/emit/hooks.h"

enum { A64_SPARES = 9 };

/* Asm.machine */
typedef struct {
	RegId spare[A64_SPARES]; /* core registers that the function never
				    names */
	uint32_t nspare;
	uint32_t *start; /* by block: bytes of code in front of it, at most */
	RegId place[A64_SPARES]; /* addresses that inline assembly is to use */
	uint32_t nplace, used;
	bool marked; /* indirect branches must arrive at marks */
	bool *table; /* by block: a jump table names it; only if `marked` */
	bool signs, signs_leaves, key_b; /* return addresses */
} A64Asm;

static inline A64Asm *
a64(const Asm *a)
{
	return a->machine;
}

/* asm_begin.c: refuses functions that have no assembly, and looks for spare
 * registers. */
bool a64_begin(Asm *a);
/* What lets the assembler take the function's instructions. */
void a64_head(Asm *a);

/* asm_protection.c: marks where indirect branches arrive, and signed return
 * addresses. */
/* Finds out whether the function wants them. */
void a64_protection(Asm *a);
/* Is the return address signed?  The frame is laid out. */
bool a64_signs(const Asm *a);
/* At the first and, behind an epilogue, at the last place of it on the stack or
 * in its register. */
void a64_sign(Asm *a);
void a64_authenticate(Asm *a);
void a64_mark_entry(Asm *a);
void a64_mark_block(Asm *a, BlockId b);
bool a64_mark_module(const AsmModule *in, Arena *arena, Diag *diag, Buf *out);

/* asm_frame.c */
bool a64_has_epilogue(const Asm *a);
bool a64_rules(Asm *a);
bool a64_prologue(Asm *a);
bool a64_epilogue(Asm *a, const Insn *insn);
void a64_returned(Asm *a);
void a64_call_frame(Asm *a, uint32_t size, uint32_t later, bool open);
void a64_freed(Asm *a, uint32_t size);

/* asm_forms.c */
bool a64_form(Asm *a, const AsmInsn *insn, uint32_t k, const AsmForm *form,
	      bool *ok);
/* The core register of eight bytes that REG is or lies in; 0: none. */
RegId a64_wide(const Asm *a, RegId reg);
/* How assembly spells condition V; V ^ 1 is the opposite one. */
const char *a64_condition(int64_t v);
/* Can one instruction set a register of BITS to V by a pattern of ones? */
bool a64_is_pattern(uint64_t v, unsigned bits);

/* asm_inline.c */
bool a64_inline_before(Asm *a, const Insn *insn);
void a64_inline_register(Asm *a, const AsmInsn *group, char modifier,
			 bool second);
bool a64_inline_memory(Asm *a, const AsmInsn *group, char modifier,
		       bool second);
bool a64_inline_number(Asm *a, const AsmInsn *group, char modifier);

/* asm_pseudo.c */
bool a64_copy(Asm *a, RegId dst, RegId src);
bool a64_pseudo(Asm *a, const Insn *source, AsmInsn *insn, bool *ok);

/* asm_scalable.c: prints INSN if it is of scalable vectors, with lanes that may
 * be anything; false: it is not. */
bool a64_scalable(Asm *a, AsmInsn *insn, bool *ok);

/* asm_branch.c: branches that may not reach. */
bool a64_read(Asm *a);
/* Prints INSN if it is such a branch; false: it is none. */
bool a64_branch(Asm *a, const Insn *source, AsmInsn *insn, bool *ok);

/* asm_reach.c: operands out of an instruction's reach. */
bool a64_print(Asm *a, AsmInsn *insn, const char *text, bool *ok);
/* REG, of BITS, = V. */
void a64_number(Asm *a, RegId reg, uint64_t v, unsigned bits);
/* REG = FROM + OFFSET; REG is not FROM, nor the stack pointer, if the offset
 * is not one that add or sub can have in two steps. */
void a64_add(Asm *a, RegId reg, RegId from, int64_t offset);

#endif
