/*
 * The queue of intervals, against looking through all that wait: those that
 * must have a register first, then new ones, then those that waited; each sort
 * by where they begin, then by number.
 */
#include "core/alloc/state.h"
#include "testdata/unit/test.h"

enum { INTERVALS = 300, ROUNDS = 60 };

static uint64_t seed = 1;

static bool
goes_before(const AllocInterval *all, VregId a, VregId b)
{
	static const int rank[] = {[STAGE_DONE] = 0,
				   [STAGE_NEW] = 1,
				   [STAGE_SPLIT] = 2,
				   [STAGE_SPILL] = 2};
	uint32_t x = all[a].main.segs[0].start, y = all[b].main.segs[0].start;
	int p = rank[all[a].stage], q = rank[all[b].stage];

	return p != q ? p < q : x != y ? x < y : a < b;
}

/* Take all out of the queue; some come back once, with another stage. */
static void
queue_empty(Scan *s, bool *waits)
{
	AllocInterval *all = s->intervals.at;
	VregId v, w;

	while ((v = queue_take(s)) != NONE) {
		MUST(waits[v]);
		for (w = 0; w < INTERVALS; w++)
			MUST(!waits[w] || w == v || goes_before(all, v, w));
		waits[v] = false;
		if (all[v].stage == STAGE_DONE || below(&seed, 3))
			continue;
		all[v].stage = below(&seed, 4) ? STAGE_SPLIT : STAGE_DONE;
		if (all[v].splits++ < 3) {
			queue_put(s, v);
			waits[v] = true;
		}
	}
	for (w = 0; w < INTERVALS; w++)
		MUST(!waits[w]);
}

int
main(void)
{
	static Segment segs[INTERVALS];
	static AllocInterval all[INTERVALS];
	static uint32_t starts[INTERVALS + 1];
	static bool waits[INTERVALS];
	AllocOptions options = {.kind = REGALLOC_LINEAR};
	Live live = {.occurrence_start = starts};
	Arena arena = {0};
	uint32_t round, i;

	for (i = 0; i <= INTERVALS; i++)
		starts[i] = i;
	for (round = 0; round < ROUNDS; round++) {
		Scan s = {.arena = &arena,
			  .live = &live,
			  .options = &options,
			  .origins.n = INTERVALS};

		for (i = 0; i < INTERVALS; i++) {
			segs[i].start = below(&seed, round % 2 ? 50 : 100000);
			all[i] = (AllocInterval){
				.main = {&segs[i], 1},
				.noccurrences = below(&seed, 10) != 0,
				.stage = (uint8_t)(below(&seed, 4)
							   ? STAGE_NEW
							   : STAGE_DONE)};
			waits[i] = all[i].noccurrences;
		}
		s.intervals.at = all;
		s.intervals.n = s.intervals.cap = INTERVALS;
		queue_fill(&s);
		queue_empty(&s, waits);
		arena_reset(&arena);
	}
	arena_free(&arena);
	return 0;
}
