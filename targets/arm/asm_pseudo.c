/*
 * ARM pseudo instructions that are more than a line of text.
 */
#include "targets/arm/asm.h"

#include <string.h>

/* Two loads or stores of a word for LDRD or STRD whose registers are no even
 * pair: registers, address, offset register, offset, predicate. */
static bool
print_pair(Asm *a, const AsmInsn *insn, bool load)
{
	OpcodeId op = target_opcode(a->t, load ? "LDRi12" : "STRi12", 6);
	int64_t packed = insn->o[4].number;
	int64_t offset = packed >> 8 & 1 ? -(packed & 0xff) : packed & 0xff;
	bool last = load && insn->o[0].reg == insn->o[2].reg;
	unsigned i;

	if (!op || insn->o[3].reg || insn->n < 7)
		return asm_error(a, insn->loc,
				 "registers of this pair must be neighbours");
	for (i = 0; i < 2; i++) {
		unsigned k = last ? 1 - i : i;
		AsmOpnd o[5] = {insn->o[k], insn->o[2], insn->o[4], insn->o[5],
				insn->o[6]};
		AsmInsn one = {.op = op, .loc = insn->loc, .n = 5, .o = o};

		o[2].number = offset + 4 * k;
		if (!asm_print(a, &one))
			return false;
	}
	return true;
}

/* Word PART of operand K, a register or a pair of them. */
static const char *
part_text(Asm *a, const AsmInsn *insn, uint32_t k, unsigned part)
{
	static const char *const parts[] = {"gsub_0", "gsub_1"};
	RegId reg = insn->o[k].reg;
	RegId of = target_subreg(a->t, reg, target_sub(a->t, parts[part], 6));

	return asm_reg_text(a, of ? of : reg);
}

/* CMP_SWAP_8, 16, 32 and 64: what was there, a register to work in, address,
 * what is expected there, what is to be there. */
static bool
print_swap(Asm *a, const AsmInsn *insn, const char *size)
{
	const char *suffix = *size == '8'   ? "b"
			     : *size == '1' ? "h"
			     : *size == '6' ? "d"
					    : "";
	const char *wanted = part_text(a, insn, 3, 0), *l = a->local;
	const char *work = asm_reg_text(a, insn->o[1].reg);
	const char *address = asm_reg_text(a, insn->o[2].reg);
	uint32_t n = ++a->unique;
	bool pair = *suffix == 'd';

	buf_printf(a->out, "%sswap%u:\n", l, n);
	if (*suffix == 'b' || *suffix == 'h') {
		buf_printf(a->out, "\tuxt%s %s, %s\n", suffix, work, wanted);
		wanted = work;
	}
	buf_printf(a->out, "\tldrex%s %s", suffix, part_text(a, insn, 0, 0));
	if (pair)
		buf_printf(a->out, ", %s", part_text(a, insn, 0, 1));
	buf_printf(a->out, ", [%s]\n\tcmp %s, %s\n", address,
		   part_text(a, insn, 0, 0), wanted);
	if (pair)
		buf_printf(a->out, "%s\tcmpeq %s, %s\n",
			   is_thumb(a) ? "\tit eq\n" : "",
			   part_text(a, insn, 0, 1), part_text(a, insn, 3, 1));
	buf_printf(a->out, "\tbne %sswapped%u\n\tstrex%s %s, %s", l, n, suffix,
		   work, part_text(a, insn, 4, 0));
	if (pair)
		buf_printf(a->out, ", %s", part_text(a, insn, 4, 1));
	buf_printf(a->out,
		   ", [%s]\n\tcmp %s, #0\n\tbne %sswap%u\n%sswapped%u:\n",
		   address, work, l, n, l, n);
	return true;
}

bool
arm_pseudo(Asm *a, const Insn *source, AsmInsn *insn, bool *ok)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	bool load = !strcmp(name, "LDRD");
	unsigned first, second;

	(void)source;
	*ok = strncmp(name, "TCRETURN", 8) != 0 || asm_tail_call(a, insn);
	if (!*ok)
		return true;
	if (is_thumb(a) && thumb_pseudo(a, insn))
		return true;
	if (arm_pic(a, insn, ok) || arm_whole(a, insn))
		return true;
	if (!strncmp(name + (*name == 't'), "CMP_SWAP_", 9) && insn->n == 5) {
		*ok = print_swap(a, insn, name + (*name == 't') + 9);
		return true;
	}
	if ((!load && strcmp(name, "STRD") != 0) || insn->n < 2)
		return false;
	first = a->t->regs[insn->o[0].reg].encoding;
	second = a->t->regs[insn->o[1].reg].encoding;
	if (first % 2 == 0 && second == first + 1 && first != 14)
		return false;
	*ok = print_pair(a, insn, load);
	return true;
}
