/*
 * Slot indexes: the positions of instructions in a function.
 *
 * Every block head and every instruction outside debug instructions has a
 * position, counted from 0 in layout order; bundled instructions share that of
 * their head, parallel copies that of the first.  A position has four slots.
 * Printed as LLVM prints them: position * 16 and a letter, 0B for the first
 * block's head, 16B for its first instruction.
 */
#ifndef REGALLOC_MODEL_SLOTS_H
#define REGALLOC_MODEL_SLOTS_H

#include "core/model/ir.h"

typedef uint32_t SlotIdx; /* position * 4 + slot */

enum {
	SLOT_BLOCK = 0, /* B: before the instruction; block start */
	SLOT_EARLY = 1, /* e: early-clobber definitions */
	SLOT_REG = 2,	/* r: uses end, definitions begin */
	SLOT_DEAD = 3,	/* d: end of dead definitions */
};

typedef struct {
	uint32_t npos;
	uint32_t *insn_pos;   /* by InsnId; debug: that of the insn before */
	InsnId *pos_insn;     /* by position; NONE for block heads */
	BlockId *pos_block;   /* by position */
	SlotIdx *block_start; /* by block, and one more for the end */
} Slots;

static inline SlotIdx
slot_at(uint32_t pos, unsigned slot)
{
	return pos * 4 + slot;
}

static inline SlotIdx
slot_of(const Slots *s, InsnId insn, unsigned slot)
{
	return s->insn_pos[insn] * 4 + slot;
}

static inline InsnId
slot_insn(const Slots *s, SlotIdx at)
{
	return s->pos_insn[at >> 2];
}

static inline BlockId
slot_block(const Slots *s, SlotIdx at)
{
	return s->pos_block[at >> 2];
}

/* The block of instruction I. */
static inline BlockId
slots_insn_block(const Slots *s, InsnId i)
{
	return s->pos_block[s->insn_pos[i]];
}

/* First slot of block B; of the next block: its end. */
static inline SlotIdx
slot_block_start(const Slots *s, BlockId b)
{
	return s->block_start[b];
}

static inline SlotIdx
slot_block_end(const Slots *s, BlockId b)
{
	return s->block_start[b + 1];
}

/* The numbers of F's instructions, in ARENA, for somebody to fill in who walks
 * over them anyway: slots_block for each block, then slots_insn for each of its
 * instructions, in order, and in the end slots_close. */
void slots_open(Slots *s, const Func *f, Arena *arena);

static inline void
slots_block(Slots *s, BlockId b)
{
	uint32_t pos = s->npos++;

	s->block_start[b] = slot_at(pos, SLOT_BLOCK);
	s->pos_insn[pos] = NONE;
	s->pos_block[pos] = b;
}

/* INSN is number I, in block B.  Returns its position. */
static inline uint32_t
slots_insn(Slots *s, const Insn *insn, InsnId i, BlockId b)
{
	uint32_t pos = s->npos;

	if (insn->flags & (INSN_DEBUG | INSN_BUNDLED | INSN_PARALLEL))
		return s->insn_pos[i] = pos - 1;
	s->pos_insn[pos] = i;
	s->pos_block[pos] = b;
	s->npos = pos + 1;
	return s->insn_pos[i] = pos;
}

/* There were N blocks. */
static inline void
slots_close(Slots *s, uint32_t n)
{
	s->block_start[n] = slot_at(s->npos, SLOT_BLOCK);
}

#endif
