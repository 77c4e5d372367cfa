/*
 * What ARM assembly needs besides templates.
 */
#include "targets/arm/asm.h"

#include <string.h>

static const char *
set_directive(bool thumb)
{
	return thumb ? "\t.code 16\n" : "\t.code 32\n";
}

static void
symbol(Asm *a)
{
	buf_str(a->out, set_directive(is_thumb(a)));
	if (is_thumb(a))
		buf_str(a->out, "\t.thumb_func\n");
}

static void
start(Asm *a)
{
	buf_str(a->out, "\t.fnstart\n");
}

/* Does the unwinder end here?  Tables of a function that nothing is thrown
 * through would only make the linker ask for the unwinder. */
static bool
ends_unwinding(const Asm *a)
{
	const Func *f = a->f;

	return a->naked || (!a->eh && func_attribute(f, "nounwind") &&
			    !func_attribute(f, "uwtable") &&
			    !func_attribute(f, "uwtable(sync)"));
}

static void
tail(Asm *a)
{
	if (ends_unwinding(a))
		buf_str(a->out, "\t.cantunwind\n");
	buf_str(a->out, "\t.fnend\n");
}

/* Offsets below zero come as words without a sign, too. */
static void
operand(const Asm *a, const Operand *o, AsmOpnd *out)
{
	(void)a;
	if (o->kind == OPND_IMM && out->number >> 31 == 1)
		out->number -= (int64_t)1 << 32;
}

/* "#" is for numbers, and for halves of addresses. */
static void
symbol_start(Asm *a, const AsmOpnd *o)
{
	if (!*o->before && a->out->len && a->out->at[a->out->len - 1] == '#')
		a->out->len--;
}

/* Can constants be told to lie within 1020 bytes of all code, or 510 where some
 * may be of two bytes?  A line of machine IR rarely makes more than six
 * instructions. */
static bool
constants_near(const Asm *a)
{
	const Func *f = a->f;
	uint64_t size = 24 * (uint64_t)f->insns.n + 16 * f->constants.n;
	uint64_t near = func_has_feature(f, "fullfp16") ? 450 : 960;
	uint32_t i;

	for (i = 0; i < f->insns.n; i++)
		if (insn_is(f, func_insn(f, i), WK_INLINEASM))
			return false;
	return !f->jumps.tables.n && size <= near;
}

/* The code that jumps by a table says so. */
static bool
tables_of_differences(const Asm *a)
{
	OpcodeId add = target_opcode(a->t, "BR_JTadd", 8);
	uint32_t i;

	for (i = 0; add && i < a->f->insns.n; i++)
		if (a->f->insns.at[i].op == add)
			return true;
	return false;
}

static void
data_head(Span triple, const Source *source, Buf *out)
{
	buf_str(out, "\t.syntax unified\n");
	if (triple.len >= 5 && !memcmp(source->text + triple.at, "thumb", 5))
		buf_str(out, set_directive(true));
}

/* Words stand in the code. */
static const char *const unheeded[] = {"+execute-only", NULL};

const AsmHooks arm_asm = {
	.name = "arm",
	.eh = EH_FUNCTION,
	.unheeded = unheeded,
	.eh_type = "(TARGET2)",
	.constructor = "(target1)",
	.stack_note = true,
	.begin = thumb_begin,
	.rules = arm_rules,
	.function.head = arm_head,
	.function.symbol = symbol,
	.function.start = start,
	.function.end = thumb_tables,
	.function.tail = tail,
	.frame.prologue = arm_prologue,
	.frame.has_epilogue = arm_has_epilogue,
	.frame.epilogue = arm_epilogue,
	.frame.call = arm_call_frame,
	.code.pseudo = arm_pseudo,
	.code.print = arm_print,
	.opnd.read = operand,
	.code.line_begin = thumb_line_begin,
	.code.line_end = thumb_line_end,
	.opnd.form = arm_form,
	.opnd.symbol = symbol_start,
	.inlined.end = arm_inline_end,
	.inlined.reg = arm_inline_register,
	.inlined.memory = arm_inline_memory,
	.inlined.number = arm_inline_number,
	.constants.near = constants_near,
	.constants.print = arm_constant,
	.constants.tables_in_code = is_thumb,
	.constants.tables_of_differences = tables_of_differences,
	.module.data_head = data_head,
};
