/*
 * Thumb-2: blocks of conditional instructions, operands in its shorter reach,
 * tables of jumps, and pseudo instructions of its own.
 *
 * Conditions of other instructions than branches come from an IT instruction
 * in front of up to four of them, each under its condition or the opposite
 * one.  An instruction that changes the flags ends nothing: every instruction
 * of a block looks at the flags as they are then.
 */
#include "targets/arm/asm.h"

#include <stdio.h>
#include <string.h>

bool
thumb_begin(Asm *a)
{
	static const char *const small[] = {
		"armv4t",  "armv5t",  "armv5te",  "armv6",	 "armv6k",
		"armv6kz", "armv6-m", "armv6s-m", "armv8-m.base"};
	ArmAsm *arm = ARENA_NEW(a->tmp, ArmAsm, 1);
	size_t i;

	a->machine = arm;
	arm->thumb = func_has_feature(a->f, "thumb-mode");
	for (i = 0; arm->thumb && i < sizeof(small) / sizeof(*small); i++)
		if (func_has_feature(a->f, small[i]))
			return asm_error(a, a->f->name.at,
					 "the first Thumb instruction set "
					 "(%s) has no assembly",
					 small[i]);
	return true;
}

static ThumbBlock *
thumb_block(const Asm *a)
{
	return &((ArmAsm *)a->machine)->block;
}

/* One more instruction of the block: "t", its condition, or "e". */
static void
block_extend(Asm *a, char kind)
{
	ThumbBlock *b = thumb_block(a);
	char *at;

	buf_char(a->out, kind);
	at = a->out->at + b->at;
	memmove(at + 1, at, a->out->len - b->at - 1);
	*at = kind;
	b->at++;
	b->n++;
}

void
thumb_line_begin(Asm *a, const AsmInsn *insn, const char *text)
{
	const OpcodeDesc *d = target_desc(a->t, insn->op);
	unsigned cond = arm_condition(a, insn), n = 1, i = 0;
	ThumbBlock *b = thumb_block(a);

	if (!is_thumb(a) || cond >= ARM_ALWAYS ||
	    (d->flags & OP_BRANCH && !(d->flags & OP_INDIRECT_BRANCH)))
		return;
	for (; (text = strchr(text, '\n')); text++)
		n++;
	if (b->end != a->out->len || b->n + n > 4 || (b->cond ^ cond) > 1) {
		buf_printf(a->out, "\tit %s\n", arm_condition_name(cond));
		*b = (ThumbBlock){.at = a->out->len - 4, .n = 1, .cond = cond};
		i = 1;
	}
	for (; i < n; i++)
		block_extend(a, cond == b->cond ? 't' : 'e');
	b->open = true;
}

/* Takes ".w" out of the mnemonics in the text from START on: the assembler
 * knows which instructions have a narrow form that does the same. */
static void
take_width(Buf *out, size_t start)
{
	char *p = out->at + start, *to = p, *end = out->at + out->len;

	while (p < end) {
		if (end - p > 2 && !memcmp(p, ".w ", 3))
			p += 2;
		*to++ = *p++;
	}
	out->len = (size_t)(to - out->at);
}

void
thumb_line_end(Asm *a, const AsmInsn *insn, size_t start)
{
	const OpcodeDesc *d = target_desc(a->t, insn->op);
	ThumbBlock *b = thumb_block(a);

	if (!is_thumb(a))
		return;
	if (!strncmp(target_str(a->t, a->t->opcodes[insn->op].name), "t2", 2) &&
	    !(d->flags & (OP_SIDE_EFFECTS | OP_CALL)))
		take_width(a->out, start);

	/* Whatever may leave the block is its last instruction. */
	b->end = b->open && !(d->flags & (OP_CALL | OP_TERMINATOR))
			 ? a->out->len
			 : 0;
	b->open = false;
}

/* Can a conditional branch miss its block? */
static bool
is_long(const Asm *a)
{
	return 24 * (uint64_t)a->f->insns.n > 900000;
}

bool
thumb_pseudo(Asm *a, const AsmInsn *insn)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	unsigned cond = arm_condition(a, insn);

	if (!strcmp(name, "t2IT"))
		return true; /* ours stand where they are needed */
	if (!strcmp(name, "TCRETURNdi")) {
		/* Narrow ones do not reach code of the other kind. */
		buf_str(a->out, "\tb.w ");
	} else if ((!strcmp(name, "t2Bcc") || !strcmp(name, "tBcc")) &&
		   cond < ARM_ALWAYS && is_long(a)) {
		uint32_t n = ++a->unique;

		buf_printf(a->out, "\tb%s %sskip%u\n\tb.w ",
			   arm_condition_name(cond ^ 1), a->local, n);
		asm_symbol(a, &insn->o[0]);
		buf_printf(a->out, "\n%sskip%u:\n", a->local, n);
		return true;
	} else {
		return false;
	}
	asm_symbol(a, &insn->o[0]);
	buf_char(a->out, '\n');
	return true;
}

void
thumb_tables(Asm *a)
{
	const Func *f = a->f;
	uint32_t i, k;

	if (!is_thumb(a))
		return;
	if (f->jumps.tables.n)
		buf_str(a->out, "\t.balign 4\n");
	for (i = 0; i < f->jumps.tables.n; i++) {
		const JumpTable *t = &f->jumps.tables.at[i];

		buf_printf(a->out, "%sjt%u:\n", a->local, t->id);
		for (k = t->blocks.start; k < t->blocks.end; k++)
			buf_printf(a->out, "\tb.w %s\n",
				   asm_block_label(a, f->jumps.blocks.at[k]));
	}
}
