/*
 * Finds registers that hold nothing, for addresses that do not fit into an
 * instruction.  From the instruction on to the end of its block: who writes a
 * register without reading it before has no use for what it held.  What was
 * found holds for all instructions in between, so that each register that is
 * tried costs one walk over a block, however often it is asked for.
 */
#include "targets/riscv64/asm.h"

typedef enum { TOUCH_NONE, TOUCH_READ, TOUCH_WRITTEN } Touch;

/* The registers that are tried, by their numbers in instructions. */
static const uint8_t tried[RISCV_TRIED] = {5,  6,  7,  28, 29, 30, 31, 10,
					   11, 12, 13, 14, 15, 16, 17};

/* What INSN does to REG first. */
static Touch
insn_touch(const Func *f, const Insn *insn, RegId reg)
{
	Touch touch = TOUCH_NONE;

	if (insn->flags & INSN_DEBUG)
		return TOUCH_NONE;
	FOR_OPNDS(o, f, insn) {
		if (o->kind == OPND_MASK &&
		    !mask_preserves(f->masks.at[o->val].words, reg))
			touch = TOUCH_WRITTEN;
		if (o->kind != OPND_REG ||
		    !target_overlap(f->target, (RegId)o->val, reg))
			continue;
		if (!(o->flags & OPND_DEF))
			return TOUCH_READ;
		touch = TOUCH_WRITTEN;
	}
	return touch;
}

/* Is REG live where a successor of BLOCK begins? */
static bool
live_behind(const Func *f, const Block *block, RegId reg)
{
	Slice s, in;

	for (s = block->succs; s.start < s.end; s.start++)
		for (in = f->blocks.at[f->succs.at[s.start].block].liveins;
		     in.start < in.end; in.start++)
			if (target_overlap(f->target,
					   f->liveins.at[in.start].reg, reg))
				return true;
	return false;
}

/* Finds the first instruction of BLOCK from I on that touches REG. */
static RiscvStretch
stretch_from(const Func *f, const Block *block, InsnId i, RegId reg)
{
	RiscvStretch s = {.reg = reg, .start = i};

	for (; i < block->end; i++) {
		Touch touch = insn_touch(f, func_insn(f, i), reg);

		if (touch != TOUCH_NONE) {
			s.end = i + 1;
			s.free = touch == TOUCH_WRITTEN;
			return s;
		}
	}
	s.end = block->end;
	s.free = !live_behind(f, block, reg);
	return s;
}

/* The register of the core with number NUMBER in instructions; 0: none. */
static RegId
core_reg(const Target *t, uint32_t number)
{
	Slice order = t->classes[target_class(t, "gpr", 3)].order;

	for (; order.start < order.end; order.start++) {
		RegId reg = t->class_regs[order.start];

		if (t->regs[reg].encoding == number)
			return reg;
	}
	return 0;
}

RegId
riscv_free(const Asm *a)
{
	RiscvAsm *r = riscv_of(a);
	const Func *f = a->f;
	InsnId i = r->now ? (InsnId)(r->now - f->insns.at) : 0;
	const Block *block = f->blocks.at;

	if (!r->now || !f->traits.tracks_liveness)
		return 0;
	while (i >= block->end)
		block++;
	for (uint32_t k = 0; k < RISCV_TRIED; k++) {
		RiscvStretch *s = &r->stretches[k];

		if (!s->reg)
			s->reg = core_reg(a->t, tried[k]);
		if (!s->reg)
			continue;
		if (i < s->start || i >= s->end)
			*s = stretch_from(f, block, i, s->reg);
		if (s->free)
			return s->reg;
	}
	return 0;
}
