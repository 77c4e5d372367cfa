/*
 * Needs of register units: read on from the place asked about; at the end of
 * its block, what the heads of others need.
 */
#include "core/analysis/unit_needs.h"

#include "core/base/bits.h"
#include "core/base/bound.h"
#include "core/model/preserved.h"
#include "core/model/unitset.h"

/* Units are numbered, and handled in groups of as many as a word has bits. */
enum { GROUP = 64 };

/* What is known of a group, by block. */
typedef struct {
	uint64_t all;	   /* its units */
	uint64_t *ended;   /* by mask: those that calls with it clobber, ... */
	uint8_t *asked;	   /* ... if that was asked */
	uint8_t *read;	   /* what the block does was looked at */
	uint64_t *needed;  /* needed at its head; the others, unless ... */
	uint64_t *through; /* ... it does not name them, are not */
	uint32_t walked;   /* blocks in vain */
	bool solved;	   /* nothing is to be found out any more */
} Heads;

typedef struct {
	BlockId block;
	uint32_t before; /* index of where the walk came from, or NONE */
} Step;

struct UnitNeeds {
	const Func *f;
	const Slots *slots;
	Arena *tmp;
	Preserved preserved;
	uint32_t *number; /* by unit; NONE: nobody asks, or it is reserved */
	UnitId *unit;	  /* by number */
	uint64_t *regs;	  /* registers that contain some of the units */
	Heads *heads;	  /* by group */
	VEC(Step) walk;
};

/* A group of NUNITS, or as many as a word has bits. */
static void
heads_init(UnitNeeds *n, Heads *heads, uint32_t nunits)
{
	uint32_t nblocks = n->f->blocks.n;

	heads->all =
		nunits < GROUP ? ((uint64_t)1 << nunits) - 1 : ~(uint64_t)0;
	heads->ended = ARENA_RAW(n->tmp, uint64_t, n->f->masks.n);
	heads->asked = ARENA_NEW(n->tmp, uint8_t, n->f->masks.n);
	heads->read = ARENA_NEW(n->tmp, uint8_t, nblocks);
	heads->needed = ARENA_RAW(n->tmp, uint64_t, nblocks);
	heads->through = ARENA_RAW(n->tmp, uint64_t, nblocks);
}

UnitNeeds *
unit_needs_new(const Func *f, const Slots *slots, const uint64_t *reserved,
	       const uint64_t *wanted, Arena *tmp)
{
	const Target *t = f->target;
	UnitNeeds *n = ARENA_NEW(tmp, UnitNeeds, 1);
	uint32_t count = 0;

	n->f = f;
	n->slots = slots;
	n->tmp = tmp;
	preserved_init(&n->preserved, f, tmp);
	n->number = ARENA_RAW(tmp, uint32_t, t->n_unit_regs);
	n->unit = ARENA_RAW(tmp, UnitId, t->n_unit_regs);
	n->regs = ARENA_NEW(tmp, uint64_t, BITS_WORDS(t->n_regs));
	for (uint32_t u = 0; u < t->n_unit_regs; u++) {
		n->number[u] = NONE;
		if (!bits_has(wanted, u) || unit_is_within(t, u, reserved))
			continue;
		n->unit[count] = (UnitId)u;
		n->number[u] = count++;
		for (Slice s = t->unit_regs[u]; s.start < s.end; s.start++)
			bits_add(n->regs, target_unit_reg(t, u, s.start));
	}
	n->heads = ARENA_NEW(tmp, Heads, count / GROUP + 1);
	for (uint32_t u = 0; u < count; u += GROUP)
		heads_init(n, &n->heads[u / GROUP], count - u);
	return n;
}

/* The units of GROUP that REG contains, where LANES of it are meant. */
static uint64_t
reg_units(const UnitNeeds *n, uint32_t group, uint32_t reg, LaneMask lanes)
{
	const Target *t = n->f->target;
	uint64_t units = 0;

	for (Slice s = t->regs[reg].units; s.start < s.end; s.start++) {
		uint32_t number = n->number[t->reg_units[s.start]];

		if (number != NONE && number / GROUP == group &&
		    target_unit_lanes(t, (RegId)reg, s.start) & lanes)
			units |= (uint64_t)1 << number % GROUP;
	}
	return units;
}

