/*
 * AArch64 prologues, epilogues and call frames, with what unwinding must know
 * of them.
 *
 * From below: the frame record (frame pointer and return address), the other
 * core registers, the vector registers; in pairs.
 */
#include "targets/aarch64/asm.h"

/* A register saved, or two side by side. */
typedef struct {
	RegId reg, next; /* NEXT: 0 if alone */
	uint32_t at;	 /* from below */
	uint32_t bytes;	 /* of one */
} Saved;

bool
a64_rules(Asm *a)
{
	a->rules.base = target_reg(a->t, "x19", 3);
	a->rules.saved_align = 16;
	a->rules.record = true;
	return true;
}

/* The registers in the order of their places; returns how many. */
static unsigned
in_order(const Asm *a, RegId *out)
{
	const Frame *fr = &a->frame;
	RegId first[] = {a->t->frame_pointer, a->t->link_register};
	unsigned n = 0;

	for (unsigned k = 0; k < 2; k++)
		for (unsigned i = 0; i < fr->nsaved; i++)
			if (fr->saved[i] == first[k])
				out[n++] = first[k];
	for (unsigned i = 0; i < fr->nsaved; i++)
		if (fr->saved[i] != first[0] && fr->saved[i] != first[1])
			out[n++] = fr->saved[i];
	return n;
}

/* What is saved by one instruction each; returns how many. */
static unsigned
saved_pairs(const Asm *a, Saved *out)
{
	RegId *regs = ARENA_RAW(a->line, RegId, FRAME_SAVED);
	unsigned n = in_order(a, regs), pairs = 0;
	uint32_t at = 0;

	for (unsigned i = 0; i < n; i++) {
		uint32_t bytes = frame_reg_bytes(a->t, regs[i]);
		bool pair = i + 1 < n && *asm_reg_text(a, regs[i]) ==
						 *asm_reg_text(a, regs[i + 1]);

		at = (at + bytes - 1) / bytes * bytes;
		out[pairs++] =
			(Saved){regs[i], pair ? regs[i + 1] : 0, at, bytes};
		at += pair ? 2 * bytes : bytes;
		i += pair;
	}
	return pairs;
}

/* "stp x29, x30, [sp" or, if it is to LOAD, "ldp x29, x30, [sp". */
static void
move_begin(Asm *a, const Saved *s, bool load)
{
	buf_printf(a->out, "\t%s%c %s", load ? "ld" : "st", s->next ? 'p' : 'r',
		   asm_reg_text(a, s->reg));
	if (s->next)
		buf_printf(a->out, ", %s", asm_reg_text(a, s->next));
	buf_str(a->out, ", [sp");
}

/* sp = sp OP N, in pieces that an immediate can hold. */
static void
adjust(Asm *a, const char *op, uint32_t n)
{
	while (n) {
		uint32_t piece = n & 0xfff ? n & 0xfff : n & 0xfff000;

		if (!piece)
			piece = n > 0xfff000 ? 0xfff000 : n;
		buf_printf(a->out, "\t%s sp, sp, #%u\n", op, piece);
		n -= piece;
	}
}

static void
tell_saved(Asm *a, const Saved *s)
{
	int32_t top = (int32_t)(s->at - a->frame.saved_size);

	buf_printf(a->out, "\t.cfi_offset %s, %d\n", asm_reg_text(a, s->reg),
		   top);
	if (s->next)
		buf_printf(a->out, "\t.cfi_offset %s, %d\n",
			   asm_reg_text(a, s->next), top + (int32_t)s->bytes);
}

/* Can the first of them also move the stack pointer past all? */
static bool
moves_stack(const Asm *a, const Saved *first)
{
	return a->frame.saved_size <= (first->next ? 504u : 255u);
}

