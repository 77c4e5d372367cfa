/*
 * Which lanes are on: where a copy copies only lanes that a mask has on
 * (target_copy_reads), a move of AFTER passes on no more than those.
 *
 * Nested regions of code have ever fewer lanes on.  Where a region opens and
 * where it closes is told from the instructions that write the mask, forward
 * over the blocks; where paths disagree, or the mask is written in another way,
 * nothing is known and all is taken to be right.  A move must stand in the
 * region of the use that wants the value, or around it; else the value must be
 * defined in the move's region, where no others were on.  Linear: a block's
 * region is set once and given up once.
 */
#include "core/base/bits.h"
#include "core/base/search.h"
#include "core/check/demand/demands.h"

#include "core/model/unitset.h"

#include <string.h>

enum {
	REGION_ALL,	/* of the function: what is on at its start */
	REGION_UNKNOWN, /* around all as far as anybody can tell */
	REGION_FIRST,
};

/* What an instruction does to the mask. */
typedef enum {
	LANES_STAY,
	LANES_OPEN,  /* fewer are on, until ... */
	LANES_CLOSE, /* ... those are on again */
	LANES_TURN,  /* the others of the region around */
	LANES_LOST,  /* nobody knows */
} Change;

/* The mask is written by an opcode of this NAME, which READS it: what the
 * target's settings say of it. */
static Change
change_of(const Target *t, const char *name, bool reads)
{
	static const struct {
		const char *key;
		Change change;
	} changes[] = {
		{"lanes-close", LANES_CLOSE},
		{"lanes-turn", LANES_TURN},
		{"lanes-open", LANES_OPEN},
	};

	if (!reads && target_setting_has(t, "lanes-if-read", name))
		return LANES_LOST;
	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++)
		if (target_setting_has(t, changes[i].key, name))
			return changes[i].change;
	return LANES_LOST;
}

/* What step S of AFTER does to it. */
static Change
step_change(const Check *c, const Step *s)
{
	const Insn *a = func_insn(c->after, s->after);
	bool reads = false, writes = false;

	FOR_OPNDS(o, c->after, a) {
		if (o->kind != OPND_REG || !o->val ||
		    !unitset_meets(c->t, c->on.mask, (RegId)o->val))
			continue;
		if (o->flags & OPND_DEF)
			writes = true;
		else
			reads |= !(o->flags & OPND_IMPLICIT);
	}
	if (!writes)
		return LANES_STAY;
	return change_of(c->t, insn_opcode_name(c->after, a), reads);
}

/* The region behind change number I, in region AT before it. */
static uint32_t
region_behind(On *on, uint32_t i, uint32_t at)
{
	uint32_t around = at;

	if (at == REGION_UNKNOWN || on->what[i] == LANES_LOST)
		return REGION_UNKNOWN;
	if (on->what[i] != LANES_OPEN) {
		if (at == REGION_ALL)
			return REGION_UNKNOWN;
		around = on->parent[at];
	}
	if (on->what[i] == LANES_CLOSE)
		return around;
	on->parent[REGION_FIRST + i] = around;
	on->depth[REGION_FIRST + i] = on->depth[around] + 1;
	return REGION_FIRST + i;
}

/* Block B starts in region AT on one more path.  Is that new? */
static bool
region_meet(On *on, BlockId b, uint32_t at)
{
	uint32_t was = on->head[b];

	if (was == at || was == REGION_UNKNOWN)
		return false;
	on->head[b] = was == NONE ? at : REGION_UNKNOWN;
	return true;
}

/* Down the blocks, until nothing changes: each comes twice at most. */
static void
regions_find(Check *c)
{
	On *on = &c->on;
	const Func *f = c->before;
	VEC(BlockId) work = {0};

	region_meet(on, 0, REGION_ALL);
	VEC_PUSH(&c->arena, work, 0);
	while (work.n) {
		BlockId b = work.at[--work.n];
		uint32_t at = on->head[b];
		for (uint32_t i = on->first[b]; i < on->first[b + 1]; i++)
			at = on->behind[i] = region_behind(on, i, at);
		FOR_SLICE(Succ, succ, f->succs.at, f->blocks.at[b].succs)
			if (region_meet(on, succ->block, at))
				VEC_PUSH(&c->arena, work, succ->block);
	}
}

