/*
 * Numbers and addresses byte by byte, or from words in the code: ARM before
 * ARMv6T2 cannot set the halves of a register.
 */
#include "targets/arm/asm.h"

#include <string.h>

bool
arm_has_halves(const Asm *a)
{
	static const char *const without[] = {"armv4",	 "armv4t",   "armv5t",
					      "armv5te", "armv5tej", "armv6",
					      "armv6k",	 "armv6kz"};
	size_t i;

	for (i = 0; i < sizeof(without) / sizeof(*without); i++)
		if (func_has_feature(a->f, without[i]))
			return false;
	return true;
}

uint32_t
arm_word_begin(Asm *a, RegId reg, const char *when)
{
	const char *l = a->local;
	uint32_t n = ++a->unique;

	buf_printf(a->out,
		   "\tldr%s %s, %sword%u\n\tb %sover%u\n%s%sword%u:\n\t.long ",
		   when, asm_reg_text(a, reg), l, n, l, n,
		   is_thumb(a) ? "\t.balign 4\n" : "", l, n);
	return n;
}

void
arm_word_end(Asm *a, uint32_t n)
{
	buf_printf(a->out, "\n%sover%u:\n", a->local, n);
}

void
arm_load_bytes(Asm *a, RegId reg, uint32_t v, const char *when)
{
	const char *r = asm_reg_text(a, reg);
	int i;

	buf_printf(a->out, "\tmov%s %s, #%u\n", when, r, v & 0xff);
	for (i = 8; i < 32; i += 8)
		if (v >> i & 0xff)
			buf_printf(a->out, "\torr%s %s, %s, #0x%x\n", when, r,
				   r, v & 0xffu << i);
}

void
arm_load_word(Asm *a, RegId reg, const AsmOpnd *o, const char *when)
{
	uint32_t n = arm_word_begin(a, reg, when);

	asm_symbol(a, o);
	arm_word_end(a, n);
}

bool
arm_whole(Asm *a, const AsmInsn *insn)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	bool guard = !strcmp(name, "LOAD_STACK_GUARD");
	bool chosen = !strcmp(name, "MOVCCi32imm");
	const AsmOpnd symbol = {.kind = ASM_SYMBOL,
				.before = "",
				.name = "__stack_chk_guard",
				.after = ""};
	const AsmOpnd *o = guard ? &symbol : &insn->o[chosen ? 2 : 1];
	const char *when = chosen ? arm_condition_name(insn->o[3].number) : "";
	RegId reg = insn->o[0].reg;

	if (arm_has_halves(a) ||
	    (!guard && !chosen && strcmp(name, "MOVi32imm") != 0 &&
	     strncmp(name, "LEApcrel", 8) != 0))
		return false;
	if (o->kind == ASM_NUMBER)
		arm_load_bytes(a, reg, (uint32_t)o->number, when);
	else
		arm_load_word(a, reg, o, when);
	if (guard)
		buf_printf(a->out, "\tldr %s, [%s]\n", asm_reg_text(a, reg),
			   asm_reg_text(a, reg));
	return true;
}
