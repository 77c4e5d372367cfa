/*
 * What AFTER's registers and slots hold, as far as the instructions that have
 * been brought together tell, down a block.  A guess, of use for guesses only.
 */
#include "core/check/match/flow.h"

/* How many renamings to look through, and definitions of one register. */
enum { ROOT_DEPTH = 32, ROOT_DEFS = 64 };

/* Are LANES part SUB, at least in part?  Then they become what they are in
 * there. */
static bool
lanes_within(const Flow *w, SubId sub, LaneMask *lanes)
{
	if (!sub)
		return true;
	if (!(*lanes & target_sub_lanes(w->c->t, sub)))
		return false;
	*lanes = target_lanes_down(w->c->t, sub,
				   *lanes & target_sub_lanes(w->c->t, sub));
	return true;
}

uint32_t
flow_maker(const Flow *w, VregId v, LaneMask lanes, InsnId at)
{
	uint32_t i = w->defs_start[v], end = w->defs_start[v + 1];
	uint32_t only = NONE, last = NONE, n = 0;

	if (end - i > ROOT_DEFS)
		return NONE;
	for (; i < end; i++) {
		const Operand *o = w->f->opnds.at + w->defs[i];
		InsnId insn = w->def_insns[i];

		if (o->sub && !(lanes & target_sub_lanes(w->c->t, o->sub)))
			continue;
		only = i;
		n++;
		if (insn >= w->g.first && insn < at && at - w->g.first < w->g.n)
			last = i;
	}
	return last != NONE ? last : n == 1 ? only : NONE;
}

/* The operand of renaming INSN that gives H its lanes, which become those of
 * that operand; NULL: no single one. */
static const Operand *
source_of(const Flow *w, const Insn *insn, Held *h)
{
	const Operand *o = insn_opnds(w->f, insn);

	if (!insn->nopnds || !lanes_within(w, o[0].sub, &h->lanes))
		return NULL;
	if (insn_is(w->f, insn, WK_COPY) || check_moves_only(w->c, insn))
		return &o[1];
	if (insn_is(w->f, insn, WK_SUBREG_TO_REG))
		return lanes_within(w, (SubId)o[3].val, &h->lanes) ? &o[2]
								   : NULL;
	if (insn_is(w->f, insn, WK_INSERT_SUBREG))
		return lanes_within(w, (SubId)o[3].val, &h->lanes) ? &o[2]
								   : &o[1];
	if (insn_is(w->f, insn, WK_REG_SEQUENCE))
		for (uint32_t i = 1; i + 1 < insn->nopnds; i += 2)
			if (lanes_within(w, (SubId)o[i + 1].val, &h->lanes))
				return &o[i];
	if (insn_is(w->f, insn, WK_EXTRACT_SUBREG)) {
		h->lanes =
			cells_lanes_up(&w->c->cells, (SubId)o[2].val, h->lanes);
		return &o[1];
	}
	return NULL;
}

/* Is no part of lanes LANES of V defined anywhere? */
static bool
is_undefined(const Flow *w, VregId v, LaneMask lanes)
{
	for (uint32_t i = w->defs_start[v]; i < w->defs_start[v + 1]; i++)
		if (lanes &
		    target_sub_lanes(w->c->t, w->f->opnds.at[w->defs[i]].sub))
			return false;
	return true;
}

/* Does instruction INSN of BEFORE make a new value in the block at hand? */
static bool
is_made_here(const Flow *w, const Insn *insn)
{
	InsnId i = (InsnId)(insn - w->f->insns.at);

	return i >= w->g.first && i - w->g.first < w->g.n &&
	       !insn_is(w->f, insn, WK_PHI) && !insn_is(w->f, insn, WK_COPY);
}

/* LANES of V, or what they are a copy of; value NONE: undefined. */
static Held
flow_root(const Flow *w, VregId v, LaneMask lanes)
{
	Held h = {.value = v, .alias = NONE, .lanes = lanes};
	InsnId at = w->at;

	for (uint32_t n = 0; n < ROOT_DEPTH; n++) {
		Held next = h;

		uint32_t maker = flow_maker(w, h.value, h.lanes, at);
		if (maker == NONE) {
			if (is_undefined(w, h.value, h.lanes))
				h.value = NONE;
			break;
		}
		at = w->def_insns[maker];
		const Operand *o =
			source_of(w, func_insn(w->f, w->now[at]), &next);
		if (!o || o->kind != OPND_VREG) {
			h.here = is_made_here(w, func_insn(w->f, w->now[at]));
			break;
		}
		h.value = o->val;
		h.lanes = cells_lanes_up(&w->c->cells, o->sub, next.lanes);
	}
	if (h.value != NONE && w->twin[h.value] != NONE)
		h.value = w->twin[h.value];
	return h;
}

