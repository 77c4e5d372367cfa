/*
 * Slot indexes: numbering in layout order.
 */
#include "core/model/slots.h"

#include <stdio.h>

void
slots_number(Slots *s, const Func *f, Arena *arena)
{
	uint32_t max = f->insns.n + f->blocks.n, pos = 0;
	BlockId b;
	InsnId i;

	s->insn_pos = ARENA_RAW(arena, uint32_t, f->insns.n + 1);
	s->pos_insn = ARENA_RAW(arena, InsnId, max + 1);
	s->pos_block = ARENA_RAW(arena, BlockId, max + 1);
	s->block_start = ARENA_RAW(arena, SlotIdx, f->blocks.n + 1);
	for (b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		s->block_start[b] = slot_at(pos, SLOT_BLOCK);
		s->pos_insn[pos] = NONE;
		s->pos_block[pos++] = b;
		for (i = block->first; i < block->end; i++) {
			if (!(f->insns.at[i].flags &
			      (INSN_DEBUG | INSN_BUNDLED | INSN_PARALLEL))) {
				s->pos_insn[pos] = i;
				s->pos_block[pos++] = b;
			}
			s->insn_pos[i] = pos - 1;
		}
	}
	s->block_start[b] = slot_at(pos, SLOT_BLOCK);
	s->npos = pos;
}

char *
slot_format(SlotIdx at, char *buf)
{
	snprintf(buf, 16, "%llu%c", (unsigned long long)(at >> 2) * 16,
		 "Berd"[at & 3]);
	return buf;
}
