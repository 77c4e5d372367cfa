/*
 * ARM operands of inline assembly.
 */
#include "targets/arm/asm.h"

#include <string.h>

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
	const Target *t = a->t;
	RegId reg = group->o[0].reg;
	size_t i;

	(void)second;
	if (modifier == 'a') {
		buf_char(a->out, '(');
		asm_reg(a, reg);
		buf_char(a->out, ')');
		return;
	}
	if (group->n > 1) {
		asm_reg(a, group->o[modifier == 'R' || modifier == 'H'].reg);
		return;
	}
	for (i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		SubId sub = target_sub(t, parts[i].sub, 6);
		RegId part = parts[i].modifier == modifier && sub
				     ? target_subreg(t, reg, sub)
				     : 0;

		if (part) {
			asm_reg(a, part);
			return;
		}
	}
	asm_reg(a, reg);
}

bool
arm_inline_memory(Asm *a, const AsmInsn *group, bool second)
{
	const AsmOpnd *o = group->o;
	int64_t offset = o[0].number + (group->n > 1 ? o[1].number : 0);

	(void)second;
	if (o[0].kind != ASM_REG)
		return asm_error(a, group->loc,
				 "no address for inline assembly");
	buf_char(a->out, '[');
	asm_reg(a, o[0].reg);
	if (offset)
		buf_printf(a->out, ", #%lld", (long long)offset);
	buf_char(a->out, ']');
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
