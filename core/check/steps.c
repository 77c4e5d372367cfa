/*
 * Both functions as one list of steps, and the events of places and values.
 *
 * A step has an instruction of BEFORE, or one of AFTER, or one of each that
 * are the same.  Instructions of BEFORE without counterpart (renamings, what
 * was left out) stand right behind the one before them; as moves do not care
 * what a value is called, their place among moves does not matter.  An
 * instruction that AFTER has later in the block has two steps.
 */
#include "core/base/bits.h"
#include "core/check/flow.h"

#include <string.h>

/* --- control flow --- */

/* Number the N blocks of ORDER, in which each stands behind the one that it was
 * FOUND from: those found from a block, and from them, have the numbers behind
 * its own. */
static void
number_below(Check *c, const BlockId *order, const BlockId *found, uint32_t n)
{
	uint32_t *next = ARENA_RAW(&c->arena, uint32_t, c->before->blocks.n);
	uint32_t i;

	for (i = 0; i < n; i++)
		c->below[order[i]] = (Slice){0, 1};
	for (i = n; i-- > 1;)
		c->below[found[order[i]]].end += c->below[order[i]].end;
	for (i = 0; i < n; i++) {
		Slice *s = &c->below[order[i]];

		if (i) {
			s->start = next[found[order[i]]];
			next[found[order[i]]] += s->end;
		}
		next[order[i]] = s->start + 1;
		s->end += s->start;
	}
}

static void
mark_reachable(Check *c)
{
	const Func *f = c->before;
	BlockId *order = ARENA_RAW(&c->arena, BlockId, f->blocks.n + 1);
	BlockId *found = ARENA_RAW(&c->arena, BlockId, f->blocks.n + 1);
	uint32_t n = 0, done, i;

	if (!f->blocks.n)
		return;
	order[n++] = 0;
	c->reachable[0] = 1;
	for (done = 0; done < n; done++) {
		Slice s = f->blocks.at[order[done]].succs;

		for (i = s.start; i < s.end; i++) {
			BlockId to = f->succs.at[i].block;

			if (c->reachable[to])
				continue;
			c->reachable[to] = 1;
			found[to] = order[done];
			order[n++] = to;
		}
	}
	number_below(c, order, found, n);
}

static void
same_blocks(Check *c)
{
	const Func *b = c->before, *a = c->after;
	bool same = a->blocks.n == b->blocks.n;
	uint32_t i, k;

	for (i = 0; i < b->blocks.n && same; i++) {
		Slice x = b->blocks.at[i].succs, y = a->blocks.at[i].succs;

		same = x.end - x.start == y.end - y.start;
		for (k = 0; k < x.end - x.start && same; k++)
			same = b->succs.at[x.start + k].block ==
			       a->succs.at[y.start + k].block;
	}
	if (!same)
		check_unmatched(c, NONE, NONE, "the blocks are not the same");
}

/* Do the jump tables lead where they led?  (New blocks on edges: check_edges
 * has seen to it.) */
static bool
same_tables(const Check *c)
{
	const Func *b = c->before, *a = c->after;
	uint32_t i, k;

	if (b->jump_tables.n != a->jump_tables.n)
		return false;
	for (i = 0; i < b->jump_tables.n; i++) {
		Slice x = b->jump_tables.at[i].blocks;
		Slice y = a->jump_tables.at[i].blocks;

		if (b->jump_tables.at[i].id != a->jump_tables.at[i].id ||
		    x.end - x.start != y.end - y.start)
			return false;
		for (k = 0; k < x.end - x.start; k++)
			if (b->jump_blocks.at[x.start + k] !=
			    a->jump_blocks.at[y.start + k])
				return false;
	}
	return true;
}

