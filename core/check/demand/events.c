/*
 * What the steps write: by place and by value, the steps that write it.
 */
#include "core/base/bits.h"
#include "core/check/steps.h"

static void
place_event(Check *c, Place place, uint32_t step)
{
	Event e = {place, step};

	VEC_PUSH(&c->arena, c->events.of_places, e);
}

static void
value_event(Check *c, Value value, uint32_t step)
{
	Event e = {value, step};

	VEC_PUSH(&c->arena, c->events.of_values, e);
}

/* CELL is written as a whole: scalars in lanes of it, which few targets keep
 * there, are gone. */
static void
lanes_lost(Check *c, uint32_t cell, uint32_t step)
{
	for (uint32_t i = 0; i < c->slots.lanes.n; i++)
		if (check_lane_reg(c, c->slots.n + i) &&
		    cells_part(&c->cells, check_lane_reg(c, c->slots.n + i),
			       cell))
			place_event(c, c->cells.ncells + c->slots.n + i, step);
}

static void
cell_event(Check *c, uint32_t cell, uint32_t step)
{
	place_event(c, cell, step);
	if (c->slots.lanes.n)
		lanes_lost(c, cell, step);
}

static bool
is_constant(const Check *c, uint32_t reg)
{
	return c->t->regs[reg].flags & REG_CONSTANT;
}

/* A constant register takes nothing in. */
static void
reg_written(Check *c, RegId reg, uint32_t step, bool foreign)
{
	for (Slice s = cells_of(&c->cells, reg);
	     !is_constant(c, reg) && s.start < s.end; s.start++) {
		uint32_t cell = c->cells.parts.at[s.start].cell;

		cell_event(c, cell, step);
		if (foreign)
			c->events.apart[cell] = 1;
	}
}

/* What BEFORE's instruction gives a value to. */
static void
values_written(Check *c, InsnId b, uint32_t step)
{
	const Insn *insn = func_insn(c->before, b);
	const Operand *o = insn_opnds(c->before, insn);
	bool apart = c->steps.at[step].after == NONE;

	for (uint32_t i = 0; i < insn->nopnds; i++) {
		if (!opnd_is_reg(&o[i]) || !(o[i].flags & OPND_DEF))
			continue;
		/* Of one that comes later, what is computed comes there. */
		if (c->pairs.sunk[b] &&
		    (o[i].kind == OPND_VREG ||
		     c->pairs.sunk[b] == SUNK_WHOLE) == apart)
			continue;
		if (o[i].kind == OPND_VREG) {
			value_event(c, o[i].val, step);
			continue;
		}
		if (is_constant(c, o[i].val))
			continue;
		bool unread = c->pairs.unread &&
			      bits_has(c->pairs.unread, insn->opnd0 + i);
		FOR_CELLS(part, &c->cells, (RegId)o[i].val) {
			uint32_t cell = part->cell;

			if (!unread)
				value_event(c, c->nvregs + cell, step);
			c->events.apart[cell] |= apart | unread;
		}
	}
}

/* The cells that a call with mask number MASK of BEFORE writes. */
static Slice
mask_cells(Check *c, uint32_t mask)
{
	const uint64_t *words = c->before->masks.at[mask].words;
	Slice *s = &c->events.lost_at[mask];

	if (s->start != NONE)
		return *s;
	s->start = c->events.lost.n;
	for (uint32_t cell = 0; cell < c->cells.ncells; cell++)
		if (c->events.unit_of_cell[cell] != NONE &&
		    cells_mask_loses(&c->cells, words,
				     c->events.unit_of_cell[cell]))
			VEC_PUSH(&c->arena, c->events.lost, cell);
	s->end = c->events.lost.n;
	return *s;
}

