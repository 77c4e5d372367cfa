/*
 * Events: one walk over the operands writes down the mentions of virtual
 * registers and of units as they come, and for each where it reads and writes;
 * then they are sorted by register, keeping their order (counting sort).  The
 * walk also finds the ranges of registers that are defined once, as a whole,
 * and read only behind that in the same block: most are so.
 */
#include "core/analysis/ranges.h"

#include "core/model/unitset.h"

/* A mention of a register as the walk comes upon it; a live-in has no operand,
 * and its number among those of F for an instruction. */
typedef struct {
	uint32_t reg;
	Event event;
	Mention mention;
} Found;

enum { /* has a physical register a unit that may have a range? */
       REG_UNKNOWN,
       REG_WITHOUT,
       REG_WITH,
};

/* What is the same for all operands of a function. */
typedef struct {
	const Func *f;
	const uint64_t *reserved;
	uint8_t *regs; /* by RegId: REG_* */
	Seen *seen;    /* by virtual register */
	uint8_t *has;  /* by virtual register: HAS_* */
	Found *next;   /* of virtual registers; there is room for all */
	VEC(Found) physical;
	VEC(Clobber) clobbers;
	const Slots *slots;
	Arena *arena, *scratch;
} Collector;

static uint8_t
reg_ask(const Collector *c, uint32_t reg)
{
	const Target *t = c->f->target;
	Slice s = t->regs[reg].units;

	for (; s.start < s.end; s.start++)
		if (!unit_is_within(t, t->reg_units[s.start], c->reserved))
			return REG_WITH;
	return REG_WITHOUT;
}

static inline bool
reg_is_wanted(const Collector *c, uint32_t reg)
{
	if (c->regs[reg] == REG_UNKNOWN)
		c->regs[reg] = reg_ask(c, reg);
	return c->regs[reg] == REG_WITH;
}

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

enum { /* flags of operands that do not just read, or write, at slot r */
       NOT_PLAIN =
	       OPND_UNDEF | OPND_INTERNAL | OPND_EARLY | OPND_LATE | OPND_DEBUG,
};

static inline bool
is_plain_read(const Operand *o)
{
	return !(o->flags & (NOT_PLAIN | OPND_DEF)) && o->tied == TIED_NONE;
}

static inline bool
is_plain_write(const Operand *o)
{
	return (o->flags & (NOT_PLAIN | OPND_DEF)) == OPND_DEF && !o->sub;
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
		Event e = {slot_block_start(c->slots, b), EVENT_DEF, 0};
		RegId reg = c->f->liveins.at[i].reg;

		if (reg_is_wanted(c, reg))
			VEC_PUSH(c->scratch, c->physical,
				 ((Found){reg, e, {NONE, i}}));
	}
}

static void
collect_phi(Collector *c, InsnId i, BlockId b)
{
	const Insn *insn = func_insn(c->f, i);
	const Operand *o = insn_opnds(c->f, insn), *end = o + insn->nopnds;
	Mention m = {insn->opnd0, i};

	for (; o < end; o++, m.opnd++) {
		Event e;

		if (o->kind != OPND_VREG)
			continue;
		e = phi_event(c->f, insn, o, c->slots->insn_pos[i], b,
			      c->slots);
		*c->next++ = (Found){o->val, e, m};
		c->seen[o->val].n++;
		c->seen[o->val].start = LOCAL_NOT;
		c->has[o->val] |=
			HAS_OTHERS | (e.sub && e.flags ? HAS_PARTS : 0);
	}
}

/* What operand O, a virtual register which it does not just read or write,
 * does. */
static Event
event_apart(Collector *c, const Insn *insn, const Operand *o, uint32_t pos)
{
	Event e = {0};

	if (!(insn->flags & INSN_DEBUG) && !(o->flags & OPND_DEBUG))
		e = operand_event(c->f, insn, o, pos);
	if (e.flags != EVENT_READ && e.flags != EVENT_DEF)
		c->has[o->val] |= HAS_OTHERS;
	if (!e.flags)
		return e;
	c->seen[o->val].start = LOCAL_NOT;
	if (e.sub)
		c->has[o->val] |= HAS_PARTS;
	return e;
}

