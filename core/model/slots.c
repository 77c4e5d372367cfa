/*
 * Slot indexes: numbering in layout order.
 */
#include "core/model/slots.h"

#include <stdio.h>

void
slots_number(Slots *s, const Func *f, Arena *arena)
{
	uint32_t max = f->insns.n + f->blocks.n, pos = 0;
	uint32_t *insn_pos = ARENA_RAW(arena, uint32_t, f->insns.n + 1);
	InsnId *pos_insn = ARENA_RAW(arena, InsnId, max + 1), i;
	BlockId *pos_block = ARENA_RAW(arena, BlockId, max + 1), b;

	s->insn_pos = insn_pos;
	s->pos_insn = pos_insn;
	s->pos_block = pos_block;
	s->block_start = ARENA_RAW(arena, SlotIdx, f->blocks.n + 1);
	for (b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];
		const Insn *insn = f->insns.at + block->first;
		InsnId end = block->end;

		s->block_start[b] = slot_at(pos, SLOT_BLOCK);
		pos_insn[pos] = NONE;
		pos_block[pos] = b;
		for (i = block->first; i < end; i++, insn++) {
			if (!(insn->flags &
			      (INSN_DEBUG | INSN_BUNDLED | INSN_PARALLEL))) {
				pos_insn[++pos] = i;
				pos_block[pos] = b;
			}
			insn_pos[i] = pos;
		}
		pos++;
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
