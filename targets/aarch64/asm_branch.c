/*
 * AArch64 branches on conditions, which reach 32 KB or 1 MB: where their block
 * may be further away, they jump over a branch that gets there.
 *
 * An instruction of the machine IR is taken for four bytes if it cannot become
 * more than one; otherwise, and for assembly of the user's, for more than it
 * ever becomes.
 */
#include "targets/aarch64/asm.h"

#include <string.h>

/* Lines of the inline assembly INSN, or more. */
static uint32_t
inline_lines(const Asm *a, const Insn *insn)
{
	const Operand *o = insn_opnds(a->f, insn);
	uint32_t n = 1;

	if (!insn->nopnds || o->kind != OPND_SYMBOL)
		return n;
	Span text = opnd_text(a->f, o);
	const char *p = a->f->source->text + text.at;
	for (uint32_t i = 0; i < text.len; i++)
		n += p[i] == ';' || p[i] == '\\';
	return n;
}

static uint32_t
bytes_of(const Asm *a, const Insn *insn)
{
	uint32_t flags = insn_flags(a->f, insn);

	if (flags & (OP_META | OP_DEBUG))
		return 0;
	if (insn_is(a->f, insn, WK_INLINEASM) ||
	    insn_is(a->f, insn, WK_INLINEASM_BR))
		return 4 * inline_lines(a, insn) + 24 * A64_SPARES;
	if (flags & (OP_PSEUDO | OP_RETURN))
		return flags & OP_RETURN ? 256 : 64;
	FOR_OPNDS(o, a->f, insn)
		if (o->kind == OPND_STACK || o->kind == OPND_FIXED)
			return 32;
	return flags & OP_BRANCH ? 8 : 4;
}

bool
a64_read(Asm *a)
{
	const Func *f = a->f;
	A64Asm *m = a64(a);
	uint32_t b, at = 1024; /* the prologue */

	m->start = ARENA_RAW(a->tmp, uint32_t, f->blocks.n + 1);
	for (b = 0; b < f->blocks.n; b++) {
		at += f->blocks.at[b].align + 4 * m->marked;
		m->start[b] = at;
		for (InsnId i = f->blocks.at[b].first; i < f->blocks.at[b].end;
		     i++)
			at += bytes_of(a, func_insn(f, i));
	}
	m->start[f->blocks.n] = at;
	return true;
}

/* The block of instruction I. */
static BlockId
block_of(const Func *f, InsnId i)
{
	uint32_t low = 0, high = f->blocks.n;

	while (low + 1 < high) {
		uint32_t middle = (low + high) / 2;

		if (f->blocks.at[middle].first <= i)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* How far INSN, a branch to block TO, may have to reach, at most. */
static uint32_t
distance(const Asm *a, const Insn *insn, BlockId to)
{
	const uint32_t *start = a64(a)->start;
	BlockId b = block_of(a->f, (InsnId)(insn - a->f->insns.at));

	return to > b ? start[to] - start[b] : start[b + 1] - start[to];
}

bool
a64_branch(Asm *a, const Insn *source, AsmInsn *insn, bool *ok)
{
	static const char *const pairs[][2] = {{"cbz", "cbnz"},
					       {"tbz", "tbnz"}};
	const Operand *o = insn_opnds(a->f, source);
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	uint32_t last = source->nopnds, reach = *name == 'T' ? 32000 : 1000000;
	bool second = name[2] == 'N';

	*ok = true;
	while (last && o[last - 1].kind != OPND_BLOCK)
		last--;
	if (!last || insn->n < 2 || strchr("BCT", *name) == NULL ||
	    insn_flags(a->f, source) & OP_BARRIER ||
	    distance(a, source, o[last - 1].val) < reach)
		return false;
	AsmOpnd target = insn->o[last - 1];
	uint32_t n = ++a->unique;
	if (*name == 'B') {
		if (insn->o[0].number < 0 || insn->o[0].number > 13)
			return false;
		buf_printf(a->out, "\tb.%s",
			   a64_condition(insn->o[0].number ^ 1));
	} else {
		buf_printf(a->out, "\t%s %s", pairs[*name == 'T'][!second],
			   asm_reg_text(a, insn->o[0].reg));
		if (*name == 'T')
			buf_printf(a->out, ", #%d", (int)insn->o[1].number);
		buf_char(a->out, ',');
	}
	buf_printf(a->out, " %sskip%u\n\tb ", a->local, n);
	asm_symbol(a, &target);
	buf_printf(a->out, "\n%sskip%u:\n", a->local, n);
	return true;
}
