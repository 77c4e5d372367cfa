/*
 * Slot indexes: numbering in layout order.
 */
#include "core/model/slots.h"

void
slots_open(Slots *s, const Func *f, Arena *arena)
{
	uint32_t max = f->insns.n + f->blocks.n;

	s->npos = 0;
	s->insn_pos = ARENA_RAW(arena, uint32_t, f->insns.n + 1);
	s->pos_insn = ARENA_RAW(arena, InsnId, max + 1);
	s->pos_block = ARENA_RAW(arena, BlockId, max + 1);
	s->block_start = ARENA_RAW(arena, SlotIdx, f->blocks.n + 1);
}
