/*
 * Events: one walk over the operands sorts the mentions of virtual registers
 * and of register units by register, keeping their order (counting sort), and
 * notes for each where it reads and writes.
 */
#include "core/analysis/ranges.h"

#include "core/base/bits.h"

/* A unit has no range if all registers that contain it are reserved. */
static uint8_t *
units_reserved(const Target *t, const uint64_t *reserved, Arena *scratch)
{
	uint8_t *skip = ARENA_NEW(scratch, uint8_t, t->n_unit_regs);
	uint32_t u, i;

	for (u = 0; u < t->n_unit_regs; u++) {
		Slice regs = t->unit_regs[u];

		for (i = regs.start; i < regs.end; i++)
			if (!bits_has(reserved, t->unit_reg_ids[i]))
				break;
		skip[u] = i == regs.end;
	}
	return skip;
}

/* What is the same for all operands of a function. */
typedef struct {
	const Func *f;
	const Target *target;
	const uint8_t *skip;	     /* by unit */
	uint32_t *vreg_at, *unit_at; /* by register: count, then next place */
	EventLists *vregs, *units;
	const Slots *slots;
} Collector;

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

static Event
operand_event(const Func *f, const Insn *insn, const Operand *o, uint32_t pos)
{
	Event e = {0, 0, o->sub};

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
	  BlockId b, const Slots *slots)
{
	const Operand *end = insn_opnds(f, insn) + insn->nopnds;

	if (o->flags & OPND_DEF) {
		Event e = operand_event(f, insn, o, pos);

		e.at = slot_block_start(slots, b);
		return e;
	}
	if (o + 1 == end || o[1].kind != OPND_BLOCK)
		return operand_event(f, insn, o, pos);
	return (Event){o[1].val, o->flags & OPND_UNDEF ? 0 : EVENT_EDGE,
		       o->sub};
}

static void
unit_event(Collector *c, RegId reg, LaneMask lanes, Event e, Mention m)
{
	Slice units = c->target->regs[reg].units;
	uint32_t i;

	for (i = units.start; i < units.end; i++) {
		UnitId u = c->target->reg_units[i];

		if (c->skip[u] || !(c->target->unit_lanes[i] & lanes))
			continue;
		if (c->units->events) {
			uint32_t at = c->unit_at[u];

			c->units->events[at] = e;
			c->units->mentions[at] = m;
		}
		c->unit_at[u]++;
	}
}

/* Live-ins that something outside the function defines: at the entry, at
 * landing pads, at the targets of asm goto. */
static void
collect_liveins(Collector *c, BlockId b)
{
	const Block *block = &c->f->blocks.at[b];
	uint32_t i;

	if (b && !(block->flags &
		   (BLOCK_LANDING_PAD | BLOCK_ASM_TARGET | BLOCK_FUNCLET)))
		return;
	for (i = block->liveins.start; i < block->liveins.end; i++) {
		const LiveIn *in = &c->f->liveins.at[i];
		Event e = {slot_block_start(c->slots, b), EVENT_DEF, 0};

		unit_event(c, in->reg, in->lanes, e, (Mention){NONE, NONE});
	}
}

static void
collect_insn(Collector *c, InsnId i, BlockId b)
{
	const Insn *insn = func_insn(c->f, i);
	const Operand *o = insn_opnds(c->f, insn), *end = o + insn->nopnds;
	uint32_t pos = c->slots->insn_pos[i];
	bool phi = insn_is(c->f, insn, WK_PHI);
	bool debug = insn->flags & INSN_DEBUG;

	for (; o < end; o++) {
		Mention m = {(OpndId)(o - c->f->opnds.at), i};
		Event e = {0};

		if (!opnd_is_reg(o))
			continue;
		if (!debug && !(o->flags & OPND_DEBUG))
			e = phi ? phi_event(c->f, insn, o, pos, b, c->slots)
				: operand_event(c->f, insn, o, pos);
		if (o->kind == OPND_VREG) {
			uint32_t at = c->vreg_at[o->val]++;

			c->vregs->events[at] = e;
			c->vregs->mentions[at] = m;
		} else if (o->val && e.flags) {
			e.flags &= EVENT_READ | EVENT_DEF;
			unit_event(c, (RegId)o->val, LANES_ALL, e, m);
		}
	}
}

