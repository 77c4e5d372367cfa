/*
 * Shared by the files that print ARM assembly; see core/emit/hooks.h for what
 * the functions are for.
 */
#ifndef REGALLOC_ARM_ASM_H
#define REGALLOC_ARM_ASM_H

#include "core/emit/hooks.h"

/* Thumb: the block of conditional instructions printed last. */
typedef struct {
	size_t at;     /* of the blank behind its "it" */
	size_t end;    /* of its text, as long as it can have more; or 0 */
	unsigned n;    /* instructions so far */
	unsigned cond; /* of the first */
	bool open;     /* an instruction of it is being printed */
} ThumbBlock;

/* Asm.machine */
typedef struct {
	bool thumb; /* the function is in the Thumb instruction set */
	ThumbBlock block;
} ArmAsm;

static inline bool
is_thumb(const Asm *a)
{
	return ((const ArmAsm *)a->machine)->thumb;
}

/* Conditions as machine IR numbers them: always. */
enum { ARM_ALWAYS = 14 };

/* asm_frame.c */
bool arm_rules(Asm *a);
bool arm_prologue(Asm *a);
bool arm_has_epilogue(const Asm *a);
bool arm_epilogue(Asm *a, const Insn *insn);
void arm_call_frame(Asm *a, uint32_t size, uint32_t later, bool open);

/* asm_head.c: what stands before a function; directives for instructions that
 * not every machine has. */
void arm_head(Asm *a);

/* asm_forms.c */
bool arm_form(Asm *a, const AsmInsn *insn, uint32_t k, const AsmForm *form,
	      bool *ok);
/* The condition of INSN; ARM_ALWAYS: none. */
unsigned arm_condition(const Asm *a, const AsmInsn *insn);
/* How assembly spells condition V; "": always. */
const char *arm_condition_name(int64_t v);

/* asm_inline.c */
void arm_inline_register(Asm *a, const AsmInsn *group, char modifier,
			 bool second);
bool arm_inline_memory(Asm *a, const AsmInsn *group, char modifier,
		       bool second);
bool arm_inline_number(Asm *a, const AsmInsn *group, char modifier);
void arm_inline_end(Asm *a, bool second, const char *text, size_t len);

/* asm_reach.c: operands out of an instruction's reach. */
bool arm_print(Asm *a, AsmInsn *insn, const char *text, bool *ok);

/* asm_words.c */
/* Has the machine got the instructions of ARMv6T2 that set a register's lower
 * and upper half, and clear some of its bits?  It has if the function does not
 * say. */
bool arm_has_halves(const Asm *a);
/* Loads REG, under condition WHEN, from a word in the code, which is jumped
 * over; between the two calls its value is printed.  The first one's result
 * goes into the other. */
uint32_t arm_word_begin(Asm *a, RegId reg, const char *when);
void arm_word_end(Asm *a, uint32_t n);
/* REG = V, byte by byte; the address that O is: under condition WHEN. */
void arm_load_bytes(Asm *a, RegId reg, uint32_t v, const char *when);
void arm_load_word(Asm *a, RegId reg, const AsmOpnd *o, const char *when);
/* As arm_pseudo: of what sets both halves, if the machine cannot. */
bool arm_whole(Asm *a, const AsmInsn *insn);

/* asm_pseudo.c */
bool arm_pseudo(Asm *a, const Insn *source, AsmInsn *insn, bool *ok);

/* asm_pic.c: code and data that depend on where they lie. */
/* O's address into REG in position-independent code. */
void arm_address(Asm *a, RegId reg, const AsmOpnd *o);
/* As arm_pseudo. */
bool arm_pic(Asm *a, const AsmInsn *insn, bool *ok);
bool arm_constant(Asm *a, const Constant *c);

/* asm_thumb.c */
bool thumb_begin(Asm *a);
void thumb_line_begin(Asm *a, const AsmInsn *insn, const char *text);
void thumb_line_end(Asm *a, const AsmInsn *insn, size_t start);
/* Prints INSN if Thumb has a text of its own for it; false: it has not. */
bool thumb_pseudo(Asm *a, const AsmInsn *insn);
/* The function's jump tables, behind its code. */
void thumb_tables(Asm *a);

#endif
