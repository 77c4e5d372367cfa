/*
 * Shared by the files that print RISC-V assembly; see core/emit/hooks.h for
 * what the functions are for.
 */
#ifndef REGALLOC_RISCV64_ASM_H
#define REGALLOC_RISCV64_ASM_H

#include "core/emit/hooks.h"

/* Instructions [start,end) of a block; only the last may touch reg. */
typedef struct {
	RegId reg;
	InsnId start, end;
	bool free; /* what reg holds is not read */
} RiscvStretch;

#define RISCV_TRIED 15 /* registers that asm_free.c tries */

/* Asm.machine */
typedef struct {
	const Insn *now; /* the instruction that is being printed */
	OpcodeId addi;
	bool options; /* the function began with `.option push` */
	RiscvStretch stretches[RISCV_TRIED];
} RiscvAsm;

static inline RiscvAsm *
riscv_of(const Asm *a)
{
	return a->machine;
}

/* Can an instruction have offset V? */
static inline bool
riscv_fits(int64_t v)
{
	return v >= -2048 && v <= 2047;
}

/* asm_head.c: which extensions the assembler must know of. */
void riscv_head(Asm *a);
void riscv_tail(Asm *a);

/* asm_frame.c */
bool riscv_rules(Asm *a);
bool riscv_has_epilogue(const Asm *a);
bool riscv_prologue(Asm *a);
/* Say that the stack pointer is SIZE bytes below the frame: as a whole, as
 * .cfi_adjust_cfa_offset, in LLVM's assembler, counts from where the last
 * epilogue ended, whatever .cfi_restore_state brought back. */
void riscv_moved(Asm *a, uint32_t size);
bool riscv_epilogue(Asm *a, const Insn *insn);
void riscv_returned(Asm *a);
void riscv_call_frame(Asm *a, uint32_t size, uint32_t later, bool open);

/* asm_free.c: a register of the core that holds nothing at the instruction that
 * is being printed; 0: none. */
RegId riscv_free(const Asm *a);

/* asm_reach.c */
/* Refuses INSN if it has an object of unknown size for an operand. */
bool riscv_before(Asm *a, const Insn *insn);
bool riscv_print(Asm *a, AsmInsn *insn, const char *text, bool *ok);

/* asm_jump.c */
bool riscv_jump(Asm *a, const Insn *source, AsmInsn *insn, bool *ok);

/* asm_inline.c */
void riscv_inline_reg(Asm *a, const AsmInsn *group, char modifier, bool second);
bool riscv_inline_number(Asm *a, const AsmInsn *group, char modifier);
bool riscv_inline_memory(Asm *a, const AsmInsn *group, char modifier,
			 bool second);

#endif
