/*
 * Reads without a definition.  Looked at only for registers whose walk came
 * to the entry, while its marks still stand.
 */
#include "core/analysis/ranges.h"

#include "core/base/bound.h"

static bool
value_lacks(const RangeWalk *w, const uint8_t *lacks, uint32_t v)
{
	if (v == NONE || w->defs.at[v].opnd == OPND_FORGET)
		return true;
	return v >= w->ndefs && lacks[v - w->ndefs];
}

/* Does a path without a definition lead to meeting V? */
static bool
meeting_lacks(const RangeWalk *w, const uint8_t *lacks, uint32_t v)
{
	BlockId b = slot_block(&w->live->slots, w->defs.at[v].at);

	if (cfg_is_root(w->cfg, b))
		return !w->cfg->part[b];
	FOR_SLICE(BlockId, p, w->pred_list, w->preds[b])
		if (value_lacks(w, lacks, walk_value_out(w, *p)))
			return true;
	return false;
}

/* By meeting: may its value be undefined?  Each turn but the last finds one
 * more. */
static uint8_t *
lacks_find(const RangeWalk *w)
{
	uint32_t n = w->defs.n - w->ndefs;
	uint8_t *lacks = ARENA_NEW(w->scratch, uint8_t, n + 1);
	uint64_t left = (uint64_t)n + 1;
	bool changed = true;

	while (changed) {
		BOUND_COUNT(left);
		changed = false;
		for (uint32_t i = 0; i < n; i++) {
			if (lacks[i] || !meeting_lacks(w, lacks, w->ndefs + i))
				continue;
			lacks[i] = 1;
			changed = true;
		}
	}
	return lacks;
}

/* Value IN is read in block B by event I.  Returns whether it was reported. */
static bool
read_report(const RangeWalk *w, VregId v, BlockId b, uint32_t in, uint32_t i,
	    const uint8_t *lacks)
{
	const Func *f = w->f;
	bool never = in == NONE || w->defs.at[in].opnd == OPND_FORGET;

	if (w->cfg->part[b] || !value_lacks(w, lacks, in))
		return false;
	const Operand *o = &f->opnds.at[w->list->occurrences[i].opnd];
	NameText name = vreg_name(f, v);
	if (never && !(o->flags & OPND_DEF))
		diag_error(f->diag, o->loc,
			   "%s is read in bb.%u, where no definition of it "
			   "reaches",
			   name.at, f->blocks.at[b].number);
	else
		diag_add(f->diag, f->traits.strict ? DIAG_ERROR : DIAG_WARNING,
			 o->loc,
			 "%s is read in bb.%u, which paths without a "
			 "definition of it reach",
			 name.at, f->blocks.at[b].number);
	return true;
}

void
undefined_report(const RangeWalk *w, VregId v)
{
	uint8_t *lacks = lacks_find(w);

	FOR_VEC(Touched, t, w->touched)
		if (t->in_end && t->first_read != NONE &&
		    read_report(w, v, t->block, w->marks[t->block].in,
				t->first_read, lacks))
			return;
	FOR_VEC(uint32_t, e, w->edges) {
		BlockId b = w->list->events[*e].at;

		if (read_report(w, v, b, walk_value_out(w, b), *e, lacks))
			return;
	}
}
