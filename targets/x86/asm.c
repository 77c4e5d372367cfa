/*
 * What x86 assembly needs besides templates.
 */
#include "targets/x86/asm.h"

#include <string.h>

static bool
behind(Asm *a, InsnId i, BlockId b, bool terminated)
{
	x86_pushed(a, func_insn(a->f, i));
	x86_mark_behind(a, i, b);
	if (!terminated)
		x87_behind(a, i);
	return true;
}

static void
head(Asm *a, BlockId b)
{
	x86_mark_block(a, b);
	x87_head(a, b);
}

static bool
module_end(const AsmModule *in, Arena *arena, Diag *diag, Buf *out)
{
	(void)arena, (void)diag;
	x86_thunk_module(in, out);
	x86_mark_module(in, out);
	return true;
}

/* An address is five operands. */
static bool
form(Asm *a, const AsmInsn *insn, uint32_t k, const AsmForm *form, bool *ok)
{
	if (form->len != 3 || memcmp(form->name, "mem", 3) != 0)
		return false;
	*ok = x86_address(a, insn, k);
	return true;
}

/* What protects code behind register allocation, and is not done. */
static const char *const unheeded[] = {
	"+harden-sls-ijmp",    "+harden-sls-ret", "+lvi-cfi",
	"+lvi-load-hardening", "+seses",	  NULL,
};

const AsmHooks x86_asm = {
	.name = "x86",
	.eh = EH_SECTION,
	.stack_note = true,
	.unheeded = unheeded,
	.rules = x86_rules,
	.read = x87_read,
	.function.start = asm_cfi_start,
	.function.entry = x86_mark,
	.function.end = asm_cfi_end,
	.frame.prologue = x86_prologue,
	.frame.has_epilogue = asm_has_frame,
	.frame.epilogue = x86_epilogue,
	.frame.returned = x86_returned,
	.frame.call = x86_call_frame,
	.frame.freed = x86_freed,
	.block.head = head,
	.block.end = x87_end,
	.code.behind = behind,
	.code.insn = x87_insn,
	.code.pseudo = x86_pseudo,
	.code.copy = x86_copy,
	.opnd.stack = x86_stack_operand,
	.opnd.flag = x86_flag,
	.opnd.form = form,
	.opnd.symbol = x86_thunk_note,
	.inlined.begin = x86_inline_begin,
	.inlined.end = x86_inline_end,
	.inlined.reg = x86_inline_register,
	.inlined.memory = x86_inline_memory,
	.module.figures_size = sizeof(X86Figures),
	.module.end = module_end,
};