static void
mask_written(Check *c, uint32_t mask, uint32_t step)
{
	if (mask < c->events.nmasks) {
		VEC_PUSH(&c->arena, c->events.of_masks, ((Event){mask, step}));
		return;
	}
	for (Slice s = mask_cells(c, mask); s.start < s.end; s.start++)
		cell_event(c, c->events.lost.at[s.start], step);
}

/* Calls are few, but lose most cells, and most functions have one or two masks:
 * of the first MASKS_LISTED, a call is one event of its mask, which whoever
 * asks for a cell's last event looks for as well.  More masks would make that
 * slow; theirs, and all where lanes of registers are places, too, are events of
 * each cell. */
enum { MASKS_LISTED = 4 };

static void
list_masks(Check *c)
{
	uint32_t words = BITS_WORDS(c->cells.ncells);

	uint32_t n = c->before->masks.n < MASKS_LISTED ? c->before->masks.n
						       : MASKS_LISTED;
	c->events.nmasks = c->slots.lanes.n ? 0 : n;
	c->events.cell_words = words;
	c->events.mask_cells =
		ARENA_NEW(&c->arena, uint64_t, (size_t)MASKS_LISTED * words);
	for (uint32_t m = 0; m < c->events.nmasks; m++) {
		for (Slice s = mask_cells(c, m); s.start < s.end; s.start++)
			bits_add(c->events.mask_cells + (size_t)m * words,
				 c->events.lost.at[s.start]);
	}
}

static void
original_written(Check *c, const Step *s, uint32_t step)
{
	const Insn *b = func_insn(c->before, s->before);
	const Operand *o = insn_opnds(c->before, b);
	const Fold *fold = check_fold_of(c, s->after);

	if (fold && fold->def != NONE)
		place_event(c, c->cells.ncells + fold->slot, step);
	for (uint32_t i = 0; i < b->nopnds; i++) {
		const Operand *p = check_opnd(c, s->after, i);

		if (o[i].kind == OPND_MASK)
			mask_written(c, o[i].val, step);
		else if (p && opnd_is_reg(&o[i]) && (o[i].flags & OPND_DEF))
			reg_written(c, check_written(c, s->after, &o[i], p),
				    step, o[i].kind == OPND_VREG);
	}
}

/* What a repeated computation writes: its definitions and those that its
 * opcode implies. */
static void
again_written(Check *c, InsnId a, uint32_t step)
{
	const Insn *insn = func_insn(c->after, a);
	Slice implied = insn_implied(c->after, insn)->defs;

	FOR_OPNDS(o, c->after, insn)
		if (o->kind == OPND_REG && o->val && (o->flags & OPND_DEF) &&
		    !(o->flags & OPND_IMPLICIT))
			reg_written(c, (RegId)o->val, step, true);
	FOR_SLICE(RegId, reg, c->t->implicit_regs, implied)
		reg_written(c, *reg, step, true);
}

/* Does A say that it reads all of REG, too?  Then it leaves it as it was: so
 * LLVM keeps a tuple alive while it stores part after part. */
static bool
leaves(const Check *c, const Insn *a, RegId reg)
{
	FOR_OPNDS(o, c->after, a)
		if (o->kind == OPND_REG && o->val == reg &&
		    (o->flags & (OPND_DEF | OPND_IMPLICIT | OPND_UNDEF)) ==
			    OPND_IMPLICIT)
			return true;
	return false;
}

bool
check_is_beside(const Check *c, const Step *s, uint32_t i)
{
	const Insn *a = func_insn(c->after, s->after);
	const Operand *p = insn_opnds(c->after, a) + i;

	if (p->kind != OPND_REG ||
	    (p->flags & (OPND_DEF | OPND_IMPLICIT)) !=
		    (OPND_DEF | OPND_IMPLICIT) ||
	    insn_names_reg(c->after, a, OPND_DEF, (RegId)p->val, true) ||
	    (c->pairs.kind[s->after] == MOVE_STORE &&
	     leaves(c, a, (RegId)p->val)))
		return false;
	/* No code of a copy writes a reserved register that it only names, as
	 * those of the input may, which stand for nothing here. */
	if (insn_is(c->after, a, WK_COPY) &&
	    c->t->regs[p->val].flags & REG_RESERVED)
		return false;
	const Insn *b =
		s->before == NONE ? NULL : func_insn(c->before, s->before);
	for (uint32_t k = 0; b && k < b->nopnds; k++)
		if (check_same_opnd(c, insn_opnds(c->before, b) + k, p))
			return false;
	return true;
}

