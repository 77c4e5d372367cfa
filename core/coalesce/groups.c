/*
 * Groups of lanes: those of a register whose value numbers are told apart.
 *
 * At first the sub-ranges of its liveness.  A register that is only ever used
 * as a whole has none, but a copy can fill it from one whose lanes have come
 * from different places, or can be joined with such a register again: its
 * lanes are told apart where those of its sources are.  Only registers for
 * which that makes a difference have a list of their own.
 */
#include "core/coalesce/coalesce_internal.h"

/* Copies are followed through the text that often; further the value number of
 * a register is a value of its own, which is right, only less far-sighted. */
enum { GROUP_ROUNDS = 4 };

uint32_t
groups_count(const Coalescer *c, VregId v)
{
	Slice subs = c->live->vregs[v].subs;

	if (c->groups[v])
		return c->groups[v]->n;
	return subs.start == subs.end ? 1 : subs.end - subs.start;
}

LaneGroup
groups_get(const Coalescer *c, VregId v, uint32_t i)
{
	const Interval *iv = &c->live->vregs[v];
	LaneGroup group = {LANES_ALL, &iv->main, 0};

	if (c->groups[v])
		return c->groups[v]->at[i];
	if (iv->subs.start != iv->subs.end) {
		group.lanes = c->live->subs.at[iv->subs.start + i].lanes;
		group.range = &c->live->subs.at[iv->subs.start + i].range;
	}
	group.first = group.range->values.start;
	return group;
}

/* Tell lanes LANES of V apart from its others. */
static bool
groups_split(Coalescer *c, VregId v, LaneMask lanes)
{
	uint32_t n = groups_count(c, v);
	GroupVec *list = c->groups[v];
	bool changed = false;

	for (uint32_t i = 0; i < n; i++) {
		LaneGroup group = groups_get(c, v, i), other = group;

		if (group.lanes == LANES_ALL)
			group.lanes = c->t->classes[c->f->vregs.at[v].cls].all;
		other.lanes = group.lanes & ~lanes;
		group.lanes &= lanes;
		if (!other.lanes || !group.lanes)
			continue;
		if (!list) {
			list = ARENA_NEW(c->tmp, GroupVec, 1);
			for (uint32_t k = 0; k < n; k++)
				VEC_PUSH(c->tmp, *list, groups_get(c, v, k));
			c->groups[v] = list;
			c->places[v].parted = true;
		}
		other.first = c->numbers.n;
		c->numbers.n +=
			other.range->values.end - other.range->values.start;
		list->at[i] = group;
		VEC_PUSH(c->tmp, *list, other);
		changed = true;
	}
	return changed;
}

/* Tell those lanes of the destination of COPY apart that are apart in its
 * source. */
static bool
groups_follow(Coalescer *c, const Insn *copy)
{
	const Operand *o = insn_opnds(c->f, copy);
	LaneMask read = target_sub_lanes(c->t, o[1].sub);
	uint32_t n = groups_count(c, o[1].val);
	bool changed = false;

	for (uint32_t i = 0; n > 1 && i < n; i++) {
		LaneMask lanes = groups_get(c, o[1].val, i).lanes & read;

		if (!lanes || lanes == read)
			continue;
		lanes = target_lanes_down(c->t, o[1].sub, lanes);
		lanes = target_lanes_up(c->t, o[0].sub, lanes);
		changed |= groups_split(c, o[0].val, lanes);
	}
	return changed;
}

void
groups_find(Coalescer *c)
{
	const Func *f = c->f;
	uint32_t n = c->copies.n;
	/* By register: when its groups last changed, counted in copies looked
	 * at; what has not since a copy was the last time leaves that be. */
	uint32_t last = 0;

	c->numbers.n = c->live->values.n;
	if (!c->live->subs.n)
		return;
	c->groups = ARENA_NEW(c->tmp, GroupVec *, f->vregs.n + 1);
	uint32_t *changed = ARENA_NEW(c->tmp, uint32_t, f->vregs.n + 1);
	uint32_t time = n;
	for (uint32_t round = 0; round < GROUP_ROUNDS && last + n >= time;
	     round++)
		for (uint32_t i = 0; i < n; i++, time++) {
			const CopyNote *copy = &c->copies.at[i];

			if ((!round || changed[copy->src] + n >= time) &&
			    !groups_single(c, copy->src) &&
			    groups_follow(c, func_insn(f, copy->insn)))
				changed[copy->dst] = last = time;
		}
}
