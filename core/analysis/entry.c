/*
 * Live-ins of the entry that the text forgets, from the fixed ranges that
 * begin there.  A scan of the operands only if there are some.
 */
#include "core/analysis/intervals.h"
#include "core/base/bits.h"
#include "core/model/unitset.h"

/* Units that live in from the entry and are in none of its live-ins. */
static uint64_t *
missing_find(const Func *f, const Live *live, bool *any, Arena *tmp)
{
	const Target *t = f->target;
	uint64_t *set = ARENA_NEW(tmp, uint64_t, BITS_WORDS(t->n_unit_regs));

	for (uint32_t u = 0; u < t->n_unit_regs; u++) {
		Slice segs = live->units[u].segs;

		if (segs.start < segs.end && !live->segs.at[segs.start].start)
			bits_add(set, u);
	}
	FOR_LIVEINS(livein, f, 0)
		unitset_del(t, set, livein->reg);
	*any = false;
	for (uint32_t u = 0; u < BITS_WORDS(t->n_unit_regs); u++)
		*any |= set[u] != 0;
	return set;
}

void
entry_complete(Func *f, const Live *live, Arena *tmp)
{
	Block *entry = &f->blocks.at[0];
	bool any;

	if (!f->traits.tracks_liveness || !f->blocks.n)
		return;
	uint64_t *set = missing_find(f, live, &any, tmp);
	if (!any)
		return;
	uint32_t k = f->liveins.n;
	for (uint32_t i = entry->liveins.start; i < entry->liveins.end; i++) {
		LiveIn in = f->liveins.at[i];

		VEC_PUSH(f->arena, f->liveins, in);
	}
	FOR_VEC(Operand, o, f->opnds) {
		LiveIn in = {.reg = (RegId)o->val, .lanes = LANES_ALL};

		if (o->kind != OPND_REG || !o->val || !opnd_reads(o) ||
		    !unitset_meets(f->target, set, in.reg))
			continue;
		unitset_del(f->target, set, in.reg);
		VEC_PUSH(f->arena, f->liveins, in);
	}
	entry->liveins = (Slice){k, f->liveins.n};
}
