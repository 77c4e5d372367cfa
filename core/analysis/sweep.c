/*
 * Sweep: one walk over the operands.  It numbers the instructions and writes
 * down the occurrences of registers as they come; block by block it then looks
 * at where each register is written and last read.  In the end the occurrences
 * of virtual registers are sorted by register, keeping their order (counting
 * sort).
 */
#include "core/analysis/ranges.h"

#include "core/model/unitset.h"

#include <string.h>

/* Occurrences as the sweep comes upon them. */
typedef struct {
	OpndId *opnds;
	InsnId *insns;
	uint32_t n;
} Found;

enum { /* has a physical register a unit that may have a range? */
       REG_WITHOUT = 0, /* no: bit 0 is not set */
       REG_UNKNOWN = 1,
       REG_WITH = 3,
};

/* What is the same for all operands of a function. */
typedef struct {
	const Func *f;
	const uint64_t *reserved;
	SeenRegs vregs, units;
	StretchVec stretches;
	Found found;	 /* of virtual registers */
	uint32_t nswept; /* so many of them have been looked at: ... */
	VregId *names;	 /* ... of these registers */
	Found fixed;	 /* of physical registers, and masks, in the block at
			    hand */
	uint8_t *regs;	 /* by RegId: REG_* */
	VEC(Clobber) clobbers;
	Slots slots;
	SlotIdx head; /* of the block at hand, as stretches begin there */
	Arena *arena, *scratch;
} Sweeper;

static uint8_t
reg_ask(const Sweeper *c, uint32_t reg)
{
	const Target *t = c->f->target;

	FOR_UNITS(unit, t, reg)
		if (!unit_is_within(t, *unit, c->reserved))
			return REG_WITH;
	return REG_WITHOUT;
}

static inline bool
reg_is_wanted(const Sweeper *c, uint32_t reg)
{
	if (c->regs[reg] == REG_UNKNOWN)
		c->regs[reg] = reg_ask(c, reg);
	return c->regs[reg] == REG_WITH;
}

/* Room for N more stretches. */
static void
stretch_room(Sweeper *c, uint32_t n)
{
	while (c->stretches.cap - c->stretches.n < n)
		vec_grow(c->scratch, (void **)&c->stretches.at,
			 &c->stretches.cap, c->stretches.n, sizeof(Stretch));
}

/* Register SEEN gets another stretch; there is room. */
static inline void
stretch_add(Sweeper *c, Seen *seen, SlotIdx at, SlotIdx end, OpndId opnd)
{
	Stretch *all = c->stretches.at;
	uint32_t n = c->stretches.n++;

	all[n] = (Stretch){at, end, opnd, 0};
	all[seen->last].next = n;
	seen->first = seen->first ? seen->first : n;
	seen->before = seen->last;
	seen->last = n;
}

/* A read at slot AT, where the last stretch begins, is of what was there
 * before. */
static void
read_before(Sweeper *c, SeenRegs *of, uint32_t reg, SlotIdx at)
{
	Seen *seen = &of->seen[reg];
	Stretch *all = c->stretches.at, *before = &all[seen->before];
	SlotIdx def = all[seen->last].at, end = at < def ? at : def;

	if (before->at >= c->head) {
		if (before->end < end)
			before->end = end;
		return;
	}
	uint32_t n = c->stretches.n++;
	all[n] = (Stretch){c->head, end, OPND_ABOVE, seen->last};
	before->next = n;
	if (seen->first == seen->last)
		seen->first = n;
	seen->before = n;
	of->has[reg] |= HAS_ABOVE;
}

/* Register number REG, whose block has not named it, is read at slot AT. */
static inline void
above_add(Sweeper *c, SeenRegs *of, uint32_t reg, SlotIdx at)
{
	stretch_add(c, &of->seen[reg], c->head, at, OPND_ABOVE);
	of->has[reg] |= HAS_ABOVE;
}

/* Virtual register V is read at slot AT, an r. */
static inline void
vreg_read(Sweeper *c, VregId v, SlotIdx at)
{
	Stretch *last = &c->stretches.at[c->vregs.seen[v].last];

	if (last->at < c->head)
		above_add(c, &c->vregs, v, at);
	else if (last->at == at)
		read_before(c, &c->vregs, v, at);
	else
		last->end = at;
}

