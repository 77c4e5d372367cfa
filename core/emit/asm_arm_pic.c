/*
 * ARM code and constants that depend on where they lie: addresses relative to
 * the program counter, entries of the global offset table, thread-local
 * variables.
 *
 * The program counter reads as the address of its instruction and 8.
 */
#include "core/emit/asm_internal.h"
#include "core/emit/names.h"

#include <stdlib.h>
#include <string.h>

/* REG = O relative to label NUMBER, which the caller prints next, plus 8. */
static void
load_distance(Asm *a, RegId reg, const AsmOpnd *o, uint32_t number)
{
	static const char *const halves[] = {"movw", "lower", "movt", "upper"};
	int i;

	for (i = 0; i < 4; i += 2) {
		buf_printf(a->out, "\t%s %s, #:%s16:(", halves[i],
			   asm_reg_text(a, reg), halves[i + 1]);
		asm_symbol(a, o);
		buf_printf(a->out, "-(%shere%u+8))\n", a->local, number);
	}
}

void
asm_arm_address(Asm *a, RegId reg, const AsmOpnd *o)
{
	const char *r = asm_reg_text(a, reg);
	uint32_t number = ++a->unique;

	load_distance(a, reg, o, number);
	buf_printf(a->out, "%shere%u:\n\tadd %s, pc, %s\n", a->local, number, r,
		   r);
}

/* What lies at O's address into REG. */
static void
load_relative(Asm *a, RegId reg, const AsmOpnd *o)
{
	const char *r = asm_reg_text(a, reg);
	uint32_t number = ++a->unique;

	load_distance(a, reg, o, number);
	buf_printf(a->out, "%shere%u:\n\tldr %s, [pc, %s]\n", a->local, number,
		   r, r);
}

/* O's entry of the global offset table into REG.  Only a whole word can hold
 * the way to it: it stands behind the load, and is jumped over. */
static void
load_entry(Asm *a, RegId reg, const AsmOpnd *o)
{
	const char *r = asm_reg_text(a, reg), *l = a->local;
	uint32_t n = ++a->unique;

	buf_printf(a->out,
		   "\tldr %s, %sword%u\n%shere%u:\n\tldr %s, [pc, %s]\n"
		   "\tb %sover%u\n%sword%u:\n\t.long ",
		   r, l, n, l, n, r, r, l, n, l, n);
	asm_symbol(a, o);
	buf_printf(a->out, "-((%shere%u+8)-%sword%u)\n%sover%u:\n", l, n, l, n,
		   l, n);
}

/* PICADD and PICLDR: the label that a constant is relative to. */
static bool
print_labelled(Asm *a, const AsmInsn *insn, const char *name)
{
	const char *to = asm_reg_text(a, insn->o[0].reg);
	const char *from = asm_reg_text(a, insn->o[1].reg);

	if (insn->n < 4 || insn->o[3].number != 14)
		return asm_error(a, insn->loc,
				 "a conditional %s has no assembly", name);
	buf_printf(a->out, "%spic%lld:\n", a->local,
		   (long long)insn->o[2].number);
	if (!strcmp(name, "PICADD")) {
		buf_printf(a->out, "\tadd %s, pc, %s\n", to, from);
		return true;
	}
	buf_str(a->out, "\tldr");
	for (name += 6; *name; name++) /* behind PICLDR: B, H, SB, SH */
		buf_char(a->out, (char)(*name | 32));
	buf_printf(a->out, " %s, [pc, %s]\n", to, from);
	return true;
}

bool
asm_arm_pic(Asm *a, const AsmInsn *insn, bool *ok)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	const AsmOpnd *o = insn->o;

	*ok = true;
	if (!strcmp(name, "LDRLIT_ga_pcrel") || !strcmp(name, "MOV_ga_pcrel") ||
	    (a->f->pic && !strncmp(name, "LEApcrel", 8)))
		asm_arm_address(a, o[0].reg, &o[1]);
	else if (strcmp(name, "LDRLIT_ga_pcrel_ldr") != 0 &&
		 strcmp(name, "MOV_ga_pcrel_ldr") != 0 &&
		 strncmp(name, "PICADD", 6) != 0 &&
		 strncmp(name, "PICLDR", 6) != 0)
		return false;
	else if (*name == 'P')
		*ok = print_labelled(a, insn, name);
	else if (*o[1].after)
		load_entry(a, o[0].reg, &o[1]);
	else
		load_relative(a, o[0].reg, &o[1]);
	return true;
}

/* "x(tlsgd)-(LPC1+8-.)", "x(tpoff)", "x-(LPC0+8)", "x". */
bool
asm_arm_constant(Asm *a, const Constant *c)
{
	const char *p = a->f->source->text + c->value.at;
	const char *end = p + c->value.len, *q;

	if (p < end && *p == '\'')
		p++, end--;
	for (q = p; q < end && *q != '(' && *q != '-';)
		q++;
	if (q == p)
		return asm_error(a, c->value.at,
				 "this constant has no assembly");
	buf_printf(a->out, "\t.long %s",
		   names_symbol(a->line, a->f->privates, p, (size_t)(q - p)));
	if (q < end && *q == '(') {
		for (; q < end && *q != ')'; q++)
			buf_char(a->out,
				 (char)(*q >= 'a' && *q <= 'z' ? *q - 32 : *q));
		buf_char(a->out, ')');
		q += q < end;
	}
	if (end - q > 7 && !memcmp(q, "-(LPC", 5)) {
		buf_printf(a->out, "-((%spic%lu+8)", a->local,
			   strtoul(q + 5, NULL, 10));
		buf_str(a->out, end[-2] == '.' ? "-.)" : ")");
	} else if (q != end) {
		return asm_error(a, c->value.at,
				 "this constant has no assembly");
	}
	buf_char(a->out, '\n');
	return true;
}