static void
besides_written(Check *c, const Step *s, uint32_t step)
{
	const Insn *a = func_insn(c->after, s->after);

	for (uint32_t i = 0; i < a->nopnds; i++)
		if (check_is_beside(c, s, i))
			reg_written(c, (RegId)insn_opnds(c->after, a)[i].val,
				    step, true);
}

/* A store to SLOT, which may be a lane of a register: the other lanes stay, but
 * what the register held is not there any more. */
static void
slot_written(Check *c, uint32_t slot, uint32_t step)
{
	place_event(c, c->cells.ncells + slot, step);
	for (uint32_t i = 0; c->slots.lanes_sorted && i < c->slots.lanes.n; i++)
		if (check_lane_home(c, c->slots.n + i) == slot)
			place_event(c, c->cells.ncells + c->slots.n + i, step);
	if (slot < c->slots.n)
		return;
	FOR_CELLS(part, &c->cells, check_lane_reg(c, slot))
		place_event(c, part->cell, step);
}

static void
places_written(Check *c, const Step *s, uint32_t step)
{
	if (s->before == NONE ||
	    func_insn(c->after, s->after)->nopnds >
		    func_insn(c->before, s->before)->nopnds)
		besides_written(c, s, step);
	switch ((MoveKind)c->pairs.kind[s->after]) {
	case MOVE_ORIGINAL:
		original_written(c, s, step);
		break;
	case MOVE_COPY:
		reg_written(c, check_copy(c, s->after).dst, step, true);
		break;
	case MOVE_STORE:
	case MOVE_SLOT:
	case MOVE_KEEP:
		slot_written(c,
			     c->pairs.accesses.at[c->pairs.aux[s->after]].slot,
			     step);
		break;
	case MOVE_LOAD:
		reg_written(c, c->pairs.accesses.at[c->pairs.aux[s->after]].reg,
			    step, true);
		break;
	case MOVE_AGAIN:
		c->pairs.aux[s->after] = step;
		again_written(c, s->after, step);
		break;
	case MOVE_NOTHING:
		break;
	}
}

/* Bring EVENTS, in order of step, into lists by what they are about. */
static void
list_events(Check *c, EventList *list, const Event *events, uint32_t n,
	    uint32_t nwhat)
{
	list->start = ARENA_NEW(&c->arena, uint32_t, nwhat + 2);
	list->steps = ARENA_RAW(&c->arena, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++)
		list->start[events[i].what + 2]++;
	for (uint32_t i = 2; i < nwhat + 2; i++)
		list->start[i] += list->start[i - 1];
	for (uint32_t i = 0; i < n; i++)
		list->steps[list->start[events[i].what + 1]++] = events[i].step;
}

/* By WHAT of the N EVENTS: the block that all of them are in; NONE: there are
 * none; HOME_MANY: there are several, or one that is left from its middle. */
static BlockId *
find_homes(Check *c, const Event *events, uint32_t n, uint32_t nwhat)
{
	BlockId *home = ARENA_RAW(&c->arena, BlockId, nwhat), b = NONE;
	uint32_t end = 0;
	bool early = false;

	for (uint32_t i = 0; i < nwhat; i++)
		home[i] = NONE;
	for (uint32_t i = 0; i < n; i++) {
		BlockId *h = &home[events[i].what];

		while (events[i].step >= end) {
			end = c->blocks.step[++b + 1];
			early = events[i].step < end &&
				check_leaves_early(c, b);
		}
		*h = !early && (*h == NONE || *h == b) ? b : HOME_MANY;
	}
	return home;
}

