/*
 * ARM operands out of reach: stack objects at large offsets, and constants.
 *
 * An address that does not fit is worked out in a register.  None is free
 * after allocation, so one that the instruction does not name is pushed and
 * popped around it; loads into core registers use their own.
 */
#include "targets/arm/asm.h"

#include <stdio.h>
#include <string.h>

typedef enum {
	REACH_NONE,
	REACH_12,
	REACH_T12,   /* Thumb: fewer below zero */
	REACH_BYTES, /* Thumb: bytes that are words */
	REACH_WORDS, /* Thumb: words, none below zero */
	REACH_AM3,
	REACH_AM5,
	REACH_AM5H,
	REACH_ADD
} Reach;

static Reach
thumb_reach(const char *name)
{
	if (strstr(name, "Di8"))
		return REACH_BYTES;
	return strstr(name, "i12") || strstr(name, "i8") ? REACH_T12
							 : REACH_NONE;
}

/* How the template shows the number at operand K + 1 or K + 2. */
static Reach
reach_of(const Asm *a, const AsmInsn *insn, const char *text, uint32_t k,
	 uint32_t *at)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	char form[24];

	*at = k + 1;
	if (!strcmp(name, "ADDri") || !strcmp(name, "t2ADDri") ||
	    !strcmp(name, "t2ADDri12"))
		return REACH_ADD;
	sprintf(form, "${%u:am5}", k + 1);
	if (strstr(text, form))
		return REACH_AM5;
	sprintf(form, "${%u:am5h}", k + 1);
	if (strstr(text, form))
		return REACH_AM5H;
	sprintf(form, "#$%u", k + 1);
	if (strstr(text, form))
		return is_thumb(a) ? thumb_reach(name) : REACH_12;
	sprintf(form, "#${%u*4}", k + 1);
	if (strstr(text, form))
		return REACH_WORDS;
	*at = k + 2;
	sprintf(form, "${%u:am3:%u}", k + 2, k + 1);
	if (strstr(text, form) && k + 1 < insn->n && !insn->o[k + 1].reg)
		return REACH_AM3;
	return REACH_NONE;
}

/* Adds OFFSET to number *V packed as REACH says; false if it does not fit. */
static bool
offset_pack(Reach reach, int64_t *v, int64_t offset)
{
	unsigned unit = reach == REACH_AM5 ? 4 : reach == REACH_AM5H ? 2 : 1;

	if (reach == REACH_12) {
		offset += *v;
		*v = offset;
		return offset > -4096 && offset < 4096;
	}
	if (reach == REACH_T12) {
		offset += *v;
		*v = offset;
		return offset > -256 && offset < 4096;
	}
	if (reach == REACH_BYTES) {
		offset += *v;
		*v = offset;
		return offset % 4 == 0 && offset >= -1020 && offset <= 1020;
	}
	if (reach == REACH_WORDS) {
		*v += offset / 4;
		return offset % 4 == 0 && *v >= 0 && *v <= 255;
	}
	if (reach == REACH_NONE)
		return !offset;
	offset += (*v >> 8 & 1 ? -1 : 1) * (*v & 0xff) * (int64_t)unit;
	if (offset % unit || offset / unit > 255 || offset / unit < -255)
		return false;
	offset /= unit;
	*v = offset < 0 ? -offset | 0x100 : offset;
	return true;
}

static void
load_number(Asm *a, RegId reg, int64_t v)
{
	const char *r = asm_reg_text(a, reg);

	if (!arm_has_halves(a)) {
		arm_load_bytes(a, reg, (uint32_t)v, "");
		return;
	}
	buf_printf(a->out, "\tmovw %s, #%u\n", r, (unsigned)v & 0xffff);
	if ((uint32_t)v >> 16)
		buf_printf(a->out, "\tmovt %s, #%u\n", r, (uint32_t)v >> 16);
}

static void
load_symbol(Asm *a, RegId reg, const AsmOpnd *o)
{
	const char *r = asm_reg_text(a, reg);

	if (a->f->traits.pic) {
		arm_address(a, reg, o);
		return;
	}
	if (!arm_has_halves(a)) {
		arm_load_word(a, reg, o, "");
		return;
	}
	buf_printf(a->out, "\tmovw %s, #:lower16:", r);
	asm_symbol(a, o);
	buf_printf(a->out, "\n\tmovt %s, #:upper16:", r);
	asm_symbol(a, o);
	buf_char(a->out, '\n');
}

static bool
is_core(const Asm *a, RegId reg)
{
	ClassId gpr = target_class(a->t, "gprnopc", 7);

	return gpr != CLASS_NONE && target_class_has(a->t, gpr, reg) &&
	       reg != a->t->stack_pointer;
}

