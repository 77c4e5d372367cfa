/*
 * x86 prologues, epilogues and call frames, with what unwinding must know of
 * them.
 */
#include "targets/x86/asm.h"

#include <string.h>

/* Can the registers of the function's own list be saved? */
static bool
list_saves(Asm *a)
{
	static const char *const classes[] = {"gr64", "vr128", "vr256",
					      "vr512"};
	const Func *f = a->f;
	uint32_t k;

	FOR_VEC(RegId, r, f->callee_saved) {
		for (k = 0; k < 4; k++)
			if (target_class_has(a->t,
					     target_class(a->t, classes[k],
							  strlen(classes[k])),
					     *r))
				break;
		if (k == 4)
			return asm_error(a, f->name.at,
					 "no assembly that saves $%s",
					 target_reg_name(a->t, *r));
	}
	return true;
}

bool
x86_rules(Asm *a)
{
	a->rules = (FrameRules){.entry = 8, .save_frame = true};
	a->rules.base = target_reg(a->t, "rbx", 3);
	a->rules.pushed = 8;
	a->rules.pushes = true;
	return list_saves(a);
}

/* Moves the vector registers saved among the objects. */
static void
move_stored(Asm *a, bool load)
{
	const Frame *fr = &a->frame;
	const char *move = fr->stored_size > 16 ? "vmovups" : "movups";

	for (unsigned i = 0; i < fr->nstored; i++) {
		int64_t top = fr->stored_at + fr->stored_size * i, offset = top;
		const char *vector = asm_reg_text(a, fr->stored[i]);
		RegId base;

		asm_frame_place(a, false, &base, &offset);
		if (load) {
			buf_printf(a->out, "\t%s %lld(%s), %s\n", move,
				   (long long)offset, asm_reg_text(a, base),
				   vector);
			continue;
		}
		buf_printf(a->out, "\t%s %s, %lld(%s)\n", move, vector,
			   (long long)offset, asm_reg_text(a, base));
		if (fr->stored_size == 16 && !fr->realign)
			buf_printf(a->out, "\t.cfi_offset %s, %lld\n", vector,
				   (long long)top);
	}
}

/* Room for the objects, DEPTH bytes below the top. */
static void
allocate(Asm *a, uint32_t size, uint32_t depth)
{
	buf_printf(a->out, "\tsubq $%u, %%rsp\n", size);
	if (!a->frame.pointer)
		buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n", depth + size);
}

/* The same for functions that must touch every page of it in turn, so that the
 * page that guards the stack is not jumped over. */
static void
probe(Asm *a, uint32_t size, uint32_t depth)
{
	const uint32_t page = 4096;
	uint32_t pages = size / page * page;
	bool counted = pages > 4 * page &&
		       !asm_is_live_in(a->f, target_reg(a->t, "r11", 3));
	bool pointer = a->frame.pointer;

	for (uint32_t at = page; !counted && at <= pages; at += page) {
		allocate(a, page, depth + at - page);
		buf_str(a->out, "\tmovq $0, (%rsp)\n");
	}
	if (counted) {
		buf_printf(a->out, "\tleaq -%u(%%rsp), %%r11\n", pages);
		if (!pointer)
			buf_printf(a->out, "\t.cfi_def_cfa %%r11, %u\n",
				   depth + pages);
		buf_printf(a->out,
			   "%sprobe:\n\tsubq $%u, %%rsp\n"
			   "\tmovq $0, (%%rsp)\n\tcmpq %%r11, %%rsp\n"
			   "\tjne %sprobe\n",
			   a->local, page, a->local);
		if (!pointer)
			buf_str(a->out, "\t.cfi_def_cfa_register %rsp\n");
	}
	if (size > pages)
		allocate(a, size - pages, depth + pages);
}

