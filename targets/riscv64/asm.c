/*
 * What RISC-V assembly needs besides templates.
 */
#include "targets/riscv64/asm.h"

#include <string.h>

static bool
begin(Asm *a)
{
	RiscvAsm *r = ARENA_NEW(a->tmp, RiscvAsm, 1);

	r->addi = target_opcode(a->t, "ADDI", 4);
	a->machine = r;
	return true;
}

/* What an ordering, as LLVM numbers them, asks of the load (LR) or the store of
 * a pair. */
static const char *
ordering(int64_t v, bool load)
{
	enum { ACQUIRE = 4, RELEASE, BOTH, SEQUENTIAL };

	if (v == SEQUENTIAL)
		return load ? ".aqrl" : ".rl";
	if (load)
		return v == ACQUIRE || v == BOTH ? ".aq" : "";
	return v == RELEASE || v == BOTH ? ".rl" : "";
}

/* Forms lr and sc: an ordering; unless: a branch on the opposite of condition
 * K, of the registers from operand ARG on. */
static bool
form(Asm *a, const AsmInsn *insn, uint32_t k, const AsmForm *form, bool *ok)
{
	static const char *const branches[] = {"bne", "beq",  "bge",
					       "blt", "bgeu", "bltu"};
	int64_t v = insn->o[k].number;

	*ok = true;
	if (form->len == 2 &&
	    (!memcmp(form->name, "lr", 2) || !memcmp(form->name, "sc", 2))) {
		buf_str(a->out, ordering(v, *form->name == 'l'));
		return true;
	}
	if (form->len != 6 || memcmp(form->name, "unless", 6) != 0)
		return false;
	if (v < 0 || v > 5 || form->arg + 1 >= insn->n) {
		*ok = asm_error(a, insn->loc, "no such condition");
		return true;
	}
	buf_printf(a->out, "%s %s, %s, ", branches[v],
		   asm_reg_text(a, insn->o[form->arg].reg),
		   asm_reg_text(a, insn->o[form->arg + 1].reg));
	return true;
}

const AsmHooks riscv64_asm = {
	.name = "riscv64",
	.eh = EH_SECTION,
	.eh_words = true,
	.stack_note = true,
	.begin = begin,
	.rules = riscv_rules,
	.function.head = riscv_head,
	.function.start = asm_cfi_start,
	.function.end = asm_cfi_end,
	.function.tail = riscv_tail,
	.frame.prologue = riscv_prologue,
	.frame.has_epilogue = riscv_has_epilogue,
	.frame.epilogue = riscv_epilogue,
	.frame.returned = riscv_returned,
	.frame.call = riscv_call_frame,
	.code.before = riscv_before,
	.code.pseudo = riscv_jump,
	.code.print = riscv_print,
	.opnd.form = form,
	.inlined.reg = riscv_inline_reg,
	.inlined.number = riscv_inline_number,
	.inlined.memory = riscv_inline_memory,
};
