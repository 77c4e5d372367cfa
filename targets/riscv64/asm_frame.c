/*
 * RISC-V prologues, epilogues and call frames, with what unwinding must know of
 * them.
 *
 * From the top downwards: argument registers that a variadic function stores,
 * saved registers, objects.  The frame pointer, if there is one, points between
 * the first two.  The stack pointer goes down in one step if all saved
 * registers are within reach behind it, and otherwise in two.
 */
#include "targets/riscv64/asm.h"

enum { STEP = 2032 }; /* what an immediate holds, of a multiple of 16 */

bool
riscv_rules(Asm *a)
{
	const Func *f = a->f;
	int64_t low = 0;

	for (uint32_t i = 0; i < f->fixed.n; i++)
		if (f->fixed.at[i].offset < low)
			low = f->fixed.at[i].offset;
	a->rules.entry = (unsigned)(-low + 15) & ~15u;
	a->rules.base = target_reg(a->t, "x9", 2);
	a->rules.record = a->rules.pointer_above = true;
	a->rules.aligned = true;
	return true;
}

static bool
two_steps(const Asm *a, uint32_t bytes)
{
	return a->frame.realign || bytes + a->frame.local_size > STEP;
}

/* How far the stack pointer goes down before registers are saved. */
static uint32_t
first_step(const Asm *a)
{
	uint32_t bytes = a->rules.entry + a->frame.saved_size;

	return two_steps(a, bytes) ? (bytes + 15) / 16 * 16
				   : bytes + a->frame.local_size;
}

/* How far after that. */
static uint32_t
second_step(const Asm *a)
{
	uint32_t bytes = a->rules.entry + a->frame.saved_size;

	if (!two_steps(a, bytes))
		return 0;
	return a->frame.realign ? a->frame.local_size
				: bytes + a->frame.local_size - first_step(a);
}

/* TO = FROM + N, with SCRATCH if N is large, or in steps if that is 0. */
static void
add(Asm *a, const char *to, const char *from, int64_t n, RegId scratch)
{
	const char *s = asm_reg_text(a, scratch);

	if (!riscv_fits(n) && scratch) {
		buf_printf(a->out, "\tli %s, %lld\n\tadd %s, %s, %s\n", s,
			   (long long)n, to, from, s);
		return;
	}
	for (; !riscv_fits(n); from = to) {
		int step = n < 0 ? -STEP : STEP;

		buf_printf(a->out, "\taddi %s, %s, %d\n", to, from, step);
		n -= step;
	}
	buf_printf(a->out, "\taddi %s, %s, %lld\n", to, from, (long long)n);
}

/* A temporary register that is not live at the function's start, or that INSN,
 * where there is one, does not name. */
static RegId
scratch_find(const Asm *a, const Insn *insn)
{
	static const char *const names[] = {"x5",  "x6",  "x7", "x28",
					    "x29", "x30", "x31"};
	const Operand *o = insn ? insn_opnds(a->f, insn) : NULL;
	uint32_t k, n = insn ? insn->nopnds : 0;

	for (uint32_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		RegId reg = target_reg(a->t, names[i], i < 3 ? 2 : 3);

		if (!insn && asm_is_live_in(a->f, reg))
			continue;
		for (k = 0; k < n; k++)
			if (o[k].kind == OPND_REG && o[k].val == reg)
				break;
		if (k == n)
			return reg;
	}
	return 0;
}

/* Stores the saved registers, or loads them. */
static void
move_saved(Asm *a, bool load)
{
	const Frame *fr = &a->frame;
	ClassId core = target_class(a->t, "gpr", 3);
	uint32_t step = first_step(a), at = a->rules.entry;

	for (unsigned i = 0; i < fr->nsaved; i++) {
		const char *reg = asm_reg_text(a, fr->saved[i]);
		uint32_t bytes = frame_reg_bytes(a->t, fr->saved[i]);

		at += bytes;
		buf_printf(a->out, "\t%s%c%c %s, %u(sp)\n",
			   target_class_has(a->t, core, fr->saved[i]) ? ""
								      : "f",
			   load ? 'l' : 's', bytes == 4 ? 'w' : 'd', reg,
			   step - at);
		if (load)
			buf_printf(a->out, "\t.cfi_restore %s\n", reg);
		else
			buf_printf(a->out, "\t.cfi_offset %s, -%u\n", reg, at);
	}
}

/* The stack pointer as a multiple of the frame's alignment; it never points
 * elsewhere in between. */
static bool
realign(Asm *a, RegId scratch)
{
	const char *s = asm_reg_text(a, scratch);
	int bits = __builtin_ctz(a->frame.align);

	if (bits <= 11) {
		buf_printf(a->out, "\tandi sp, sp, -%u\n", a->frame.align);
		return true;
	}
	if (!scratch)
		return asm_error(a, a->f->name.at,
				 "no register to align the stack with");
	buf_printf(a->out, "\tsrli %s, sp, %d\n\tslli sp, %s, %d\n", s, bits, s,
		   bits);
	return true;
}

bool
riscv_has_epilogue(const Asm *a)
{
	return asm_has_frame(a) || a->rules.entry;
}

void
riscv_moved(Asm *a, uint32_t size)
{
	if (!a->frame.pointer)
		buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n",
			   first_step(a) + second_step(a) + size);
}

bool
riscv_prologue(Asm *a)
{
	const Frame *fr = &a->frame;
	const char *fp = asm_reg_text(a, a->t->frame_pointer);
	uint32_t step = first_step(a), rest = second_step(a);
	RegId scratch = scratch_find(a, NULL);

	if (step) {
		add(a, "sp", "sp", -(int64_t)step, scratch);
		buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n", step);
	}
	move_saved(a, false);
	if (fr->pointer) {
		add(a, fp, "sp", step - a->rules.entry, scratch);
		buf_printf(a->out, "\t.cfi_def_cfa %s, %u\n", fp,
			   a->rules.entry);
	}
	if (rest) {
		add(a, "sp", "sp", -(int64_t)rest, scratch);
		if (!fr->pointer)
			buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n",
				   step + rest);
	}
	if (fr->realign && !realign(a, scratch))
		return false;
	if (fr->based)
		buf_printf(a->out, "\tmv %s, sp\n",
			   asm_reg_text(a, a->rules.base));
	return true;
}

bool
riscv_epilogue(Asm *a, const Insn *insn)
{
	const Frame *fr = &a->frame;
	uint32_t step = first_step(a), rest = second_step(a);
	RegId scratch = scratch_find(a, insn);

	buf_str(a->out, "\t.cfi_remember_state\n");
	if (fr->moves || fr->realign)
		add(a, "sp", asm_reg_text(a, a->t->frame_pointer),
		    (int64_t)a->rules.entry - step, scratch);
	else if (rest)
		add(a, "sp", "sp", rest, scratch);
	if (fr->pointer || rest)
		buf_printf(a->out, "\t.cfi_def_cfa sp, %u\n", step);
	move_saved(a, true);
	if (step) {
		add(a, "sp", "sp", step, scratch);
		buf_str(a->out, "\t.cfi_def_cfa_offset 0\n");
	}
	return true;
}

void
riscv_returned(Asm *a)
{
	if (riscv_has_epilogue(a))
		buf_str(a->out, "\t.cfi_restore_state\n");
}

void
riscv_call_frame(Asm *a, uint32_t size, uint32_t later, bool open)
{
	(void)later;
	add(a, "sp", "sp", open ? -(int64_t)size : (int64_t)size, 0);
}
