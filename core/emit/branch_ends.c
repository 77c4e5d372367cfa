/*
 * How blocks end, and where branches lead.
 */
#include "core/emit/branches_internal.h"

Operand *
branches_jump(const Func *f, InsnId i)
{
	const Insn *insn = i == NONE ? NULL : func_insn(f, i);

	return insn && insn_flags(f, insn) & OP_BARRIER
		       ? insn_branch_target(f, insn)
		       : NULL;
}
