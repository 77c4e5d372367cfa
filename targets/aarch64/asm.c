/*
 * What AArch64 assembly needs besides templates.
 */
#include "targets/aarch64/asm.h"

/* "#" is for numbers. */
static void
symbol_start(Asm *a, const AsmOpnd *o)
{
	(void)o;
	if (a->out->len && a->out->at[a->out->len - 1] == '#')
		a->out->len--;
}

/* JumpTableDest32 says so, whatever the function does. */
static bool
tables_of_differences(const Asm *a)
{
	(void)a;
	return true;
}

/* What protects code and is not done. */
static const char *const unheeded[] = {
	"branch-protection-pauth-lr", "probe-stack", "+harden-sls-blr",
	"+harden-sls-retbr",	      NULL,
};

const AsmHooks aarch64_asm = {
	.name = "aarch64",
	.eh = EH_SECTION,
	.stack_note = true,
	.unheeded = unheeded,
	.begin = a64_begin,
	.rules = a64_rules,
	.read = a64_read,
	.function.head = a64_head,
	.function.start = asm_cfi_start,
	.function.entry = a64_mark_entry,
	.function.end = asm_cfi_end,
	.frame.prologue = a64_prologue,
	.frame.has_epilogue = a64_has_epilogue,
	.frame.epilogue = a64_epilogue,
	.frame.returned = a64_returned,
	.frame.call = a64_call_frame,
	.frame.freed = a64_freed,
	.block.head = a64_mark_block,
	.code.before = a64_inline_before,
	.code.pseudo = a64_pseudo,
	.code.copy = a64_copy,
	.code.print = a64_print,
	.opnd.form = a64_form,
	.opnd.symbol = symbol_start,
	.inlined.reg = a64_inline_register,
	.inlined.memory = a64_inline_memory,
	.inlined.number = a64_inline_number,
	.constants.tables_of_differences = tables_of_differences,
	.module.end = a64_mark_module,
};
