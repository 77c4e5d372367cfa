/*
 * Operands are brought into the new order as well: those of what counts as
 * input are in order of instruction.
 */
#include "core/prepare/reorder.h"

/* Put instruction FROM of IN, which is TO now, behind those of OUT; without its
 * kill marks if BLOCK_MOVED. */
static void
insn_move(const Func *in, Func *out, InsnId from, InsnId to, bool block_moved,
	  Arena *arena)
{
	Insn insn = *func_insn(in, from);
	const Operand *o = insn_opnds(in, &insn);
	uint32_t k;

	insn.opnd0 = out->opnds.n;
	insn.origin = to;
	for (k = 0; k < insn.nopnds; k++) {
		Operand copy = o[k];

		if (block_moved && opnd_is_reg(&copy))
			copy.flags &= (uint16_t)~OPND_KILL;
		VEC_PUSH(arena, out->opnds, copy);
	}
	VEC_PUSH(arena, out->insns, insn);
}

Func *
func_reordered(const Func *in, const InsnId *order, Arena *arena)
{
	Func *out = func_like(in, in->insns.n, in->opnds.n, arena);
	InsnId *to = ARENA_RAW(arena, InsnId, in->insns.n + 1), i;
	BlockId b;

	for (b = 0; b < in->blocks.n; b++) {
		const Block *block = &in->blocks.at[b];
		bool moved = false;

		for (i = block->first; i < block->end; i++) {
			to[order[i]] = i;
			moved |= order[i] != i;
		}
		for (i = block->first; i < block->end; i++)
			insn_move(in, out, order[i], i, moved, arena);
	}
	for (i = 0; i < in->call_sites.n; i++)
		out->call_sites.at[i].insn = to[in->call_sites.at[i].insn];
	return out;
}
