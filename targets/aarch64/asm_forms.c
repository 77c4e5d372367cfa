/*
 * Packed numbers and names of registers in AArch64 templates.
 * targets/import/forms.cpp proves the same against LLVM's printer.
 */
#include "targets/aarch64/asm.h"

#include <math.h>
#include <string.h>

RegId
a64_wide(const Asm *a, RegId reg)
{
	const Target *t = a->t;
	ClassId wide = target_class(t, "gpr64all", 8);
	SubId half = target_sub(t, "sub_32", 6);

	return target_class_has(t, wide, reg)
		       ? reg
		       : target_superreg(t, reg, half, wide);
}

/* The number that a logical instruction's field V stands for: an element, of
 * which bit 12 and the inverse of bits 0-5 tell the length, repeated; bits 0-5
 * say how many ones it has and a zero less, bits 6-11 how far they are turned
 * to the right. */
static uint64_t
pattern_value(uint32_t v, unsigned size)
{
	unsigned low = v & 63;
	unsigned length = (v >> 6 & 64) | (~low & 63);
	unsigned element = 1u << (31 - __builtin_clz(length | 1));
	unsigned turn = v >> 6 & (element - 1);
	unsigned ones = (low & (element - 1)) + 1;
	uint64_t all = element == 64 ? UINT64_MAX : (1ull << element) - 1;
	uint64_t x = ones == 64 ? UINT64_MAX : (1ull << ones) - 1;

	if (turn)
		x = (x >> turn | x << (element - turn)) & all;
	for (unsigned at = element; at < size; at *= 2)
		x |= x << at;
	return x;
}

bool
a64_is_pattern(uint64_t v, unsigned bits)
{
	unsigned element, changes = 0;
	uint64_t all;

	if (bits == 32)
		v = (v & UINT32_MAX) | v << 32;
	for (element = 64; element > 2; element /= 2) {
		all = (1ull << element / 2) - 1;
		if ((v & all) != (v >> element / 2 & all))
			break;
	}
	for (unsigned i = 0; i < element; i++)
		changes += (v >> i & 1) != (v >> (i + 1) % element & 1);
	return changes == 2;
}

static void
pattern32(Asm *a, int64_t v)
{
	buf_printf(a->out, "0x%llx",
		   (unsigned long long)pattern_value((uint32_t)v, 32));
}

static void
pattern64(Asm *a, int64_t v)
{
	buf_printf(a->out, "0x%llx",
		   (unsigned long long)pattern_value((uint32_t)v, 64));
}

static void
shift(Asm *a, int64_t v)
{
	static const char *const names[] = {"lsl", "lsr", "asr", "ror", "msl"};

	if (v > 0 && v >> 6 < 5)
		buf_printf(a->out, ", %s #%d", names[v >> 6], (int)v & 63);
}

static void
extend(Asm *a, int64_t v)
{
	static const char *const names[] = {"uxtb", "uxth", "uxtw", "uxtx",
					    "sxtb", "sxth", "sxtw", "sxtx"};

	buf_str(a->out, names[v >> 3 & 7]);
	if (v & 7)
		buf_printf(a->out, " #%d", (int)v & 7);
}

/* Sign, three bits of exponent, four of fraction. */
static void
fpimm(Asm *a, int64_t v)
{
	int exponent = (int)((v >> 4 & 7) ^ 4) - 3;
	double x = ldexp(1 + (double)(v & 15) / 16, exponent);

	buf_printf(a->out, "#%.8f", v & 0x80 ? -x : x);
}

/* Eight bytes of ones or zeros, a bit each. */
static void
bytes(Asm *a, int64_t v)
{
	uint64_t x = 0;

	for (unsigned i = 0; i < 8; i++)
		x |= (v >> i & 1 ? 0xffull : 0) << 8 * i;
	buf_printf(a->out, "#%#016llx", (unsigned long long)x);
}

/* A system register by the fields of its number. */
static void
system_register(Asm *a, int64_t v)
{
	buf_printf(a->out, "s%d_%d_c%d_c%d_%d", (int)(v >> 14 & 3),
		   (int)(v >> 11 & 7), (int)(v >> 7 & 15), (int)(v >> 3 & 15),
		   (int)(v & 7));
}

const char *
a64_condition(int64_t v)
{
	static const char names[][3] = {"eq", "ne", "hs", "lo", "mi", "pl",
					"vs", "vc", "hi", "ls", "ge", "lt",
					"gt", "le", "al", "nv"};

	return names[v & 15];
}

static void
if_true(Asm *a, int64_t v)
{
	buf_str(a->out, a64_condition(v));
}

static void
if_false(Asm *a, int64_t v)
{
	buf_str(a->out, a64_condition(v ^ 1));
}

static const struct {
	const char *name;
	void (*text)(Asm *a, int64_t v);
} FORMS[] = {
	{"pattern32", pattern32},
	{"pattern64", pattern64},
	{"shift", shift},
	{"extend", extend},
	{"fpimm", fpimm},
	{"bytes", bytes},
	{"system", system_register},
	{"if", if_true},
	{"unless", if_false},
};

/* Is FORM the word NAME and a number, or nothing?  *N: the number, or 0. */
static bool
is_numbered(const AsmForm *form, const char *name, uint32_t *n)
{
	size_t len = strlen(name), i;

	if (form->len < len || memcmp(form->name, name, len) != 0)
		return false;
	for (*n = 0, i = len; i < form->len; i++) {
		if (form->name[i] < '0' || form->name[i] > '9')
			return false;
		*n = *n * 10 + (uint32_t)(form->name[i] - '0');
	}
	return true;
}

bool
a64_form(Asm *a, const AsmInsn *insn, uint32_t k, const AsmForm *form, bool *ok)
{
	const AsmOpnd *o = &insn->o[k];
	unsigned encoding =
		o->kind == ASM_REG ? a->t->regs[o->reg].encoding : 0;
	uint32_t n;

	*ok = true;
	if (o->kind == ASM_REG && is_numbered(form, "v", &n)) {
		buf_printf(a->out, "v%u", (encoding + n) % 32);
		return true;
	}
	if (o->kind == ASM_REG && is_numbered(form, "post", &n)) {
		if (encoding == 31)
			buf_printf(a->out, "#%u", n);
		else
			asm_reg(a, o->reg);
		return true;
	}
	/* The half or quarter of a symbol says where it goes. */
	if (k && insn->o[k - 1].kind == ASM_SYMBOL && form->len == 5 &&
	    !memcmp(form->name, "shift", 5))
		return true;
	for (size_t i = 0;
	     o->kind == ASM_NUMBER && i < sizeof(FORMS) / sizeof(*FORMS); i++)
		if (strlen(FORMS[i].name) == form->len &&
		    !memcmp(FORMS[i].name, form->name, form->len)) {
			FORMS[i].text(a, o->number);
			return true;
		}
	return false;
}
