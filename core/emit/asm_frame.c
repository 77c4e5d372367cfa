/*
 * Prologues, epilogues and call frames as text.
 */
#include "core/emit/asm_internal.h"

#include <stdio.h>
#include <string.h>

/* Can the registers of the function's own list be saved? */
static bool
x86_list_saves(Asm *a)
{
	static const char *const classes[] = {"gr64", "vr128", "vr256",
					      "vr512"};
	const Func *f = a->f;
	uint32_t i, k;

	for (i = 0; i < f->callee_saved.n; i++) {
		RegId r = f->callee_saved.at[i];

		for (k = 0; k < 4; k++)
			if (target_class_has(a->t,
					     target_class(a->t, classes[k],
							  strlen(classes[k])),
					     r))
				break;
		if (k == 4)
			return asm_error(a, f->name.at,
					 "no assembly that saves $%s",
					 target_str(a->t, a->t->regs[r].name));
	}
	return true;
}

/* Is WORD the function's calling convention, or an attribute of it, or ""? */
static bool
has_convention(const Func *f, const char *word)
{
	char blanks[64];

	snprintf(blanks, sizeof(blanks), " %s ", word);
	return !*word || asm_linkage(f, blanks) || func_attribute(f, word);
}

/* The registers that functions of its convention save, unless it has a list,
 * which leaves out what it returns. */
static void
convention_rules(Asm *a)
{
	const Target *t = a->t;
	uint32_t i;

	for (i = 0; i < t->n_conventions && !a->f->has_callee_saved; i++) {
		const Convention *c = &t->conventions[i];
		const char *feature = target_str(t, c->feature);

		if (!has_convention(a->f, target_str(t, c->of)) ||
		    (*feature && !func_has_feature(a->f, feature)))
			continue;
		a->rules.saved = t->reg_lists + c->saved.start;
		a->rules.nsaved = c->saved.end - c->saved.start;
		return;
	}
}

bool
asm_rules(Asm *a)
{
	const Func *f = a->f;
	uint32_t i;

	a->naked = func_attribute(f, "naked");
	if (a->machine == MACHINE_GCN) {
		asm_gcn_rules(a);
		convention_rules(a);
	}
	if (a->machine == MACHINE_X86) {
		a->rules = (FrameRules){.entry = 8, .save_frame = true};
		a->rules.base = target_reg(a->t, "rbx", 3);
		a->rules.pushed = 8;
		a->rules.pushes = true;
		convention_rules(a);
		return x86_list_saves(a);
	} else if (a->machine == MACHINE_ARM) {
		/* Argument registers stored next to the stack arguments. */
		int64_t low = 0;

		for (i = 0; i < f->fixed.n; i++)
			if (f->fixed.at[i].offset < low)
				low = f->fixed.at[i].offset;
		a->rules.entry = (unsigned)(-low + 7) & ~7u;
		a->rules.pointer = target_reg(a->t, a->thumb ? "r7" : "r11",
					      a->thumb ? 2 : 3);
		a->rules.base = target_reg(a->t, "r6", 2);
		a->rules.ranges = true;
	}
	return true;
}

