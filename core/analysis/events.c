/*
 * Events: where each occurrence of a register reads and writes it.
 */
#include "core/analysis/ranges.h"

/* The slot at which a use reads: late ones at d, those tied to an
 * early-clobber definition at e. */
static unsigned
use_slot(const Func *f, const Insn *insn, const Operand *o)
{
	const Operand *all = insn_opnds(f, insn);

	if (o->tied != TIED_NONE && o->tied < insn->nopnds &&
	    (all[o->tied].flags & (OPND_DEF | OPND_EARLY)) ==
		    (OPND_DEF | OPND_EARLY))
		return SLOT_EARLY;
	return o->flags & OPND_LATE ? SLOT_DEAD : SLOT_REG;
}

Event
operand_event(const Func *f, const Insn *insn, const Operand *o, uint32_t pos)
{
	Event e = {0, 0, o->sub};

	if ((insn->flags & INSN_DEBUG) || (o->flags & OPND_DEBUG))
		return (Event){0};
	if (o->flags & OPND_DEF) {
		e.at = slot_at(pos,
			       o->flags & OPND_EARLY ? SLOT_EARLY : SLOT_REG);
		e.flags = EVENT_DEF;
		if (o->sub)
			e.flags |= o->flags & OPND_UNDEF ? EVENT_UNDEF
							 : EVENT_REST;
	} else if (!(o->flags & (OPND_UNDEF | OPND_INTERNAL))) {
		e.at = slot_at(pos, use_slot(f, insn, o));
		e.flags = EVENT_READ;
	}
	if ((insn->flags & INSN_REST) && o->kind == OPND_VREG && !o->sub) {
		e.sub = insn_opnds(f, insn + 1)[0].sub;
		e.flags |= EVENT_OTHERS;
	}
	return e;
}

/* A PHI writes at the head of its block and reads at the ends of others. */
static Event
phi_event(const Func *f, const Insn *insn, const Operand *o, uint32_t pos,
	  const Slots *slots)
{
	const Operand *end = insn_opnds(f, insn) + insn->nopnds;

	if (o->flags & OPND_DEF) {
		Event e = operand_event(f, insn, o, pos);

		e.at = slot_block_start(
			slots, slot_block(slots, slot_at(pos, SLOT_BLOCK)));
		return e;
	}
	if (o + 1 == end || o[1].kind != OPND_BLOCK)
		return operand_event(f, insn, o, pos);
	return (Event){o[1].val, o->flags & OPND_UNDEF ? 0 : EVENT_EDGE,
		       o->sub};
}

void
events_find(const Func *f, const Slots *slots, const Occurrence *occurrences,
	    uint32_t n, Event *events)
{
	for (uint32_t i = 0; i < n; i++) {
		const Insn *insn = func_insn(f, occurrences[i].insn);
		const Operand *o = &f->opnds.at[occurrences[i].opnd];
		uint32_t pos = slots->insn_pos[occurrences[i].insn];

		events[i] = insn_is(f, insn, WK_PHI)
				    ? phi_event(f, insn, o, pos, slots)
				    : operand_event(f, insn, o, pos);
	}
}
