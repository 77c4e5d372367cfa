/*
 * What the registers that the code names are busy with, from its operands: by
 * group, behind and before each instruction and at heads of blocks.
 */
#include "bound.h"

/* Backwards: which groups are live.  OUT and IN: rows of busy_out, busy_in. */
static void
insn_busy(Facts *x, InsnId i, uint32_t *now)
{
	const Func *f = x->f;
	const Insn *insn = func_insn(f, i);
	const Operand *o = insn_opnds(f, insn);
	uint32_t n = x->places.ngroups, k, g;
	uint32_t *in = x->busy_in + (size_t)i * n;
	uint32_t *out = x->busy_out + (size_t)i * n;

	for (g = 0; g < n; g++)
		out[g] = now[g];
	for (k = 0; k < insn->nopnds && x->role[i] != ROLE_NONE; k++)
		if (o[k].kind == OPND_REG && o[k].flags & OPND_DEF) {
			g = places_group(&x->places, (RegId)o[k].val);
			if (g != NONE) {
				out[g] = BUSY;
				now[g] = FREE;
			}
		}
	for (k = 0; k < insn->nopnds && x->role[i] != ROLE_NONE; k++)
		if (o[k].kind == OPND_REG && opnd_reads(&o[k])) {
			g = places_group(&x->places, (RegId)o[k].val);
			if (g != NONE)
				now[g] = BUSY;
		}
	for (g = 0; g < n; g++)
		in[g] = now[g];
}

static void
liveins_busy(const Facts *x, BlockId b, uint32_t *now)
{
	const Func *f = x->f;
	Slice s = f->blocks.at[b].liveins;

	for (; s.start < s.end; s.start++) {
		uint32_t g =
			places_group(&x->places, f->liveins.at[s.start].reg);

		if (g != NONE)
			now[g] = BUSY;
	}
}

/* Forwards over block B: a busy register may hold a value. */
static void
holders_find(Facts *x, BlockId b, uint32_t *holds)
{
	const Func *f = x->f;
	uint32_t n = x->places.ngroups, k, g;
	InsnId i;

	for (g = 0; g < n; g++)
		holds[g] = BUSY;
	for (i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);
		uint32_t *in = x->busy_in + (size_t)i * n;
		uint32_t *out = x->busy_out + (size_t)i * n;

		for (g = 0; g < n; g++)
			in[g] = in[g] ? holds[g] : FREE;
		for (k = 0; k < insn->nopnds; k++)
			if (o[k].kind == OPND_REG && o[k].flags & OPND_DEF) {
				g = places_group(&x->places, (RegId)o[k].val);
				if (g != NONE)
					holds[g] = BUSY;
			}
		k = x->role[i] == ROLE_OUT  ? facts_value(x, &o[1])
		    : x->role[i] == ROLE_IN ? facts_value(x, &o[0])
					    : NONE;
		if (k != NONE) {
			g = places_group(&x->places,
					 (RegId)o[x->role[i] == ROLE_IN].val);
			holds[g] = HOLDS + k;
		}
		for (g = 0; g < n; g++)
			out[g] = out[g] ? holds[g] : FREE;
	}
}

void
busy_find(Facts *x, Arena *arena)
{
	const Func *f = x->f;
	uint32_t n = x->places.ngroups, k, g;
	uint32_t *now = ARENA_NEW(arena, uint32_t, n + 1);
	BlockId b;
	InsnId i;

	x->busy_head = ARENA_NEW(arena, uint32_t, f->blocks.n * n + 1);
	x->busy_in = ARENA_NEW(arena, uint32_t, f->insns.n * n + 1);
	x->busy_out = ARENA_NEW(arena, uint32_t, f->insns.n * n + 1);
	for (b = 0; b < f->blocks.n; b++) {
		for (g = 0; g < n; g++)
			now[g] = FREE;
		for (k = f->blocks.at[b].succs.start;
		     k < f->blocks.at[b].succs.end; k++)
			liveins_busy(x, f->succs.at[k].block, now);
		for (i = f->blocks.at[b].end; i-- > f->blocks.at[b].first;)
			insn_busy(x, i, now);
		liveins_busy(x, b, x->busy_head + (size_t)b * n);
		holders_find(x, b, now);
	}
}