/* Moves the vector registers saved among the objects. */
static void
x86_stored(Asm *a, bool load)
{
	const Frame *fr = &a->frame;
	const char *move = fr->stored_size > 16 ? "vmovups" : "movups";
	unsigned i;

	for (i = 0; i < fr->nstored; i++) {
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
x86_allocate(Asm *a, uint32_t size, uint32_t depth)
{
	buf_printf(a->out, "\tsubq $%u, %%rsp\n", size);
	if (!a->frame.pointer)
		buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n", depth + size);
}

/* Is REG live where the function starts? */
static bool
is_live_in(const Func *f, RegId reg)
{
	Slice s = f->blocks.at[0].liveins;

	for (; s.start < s.end; s.start++)
		if (target_overlap(f->target, f->liveins.at[s.start].reg, reg))
			return true;
	return false;
}

/* The same for functions that must touch every page of it in turn, so that the
 * page that guards the stack is not jumped over. */
static void
x86_probe(Asm *a, uint32_t size, uint32_t depth)
{
	const uint32_t page = 4096;
	uint32_t pages = size / page * page;
	bool counted = pages > 4 * page &&
		       !is_live_in(a->f, target_reg(a->t, "r11", 3));
	bool pointer = a->frame.pointer;
	uint32_t at;

	for (at = page; !counted && at <= pages; at += page) {
		x86_allocate(a, page, depth + at - page);
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
		x86_allocate(a, size - pages, depth + pages);
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
	if (fr->local_size >= 4096 && func_attribute(a->f, "probe-stack"))
		x86_probe(a, fr->local_size, depth);
	else if (fr->local_size)
		x86_allocate(a, fr->local_size, depth);
	if (fr->realign)
		buf_printf(a->out, "\tandq $-%u, %%rsp\n", fr->align);
	if (fr->based)
		buf_str(a->out, "\tmovq %rsp, %rbx\n");
	x86_stored(a, false);
}

/* Does the function move the stack pointer, or save anything? */
static bool
has_frame(const Frame *fr)
{
	return fr->pointer || fr->nsaved || fr->nstored || fr->local_size;
}

static void
x86_epilogue(Asm *a)
{
	const Frame *fr = &a->frame;
	unsigned i, depth = 8 + 8 * fr->nsaved;

	if (has_frame(fr))
		buf_str(a->out, "\t.cfi_remember_state\n");
	x86_stored(a, true);
	if ((fr->moves || fr->realign) && !fr->nsaved)
		buf_str(a->out, "\tmovq %rbp, %rsp\n");
	else if (fr->moves || fr->realign)
		buf_printf(a->out, "\tleaq -%u(%%rbp), %%rsp\n",
			   8 * fr->nsaved);
	else if (fr->local_size)
		buf_printf(a->out, "\taddq $%u, %%rsp\n", fr->local_size);
	if (!fr->pointer && fr->local_size)
		buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n", depth);
	for (i = fr->nsaved; i--;) {
		depth -= 8;
		buf_printf(a->out, "\tpopq %s\n",
			   asm_reg_text(a, fr->saved[i]));
		if (!fr->pointer)
			buf_printf(a->out, "\t.cfi_def_cfa_offset %u\n", depth);
	}
	if (fr->pointer)
		buf_str(a->out, "\tpopq %rbp\n\t.cfi_def_cfa %rsp, 8\n");
}

void
asm_returned(Asm *a)
{
	if (a->machine == MACHINE_X86 && !a->naked && has_frame(&a->frame))
		buf_str(a->out, "\t.cfi_restore_state\n");
}

/* sp = sp OP N, in pieces that an immediate can hold. */
static void
arm_adjust(Asm *a, const char *op, uint32_t n)
{
	while (n) {
		unsigned low = (unsigned)__builtin_ctz(n) & ~1u;
		uint32_t piece = n & 0xffu << low;

		if (a->thumb && n & 0xfff)
			piece = n & 0xfff;

		buf_printf(a->out, "\t%s sp, sp, #%u\n", op, piece);
		n -= piece;
	}
}

/* The saved core registers, or with DOUBLES the range of d registers, behind
 * OP; the same behind DIRECTIVE, if there is one. */
static void
arm_saved(Asm *a, const char *op, const char *directive, bool doubles)
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
	if (directive)
		arm_saved(a, directive, NULL, doubles);
}

/* A core register that holds nothing behind the prologue's pushes; 0: none. */
static RegId
arm_unused(const Asm *a)
{
	const Frame *fr = &a->frame;
	ClassId core = target_class(a->t, "rgpr", 4);
	RegId ip = target_reg(a->t, "r12", 3);
	unsigned i;

	for (i = 0; i < fr->nsaved; i++)
		if (target_class_has(a->t, core, fr->saved[i]) &&
		    fr->saved[i] != a->rules.pointer &&
		    !is_live_in(a->f, fr->saved[i]))
			return fr->saved[i];
	return is_live_in(a->f, ip) ? 0 : ip;
}

/* What unwinding adds to the stack pointer. */
static void
arm_pad(Asm *a, uint32_t n)
{
	if (n)
		buf_printf(a->out, "\t.pad #%u\n", n);
}

/* Rounds the stack pointer down, which no instruction of Thumb does to it. */
static bool
arm_realign(Asm *a)
{
	RegId reg = 0;
	const char *text;

	if (!a->thumb) {
		buf_printf(a->out, "\tbic sp, sp, #%u\n", a->frame.align - 1);
		return true;
	}
	reg = arm_unused(a);
	if (!reg)
		return asm_error(a, a->f->name.at,
				 "no register to align the stack with");
	text = asm_reg_text(a, reg);
	buf_printf(a->out, "\tmov %s, sp\n\tbfc %s, #0, #%d\n\tmov sp, %s\n",
		   text, text, __builtin_ctz(a->frame.align), text);
	return true;
}

static bool
arm_prologue(Asm *a)
{
	const Frame *fr = &a->frame;
	const char *fp = asm_reg_text(a, a->rules.pointer);

	arm_adjust(a, "sub", a->rules.entry);
	arm_pad(a, a->rules.entry);
	arm_saved(a, "push", ".save", false);
	arm_saved(a, "vpush", ".vsave", true);
	if (fr->pointer)
		buf_printf(a->out, "\tmov %s, sp\n\t.setfp %s, sp\n", fp, fp);
	arm_adjust(a, "sub", fr->local_size);
	if (!fr->pointer)
		arm_pad(a, fr->local_size);
	if (fr->realign && !arm_realign(a))
		return false;
	if (fr->based)
		buf_str(a->out, "\tmov r6, sp\n");
	return true;
}

static void
arm_epilogue(Asm *a)
{
	const Frame *fr = &a->frame;

	if (fr->pointer)
		buf_printf(a->out, "\tmov sp, %s\n",
			   asm_reg_text(a, a->rules.pointer));
	else
		arm_adjust(a, "add", fr->local_size);
	arm_saved(a, "vpop", NULL, true);
	arm_saved(a, "pop", NULL, false);
	arm_adjust(a, "add", a->rules.entry);
}

bool
asm_prologue(Asm *a)
{
	if (a->naked)
		return true;
	if (a->machine == MACHINE_X86)
		x86_prologue(a);
	else if (a->machine == MACHINE_ARM)
		return arm_prologue(a);
	else
		return asm_gcn_prologue(a);
	return true;
}

bool
asm_has_epilogue(const Asm *a, const Insn *insn)
{
	return insn_flags(a->f, insn) & OP_RETURN && !a->naked &&
	       ((a->machine == MACHINE_X86 && has_frame(&a->frame)) ||
		(a->machine == MACHINE_ARM &&
		 (has_frame(&a->frame) || a->rules.entry)) ||
		(a->machine == MACHINE_GCN && asm_gcn_has_epilogue(a)));
}

/* Is INSN under a condition? */
static bool
arm_conditional(const Asm *a, const Insn *insn)
{
	const Operand *o = insn_opnds(a->f, insn);
	Slice s = insn_desc(a->f, insn)->opnds;
	uint32_t k;

	for (k = 0; k < insn->nopnds && s.start + k < s.end; k++)
		if (a->t->opnd_descs[s.start + k].flags & OPDESC_PREDICATE)
			return o[k].kind == OPND_IMM &&
			       opnd_imm(a->f, &o[k]) != 14;
	return false;
}

bool
asm_epilogue(Asm *a, const Insn *insn)
{
	if (a->naked)
		return true;
	if (a->machine == MACHINE_ARM && asm_has_epilogue(a, insn) &&
	    arm_conditional(a, insn))
		return asm_error(a, insn->loc,
				 "a conditional return of a function with a "
				 "frame has no assembly");
	if (a->machine == MACHINE_X86)
		x86_epilogue(a);
	else if (a->machine == MACHINE_ARM)
		arm_epilogue(a);
	else if (asm_gcn_has_epilogue(a))
		asm_gcn_epilogue(a);
	return true;
}

/* The stack pointer has gone down by SIZE, or up again. */
static void
x86_moved(Asm *a, int32_t size)
{
	a->pushed += size;
	if (size && !a->frame.pointer)
		buf_printf(a->out, "\t.cfi_adjust_cfa_offset %d\n", size);
}

/* Room of SIZE bytes for a call's arguments, LATER of them pushed.  An
 * exception out of the call must give it back: DW_CFA_GNU_args_size says how
 * much that is. */
static void
x86_call_frame(Asm *a, uint32_t size, uint32_t later, bool open)
{
	uint32_t left = open ? size : 0;

	if (open && size > later)
		buf_printf(a->out, "\tsubq $%u, %%rsp\n", size - later);
	else if (!open)
		buf_printf(a->out, "\taddq $%u, %%rsp\n", size);
	x86_moved(a, open ? (int32_t)(size - later) : -(int32_t)size);
	if (!a->eh)
		return;
	for (buf_str(a->out, "\t.cfi_escape 0x2e"); left > 127; left >>= 7)
		buf_printf(a->out, ", 0x%x", 0x80 | (left & 127));
	buf_printf(a->out, ", %u\n", left);
}

bool
asm_call_frame(Asm *a, const Insn *insn, bool open)
{
	const Operand *o = insn_opnds(a->f, insn);
	uint32_t align = a->t->stack_align, size, later = 0;

	if (!(a->frame.moves || a->frame.pushes) || !insn->nopnds ||
	    o->kind != OPND_IMM)
		return true;
	size = ((uint32_t)opnd_imm(a->f, o) + align - 1) / align * align;
	if (!size)
		return true;
	if (a->rules.pushes && open && insn->nopnds > 2 &&
	    o[2].kind == OPND_IMM)
		later = (uint32_t)opnd_imm(a->f, &o[2]);
	if (a->machine == MACHINE_ARM)
		arm_adjust(a, open ? "sub" : "add", size);
	else
		x86_call_frame(a, size, later, open);
	return true;
}

void
asm_pushed(Asm *a, const Insn *insn)
{
	const char *name = target_str(a->t, insn_desc(a->f, insn)->name);

	if (a->machine == MACHINE_X86 && *name == 'P' &&
	    !strncmp(name, "PUSH64", 6))
		x86_moved(a, 8);
}
