/*
 * x86 pseudo instructions that are more than a line of text.
 */
#include "core/emit/asm_internal.h"

#include <string.h>

/* Stores the vector registers that hold variable arguments, if $al says that
 * there are any: al, address, offset, registers. */
static bool
save_vectors(Asm *a, const AsmInsn *insn)
{
	AsmInsn store = {.loc = insn->loc, .o = insn->o + 1, .n = 5};
	uint32_t k;

	if (insn->n < 7)
		return asm_error(a, insn->loc, "operands are missing");
	buf_str(a->out, "\ttestb ");
	asm_reg(a, insn->o[0].reg);
	buf_str(a->out, ", ");
	asm_reg(a, insn->o[0].reg);
	buf_printf(a->out, "\n\tje %sva%u\n", a->local, ++a->unique);
	store.o[3].number += insn->o[6].number;
	for (k = 7; k < insn->n; k++) {
		buf_str(a->out, "\tmovaps ");
		asm_reg(a, insn->o[k].reg);
		buf_str(a->out, ", ");
		if (!asm_address(a, &store, 0))
			return false;
		buf_char(a->out, '\n');
		store.o[3].number += 16;
	}
	buf_printf(a->out, "%sva%u:\n", a->local, a->unique);
	return true;
}

bool
asm_x86_pseudo(Asm *a, const AsmInsn *insn, bool *ok)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);

	if (strcmp(name, "VASTART_SAVE_XMM_REGS") != 0)
		return false;
	*ok = save_vectors(a, insn);
	return true;
}
