/*
 * Events: one walk over the operands sorts the mentions of virtual registers
 * by register, keeping their order (counting sort), and notes for each where it
 * reads and writes.  Mentions of physical registers are gathered on the way and
 * sorted by unit behind it.
 */
#include "core/analysis/ranges.h"

#include "core/base/bits.h"
#include "core/model/unitset.h"

/* What has ranges: units, unless all registers that contain one are reserved,
 * and the registers that have some of these. */
typedef struct {
	uint64_t *units, *regs; /* NULL: none */
} Wanted;

static bool
unit_is_reserved(const Target *t, const uint64_t *reserved, uint32_t unit)
{
	Slice regs = t->unit_regs[unit];

	while (regs.start < regs.end &&
	       bits_has(reserved, t->unit_reg_ids[regs.start]))
		regs.start++;
	return regs.start == regs.end;
}

static Wanted
wanted_find(const Target *t, const uint64_t *reserved, Arena *scratch)
{
	uint32_t words = BITS_WORDS(t->n_regs), u, i;
	Wanted w = {ARENA_NEW(scratch, uint64_t, BITS_WORDS(t->n_unit_regs)),
		    ARENA_RAW(scratch, uint64_t, words)};

	for (u = 0; u < t->n_unit_regs; u++)
		if (!unit_is_reserved(t, reserved, u))
			bits_add(w.units, u);
	for (i = 0; i < words; i++) {
		uint64_t bits = reserved[i];

		w.regs[i] = ~bits;
		for (; bits; bits &= bits - 1) {
			uint32_t reg = i * 64 + bits_lowest(bits);

			if (unitset_meets(t, w.units, (RegId)reg))
				bits_add(w.regs, reg);
		}
	}
	bits_del(w.regs, 0);
	return w;
}

/* One mention of a unit. */
typedef struct {
	UnitId unit;
	Event event;
	Mention mention;
} UnitEvent;