/* Operand O of instruction I is a physical register. */
static inline void
collect_reg(Collector *c, InsnId i, const Operand *o, uint32_t pos)
{
	const Insn *insn = func_insn(c->f, i);
	Event e = {slot_at(pos, SLOT_REG), EVENT_READ, 0};
	Mention m = {(OpndId)(o - c->f->opnds.at), i};

	if ((insn->flags & INSN_DEBUG) || (o->flags & OPND_DEBUG))
		return;
	if (is_plain_write(o))
		e.flags = EVENT_DEF;
	else if (!is_plain_read(o))
		e = operand_event(c->f, insn, o, pos);
	e.flags &= EVENT_READ | EVENT_DEF;
	if (e.flags)
		VEC_PUSH(c->scratch, c->physical, ((Found){o->val, e, m}));
}

/* INSN, number I, of the block that begins at HEAD. */
static inline void
collect_insn(Collector *c, const Insn *insn, InsnId i, SlotIdx head)
{
	const Operand *all = c->f->opnds.at, *o = all + insn->opnd0;
	const Operand *end = o + insn->nopnds;
	const uint8_t *regs = c->regs;
	Seen *of = c->seen, *seen;
	Found *to = c->next;
	uint32_t pos = c->slots->insn_pos[i];
	bool plain = !(insn->flags & (INSN_DEBUG | INSN_REST));
	SlotIdx at = slot_at(pos, SLOT_REG);

	for (; o < end; o++) {
		if (o->kind != OPND_VREG) {
			if (o->kind == OPND_REG && regs &&
			    reg_is_wanted(c, o->val))
				collect_reg(c, i, o, pos);
			else if (o->kind == OPND_MASK)
				VEC_PUSH(c->arena, c->clobbers,
					 ((Clobber){at, c->f->masks.at[o->val]
								.words}));
			continue;
		}
		seen = &of[o->val];
		seen->n++;
		to->reg = o->val;
		to->mention = (Mention){(OpndId)(o - all), i};
		if (plain && is_plain_read(o)) {
			to->event = (Event){at, EVENT_READ, o->sub};
			if (o->sub)
				c->has[o->val] |= HAS_PARTS;
			if (seen->start > head && seen->start < at)
				seen->end = at;
			else
				seen->start = LOCAL_NOT;
		} else if (plain && is_plain_write(o)) {
			to->event = (Event){at, EVENT_DEF, 0};
			if (seen->start)
				seen->start = LOCAL_NOT;
			else
				*seen = (Seen){seen->n, at, at | SLOT_DEAD,
					       to->mention.opnd};
		} else {
			to->event = event_apart(c, insn, o, pos);
		}
		to++;
	}
	c->next = to;
}

/* Room for N mentions; one more event stands behind the last.  While they are
 * being filled, start[r + 1] is the place for the next one of register r,
 * behind those before. */
static void
lists_init(EventLists *lists, uint32_t n, Arena *scratch, Arena *arena)
{
	lists->events = ARENA_RAW(scratch, Event, n + 1);
	lists->mentions = ARENA_RAW(arena, Mention, n + 1);
	lists->events[n] = (Event){0};
	lists->start[0] = 0;
}

static void
vregs_sort(Collector *c, const Found *found, EventLists *lists, Arena *scratch)
{
	uint32_t n = c->f->vregs.n, at = 0, *next, v;

	lists->start = ARENA_RAW(c->arena, uint32_t, n + 1);
	lists->seen = c->seen;
	lists->has = c->has;
	for (v = 0; v < n; v++) {
		lists->start[v + 1] = at;
		at += c->seen[v].n;
	}
	lists_init(lists, at, scratch, c->arena);
	for (next = lists->start + 1; found < c->next; found++) {
		at = next[found->reg]++;
		lists->events[at] = found->event;
		lists->mentions[at] = found->mention;
	}
}

