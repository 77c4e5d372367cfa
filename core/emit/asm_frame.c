/*
 * Prologues, epilogues and call frames as text.
 */
#include "core/emit/asm_internal.h"

#include <string.h>

void
asm_rules(Asm *a)
{
	const Func *f = a->f;
	uint32_t i;

	if (a->machine == MACHINE_GCN)
		asm_gcn_rules(a);
	if (a->machine == MACHINE_X86) {
		a->rules = (FrameRules){.entry = 8, .save_frame = true};
		a->rules.base = target_reg(a->t, "rbx", 3);
	} else if (a->machine == MACHINE_ARM) {
		/* Argument registers stored next to the stack arguments. */
		int64_t low = 0;

		for (i = 0; i < f->fixed.n; i++)
			if (f->fixed.at[i].offset < low)
				low = f->fixed.at[i].offset;
		a->rules.entry = (unsigned)(-low + 7) & ~7u;
		a->rules.base = target_reg(a->t, "r6", 2);
		a->rules.ranges = true;
	}
}

static void
x86_prologue(Asm *a)
{
	const Frame *fr = &a->frame;
	unsigned i, depth = 8;

	if (fr->pointer) {
		depth = 16;
		buf_str(a->out, "\tpushq %rbp\n\t.cfi_def_cfa_offset 16\n"
				"\t.cfi_offset %rbp, -16\n\tmovq %rsp, %rbp\n"
				"\t.cfi_def_cfa_register %rbp\n");
	}
	for (i = 0; i < fr->nsaved; i++) {
		depth += 8;
		buf_printf(a->out, "\tpushq %s\n",
			   asm_reg_text(a, fr->saved[i]));
		if (!fr->pointer)
			buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n", depth);
		buf_printf(a->out, "\t.cfi_offset %s, -%u\n",
			   asm_reg_text(a, fr->saved[i]), depth);
	}
	if (fr->local_size) {
		buf_printf(a->out, "\tsubq $%u, %%rsp\n", fr->local_size);
		if (!fr->pointer)
			buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n",
				   depth + fr->local_size);
	}
	if (fr->realign)
		buf_printf(a->out, "\tandq $-%u, %%rsp\n", fr->align);
	if (fr->based)
		buf_str(a->out, "\tmovq %rsp, %rbx\n");
}

static void
x86_epilogue(Asm *a)
{
	const Frame *fr = &a->frame;
	unsigned i;

	if (fr->moves || fr->realign)
		buf_printf(a->out, "\tleaq -%u(%%rbp), %%rsp\n",
			   8 * fr->nsaved);
	else if (fr->local_size)
		buf_printf(a->out, "\taddq $%u, %%rsp\n", fr->local_size);
	for (i = fr->nsaved; i--;)
		buf_printf(a->out, "\tpopq %s\n",
			   asm_reg_text(a, fr->saved[i]));
	if (fr->pointer)
		buf_str(a->out, "\tpopq %rbp\n");
}

/* sp = sp OP N, in pieces that an immediate can hold. */
static void
arm_adjust(Asm *a, const char *op, uint32_t n)
{
	while (n) {
		unsigned low = (unsigned)__builtin_ctz(n) & ~1u;
		uint32_t piece = n & 0xffu << low;

		buf_printf(a->out, "\t%s sp, sp, #%u\n", op, piece);
		n -= piece;
	}
}

/* The saved core registers, or with DOUBLES the range of d registers. */
static void
arm_saved(Asm *a, const char *op, bool doubles)
{
	const Frame *fr = &a->frame;
	unsigned i, reg, n = 0, mask = 0;

	for (i = 0; i < fr->nsaved; i++)
		if ((*asm_reg_text(a, fr->saved[i]) == 'd') == doubles)
			mask |= 1u << a->t->regs[fr->saved[i]].encoding;
	if (!mask)
		return;
	buf_printf(a->out, "\t%s {", op);
	for (reg = 0; reg < 16; reg++)
		if (mask >> reg & 1)
			buf_printf(a->out,
				   doubles     ? "%sd%u"
				   : reg == 14 ? "%slr"
					       : "%sr%u",
				   n++ ? ", " : "", reg);
	buf_str(a->out, "}\n");
}

static void
arm_prologue(Asm *a)
{
	const Frame *fr = &a->frame;

	arm_adjust(a, "sub", a->rules.entry);
	arm_saved(a, "push", false);
	arm_saved(a, "vpush", true);
	if (fr->pointer)
		buf_str(a->out, "\tmov r11, sp\n");
	arm_adjust(a, "sub", fr->local_size);
	if (fr->realign)
		buf_printf(a->out, "\tbic sp, sp, #%u\n", fr->align - 1);
	if (fr->based)
		buf_str(a->out, "\tmov r6, sp\n");
}

static void
arm_epilogue(Asm *a)
{
	const Frame *fr = &a->frame;

	if (fr->pointer)
		buf_str(a->out, "\tmov sp, r11\n");
	else
		arm_adjust(a, "add", fr->local_size);
	arm_saved(a, "vpop", true);
	arm_saved(a, "pop", false);
	arm_adjust(a, "add", a->rules.entry);
}

bool
asm_prologue(Asm *a)
{
	if (a->machine == MACHINE_X86)
		x86_prologue(a);
	else if (a->machine == MACHINE_ARM)
		arm_prologue(a);
	else
		return asm_gcn_prologue(a);
	return true;
}

bool
asm_epilogue(Asm *a)
{
	if (a->machine == MACHINE_X86)
		x86_epilogue(a);
	else if (a->machine == MACHINE_ARM)
		arm_epilogue(a);
	return true;
}

bool
asm_call_frame(Asm *a, const Insn *insn, bool open)
{
	const Operand *o = insn_opnds(a->f, insn);
	uint32_t align = a->t->stack_align, size;

	if (!a->frame.moves || !insn->nopnds || o->kind != OPND_IMM)
		return true;
	size = ((uint32_t)opnd_imm(a->f, o) + align - 1) / align * align;
	if (!size)
		return true;
	if (a->machine == MACHINE_ARM)
		arm_adjust(a, open ? "sub" : "add", size);
	else
		buf_printf(a->out, "\t%s $%u, %%rsp\n", open ? "subq" : "addq",
			   size);
	return true;
}
