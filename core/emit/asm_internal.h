/*
 * Shared by the files of this folder that print assembly; what the machines'
 * own files share with them is in hooks.h.
 */
#ifndef REGALLOC_EMIT_ASM_INTERNAL_H
#define REGALLOC_EMIT_ASM_INTERNAL_H

#include "core/emit/hooks.h"

/* asm_print.c: SRC to DST, for an instruction at LOC. */
bool asm_copy(Asm *a, RegId dst, RegId src, Loc loc);

/* asm_head.c: the function's name and the prefix of its local labels; what
 * stands before and behind its code. */
void asm_names(Asm *a);
/* Refuses what the function's attributes ask for and cannot be done, and warns
 * of what its code can do without. */
bool asm_attributes(Asm *a);
void asm_head(Asm *a);
void asm_tail(Asm *a);
/* asm_sections.c: is WORD, with its blanks, in the IR function's "define" line
 * before the symbol? */
bool asm_linkage(const Func *f, const char *word);
/* What stands behind WORD in that line, behind the parameters; NULL: the word
 * is not there. */
const char *asm_define_find(const Func *f, const char *word);
/* Into the section of the function's code, for the first time. */
void asm_section_open(Asm *a);

/* asm_operands.c: the label of the block that the text from P to END tells,
 * "blockaddress(@F, %ir-block.NAME)" or "blockaddress(@F, %NAME)"; NULL: F is
 * not this function, or has no such block. */
const char *asm_block_address(Asm *a, const char *p, const char *end);
/* NAME as assembly spells the module's symbol. */
const char *asm_symbol_name(Asm *a, const char *name, size_t len);
/* The string or name at P of a source operand, without its escapes; *END is
 * what follows it. */
const char *asm_unquote(Asm *a, const char *p, const char *limit,
			const char **end, size_t *len);

/* asm_inline.c */
bool asm_inline(Asm *a, const Insn *insn);

/* asm_frame.c: prologue, epilogue, call frames.  False after an error. */
bool asm_rules(Asm *a);
/* asm_convention.c: the registers that functions of its convention save, unless
 * it has a list, which leaves out what it returns, into Asm.rules.  False: it
 * has no assembly. */
bool asm_convention(Asm *a);
bool asm_prologue(Asm *a);
bool asm_epilogue(Asm *a, const Insn *insn);
/* Does text of ours stand before INSN if that is a return? */
bool asm_has_epilogue(const Asm *a, const Insn *insn);
/* Behind a return that is not the function's last instruction. */
void asm_returned(Asm *a);
bool asm_call_frame(Asm *a, const Insn *insn, bool open);
/* Behind call I of a block that ends before END: room again for the arguments
 * that it has freed. */
bool asm_behind_call(Asm *a, InsnId i, InsnId end);

/* asm_eh.c: exception tables. asm_eh_read comes first: false after an error.
 * The tail belongs behind the function's code: with EH_SECTION it changes
 * sections. */
bool asm_eh_read(Asm *a);
void asm_eh_label(Asm *a);
void asm_eh_tail(Asm *a);

/* asm_places.c: source lines, if A->places.debug is set.  The head belongs
 * behind the function's symbol, the start before its prologue, asm_place before
 * INSN of block B: false after an error.  If no code follows, what the last two
 * have printed and noted is to be taken back. */
void asm_places_head(Asm *a);
void asm_places_start(Asm *a);
bool asm_place(Asm *a, const Insn *insn, BlockId b);

/* data.c: constants and jump tables behind the code. */
bool asm_data(Asm *a);

#endif