bool
flow_may_be_load(const Flow *w, const Operand *o, InsnId j)
{
	const Insn *a = func_insn(w->c->after, j);
	const Fold *fold = check_fold_of(w->c, j);
	Held h = flow_root_lowest(w, o);
	uint32_t maker = NONE;

	if (h.value != NONE)
		maker = flow_maker(w, h.value, h.lanes, w->at);
	if (maker == NONE)
		return true;
	const Insn *insn = func_insn(w->f, w->now[w->def_insns[maker]]);
	return check_same_address(w->c, insn, a, fold) ||
	       check_uniform(w->c, insn, a, fold, 1);
}

static LaneMask
lowest(LaneMask lanes)
{
	return lanes & ~(lanes - 1);
}

Held
flow_root_lowest(const Flow *w, const Operand *o)
{
	ClassId cls = w->f->vregs.at[o->val].cls;
	LaneMask lanes =
		cls == CLASS_NONE ? LANES_ALL : w->c->t->classes[cls].lanes;

	if (o->sub)
		lanes = target_sub_lanes(w->c->t, o->sub);
	return flow_root(w, o->val, lowest(lanes));
}

Held
flow_held_lowest(Flow *w, RegId reg)
{
	Slice s = cells_of(&w->c->cells, reg);
	CellPart low = w->c->cells.parts.at[s.start];

	for (; s.start < s.end; s.start++)
		if (lowest(w->c->cells.parts.at[s.start].lanes) <
		    lowest(low.lanes))
			low = w->c->cells.parts.at[s.start];
	return w->cells[low.cell];
}

/* What part PART of a register has if that is operand O. */
static Held
root_of_part(const Flow *w, const Operand *o, LaneMask part)
{
	return flow_root(w, o->val, cells_lanes_up(&w->c->cells, o->sub, part));
}

/* Is IS what WANT says? */
static Agreement
agreement(Held is, Held want)
{
	if (want.value == NONE)
		return AGREES_PERHAPS;
	if (is.value == NONE)
		return want.here ? AGREES_HARDLY : AGREES_PERHAPS;
	if ((is.value == want.value || is.alias == want.value) &&
	    is.lanes & want.lanes)
		return AGREES;
	return is.old && !want.here ? AGREES_HARDLY : AGREES_NOT;
}

Agreement
flow_agrees(Flow *w, RegId reg, const Operand *o)
{
	Agreement all = AGREES_PERHAPS;

	FOR_CELLS(part, &w->c->cells, reg) {
		Agreement one = agreement(w->cells[part->cell],
					  root_of_part(w, o, part->lanes));
		if (one < all || all == AGREES_PERHAPS)
			all = one;
	}
	return all;
}

Agreement
flow_slot_agrees(const Flow *w, uint32_t slot, const Operand *o)
{
	const HeldList *s = w->slots.at + slot;
	Agreement best = AGREES_PERHAPS;

	if (slot >= w->slots.n || !s->at)
		return AGREES_PERHAPS;
	for (uint32_t i = 0; i < s->n; i++) {
		Agreement one =
			agreement(s->at[i].held, root_of_part(w, o, LANES_ALL));
		if (one > best || best == AGREES_PERHAPS)
			best = one;
	}
	return best;
}

void
flow_hold(Flow *w, RegId reg, const Operand *o)
{
	FOR_CELLS(part, &w->c->cells, reg)
		w->cells[part->cell] = root_of_part(w, o, part->lanes);
}

void
flow_hold_too(Flow *w, RegId reg, const Operand *o)
{
	FOR_CELLS(part, &w->c->cells, reg) {
		Held root = root_of_part(w, o, part->lanes);
		Held *h = &w->cells[part->cell];

		if (h->value == NONE)
			*h = root;
		else if (root.value != h->value && root.lanes & h->lanes)
			h->alias = root.value;
	}
}

/* Was H copied from register REG, too? */
static bool
same_copy(const Flow *w, const Held *h, RegId reg)
{
	uint32_t maker = flow_maker(w, h->value, h->lanes, NONE);

	if (maker == NONE)
		return false;
	const Insn *insn = func_insn(w->f, w->now[w->def_insns[maker]]);
	return insn_is(w->f, insn, WK_COPY) &&
	       insn_opnds(w->f, insn)[1].kind == OPND_REG &&
	       insn_opnds(w->f, insn)[1].val == reg;
}

