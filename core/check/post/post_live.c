/*
 * Liveness of register units in a function without virtual registers, by what
 * its operands say and its opcodes imply; marks are not trusted, and lists of
 * live-ins only where they account for what is read: a part of a register that
 * nobody wrote is read with the rest of it (a 16-bit load, a 32-bit store), and
 * only the list says that it may be anything.
 */
#include "core/check/post/post_internal.h"

#include "core/base/bound.h"
#include "core/model/unitset.h"

#include <string.h>

/* What mask number MASK does not preserve: no value from before is read behind
 * the call.  A landing pad reads what the unwinder put there. */
static void
mask_kill(Preserved *p, uint32_t mask, uint64_t *gen, uint64_t *kill)
{
	const uint64_t *kept = preserved_units(p, mask);

	for (uint32_t w = 0; w < BITS_WORDS(p->f->target->n_unit_regs); w++) {
		gen[w] &= kept[w];
		kill[w] |= ~kept[w];
	}
}

/* Over INSN, upwards: GEN has what is read first, KILL what is written. */
static void
insn_transfer(Preserved *kept, const Insn *insn, uint64_t *gen, uint64_t *kill)
{
	const Func *f = kept->f;
	const Target *t = f->target;
	Slice uses = insn_implied(f, insn)->uses;

	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_MASK)
			mask_kill(kept, o->val, gen, kill);
		else if (post_is_def(o)) {
			unitset_del(t, gen, (RegId)o->val);
			unitset_add(t, kill, (RegId)o->val);
		}
	FOR_OPNDS(o, f, insn)
		if (post_is_use(o))
			unitset_add(t, gen, (RegId)o->val);
	if (!(insn->flags & INSN_DEBUG))
		FOR_SLICE(RegId, reg, t->implicit_regs, uses)
			unitset_add(t, gen, *reg);
}

/* Over INSN, downwards: SET is what lives; a register that it reads without a
 * part in SET is added to OPEN. */
static void
insn_explain(Preserved *kept, const Insn *insn, uint64_t *set, uint64_t *open)
{
	const Func *f = kept->f;
	const Target *t = f->target;
	Slice uses = insn_implied(f, insn)->uses;

	if (insn->flags & INSN_DEBUG)
		return;
	FOR_OPNDS(o, f, insn)
		if (post_is_use(o) && !unitset_meets(t, set, (RegId)o->val))
			unitset_add(t, open, (RegId)o->val);
	FOR_SLICE(RegId, reg, t->implicit_regs, uses)
		if (!unitset_meets(t, set, *reg))
			unitset_add(t, open, *reg);
	FOR_OPNDS(o, f, insn)
		if (o->kind == OPND_MASK)
			for (uint32_t w = 0; w < BITS_WORDS(t->n_unit_regs);
			     w++)
				set[w] &= preserved_units(kept, o->val)[w];
	FOR_OPNDS(o, f, insn)
		if (post_is_def(o))
			unitset_add(t, set, (RegId)o->val);
}

/* Into LISTED, by block, the units that may live at its head as its list has
 * it, and in all blocks those that are reserved, or read in some block where
 * they are neither listed nor written. */
static void
lists_find(Preserved *kept, const uint64_t *reserved, uint64_t *listed,
	   Arena *arena)
{
	const Func *f = kept->f;
	const Target *t = f->target;
	uint32_t words = BITS_WORDS(t->n_unit_regs);
	uint64_t *always = ARENA_NEW(arena, uint64_t, words + 1);
	uint64_t *open = ARENA_NEW(arena, uint64_t, words + 1);
	uint64_t *set = ARENA_RAW(arena, uint64_t, words + 1);

	/* Wide registers of which a part is reserved are reserved, too. */
	for (uint32_t r = 1; r < t->n_regs; r++)
		if (bits_has(reserved, r))
			unitset_add(t, always, (RegId)r);
	for (uint32_t r = 1; r < t->n_regs; r++)
		if (!bits_has(reserved, r))
			unitset_del(t, always, (RegId)r);
	for (BlockId b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];
		uint64_t *in = listed + (size_t)b * words;

		memcpy(in, always, words * sizeof(uint64_t));
		FOR_SLICE(LiveIn, livein, f->liveins.at, block->liveins)
			unitset_add(t, in, livein->reg);
		memcpy(set, in, words * sizeof(uint64_t));
		FOR_INSNS(insn, f, block)
			insn_explain(kept, insn, set, open);
	}
	for (BlockId b = 0; b < f->blocks.n; b++)
		for (uint32_t w = 0; w < words; w++)
			listed[(size_t)b * words + w] |= open[w];
}

void
post_live(PostLive *live, Preserved *kept, const uint64_t *reserved,
	  Arena *arena)
{
	const Func *f = kept->f;
	uint32_t words = BITS_WORDS(f->target->n_unit_regs);
	size_t all = (size_t)words * f->blocks.n + 1;
	uint64_t *gen = ARENA_NEW(arena, uint64_t, all);
	uint64_t *kill = ARENA_NEW(arena, uint64_t, all);
	uint64_t *listed = ARENA_RAW(arena, uint64_t, all);
	/* Ends: each turn but the last makes some unit live at a head. */
	uint64_t left = 64 * (uint64_t)all + 1;
	bool again = true;

	live->words = words;
	live->in = ARENA_NEW(arena, uint64_t, all);
	for (BlockId b = 0; b < f->blocks.n; b++)
		for (uint32_t i = f->blocks.at[b].end;
		     i-- > f->blocks.at[b].first;)
			insn_transfer(kept, func_insn(f, i),
				      gen + (size_t)b * words,
				      kill + (size_t)b * words);
	if (f->traits.tracks_liveness)
		lists_find(kept, reserved, listed, arena);
	else
		memset(listed, 0xff, all * sizeof(uint64_t));
	while (again) {
		BOUND_COUNT(left);
		again = false;
		for (BlockId b = f->blocks.n; b-- > 0;) {
			uint64_t *in = live->in + (size_t)b * words;

			for (uint32_t w = 0; w < words; w++) {
				size_t at = (size_t)b * words + w;
				uint64_t out = 0;

				FOR_SLICE(Succ, succ, f->succs.at,
					  f->blocks.at[b].succs)
					out |= post_live_in(live,
							    succ->block)[w];
				out = ((out & ~kill[at]) | gen[at]) &
				      listed[at];
				again |= (out & ~in[w]) != 0;
				in[w] |= out;
			}
		}
	}
}