/* Which lanes of its register does M concern?  Live-ins can be parts. */
static inline LaneMask
found_lanes(const Func *f, const Found *m)
{
	return m->mention.opnd == NONE ? f->liveins.at[m->mention.insn].lanes
				       : LANES_ALL;
}

/* How often each unit is mentioned. */
static uint32_t *
units_count(const Collector *c)
{
	const Target *t = c->f->target;
	const Found *m = c->physical.at, *end = m + c->physical.n;
	uint32_t *count = ARENA_NEW(c->scratch, uint32_t, t->n_unit_regs), i;

	for (; m < end; m++) {
		LaneMask lanes = found_lanes(c->f, m);
		Slice s = t->regs[m->reg].units;

		for (i = s.start; i < s.end; i++)
			count[t->reg_units[i]] +=
				(t->unit_lanes[i] & lanes) != 0;
	}
	return count;
}

static void
units_sort(const Collector *c, EventLists *lists)
{
	const Target *t = c->f->target;
	const Found *m = c->physical.at, *end = m + c->physical.n;
	uint32_t *count = units_count(c), at = 0, i;

	lists->start = ARENA_RAW(c->scratch, uint32_t, t->n_unit_regs + 1);
	for (i = 0; i < t->n_unit_regs; i++) {
		lists->start[i + 1] = at;
		at += count[i];
	}
	lists_init(lists, at, c->scratch, c->scratch);
	for (; m < end; m++) {
		LaneMask lanes = found_lanes(c->f, m);
		Slice s = t->regs[m->reg].units;

		for (i = s.start; i < s.end; i++) {
			if (!(t->unit_lanes[i] & lanes))
				continue;
			at = lists->start[t->reg_units[i] + 1]++;
			lists->events[at] = m->event;
			lists->mentions[at] = m->mention;
		}
	}
}

/* Room for what the instructions of F mention. */
static Found *
found_room(const Func *f, Arena *scratch)
{
	uint32_t n = 1;
	InsnId i;

	for (i = 0; i < f->insns.n; i++)
		n += f->insns.at[i].nopnds;
	return ARENA_RAW(scratch, Found, n);
}

void
events_collect(Live *live, const Func *f, const uint64_t *reserved,
	       EventLists *vregs, EventLists *units, Arena *scratch,
	       Arena *arena)
{
	Found *found = found_room(f, scratch);
	Collector c = {.f = f,
		       .reserved = reserved,
		       .seen = ARENA_NEW(scratch, Seen, f->vregs.n),
		       .has = ARENA_NEW(scratch, uint8_t, f->vregs.n),
		       .next = found,
		       .slots = &live->slots,
		       .arena = arena,
		       .scratch = scratch};
	OpcodeId phi = f->target->known[WK_PHI];
	BlockId b;

	if (reserved) {
		c.physical.cap = f->insns.n;
		c.physical.at = ARENA_RAW(scratch, Found, c.physical.cap);
		c.regs = ARENA_NEW(scratch, uint8_t, f->target->n_regs);
		c.regs[0] = REG_WITHOUT;
	}
	for (b = 0; b < f->blocks.n; b++) {
		InsnId i = f->blocks.at[b].first, end = f->blocks.at[b].end;
		const Insn *insn = f->insns.at + i;
		SlotIdx head = slot_block_start(c.slots, b);

		if (reserved)
			collect_liveins(&c, b);
		for (; i < end; i++, insn++) {
			if (phi && insn->op == phi)
				collect_phi(&c, i, b);
			else
				collect_insn(&c, insn, i, head);
		}
	}
	vregs_sort(&c, found, vregs, scratch);
	if (reserved)
		units_sort(&c, units);
	live->mentions = vregs->mentions;
	live->mention_start = vregs->start;
	live->clobbers = c.clobbers.at;
	live->nclobbers = c.clobbers.n;
}
