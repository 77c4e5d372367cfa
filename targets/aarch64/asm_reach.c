/*
 * AArch64 numbers that one instruction does not hold: constants, and stack
 * objects out of an instruction's reach.
 *
 * An address that does not fit is worked out in a register: the one that is
 * loaded, or one that the function never names, or else one that the
 * instruction does not name, which is stored and loaded again around it.
 */
#include "targets/aarch64/asm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many of the N pieces of 16 bits of V are PIECE. */
static unsigned
pieces(uint64_t v, unsigned n, uint64_t piece)
{
	unsigned count = 0;

	for (unsigned i = 0; i < n; i++)
		count += (v >> 16 * i & 0xffff) == piece;
	return count;
}

void
a64_number(Asm *a, RegId reg, uint64_t v, unsigned bits)
{
	const char *r = asm_reg_text(a, reg);
	unsigned n = bits / 16;
	bool first = true, same;

	if (bits == 32)
		v &= UINT32_MAX;
	unsigned zeros = pieces(v, n, 0);
	unsigned ones = pieces(v, n, 0xffff);
	if (zeros + 1 < n && ones + 1 < n && a64_is_pattern(v, bits)) {
		buf_printf(a->out, "\tmov %s, #0x%llx\n", r,
			   (unsigned long long)v);
		return;
	}
	uint64_t skip = ones > zeros ? 0xffff : 0;
	same = zeros == n || ones == n;
	for (unsigned i = 0; i < n; i++) {
		uint64_t piece = v >> 16 * i & 0xffff;
		const char *op = !first ? "movk" : skip ? "movn" : "movz";

		if (piece == skip && (i || !same))
			continue;
		if (first && skip)
			piece ^= 0xffff;
		buf_printf(a->out, "\t%s %s, #%u", op, r, (unsigned)piece);
		if (i)
			buf_printf(a->out, ", lsl #%u", 16 * i);
		buf_char(a->out, '\n');
		first = false;
	}
}

void
a64_add(Asm *a, RegId reg, RegId from, int64_t offset)
{
	const char *to = asm_reg_text(a, reg), *base = asm_reg_text(a, from);
	uint64_t n = (uint64_t)(offset < 0 ? -offset : offset);
	const char *op = offset < 0 ? "sub" : "add";

	if (n >> 24) {
		a64_number(a, reg, (uint64_t)offset, 64);
		buf_printf(a->out, "\tadd %s, %s, %s\n", to, base, to);
		return;
	}
	if (n >> 12) {
		buf_printf(a->out, "\t%s %s, %s, #%u, lsl #12\n", op, to, base,
			   (unsigned)(n >> 12));
		base = to;
	}
	if (n & 0xfff || !(n >> 12))
		buf_printf(a->out, "\t%s %s, %s, #%u\n", op, to, base,
			   (unsigned)(n & 0xfff));
}

/* The core register that INSN loads and does not read; 0: there is none. */
static RegId
own_reg(const Asm *a, const AsmInsn *insn, uint32_t k)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	RegId reg = k && insn->o[0].kind == ASM_REG ? insn->o[0].reg : 0;

	if (!reg || a->t->regs[reg].encoding == 31 ||
	    (strncmp(name, "LDR", 3) != 0 && strncmp(name, "LDUR", 4) != 0))
		return 0;
	return a64_wide(a, reg);
}

/* INSN's operand K is an address that does not fit: in a register instead. */
static bool
print_far(Asm *a, AsmInsn *insn, const char *text, uint32_t k)
{
	AsmOpnd *o = &insn->o[k];
	RegId own = own_reg(a, insn, k), reg = own;
	int64_t offset = o->number;

	if (!reg && a64(a)->nspare)
		reg = a64(a)->spare[0];
	bool stored = !reg;
	if (stored)
		reg = asm_other_reg(a, insn, 'x', 0, 15);
	if (stored)
		buf_printf(a->out, "\tstr %s, [sp, #-16]!\n",
			   asm_reg_text(a, reg));
	if (stored && o->reg == a->t->stack_pointer)
		offset += 16;
	a64_add(a, reg, o->reg, offset);
	*o = (AsmOpnd){.kind = ASM_REG,
		       .reg = reg,
		       .before = "",
		       .name = "",
		       .after = ""};
	bool ok = asm_template(a, text, insn);
	if (stored)
		buf_printf(a->out, "\tldr %s, [sp], #16\n",
			   asm_reg_text(a, reg));
	return ok;
}

/* What TEXT multiplies number K behind an address by; 0: it has none. */
static int64_t
scale_of(const char *text, uint32_t k)
{
	char form[32];

	sprintf(form, "[$%u, #$%u]", k - 1, k);
	if (strstr(text, form))
		return 1;
	sprintf(form, "[$%u, #${%u*", k - 1, k);
	const char *at = strstr(text, form);
	return at ? strtoll(at + strlen(form), NULL, 10) : 0;
}

/* The opcode that does as INSN's with an offset of bytes without a scale, or
 * 0. */
static OpcodeId
unscaled(const Asm *a, const AsmInsn *insn)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	size_t n = strlen(name), op = *name == 'P' ? 4 : 2;
	char other[32];

	if (n < 6 || n > 24 || strcmp(name + n - 2, "ui") != 0)
		return 0;
	sprintf(other, *name == 'P' ? "%.*sU%.*si" : "%.*sU%.*si", (int)op,
		name, (int)(n - op - 2), name + op);
	return target_opcode(a->t, other, strlen(other));
}

/* Moves the offset of INSN's stack object K into the number behind it; false:
 * it does not fit. */
static bool
offset_fits(const Asm *a, AsmInsn *insn, const char **text, uint32_t k)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	AsmOpnd *o = &insn->o[k];
	int64_t scale = scale_of(*text, k + 1), v, low = -256, high = 255;

	if (!scale || k + 1 >= insn->n || o[1].kind != ASM_NUMBER)
		return false;
	v = o->number + scale * o[1].number;
	if (!strcmp(name + strlen(name) - 2, "ui"))
		low = 0, high = 4095;
	else if (scale > 1)
		low = -64, high = 63;
	if (v % scale == 0 && v / scale >= low && v / scale <= high) {
		o[1].number = v / scale;
		o->number = 0;
		return true;
	}
	OpcodeId other =
		high == 4095 && v >= -256 && v <= 255 ? unscaled(a, insn) : 0;
	if (!other)
		return false;
	*text = target_str(a->t, a->t->opcodes[other].text);
	o[1].number = v;
	o->number = 0;
	return true;
}

/* ADDXri of a stack object: its address. */
static void
print_add(Asm *a, const AsmInsn *insn)
{
	int64_t more = insn->o[2].number << (insn->o[3].number & 63);

	a64_add(a, insn->o[0].reg, insn->o[1].reg, insn->o[1].number + more);
}

/* The first operand that is a stack object away from its register. */
static uint32_t
far_operand(const AsmInsn *insn)
{
	uint32_t k;

	for (k = 0; k < insn->n; k++)
		if (insn->o[k].kind == ASM_REG && insn->o[k].number)
			break;
	return k;
}

bool
a64_print(Asm *a, AsmInsn *insn, const char *text, bool *ok)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	uint32_t k = far_operand(insn);

	*ok = true;
	if (k == insn->n)
		return false;
	if (!strcmp(name, "ADDXri") && k == 1 && insn->n > 3 &&
	    insn->o[2].kind == ASM_NUMBER) {
		print_add(a, insn);
		return true;
	}
	if (offset_fits(a, insn, &text, k))
		*ok = asm_template(a, text, insn);
	else
		*ok = print_far(a, insn, text, k);
	return true;
}
