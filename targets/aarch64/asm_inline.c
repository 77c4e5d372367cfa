/*
 * AArch64 operands of inline assembly.
 */
#include "targets/aarch64/asm.h"

#include <string.h>

/* Addresses of stack objects are registers there, without an offset: worked
 * out in spare ones in front of it. */
bool
a64_inline_before(Asm *a, const Insn *insn)
{
	A64Asm *m = a64(a);

	if (!insn_is(a->f, insn, WK_INLINEASM) &&
	    !insn_is(a->f, insn, WK_INLINEASM_BR))
		return true;
	m->nplace = m->used = 0;
	FOR_OPNDS(o, a->f, insn) {
		AsmOpnd at;

		if (o->kind != OPND_STACK && o->kind != OPND_FIXED)
			continue;
		if (!asm_operand_read(a, o, &at))
			return false;
		if (!at.number)
			continue;
		if (m->nplace == m->nspare)
			return asm_error(a, insn->loc,
					 "no register for the address of a "
					 "stack object in inline assembly");
		a64_add(a, m->spare[m->nplace], at.reg, at.number);
		m->place[m->nplace] = m->spare[m->nplace];
		m->nplace++;
	}
	return true;
}

/* A modifier is the letter that the register's name begins with; without one
 * core registers are of eight bytes and the others vectors. */
void
a64_inline_register(Asm *a, const AsmInsn *group, char modifier, bool second)
{
	RegId reg = group->o[0].reg;
	const char *text = asm_reg_text(a, reg);
	unsigned number = a->t->regs[reg].encoding;

	(void)second;
	if (modifier == 'a') {
		buf_printf(a->out, "[%s]", text);
		return;
	}
	if (!modifier && strchr("wbhsdq", *text) && *text && number < 31)
		modifier = *text == 'w' ? 'x' : 'v';
	else if (!modifier && strchr("bhsdq", *text) && strcmp(text, "sp") != 0)
		modifier = 'v';
	if (modifier && strchr("wx", modifier) && number == 31)
		buf_printf(a->out, "%s%s", modifier == 'w' ? "w" : "",
			   strstr(text, "sp") ? "sp"
			   : modifier == 'w'  ? "zr"
					      : "xzr");
	else if (modifier && strchr("wxbhsdqvz", modifier))
		buf_printf(a->out, "%c%u", modifier, number);
	else
		asm_reg(a, reg);
}

bool
a64_inline_memory(Asm *a, const AsmInsn *group, char modifier, bool second)
{
	const AsmOpnd *o = group->o;
	A64Asm *m = a64(a);

	(void)modifier;
	(void)second;
	if (o->kind != ASM_REG)
		return asm_error(a, group->loc,
				 "no address for inline assembly");
	buf_printf(a->out, "[%s]",
		   asm_reg_text(a, o->number ? m->place[m->used++] : o->reg));
	return true;
}

bool
a64_inline_number(Asm *a, const AsmInsn *group, char modifier)
{
	if (group->o[0].kind != ASM_NUMBER || group->o[0].number ||
	    (modifier != 'w' && modifier != 'x'))
		return false;
	buf_printf(a->out, "%czr", modifier);
	return true;
}
