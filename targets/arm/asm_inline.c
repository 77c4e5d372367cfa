/*
 * ARM operands of inline assembly.
 */
#include "targets/arm/asm.h"

#include <string.h>

/* The part of REG that SUB names, 0: it has none. */
static RegId
part_of(const Asm *a, RegId reg, const char *sub)
{
	SubId id = target_sub(a->t, sub, strlen(sub));

	return id ? target_subreg(a->t, reg, id) : 0;
}

/* REG, an s register, as a lane of a d register: "d1[1]". */
static void
lane(Asm *a, RegId reg)
{
	static const char *const halves[] = {"ssub_0", "ssub_1"};
	Slice supers = a->t->regs[reg].supers;

	for (uint32_t i = supers.start; i < supers.end; i++) {
		RegId super = target_super_at(a->t, reg, i);

		for (unsigned k = 0; k < 2; k++)
			if (part_of(a, super, halves[k]) == reg &&
			    !part_of(a, super, "dsub_0")) {
				asm_reg(a, super);
				buf_printf(a->out, "[%u]", k);
				return;
			}
	}
	asm_reg(a, reg);
}

/* The registers of GROUP, or the halves of its pair, in braces. */
static void
list(Asm *a, const AsmInsn *group)
{
	RegId reg = group->o[0].reg, low = part_of(a, reg, "gsub_0");

	buf_char(a->out, '{');
	asm_reg(a, low ? low : reg);
	for (uint32_t i = 1; i < group->n; i++) {
		buf_str(a->out, ", ");
		asm_reg(a, group->o[i].reg);
	}
	if (low) {
		buf_str(a->out, ", ");
		asm_reg(a, part_of(a, reg, "gsub_1"));
	}
	buf_char(a->out, '}');
}

/* The halves of a pair or of a q register, and s registers as parts of
 * d registers. */
void
arm_inline_register(Asm *a, const AsmInsn *group, char modifier, bool second)
{
	static const struct {
		char modifier;
		const char *sub;
	} parts[] = {{'Q', "gsub_0"}, {'R', "gsub_1"}, {'H', "gsub_1"},
		     {'e', "dsub_0"}, {'f', "dsub_1"}, {0, "gsub_0"}};
	RegId reg = group->o[0].reg;
	size_t i;

	(void)second;
	switch (modifier) {
	case 'a':
		buf_printf(a->out, "[%s]", asm_reg_text(a, reg));
		return;
	case 'M':
		list(a, group);
		return;
	case 'y':
		lane(a, reg);
		return;
	}
	if (group->n > 1) {
		asm_reg(a, group->o[modifier == 'R' || modifier == 'H'].reg);
		return;
	}
	for (i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		RegId part = parts[i].modifier == modifier
				     ? part_of(a, reg, parts[i].sub)
				     : 0;

		if (part) {
			asm_reg(a, part);
			return;
		}
	}
	asm_reg(a, reg);
}

/* "m" is the register alone. */
bool
arm_inline_memory(Asm *a, const AsmInsn *group, char modifier, bool second)
{
	const AsmOpnd *o = group->o;
	int64_t offset = o[0].number + (group->n > 1 ? o[1].number : 0);

	(void)second;
	if (o[0].kind != ASM_REG || (modifier == 'm' && offset))
		return asm_error(a, group->loc,
				 "no address for inline assembly");
	if (modifier == 'm') {
		asm_reg(a, o[0].reg);
		return true;
	}
	buf_char(a->out, '[');
	asm_reg(a, o[0].reg);
	if (offset)
		buf_printf(a->out, ", #%lld", (long long)offset);
	buf_char(a->out, ']');
	return true;
}

/* "B" is what has all other bits, "L" the lower half. */
bool
arm_inline_number(Asm *a, const AsmInsn *group, char modifier)
{
	const AsmOpnd *o = group->o;

	if (o->kind != ASM_NUMBER || (modifier != 'B' && modifier != 'L'))
		return false;
	buf_int(a->out, modifier == 'B' ? ~o->number : o->number & 0xffff);
	return true;
}

/* Can TEXT leave the assembler in another instruction set? */
static bool
changes_mode(const char *text, size_t len)
{
	static const char *const words[] = {".arm", ".thumb", ".code"};
	const char *p, *end = text + len;
	size_t i;

	for (p = text; (p = memchr(p, '.', (size_t)(end - p))); p++)
		for (i = 0; i < 3; i++)
			if ((size_t)(end - p) >= strlen(words[i]) &&
			    !memcmp(p, words[i], strlen(words[i])))
				return true;
	return false;
}

void
arm_inline_end(Asm *a, bool second, const char *text, size_t len)
{
	(void)second;
	if (changes_mode(text, len))
		buf_str(a->out, is_thumb(a) ? "\t.code 16\n" : "\t.code 32\n");
}
