/*
 * ARM operands out of reach: stack objects at large offsets, and constants.
 *
 * An address that does not fit is worked out in a register.  None is free
 * after allocation, so one that the instruction does not name is pushed and
 * popped around it; loads into core registers use their own.
 */
#include "core/emit/asm_internal.h"

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
		return a->thumb ? thumb_reach(name) : REACH_12;
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

	buf_printf(a->out, "\tmovw %s, #%u\n", r, (unsigned)v & 0xffff);
	if ((uint32_t)v >> 16)
		buf_printf(a->out, "\tmovt %s, #%u\n", r, (uint32_t)v >> 16);
}

static void
load_symbol(Asm *a, RegId reg, const AsmOpnd *o)
{
	const char *r = asm_reg_text(a, reg);

	if (a->f->pic) {
		asm_arm_address(a, reg, o);
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

/* A core register that INSN does not name. */
static RegId
spare_reg(const Asm *a, const AsmInsn *insn)
{
	char name[8];
	unsigned r;
	uint32_t k;

	for (r = 0; r < 11; r++) {
		RegId reg;

		sprintf(name, "r%u", r);
		reg = target_reg(a->t, name, strlen(name));
		for (k = 0; k < insn->n; k++)
			if (insn->o[k].kind == ASM_REG && insn->o[k].reg &&
			    target_overlap(a->t, insn->o[k].reg, reg))
				break;
		if (k == insn->n)
			return reg;
	}
	return 0;
}

/* INSN's operand K is an address that does not fit: in a register instead. */
static bool
print_far(Asm *a, AsmInsn *insn, const char *text, uint32_t k)
{
	AsmOpnd *o = &insn->o[k];
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	bool own = k == 1 && insn->o[0].kind == ASM_REG &&
		   is_core(a, insn->o[0].reg) &&
		   asm_arm_condition(a, insn) == 14 &&
		   !strncmp(name + strspn(name, "t2"), "LDR", 3);
	RegId reg = own ? insn->o[0].reg : spare_reg(a, insn);
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

	if (asm_arm_condition(a, insn) != 14 || insn->o[insn->n - 1].reg)
		return asm_error(a, insn->loc,
				 "a conditional address of a stack object, or "
				 "one that sets flags, has no assembly");
	if (n >> low < 256 || (a->thumb && n < 4096)) {
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
asm_arm_far(Asm *a, AsmInsn *insn, const char *text, bool *ok)
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
	    (!strcmp(name, "LDRi12") || !strncmp(name, "VLDR", 4))) {
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
			   a->thumb ? "\tit eq\n" : "",
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
asm_arm_pseudo(Asm *a, AsmInsn *insn, bool *ok)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	bool load = !strcmp(name, "LDRD");
	unsigned first, second;

	*ok = true;
	if (a->thumb && asm_thumb_pseudo(a, insn))
		return true;
	if (asm_arm_pic(a, insn, ok))
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

/* The directive for the function's architecture, if it names one. */
static void
print_architecture(Asm *a)
{
	static const struct {
		const char *feature, *name;
	} archs[] = {
		{"armv9-a", "armv9-a"},	    {"armv8.8-a", "armv8.8-a"},
		{"armv8.7-a", "armv8.7-a"}, {"armv8.6-a", "armv8.6-a"},
		{"armv8.5-a", "armv8.5-a"}, {"armv8.4-a", "armv8.4-a"},
		{"armv8.3-a", "armv8.3-a"}, {"armv8.2-a", "armv8.2-a"},
		{"armv8.1-a", "armv8.1-a"}, {"armv8-a", "armv8-a"},
		{"armv7-a", "armv7-a"},	    {"armv7ve", "armv7-a"},
		{"armv7s", "armv7-a"},	    {"armv7k", "armv7-a"},
	};
	uint32_t i;

	for (i = 0; i < sizeof(archs) / sizeof(archs[0]); i++)
		if (func_has_feature(a->f, archs[i].feature)) {
			buf_printf(a->out, "\t.arch %s\n", archs[i].name);
			return;
		}
}

void
asm_arm_head(Asm *a)
{
	/* The best first. */
	static const struct {
		const char *feature, *with, *name;
	} units[] = {
		{"fp-armv8", "aes", "crypto-neon-fp-armv8"},
		{"fp-armv8", "neon", "neon-fp-armv8"},
		{"fp-armv8", NULL, "fp-armv8"},
		{"vfp4", "neon", "neon-vfpv4"},
		{"neon", "fp16", "neon-fp16"},
		{"neon", NULL, "neon"},
		{"vfp4", NULL, "vfpv4"},
		{"vfp4d16", NULL, "vfpv4-d16"},
		{"vfp3", "fp16", "vfpv3-fp16"},
		{"vfp3", NULL, "vfpv3"},
		{"vfp3d16", "fp16", "vfpv3-d16-fp16"},
		{"vfp3d16", NULL, "vfpv3-d16"},
		{"vfp2", NULL, "vfpv2"},
	};
	/* Some go by the processor's name alone, like "mp". */
	static const struct {
		const char *feature, *name;
	} extensions[] = {
		{"hwdiv-arm", "idiv"}, {"armv7-a", "mp"},
		{"armv7ve", "mp"},     {"armv7s", "mp"},
		{"armv7k", "mp"},      {"crc", "crc"},
		{"fullfp16", "fp16"},  {"fp16fml", "fp16fml"},
		{"i8mm", "i8mm"},      {"sb", "sb"},
	};
	const Func *f = a->f;
	uint32_t i;

	buf_str(a->out, "\t.syntax unified\n");
	print_architecture(a);
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (func_has_feature(f, units[i].feature) &&
		    (!units[i].with || func_has_feature(f, units[i].with))) {
			buf_printf(a->out, "\t.fpu %s\n", units[i].name);
			break;
		}
	for (i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++)
		if (func_has_feature(f, extensions[i].feature))
			buf_printf(a->out, "\t.arch_extension %s\n",
				   extensions[i].name);
}
