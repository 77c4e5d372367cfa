/*
 * The demands: what each operand of BEFORE must find in its place.
 */
#include "core/check/demand/demands.h"

/* Is operand I of BEFORE's instruction B, a register, marked undefined in A of
 * AFTER?  P: what it became; physical ones may stand elsewhere. */
static bool
marked_undef(const Check *c, const Insn *b, InsnId a, uint32_t i,
	     const Operand *p)
{
	const Operand *o = insn_opnds(c->before, b) + i;
	const Insn *insn = func_insn(c->after, a);
	bool marked = false;

	if (o->kind != OPND_REG)
		return p && p->flags & OPND_UNDEF;
	const Operand *q = insn_opnds(c->after, insn);
	if (i < insn->nopnds && !(q[i].flags & OPND_UNDEF) &&
	    check_same_opnd(c, o, &q[i]))
		return false;
	for (uint32_t k = 0; k < insn->nopnds; k++)
		if (check_same_opnd(c, o, &q[k])) {
			if (!(q[k].flags & OPND_UNDEF))
				return false;
			marked = true;
		}
	return marked;
}

/* Demand what operand O of BEFORE, number I of DESC, reads from operand P of
 * AFTER. */
static void
demand_operand(Check *c, Demand *d, const OpcodeDesc *desc, uint32_t i,
	       const Operand *o, const Operand *p)
{
	Slice s = cells_of(&c->cells, (RegId)p->val);
	uint32_t bits = check_bits(c, desc, i, o);

	check_on_begin(c, d, (RegId)p->val);
	for (; s.start < s.end; s.start++) {
		CellPart part = c->cells.parts.at[s.start];
		Demand next = *d;

		next.width = (uint16_t)(part.bits < bits ? part.bits : bits);
		if (o->kind == OPND_REG && o->val != p->val) {
			next.place = part.cell;
			next.value = c->nvregs + c->cells.ncells + o->val;
			next.lanes = part.lanes;
		} else if (o->kind == OPND_REG && !c->events.apart[part.cell]) {
			continue;
		} else {
			check_set_cell(c, &next, o, part);
		}
		check_begin(c, &next);
	}
}

/* Demand what operand O of BEFORE reads from memory in AFTER. */
static void
demand_folded(Check *c, Demand *d, const Operand *o, InsnId after)
{
	const Fold *fold = check_fold_of(c, after);
	SlotPiece piece = {fold->slot, fold->offset, 0, 0, 0};

	piece.reg = check_sample(c, o);
	piece.size = check_natural(c, o) / 8;
	d->value = o->val;
	d->width = cells_width(&c->cells, piece.reg)
			   ? (uint16_t)check_natural(c, o)
			   : 0;
	FOR_CELLS(part, &c->cells, piece.reg)
		piece.lanes |= part->lanes;
	d->lanes = cells_lanes_up(&c->cells, o->sub, piece.lanes);
	if (fold->load) {
		d->place = after | PLACE_AGAIN;
		d->cell = NONE;
	} else {
		d->place = check_piece(c, &piece);
	}
	check_begin(c, d);
}

/* AFTER does not read operand O of BEFORE, which became P, though some of what
 * O reads may have a value. */
static void
refuse_undef(Check *c, const Demand *d, const Operand *o, const Operand *p,
	     InsnId after)
{
	FOR_CELLS(part, &c->cells, (RegId)(p ? p : o)->val) {
		Demand next = *d;

		check_set_cell(c, &next, o, *part);
		check_refuse(c, &next, NONE, after, "it is marked undefined");
	}
	check_judge(c);
}

static void
demand_operands(Check *c, uint32_t step, BlockId block)
{
	const Step *s = &c->steps.at[step];
	const Insn *b = func_insn(c->before, s->before);
	const Operand *o = insn_opnds(c->before, b);

	for (uint32_t i = 0; i < b->nopnds && !check_full(c); i++) {
		if (!opnd_is_reg(&o[i]) ||
		    (o[i].flags & (OPND_DEF | OPND_UNDEF | OPND_DEBUG)))
			continue;
		const Operand *p = check_opnd(c, s->after, i);
		if (p && !p->val)
			continue;
		Demand d = (Demand){.step = step,
				    .block = block,
				    .root = b->opnd0 + i,
				    .user = s->before,
				    .missing = NONE,
				    .key = NONE};
		if (marked_undef(c, b, s->after, i, p))
			refuse_undef(c, &d, &o[i], p, s->after);
		/* What is read by its own name is nowhere else. */
		if (p || o[i].kind == OPND_REG)
			demand_operand(c, &d, insn_desc(c->before, b), i, &o[i],
				       p ? p : &o[i]);
		else
			demand_folded(c, &d, &o[i], s->after);
	}
	check_follow_all(c);
}

/* Would the demands of the instruction be met as its Fold is now?  If not,
 * nothing noted on the way is trusted. */
static bool
demands_met(Check *c, uint32_t step, BlockId block)
{
	c->walk.trial = true;
	c->walk.failed = false;
	memo_try(&c->walk.memo);
	demand_operands(c, step, block);
	memo_tried(&c->walk.memo, !c->walk.failed);
	c->walk.trial = false;
	return !c->walk.failed;
}

/* Which of several forms, FIRST and OTHERS behind it, is the instruction: the
 * one in which its demands are met?  False: none. */
static bool
settle(Check *c, uint32_t step, BlockId block, uint32_t first, uint32_t others)
{
	InsnId after = c->steps.at[step].after;

	for (uint32_t k = 0; k <= others; k++) {
		c->pairs.aux[after] = first + k;
		if (demands_met(c, step, block))
			return true;
	}
	c->pairs.aux[after] = first;
	return false;
}

/* Of several ways the wrong ones mostly end in a place that holds something
 * else; whether what they look for is defined there, which takes a long walk,
 * is asked only if none is right. */
static void
demand_step(Check *c, uint32_t step, BlockId block)
{
	uint32_t first = c->pairs.aux[c->steps.at[step].after];
	uint32_t others = first ? c->pairs.folds.at[first - 1].others : 0;
	bool met = false;

	if (others) {
		c->walk.hasty = true;
		met = settle(c, step, block, first, others);
		c->walk.hasty = false;
		met = met || settle(c, step, block, first, others);
	}
	if (!met)
		demand_operands(c, step, block);
	check_overlaps(c, step, block);
}

/* What is loaded again for nobody may be nowhere, unless it is always there. */
static void
check_asked(Check *c, InsnId after)
{
	const Insn *a = func_insn(c->after, after);

	if (c->pairs.kind[after] == MOVE_AGAIN && !c->walk.asked[after] &&
	    !check_loads_constant(c->after, a) && !check_full(c))
		check_error_after(c, after, "loads what nobody wants");
}

void
check_demands(Check *c)
{
	uint32_t nblocks = c->before->blocks.n;

	for (uint32_t i = 0; i < nblocks; i++) {
		if (!c->blocks.reachable[i])
			continue;
		for (uint32_t k = c->blocks.step[i]; k < c->blocks.step[i + 1];
		     k++)
			if (c->steps.at[k].before != NONE &&
			    c->steps.at[k].after != NONE)
				demand_step(c, k, i);
	}
	for (uint32_t i = 0; i < nblocks && !c->messages.errors; i++)
		for (uint32_t k = c->blocks.step[i];
		     k < c->blocks.step[i + 1] && c->blocks.reachable[i]; k++)
			if (c->steps.at[k].before == NONE)
				check_asked(c, c->steps.at[k].after);
}