void
check_cfg(Check *c)
{
	const Func *f = c->before;
	uint32_t nblocks, i, k, total = 0;

	check_edges(c);
	same_blocks(c);
	if (!c->hopeless && c->before == f && !same_tables(c))
		check_error(c, NONE, "the jump tables are not the same");
	if (c->hopeless)
		return;
	f = c->before;
	nblocks = f->blocks.n;
	c->reachable = ARENA_NEW(&c->arena, uint8_t, nblocks + 1);
	c->below = ARENA_NEW(&c->arena, Slice, nblocks + 1);
	mark_reachable(c);
	c->preds = ARENA_NEW(&c->arena, Slice, nblocks + 1);
	c->pred_blocks = ARENA_NEW(&c->arena, BlockId, f->succs.n + 1);
	for (i = 0; i < nblocks; i++)
		for (k = f->blocks.at[i].succs.start;
		     k < f->blocks.at[i].succs.end; k++)
			c->preds[f->succs.at[k].block].end++;
	for (i = 0; i < nblocks; i++) {
		uint32_t n = c->preds[i].end;

		c->preds[i] = (Slice){total, total};
		total += n;
	}
	for (i = 0; i < nblocks; i++)
		for (k = f->blocks.at[i].succs.start;
		     k < f->blocks.at[i].succs.end && c->reachable[i]; k++)
			c->pred_blocks[c->preds[f->succs.at[k].block].end++] =
				i;
}

/* --- steps --- */

static void
push_step(Check *c, BlockId block, InsnId before, InsnId after)
{
	const Func *f = c->before;
	uint32_t at = c->steps.n;

	(void)block;
	VEC_PUSH(&c->arena, c->steps, ((Step){before, after}));
	if (before == NONE)
		return;
	if (insn_flags(f, func_insn(f, before)) & OP_CALL)
		c->leave_pad[block] = at + 1;
	if (insn_is(f, func_insn(f, before), WK_INLINEASM_BR))
		c->leave_asm[block] = at + 1;
}

/* An instruction of BEFORE that has no counterpart. */
static void
push_missing(Check *c, BlockId block, InsnId i)
{
	const Insn *b = func_insn(c->before, i);

	if (b->flags & INSN_DEBUG)
		return;
	if (!check_is_naming(c, b) && !check_is_pure(c->before, b))
		check_error(c, i, "is missing in the output");
	push_step(c, block, i, NONE);
}

/* Those of BEFORE from I up to O stand later in AFTER: they wait. */
static InsnId
push_waiting(Check *c, BlockId block, InsnId i, InsnId o,
	     const InsnId *after_of)
{
	for (; i < o; i++) {
		if (after_of[i] == NONE) {
			push_missing(c, block, i);
			continue;
		}
		c->waits[i] = 1;
		c->nwaiting++;
		push_step(c, block, i, NONE);
	}
	return i;
}

/* O of BEFORE, which AFTER has at J: I is the first that it had not had so far.
 * Returns the one that comes next; NONE after an error. */
static InsnId
push_original(Check *c, BlockId block, InsnId i, InsnId o, InsnId j,
	      const InsnId *after_of)
{
	const Block *x = &c->before->blocks.at[block];
	bool waits = o >= x->first && o < i && c->waits[o];

	if (!waits && o >= i && o < x->end)
		i = push_waiting(c, block, i, o, after_of);
	if ((!waits && o != i) ||
	    (waits && !check_may_sink(c, o, i, c->waits))) {
		check_unmatched(c, NONE, j, "is not where the input has it");
		return NONE;
	}
	if (waits) {
		c->waits[o] = 0;
		c->nwaiting--;
		c->sunk[o] = 1;
	}
	push_step(c, block, o, j);
	return waits ? i : i + 1;
}