/* The homes of places, with those of the masks by which cells are lost. */
static BlockId *
find_place_homes(Check *c)
{
	const CheckEvents *e = &c->events;
	BlockId *home =
		find_homes(c, e->of_places.at, e->of_places.n,
			   c->cells.ncells + c->slots.n + c->slots.lanes.n);
	const BlockId *of_mask =
		find_homes(c, e->of_masks.at, e->of_masks.n, e->nmasks);

	for (uint32_t m = 0; m < e->nmasks; m++)
		for (Slice s = e->lost_at[m];
		     s.start < s.end && of_mask[m] != NONE; s.start++) {
			BlockId *h = &home[e->lost.at[s.start]];

			*h = *h == NONE || *h == of_mask[m] ? of_mask[m]
							    : HOME_MANY;
		}
	return home;
}

/* Which cells does each block write? */
static void
list_blocks(Check *c)
{
	uint32_t words = c->events.cell_words, i;
	uint64_t *cells = ARENA_NEW(&c->arena, uint64_t,
				    (size_t)c->before->blocks.n * words);
	BlockId b = 0;

	c->events.block_cells = cells;
	for (i = 0; i < c->events.of_places.n; i++) {
		Event e = c->events.of_places.at[i];

		while (e.step >= c->blocks.step[b + 1])
			b++;
		if (e.what < c->cells.ncells)
			bits_add(cells + (size_t)b * words, e.what);
	}
	for (i = 0, b = 0; i < c->events.of_masks.n; i++) {
		Event e = c->events.of_masks.at[i];

		while (e.step >= c->blocks.step[b + 1])
			b++;
		for (uint32_t k = 0; k < words; k++)
			cells[(size_t)b * words + k] |=
				c->events
					.mask_cells[(size_t)e.what * words + k];
	}
}

static uint32_t *
find_units(Check *c)
{
	uint32_t *unit_of_cell =
		ARENA_RAW(&c->arena, uint32_t, c->cells.ncells + 1);

	for (uint32_t i = 0; i < c->cells.ncells; i++)
		unit_of_cell[i] = NONE;
	for (uint32_t i = 0; i < c->t->n_unit_regs; i++)
		for (Slice s = cells_of_unit(&c->cells, (UnitId)i);
		     s.start < s.end; s.start++)
			if (c->cells.name[s.start])
				unit_of_cell[s.start] = i;
	return unit_of_cell;
}

void
check_events(Check *c)
{
	c->events.unit_of_cell = find_units(c);
	c->events.apart = ARENA_NEW(&c->arena, uint8_t, c->cells.ncells + 1);
	c->events.lost_at = ARENA_RAW(&c->arena, Slice, c->before->masks.n);
	for (uint32_t i = 0; i < c->before->masks.n; i++)
		c->events.lost_at[i].start = NONE;
	list_masks(c);
	for (uint32_t i = 0; i < c->steps.n; i++) {
		const Step *s = &c->steps.at[i];

		if (s->before != NONE)
			values_written(c, s->before, i);
		if (s->after != NONE)
			places_written(c, s, i);
	}
	list_events(c, &c->events.places, c->events.of_places.at,
		    c->events.of_places.n,
		    c->cells.ncells + c->slots.n + c->slots.lanes.n);
	list_events(c, &c->events.masks, c->events.of_masks.at,
		    c->events.of_masks.n, c->events.nmasks);
	list_events(c, &c->events.values, c->events.of_values.at,
		    c->events.of_values.n, c->nvregs + c->cells.ncells);
	list_blocks(c);
	c->events.place_home = find_place_homes(c);
	c->events.value_home =
		find_homes(c, c->events.of_values.at, c->events.of_values.n,
			   c->nvregs + c->cells.ncells);
}
