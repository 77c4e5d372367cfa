/*
 * ARM code and constants that depend on where they lie: addresses relative to
 * the program counter, entries of the global offset table, thread-local
 * variables.
 *
 * The program counter reads as the address of its instruction and 8, or 4 in
 * Thumb, where it can be added to a register and no more.
 */
#include "targets/arm/asm.h"
#include "core/emit/names.h"

#include <stdlib.h>
#include <string.h>

/* How far ahead of the code the program counter is. */
static unsigned
ahead(const Asm *a)
{
	return is_thumb(a) ? 4 : 8;
}

/* REG = the program counter and REG. */
static void
add_here(Asm *a, const char *reg)
{
	if (is_thumb(a))
		buf_printf(a->out, "\tadd %s, pc\n", reg);
	else
		buf_printf(a->out, "\tadd %s, pc, %s\n", reg, reg);
}

/* Loads REG from where it says, relative to the program counter. */
static void
load_here(Asm *a, const char *reg)
{
	if (is_thumb(a))
		buf_printf(a->out, "\tadd %s, pc\n\tldr %s, [%s]\n", reg, reg,
			   reg);
	else
		buf_printf(a->out, "\tldr %s, [pc, %s]\n", reg, reg);
}

/* REG = O relative to label NUMBER, which the caller prints next, and to what
 * the program counter reads there.
 *
 * The GNU assembler works out for itself how far a function of its own section
 * is, if only this file can name it; for the halves, unlike for words, it
 * forgets the bit that says Thumb. */
static void
load_distance(Asm *a, RegId reg, const AsmOpnd *o, uint32_t number)
{
	static const char *const halves[] = {"movw", "lower", "movt", "upper"};
	int i;

	if (!arm_has_halves(a) ||
	    (is_thumb(a) && asm_is_local_function(a, o))) {
		uint32_t n = arm_word_begin(a, reg, "");

		asm_symbol(a, o);
		buf_printf(a->out, "-(%shere%u+%u)", a->local, number,
			   ahead(a));
		arm_word_end(a, n);
		return;
	}
	for (i = 0; i < 4; i += 2) {
		buf_printf(a->out, "\t%s %s, #:%s16:(", halves[i],
			   asm_reg_text(a, reg), halves[i + 1]);
		asm_symbol(a, o);
		buf_printf(a->out, "-(%shere%u+%u))\n", a->local, number,
			   ahead(a));
	}
}

/* The distance of O's address from here into REG. */
static void
distance_here(Asm *a, RegId reg, const AsmOpnd *o)
{
	uint32_t number = ++a->unique;

	load_distance(a, reg, o, number);
	buf_printf(a->out, "%shere%u:\n", a->local, number);
}

void
arm_address(Asm *a, RegId reg, const AsmOpnd *o)
{
	distance_here(a, reg, o);
	add_here(a, asm_reg_text(a, reg));
}

/* What lies at O's address into REG. */
static void
load_relative(Asm *a, RegId reg, const AsmOpnd *o)
{
	distance_here(a, reg, o);
	load_here(a, asm_reg_text(a, reg));
}

/* O's entry of the global offset table, or without VALUE its address, into
 * REG.  Only a whole word can hold the way to it: it stands behind the load,
 * and is jumped over. */
static void
load_entry(Asm *a, RegId reg, const AsmOpnd *o, bool value)
{
	const char *r = asm_reg_text(a, reg), *l = a->local;
	uint32_t n = ++a->unique;

	buf_printf(a->out, "\tldr %s, %sword%u\n%shere%u:\n", r, l, n, l, n);
	if (value)
		load_here(a, r);
	else
		add_here(a, r);
	buf_printf(a->out, "\tb %sover%u\n%s%sword%u:\n\t.long ", l, n,
		   is_thumb(a) ? "\t.balign 4\n" : "", l, n);
	asm_symbol(a, o);
	buf_printf(a->out, "-((%shere%u+%u)-%sword%u)\n%sover%u:\n", l, n,
		   ahead(a), l, n, l, n);
}

/* What the C library compares with, and only it can say where that is. */
static void
load_guard(Asm *a, RegId reg)
{
	const AsmOpnd symbol = {.kind = ASM_SYMBOL,
				.before = "",
				.name = "__stack_chk_guard",
				.after = "(GOT_PREL)"};
	const char *r = asm_reg_text(a, reg);

	load_entry(a, reg, &symbol, true);
	buf_printf(a->out, "\tldr %s, [%s]\n", r, r);
}