/* Operand OPND writes virtual register V at slot AT, an r.  Of several that do
 * that at one time the first one counts. */
static inline void
vreg_write(Sweeper *c, VregId v, SlotIdx at, OpndId opnd)
{
	Seen *seen = &c->vregs.seen[v];

	if (c->stretches.at[seen->last].at != at)
		stretch_add(c, seen, at, at | SLOT_DEAD, opnd);
}

static inline void
unit_read(Sweeper *c, uint32_t unit, SlotIdx at)
{
	Stretch *last = &c->stretches.at[c->units.seen[unit].last];

	if (last->at < c->head)
		above_add(c, &c->units, unit, at);
	else if ((last->at ^ at) < 4)
		read_before(c, &c->units, unit, at);
	else if (last->end < at)
		last->end = at;
}

/* Operand OPND writes UNIT at slot AT.  A read at the same position that would
 * outlast that ends there; of several writes the earliest counts. */
static inline void
unit_write(Sweeper *c, uint32_t unit, SlotIdx at, OpndId opnd)
{
	Seen *seen = &c->units.seen[unit];
	Stretch *last = &c->stretches.at[seen->last];
	bool again = (last->at ^ at) < 4;

	if (again) {
		if (last->at <= at)
			return;
		last->at = at;
		last = &c->stretches.at[seen->before];
	}
	last->end = last->end < at ? last->end : at;
	if (!again)
		stretch_add(c, seen, at, at | SLOT_DEAD, opnd);
}

/* Live-ins that something outside the function defines: at the entry, at
 * landing pads, at the targets of asm goto. */
static void
sweep_liveins(Sweeper *c, BlockId b)
{
	const Block *block = &c->f->blocks.at[b];
	const Target *t = c->f->target;

	if (b && !(block->flags & BLOCK_EARLY_TARGET))
		return;
	FOR_SLICE(LiveIn, livein, c->f->liveins.at, block->liveins) {
		LiveIn in = *livein;
		Slice s = t->regs[in.reg].units;

		if (!reg_is_wanted(c, in.reg))
			continue;
		stretch_room(c, s.end - s.start);
		for (uint32_t k = s.start; k < s.end; k++) {
			Seen *seen = &c->units.seen[t->reg_units[k]];

			if (target_unit_lanes(t, in.reg, k) & in.lanes &&
			    c->stretches.at[seen->last].at < c->head)
				stretch_add(c, seen, c->head,
					    c->head | SLOT_DEAD, NONE);
		}
	}
}

enum { /* flags of operands that do not just read, or write, at slot r */
       NOT_PLAIN =
	       OPND_UNDEF | OPND_INTERNAL | OPND_EARLY | OPND_LATE | OPND_DEBUG,
};

/* Does operand O just read, or write, at slot r, and all of its register?  One
 * comparison of all that says so, which stands side by side. */
static inline bool
operand_is_plain(const Operand *o)
{
	static const Operand all = {.tied = UINT8_MAX,
				    .flags = NOT_PLAIN,
				    .sub = UINT16_MAX},
			     plain = {.tied = TIED_NONE};
	uint64_t x, mask, want;

	memcpy(&x, o, sizeof(x));
	memcpy(&mask, &all, sizeof(mask));
	memcpy(&want, &plain, sizeof(want));
	return (x & mask) == want;
}

/* What stands in Sweeper.fixed. */
static void
fixed_sweep(Sweeper *c)
{
	const Func *f = c->f;
	const Target *t = f->target;

	for (uint32_t i = 0; i < c->fixed.n; i++) {
		OpndId opnd = c->fixed.opnds[i];
		InsnId insn = c->fixed.insns[i];
		const Operand *o = &f->opnds.at[opnd];
		uint32_t pos = c->slots.insn_pos[insn];
		Event e = {slot_at(pos, SLOT_REG), EVENT_READ, 0};

		if (o->kind == OPND_MASK) {
			VEC_PUSH(c->arena, c->clobbers,
				 ((Clobber){e.at, f->masks.at[o->val].words}));
			continue;
		}
		if (!reg_is_wanted(c, o->val))
			continue;
		if (!operand_is_plain(o))
			e = operand_event(f, func_insn(f, insn), o, pos);
		else if (o->flags & OPND_DEF)
			e.flags = EVENT_DEF;
		if (!e.flags)
			continue;
		Slice s = t->regs[o->val].units;
		stretch_room(c, s.end - s.start);
		if (e.flags & EVENT_DEF)
			for (; s.start < s.end; s.start++)
				unit_write(c, t->reg_units[s.start], e.at,
					   opnd);
		else
			FOR_SLICE(UnitId, unit, t->reg_units, s)
				unit_read(c, *unit, e.at);
	}
	c->fixed.n = 0;
}