static void
merge_block(Check *c, BlockId block, const InsnId *after_of)
{
	const Block *x = &c->before->blocks.at[block];
	const Block *y = &c->after->blocks.at[block];
	InsnId i = x->first, j;

	c->nwaiting = 0;
	c->block_step[block] = c->steps.n;
	c->leave_pad[block] = c->leave_asm[block] = NONE;
	for (j = y->first; j < y->end; j++) {
		while (i < x->end && after_of[i] == NONE &&
		       !check_reads_waiting(c, x->first, i))
			push_missing(c, block, i++);
		if (c->kind[j] == MOVE_NOTHING)
			continue;
		if (c->kind[j] != MOVE_ORIGINAL) {
			push_step(c, block, NONE, j);
			continue;
		}
		i = push_original(c, block, i, c->origin[j], j, after_of);
		if (i == NONE)
			return;
	}
	i = push_waiting(c, block, i, x->end, after_of);
	for (j = x->first; j < x->end && !c->waits[j]; j++)
		;
	if (j < x->end)
		check_unmatched(c, j, NONE, "is not where the input has it");
	if (c->leave_pad[block] == NONE)
		c->leave_pad[block] = c->steps.n;
	if (c->leave_asm[block] == NONE)
		c->leave_asm[block] = c->steps.n;
}

/* Settle what each instruction of AFTER is; returns, by instruction of
 * BEFORE, its counterpart. */
static InsnId *
pair_up(Check *c)
{
	const Func *b = c->before, *a = c->after;
	InsnId *after_of = ARENA_RAW(&c->arena, InsnId, b->insns.n + 1);
	InsnId j;

	for (j = 0; j < b->insns.n; j++)
		after_of[j] = NONE;
	for (j = 0; j < a->insns.n; j++) {
		InsnId o = c->origin[j];
		const Insn *insn = func_insn(a, j);

		if ((insn->flags & INSN_DEBUG) || o == NONE ||
		    check_is_naming(c, insn) ||
		    check_is_naming(c, func_insn(b, o))) {
			if (!check_classify(c, j)) {
				check_error_after(c, j,
						  "the input has no such "
						  "instruction here");
				c->kind[j] = MOVE_NOTHING;
			}
			continue;
		}
		c->kind[j] = MOVE_ORIGINAL;
		c->aux[j] = 0;
		if (after_of[o] != NONE)
			check_error_after(c, j, "stands twice in the output");
		after_of[o] = j;
		check_insn(c, o, j);
	}
	check_moves(c);
	check_lanes(c);
	return after_of;
}

/* --- events --- */

static void
place_event(Check *c, Place place, uint32_t step)
{
	Event e = {place, step};

	VEC_PUSH(&c->arena, c->place_events, e);
}

static void
value_event(Check *c, Value value, uint32_t step)
{
	Event e = {value, step};

	VEC_PUSH(&c->arena, c->value_events, e);
}

/* CELL is written as a whole: scalars in lanes of it, which few targets keep
 * there, are gone. */
static void
lanes_lost(Check *c, uint32_t cell, uint32_t step)
{
	uint32_t i;

	for (i = 0; i < c->lane_slots.n; i++)
		if (check_lane_reg(c, c->nslots + i) &&
		    cells_part(&c->cells, check_lane_reg(c, c->nslots + i),
			       cell))
			place_event(c, c->cells.ncells + c->nslots + i, step);
}

static void
cell_event(Check *c, uint32_t cell, uint32_t step)
{
	place_event(c, cell, step);
	if (c->lane_slots.n)
		lanes_lost(c, cell, step);
}

static void
reg_written(Check *c, RegId reg, uint32_t step, bool foreign)
{
	Slice s = cells_of(&c->cells, reg);

	for (; s.start < s.end; s.start++) {
		uint32_t cell = c->cells.parts.at[s.start].cell;

		cell_event(c, cell, step);
		if (foreign)
			c->apart[cell] = 1;
	}
}

