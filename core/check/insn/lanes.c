/*
 * Scalars in lanes of a vector register that itself goes to memory: a store of
 * all lanes takes them along to the slot, a load brings them back.
 *
 * A lane, of a register or of a slot, is a place like a slot: CheckSlots.lanes.
 */
#include "core/check/insn/insns.h"

#include "core/base/search.h"
#include "core/base/sort.h"

static bool
moves_lanes(const Check *c, const Access *a)
{
	return a->slot < c->after->stack.n && c->t->spills[a->rule].lanes;
}

/* By register, then by slot: bit set of the lanes that may hold scalars.
 * What moves all lanes makes those of both sides the same; each round but the
 * last one adds a lane somewhere. */
static uint64_t *
find_lanes(Check *c)
{
	uint32_t first = c->t->n_regs;
	uint64_t *lanes =
		ARENA_NEW(&c->arena, uint64_t, first + c->after->stack.n + 1);
	bool again = true;

	for (uint32_t i = 0; i < c->slots.lanes.n; i++)
		lanes[c->slots.lanes.at[i] >> 32] |=
			(uint64_t)1 << (c->slots.lanes.at[i] & 63);
	while (again) {
		again = false;
		FOR_VEC(Access, a, c->pairs.accesses) {
			uint64_t *x = &lanes[a->reg];

			if (!moves_lanes(c, a))
				continue;
			uint64_t *y = &lanes[first + a->slot];
			again |= *x != *y;
			*x = *y = *x | *y;
		}
	}
	return lanes;
}

void
check_lanes(Check *c)
{
	uint32_t first = c->t->n_regs, i, n = c->slots.lanes.n;

	for (i = 0; i < c->pairs.accesses.n; i++)
		if (moves_lanes(c, &c->pairs.accesses.at[i]))
			break;
	if (i == c->pairs.accesses.n || !n)
		return;
	uint64_t *lanes = find_lanes(c);
	uint64_t *known = ARENA_NEW(&c->arena, uint64_t, first);
	for (i = 0; i < n; i++)
		known[c->slots.lanes.at[i] >> 32] |=
			(uint64_t)1 << (c->slots.lanes.at[i] & 63);
	for (i = 0; i < first + c->after->stack.n; i++)
		for (uint32_t k = 0; k < 64; k++)
			if (lanes[i] >> k & 1 &&
			    !(i < first && known[i] >> k & 1))
				VEC_PUSH(&c->arena, c->slots.lanes,
					 (uint64_t)i << 32 | k);
	/* Key and number in one: holder, lane, number. */
	c->slots.lanes_sorted =
		ARENA_RAW(&c->arena, uint64_t, c->slots.lanes.n);
	for (i = 0; i < c->slots.lanes.n; i++)
		c->slots.lanes_sorted[i] = (c->slots.lanes.at[i] >> 32) << 38 |
					   (c->slots.lanes.at[i] & 63) << 32 |
					   i;
	sort_numbers(c->slots.lanes_sorted, c->slots.lanes.n, &c->arena);
}

/* The slot that is lane LANE of HOLDER, a register, or a slot behind those. */
static uint32_t
lane_slot(const Check *c, uint32_t holder, uint32_t lane)
{
	uint64_t key = (uint64_t)holder << 6 | lane;
	uint32_t i = 1;

	SEARCH_FIRST(i, c->slots.lanes.n,
		     c->slots.lanes_sorted[i] >> 32 <= key);
	return c->after->stack.n + (uint32_t)c->slots.lanes_sorted[i - 1];
}

RegId
check_lane_reg(const Check *c, uint32_t slot)
{
	uint64_t holder = c->slots.lanes.at[slot - c->after->stack.n] >> 32;

	return holder < c->t->n_regs ? (RegId)holder : 0;
}

uint32_t
check_lane_home(const Check *c, uint32_t slot)
{
	uint64_t holder = c->slots.lanes.at[slot - c->after->stack.n] >> 32;

	return holder < c->t->n_regs ? NONE : (uint32_t)holder - c->t->n_regs;
}

uint32_t
check_lane_before(const Check *c, uint32_t slot, InsnId after)
{
	uint32_t lane = c->slots.lanes.at[slot - c->after->stack.n] & 63;

	if (c->pairs.kind[after] != MOVE_LOAD &&
	    c->pairs.kind[after] != MOVE_STORE)
		return NONE;
	const Access *a = &c->pairs.accesses.at[c->pairs.aux[after]];
	if (!moves_lanes(c, a) || a->undef)
		return NONE;
	if (c->pairs.kind[after] == MOVE_LOAD)
		return check_lane_reg(c, slot) == a->reg
			       ? lane_slot(c, c->t->n_regs + a->slot, lane)
			       : NONE;
	return check_lane_home(c, slot) == a->slot ? lane_slot(c, a->reg, lane)
						   : NONE;
}