/* The changes, in order. */
static void
changes_find(Check *c)
{
	On *on = &c->on;
	uint32_t nblocks = c->before->blocks.n;

	on->first = ARENA_NEW(&c->arena, uint32_t, nblocks + 1);
	for (BlockId b = 0; b < nblocks; b++) {
		on->first[b] = on->steps.n;
		for (uint32_t i = c->blocks.step[b]; i < c->blocks.step[b + 1];
		     i++) {
			Change what = LANES_STAY;

			if (c->steps.at[i].after != NONE)
				what = step_change(c, &c->steps.at[i]);
			if (what == LANES_STAY)
				continue;
			VEC_PUSH(&c->arena, on->steps, i);
			VEC_PUSH(&c->arena, on->kinds, (uint8_t)what);
		}
	}
	on->first[nblocks] = on->steps.n;
	on->what = on->kinds.at;
}

void
check_on_find(Check *c)
{
	On *on = &c->on;

	if (!c->t->copies_read || !c->before->blocks.n)
		return;
	on->mask =
		ARENA_NEW(&c->arena, uint64_t, BITS_WORDS(c->t->n_unit_regs));
	for (uint32_t i = 0; i < c->t->n_copies; i++)
		target_copy_reads(c->t, &c->t->copies[i], on->mask);
	changes_find(c);
	uint32_t n = on->steps.n;
	if (!n)
		return;
	on->behind = ARENA_NEW(&c->arena, uint32_t, n);
	on->parent = ARENA_NEW(&c->arena, uint32_t, REGION_FIRST + n);
	on->depth = ARENA_NEW(&c->arena, uint32_t, REGION_FIRST + n);
	on->head = ARENA_RAW(&c->arena, BlockId, c->before->blocks.n);
	for (uint32_t i = 0; i < c->before->blocks.n; i++)
		on->head[i] = NONE;
	on->lane_regs = ARENA_NEW(&c->arena, uint8_t, c->t->n_regs);
	regions_find(c);
}

/* The region of step AT of block B. */
static uint32_t
region_at(const On *on, BlockId b, uint32_t at)
{
	uint32_t i = on->first[b];

	SEARCH_FIRST(i, on->first[b + 1], on->steps.at[i] < at);
	if (i == on->first[b])
		return on->head[b] == NONE ? REGION_UNKNOWN : on->head[b];
	return on->behind[i - 1];
}

/* Does region X lie around Y, or is it that, for all that is known? */
static bool
lies_around(const On *on, uint32_t x, uint32_t y)
{
	if (x == REGION_UNKNOWN || y == REGION_UNKNOWN)
		return true;
	while (on->depth[y] > on->depth[x])
		y = on->parent[y];
	return x == y;
}

/* Does a copy between registers like REG copy only lanes that are on? */
static bool
has_lanes(Check *c, RegId reg)
{
	uint8_t *known = &c->on.lane_regs[reg];

	if (!*known) {
		uint64_t *scratch = ARENA_NEW(&c->arena, uint64_t,
					      BITS_WORDS(c->t->n_unit_regs));
		const CopyRule *rule = func_copy_rule(c->after, reg, reg);
		*known = rule && target_copy_reads(c->t, rule, scratch) ? 2 : 1;
	}
	return *known == 2;
}

void
check_on_begin(Check *c, Demand *d, RegId reg)
{
	d->within = REGION_ALL;
	d->wanted = REGION_UNKNOWN;
	if (c->on.head && has_lanes(c, reg))
		d->wanted = region_at(&c->on, d->block, d->step);
}

bool
check_on_moved(Check *c, Demand *d, RegId reg)
{
	On *on = &c->on;

	if (!on->head || d->wanted == REGION_UNKNOWN || !has_lanes(c, reg))
		return true;
	uint32_t at = region_at(on, d->block, d->step);
	if (lies_around(on, at, d->wanted))
		return true;
	d->wanted = at;
	if (lies_around(on, d->within, at))
		d->within = at;
	return lies_around(on, at, d->within);
}

bool
check_on_defined(Check *c, Demand *d)
{
	if (!c->on.head || d->wanted == REGION_UNKNOWN)
		return true;
	uint32_t at = region_at(&c->on, d->block, d->step);
	if (!lies_around(&c->on, d->within, at))
		return false;
	d->wanted = at;
	d->within = REGION_ALL;
	return true;
}

bool
check_on_entry(const Check *c, const Demand *d)
{
	return !c->on.head || d->within == REGION_ALL;
}
