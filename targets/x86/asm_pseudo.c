/*
 * x86 pseudo instructions that are more than a line of text.
 */
#include "targets/x86/asm.h"

#include <string.h>

/* Stores the vector registers that hold variable arguments, if $al says that
 * there are any: al, address, offset, registers. */
static bool
save_vectors(Asm *a, const AsmInsn *insn)
{
	AsmInsn store = {.loc = insn->loc, .o = insn->o + 1, .n = 5};

	if (insn->n < 7)
		return asm_error(a, insn->loc, "operands are missing");
	buf_str(a->out, "\ttestb ");
	asm_reg(a, insn->o[0].reg);
	buf_str(a->out, ", ");
	asm_reg(a, insn->o[0].reg);
	buf_printf(a->out, "\n\tje %sva%u\n", a->local, ++a->unique);
	store.o[3].number += insn->o[6].number;
	for (uint32_t k = 7; k < insn->n; k++) {
		buf_str(a->out, "\tmovaps ");
		asm_reg(a, insn->o[k].reg);
		buf_str(a->out, ", ");
		if (!x86_address(a, &store, 0))
			return false;
		buf_char(a->out, '\n');
		store.o[3].number += 16;
	}
	buf_printf(a->out, "%sva%u:\n", a->local, a->unique);
	return true;
}

bool
x86_copy(Asm *a, RegId dst, RegId src)
{
	static const char *const subs[] = {"sub_xmm", "sub_ymm"};
	static const char *const classes[] = {"vr128x", "vr256x"};

	if (func_has_feature(a->f, "avx512vl") ||
	    (a->t->regs[dst].encoding | a->t->regs[src].encoding) < 16)
		return false;
	for (uint32_t i = 0; i < 2; i++) {
		ClassId cls =
			target_class(a->t, classes[i], strlen(classes[i]));
		SubId sub = target_sub(a->t, subs[i], strlen(subs[i]));
		ClassId wide = target_class(a->t, "vr512", 5);

		if (!target_class_has(a->t, cls, dst) ||
		    !target_class_has(a->t, cls, src))
			continue;
		buf_str(a->out, "\tvmovaps ");
		asm_reg(a, target_superreg(a->t, src, sub, wide));
		buf_str(a->out, ", ");
		asm_reg(a, target_superreg(a->t, dst, sub, wide));
		buf_char(a->out, '\n');
		return true;
	}
	return false;
}

/*
 * Moves a vector register from or to memory where only the widest registers
 * have names above 15: a load fills all of the widest one, by repeating what it
 * loads, and a store takes the first part of it.  NAME: VMOV, A or U, PSZ, 128
 * or 256, rm or mr, _NOVLX.
 */
static bool
move_without_lengths(Asm *a, const AsmInsn *insn, const char *name)
{
	bool whole = name[8] == '2', load = name[11] == 'r';
	uint32_t value = load ? 0 : 5;
	RegId reg = insn->n > value ? insn->o[value].reg : 0;
	bool high = reg && a->t->regs[reg].encoding > 15;
	SubId sub = target_sub(a->t, whole ? "sub_ymm" : "sub_xmm", 7);

	if (high)
		reg = target_superreg(a->t, reg, sub,
				      target_class(a->t, "vr512", 5));
	if (!reg)
		return asm_error(a, insn->loc, "operands are missing");
	if (!high)
		buf_printf(a->out, "\tvmov%cps ", name[4] == 'A' ? 'a' : 'u');
	else
		buf_printf(a->out, "\t%s ",
			   load ? whole ? "vbroadcastf64x4" : "vbroadcastf32x4"
			   : whole ? "vextractf64x4 $0,"
				   : "vextractf32x4 $0,");
	if (!load) {
		asm_reg(a, reg);
		buf_str(a->out, ", ");
	}
	if (!x86_address(a, insn, load ? 1 : 0))
		return false;
	if (load) {
		buf_str(a->out, ", ");
		asm_reg(a, reg);
	}
	buf_char(a->out, '\n');
	return true;
}

/* Makes a vector register zero: by a form for 128 bits, which clears what is
 * above them, if there is one that can name it. */
static bool
make_zero(Asm *a, const AsmInsn *insn)
{
	static const char *const subs[] = {"sub_xmm", "sub_ymm"};
	ClassId widest = target_class(a->t, "vr512", 5);
	RegId reg = insn->n ? insn->o[0].reg : 0, whole, part;

	if (!reg)
		return asm_error(a, insn->loc, "operands are missing");
	bool high = a->t->regs[reg].encoding > 15;
	for (uint32_t k = 0; k < 2 && !target_class_has(a->t, widest, reg);
	     k++) {
		whole = target_superreg(a->t, reg, target_sub(a->t, subs[k], 7),
					widest);
		reg = whole ? whole : reg;
	}
	part = target_subreg(a->t, reg, target_sub(a->t, "sub_xmm", 7));
	if (!high || func_has_feature(a->f, "avx512vl"))
		reg = part;
	buf_printf(a->out, "\t%s ", high ? "vpxord" : "vxorps");
	for (uint32_t k = 0; k < 3; k++) {
		asm_reg(a, reg);
		buf_str(a->out, k < 2 ? ", " : "\n");
	}
	return true;
}

bool
x86_pseudo(Asm *a, const Insn *source, AsmInsn *insn, bool *ok)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);

	(void)source;
	if (!strncmp(name, "TCRETURN", 8) && !asm_tail_call(a, insn))
		*ok = false;
	else if (!strcmp(name, "VASTART_SAVE_XMM_REGS"))
		*ok = save_vectors(a, insn);
	else if (!strncmp(name, "VMOV", 4) && strstr(name, "_NOVLX"))
		*ok = move_without_lengths(a, insn, name);
	else if (!strncmp(name, "AVX512_", 7) &&
		 (strstr(name, "_SET0") || strstr(name, "_FsFLD0")))
		*ok = make_zero(a, insn);
	else
		return false;
	return true;
}
