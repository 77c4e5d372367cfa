/*
 * Stack objects out of an instruction's reach, which is 2 KB to either side,
 * and names that assembly has for some additions.
 */
#include "targets/riscv64/asm.h"

bool
riscv_before(Asm *a, const Insn *insn)
{
	riscv_of(a)->now = insn;
	FOR_OPNDS(o, a->f, insn)
		if (o->kind == OPND_STACK && a->f->stack.at[o->val].stack_id)
			return asm_error(a, o->loc,
					 "a stack object as large as vector "
					 "registers has no assembly");
	return true;
}

/* INSN, whose operand K is an address OFFSET bytes behind a register, is
 * printed with REG in its place, which becomes that address but for what the
 * number behind it, if there is one, can hold. */
static bool
print_by(Asm *a, AsmInsn *insn, const char *text, uint32_t k, int64_t offset,
	 RegId reg)
{
	const char *to = asm_reg_text(a, reg);
	bool number = k + 1 < insn->n && insn->o[k + 1].kind == ASM_NUMBER;
	int64_t high = (offset + 0x800) >> 12;

	if (number) {
		insn->o[k + 1].number = offset - high * 4096;
		buf_printf(a->out, "\tlui %s, %lld\n", to,
			   (long long)(high & 0xfffff));
	} else {
		buf_printf(a->out, "\tli %s, %lld\n", to, (long long)offset);
	}
	buf_printf(a->out, "\tadd %s, %s, %s\n", to, to,
		   asm_reg_text(a, insn->o[k].reg));
	insn->o[k].reg = reg;
	insn->o[k].number = 0;
	return asm_template(a, text, insn);
}

/* The same by a register that holds something, which is kept on the stack
 * meanwhile. */
static bool
print_by_used(Asm *a, AsmInsn *insn, const char *text, uint32_t k,
	      int64_t offset)
{
	RegId reg = asm_other_reg(a, insn, 'x', 5, 31);
	const char *name = asm_reg_text(a, reg);

	buf_printf(a->out, "\taddi sp, sp, -16\n");
	riscv_moved(a, 16);
	buf_printf(a->out, "\tsd %s, 0(sp)\n", name);
	if (insn->o[k].reg == a->t->stack_pointer)
		offset += 16;
	bool ok = print_by(a, insn, text, k, offset, reg);
	buf_printf(a->out, "\tld %s, 0(sp)\n\taddi sp, sp, 16\n", name);
	riscv_moved(a, 0);
	return ok;
}

/* INSN, whose operand K is a stack object. */
static bool
print_object(Asm *a, AsmInsn *insn, const char *text, uint32_t k)
{
	bool number = k + 1 < insn->n && insn->o[k + 1].kind == ASM_NUMBER;
	int64_t offset = insn->o[k].number;

	if (number)
		offset += insn->o[k + 1].number;
	if (number && riscv_fits(offset)) {
		insn->o[k].number = 0;
		insn->o[k + 1].number = offset;
		return asm_template(a, text, insn);
	}
	if (offset != (int32_t)offset || (int32_t)offset > INT32_MAX - 0x1000)
		return asm_error(a, insn->loc,
				 "a stack object more than 2 GB away");
	RegId reg =
		insn->op == riscv_of(a)->addi ? insn->o[0].reg : riscv_free(a);
	return reg ? print_by(a, insn, text, k, offset, reg)
		   : print_by_used(a, insn, text, k, offset);
}

/* What INSN, an addition of a number, is called by; NULL: by its name. */
static const char *
sum_name(const Asm *a, const AsmInsn *insn)
{
	if (insn->n < 3 || insn->o[2].kind != ASM_NUMBER)
		return NULL;
	if (a->t->regs[insn->o[1].reg].flags & REG_CONSTANT)
		return "li $0, $2";
	return insn->o[2].number ? NULL : "mv $0, $1";
}

bool
riscv_print(Asm *a, AsmInsn *insn, const char *text, bool *ok)
{
	const char *sum = NULL;
	uint32_t k;

	for (k = 0; k < insn->n; k++)
		if (insn->o[k].kind == ASM_REG && insn->o[k].number)
			break;
	if (k < insn->n) {
		*ok = print_object(a, insn, text, k);
		return true;
	}
	if (insn->op == riscv_of(a)->addi)
		sum = sum_name(a, insn);
	if (!sum)
		return false;
	*ok = asm_template(a, sum, insn);
	return true;
}
