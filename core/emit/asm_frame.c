/*
 * Prologues, epilogues and call frames: what all machines share.
 */
#include "core/emit/asm_internal.h"

#include <stdio.h>
#include <string.h>

/* Is WORD the function's calling convention, or an attribute of it, or ""? */
static bool
has_convention(const Func *f, const char *word)
{
	char blanks[64];

	snprintf(blanks, sizeof(blanks), " %s ", word);
	return !*word || asm_linkage(f, blanks) || func_attribute(f, word);
}

void
asm_convention(Asm *a)
{
	const Target *t = a->t;
	uint32_t i;

	for (i = 0; i < t->n_conventions && !a->f->traits.has_callee_saved;
	     i++) {
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
	a->naked = func_attribute(a->f, "naked");
	return !a->hooks->rules || a->hooks->rules(a);
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
	Slice s = f->blocks.at[0].liveins;

	for (; s.start < s.end; s.start++)
		if (target_overlap(f->target, f->liveins.at[s.start].reg, reg))
			return true;
	return false;
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
	if (a->hooks->frame.call)
		a->hooks->frame.call(a, size, later, open);
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
