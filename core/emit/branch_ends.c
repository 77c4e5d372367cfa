/*
 * How blocks end, and where branches lead.
 */
#include "core/emit/branches_internal.h"

InsnId
branches_last(const Func *f, const Block *block, InsnId end)
{
	while (end > block->first)
		if (!(func_insn(f, --end)->flags & INSN_DEBUG))
			return end;
	return NONE;
}

Operand *
branches_target(const Func *f, const Insn *insn)
{
	Operand *found = NULL;
	uint32_t flags = insn_flags(f, insn);

	if (!(flags & OP_BRANCH) || flags & (OP_INDIRECT_BRANCH | OP_CALL) ||
	    insn->flags & (INSN_BUNDLE | INSN_BUNDLED | INSN_UNKNOWN))
		return NULL;
	FOR_OPNDS(o, f, insn) {
		if (o->kind != OPND_BLOCK)
			continue;
		if (found)
			return NULL;
		found = &f->opnds.at[insn->opnd0 +
				     (uint32_t)(o - insn_opnds(f, insn))];
	}
	return found;
}

Operand *
branches_jump(const Func *f, InsnId i)
{
	const Insn *insn = i == NONE ? NULL : func_insn(f, i);

	return insn && insn_flags(f, insn) & OP_BARRIER
		       ? branches_target(f, insn)
		       : NULL;
}
