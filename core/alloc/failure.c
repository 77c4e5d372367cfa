/*
 * No register for an interval that must have one: the instruction, the class,
 * who holds what, and why no other way of giving out registers would do.
 */
#include "core/alloc/allocate.h"
#include "core/alloc/match.h"

/* Where interval P needs its register. */
static Loc
interval_loc(const Scan *s, const AllocInterval *p)
{
	uint32_t i = p->noccurrences;
	InsnId insn = 0;

	/* Edits stand at other instructions. */
	while (i && p->occurrences[i - 1].flags & OCC_EDIT)
		i--;
	if (p->noccurrences)
		insn = p->occurrences[i ? i - 1 : 0].insn;
	return s->f->insns.n ? func_insn(s->f, insn)->loc : LOC_NONE;
}

static const char *
class_name(const Scan *s, VregId v)
{
	return target_str(s->t, s->t->classes[s->f->vregs.at[v].cls].name);
}

static uint32_t
interval_number(const Scan *s, VregId v)
{
	return s->f->vregs.at[s->intervals.at[v].origin].number;
}

/* What keeps V out of REG. */
static void
holder_note(Scan *s, VregId v, RegId reg, Loc loc)
{
	const AllocInterval *p = &s->intervals.at[v];
	const char *name = target_str(s->t, s->t->regs[reg].name);
	SlotIdx end = p->main.segs[p->main.n - 1].end;
	const UnitId *unit;
	Slice held = reg_held(s, reg, &unit);
	const OwnedSeg *seg = NULL;
	uint32_t k;

	for (k = held.start; k < held.end && !seg; k++)
		seg = units_holder(s, unit[k], p->main.segs[0].start, end);
	if (!units_preserved(s, v, reg))
		diag_note(s->f->diag, loc, "$%s does not survive the call",
			  name);
	else if (seg && units_may_clear(s, v, reg))
		diag_note(s->f->diag, loc, "$%s holds %%%u", name,
			  interval_number(s, seg->owner));
	else
		diag_note(s->f->diag, loc,
			  "$%s is in use as a physical register", name);
}

void
failure_report(Scan *s, VregId v, const Seeker *seekers, uint32_t n,
	       uint32_t needed)
{
	const Order *order = class_order(s, s->f->vregs.at[v].cls);
	Loc loc = interval_loc(s, &s->intervals.at[v]);
	const char *cls = class_name(s, v);
	uint32_t number = interval_number(s, v), i;

	if (needed)
		diag_error(s->f->diag, loc,
			   "no register of class %s is free for %%%u here: %u "
			   "needed, %u there",
			   cls, number, needed, needed - 1);
	else
		diag_error(s->f->diag, loc,
			   "no register of class %s is free for %%%u here, as "
			   "far as was tried",
			   cls, number);
	for (i = 0; i < n; i++)
		if (!seekers[i].left_out && seekers[i].interval != v)
			diag_note(
				s->f->diag,
				interval_loc(
					s,
					&s->intervals.at[seekers[i].interval]),
				"%%%u needs one of class %s",
				interval_number(s, seekers[i].interval),
				class_name(s, seekers[i].interval));
	for (i = 0; i < order->n; i++)
		holder_note(s, v, order->regs[i], loc);
	if (!order->n)
		diag_note(s->f->diag, loc,
			  "all its registers are reserved in this function");
}
