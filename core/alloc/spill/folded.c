/*
 * Instructions that use slots themselves: no interval lists them any more.
 */
#include "core/alloc/spill/fold.h"
#include "core/alloc/spill/spill.h"
#include "core/base/search.h"
#include "core/base/sort.h"

FoldedUses
folded_find(const Scan *s, Arena *arena)
{
	VEC(uint64_t) uses = {0};

	for (InsnId i = 0; i < s->f->insns.n; i++) {
		const Insn *insn = func_insn(s->f, i);
		const Operand *o = insn_opnds(s->f, insn);

		for (uint32_t k = 0;
		     s->folded[i] == FOLDED_SLOT && k < insn->nopnds; k++) {
			if (o[k].kind != OPND_VREG || s->regs.at[o[k].val])
				continue;
			uint64_t origin = s->intervals.at[o[k].val].origin;
			VEC_PUSH(arena, uses, origin << 32 | i);
		}
	}
	sort_numbers(uses.at, uses.n, arena);
	return (FoldedUses){uses.at, uses.n};
}

Slice
folded_of(const FoldedUses *uses, VregId origin)
{
	Slice of = {0, 0};

	SEARCH_FIRST(of.start, uses->n, uses->at[of.start] >> 32 < origin);
	of.end = of.start;
	while (of.end < uses->n && uses->at[of.end] >> 32 == origin)
		of.end++;
	return of;
}
