/*
 * x86 operands: addresses, and those of inline assembly, which may be in
 * Intel's syntax.
 */
#include "targets/x86/asm.h"

#include <stdio.h>
#include <string.h>

bool
x86_address(Asm *a, const AsmInsn *insn, uint32_t k)
{
	const AsmOpnd *o = insn->o + k;
	bool based = o[0].kind == ASM_REG && o[0].reg;
	bool indexed = o[2].kind == ASM_REG && o[2].reg;

	if (k + 5 > insn->n)
		return asm_error(a, insn->loc, "an address of %u operands",
				 insn->n - k);
	if (o[4].reg) {
		asm_reg(a, o[4].reg);
		buf_char(a->out, ':');
	}
	if (o[3].kind == ASM_SYMBOL)
		asm_symbol(a, &o[3]);
	else if (o[3].number || (!based && !indexed))
		buf_int(a->out, o[3].number);
	if (!based && !indexed)
		return true;
	buf_char(a->out, '(');
	if (based)
		asm_reg(a, o[0].reg);
	if (indexed) {
		buf_char(a->out, ',');
		asm_reg(a, o[2].reg);
		buf_char(a->out, ',');
		buf_int(a->out, o[1].number);
	}
	buf_char(a->out, ')');
	return true;
}

/* Relative to the function's base of position-independent code, the symbol
 * "...$pb" that one of its instructions carries. */
static bool
pic_base(Asm *a, AsmOpnd *out)
{
	const Func *f = a->f;
	const char *p = f->source->text + f->text.body.at, *q;
	const char *end = p + f->text.body.len;
	char *s;

	while ((p = memchr(p, '$', (size_t)(end - p)))) {
		if (end - p < 4 || memcmp(p++, "$pb>", 4) != 0)
			continue;
		for (q = p; *q != ' ' && *q != '\n';)
			q--;
		s = arena_raw(a->line, (size_t)(p - q) + 4);
		sprintf(s, "-%.*s", (int)(p + 2 - q - 1), q + 1);
		out->after = s;
		return true;
	}
	return false;
}

bool
x86_flag(Asm *a, const char *flag, size_t len, AsmOpnd *out)
{
	static const char base[] = "x86-pic-base-offset";

	return len == sizeof(base) - 1 && !memcmp(flag, base, len) &&
	       pic_base(a, out);
}

void
x86_stack_operand(const Asm *a, AsmInsn *insn, uint32_t k)
{
	(void)a;
	if (k + 3 >= insn->n || insn->o[k + 3].kind != ASM_NUMBER)
		return;
	insn->o[k + 3].number += insn->o[k].number;
	insn->o[k].number = 0;
}

/* A register as Intel's syntax has it. */
static void
reg_bare(Asm *a, RegId reg)
{
	const char *text = asm_reg_text(a, reg);

	buf_str(a->out, text + (*text == '%'));
}

/* Register REG, a core or vector register, in another width: "V" is a core
 * register's full one, "g" a vector register's. */
static RegId
resize(const Asm *a, RegId reg, char modifier)
{
	static const struct {
		char modifier;
		const char *sub;
	} parts[] = {{'b', "sub_8bit"},	 {'h', "sub_8bit_hi"},
		     {'w', "sub_16bit"}, {'k', "sub_32bit"},
		     {'x', "sub_xmm"},	 {'t', "sub_ymm"}};
	const Target *t = a->t;
	bool vector = modifier && strchr("xtg", modifier);
	ClassId wide = vector ? target_class(t, "vr512", 5)
			      : target_class(t, "gr64", 4);

	if (!modifier)
		return reg;
	for (size_t i = t->regs[reg].supers.start; i < t->regs[reg].supers.end;
	     i++) {
		RegId super = target_super_at(t, reg, (uint32_t)i);

		if (target_class_has(t, wide, super) &&
		    (vector || strchr("bhwkqV", modifier))) {
			reg = super;
			break;
		}
	}
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		SubId sub = target_sub(t, parts[i].sub, strlen(parts[i].sub));
		RegId part = parts[i].modifier == modifier && sub
				     ? target_subreg(t, reg, sub)
				     : 0;

		if (part)
			reg = part;
	}
	return reg;
}

void
x86_inline_register(Asm *a, const AsmInsn *group, char modifier, bool second)
{
	RegId reg = resize(a, group->o[0].reg, modifier);

	if (modifier == 'a' || (modifier == 'A' && !second))
		buf_char(a->out, modifier == 'a' ? '(' : '*');
	if (second || modifier == 'V')
		reg_bare(a, reg);
	else
		asm_reg(a, reg);
	if (modifier == 'a')
		buf_char(a->out, ')');
}

/* An address as LLVM prints it in Intel's syntax: "[rsp + 8*rcx - 4]". */
static bool
intel_address(Asm *a, const AsmInsn *insn)
{
	const AsmOpnd *o = insn->o;
	Buf *out = a->out;
	const char *plus = "";

	if (insn->n < 5)
		return asm_error(a, insn->loc, "an address of %u operands",
				 insn->n);
	if (o[4].reg) {
		reg_bare(a, o[4].reg);
		buf_char(out, ':');
	}
	buf_char(out, '[');
	if (o[0].reg) {
		reg_bare(a, o[0].reg);
		plus = " + ";
	}
	if (o[2].reg) {
		buf_str(out, plus);
		if (o[1].number != 1)
			buf_printf(out, "%lld*", (long long)o[1].number);
		reg_bare(a, o[2].reg);
		plus = " + ";
	}
	if (o[3].kind == ASM_SYMBOL) {
		buf_str(out, plus);
		asm_symbol(a, &o[3]);
	} else if (!*plus) {
		buf_int(out, o[3].number);
	} else if (o[3].number < 0) {
		buf_str(out, " - ");
		buf_uint(out, -(uint64_t)o[3].number);
	} else if (o[3].number) {
		buf_str(out, " + ");
		buf_int(out, o[3].number);
	}
	buf_char(out, ']');
	return true;
}

/* "H" is the second eight bytes of the place. */
bool
x86_inline_memory(Asm *a, const AsmInsn *group, char modifier, bool second)
{
	AsmInsn insn = *group;
	AsmOpnd o[5];

	if (modifier == 'H' && insn.n == 5) {
		memcpy(o, insn.o, sizeof(o));
		o[3].number += 8;
		insn.o = o;
	}
	return second ? intel_address(a, &insn) : x86_address(a, &insn, 0);
}

void
x86_inline_begin(Asm *a, bool second)
{
	if (second)
		buf_str(a->out, "\t.intel_syntax noprefix\n");
}

void
x86_inline_end(Asm *a, bool second, const char *text, size_t len)
{
	(void)text;
	(void)len;
	if (second)
		buf_str(a->out, "\t.att_syntax\n");
}