/* Operand O of INSN, number I, a virtual register, does not just read or write
 * all of it. */
static void
vreg_apart(Sweeper *c, const Operand *o, InsnId i)
{
	uint32_t pos = c->slots.insn_pos[i];
	Event e = operand_event(c->f, func_insn(c->f, i), o, pos);
	uint8_t *has = &c->vregs.has[o->val];

	if (!e.flags)
		return;
	if (e.sub)
		*has |= HAS_PARTS;
	if (e.at != slot_at(pos, SLOT_REG) ||
	    (e.flags != EVENT_READ && e.flags != EVENT_DEF))
		*has |= HAS_OTHERS;
	else if (e.flags == EVENT_READ)
		vreg_read(c, o->val, e.at);
	else
		vreg_write(c, o->val, e.at, (OpndId)(o - c->f->opnds.at));
}

/* The occurrences of virtual registers since the last time. */
static void
vregs_sweep(Sweeper *c)
{
	const Operand *all = c->f->opnds.at;
	const uint32_t *insn_pos = c->slots.insn_pos;
	Found found = c->found;

	stretch_room(c, found.n - c->nswept);
	for (uint32_t i = c->nswept; i < found.n; i++) {
		OpndId opnd = found.opnds[i];
		const Operand *o = all + opnd;
		VregId v = o->val;

		c->names[i] = v;
		c->vregs.seen[v].n++;
		SlotIdx at = slot_at(insn_pos[found.insns[i]], SLOT_REG);
		if (!operand_is_plain(o))
			vreg_apart(c, o, found.insns[i]);
		else if (o->flags & OPND_DEF)
			vreg_write(c, v, at, opnd);
		else
			vreg_read(c, v, at);
	}
	c->nswept = found.n;
}

/* Write down operand OPND of instruction I if it is WANTED; there is room. */
static inline void
found_add(Found *found, OpndId opnd, InsnId i, bool wanted)
{
	found->opnds[found->n] = opnd;
	found->insns[found->n] = i;
	found->n += wanted;
}

/* INSN, number I, is a PHI, a debug instruction, or one marked INSN_REST. */
static void
insn_apart(Sweeper *c, const Insn *insn, InsnId i)
{
	bool phi = insn_is(c->f, insn, WK_PHI);

	vregs_sweep(c);
	stretch_room(c, insn->nopnds);
	for (uint32_t k = insn->opnd0; k < insn->opnd0 + insn->nopnds; k++) {
		const Operand *o = &c->f->opnds.at[k];

		if (c->reserved)
			found_add(&c->fixed, k, i, o->kind == OPND_REG);
		found_add(&c->found, k, i, o->kind == OPND_VREG);
		if (o->kind != OPND_VREG)
			continue;
		c->names[c->nswept++] = o->val;
		c->vregs.seen[o->val].n++;
		if (phi)
			c->vregs.has[o->val] |=
				HAS_OTHERS | (o->sub ? HAS_PARTS : 0);
		else
			vreg_apart(c, o, i);
	}
}

/* Write down the occurrences by INSN, number I; if UNITS are asked for, those
 * of physical registers, too.  Which operands are registers cannot be foretold:
 * without jumps. */
static inline void
insn_note(const Operand *o, const Insn *insn, InsnId i, bool units,
	  const uint8_t *regs, Found *found, Found *fixed)
{
	OpndId k = insn->opnd0, end = k + insn->nopnds;

	for (o += k; k < end; o++, k++) {
		uint32_t is_reg = o->kind == OPND_REG;

		found_add(found, k, i, o->kind == OPND_VREG);
		if (units)
			found_add(fixed, k, i,
				  (regs[o->val & -is_reg] & 1) |
					  (o->kind == OPND_MASK));
	}
}