static void
save_registers(Asm *a)
{
	const Frame *fr = &a->frame;
	Saved *s = ARENA_RAW(a->line, Saved, FRAME_SAVED);
	unsigned n = saved_pairs(a, s);

	if (!n)
		return;
	if (!moves_stack(a, s))
		adjust(a, "sub", fr->saved_size);
	move_begin(a, s, false);
	if (moves_stack(a, s))
		buf_printf(a->out, ", #-%u]!\n", fr->saved_size);
	else
		buf_str(a->out, "]\n");
	buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n", fr->saved_size);
	for (unsigned i = 1; i < n; i++) {
		move_begin(a, &s[i], false);
		buf_printf(a->out, ", #%u]\n", s[i].at);
	}
	if (fr->pointer)
		buf_printf(a->out, "\tmov x29, sp\n\t.cfi_def_cfa x29, %u\n",
			   fr->saved_size);
	for (unsigned i = 0; i < n; i++)
		tell_saved(a, &s[i]);
}

/* Rounds the stack pointer down behind room for the objects. */
static bool
realign(Asm *a)
{
	const Frame *fr = &a->frame;

	if (asm_is_live_in(a->f, target_reg(a->t, "x16", 3)))
		return asm_error(a, a->f->name.at,
				 "no register to align the stack with");
	adjust(a, "sub", fr->local_size);
	buf_printf(a->out, "\tmov x16, sp\n\tand sp, x16, #-%u\n", fr->align);
	return true;
}

bool
a64_prologue(Asm *a)
{
	const Frame *fr = &a->frame;

	a64_sign(a);
	save_registers(a);
	if (fr->realign) {
		if (!realign(a))
			return false;
	} else if (fr->local_size) {
		adjust(a, "sub", fr->local_size);
		if (!fr->pointer)
			buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n",
				   fr->saved_size + fr->local_size);
	}
	if (fr->based)
		buf_str(a->out, "\tmov x19, sp\n");
	return true;
}

/* Loads the N that S tells again. */
static void
load_registers(Asm *a, const Saved *s, unsigned n)
{
	uint32_t size = a->frame.saved_size;

	for (unsigned i = n; i--;) {
		move_begin(a, &s[i], true);
		if (i)
			buf_printf(a->out, ", #%u]\n", s[i].at);
		else if (moves_stack(a, s))
			buf_printf(a->out, "], #%u\n", size);
		else
			buf_str(a->out, "]\n");
	}
	if (n && !moves_stack(a, s))
		adjust(a, "add", size);
	if (n)
		buf_str(a->out, "\t.cfi_def_cfa_offset 0\n");
	for (unsigned i = 0; i < n; i++) {
		buf_printf(a->out, "\t.cfi_restore %s\n",
			   asm_reg_text(a, s[i].reg));
		if (s[i].next)
			buf_printf(a->out, "\t.cfi_restore %s\n",
				   asm_reg_text(a, s[i].next));
	}
}

bool
a64_has_epilogue(const Asm *a)
{
	return asm_has_frame(a) || a64_signs(a);
}

bool
a64_epilogue(Asm *a, const Insn *insn)
{
	const Frame *fr = &a->frame;
	Saved *s = ARENA_RAW(a->line, Saved, FRAME_SAVED);

	(void)insn;
	buf_str(a->out, "\t.cfi_remember_state\n");
	if (fr->moves || fr->realign)
		buf_str(a->out, "\tmov sp, x29\n");
	else
		adjust(a, "add", fr->local_size);
	if (asm_has_frame(a))
		buf_printf(a->out, "\t.cfi_def_cfa sp, %u\n", fr->saved_size);
	load_registers(a, s, saved_pairs(a, s));
	a64_authenticate(a);
	return true;
}

void
a64_returned(Asm *a)
{
	if (a64_has_epilogue(a))
		buf_str(a->out, "\t.cfi_restore_state\n");
}

/* There is a frame pointer, from which unwinding goes on. */
void
a64_call_frame(Asm *a, uint32_t size, uint32_t later, bool open)
{
	(void)later;
	adjust(a, open ? "sub" : "add", size);
}

void
a64_freed(Asm *a, uint32_t size)
{
	adjust(a, "sub", size);
}