/* What BEFORE's instruction gives a value to. */
static void
values_written(Check *c, InsnId b, uint32_t step)
{
	const Insn *insn = func_insn(c->before, b);
	const Operand *o = insn_opnds(c->before, insn);
	bool apart = c->steps.at[step].after == NONE, unread;
	uint32_t i;

	for (i = 0; i < insn->nopnds; i++) {
		Slice s;

		if (!opnd_is_reg(&o[i]) || !(o[i].flags & OPND_DEF))
			continue;
		/* Of one that comes later, what is computed comes there. */
		if (c->sunk[b] && (o[i].kind == OPND_VREG) == apart)
			continue;
		if (o[i].kind == OPND_VREG) {
			value_event(c, o[i].val, step);
			continue;
		}
		unread = c->unread && bits_has(c->unread, insn->opnd0 + i);
		s = cells_of(&c->cells, (RegId)o[i].val);
		for (; s.start < s.end; s.start++) {
			uint32_t cell = c->cells.parts.at[s.start].cell;

			if (!unread)
				value_event(c, c->nvregs + cell, step);
			c->apart[cell] |= apart | unread;
		}
	}
}

bool
check_mask_clobbers(const Check *c, const uint64_t *mask, UnitId unit)
{
	Slice s = c->t->unit_regs[unit];
	bool kept = false, lost = false;

	for (; s.start < s.end && !(kept && lost); s.start++) {
		RegId r = c->t->unit_reg_ids[s.start];

		if (mask_preserves(mask, r))
			kept = true;
		else if (cells_width(&c->cells, r))
			lost = true;
	}
	return !kept || lost;
}

/* The cells that a call with mask number MASK of BEFORE writes. */
static Slice
mask_cells(Check *c, uint32_t mask)
{
	const uint64_t *words = c->before->masks.at[mask].words;
	Slice *s = &c->lost_at[mask];
	uint32_t cell;

	if (s->start != NONE)
		return *s;
	s->start = c->lost.n;
	for (cell = 0; cell < c->cells.ncells; cell++)
		if (c->unit_of_cell[cell] != NONE &&
		    check_mask_clobbers(c, words, c->unit_of_cell[cell]))
			VEC_PUSH(&c->arena, c->lost, cell);
	s->end = c->lost.n;
	return *s;
}

static void
mask_written(Check *c, uint32_t mask, uint32_t step)
{
	Slice s = mask_cells(c, mask);

	for (; s.start < s.end; s.start++) {
		cell_event(c, c->lost.at[s.start], step);
	}
}