static inline void
block_sweep(Sweeper *c, BlockId b, bool units)
{
	const Func *f = c->f;
	InsnId i = f->blocks.at[b].first, end = f->blocks.at[b].end;
	const Insn *insn = f->insns.at + i;
	uint32_t phi = f->target->known[WK_PHI];
	Found found = c->found, fixed = c->fixed;
	Slots slots = c->slots;

	if (!phi)
		phi = NONE;
	slots_block(&slots, b);
	c->head = slot_block_start(&slots, b) | SLOT_EARLY;
	if (units)
		sweep_liveins(c, b);
	for (; i < end; i++, insn++) {
		slots_insn(&slots, insn, i, b);
		if (!(insn->flags & (INSN_DEBUG | INSN_REST)) &&
		    insn->op != phi) {
			insn_note(f->opnds.at, insn, i, units, c->regs, &found,
				  &fixed);
			continue;
		}
		c->found.n = found.n;
		c->fixed.n = fixed.n;
		insn_apart(c, insn, i);
		found.n = c->found.n;
		fixed.n = c->fixed.n;
	}
	c->slots.npos = slots.npos;
	c->found.n = found.n;
	c->fixed.n = fixed.n;
	vregs_sweep(c);
	if (units)
		fixed_sweep(c);
}

static SeenRegs
seen_new(uint32_t n, Arena *scratch)
{
	return (SeenRegs){ARENA_NEW(scratch, Seen, n),
			  ARENA_NEW(scratch, uint8_t, n)};
}

static Found
found_new(uint32_t n, Arena *scratch)
{
	return (Found){ARENA_RAW(scratch, OpndId, n),
		       ARENA_RAW(scratch, InsnId, n), 0};
}

static void
sweeper_open(Sweeper *c)
{
	const Func *f = c->f;

	slots_open(&c->slots, f, c->arena);
	c->vregs = seen_new(f->vregs.n, c->scratch);
	/* No operand belongs to two instructions; behind the last occurrence
	 * stands what was none. */
	c->found = found_new(f->opnds.n + 1, c->scratch);
	c->names = ARENA_RAW(c->scratch, VregId, f->opnds.n + 1);
	c->stretches.cap = f->opnds.n / 2 + 8;
	c->stretches.at = ARENA_RAW(c->scratch, Stretch, c->stretches.cap);
	c->stretches.at[0] = (Stretch){0};
	c->stretches.n = 1;
	if (!c->reserved)
		return;
	c->units = seen_new(f->target->n_unit_regs, c->scratch);
	c->fixed = found_new(f->opnds.n + 1, c->scratch);
	c->regs = ARENA_RAW(c->scratch, uint8_t, f->target->n_regs);
	memset(c->regs, REG_UNKNOWN, f->target->n_regs);
	c->regs[0] = REG_WITHOUT;
}

/* Sort what was found by register. */
static void
occurrences_sort(const Sweeper *c, Live *live)
{
	const Found *found = &c->found;
	uint32_t at = 0, nvregs = c->f->vregs.n;

	live->occurrence_start = ARENA_RAW(c->arena, uint32_t, nvregs + 1);
	live->occurrence_start[0] = 0;
	/* Meanwhile next[v] is the place for the next one of register v, behind
	 * those before. */
	uint32_t *next = live->occurrence_start + 1;
	for (VregId v = 0; v < nvregs; v++) {
		next[v] = at;
		at += c->vregs.seen[v].n;
	}
	live->occurrences = ARENA_RAW(c->arena, Occurrence, at);
	for (uint32_t i = 0; i < found->n; i++)
		live->occurrences[next[c->names[i]]++] =
			(Occurrence){found->opnds[i], found->insns[i]};
}

Sweep
sweep_run(Live *live, const Func *f, const uint64_t *reserved, Arena *scratch,
	  Arena *arena)
{
	Sweeper c = {.f = f,
		     .reserved = reserved,
		     .arena = arena,
		     .scratch = scratch};

	sweeper_open(&c);
	if (reserved)
		for (BlockId b = 0; b < f->blocks.n; b++)
			block_sweep(&c, b, true);
	else
		for (BlockId b = 0; b < f->blocks.n; b++)
			block_sweep(&c, b, false);
	slots_close(&c.slots, f->blocks.n);
	occurrences_sort(&c, live);
	live->slots = c.slots;
	live->clobbers = c.clobbers.at;
	live->nclobbers = c.clobbers.n;
	return (Sweep){c.stretches, c.vregs, c.units};
}
