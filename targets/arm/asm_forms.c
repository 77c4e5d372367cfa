/*
 * Packed numbers in ARM templates: one operand that stands for several things.
 * targets/import/forms.cpp proves the same against LLVM's printer.
 */
#include "targets/arm/asm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*FormText)(Asm *a, int64_t v, const AsmOpnd *arg);

const char *
arm_condition_name(int64_t v)
{
	static const char names[] = "eq\0ne\0hs\0lo\0mi\0pl\0vs\0vc\0"
				    "hi\0ls\0ge\0lt\0gt\0le\0\0\0";

	return v < 0 || v > 14 ? "" : names + 3 * v;
}

unsigned
arm_condition(const Asm *a, const AsmInsn *insn)
{
	const OpcodeDesc *d = target_desc(a->t, insn->op);
	uint32_t k;

	for (k = 0; k < insn->n && d->opnds.start + k < d->opnds.end; k++)
		if (a->t->opnd_descs[d->opnds.start + k].flags &
		    OPDESC_PREDICATE)
			return insn->o[k].kind == ASM_NUMBER
				       ? (unsigned)insn->o[k].number
				       : ARM_ALWAYS;
	return ARM_ALWAYS;
}

static void
cond(Asm *a, int64_t v, const AsmOpnd *arg)
{
	(void)arg;
	buf_str(a->out, arm_condition_name(v));
}

static void
set_flags(Asm *a, int64_t v, const AsmOpnd *arg)
{
	(void)v;
	if (arg->reg)
		buf_char(a->out, 's');
}

static void
write_back(Asm *a, int64_t v, const AsmOpnd *arg)
{
	(void)v;
	if (!arg->reg) {
		buf_char(a->out, '!');
		return;
	}
	buf_str(a->out, ", ");
	asm_reg(a, arg->reg);
}

static void
shift_text(Asm *a, unsigned kind, unsigned amount)
{
	static const char *const names[] = {"",	     ", asr", ", lsl",
					    ", lsr", ", ror", ", rrx"};

	if (kind == 0 || kind > 5 || (kind == 2 && !amount))
		return;
	buf_str(a->out, names[kind]);
	if (kind != 5)
		buf_printf(a->out, " #%u", amount ? amount : 32);
}

static void
shift(Asm *a, int64_t v, const AsmOpnd *arg)
{
	(void)arg;
	shift_text(a, v & 7, (unsigned)v >> 3);
}

static void
shift_by(Asm *a, int64_t v, const AsmOpnd *arg)
{
	static const char *const names[] = {"", "asr ", "lsl ", "lsr ", "ror "};

	if ((v & 7) > 4 || !(v & 7))
		return;
	buf_str(a->out, names[v & 7]);
	asm_reg(a, arg->reg);
}

static void
am2(Asm *a, int64_t v, const AsmOpnd *arg)
{
	const char *sign = v >> 12 & 1 ? "-" : "";

	if (!arg->reg) {
		buf_printf(a->out, "#%s%u", sign, (unsigned)v & 0xfff);
		return;
	}
	buf_str(a->out, sign);
	asm_reg(a, arg->reg);
	shift_text(a, v >> 13 & 7, v & 0xfff);
}

static void
am3(Asm *a, int64_t v, const AsmOpnd *arg)
{
	const char *sign = v >> 8 & 1 ? "-" : "";

	if (!arg->reg) {
		buf_printf(a->out, "#%s%u", sign, (unsigned)v & 0xff);
		return;
	}
	buf_str(a->out, sign);
	asm_reg(a, arg->reg);
}

static void
am5(Asm *a, int64_t v, const AsmOpnd *arg)
{
	(void)arg;
	buf_printf(a->out, "#%s%u", v >> 8 & 1 ? "-" : "",
		   ((unsigned)v & 0xff) * 4);
}

static void
am5h(Asm *a, int64_t v, const AsmOpnd *arg)
{
	(void)arg;
	buf_printf(a->out, "#%s%u", v >> 8 & 1 ? "-" : "",
		   ((unsigned)v & 0xff) * 2);
}

static void
field(Asm *a, int64_t v, const AsmOpnd *arg)
{
	uint32_t m = ~(uint32_t)v;
	int low, high;

	(void)arg;
	if (!m)
		return;
	low = __builtin_ctz(m);
	high = 31 - __builtin_clz(m);
	buf_printf(a->out, "#%d, #%d", low, high - low + 1);
}

