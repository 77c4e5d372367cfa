/*
 * AArch64 pseudo instructions of scalable vectors whose inactive lanes may be
 * anything, NAME_UNDEF: the destination need not be a source.  The machine's
 * instruction overwrites one of its sources, which is moved to the destination
 * before; or, if another source is there, it is the instruction that overwrites
 * that one.  Such instructions are found by LLVM's names of them.
 */
#include "targets/aarch64/asm.h"

#include <stdio.h>
#include <string.h>

/* The opcode called STEM, MIDDLE and TAIL, the first AT characters of STEM
 * alone; 0: there is none. */
static OpcodeId
find_opcode(const Asm *a, const char *stem, size_t at, const char *middle,
	    const char *tail)
{
	char name[64];
	int n = snprintf(name, sizeof(name), "%.*s%s%s", (int)at, stem, middle,
			 tail);

	return n < 0 || (size_t)n >= sizeof(name)
		       ? 0
		       : target_opcode(a->t, name, (size_t)n);
}

static void
swap_operands(AsmOpnd *a, AsmOpnd *b)
{
	AsmOpnd tmp = *a;

	*a = *b;
	*b = tmp;
}

/* The source that INSN overwrites, number K, is brought to the destination. */
static bool
print_over(Asm *a, AsmInsn *insn, unsigned k)
{
	AsmOpnd *o = insn->o;

	if (o[0].reg != o[k].reg)
		buf_printf(a->out, "\tmovprfx %s, %s\n",
			   asm_reg_text(a, o[0].reg),
			   asm_reg_text(a, o[k].reg));
	return asm_print(a, insn);
}

/* NAME: two sources, or one and a number.  Where the second is in the
 * destination they change places, in the instruction whose name says so by an R
 * if there is one: it is not commutative. */
static bool
print_binary(Asm *a, AsmInsn *insn, const char *name, size_t at,
	     const char *tail)
{
	AsmOpnd *o = insn->o;

	if (o[3].kind == ASM_REG && o[3].reg == o[0].reg &&
	    o[2].reg != o[0].reg) {
		OpcodeId reversed = find_opcode(a, name, at, "R_ZPmZ_", tail);

		if (reversed)
			insn->op = reversed;
		swap_operands(&o[2], &o[3]);
	}
	return print_over(a, insn, 2);
}

/* NAME: a sum and two factors.  Where a factor is in the destination it is the
 * instruction that overwrites that: AD for LA, SB for LS. */
static bool
print_ternary(Asm *a, AsmInsn *insn, const char *name, size_t at,
	      const char *tail)
{
	AsmOpnd *o = insn->o;
	unsigned k = o[3].reg == o[0].reg ? 3 : 4;

	if (o[2].reg == o[0].reg || o[k].reg != o[0].reg)
		return print_over(a, insn, 2);
	insn->op = find_opcode(a, name, at - 2,
			       name[at - 1] == 'A' ? "AD_ZPmZZ_" : "SB_ZPmZZ_",
			       tail);
	/* The factor there, the other, the sum. */
	if (k == 4)
		swap_operands(&o[3], &o[4]);
	swap_operands(&o[2], &o[3]);
	swap_operands(&o[3], &o[4]);
	return print_over(a, insn, 2);
}

bool
a64_scalable(Asm *a, AsmInsn *insn, bool *ok)
{
	static const struct {
		const char *pseudo, *real;
		uint32_t n;
		bool (*print)(Asm *a, AsmInsn *insn, const char *name,
			      size_t at, const char *tail);
	} forms[] = {{"_ZPZZZ_", "_ZPmZZ_", 5, print_ternary},
		     {"_ZPZZ_", "_ZPmZ_", 4, print_binary},
		     {"_ZPZI_", "_ZPmI_", 4, print_binary},
		     {"_ZPmZ_", "_ZPmZ_", 4, NULL}};
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	const char *end = strstr(name, "_UNDEF"), *at = NULL;
	char tail[16];
	unsigned i;

	for (i = 0; end && i < sizeof(forms) / sizeof(*forms); i++)
		if ((at = strstr(name, forms[i].pseudo)))
			break;
	if (!at || insn->n < forms[i].n)
		return false;
	at += strlen(forms[i].pseudo);
	if (at >= end)
		return false; /* no width: vectors of bfloat */
	snprintf(tail, sizeof(tail), "%.*s", (int)(end - at), at);
	at -= strlen(forms[i].pseudo);
	OpcodeId real =
		find_opcode(a, name, (size_t)(at - name), forms[i].real, tail);
	if (!real)
		return false;
	insn->op = real;
	/* What inactive lanes would be is nothing that is read. */
	*ok = forms[i].print
		      ? forms[i].print(a, insn, name, (size_t)(at - name), tail)
		      : print_over(a, insn, 3);
	return true;
}