/* The units of GROUP that calls with mask number MASK clobber. */
static uint64_t
mask_units(UnitNeeds *n, uint32_t group, uint32_t mask)
{
	Heads *heads = &n->heads[group];
	const UnitId *unit = n->unit + (size_t)group * GROUP;

	if (heads->asked[mask])
		return heads->ended[mask];
	heads->asked[mask] = 1;
	heads->ended[mask] = heads->all;
	const uint64_t *kept = preserved_units(&n->preserved, mask);
	for (uint64_t left = heads->all; left; left &= left - 1)
		if (bits_has(kept, unit[bits_lowest(left)]))
			heads->ended[mask] &= ~(left & -left);
	return heads->ended[mask];
}

/* Which units of GROUP INSN reads and writes. */
static inline void
insn_occurrences(UnitNeeds *n, uint32_t group, const Insn *insn,
		 uint64_t *reads, uint64_t *writes)
{
	const Operand *o = insn_opnds(n->f, insn), *end = o + insn->nopnds;

	for (; o < end && !(insn->flags & INSN_DEBUG); o++) {
		if (o->kind == OPND_MASK)
			*writes |= mask_units(n, group, o->val);
		if (o->kind != OPND_REG || !bits_has(n->regs, o->val) ||
		    o->flags & OPND_DEBUG)
			continue;
		uint64_t units = reg_units(n, group, o->val, LANES_ALL);
		if (o->flags & OPND_DEF)
			*writes |= units;
		else if (!(o->flags & (OPND_UNDEF | OPND_INTERNAL)))
			*reads |= units;
	}
}

/* Does INSN share the position of the one before? */
static bool
insn_shares(const Insn *insn)
{
	return insn->flags & (INSN_BUNDLED | INSN_PARALLEL);
}

/* Those among the units *ASKED that instructions from I to END read before
 * they are written; those neither read nor written stay in *ASKED. */
static uint64_t
units_read(UnitNeeds *n, uint32_t group, InsnId i, InsnId end, uint64_t *asked)
{
	uint64_t found = 0;

	while (i < end && *asked) {
		uint64_t reads = 0, writes = 0;

		do
			insn_occurrences(n, group, func_insn(n->f, i), &reads,
					 &writes);
		while (++i < end && insn_shares(func_insn(n->f, i)));
		found |= reads & *asked;
		*asked &= ~(reads | writes);
	}
	return found;
}

/* What something outside the function puts into units at the head of B. */
static uint64_t
units_brought(const UnitNeeds *n, uint32_t group, BlockId b)
{
	const Block *block = &n->f->blocks.at[b];
	uint64_t units = 0;

	if (b && !(block->flags & BLOCK_EARLY_TARGET))
		return 0;
	FOR_SLICE(LiveIn, in, n->f->liveins.at, block->liveins)
		units |= reg_units(n, group, in->reg, in->lanes);
	return units;
}

/* See what block B itself does with the units of GROUP. */
static void
block_read(UnitNeeds *n, uint32_t group, BlockId b)
{
	const Block *block = &n->f->blocks.at[b];
	Heads *heads = &n->heads[group];

	if (heads->read[b])
		return;
	heads->read[b] = 1;
	heads->through[b] = heads->all & ~units_brought(n, group, b);
	heads->needed[b] = units_read(n, group, block->first, block->end,
				      &heads->through[b]);
}

/* Find all that GROUP needs: what blocks do themselves, and from there up
 * through those that do not name the unit. */
