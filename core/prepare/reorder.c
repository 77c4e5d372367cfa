/*
 * Operands are brought into the new order as well: those of what counts as
 * input are in order of instruction.
 */
#include "core/prepare/reorder.h"

#include "core/prepare/lower_internal.h"

Func *
func_reordered(const Func *in, const InsnId *order, Arena *arena)
{
	Func *out = func_emptied(in, 0, arena);
	InsnId *to = ARENA_RAW(arena, InsnId, in->insns.n + 1), i;
	uint32_t k;

	for (i = 0; i < in->insns.n; i++) {
		Insn insn = *func_insn(in, order[i]);
		const Operand *o = insn_opnds(in, &insn);

		insn.opnd0 = out->opnds.n;
		insn.origin = i;
		to[order[i]] = i;
		for (k = 0; k < insn.nopnds; k++) {
			Operand copy = o[k];

			if (opnd_is_reg(&copy))
				copy.flags &= (uint16_t)~OPND_KILL;
			VEC_PUSH(arena, out->opnds, copy);
		}
		VEC_PUSH(arena, out->insns, insn);
	}
	for (i = 0; i < in->call_sites.n; i++)
		out->call_sites.at[i].insn = to[in->call_sites.at[i].insn];
	return out;
}
