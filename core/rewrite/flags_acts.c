/*
 * What instructions do to register units, and what that comes to in a block.
 * Each operand is looked at once: what follows works on acts.
 */
#include "core/rewrite/flags_internal.h"

/* A unit is ignored if a reserved register contains it and no register does
 * that could be allocated. */
static void
unit_classify(Flags *g, UnitId u)
{
	const Target *t = g->t;
	Slice s = t->unit_regs[u];
	bool reserved = false, open = false;

	for (; s.start < s.end && !open; s.start++) {
		RegId r = t->unit_reg_ids[s.start];

		if (bits_has(g->reserved, r))
			reserved = true;
		else if (t->regs[r].flags & REG_ALLOCATABLE)
			open = true;
	}
	if (reserved && !open)
		bits_add(g->ignored, u);
	bits_add(g->classified, u);
}

RegBits
reg_units(Flags *g, uint32_t reg)
{
	Slice s = g->t->regs[reg].units;
	RegBits r = {.word = NONE, .reg = (RegId)reg, .whole = true};

	for (; s.start < s.end; s.start++) {
		UnitId u = g->t->reg_units[s.start];

		if (!bits_has(g->classified, u))
			unit_classify(g, u);
		if (bits_has(g->ignored, u)) {
			r.whole = false;
			continue;
		}
		if (!r.bits)
			r.word = u / 64;
		else if (r.word != u / 64)
			r.word = NONE;
		r.bits |= (uint64_t)1 << u % 64;
	}
	return r;
}

uint32_t
reg_see(Flags *g, uint32_t reg)
{
	uint32_t i = g->nseen++;

	g->seen[i] = reg_units(g, reg);
	g->wide |= g->seen[i].bits && g->seen[i].word == NONE;
	g->reg_seen[reg] = (uint16_t)i;
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
	uint32_t w;

	for (w = 0; w < BITS_WORDS(g->t->n_unit_regs); w++)
		row[w] &= kept[w];
}

/* The same with `add`, and to what block B clobbers. */
static void
clobber_block(Flags *g, const Act *a, BlockId b)
{
	const uint64_t *kept = preserved_units(&g->kept, act_reg(g, a));
	uint64_t *add = row_of(g, g->add, b), *kill = row_of(g, g->kill, b);
	uint32_t w;

	for (w = 0; w < BITS_WORDS(g->t->n_unit_regs); w++) {
		add[w] &= kept[w];
		kill[w] |= ~kept[w];
	}
	g->clobbers[b] = true;
}

/* Does the opcode of INSN imply a definition of REG? */
static bool
opcode_defines(const Flags *g, const Insn *insn, uint32_t reg)
{
	Slice implied = insn_desc(g->f, insn)->implicit_defs;

	for (; implied.start < implied.end; implied.start++)
		if (g->t->implicit_regs[implied.start] == reg)
			return true;
	return false;
}

/* A, a read of several words, adds to what block B reads. */
static void
read_wide(Flags *g, const Act *a, BlockId b)
{
	Slice s = g->t->regs[act_reg(g, a)].units;
	bool some = false;

	for (; s.start < s.end; s.start++) {
		UnitId u = g->t->reg_units[s.start];

		if (bits_has(g->ignored, u))
			continue;
		if (!bits_has(row_of(g, g->kill, b), u)) {
			bits_add(row_of(g, g->use, b), u);
			some = true;
		} else if (bits_has(row_of(g, g->add, b), u)) {
			some = true;
		}
	}
	g->unsure[b] |= !some;
}

/* Rows of a block, as they come about. */
typedef struct {
	uint64_t *add, *kill, *use;
	bool unsure;
} Effects;

/* What a read adds to the effects of a block, and a definition. */
static inline void
effects_read(Effects *e, const Act *a)
{
	uint64_t open = a->bits & ~e->kill[a->word];

	e->use[a->word] |= open;
	if (!open && !(a->bits & e->add[a->word]))
		e->unsure = true;
}

static inline void
effects_define(Effects *e, const Act *a)
{
	e->add[a->word] |= a->bits;
	e->kill[a->word] |= a->bits;
}

/* The same for the writes from A to END of an instruction of block B if there
 * may be masks, which come first, and registers of several words. */
static void
effects_write(Flags *g, Effects *e, const Act *first, const Act *end, BlockId b)
{
	const Act *a;

	for (a = first; a < end; a++)
		if (a->kind == ACT_CLOBBER)
			clobber_block(g, a, b);
	for (a = first; a < end; a++) {
		act_add(g, a, e->add);
		act_add(g, a, e->kill);
	}
}

void
block_scan(Flags *g, BlockId b)
{
	const Block *block = &g->f->blocks.at[b];
	const Insn *insn = &g->f->insns.at[block->first];
	const Insn *last = &g->f->insns.at[block->end];
	ActStart *start = acts_start(g, b) + block->first;
	Act *write = g->end.writes, *read = g->end.reads;
	Effects e = {row_of(g, g->add, b), row_of(g, g->kill, b),
		     row_of(g, g->use, b), false};

	row_clear(g, e.add);
	row_clear(g, e.kill);
	row_clear(g, e.use);
	g->unsure[b] = g->clobbers[b] = false;
	for (; insn < last; insn++) {
		Operand *o = insn_opnds(g->f, insn), *end = o + insn->nopnds;
		const Act *first = write;
		Act a = {.opnd = insn->opnd0};
		bool masks = false;

		*start++ = (ActStart){write, read};
		for (; o < end; o++, a.opnd++) {
			unsigned flags = o->flags;
			const RegBits *r;

			if (o->kind != OPND_REG) {
				if (o->kind == OPND_MASK) {
					*write++ = (Act){.opnd = a.opnd,
							 .kind = ACT_CLOBBER};
					masks = true;
				}
				continue;
			}
			if (flags & OPND_UNDEF)
				o->flags = (uint16_t)(flags & ~OPND_KILL);
			r = reg_bits(g, o->val);
			if (!r->bits || flags & OPND_DEBUG)
				continue;
			a.bits = r->bits;
			a.word = (uint16_t)r->word; /* NONE: WORD_MANY */
			if (flags & OPND_DEF) {
				a.kind = ACT_DEF;
				if (flags & OPND_IMPLICIT &&
				    !opcode_defines(g, insn, o->val))
					a.kind = ACT_DEF_MORE;
				*write++ = a;
			} else if (!(flags & (OPND_UNDEF | OPND_INTERNAL))) {
				a.kind = ACT_READ;
				*read++ = a;
				if (a.word == WORD_MANY)
					read_wide(g, read - 1, b);
				else
					effects_read(&e, &a);
			}
		}
		if (masks || g->wide) {
			effects_write(g, &e, first, write, b);
			continue;
		}
		for (; first < write; first++)
			effects_define(&e, first);
	}
	g->end = *start = (ActStart){write, read};
	g->unsure[b] |= e.unsure;
}