/* What is the same for all operands of a function. */
typedef struct {
	const Func *f;
	const Target *target;
	Wanted wanted;
	uint32_t *vreg_at, *unit_at; /* by register: count, then next place */
	EventLists *vregs;
	VEC(UnitEvent) units;
	VEC(Clobber) clobbers;
	const Slots *slots;
	Arena *scratch, *arena;
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

/* The same; most operands read, or write, and nothing else. */
static inline Event
operand_event_quick(const Func *f, const Insn *insn, const Operand *o,
		    uint32_t pos)
{
	SlotIdx at = slot_at(pos, SLOT_REG);
	uint32_t flags = o->flags & (OPND_DEF | OPND_UNDEF | OPND_INTERNAL |
				     OPND_EARLY | OPND_LATE);

	if (insn->flags & INSN_REST)
		return operand_event(f, insn, o, pos);
	if (!flags && o->tied == TIED_NONE)
		return (Event){at, EVENT_READ, o->sub};
	if (flags == OPND_DEF && !o->sub)
		return (Event){at, EVENT_DEF, 0};
	return operand_event(f, insn, o, pos);
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

static inline void
unit_event(Collector *c, RegId reg, LaneMask lanes, Event e, Mention m)
{
	Slice units;
	uint32_t i;

	if (!bits_has(c->wanted.regs, reg))
		return;
	units = c->target->regs[reg].units;
	for (i = units.start; i < units.end; i++) {
		UnitId u = c->target->reg_units[i];

		if (!bits_has(c->wanted.units, u) ||
		    !(c->target->unit_lanes[i] & lanes))
			continue;
		VEC_PUSH(c->scratch, c->units, ((UnitEvent){u, e, m}));
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
collect_vreg(Collector *c, VregId v, Event e, Mention m)
{
	uint32_t at = c->vreg_at[v]++;

	c->vregs->events[at] = e;
	c->vregs->mentions[at] = m;
	if (e.sub)
		c->vregs->parts[v] |= e.flags != 0;
}

static void
collect_phi(Collector *c, InsnId i, BlockId b)
{
	const Insn *insn = func_insn(c->f, i);
	uint32_t k;

	for (k = 0; k < insn->nopnds; k++) {
		const Operand *o = &insn_opnds(c->f, insn)[k];

		if (o->kind == OPND_VREG)
			collect_vreg(c, o->val,
				     phi_event(c->f, insn, o,
					       c->slots->insn_pos[i], b,
					       c->slots),
				     (Mention){insn->opnd0 + k, i});
	}
}

static void
collect_insn(Collector *c, InsnId i)
{
	const Insn *insn = func_insn(c->f, i);
	const Operand *o = insn_opnds(c->f, insn), *end = o + insn->nopnds;
	const uint64_t *wanted = c->wanted.regs;
	uint32_t pos = c->slots->insn_pos[i];
	bool debug = insn->flags & INSN_DEBUG;
	Mention m = {insn->opnd0, i};

	for (; o < end; o++, m.opnd++) {
		Event e = {0};

		if (o->kind == OPND_VREG) {
			if (!debug && !(o->flags & OPND_DEBUG))
				e = operand_event_quick(c->f, insn, o, pos);
			collect_vreg(c, o->val, e, m);
		} else if (o->kind == OPND_REG) {
			if (debug || !wanted || !bits_has(wanted, o->val) ||
			    o->flags & OPND_DEBUG)
				continue;
			e = operand_event_quick(c->f, insn, o, pos);
			e.flags &= EVENT_READ | EVENT_DEF;
			if (e.flags)
				unit_event(c, (RegId)o->val, LANES_ALL, e, m);
		} else if (o->kind == OPND_MASK) {
			VEC_PUSH(c->arena, c->clobbers,
				 ((Clobber){slot_at(pos, SLOT_REG),
					    c->f->masks.at[o->val].words}));
		}
	}
}

/* Counts of the mentions of virtual registers. */
static void
count_vregs(Collector *c)
{
	const Func *f = c->f;
	BlockId b;
	InsnId i;

	for (b = 0; b < f->blocks.n; b++) {
		for (i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++) {
			const Insn *insn = func_insn(f, i);
			const Operand *o = insn_opnds(f, insn);
			const Operand *end = o + insn->nopnds;

			for (; o < end; o++)
				if (o->kind == OPND_VREG)
					c->vreg_at[o->val]++;
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

/* Sort the mentions of units. */
static void
units_sort(Collector *c, EventLists *units)
{
	uint32_t n = c->target->n_unit_regs, i;

	units->start = ARENA_RAW(c->scratch, uint32_t, n + 1);
	places_fill(c->unit_at, units->start, n);
	units->events = ARENA_RAW(c->scratch, Event, c->units.n + 1);
	units->mentions = ARENA_RAW(c->scratch, Mention, c->units.n + 1);
	for (i = 0; i < c->units.n; i++) {
		const UnitEvent *u = &c->units.at[i];
		uint32_t at = c->unit_at[u->unit]++;

		units->events[at] = u->event;
		units->mentions[at] = u->mention;
	}
	units->end = c->unit_at;
}

void
events_collect(Live *live, const Func *f, const uint64_t *reserved,
	       EventLists *vregs, EventLists *units, Arena *scratch,
	       Arena *arena)
{
	uint32_t nvregs = f->vregs.n, n;
	Collector c = {
		.f = f,
		.target = f->target,
		.vreg_at = ARENA_NEW(scratch, uint32_t, nvregs),
		.unit_at = ARENA_NEW(scratch, uint32_t, f->target->n_unit_regs),
		.vregs = vregs,
		.slots = &live->slots,
		.scratch = scratch,
		.arena = arena};
	BlockId b;
	InsnId i;

	if (reserved)
		c.wanted = wanted_find(f->target, reserved, scratch);
	count_vregs(&c);
	vregs->start = ARENA_RAW(arena, uint32_t, nvregs + 1);
	places_fill(c.vreg_at, vregs->start, nvregs);
	n = vregs->start[nvregs];
	vregs->parts = ARENA_NEW(scratch, uint8_t, nvregs + 1);
	vregs->events = ARENA_RAW(scratch, Event, n + 1);
	vregs->mentions = ARENA_RAW(arena, Mention, n + 1);
	for (b = 0; b < f->blocks.n; b++) {
		if (reserved)
			collect_liveins(&c, b);
		for (i = f->blocks.at[b].first; i < f->blocks.at[b].end; i++) {
			if (insn_is(f, func_insn(f, i), WK_PHI))
				collect_phi(&c, i, b);
			else
				collect_insn(&c, i);
		}
	}
	vregs->end = c.vreg_at;
	if (reserved)
		units_sort(&c, units);
	live->mentions = vregs->mentions;
	live->mention_start = vregs->start;
	live->clobbers = c.clobbers.at;
	live->nclobbers = c.clobbers.n;
}