/* INSN's operand K is an address that does not fit: in a register instead. */
static bool
print_far(Asm *a, AsmInsn *insn, const char *text, uint32_t k)
{
	AsmOpnd *o = &insn->o[k];
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	bool own = k == 1 && insn->o[0].kind == ASM_REG &&
		   is_core(a, insn->o[0].reg) &&
		   arm_condition(a, insn) == ARM_ALWAYS &&
		   !strncmp(name + strspn(name, "t2"), "LDR", 3);
	RegId reg = own ? insn->o[0].reg : asm_other_reg(a, insn, 'r', 0, 10);
	int64_t offset = o->number;
	bool ok;

	if (!reg)
		return asm_error(a, insn->loc,
				 "no register for an address out of reach");
	if (!own)
		buf_printf(a->out, "\tpush {%s}\n", asm_reg_text(a, reg));
	if (o->kind == ASM_SYMBOL) {
		load_symbol(a, reg, o);
	} else {
		if (!own && o->reg == a->t->stack_pointer)
			offset += 4;
		load_number(a, reg, offset);
		buf_printf(a->out, "\tadd %s, %s, %s\n", asm_reg_text(a, reg),
			   asm_reg_text(a, o->reg), asm_reg_text(a, reg));
	}
	*o = (AsmOpnd){.kind = ASM_REG,
		       .reg = reg,
		       .before = "",
		       .name = "",
		       .after = ""};
	ok = asm_template(a, text, insn);
	if (!own)
		buf_printf(a->out, "\tpop {%s}\n", asm_reg_text(a, reg));
	return ok;
}

/* ADDri of a stack object: its address. */
static bool
print_add(Asm *a, const AsmInsn *insn, uint32_t k)
{
	const char *to = asm_reg_text(a, insn->o[0].reg);
	const char *from = asm_reg_text(a, insn->o[k].reg);
	int64_t v = insn->o[k].number + insn->o[k + 1].number;
	uint64_t n = (uint64_t)(v < 0 ? -v : v);
	unsigned low = n ? (unsigned)__builtin_ctzll(n) & ~1u : 0;

	if (arm_condition(a, insn) != ARM_ALWAYS || insn->o[insn->n - 1].reg)
		return asm_error(a, insn->loc,
				 "a conditional address of a stack object, or "
				 "one that sets flags, has no assembly");
	if (n >> low < 256 || (is_thumb(a) && n < 4096)) {
		buf_printf(a->out, "\t%s %s, %s, #%llu\n",
			   v < 0 ? "sub" : "add", to, from,
			   (unsigned long long)n);
		return true;
	}
	load_number(a, insn->o[0].reg, v);
	buf_printf(a->out, "\tadd %s, %s, %s\n", to, from, to);
	return true;
}

/* The first operand that is a stack object or a constant in memory. */
static uint32_t
far_operand(const AsmInsn *insn)
{
	uint32_t k;

	for (k = 0; k < insn->n; k++)
		if ((insn->o[k].kind == ASM_REG && insn->o[k].number) ||
		    (insn->o[k].kind == ASM_SYMBOL && insn->o[k].memory))
			break;
	return k;
}

/* A load from near the program counter, whose operand 1 is a constant: by its
 * label, or by its address in the register that it loads. */
static bool
print_literal(Asm *a, AsmInsn *insn, const char *text, const char *at)
{
	static const char pc[] = "[pc, #$1]";
	const char *rest = at + sizeof(pc) - 1;
	size_t n = (size_t)(at - text);
	char *s = arena_raw(a->line, n + strlen(rest) + 5);

	memcpy(s, text, n);
	sprintf(s + n, a->far ? "[$1]%s" : "$1%s", rest);
	return a->far ? print_far(a, insn, s, 1) : asm_template(a, s, insn);
}

/* Thumb: INSN with an offset below zero, for which there are opcodes of their
 * own. */
static bool
print_below(Asm *a, const AsmInsn *insn, const char *text)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	size_t n = strlen(name);
	char *other = arena_raw(a->line, n + 1);
	OpcodeId op = 0;

	if (n > 3 && !strcmp(name + n - 3, "i12")) {
		memcpy(other, name, n - 2);
		other[n - 2] = '8';
		op = target_opcode(a->t, other, n - 1);
	}
	return asm_template(
		a, op ? target_str(a->t, a->t->opcodes[op].text) : text, insn);
}

bool
arm_print(Asm *a, AsmInsn *insn, const char *text, bool *ok)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	uint32_t k = far_operand(insn), at;
	const char *literal = strstr(text, "[pc, #$1]");
	Reach reach;

	*ok = true;
	if (k == insn->n ||
	    (insn->o[k].kind == ASM_SYMBOL && strstr(text, ":lower16:")))
		return false;
	if (literal && k == 1 && insn->o[k].kind == ASM_SYMBOL) {
		*ok = print_literal(a, insn, text, literal);
		return true;
	}
	reach = reach_of(a, insn, text, k, &at);
	if (insn->o[k].kind == ASM_SYMBOL && !a->far && k == 1 &&
	    (!strcmp(name, "LDRi12") || !strcmp(name, "LDRcp") ||
	     !strncmp(name, "VLDR", 4))) {
		buf_printf(a->out, "\t%s %s, ",
			   reach == REACH_12	 ? "ldr"
			   : reach == REACH_AM5H ? "vldr.16"
						 : "vldr",
			   asm_reg_text(a, insn->o[0].reg));
		asm_symbol(a, &insn->o[k]);
		buf_char(a->out, '\n');
		return true;
	}
	if (insn->o[k].kind == ASM_SYMBOL) {
		*ok = print_far(a, insn, text, k);
		return true;
	}
	if (reach == REACH_ADD) {
		*ok = print_add(a, insn, k);
		return true;
	}
	if (at < insn->n) {
		int64_t v = insn->o[at].number;

		if (offset_pack(reach, &v, insn->o[k].number)) {
			insn->o[at].number = v;
			insn->o[k].number = 0;
			if (reach != REACH_T12 || v >= 0)
				return false;
			*ok = print_below(a, insn, text);
			return true;
		}
	}
	*ok = print_far(a, insn, text, k);
	return true;
}
