/*
 * RISC-V operands of inline assembly.
 */
#include "targets/riscv64/asm.h"

void
riscv_inline_reg(Asm *a, const AsmInsn *group, char modifier, bool second)
{
	const AsmOpnd *o = group->o;

	(void)second;
	if (modifier == 'i')
		return; /* of an immediate only */
	if (modifier == 'N')
		buf_uint(a->out, a->t->regs[o->reg].encoding);
	else
		asm_reg(a, o->reg);
}

bool
riscv_inline_number(Asm *a, const AsmInsn *group, char modifier)
{
	const AsmOpnd *o = group->o;

	if (modifier == 'i')
		buf_char(a->out, 'i');
	else if (modifier == 'z' && o->kind == ASM_NUMBER && !o->number)
		buf_str(a->out, "zero");
	else
		return false;
	return true;
}

/* A register and what is added to it, a number or half of a symbol. */
bool
riscv_inline_memory(Asm *a, const AsmInsn *group, char modifier, bool second)
{
	const AsmOpnd *o = group->o;
	int64_t offset = o->number;

	(void)modifier;
	(void)second;
	if (group->n > 1 && o[1].kind == ASM_SYMBOL) {
		asm_symbol(a, &o[1]);
	} else {
		if (group->n > 1)
			offset += o[1].number;
		if (!riscv_fits(offset))
			return asm_error(a, group->loc,
					 "the stack object of an inline "
					 "assembly is out of reach");
		buf_int(a->out, offset);
	}
	buf_printf(a->out, "(%s)", asm_reg_text(a, o->reg));
	return true;
}
