/*
 * Prologues, epilogues and call frames: what all machines share.
 */
#include "core/emit/asm_internal.h"

bool
asm_rules(Asm *a)
{
	a->naked = func_attribute(a->f, "naked");
	return (!a->hooks->rules || a->hooks->rules(a)) && asm_convention(a);
}

bool
asm_has_frame(const Asm *a)
{
	const Frame *fr = &a->frame;

	return fr->pointer || fr->nsaved || fr->nstored || fr->local_size;
}

bool
asm_is_live_in(const Func *f, RegId reg)
{
	return block_has_livein(f, 0, reg);
}

bool
asm_prologue(Asm *a)
{
	return a->naked || !a->hooks->frame.prologue ||
	       a->hooks->frame.prologue(a);
}

bool
asm_has_epilogue(const Asm *a, const Insn *insn)
{
	return insn_flags(a->f, insn) & OP_RETURN && !a->naked &&
	       a->hooks->frame.has_epilogue && a->hooks->frame.has_epilogue(a);
}

bool
asm_epilogue(Asm *a, const Insn *insn)
{
	return !asm_has_epilogue(a, insn) || !a->hooks->frame.epilogue ||
	       a->hooks->frame.epilogue(a, insn);
}

void
asm_returned(Asm *a)
{
	if (!a->naked && a->hooks->frame.returned)
		a->hooks->frame.returned(a);
}

bool
asm_call_frame(Asm *a, const Insn *insn, bool open)
{
	const Operand *o = insn_opnds(a->f, insn);
	uint32_t align = a->t->stack_align, later = 0;

	if (!(a->frame.moves || a->frame.pushes) || !insn->nopnds ||
	    o->kind != OPND_IMM)
		return true;
	uint32_t size =
		((uint32_t)opnd_imm(a->f, o) + align - 1) / align * align;
	if (!size)
		return true;
	if (a->rules.pushes && open && insn->nopnds > 2 &&
	    o[2].kind == OPND_IMM)
		later = (uint32_t)opnd_imm(a->f, &o[2]);
	if (a->hooks->frame.call)
		a->hooks->frame.call(a, size, later, open);
	return true;
}

/* Bytes of its arguments that call I, whose block ends before END, has freed
 * when it returns: the second operand of what closes its frame. */
static int64_t
freed_by(const Func *f, InsnId i, InsnId end)
{
	for (i++; i < end; i++) {
		const Insn *insn = func_insn(f, i);
		uint32_t flags = insn_flags(f, insn);
		const Operand *o = insn_opnds(f, insn);

		if (flags & (OP_CALL | OP_FRAME_OPEN))
			break;
		if (flags & OP_FRAME_CLOSE)
			return insn->nopnds > 1 && o[1].kind == OPND_IMM
				       ? opnd_imm(f, &o[1])
				       : 0;
	}
	return 0;
}

bool
asm_behind_call(Asm *a, InsnId i, InsnId end)
{
	int64_t freed = freed_by(a->f, i, end);

	if (freed <= 0) /* some machines say -1 for none */
		return true;
	if (!a->hooks->frame.freed)
		return asm_error(a, func_insn(a->f, i)->loc,
				 "a call that frees its arguments has no "
				 "assembly");
	a->hooks->frame.freed(a, (uint32_t)freed);
	return true;
}

bool
asm_tail_call(Asm *a, const AsmInsn *insn)
{
	return !insn->n || !insn->o[insn->n - 1].number ||
	       asm_error(a, insn->loc,
			 "a tail call with more arguments in memory than its "
			 "caller has no assembly");
}
