/*
 * Shared by the files that print x86 assembly; see core/emit/hooks.h for what
 * the functions are for.
 */
#ifndef REGALLOC_X86_ASM_H
#define REGALLOC_X86_ASM_H

#include "core/emit/hooks.h"

/* What is noted of a function for the end of the file. */
typedef struct {
	uint32_t thunks; /* that it names: a bit for each of asm_thunk.c */
} X86Figures;

/* asm_frame.c */
bool x86_rules(Asm *a);
bool x86_prologue(Asm *a);
bool x86_epilogue(Asm *a, const Insn *insn);
void x86_returned(Asm *a);
void x86_call_frame(Asm *a, uint32_t size, uint32_t later, bool open);
void x86_freed(Asm *a, uint32_t size);
/* Behind INSN, which may have pushed an argument. */
void x86_pushed(Asm *a, const Insn *insn);

/* asm_mark.c: marks for the processor, if the module wants them: here; at the
 * head of block B; behind its instruction I; on the whole file. */
void x86_mark(Asm *a);
void x86_mark_block(Asm *a, BlockId b);
void x86_mark_behind(Asm *a, InsnId i, BlockId b);
void x86_mark_module(const AsmModule *in, Buf *out);

/* asm_operands.c */
/* The address that operands K to K + 4 are. */
bool x86_address(Asm *a, const AsmInsn *insn, uint32_t k);
void x86_stack_operand(const Asm *a, AsmInsn *insn, uint32_t k);
bool x86_flag(Asm *a, const char *flag, size_t len, AsmOpnd *out);
void x86_inline_register(Asm *a, const AsmInsn *group, char modifier,
			 bool second);
bool x86_inline_memory(Asm *a, const AsmInsn *group, char modifier,
		       bool second);
void x86_inline_begin(Asm *a, bool second);
void x86_inline_end(Asm *a, bool second, const char *text, size_t len);

/* asm_pseudo.c */
bool x86_pseudo(Asm *a, const Insn *source, AsmInsn *insn, bool *ok);
/* Without AVX-512's other vector lengths registers above 15 are copied as the
 * widest ones. */
bool x86_copy(Asm *a, RegId dst, RegId src);

/* asm_thunk.c: symbol O, if it is a thunk; the thunks of the whole file. */
void x86_thunk_note(Asm *a, const AsmOpnd *o);
void x86_thunk_module(const AsmModule *in, Buf *out);

/* asm_x87.c: the x87 stack, which is Asm.machine if there is one. */
bool x87_read(Asm *a);
void x87_head(Asm *a, BlockId b);
void x87_end(Asm *a, BlockId b);
bool x87_insn(Asm *a, InsnId i, bool *ok);
/* Behind every instruction in front of the terminators. */
void x87_behind(Asm *a, InsnId i);

#endif
