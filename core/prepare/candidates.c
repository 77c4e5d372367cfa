/*
 * Candidates, found in one walk.
 */
#include "core/prepare/candidates.h"

Candidates
candidates_find(const Func *f, Arena *tmp)
{
	OpcodeId copy = f->target->known[WK_COPY];
	OpcodeId undefined = f->target->known[WK_IMPLICIT_DEF];
	Candidates marks = {0};
	uint32_t n = f->insns.n;

	for (InsnId i = 0; i < n; i++) {
		const Insn *insn = func_insn(f, i);

		if (insn->op == copy && copy) {
			VEC_PUSH(tmp, marks.copies,
				 ((CopyMark){i, copy_is_between(f, insn),
					     copy_is_tied(f, i)}));
			continue;
		}
		if (insn->op == undefined && undefined)
			VEC_PUSH(tmp, marks.undefined, i);
		if (insn_flags(f, insn) & OP_REMATERIALIZABLE)
			VEC_PUSH(tmp, marks.computations, i);
	}
	return marks;
}