void
flow_hold_copied(Flow *w, RegId reg, const Operand *o)
{
	Slice s = cells_of(&w->c->cells, reg);
	bool known = false;

	w->at = NONE;
	for (; s.start < s.end; s.start++) {
		Held *h = &w->cells[w->c->cells.parts.at[s.start].cell];

		known |= h->value != NONE;
		if (h->value != NONE && h->alias == NONE &&
		    same_copy(w, h, reg))
			h->alias = o->val;
	}
	if (!known)
		flow_hold(w, reg, o);
}

void
flow_may_hold(Flow *w, RegId reg, const Operand *o)
{
	flow_hold(w, reg, o);
	FOR_CELLS(part, &w->c->cells, reg)
		w->cells[part->cell].old = true;
}

static HeldList *
slot_at(Flow *w, uint32_t slot)
{
	while (w->slots.n <= slot)
		VEC_PUSH(&w->c->arena, w->slots, ((HeldList){NULL, 0}));
	return &w->slots.at[slot];
}

void
flow_hold_slot(Flow *w, uint32_t slot, const Operand *o)
{
	HeldList *s = slot_at(w, slot);

	s->at = ARENA_RAW(&w->c->arena, HeldPart, 1);
	s->n = 1;
	*s->at = (HeldPart){.lanes = LANES_ALL,
			    .held = root_of_part(w, o, LANES_ALL)};
}

void
flow_forget(Flow *w, RegId reg)
{
	FOR_CELLS(part, &w->c->cells, reg)
		w->cells[part->cell].value = NONE;
}

/* What the cells of REG hold; memory from ARENA. */
static HeldList
reg_read(Flow *w, RegId reg, Arena *arena)
{
	Slice s = cells_of(&w->c->cells, reg);
	HeldList list = {ARENA_RAW(arena, HeldPart, s.end - s.start), 0};

	for (; s.start < s.end; s.start++) {
		CellPart part = w->c->cells.parts.at[s.start];

		list.at[list.n++] =
			(HeldPart){part.cell, part.lanes, w->cells[part.cell]};
	}
	return list;
}

/* The part of LIST, of a register, that is part LANES, number I of N, of
 * another; NULL: nobody knows. */
static const HeldPart *
part_like(const HeldList *list, LaneMask lanes, uint32_t i, uint32_t n)
{
	for (uint32_t k = 0; k < list->n; k++)
		if (list->at[k].lanes & lanes)
			return &list->at[k];
	return list->n == n ? &list->at[i] : NULL;
}

/* REG gets what LIST says. */
static void
reg_fill(Flow *w, RegId reg, const HeldList *list)
{
	Slice s = cells_of(&w->c->cells, reg);
	uint32_t n = s.end - s.start;

	for (uint32_t i = 0; i < n; i++) {
		CellPart part = w->c->cells.parts.at[s.start + i];
		const HeldPart *from = part_like(list, part.lanes, i, n);

		if (from)
			w->cells[part.cell] = from->held;
		else
			w->cells[part.cell].value = NONE;
	}
}

/* All registers that instruction J of AFTER writes hold something new. */
static void
forget_written(Flow *w, InsnId j)
{
	const Insn *insn = func_insn(w->c->after, j);

	FOR_OPNDS(o, w->c->after, insn)
		if (o->kind == OPND_REG && o->val && (o->flags & OPND_DEF))
			flow_forget(w, (RegId)o->val);
}

void
flow_moved(Flow *w, InsnId j)
{
	const Check *c = w->c;
	const Access *a = c->pairs.accesses.at + c->pairs.aux[j];
	HeldList list;

	switch ((MoveKind)c->pairs.kind[j]) {
	case MOVE_COPY:
		list = reg_read(w, check_copy(c, j).src, &w->tmp);
		reg_fill(w, check_copy(c, j).dst, &list);
		break;
	case MOVE_STORE:
		*slot_at(w, a->slot) = reg_read(w, a->reg, &w->c->arena);
		break;
	case MOVE_LOAD:
		reg_fill(w, a->reg, slot_at(w, a->slot));
		break;
	case MOVE_SLOT:
		list = *slot_at(w, a->from);
		*slot_at(w, a->slot) = list;
		break;
	case MOVE_AGAIN:
		forget_written(w, j);
		break;
	case MOVE_KEEP:
		*slot_at(w, a->slot) = (HeldList){0};
		break;
	default:
		break;
	}
}
