/*
 * Live intervals of random functions, compared with the most obvious slow
 * computation: bits by slot, and values by starting from a meeting at each live
 * block and taking away sets of meetings that bring one value only.
 *
 *   test-intervals [FUNCTIONS [SEED]]
 */
#include "random-func.h"
#include "slow-live.h"

#include <stdlib.h>
#include <string.h>

/* What has been seen. */
typedef struct {
	uint64_t seed;
	uint32_t ranges, segments, meetings;
} Totals;

static void
fail(const Slow *s, const Live *live, const char *what, uint32_t a, uint32_t b)
{
	printf("FAIL seed %llu: %s (%u, %u)\n",
	       (unsigned long long)((Totals *)s->owner)->seed, what, a, b);
	random_func_print(s->f, stdout);
	intervals_print(live, s->f, NULL, stdout);
	exit(1);
}

/* Compare; returns whether the range holds anything. */
static bool
compare(const Live *live, const Slow *s, const LiveRange *range, uint32_t reg)
{
	uint32_t i = range->segs.start;
	bool any = false;
	SlotIdx at;

	for (at = 0; at < live->slots.npos * 4; at++) {
		bool want = slow_is_live(s, at), have;
		const Value *v;

		while (i < range->segs.end && live->segs.at[i].end <= at)
			i++;
		have = i < range->segs.end && live->segs.at[i].start <= at;
		if (have != want)
			fail(s, live, want ? "not live" : "live", reg, at);
		if (!have)
			continue;
		any = true;
		v = &live->values.at[live->segs.at[i].value];
		if (v->def != s->labels[s->label[at]].def ||
		    v->opnd != s->labels[s->label[at]].opnd)
			fail(s, live, "value", reg, at);
	}
	for (i = range->segs.start; i < range->segs.end; i++) {
		const Segment *seg = &live->segs.at[i];

		((Totals *)s->owner)->segments++;
		if (seg->start >= seg->end)
			fail(s, live, "empty segment", reg, seg->start);
		if (i > range->segs.start &&
		    (seg[-1].end > seg->start || (seg[-1].end == seg->start &&
						  seg[-1].value == seg->value)))
			fail(s, live, "order of segments", reg, seg->start);
		if (seg->value < range->values.start ||
		    seg->value >= range->values.end)
			fail(s, live, "number of a value", reg, seg->start);
	}
	for (i = range->values.start; i < range->values.end; i++) {
		const Value *v = &live->values.at[i];

		if (i > range->values.start && v[-1].def >= v->def)
			fail(s, live, "order of values", reg, i);
		((Totals *)s->owner)->meetings += v->opnd == NONE;
	}
	((Totals *)s->owner)->ranges++;
	return any;
}

static void
check_lists(const Slow *s, const Live *live, Arena *arena)
{
	const Func *f = s->f;
	uint32_t *start, *in_start;
	VregId *ins = liveins_list(live, f, &in_start, arena);
	VregId *outs = liveouts_list(live, f, &start, arena);
	BlockId b;
	VregId v;

	for (b = 0; b < f->blocks.n; b++) {
		uint32_t in = in_start[b], out = start[b];

		for (v = 0; v < f->vregs.n; v++) {
			const LiveRange *r = &live->vregs[v].main;
			SlotIdx at = slot_block_start(&live->slots, b);
			const Segment *seg = range_find(live, r, at);
			bool want = seg &&
				    (live->values.at[seg->value].def != at ||
				     live->values.at[seg->value].opnd == NONE);

			if (want != (in < in_start[b + 1] && ins[in] == v))
				fail(s, live, "list of live-ins", b, v);
			in += want;
			at = slot_block_end(&live->slots, b) - 1;
			want = range_find(live, r, at) != NULL;
			if (want != (out < start[b + 1] && outs[out] == v))
				fail(s, live, "list of live-outs", b, v);
			out += want;
		}
	}
}

static void
check_lanes(const Func *f, const Live *live, const SlowCfg *cfg, Slow *s,
	    VregId v)
{
	Slice subs = live->vregs[v].subs;
	LaneMask seen = 0;
	uint32_t lane, i;

	for (i = subs.start; i < subs.end; i++) {
		if (seen & live->subs.at[i].lanes)
			fail(s, live, "lanes overlap", v, i);
		seen |= live->subs.at[i].lanes;
	}
	if (subs.start == subs.end)
		return;
	for (lane = 0; lane < 4; lane++) {
		LiveRange none = {{0, 0}, {0, 0}};
		const LiveRange *r = &none;

		for (i = subs.start; i < subs.end; i++)
			if (live->subs.at[i].lanes >> lane & 1)
				r = &live->subs.at[i].range;
		slow_build(s, f, live, cfg, OPND_VREG, v, 1u << lane);
		compare(live, s, r, v);
	}
}

static void
check_func(Func *f, Slow *s)
{
	Arena arena = {0};
	SlowCfg slow;
	Live live;
	Cfg cfg;
	uint32_t u;
	VregId v;

	cfg_build(f, &cfg, &arena, &arena);
	slow_cfg(f, &slow);
	intervals_build(&live, f, &cfg, random_reserved, true, &arena);
	for (v = 0; v < f->vregs.n; v++) {
		slow_build(s, f, &live, &slow, OPND_VREG, v, LANES_ALL);
		compare(&live, s, &live.vregs[v].main, v);
		check_lanes(f, &live, &slow, s, v);
	}
	for (u = 0; u < NUNITS; u++) {
		slow_build(s, f, &live, &slow, OPND_REG, u, LANES_ALL);
		if (u == UNIT_Z) {
			if (live.units[u].segs.start < live.units[u].segs.end)
				fail(s, &live, "range of a reserved unit", u,
				     0);
			continue;
		}
		compare(&live, s, &live.units[u], 1000 + u);
	}
	check_lists(s, &live, &arena);
	arena_free(&arena);
}

int
main(int argc, char **argv)
{
	uint32_t n = argc > 1 ? (uint32_t)atoi(argv[1]) : 2000, i;
	uint64_t seed = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
	Totals totals = {0};
	Slow *s = malloc(sizeof(*s));

	s->owner = &totals;

	for (i = 0; i < n; i++) {
		Arena arena = {0};
		Random r = {(seed + i) * 0x9e3779b97f4a7c15u + 1};
		Func f;

		totals.seed = seed + i;
		random_func(&f, &r, 2 + i % 9, i % 4 == 3 ? 30 : 3, &arena);
		check_func(&f, s);
		arena_free(&arena);
	}
	free(s);
	printf("%u functions, %u ranges, %u segments, %u meetings and "
	       "live-ins\n",
	       n, totals.ranges, totals.segments, totals.meetings);
	return 0;
}
