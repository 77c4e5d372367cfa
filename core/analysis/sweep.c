/*
 * Sweep: one walk over the operands.  It numbers the instructions and notes
 * for each register where in each block it is written and last read.  The
 * mentions of virtual registers it writes down as they come; then they can be
 * sorted by register, keeping their order (counting sort).
 */
#include "core/analysis/ranges.h"

#include "core/model/unitset.h"

enum { /* has a physical register a unit that may have a range? */
       REG_UNKNOWN,
       REG_WITHOUT,
       REG_WITH,
};

/* What is the same for all operands of a function. */
typedef struct {
	const Func *f;
	const uint64_t *reserved;
	Sweep *sweep;
	StretchVec stretches; /* those of the sweep, meanwhile */
	uint8_t *regs;	      /* by RegId: REG_* */
	VEC(Clobber) clobbers;
	SlotIdx head; /* of the block at hand, as stretches begin there */
	Arena *arena, *scratch;
} Sweeper;

static uint8_t
reg_ask(const Sweeper *c, uint32_t reg)
{
	const Target *t = c->f->target;
	Slice s = t->regs[reg].units;

	for (; s.start < s.end; s.start++)
		if (!unit_is_within(t, t->reg_units[s.start], c->reserved))
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

/* Register SEEN gets another stretch. */
static inline void
stretch_add(Sweeper *c, Seen *seen, SlotIdx at, SlotIdx end, OpndId opnd)
{
	uint32_t n = c->stretches.n;

	VEC_PUSH(c->scratch, c->stretches, ((Stretch){at, end, opnd, 0}));
	c->stretches.at[seen->last].next = n;
	seen->first = seen->first ? seen->first : n;
	seen->before = seen->last;
	seen->last = n;
}

static void
above_add(Sweeper *c, SeenRegs *of, uint32_t reg, SlotIdx at)
{
	stretch_add(c, &of->seen[reg], c->head, at, OPND_ABOVE);
	of->has[reg] |= HAS_ABOVE;
}

/* A read at slot AT, where the last stretch begins, is of what was there
 * before. */
static void
read_before(Sweeper *c, SeenRegs *of, uint32_t reg, SlotIdx at)
{
	Seen *seen = &of->seen[reg];
	Stretch *all = c->stretches.at, *before = &all[seen->before];
	SlotIdx def = all[seen->last].at, end = at < def ? at : def;
	uint32_t n = c->stretches.n;

	if (before->at >= c->head) {
		if (before->end < end)
			before->end = end;
		return;
	}
	VEC_PUSH(c->scratch, c->stretches,
		 ((Stretch){c->head, end, OPND_ABOVE, seen->last}));
	c->stretches.at[seen->before].next = n;
	if (seen->first == seen->last)
		seen->first = n;
	seen->before = n;
	of->has[reg] |= HAS_ABOVE;
}

/* Virtual register V is read at slot AT, an r. */
static inline void
vreg_read(Sweeper *c, VregId v, SlotIdx at)
{
	SeenRegs *of = &c->sweep->vregs;
	Stretch *last = &c->stretches.at[of->seen[v].last];

	if (last->at < c->head)
		above_add(c, of, v, at);
	else if (last->at == at)
		read_before(c, of, v, at);
	else
		last->end = at;
}

/* Virtual register V is written at slot AT, an r.  Of several operands that do
 * that at one time the first one counts. */
static inline void
vreg_write(Sweeper *c, VregId v, SlotIdx at, OpndId opnd)
{
	Seen *seen = &c->sweep->vregs.seen[v];

	if (c->stretches.at[seen->last].at != at)
		stretch_add(c, seen, at, at | SLOT_DEAD, opnd);
}

static void
unit_read(Sweeper *c, uint32_t unit, SlotIdx at)
{
	SeenRegs *of = &c->sweep->units;
	Stretch *last = &c->stretches.at[of->seen[unit].last];

	if (last->at < c->head)
		above_add(c, of, unit, at);
	else if ((last->at ^ at) < 4)
		read_before(c, of, unit, at);
	else if (last->end < at)
		last->end = at;
}

/* A read at the same position that would outlast the start of the definition
 * ends there. */
static void
unit_write(Sweeper *c, uint32_t unit, SlotIdx at, OpndId opnd)
{
	Seen *seen = &c->sweep->units.seen[unit];
	Stretch *last = &c->stretches.at[seen->last];
	bool again = seen->last && (last->at ^ at) < 4;

	if (again) {
		if (last->at <= at)
			return;
		last->at = at;
		last = &c->stretches.at[seen->before];
	}
	if (last->end > at)
		last->end = at;
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
	uint32_t i, k;

	if (b && !(block->flags &
		   (BLOCK_LANDING_PAD | BLOCK_ASM_TARGET | BLOCK_FUNCLET)))
		return;
	for (i = block->liveins.start; i < block->liveins.end; i++) {
		LiveIn in = c->f->liveins.at[i];
		Slice s = t->regs[in.reg].units;

		if (!reg_is_wanted(c, in.reg))
			continue;
		for (k = s.start; k < s.end; k++) {
			Seen *seen = &c->sweep->units.seen[t->reg_units[k]];

			if (t->unit_lanes[k] & in.lanes &&
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

/* Operand O of INSN, at position POS, is a physical register. */
static void
sweep_reg(Sweeper *c, const Insn *insn, const Operand *o, uint32_t pos)
{
	const Target *t = c->f->target;
	Slice s = t->regs[o->val].units;
	Event e = operand_event(c->f, insn, o, pos);

	for (; s.start < s.end; s.start++) {
		uint32_t unit = t->reg_units[s.start];

		if (e.flags & EVENT_READ)
			unit_read(c, unit, e.at);
		else if (e.flags)
			unit_write(c, unit, e.at, (OpndId)(o - c->f->opnds.at));
	}
}

/* Virtual register O, which INSN does not just read or write. */
static void
sweep_apart(Sweeper *c, const Insn *insn, const Operand *o, uint32_t pos)
{
	Event e = operand_event(c->f, insn, o, pos);
	uint8_t *has = &c->sweep->vregs.has[o->val];

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

/* INSN, number I, at position POS. */
static inline void
sweep_insn(Sweeper *c, const Insn *insn, InsnId i, uint32_t pos)
{
	const Operand *all = c->f->opnds.at, *o = all + insn->opnd0;
	const Operand *end = o + insn->nopnds;
	bool plain = !(insn->flags & (INSN_DEBUG | INSN_REST));
	Found *found = c->sweep->found_end;
	SlotIdx at = slot_at(pos, SLOT_REG);

	for (; o < end; o++) {
		OpndId opnd = (OpndId)(o - all);

		if (o->kind != OPND_VREG) {
			if (!c->regs)
				continue;
			if (o->kind == OPND_REG) {
				if (reg_is_wanted(c, o->val))
					sweep_reg(c, insn, o, pos);
			} else if (o->kind == OPND_MASK) {
				VEC_PUSH(c->arena, c->clobbers,
					 ((Clobber){at, c->f->masks.at[o->val]
								.words}));
			}
			continue;
		}
		*found++ = (Found){o->val, {opnd, i}};
		c->sweep->vregs.seen[o->val].n++;
		if (plain && is_plain_read(o)) {
			if (o->sub)
				c->sweep->vregs.has[o->val] |= HAS_PARTS;
			vreg_read(c, o->val, at);
		} else if (plain && is_plain_write(o)) {
			vreg_write(c, o->val, at, opnd);
		} else {
			sweep_apart(c, insn, o, pos);
		}
	}
	c->sweep->found_end = found;
}

/* PHI, number I. */
static void
sweep_phi(Sweeper *c, const Insn *insn, InsnId i)
{
	const Operand *o = insn_opnds(c->f, insn);
	uint32_t k;

	for (k = 0; k < insn->nopnds; k++) {
		if (o[k].kind != OPND_VREG)
			continue;
		*c->sweep->found_end++ =
			(Found){o[k].val, {insn->opnd0 + k, i}};
		c->sweep->vregs.seen[o[k].val].n++;
		c->sweep->vregs.has[o[k].val] |=
			HAS_OTHERS | (o[k].sub ? HAS_PARTS : 0);
	}
}

static SeenRegs
seen_new(uint32_t n, Arena *scratch)
{
	return (SeenRegs){ARENA_NEW(scratch, Seen, n),
			  ARENA_NEW(scratch, uint8_t, n)};
}

static void
sweeper_open(Sweeper *c)
{
	const Func *f = c->f;

	c->sweep->vregs = seen_new(f->vregs.n, c->scratch);
	/* No operand belongs to two instructions. */
	c->sweep->found = ARENA_RAW(c->scratch, Found, f->opnds.n);
	c->sweep->found_end = c->sweep->found;
	c->stretches.cap = f->opnds.n / 2 + 8;
	c->stretches.at = ARENA_RAW(c->scratch, Stretch, c->stretches.cap);
	c->stretches.at[0] = (Stretch){0};
	c->stretches.n = 1;
	if (!c->reserved)
		return;
	c->sweep->units = seen_new(f->target->n_unit_regs, c->scratch);
	c->regs = ARENA_NEW(c->scratch, uint8_t, f->target->n_regs);
	c->regs[0] = REG_WITHOUT;
}

/* Sort what was found by register. */
static void
mentions_sort(const Sweep *s, Live *live, uint32_t nvregs, Arena *arena)
{
	uint32_t at = 0, *next, v;
	const Found *found;

	live->mention_start = ARENA_RAW(arena, uint32_t, nvregs + 1);
	live->mention_start[0] = 0;
	/* Meanwhile next[v] is the place for the next one of register v, behind
	 * those before. */
	next = live->mention_start + 1;
	for (v = 0; v < nvregs; v++) {
		next[v] = at;
		at += s->vregs.seen[v].n;
	}
	live->mentions = ARENA_RAW(arena, Mention, at);
	for (found = s->found; found < s->found_end; found++)
		live->mentions[next[found->reg]++] = found->mention;
}

void
sweep_run(Sweep *s, Live *live, const Func *f, const uint64_t *reserved,
	  Arena *scratch, Arena *arena)
{
	Sweeper c = {.f = f,
		     .reserved = reserved,
		     .sweep = s,
		     .arena = arena,
		     .scratch = scratch};
	OpcodeId phi = f->target->known[WK_PHI];
	Slots slots;
	BlockId b;

	slots_open(&slots, f, arena);
	sweeper_open(&c);
	for (b = 0; b < f->blocks.n; b++) {
		InsnId i = f->blocks.at[b].first, end = f->blocks.at[b].end;
		const Insn *insn = f->insns.at + i;

		slots_block(&slots, b);
		c.head = slots.block_start[b] | SLOT_EARLY;
		if (reserved)
			sweep_liveins(&c, b);
		for (; i < end; i++, insn++) {
			uint32_t pos = slots_insn(&slots, insn, i, b);

			if (phi && insn->op == phi)
				sweep_phi(&c, insn, i);
			else
				sweep_insn(&c, insn, i, pos);
		}
	}
	slots_close(&slots, b);
	s->stretches = c.stretches;
	mentions_sort(s, live, f->vregs.n, arena);
	live->slots = slots;
	live->clobbers = c.clobbers.at;
	live->nclobbers = c.clobbers.n;
}