static void
nimm(Asm *a, int64_t v, const AsmOpnd *arg)
{
	uint64_t byte = v & 0xff, value = 0;
	unsigned mode = v >> 8 & 0x1f, i;

	(void)arg;
	if (mode == 0xe)
		value = byte;
	else if ((mode & 0xc) == 8 || !(mode & 8))
		value = byte << 8 * (mode >> 1 & (mode & 8 ? 1 : 3));
	else if ((mode & 0xe) == 0xc)
		value = byte << (8 << (mode & 1)) | (mode & 1 ? 0xffff : 0xff);
	else
		for (i = 0; i < 8; i++)
			value |= (byte >> i & 1 ? 0xffull : 0) << 8 * i;
	buf_printf(a->out, "#0x%llx", (unsigned long long)value);
}

static void
fimm(Asm *a, int64_t v, const AsmOpnd *arg)
{
	int exponent = (int)((v >> 4 & 7) ^ 4) - 3;
	double x = ldexp(1 + (double)(v & 15) / 16, exponent);

	(void)arg;
	buf_printf(a->out, "#%e", v & 0x80 ? -x : x);
}

static void
satshift(Asm *a, int64_t v, const AsmOpnd *arg)
{
	unsigned amount = v & 31;

	(void)arg;
	if (v & 32)
		buf_printf(a->out, ", asr #%u", amount ? amount : 32);
	else if (amount)
		buf_printf(a->out, ", lsl #%u", amount);
}

/* The amount of a shift to the right, 0 for 32. */
static void
right(Asm *a, int64_t v, const AsmOpnd *arg)
{
	(void)arg;
	buf_printf(a->out, "#%u", v ? (unsigned)v : 32);
}

/* A hint by its name, with the condition ARG and SUFFIX. */
static void
named_hint(Asm *a, int64_t v, const AsmOpnd *arg, const char *suffix)
{
	static const char *const names[] = {"nop", "yield", "wfe",
					    "wfi", "sev",   "sevl"};
	const char *name = v >= 0 && v < 6 ? names[v]
			   : v == 16	   ? "esb"
			   : v == 20	   ? "csdb"
					   : NULL;

	buf_str(a->out, name ? name : "hint");
	cond(a, arg->number, arg);
	buf_str(a->out, suffix);
	if (!name)
		buf_printf(a->out, " #%u", (unsigned)v);
}

static void
hint(Asm *a, int64_t v, const AsmOpnd *arg)
{
	named_hint(a, v, arg, "");
}

static void
wide_hint(Asm *a, int64_t v, const AsmOpnd *arg)
{
	named_hint(a, v, arg, ".w");
}

static const struct {
	const char *name;
	FormText text;
} FORMS[] = {
	{"cond", cond},	       {"s", set_flags}, {"shift", shift},
	{"shiftby", shift_by}, {"am2", am2},	 {"am3", am3},
	{"am5", am5},	       {"am5h", am5h},	 {"field", field},
	{"nimm", nimm},	       {"fimm", fimm},	 {"satshift", satshift},
	{"wb", write_back},    {"right", right}, {"hint", hint},
	{"hintw", wide_hint},
};

/* The element of a q register among those of operand K whose index is operand
 * ARG, as a d register and the place in it; at P the bits of an element, a dot,
 * which of the q registers. */
static bool
lane(Asm *a, const AsmInsn *insn, uint32_t k, uint32_t arg, const char *p)
{
	const Target *t = a->t;
	char *q;
	unsigned in_d = 64 / (unsigned)strtoul(p, &q, 10);
	unsigned i = (unsigned)strtoul(q + 1, NULL, 10) * 2;
	unsigned at = (unsigned)insn->o[arg].number;
	char name[24];
	RegId reg;

	snprintf(name, sizeof(name), "dsub_%u", i + at / in_d);
	reg = target_subreg(t, insn->o[k].reg,
			    target_sub(t, name, strlen(name)));
	if (!reg || at >= in_d * 2)
		return asm_error(a, insn->loc,
				 "%s: the register has no such element",
				 target_str(t, t->opcodes[insn->op].name));
	asm_reg(a, reg);
	buf_printf(a->out, "[%u]", at % in_d);
	return true;
}

bool
arm_form(Asm *a, const AsmInsn *insn, uint32_t k, const AsmForm *form, bool *ok)
{
	size_t i;

	*ok = true;
	if (form->len > 5 && !memcmp(form->name, "lane", 4)) {
		*ok = lane(a, insn, k, form->arg, form->name + 4);
		return true;
	}
	for (i = 0; i < sizeof(FORMS) / sizeof(*FORMS); i++)
		if (strlen(FORMS[i].name) == form->len &&
		    !memcmp(FORMS[i].name, form->name, form->len)) {
			FORMS[i].text(a, insn->o[k].number,
				      &insn->o[form->arg]);
			return true;
		}
	return false;
}
