/*
 * What x86 assembly needs besides templates.
 */
#include "targets/x86/asm.h"

#include <string.h>

static void
start(Asm *a)
{
	buf_str(a->out, "\t.cfi_startproc\n");
	asm_eh_head(a);
}

static void
end(Asm *a)
{
	buf_str(a->out, "\t.cfi_endproc\n");
}

static bool
behind(Asm *a, InsnId i, bool terminated)
{
	x86_pushed(a, func_insn(a->f, i));
	if (!terminated)
		x87_behind(a, i);
	return true;
}

/* An address is five operands. */
static bool
form(Asm *a, const AsmInsn *insn, uint32_t k, uint32_t arg, const char *form,
     size_t len, bool *ok)
{
	(void)arg;
	if (len != 3 || memcmp(form, "mem", 3) != 0)
		return false;
	*ok = x86_address(a, insn, k);
	return true;
}

const AsmHooks x86_asm = {
	.name = "x86",
	.eh = EH_SECTION,
	.stack_note = true,
	.rules = x86_rules,
	.read = x87_read,
	.start = start,
	.end = end,
	.prologue = x86_prologue,
	.has_epilogue = asm_has_frame,
	.epilogue = x86_epilogue,
	.returned = x86_returned,
	.call_frame = x86_call_frame,
	.block_head = x87_head,
	.block_end = x87_end,
	.behind = behind,
	.insn = x87_insn,
	.pseudo = x86_pseudo,
	.copy = x86_copy,
	.stack_operand = x86_stack_operand,
	.flag = x86_flag,
	.form = form,
	.inline_begin = x86_inline_begin,
	.inline_end = x86_inline_end,
	.inline_register = x86_inline_register,
	.inline_memory = x86_inline_memory,
};
