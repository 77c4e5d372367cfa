/*
 * ARM prologues, epilogues and call frames, with what unwinding must know of
 * them.
 */
#include "targets/arm/asm.h"

bool
arm_rules(Asm *a)
{
	/* Argument registers stored next to the stack arguments. */
	const Func *f = a->f;
	bool thumb = is_thumb(a);
	int64_t low = 0;
	uint32_t i;

	for (i = 0; i < f->fixed.n; i++)
		if (f->fixed.at[i].offset < low)
			low = f->fixed.at[i].offset;
	a->rules.entry = (unsigned)(-low + 7) & ~7u;
	a->rules.pointer =
		target_reg(a->t, thumb ? "r7" : "r11", thumb ? 2 : 3);
	a->rules.base = target_reg(a->t, "r6", 2);
	a->rules.ranges = true;
	return true;
}

/* sp = sp OP N, in pieces that an immediate can hold. */
static void
adjust(Asm *a, const char *op, uint32_t n)
{
	while (n) {
		unsigned low = (unsigned)__builtin_ctz(n) & ~1u;
		uint32_t piece = n & 0xffu << low;

		if (is_thumb(a) && n & 0xfff)
			piece = n & 0xfff;

		buf_printf(a->out, "\t%s sp, sp, #%u\n", op, piece);
		n -= piece;
	}
}

/* The saved core registers, or with DOUBLES the range of d registers, behind
 * OP; the same behind DIRECTIVE, if there is one. */
static void
move_saved(Asm *a, const char *op, const char *directive, bool doubles)
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
		move_saved(a, directive, NULL, doubles);
}

/* A core register that holds nothing behind the prologue's pushes; 0: none. */
static RegId
unused(const Asm *a)
{
	const Frame *fr = &a->frame;
	ClassId core = target_class(a->t, "rgpr", 4);
	RegId ip = target_reg(a->t, "r12", 3);
	unsigned i;

	for (i = 0; i < fr->nsaved; i++)
		if (target_class_has(a->t, core, fr->saved[i]) &&
		    fr->saved[i] != a->rules.pointer &&
		    !asm_is_live_in(a->f, fr->saved[i]))
			return fr->saved[i];
	return asm_is_live_in(a->f, ip) ? 0 : ip;
}

/* What unwinding adds to the stack pointer. */
static void
pad(Asm *a, uint32_t n)
{
	if (n)
		buf_printf(a->out, "\t.pad #%u\n", n);
}

/* Rounds the stack pointer down, which no instruction of Thumb does to it. */
static bool
realign(Asm *a)
{
	RegId reg = 0;
	const char *text;

	if (!is_thumb(a) && a->frame.align > 256 && arm_has_halves(a)) {
		buf_printf(a->out, "\tbfc sp, #0, #%d\n",
			   __builtin_ctz(a->frame.align));
		return true;
	}
	if (!is_thumb(a)) {
		uint32_t below = a->frame.align - 1;
		int i;

		for (i = 0; below >> i; i += 8)
			buf_printf(a->out, "\tbic sp, sp, #%u\n",
				   below & 0xffu << i);
		return true;
	}
	reg = unused(a);
	if (!reg)
		return asm_error(a, a->f->name.at,
				 "no register to align the stack with");
	text = asm_reg_text(a, reg);
	buf_printf(a->out, "\tmov %s, sp\n\tbfc %s, #0, #%d\n\tmov sp, %s\n",
		   text, text, __builtin_ctz(a->frame.align), text);
	return true;
}

bool
arm_prologue(Asm *a)
{
	const Frame *fr = &a->frame;
	const char *fp = asm_reg_text(a, a->rules.pointer);

	adjust(a, "sub", a->rules.entry);
	pad(a, a->rules.entry);
	move_saved(a, "push", ".save", false);
	move_saved(a, "vpush", ".vsave", true);
	if (fr->pointer)
		buf_printf(a->out, "\tmov %s, sp\n\t.setfp %s, sp\n", fp, fp);
	adjust(a, "sub", fr->local_size);
	if (!fr->pointer)
		pad(a, fr->local_size);
	if (fr->realign && !realign(a))
		return false;
	if (fr->based)
		buf_str(a->out, "\tmov r6, sp\n");
	return true;
}

bool
arm_has_epilogue(const Asm *a)
{
	return asm_has_frame(a) || a->rules.entry;
}

/* Is INSN under a condition? */
static bool
is_conditional(const Asm *a, const Insn *insn)
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
arm_epilogue(Asm *a, const Insn *insn)
{
	const Frame *fr = &a->frame;

	if (is_conditional(a, insn))
		return asm_error(a, insn->loc,
				 "a conditional return of a function with a "
				 "frame has no assembly");
	if (fr->pointer)
		buf_printf(a->out, "\tmov sp, %s\n",
			   asm_reg_text(a, a->rules.pointer));
	else
		adjust(a, "add", fr->local_size);
	move_saved(a, "vpop", NULL, true);
	move_saved(a, "pop", NULL, false);
	adjust(a, "add", a->rules.entry);
	return true;
}

void
arm_call_frame(Asm *a, uint32_t size, uint32_t later, bool open)
{
	(void)later;
	adjust(a, open ? "sub" : "add", size);
}