static void
original_written(Check *c, const Step *s, uint32_t step)
{
	const Insn *b = func_insn(c->before, s->before);
	const Operand *o = insn_opnds(c->before, b);
	const Fold *fold = check_fold_of(c, s->after);
	uint32_t i;

	if (fold && fold->def != NONE)
		place_event(c, c->cells.ncells + fold->slot, step);
	for (i = 0; i < b->nopnds; i++) {
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
	const OpcodeDesc *desc = insn_desc(c->after, insn);
	const Operand *o = insn_opnds(c->after, insn);
	uint32_t i;

	for (i = 0; i < insn->nopnds; i++)
		if (o[i].kind == OPND_REG && o[i].val &&
		    (o[i].flags & OPND_DEF) && !(o[i].flags & OPND_IMPLICIT))
			reg_written(c, (RegId)o[i].val, step, true);
	for (i = desc->implicit_defs.start; i < desc->implicit_defs.end; i++)
		reg_written(c, c->t->implicit_regs[i], step, true);
}

/* Does instruction A of AFTER write a part of REG, or something around it, by
 * an explicit operand? */
static bool
writes_some_of(const Check *c, const Insn *a, RegId reg)
{
	const Operand *o = insn_opnds(c->after, a);
	uint32_t i;

	for (i = 0; i < a->nopnds; i++)
		if (o[i].kind == OPND_REG &&
		    (o[i].flags & (OPND_DEF | OPND_IMPLICIT)) == OPND_DEF &&
		    target_overlap(c->t, (RegId)o[i].val, reg))
			return true;
	return false;
}

/* Does A say that it reads all of REG, too?  Then it leaves it as it was: so
 * LLVM keeps a tuple alive while it stores part after part. */
static bool
leaves(const Check *c, const Insn *a, RegId reg)
{
	const Operand *o = insn_opnds(c->after, a);
	uint32_t i;

	for (i = 0; i < a->nopnds; i++)
		if (o[i].kind == OPND_REG && o[i].val == reg &&
		    (o[i].flags & (OPND_DEF | OPND_IMPLICIT | OPND_UNDEF)) ==
			    OPND_IMPLICIT)
			return true;
	return false;
}

bool
check_is_beside(const Check *c, const Step *s, uint32_t i)
{
	const Insn *a = func_insn(c->after, s->after), *b;
	const Operand *p = insn_opnds(c->after, a) + i;
	uint32_t k;

	if (p->kind != OPND_REG ||
	    (p->flags & (OPND_DEF | OPND_IMPLICIT)) !=
		    (OPND_DEF | OPND_IMPLICIT) ||
	    writes_some_of(c, a, (RegId)p->val) ||
	    (c->kind[s->after] == MOVE_STORE && leaves(c, a, (RegId)p->val)))
		return false;
	/* No code of a copy writes a reserved register that it only names, as
	 * those of the input may, which stand for nothing here. */
	if (insn_is(c->after, a, WK_COPY) &&
	    c->t->regs[p->val].flags & REG_RESERVED)
		return false;
	b = s->before == NONE ? NULL : func_insn(c->before, s->before);
	for (k = 0; b && k < b->nopnds; k++)
		if (check_same_opnd(c, insn_opnds(c->before, b) + k, p))
			return false;
	return true;
}

static void
besides_written(Check *c, const Step *s, uint32_t step)
{
	const Insn *a = func_insn(c->after, s->after);
	uint32_t i;

	for (i = 0; i < a->nopnds; i++)
		if (check_is_beside(c, s, i))
			reg_written(c, (RegId)insn_opnds(c->after, a)[i].val,
				    step, true);
}

/* A store to SLOT, which may be a lane of a register: the other lanes stay, but
 * what the register held is not there any more. */
static void
slot_written(Check *c, uint32_t slot, uint32_t step)
{
	uint32_t i;
	Slice s;

	place_event(c, c->cells.ncells + slot, step);
	for (i = 0; c->lanes_sorted && i < c->lane_slots.n; i++)
		if (check_lane_home(c, c->nslots + i) == slot)
			place_event(c, c->cells.ncells + c->nslots + i, step);
	if (slot < c->nslots)
		return;
	s = cells_of(&c->cells, check_lane_reg(c, slot));
	for (; s.start < s.end; s.start++)
		place_event(c, c->cells.parts.at[s.start].cell, step);
}

static void
places_written(Check *c, const Step *s, uint32_t step)
{
	if (s->before == NONE ||
	    func_insn(c->after, s->after)->nopnds >
		    func_insn(c->before, s->before)->nopnds)
		besides_written(c, s, step);
	switch ((MoveKind)c->kind[s->after]) {
	case MOVE_ORIGINAL:
		original_written(c, s, step);
		break;
	case MOVE_COPY:
		reg_written(c, check_copy(c, s->after).dst, step, true);
		break;
	case MOVE_STORE:
	case MOVE_KEEP:
		slot_written(c, c->accesses.at[c->aux[s->after]].slot, step);
		break;
	case MOVE_LOAD:
		reg_written(c, c->accesses.at[c->aux[s->after]].reg, step,
			    true);
		break;
	case MOVE_AGAIN:
		c->aux[s->after] = step;
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
	uint32_t i;

	list->start = ARENA_NEW(&c->arena, uint32_t, nwhat + 2);
	list->steps = ARENA_RAW(&c->arena, uint32_t, n + 1);
	for (i = 0; i < n; i++)
		list->start[events[i].what + 2]++;
	for (i = 2; i < nwhat + 2; i++)
		list->start[i] += list->start[i - 1];
	for (i = 0; i < n; i++)
		list->steps[list->start[events[i].what + 1]++] = events[i].step;
}

bool
check_leaves_early(const Check *c, BlockId b)
{
	const Func *f = c->before;
	Slice s = f->blocks.at[b].succs;

	for (; s.start < s.end; s.start++)
		if (f->blocks.at[f->succs.at[s.start].block].flags &
		    (BLOCK_LANDING_PAD | BLOCK_ASM_TARGET))
			return true;
	return false;
}

/* By WHAT of the N EVENTS: the block that all of them are in; NONE: there are
 * none; HOME_MANY: there are several, or one that is left from its middle. */
static BlockId *
find_homes(Check *c, const Event *events, uint32_t n, uint32_t nwhat)
{
	BlockId *home = ARENA_RAW(&c->arena, BlockId, nwhat), b = NONE;
	uint32_t i, end = 0;
	bool early = false;

	for (i = 0; i < nwhat; i++)
		home[i] = NONE;
	for (i = 0; i < n; i++) {
		BlockId *h = &home[events[i].what];

		while (events[i].step >= end) {
			end = c->block_step[++b + 1];
			early = events[i].step < end &&
				check_leaves_early(c, b);
		}
		*h = !early && (*h == NONE || *h == b) ? b : HOME_MANY;
	}
	return home;
}

/* Which cells does each block write? */
static void
list_blocks(Check *c)
{
	uint32_t i;
	BlockId b = 0;

	c->cell_words = BITS_WORDS(c->cells.ncells);
	c->block_cells = ARENA_NEW(&c->arena, uint64_t,
				   (size_t)c->before->blocks.n * c->cell_words);
	for (i = 0; i < c->place_events.n; i++) {
		Event e = c->place_events.at[i];

		while (e.step >= c->block_step[b + 1])
			b++;
		if (e.what < c->cells.ncells)
			bits_add(c->block_cells + (size_t)b * c->cell_words,
				 e.what);
	}
}

static uint32_t *
find_units(Check *c)
{
	uint32_t *unit_of_cell =
		ARENA_RAW(&c->arena, uint32_t, c->cells.ncells + 1);
	uint32_t i;
	Slice s;

	for (i = 0; i < c->cells.ncells; i++)
		unit_of_cell[i] = NONE;
	for (i = 0; i < c->t->n_unit_regs; i++)
		for (s = cells_of_unit(&c->cells, (UnitId)i); s.start < s.end;
		     s.start++)
			if (c->cells.name[s.start])
				unit_of_cell[s.start] = i;
	return unit_of_cell;
}

void
check_steps(Check *c)
{
	uint32_t nblocks = c->before->blocks.n, i;
	InsnId *after_of = pair_up(c);

	c->unit_of_cell = find_units(c);
	c->block_step = ARENA_NEW(&c->arena, uint32_t, nblocks + 1);
	c->leave_pad = ARENA_NEW(&c->arena, uint32_t, nblocks + 1);
	c->leave_asm = ARENA_NEW(&c->arena, uint32_t, nblocks + 1);
	for (i = 0; i < nblocks && !c->hopeless; i++)
		merge_block(c, i, after_of);
	if (c->hopeless)
		return;
	c->block_step[nblocks] = c->steps.n;
	check_on_find(c);
	c->apart = ARENA_NEW(&c->arena, uint8_t, c->cells.ncells + 1);
	c->lost_at = ARENA_RAW(&c->arena, Slice, c->before->masks.n);
	for (i = 0; i < c->before->masks.n; i++)
		c->lost_at[i].start = NONE;
	for (i = 0; i < c->steps.n; i++) {
		const Step *s = &c->steps.at[i];

		if (s->before != NONE)
			values_written(c, s->before, i);
		if (s->after != NONE)
			places_written(c, s, i);
	}
	list_events(c, &c->places, c->place_events.at, c->place_events.n,
		    c->cells.ncells + c->nslots + c->lane_slots.n);
	list_events(c, &c->values, c->value_events.at, c->value_events.n,
		    c->nvregs + c->cells.ncells);
	list_blocks(c);
	c->place_home =
		find_homes(c, c->place_events.at, c->place_events.n,
			   c->cells.ncells + c->nslots + c->lane_slots.n);
	c->value_home = find_homes(c, c->value_events.at, c->value_events.n,
				   c->nvregs + c->cells.ncells);
}
