/*
 * Finds registers that hold nothing, for addresses that do not fit into an
 * instruction.  From the instruction on to the end of its block: who writes a
 * register without reading it before has no use for what it held.  Linear in
 * the block for each register that is tried.
 */
#include "targets/riscv64/asm.h"

typedef enum { TOUCH_NONE, TOUCH_READ, TOUCH_WRITTEN } Touch;

/* What INSN does to REG first. */
static Touch
insn_touch(const Func *f, const Insn *insn, RegId reg)
{
	const Operand *o = insn_opnds(f, insn);
	Touch touch = TOUCH_NONE;
	uint32_t k;

	if (insn->flags & INSN_DEBUG)
		return TOUCH_NONE;
	for (k = 0; k < insn->nopnds; k++) {
		if (o[k].kind == OPND_MASK &&
		    !mask_preserves(f->masks.at[o[k].val].words, reg))
			touch = TOUCH_WRITTEN;
		if (o[k].kind != OPND_REG ||
		    !target_overlap(f->target, (RegId)o[k].val, reg))
			continue;
		if (!(o[k].flags & OPND_DEF))
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

/* Does REG hold nothing that instruction I of BLOCK, or what follows, reads? */
static bool
is_free(const Func *f, const Block *block, InsnId i, RegId reg)
{
	for (; i < block->end; i++) {
		Touch touch = insn_touch(f, func_insn(f, i), reg);

		if (touch != TOUCH_NONE)
			return touch == TOUCH_WRITTEN;
	}
	return !live_behind(f, block, reg);
}

RegId
riscv_free(const Asm *a)
{
	static const uint8_t tried[] = {5,  6,	7,  28, 29, 30, 31, 10,
					11, 12, 13, 14, 15, 16, 17};
	const Func *f = a->f;
	const Insn *now = riscv_of(a)->now;
	ClassId core = target_class(a->t, "gpr", 3);
	Slice order = a->t->classes[core].order;
	InsnId i = now ? (InsnId)(now - f->insns.at) : 0;
	const Block *block = f->blocks.at;
	uint32_t k, r;

	if (!now || !f->traits.tracks_liveness)
		return 0;
	while (i >= block->end)
		block++;
	for (k = 0; k < sizeof(tried); k++)
		for (r = order.start; r < order.end; r++) {
			RegId reg = a->t->class_regs[r];

			if (a->t->regs[reg].encoding == tried[k] &&
			    is_free(f, block, i, reg))
				return reg;
		}
	return 0;
}
