/*
 * What instructions do to register units, and what that comes to in a block.
 * Each operand is looked at once: what follows works on acts.
 */
#include "core/rewrite/flags_internal.h"

/* Could REG be allocated? */
static bool
is_open(const Flags *g, uint32_t reg)
{
	return !bits_has(g->reserved, reg) &&
	       g->t->regs[reg].flags & REG_ALLOCATABLE;
}

/* A unit is ignored if a reserved register contains it and no register does
 * that could be allocated. */
static void
unit_classify(Flags *g, UnitId u)
{
	const Target *t = g->t;
	bool reserved = false, open = false;

	for (Slice s = t->unit_regs[u]; s.start < s.end && !open; s.start++) {
		RegId r = target_unit_reg(t, u, s.start);

		reserved |= bits_has(g->reserved, r);
		open = is_open(g, r);
	}
	if (reserved && !open)
		bits_add(g->ignored, u);
	bits_add(g->classified, u);
}

RegBits
reg_units(Flags *g, uint32_t reg)
{
	RegBits r = {.word = NONE, .reg = (RegId)reg, .whole = true};
	bool open = is_open(g, reg);

	FOR_UNITS(unit, g->t, reg) {
		UnitId u = *unit;

		if (!open && !bits_has(g->classified, u))
			unit_classify(g, u);
		if (!open && bits_has(g->ignored, u)) {
			r.whole = false;
			continue;
		}
		if (!r.bits)
			r.word = u / 64;
		else if (r.word != u / 64)
			r.word = NONE;
		r.bits |= (uint64_t)1 << u % 64;
	}
	r.plain = r.whole && r.word != NONE;
	return r;
}

uint32_t
reg_see(Flags *g, uint32_t reg)
{
	uint32_t i = g->regs.n++;

	g->regs.seen[i] = reg_units(g, reg);
	g->regs.index[reg] = (uint16_t)i;
	return i;
}

void
row_add(Flags *g, uint64_t *row, uint32_t reg)
{
	const RegBits *r = reg_bits(g, reg);
	Slice s = g->t->regs[reg].units;

	if (r->word != NONE) {
		row[r->word] |= r->bits;
		return;
	}
	for (; r->bits && s.start < s.end; s.start++)
		if (!bits_has(g->ignored, g->t->reg_units[s.start]))
			bits_add(row, g->t->reg_units[s.start]);
}

void
row_del(Flags *g, uint64_t *row, uint32_t reg)
{
	const RegBits *r = reg_bits(g, reg);

	if (r->word != NONE)
		row[r->word] &= ~r->bits;
	else if (r->bits)
		unitset_del(g->t, row, (RegId)reg);
}

void
act_clobber(Flags *g, const Act *a, uint64_t *row)
{
	const uint64_t *kept = preserved_units(&g->kept, act_reg(g, a));

	for (uint32_t w = 0; w < BITS_WORDS(g->t->n_unit_regs); w++)
		row[w] &= kept[w];
}

void
act_pass(Flags *g, const Act *a, uint64_t *row)
{
	switch (a->kind) {
	case ACT_READ:
	case ACT_WIDE:
		act_add(g, a, row);
		break;
	case ACT_DEF:
	case ACT_MEMBER:
		act_del(g, a, row);
		break;
	case ACT_CLOBBER:
		act_clobber(g, a, row);
		break;
	}
}

/* Rows of a block, as they come about. */
typedef struct {
	uint64_t *add; /* `kill` before the first register mask */
	uint64_t *kill, *use;
	BlockId block;
	bool unsure;
} Effects;

/* What register mask A does to the effects of a block. */
static void
effects_clobber(Flags *g, Effects *e, const Act *a)
{
	const uint64_t *kept = preserved_units(&g->kept, act_reg(g, a));

	if (e->add == e->kill) {
		e->add = row_of(g, g->rows.add, e->block);
		row_copy(g, e->add, e->kill);
		g->clobbers[e->block] = true;
	}
	for (uint32_t w = 0; w < BITS_WORDS(g->t->n_unit_regs); w++) {
		e->add[w] &= kept[w];
		e->kill[w] |= ~kept[w];
	}
}

/* What a read adds to the effects of a block. */
static inline void
effects_read(Effects *e, const Act *a)
{
	uint64_t open = a->bits & ~e->kill[a->word];

	e->use[a->word] |= open;
	e->unsure |= !(open | (a->bits & e->add[a->word]));
}

/* The same of several words. */
static void
effects_read_wide(const Flags *g, Effects *e, const Act *a)
{
	Slice s = g->t->regs[act_reg(g, a)].units;
	bool some = false;

	FOR_SLICE(UnitId, unit, g->t->reg_units, s) {
		UnitId u = *unit;

		if (bits_has(g->ignored, u))
			continue;
		if (!bits_has(e->kill, u)) {
			bits_add(e->use, u);
			some = true;
		} else if (bits_has(e->add, u)) {
			some = true;
		}
	}
	e->unsure |= !some;
}

static inline void
effects_define(Effects *e, const Act *a)
{
	e->add[a->word] |= a->bits;
	e->kill[a->word] |= a->bits;
}

/* Must the definitions from A to END be seen together?  They must if some meet,
 * are in several words, or define what is around units that do not count. */
