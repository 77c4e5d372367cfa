/*
 * Packed numbers in ARM and GCN templates: one operand that stands for several
 * things.  targets/import/forms.cpp proves the same against LLVM's printer.
 */
#include "core/emit/asm_internal.h"
#include "core/emit/dpp.h"

#include <string.h>

typedef void (*FormText)(Asm *a, int64_t v, const AsmOpnd *arg);

const char *
asm_arm_condition_name(int64_t v)
{
	static const char names[] = "eq\0ne\0hs\0lo\0mi\0pl\0vs\0vc\0"
				    "hi\0ls\0ge\0lt\0gt\0le\0\0\0";

	return v < 0 || v > 14 ? "" : names + 3 * v;
}

static void
cond(Asm *a, int64_t v, const AsmOpnd *arg)
{
	(void)arg;
	buf_str(a->out, asm_arm_condition_name(v));
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
	double x = 1 + (double)(v & 15) / 16;

	(void)arg;
	for (; exponent > 0; exponent--)
		x *= 2;
	for (; exponent < 0; exponent++)
		x /= 2;
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

static void
dpp(Asm *a, int64_t v, const AsmOpnd *arg)
{
	static const struct {
		int16_t first, last;
		const char *name;
	} ranges[] = {
#define DPP_RANGE(low, high, text) {low, high, text},
		DPP_RANGES(DPP_RANGE)
#undef DPP_RANGE
	};
	size_t i;

	(void)arg;
	for (i = 0; i < sizeof(ranges) / sizeof(*ranges); i++) {
		if (v < ranges[i].first || v > ranges[i].last)
			continue;
		buf_str(a->out, ranges[i].name);
		if (ranges[i].first != ranges[i].last)
			buf_int(a->out, v & 15);
		return;
	}
	buf_printf(a->out, "quad_perm:[%d,%d,%d,%d]", (int)v & 3,
		   (int)v >> 2 & 3, (int)v >> 4 & 3, (int)v >> 6 & 3);
}

static const struct {
	const char *name;
	FormText text;
} FORMS[] = {
	{"cond", cond},	       {"s", set_flags},     {"shift", shift},
	{"shiftby", shift_by}, {"am2", am2},	     {"am3", am3},
	{"am5", am5},	       {"am5h", am5h},	     {"field", field},
	{"nimm", nimm},	       {"fimm", fimm},	     {"satshift", satshift},
	{"dpp", dpp},	       {"wb", write_back},   {"right", right},
	{"hint", hint},	       {"hintw", wide_hint},
};

bool
asm_form(Asm *a, const char *form, size_t len, const AsmOpnd *o,
	 const AsmOpnd *arg)
{
	size_t i;

	for (i = 0; i < sizeof(FORMS) / sizeof(*FORMS); i++)
		if (strlen(FORMS[i].name) == len &&
		    !memcmp(FORMS[i].name, form, len)) {
			FORMS[i].text(a, o->number, arg);
			return true;
		}
	return false;
}
