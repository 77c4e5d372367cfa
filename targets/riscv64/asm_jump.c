/*
 * Jumps in functions so large that one instruction may not reach its target,
 * which is 1 MB to either side: by a register that is free, and an instruction
 * more, which the linker takes back where it is not needed.  A branch under a
 * condition becomes one on the opposite around such a jump.  Where no register
 * is free the jump stays as it is: the linker refuses those that miss.
 */
#include "targets/riscv64/asm.h"

#include <string.h>

/* Can the function be larger than that? */
static bool
is_long(const Asm *a)
{
	return 24 * (uint64_t)a->f->insns.n > 1000000;
}

/* The branch on the opposite of the condition of INSN; NULL: it is none. */
static const char *
opposite(const Asm *a, const AsmInsn *insn)
{
	static const char *const pairs[][2] = {
		{"BEQ", "bne"}, {"BNE", "beq"},	  {"BLT", "bge"},
		{"BGE", "blt"}, {"BLTU", "bgeu"}, {"BGEU", "bltu"},
	};
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);

	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++)
		if (!strcmp(name, pairs[i][0]) && insn->n == 3)
			return pairs[i][1];
	return NULL;
}

bool
riscv_jump(Asm *a, const Insn *source, AsmInsn *insn, bool *ok)
{
	const OpcodeDesc *d = target_desc(a->t, insn->op);

	(void)source;
	*ok = true;
	if (!is_long(a) || !(d->flags & OP_BRANCH) ||
	    d->flags & OP_INDIRECT_BRANCH || !insn->n ||
	    insn->o[insn->n - 1].kind != ASM_SYMBOL)
		return false;
	const char *around = opposite(a, insn);
	RegId reg = riscv_free(a);
	if (!reg || (!around && !(d->flags & OP_BARRIER)))
		return false;
	if (around)
		buf_printf(a->out, "\t%s %s, %s, 1f\n", around,
			   asm_reg_text(a, insn->o[0].reg),
			   asm_reg_text(a, insn->o[1].reg));
	buf_str(a->out, "\tjump ");
	asm_symbol(a, &insn->o[insn->n - 1]);
	buf_printf(a->out, ", %s\n%s", asm_reg_text(a, reg),
		   around ? "1:\n" : "");
	return true;
}