/* PICADD and PICLDR: the label that a constant is relative to. */
static bool
print_labelled(Asm *a, const AsmInsn *insn, const char *name)
{
	const char *to = asm_reg_text(a, insn->o[0].reg);
	const char *from = asm_reg_text(a, insn->o[1].reg);
	const char *when = arm_condition_name(arm_condition(a, insn));

	buf_printf(a->out, "%spic%lld:\n", a->local,
		   (long long)insn->o[2].number);
	if (!strcmp(name, "PICADD")) {
		buf_printf(a->out, "\tadd%s %s, pc, %s\n", when, to, from);
		return true;
	}
	buf_str(a->out, "\tldr");
	for (name += 6; *name; name++) /* behind PICLDR: B, H, SB, SH */
		buf_char(a->out, (char)(*name | 32));
	buf_printf(a->out, "%s %s, [pc, %s]\n", when, to, from);
	return true;
}

/* tPICADD, and t2LDRpci_pic, which loads first. */
static bool
thumb_labelled(Asm *a, const AsmInsn *insn, bool load)
{
	OpcodeId op = target_opcode(a->t, "t2LDRpci", 8);
	AsmOpnd o[4] = {insn->o[0], insn->o[1], {0}, {0}};
	AsmInsn one = {.op = op, .loc = insn->loc, .n = 4, .o = o};

	o[2] = (AsmOpnd){.kind = ASM_NUMBER, .number = 14};
	o[3] = (AsmOpnd){.kind = ASM_REG};
	if (load && !asm_print(a, &one))
		return false;
	buf_printf(a->out, "%spic%lld:\n", a->local,
		   (long long)insn->o[2].number);
	add_here(a, asm_reg_text(a, insn->o[0].reg));
	return true;
}

bool
arm_pic(Asm *a, const AsmInsn *insn, bool *ok)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	const AsmOpnd *o = insn->o;
	bool load;

	*ok = true;
	load = strstr(name, "LDRpci_pic") != NULL;
	if (is_thumb(a) && (load || !strcmp(name, "tPICADD"))) {
		*ok = thumb_labelled(a, insn, load);
		return true;
	}
	if (a->f->traits.pic && !strcmp(name, "LOAD_STACK_GUARD")) {
		load_guard(a, o[0].reg);
		return true;
	}
	name += is_thumb(a) ? strspn(name, "t2") : 0;
	if (!strcmp(name, "LDRLIT_ga_pcrel") && *o[1].after)
		load_entry(a, o[0].reg, &o[1], false);
	else if (!strcmp(name, "LDRLIT_ga_pcrel") ||
		 !strcmp(name, "MOV_ga_pcrel") ||
		 (a->f->traits.pic && !strncmp(name, "LEApcrel", 8)))
		arm_address(a, o[0].reg, &o[1]);
	else if (strcmp(name, "LDRLIT_ga_pcrel_ldr") != 0 &&
		 strcmp(name, "MOV_ga_pcrel_ldr") != 0 &&
		 strncmp(name, "PICADD", 6) != 0 &&
		 strncmp(name, "PICLDR", 6) != 0)
		return false;
	else if (*name == 'P')
		*ok = print_labelled(a, insn, name);
	else if (*o[1].after)
		load_entry(a, o[0].reg, &o[1], true);
	else
		load_relative(a, o[0].reg, &o[1]);
	return true;
}

/* "x(tlsgd)-(LPC1+8-.)", "x(tpoff)", "x-(LPC0+8)", "x"; 4 instead of 8 in
 * Thumb. */
bool
arm_constant(Asm *a, const Constant *c)
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
		   names_symbol(a->line, &a->f->names->privates, p,
				(size_t)(q - p)));
	if (q < end && *q == '(') {
		for (; q < end && *q != ')'; q++)
			buf_char(a->out,
				 (char)(*q >= 'a' && *q <= 'z' ? *q - 32 : *q));
		buf_char(a->out, ')');
		q += q < end;
	}
	if (end - q > 7 && !memcmp(q, "-(LPC", 5)) {
		buf_printf(a->out, "-((%spic%lu+%u)", a->local,
			   strtoul(q + 5, NULL, 10), ahead(a));
		buf_str(a->out, end[-2] == '.' ? "-.)" : ")");
	} else if (q != end) {
		return asm_error(a, c->value.at,
				 "this constant has no assembly");
	}
	buf_char(a->out, '\n');
	return true;
}
