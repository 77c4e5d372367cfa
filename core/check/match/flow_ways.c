/*
 * What registers and slots hold at the start of a block: what they did at the
 * end of the blocks before it, by the names that it has there.
 */
#include "core/check/match/flow.h"

/* In Flow.alias: several names. */
#define ALIAS_MANY (NONE - 1)

void
flow_held_begin(Flow *w)
{
	const Func *f = w->c->before;

	w->cells = ARENA_RAW(&w->c->arena, Held, w->c->cells.ncells);
	w->ends = ARENA_NEW(&w->c->arena, HeldList, f->blocks.n);
	w->alias = ARENA_RAW(&w->c->arena, VregId, f->vregs.n + 1);
	for (uint32_t i = 0; i < f->vregs.n; i++)
		w->alias[i] = NONE;
}

/* What INSN gives another name: a PHI on the way from block FROM, else one that
 * its result, which has several definitions, keeps behind the block; NULL. */
static const Operand *
renamed_by(const Flow *w, const Insn *insn, BlockId from)
{
	const Func *f = w->c->before;
	const Operand *o = insn_opnds(f, insn);

	if (insn_is(f, insn, WK_PHI)) {
		for (uint32_t i = 1; i + 1 < insn->nopnds; i += 2)
			if (o[i + 1].val == from && o[i].kind == OPND_VREG)
				return &o[i];
		return NULL;
	}
	return insn_is(f, insn, WK_COPY) && o[0].kind == OPND_VREG &&
			       !o[0].sub && o[1].kind == OPND_VREG &&
			       flow_maker(w, o[0].val, LANES_ALL, NONE) == NONE
		       ? &o[1]
		       : NULL;
}

/* Instructions [I, END) of BEFORE give other names to what they rename, behind
 * block FROM; or, if UNDO, they did so.  What gets two has none. */
static void
aliases_set(Flow *w, InsnId i, InsnId end, BlockId from, bool undo)
{
	const Func *f = w->c->before;

	for (; i < end; i++) {
		const Operand *o = renamed_by(w, func_insn(f, i), from);

		if (!o)
			continue;
		VregId v = flow_root_lowest(w, o).value;
		if (v == NONE)
			continue;
		if (undo)
			w->alias[v] = NONE;
		else
			w->alias[v] =
				w->alias[v] == NONE
					? insn_opnds(f, func_insn(f, i))->val
					: ALIAS_MANY;
	}
}

/* H comes from another block: it has other names now, of which the last two
 * count. */
static void
grow_old(const Flow *w, Held *h)
{
	if (h->value == NONE)
		return;
	if (h->alias != NONE && w->alias[h->alias] < ALIAS_MANY) {
		h->value = h->alias;
		h->alias = w->alias[h->alias];
	} else if (w->alias[h->value] < ALIAS_MANY) {
		h->alias = w->alias[h->value];
	}
	h->old = true;
}

static void
slots_grow_old(Flow *w)
{
	for (uint32_t i = 0; i < w->slots.n; i++)
		for (uint32_t k = 0; k < w->slots.at[i].n; k++)
			grow_old(w, &w->slots.at[i].at[k].held);
}

/* Does H go by NAME, with some of LANES? */
static bool
is_named(const Held *h, VregId name, LaneMask lanes)
{
	return name != NONE && (h->value == name || h->alias == name) &&
	       h->lanes & lanes;
}

/* A cell that holds TO on one way into a block and H on another: what goes by
 * the same name on both counts, or else what has a name there. */
static void
held_meet(Held *to, Held h)
{
	bool value = is_named(&h, to->value, to->lanes);
	bool alias = is_named(&h, to->alias, to->lanes);

	if (to->value == NONE) {
		*to = h;
	} else if (!value && alias) {
		to->value = to->alias;
		to->alias = NONE;
	} else if (!value) {
		if (to->alias == NONE)
			*to = h;
	} else if (!alias) {
		to->alias = NONE;
	}
}

/* Into block B, whose PHIs end before instruction END, come the cells of block
 * FROM, and the slots. */
static void
held_enter_from(Flow *w, BlockId b, InsnId end, BlockId from)
{
	InsnId first = w->c->before->blocks.at[b].first;
	const HeldList *list = &w->ends[from];

	aliases_set(w, first, end, from, false);
	for (uint32_t i = 0; i < list->n; i++) {
		Held held = list->at[i].held;

		grow_old(w, &held);
		held_meet(&w->cells[list->at[i].cell], held);
	}
	slots_grow_old(w);
	aliases_set(w, first, end, from, true);
}

void
flow_held_enter(Flow *w, BlockId b)
{
	const Check *c = w->c;
	const Block *block = &c->before->blocks.at[b];
	InsnId end = block->first;

	w->at = NONE;
	for (uint32_t i = 0; i < c->cells.ncells; i++)
		w->cells[i].value = NONE;
	while (end < block->end &&
	       insn_is(c->before, func_insn(c->before, end), WK_PHI))
		end++;
	FOR_SLICE(BlockId, from, c->blocks.pred_blocks, c->blocks.preds[b])
		if (w->ends[*from].at)
			held_enter_from(w, b, end, *from);
}

void
flow_held_leave(Flow *w, BlockId b)
{
	Check *c = w->c;
	const Block *block = &c->before->blocks.at[b];
	HeldList *list = &w->ends[b];
	uint32_t n = 0;

	w->at = NONE;
	aliases_set(w, block->first, block->end, NONE, false);
	for (uint32_t i = 0; i < c->cells.ncells; i++)
		n += w->cells[i].value != NONE;
	list->at = ARENA_RAW(&c->arena, HeldPart, n + 1);
	for (uint32_t i = 0; i < c->cells.ncells; i++) {
		Held held = w->cells[i];

		if (held.value == NONE)
			continue;
		grow_old(w, &held);
		list->at[list->n++] = (HeldPart){i, LANES_ALL, held};
	}
	slots_grow_old(w);
	aliases_set(w, block->first, block->end, NONE, true);
}
