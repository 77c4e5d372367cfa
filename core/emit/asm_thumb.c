/*
 * Thumb-2: blocks of conditional instructions, operands in its shorter reach,
 * tables of jumps, and pseudo instructions of its own.
 *
 * Conditions of other instructions than branches come from an IT instruction
 * in front of up to four of them, each under its condition or the opposite
 * one.  An instruction that changes the flags ends nothing: every instruction
 * of a block looks at the flags as they are then.
 */
#include "core/emit/asm_internal.h"

#include <stdio.h>
#include <string.h>

enum { ALWAYS = 14 };

bool
asm_thumb_read(Asm *a)
{
	static const char *const small[] = {
		"armv4t",  "armv5t",  "armv5te",  "armv6",	 "armv6k",
		"armv6kz", "armv6-m", "armv6s-m", "armv8-m.base"};
	const Func *f = a->f;
	size_t i;

	a->thumb =
		a->machine == MACHINE_ARM && func_has_feature(f, "thumb-mode");
	if (!a->thumb)
		return true;
	for (i = 0; i < sizeof(small) / sizeof(*small); i++)
		if (func_has_feature(f, small[i]))
			return asm_error(a, f->name.at,
					 "the first Thumb instruction set "
					 "(%s) has no assembly",
					 small[i]);
	return true;
}

unsigned
asm_arm_condition(const Asm *a, const AsmInsn *insn)
{
	const OpcodeDesc *d = &a->t->opcodes[insn->op];
	uint32_t k;

	for (k = 0; k < insn->n && d->opnds.start + k < d->opnds.end; k++)
		if (a->t->opnd_descs[d->opnds.start + k].flags &
		    OPDESC_PREDICATE)
			return insn->o[k].kind == ASM_NUMBER
				       ? (unsigned)insn->o[k].number
				       : ALWAYS;
	return ALWAYS;
}

/* One more instruction of the block: "t", its condition, or "e". */
static void
block_extend(Asm *a, char kind)
{
	AsmBlock *b = &a->block;
	char *at;

	buf_char(a->out, kind);
	at = a->out->at + b->at;
	memmove(at + 1, at, a->out->len - b->at - 1);
	*at = kind;
	b->at++;
	b->n++;
}

void
asm_thumb_block(Asm *a, const AsmInsn *insn, unsigned n)
{
	const OpcodeDesc *d = &a->t->opcodes[insn->op];
	unsigned cond = asm_arm_condition(a, insn), i = 0;
	AsmBlock *b = &a->block;

	if (cond >= ALWAYS ||
	    (d->flags & OP_BRANCH && !(d->flags & OP_INDIRECT_BRANCH)))
		return;
	if (b->end != a->out->len || b->n + n > 4 || (b->cond ^ cond) > 1) {
		buf_printf(a->out, "\tit %s\n", asm_arm_condition_name(cond));
		*b = (AsmBlock){.at = a->out->len - 4, .n = 1, .cond = cond};
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
asm_thumb_printed(Asm *a, const AsmInsn *insn, size_t start)
{
	const OpcodeDesc *d = &a->t->opcodes[insn->op];
	uint32_t flags = d->flags;

	if (!strncmp(target_str(a->t, d->name), "t2", 2) &&
	    !(flags & (OP_SIDE_EFFECTS | OP_CALL)))
		take_width(a->out, start);

	/* Whatever may leave the block is its last instruction. */
	a->block.end = a->block.open && !(flags & (OP_CALL | OP_TERMINATOR))
			       ? a->out->len
			       : 0;
	a->block.open = false;
}

/* Can a conditional branch miss its block? */
static bool
is_long(const Asm *a)
{
	return 24 * (uint64_t)a->f->insns.n > 900000;
}

bool
asm_thumb_pseudo(Asm *a, const AsmInsn *insn)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	unsigned cond = asm_arm_condition(a, insn);

	if (!strcmp(name, "t2IT"))
		return true; /* ours stand where they are needed */
	if (!strcmp(name, "TCRETURNdi")) {
		/* Narrow ones do not reach code of the other kind. */
		buf_str(a->out, "\tb.w ");
	} else if ((!strcmp(name, "t2Bcc") || !strcmp(name, "tBcc")) &&
		   cond < ALWAYS && is_long(a)) {
		uint32_t n = ++a->unique;

		buf_printf(a->out, "\tb%s %sskip%u\n\tb.w ",
			   asm_arm_condition_name(cond ^ 1), a->local, n);
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
asm_thumb_tables(Asm *a)
{
	const Func *f = a->f;
	uint32_t i, k;

	if (f->jump_tables.n)
		buf_str(a->out, "\t.balign 4\n");
	for (i = 0; i < f->jump_tables.n; i++) {
		const JumpTable *t = &f->jump_tables.at[i];

		buf_printf(a->out, "%sjt%u:\n", a->local, t->id);
		for (k = t->blocks.start; k < t->blocks.end; k++)
			buf_printf(a->out, "\tb.w %s\n",
				   asm_block_label(a, f->jump_blocks.at[k]));
	}
}