static bool
writes_belong(Flags *g, const Act *first, const Act *end)
{
	uint64_t *row = g->together;
	bool meet = false;
	const Act *a;

	for (a = first; a < end; a++) {
		if (a->kind == ACT_CLOBBER)
			continue;
		if (a->kind == ACT_MEMBER) {
			meet = true;
			continue;
		}
		meet |= row[a->word] & a->bits;
		row[a->word] |= a->bits;
	}
	for (a = first; a < end; a++)
		if (a->kind == ACT_DEF)
			row[a->word] = 0;
	return meet;
}

/* Put the writes of INSN, which are WRITES up to END, to TO.  Masks come first.
 * Returns their end. */
static Act *
writes_put(Flags *g, Effects *e, const Insn *insn, const Act *end, Act *to)
{
	bool together = writes_belong(g, g->writes, end);
	const Act *a;

	for (a = g->writes; a < end; a++)
		if (a->kind == ACT_CLOBBER) {
			effects_clobber(g, e, a);
			*to++ = *a;
		}
	if (together)
		*to++ = (Act){.opnd = (InsnId)(insn - g->f->insns.at),
			      .kind = ACT_GROUP};
	for (a = g->writes; a < end; a++) {
		if (a->kind == ACT_CLOBBER)
			continue;
		act_add(g, a, e->add);
		act_add(g, a, e->kill);
		*to = *a;
		to++->kind = together ? ACT_MEMBER : ACT_DEF;
	}
	return to;
}

/* Does O, a register operand with one of the flags ODD, read or write its
 * register?  What is undefined is not killed. */
static bool
odd_counts(Operand *o)
{
	if (o->flags & OPND_UNDEF)
		o->flags &= (uint16_t)~OPND_KILL;
	return !(o->flags & OPND_DEBUG) && o->flags & OPND_DEF;
}

enum { ODD = OPND_UNDEF | OPND_DEBUG | OPND_INTERNAL };

/* So many reads before one of the same instruction are looked at. */
enum { READS_BACK = 8 };

/* LAST is a read, behind those from READS on, of the same instruction.  If one
 * of them is of the same register they change places: of several the first
 * operand comes last, and is the one that is killed.  llc marks that one, and
 * goes by it where it makes two instructions of an address. */
static inline void
put_first_last(const Operand *opnds, Act *reads, Act *last)
{
	uint32_t reg = opnds[last->opnd].val;
	Act *a;

	if (last - reads > READS_BACK)
		reads = last - READS_BACK;
	for (a = last; a-- > reads;)
		if (opnds[a->opnd].val == reg) {
			OpndId first = a->opnd;
			a->opnd = last->opnd;
			last->opnd = first;
			return;
		}
}

/* The acts of INSN, to TO: their end. */
static inline Act *
insn_acts(Flags *g, Effects *e, const Insn *insn, Act *to)
{
	Operand *opnds = g->f->opnds.at, *o = opnds + insn->opnd0;
	Operand *end = o + insn->nopnds;
	Act *write = g->writes, *reads = to;

	for (; o < end; o++) {
		Act a;

		if (o->kind != OPND_REG) {
			if (o->kind == OPND_MASK)
				*write++ = (Act){.opnd = (OpndId)(o - opnds),
						 .kind = ACT_CLOBBER};
			continue;
		}
		if (o->flags & ODD && !odd_counts(o))
			continue;
		const RegBits *r = reg_bits(g, o->val);
		if (!r->bits)
			continue;
		a.bits = r->bits;
		a.opnd = (OpndId)(o - opnds);
		a.word = (uint16_t)r->word; /* NONE: WORD_MANY */
		if (o->flags & OPND_DEF) {
			a.kind = r->plain ? ACT_DEF : ACT_MEMBER;
			*write++ = a;
			continue;
		}
		a.kind = ACT_READ;
		if (a.word == WORD_MANY) {
			a.kind = ACT_WIDE;
			effects_read_wide(g, e, &a);
		} else {
			effects_read(e, &a);
		}
		*to = a;
		put_first_last(opnds, reads, to++);
	}
	if (write == g->writes)
		return to;
	if (write > g->writes + 1 || g->writes->kind != ACT_DEF)
		return writes_put(g, e, insn, write, to);
	effects_define(e, g->writes);
	*to++ = *g->writes;
	return to;
}

void
block_scan(Flags *g, BlockId b)
{
	const Block *block = &g->f->blocks.at[b];
	const Insn *insn = g->f->insns.at + block->first;
	const Insn *last = g->f->insns.at + block->end;
	uint64_t *kill = kill_of(g, b);
	Effects e = {kill, kill, use_of(g, b), b, false};
	Act *to = g->end;

	row_clear(g, e.kill);
	row_clear(g, e.use);
	g->clobbers[b] = false;
	g->acts[b].first = to;
	for (; insn < last; insn++) {
		const Act *first = to;

		to = insn_acts(g, &e, insn, to);
		if (!(insn->flags & (INSN_BUNDLE | INSN_BUNDLED)))
			continue;
		*to = (Act){.bits = (uint64_t)(to - first),
			    .opnd = (InsnId)(insn - g->f->insns.at),
			    .kind = ACT_BUNDLE};
		to++;
	}
	g->acts[b].end = g->end = to;
	g->unsure[b] = e.unsure;
}
