/*
 * Demands are put, or refused.
 */
#include "core/check/demand/demands.h"

/* The value "lanes of a physical register" if all of them are in one cell: what
 * is in that cell.  One that is a single cell keeps them: they may be those of
 * another file, where its value is now. */
static void
name_one_cell(Check *c, Demand *d)
{
	uint32_t first = c->nvregs + c->cells.ncells, n = 0, cell = 0;

	if (d->value < first)
		return;
	Slice s = cells_of(&c->cells, (RegId)(d->value - first));
	bool single = s.end - s.start == 1;
	for (; s.start < s.end; s.start++)
		if (single || c->cells.parts.at[s.start].lanes & d->lanes) {
			cell = c->cells.parts.at[s.start].cell;
			n++;
		}
	if (n != 1)
		return;
	d->value = c->nvregs + cell;
	if (!single)
		d->lanes = LANES_ALL;
}

Work
check_work(Check *c, const Demand *d)
{
	Work w = {c->walk.demands.n, d->block, d->step};

	VEC_PUSH(&c->arena, c->walk.demands, *d);
	return w;
}

void
check_push(Check *c, const Demand *d)
{
	Demand next = *d;

	next.key = NONE;
	name_one_cell(c, &next);
	/* The end of a block is not the start of the next. */
	if (!memo_seen(&c->walk.memo, &c->arena, &next, next.step + next.block))
		VEC_PUSH(&c->arena, c->walk.work, check_work(c, &next));
}

void
check_refuse(Check *c, const Demand *d, InsnId before, InsnId after,
	     const char *why)
{
	if (d->missing != NONE)
		check_fail_missing(c, d, d->missing);
	else if (d->place == PLACE_ANY || (c->walk.trial && c->walk.hasty))
		check_fail(c, d, before, after, why);
	else
		VEC_PUSH(&c->arena, c->walk.refusals,
			 ((Refusal){*d, before, after, why}));
}

void
check_set_cell(Check *c, Demand *d, const Operand *o, CellPart part)
{
	d->place = part.cell;
	d->value = o->kind == OPND_VREG ? o->val : c->nvregs + part.cell;
	d->lanes = o->kind == OPND_VREG
			   ? cells_lanes_up(&c->cells, o->sub, part.lanes)
			   : LANES_ALL;
}
