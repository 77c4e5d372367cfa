/*
 * Liveness of register units in a function without virtual registers, by what
 * its operands say and its opcodes imply; marks are not trusted.
 */
#include "core/observe/check_post_live.h"

#include "core/model/unitset.h"

#include <string.h>

/* What mask number MASK does not preserve: no value from before is read behind
 * the call.  A landing pad reads what the unwinder put there. */
static void
mask_kill(Preserved *p, uint32_t mask, uint64_t *gen, uint64_t *kill)
{
	const uint64_t *kept = preserved_units(p, mask);
	uint32_t w;

	for (w = 0; w < BITS_WORDS(p->f->target->n_unit_regs); w++) {
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
	const OpcodeDesc *d = insn_desc(f, insn);
	const Operand *o = insn_opnds(f, insn);
	uint32_t k;

	for (k = 0; k < insn->nopnds; k++)
		if (o[k].kind == OPND_MASK)
			mask_kill(kept, o[k].val, gen, kill);
		else if (o[k].kind == OPND_REG && o[k].val &&
			 (o[k].flags & (OPND_DEF | OPND_DEBUG)) == OPND_DEF) {
			unitset_del(t, gen, (RegId)o[k].val);
			unitset_add(t, kill, (RegId)o[k].val);
		}
	for (k = 0; k < insn->nopnds; k++)
		if (o[k].kind == OPND_REG && o[k].val &&
		    !(o[k].flags &
		      (OPND_DEF | OPND_UNDEF | OPND_DEBUG | OPND_INTERNAL)))
			unitset_add(t, gen, (RegId)o[k].val);
	if (!(insn->flags & INSN_DEBUG))
		for (k = d->implicit_uses.start; k < d->implicit_uses.end; k++)
			unitset_add(t, gen, t->implicit_regs[k]);
}

void
post_live(PostLive *live, Preserved *kept, Arena *arena)
{
	const Func *f = kept->f;
	uint32_t words = BITS_WORDS(f->target->n_unit_regs), w, k, i;
	size_t all = (size_t)words * f->blocks.n + 1;
	uint64_t *gen = ARENA_NEW(arena, uint64_t, all);
	uint64_t *kill = ARENA_NEW(arena, uint64_t, all);
	bool again = true;
	BlockId b;

	live->words = words;
	live->in = ARENA_NEW(arena, uint64_t, all);
	for (b = 0; b < f->blocks.n; b++)
		for (i = f->blocks.at[b].end; i-- > f->blocks.at[b].first;)
			insn_transfer(kept, func_insn(f, i),
				      gen + (size_t)b * words,
				      kill + (size_t)b * words);
	while (again) {
		again = false;
		for (b = f->blocks.n; b-- > 0;) {
			uint64_t *in = live->in + (size_t)b * words;
			Slice s = f->blocks.at[b].succs;

			for (w = 0; w < words; w++) {
				size_t at = (size_t)b * words + w;
				uint64_t out = 0;

				for (k = s.start; k < s.end; k++)
					out |= post_live_in(
						live, f->succs.at[k].block)[w];
				out = (out & ~kill[at]) | gen[at];
				again |= (out & ~in[w]) != 0;
				in[w] |= out;
			}
		}
	}
}