/* Counts of the mentions, some of which may turn out to be no events. */
static void
count_all(Collector *c)
{
	const Func *f = c->f;
	BlockId b;
	InsnId i;

	for (b = 0; b < f->blocks.n; b++) {
		collect_liveins(c, b);
		for (i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++) {
			const Insn *insn = func_insn(f, i);
			const Operand *o = insn_opnds(f, insn);
			const Operand *end = o + insn->nopnds;

			for (; o < end; o++)
				if (o->kind == OPND_VREG)
					c->vreg_at[o->val]++;
				else if (o->kind == OPND_REG && o->val)
					unit_event(c, (RegId)o->val, LANES_ALL,
						   (Event){0}, (Mention){0});
		}
	}
}

/* Turn counts into places: lists behind one another. */
static void
places_fill(uint32_t *counts, uint32_t *start, uint32_t n)
{
	uint32_t i, at = 0;

	for (i = 0; i < n; i++) {
		uint32_t count = counts[i];

		start[i] = counts[i] = at;
		at += count;
	}
	start[n] = at;
}

static void
clobbers_collect(Live *live, const Func *f, Arena *arena)
{
	VEC(Clobber) found = {0};
	InsnId i;
	uint32_t j;

	if (!f->masks.n)
		return;
	for (i = 0; i < f->insns.n; i++) {
		const Insn *insn = func_insn(f, i);
		const Operand *o = insn_opnds(f, insn);

		for (j = 0; j < insn->nopnds; j++) {
			Clobber c;

			if (o[j].kind != OPND_MASK)
				continue;
			c.at = slot_of(&live->slots, i, SLOT_REG);
			c.preserved = f->masks.at[o[j].val].words;
			VEC_PUSH(arena, found, c);
		}
	}
	live->clobbers = found.at;
	live->nclobbers = found.n;
}

void
events_collect(Live *live, const Func *f, const uint64_t *reserved,
	       EventLists *vregs, EventLists *units, Arena *scratch,
	       Arena *arena)
{
	uint32_t nvregs = f->vregs.n, nunits = f->target->n_unit_regs;
	Collector c = {f,
		       f->target,
		       units_reserved(f->target, reserved, scratch),
		       ARENA_NEW(scratch, uint32_t, nvregs),
		       ARENA_NEW(scratch, uint32_t, nunits),
		       vregs,
		       units,
		       &live->slots};
	uint32_t n;
	BlockId b;
	InsnId i;

	count_all(&c);
	vregs->start = ARENA_RAW(arena, uint32_t, nvregs + 1);
	units->start = ARENA_RAW(scratch, uint32_t, nunits + 1);
	places_fill(c.vreg_at, vregs->start, nvregs);
	places_fill(c.unit_at, units->start, nunits);
	n = vregs->start[nvregs];
	vregs->events = ARENA_RAW(scratch, Event, n + 1);
	vregs->mentions = ARENA_RAW(arena, Mention, n + 1);
	n = units->start[nunits];
	units->events = ARENA_RAW(scratch, Event, n + 1);
	units->mentions = ARENA_RAW(scratch, Mention, n + 1);
	for (b = 0; b < f->blocks.n; b++) {
		collect_liveins(&c, b);
		for (i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++)
			collect_insn(&c, i, b);
	}
	vregs->end = c.vreg_at;
	units->end = c.unit_at;
	live->mentions = vregs->mentions;
	live->mention_start = vregs->start;
	clobbers_collect(live, f, arena);
}
