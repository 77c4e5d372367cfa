/*
 * Operands are brought into the new order as well: those of what counts as
 * input are in order of instruction.
 */
#include "core/prepare/reorder.h"

#include "core/base/bits.h"

/* Put instruction FROM of IN, which is TO now, behind those of OUT; without its
 * kill marks if BLOCK_MOVED. */
static void
insn_move(const Func *in, Func *out, InsnId from, InsnId to, bool block_moved,
	  Arena *arena)
{
	Insn insn = *func_insn(in, from);
	const Operand *o = insn_opnds(in, &insn);

	insn.opnd0 = out->opnds.n;
	insn.origin = to;
	for (uint32_t k = 0; k < insn.nopnds; k++) {
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
	InsnId *to = NULL;

	if (in->call_sites.n)
		to = ARENA_RAW(arena, InsnId, in->insns.n);
	FOR_VEC(Block, block, in->blocks) {
		bool moved = false;

		for (InsnId i = block->first; i < block->end; i++) {
			moved |= order[i] != i;
			if (to)
				to[order[i]] = i;
		}
		for (InsnId i = block->first; i < block->end; i++)
			insn_move(in, out, order[i], i, moved, arena);
	}
	for (InsnId i = 0; i < in->call_sites.n; i++)
		out->call_sites.at[i].insn = to[in->call_sites.at[i].insn];
	return out;
}

void
order_compose(InsnId *order, const InsnId *next, uint32_t n, Arena *tmp)
{
	const InsnId *old =
		arena_copy(tmp, order, n * sizeof(*order), n * sizeof(*order));

	for (uint32_t i = 0; i < n; i++)
		order[i] = old[next[i]];
}

uint64_t *
func_put_away(Func *f)
{
	uint64_t *kills = ARENA_NEW(f->arena, uint64_t, BITS_WORDS(f->opnds.n));
	uint32_t n = 0;

	FOR_VEC(Insn, insn, f->insns) {
		const Operand *o = insn_opnds(f, insn);

		for (uint32_t k = 0; k < insn->nopnds; k++, n++)
			if (o[k].flags & OPND_KILL)
				bits_add(kills, n);
	}
	func_discard_code(f);
	return kills;
}

void
func_take_back(Func *f, const Func *in, const InsnId *from,
	       const uint64_t *kills, Arena *tmp)
{
	InsnId *at = ARENA_RAW(tmp, InsnId, in->insns.n + 1);

	VEC_RESERVE(f->arena, f->insns, in->insns.n + 1);
	VEC_RESERVE(f->arena, f->opnds, in->opnds.n + 1);
	for (InsnId i = 0; i < in->insns.n; i++)
		at[from[i]] = i;
	for (InsnId i = 0; i < in->insns.n; i++) {
		insn_move(in, f, at[i], i, false, f->arena);
		for (uint32_t k = f->insns.at[i].opnd0; k < f->opnds.n; k++)
			if (bits_has(kills, k))
				f->opnds.at[k].flags |= OPND_KILL;
	}
}