static void
group_solve(UnitNeeds *n, uint32_t group)
{
	const Func *f = n->f;
	Heads *heads = &n->heads[group];
	VEC(BlockId) work = {0};
	uint64_t left = 65 * (uint64_t)f->blocks.n; /* 64 units, and itself */
	BlockId b;

	for (b = 0; b < f->blocks.n; b++) {
		block_read(n, group, b);
		if (heads->needed[b])
			VEC_PUSH(n->tmp, work, b);
	}
	/* Ends: what a block gets it is not let through any more. */
	while (work.n) {
		BOUND_COUNT(left);
		const Block *block = &f->blocks.at[b = work.at[--work.n]];

		FOR_SLICE(BlockId, pred, f->preds.at, block->preds) {
			uint64_t more =
				heads->needed[b] & heads->through[*pred];

			heads->needed[*pred] |= more;
			heads->through[*pred] &= ~more;
			if (more)
				VEC_PUSH(n->tmp, work, *pred);
		}
	}
	heads->solved = true;
}

/* Go on to the successors of BLOCK, which is that of step BEFORE.  True: one
 * needs UNIT. */
static bool
walk_on(UnitNeeds *n, uint32_t group, uint64_t unit, const Block *block,
	uint32_t before)
{
	Heads *heads = &n->heads[group];

	FOR_SLICE(Succ, succ, n->f->succs.at, block->succs) {
		BlockId b = succ->block;

		block_read(n, group, b);
		if (heads->needed[b] & unit)
			return true;
		if (heads->solved || !(heads->through[b] & unit))
			continue;
		/* It is not needed there if the walk finds nothing. */
		heads->through[b] &= ~unit;
		VEC_PUSH(n->tmp, n->walk, ((Step){b, before}));
	}
	return false;
}

/* The walk's step LAST has come to where UNIT is needed. */
static void
walk_found(UnitNeeds *n, uint32_t group, uint64_t unit, uint32_t last)
{
	Heads *heads = &n->heads[group];

	for (uint32_t k = 0; k < n->walk.n; k++)
		heads->through[n->walk.at[k].block] |= unit;
	for (uint32_t k = last; k != NONE; k = n->walk.at[k].before) {
		heads->needed[n->walk.at[k].block] |= unit;
		heads->through[n->walk.at[k].block] &= ~unit;
	}
	heads->walked += n->walk.n;
	if (heads->walked > n->f->blocks.n)
		group_solve(n, group);
}

/* Is UNIT of GROUP needed at the head of a successor of BLOCK? */
static bool
needed_behind(UnitNeeds *n, uint32_t group, uint64_t unit, const Block *block)
{
	n->walk.n = 0;
	if (walk_on(n, group, unit, block, NONE)) {
		walk_found(n, group, unit, NONE);
		return true;
	}
	for (uint32_t k = 0; k < n->walk.n; k++) {
		block = &n->f->blocks.at[n->walk.at[k].block];
		if (walk_on(n, group, unit, block, k)) {
			walk_found(n, group, unit, k);
			return true;
		}
	}
	return false;
}

/* Are some of ASKED, units of GROUP, needed at instruction I or behind it? */
static bool
group_needed(UnitNeeds *n, uint32_t group, uint64_t asked, InsnId i)
{
	const Func *f = n->f;
	const Block *block =
		&f->blocks.at[n->slots->pos_block[n->slots->insn_pos[i]]];
	uint64_t reads = 0, writes = 0;

	while (i > block->first && insn_shares(func_insn(f, i)))
		i--;
	do
		insn_occurrences(n, group, func_insn(f, i), &reads, &writes);
	while (++i < block->end && insn_shares(func_insn(f, i)));
	if (reads & asked || units_read(n, group, i, block->end, &asked))
		return true;
	for (; asked; asked &= asked - 1)
		if (needed_behind(n, group, asked & -asked, block))
			return true;
	return false;
}

bool
reg_needed(UnitNeeds *n, RegId reg, RegId but, InsnId i)
{
	const Target *t = n->f->target;
	uint32_t group = 0;
	uint64_t asked = 0;

	FOR_UNITS(u, t, reg) {
		uint32_t unit = *u, number = n->number[unit];

		if (number == NONE ||
		    (but && reg_has_unit(t, but, (UnitId)unit)))
			continue;
		if (number / GROUP != group) {
			if (asked && group_needed(n, group, asked, i))
				return true;
			group = number / GROUP;
			asked = 0;
		}
		asked |= (uint64_t)1 << number % GROUP;
	}
	return asked && group_needed(n, group, asked, i);
}