bool
x86_prologue(Asm *a)
{
	const Frame *fr = &a->frame;
	unsigned depth = 8;

	if (fr->pointer) {
		depth = 16;
		buf_str(a->out, "\tpushq %rbp\n\t.cfi_def_cfa_offset 16\n"
				"\t.cfi_offset %rbp, -16\n\tmovq %rsp, %rbp\n"
				"\t.cfi_def_cfa_register %rbp\n");
	}
	for (unsigned i = 0; i < fr->nsaved; i++) {
		depth += 8;
		buf_printf(a->out, "\tpushq %s\n",
			   asm_reg_text(a, fr->saved[i]));
		if (!fr->pointer)
			buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n", depth);
		buf_printf(a->out, "\t.cfi_offset %s, -%u\n",
			   asm_reg_text(a, fr->saved[i]), depth);
	}
	if (fr->local_size >= 4096 && func_attribute(a->f, "probe-stack"))
		probe(a, fr->local_size, depth);
	else if (fr->local_size)
		allocate(a, fr->local_size, depth);
	if (fr->realign)
		buf_printf(a->out, "\tandq $-%u, %%rsp\n", fr->align);
	if (fr->based)
		buf_str(a->out, "\tmovq %rsp, %rbx\n");
	move_stored(a, false);
	return true;
}

bool
x86_epilogue(Asm *a, const Insn *insn)
{
	const Frame *fr = &a->frame;
	unsigned depth = 8 + 8 * fr->nsaved;

	(void)insn;
	buf_str(a->out, "\t.cfi_remember_state\n");
	move_stored(a, true);
	if ((fr->moves || fr->realign) && !fr->nsaved)
		buf_str(a->out, "\tmovq %rbp, %rsp\n");
	else if (fr->moves || fr->realign)
		buf_printf(a->out, "\tleaq -%u(%%rbp), %%rsp\n",
			   8 * fr->nsaved);
	else if (fr->local_size)
		buf_printf(a->out, "\taddq $%u, %%rsp\n", fr->local_size);
	if (!fr->pointer && fr->local_size)
		buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n", depth);
	for (unsigned i = fr->nsaved; i--;) {
		depth -= 8;
		buf_printf(a->out, "\tpopq %s\n",
			   asm_reg_text(a, fr->saved[i]));
		if (!fr->pointer)
			buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n", depth);
	}
	if (fr->pointer)
		buf_str(a->out, "\tpopq %rbp\n\t.cfi_def_cfa %rsp, 8\n");
	return true;
}

void
x86_returned(Asm *a)
{
	if (asm_has_frame(a))
		buf_str(a->out, "\t.cfi_restore_state\n");
}

/* The stack pointer has gone down by SIZE, or up again.  How far it is from the
 * top is said as a whole: LLVM's assembler counts .cfi_adjust_cfa_offset from
 * where the last epilogue ended, not from what .cfi_restore_state brought
 * back. */
static void
moved(Asm *a, int32_t size)
{
	const Frame *fr = &a->frame;

	a->pushed += size;
	if (size && !fr->pointer)
		buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n",
			   8 + 8 * fr->nsaved + fr->local_size +
				   (uint32_t)a->pushed);
}

/* An exception out of the call must give the room back: DW_CFA_GNU_args_size
 * says how much it is. */
void
x86_call_frame(Asm *a, uint32_t size, uint32_t later, bool open)
{
	uint32_t left = open ? size : 0;

	if (open && size > later)
		buf_printf(a->out, "\tsubq $%u, %%rsp\n", size - later);
	else if (!open)
		buf_printf(a->out, "\taddq $%u, %%rsp\n", size);
	moved(a, open ? (int32_t)(size - later) : -(int32_t)size);
	if (!a->eh)
		return;
	for (buf_str(a->out, "\t.cfi_escape 0x2e"); left > 127; left >>= 7)
		buf_printf(a->out, ", 0x%x", 0x80 | (left & 127));
	buf_printf(a->out, ", %u\n", left);
}

void
x86_freed(Asm *a, uint32_t size)
{
	buf_printf(a->out, "\tsubq $%u, %%rsp\n", size);
}

void
x86_pushed(Asm *a, const Insn *insn)
{
	const char *name = insn_opcode_name(a->f, insn);

	if (*name == 'P' && !strncmp(name, "PUSH64", 6))
		moved(a, 8);
}
