/*
 * GCN: jumps further than 16 bits of words reach.
 *
 * No register may be free for an address, and adding to one would change scc:
 * such a jump goes by others on its way, each to the next.  They stand together
 * in islands, in front of lines that nothing falls into where there are some;
 * else the code jumps around them.  Sizes are upper bounds, so that a jump may
 * make a stop that it does not need, but none falls short.
 *
 * O(lines + far jumps * islands), for each turn that adds jumps to an island.
 */
#include "targets/gcn/asm_lines.h"

#include "core/base/bound.h"

enum {
	SHORT = 4,	   /* bytes of a jump, a wait, an idle instruction, */
	LONG = 8,	   /* of another one at most */
	REACH = 120000,	   /* what is left of 1 << 17 is for an island's size */
	APART_MIN = 28000, /* of islands */
	APART_MAX = 56000,
	IDLE_MAX = 8, /* cycles of an idle instruction */
	ADDRESS = 4,  /* lines that make an address of the program counter's */
};

typedef struct {
	GcnCode *code;
	uint32_t *at; /* by line, and of the end: the most bytes before it */
	Arena *arena;
	bool more; /* an island has got a jump */
} Far;

static uint32_t
line_size(const GcnLine *line)
{
	const GcnWait *w = &line->before;
	uint32_t size = (line->idle + IDLE_MAX - 1) / IDLE_MAX * SHORT;

	if (line->unit == UNIT_NONE)
		return 0;
	if (w->memory != NO_WAIT || w->exported != NO_WAIT ||
	    w->local != NO_WAIT)
		size += SHORT;
	if (line->unit == UNIT_WAIT || line->flags & LINE_JUMP)
		return size + SHORT;
	return line->unit == UNIT_IDLE ? size : size + LONG;
}

static uint32_t
island_size(const GcnIsland *island)
{
	uint32_t jumps = island->hops.n;

	return jumps ? (jumps + island->around) * SHORT : 0;
}

static void
places_find(Far *f)
{
	const GcnCode *code = f->code;
	uint32_t at = 0, next = 0;

	for (uint32_t i = 0; i < code->lines.n; i++) {
		f->at[i] = at;
		if (next < code->islands.n && code->islands.at[next].line == i)
			at += island_size(&code->islands.at[next++]);
		at += line_size(&code->lines.at[i]);
	}
	f->at[code->lines.n] = at;
}

/* May an island stand in front of line I, although no block begins there? */
static bool
may_part(const GcnCode *code, uint32_t i)
{
	for (uint32_t k = 1; k <= ADDRESS && k <= i; k++)
		if (gcn_line_is(code, &code->lines.at[i - k], "s_getpc"))
			return false;
	return true;
}

/* How good a place in front of line I is for an island, where block B begins or
 * goes on; 0: it is none. */
static unsigned
place_rank(const GcnCode *code, uint32_t i, uint32_t b)
{
	if (i == code->blocks.at[b].first)
		return b && !code->blocks.at[b - 1].through ? 3 : 2;
	return may_part(code, i);
}

/* Islands at the best places that are not too far from each other. */
static void
islands_find(Far *f)
{
	GcnCode *code = f->code;
	GcnIsland best = {0};
	uint32_t from = 0, b = 0;
	unsigned rank = 0;

	for (uint32_t i = 0; i < code->lines.n; i++) {
		while (b + 1 < code->blocks.n &&
		       code->blocks.at[b + 1].first <= i)
			b++;
		if (f->at[i] - from > APART_MAX && rank) {
			VEC_PUSH(f->arena, code->islands, best);
			from = f->at[best.line];
			rank = 0;
		}
		if (f->at[i] - from < APART_MIN)
			continue;
		unsigned here = place_rank(code, i, b);
		if (here < rank || !here)
			continue;
		rank = here;
		best = (GcnIsland){.line = i, .around = here < 3};
	}
}

static bool
reaches(uint32_t from, uint32_t to)
{
	return (from < to ? to - from : from - to) <= REACH;
}

/* The island that is furthest from FROM on the way to TO; NONE: none can be
 * reached. */
static uint32_t
island_next(const Far *f, uint32_t from, uint32_t to)
{
	const GcnCode *code = f->code;
	uint32_t best = NONE;

	for (uint32_t k = 0; k < code->islands.n; k++) {
		uint32_t at = f->at[code->islands.at[k].line];

		if (!reaches(from, at))
			continue;
		if (from < to ? at > from && at < to
			      : at < from && at > to && best == NONE)
			best = k;
	}
	return best;
}

static void
island_add(Far *f, uint32_t k, uint32_t block)
{
	GcnIsland *island = &f->code->islands.at[k];
	GcnHop hop = {block, NONE};

	FOR_VEC(GcnHop, other, island->hops)
		if (other->block == block)
			return;
	VEC_PUSH(f->arena, island->hops, hop);
	f->more = true;
}

/* The island that a jump from FROM to BLOCK goes by first; NONE: none. */
static uint32_t
island_for(Far *f, uint32_t from, uint32_t block)
{
	uint32_t to = f->at[f->code->blocks.at[block].first];
	uint32_t next = reaches(from, to) ? NONE : island_next(f, from, to);

	if (next != NONE)
		island_add(f, next, block);
	return next;
}

/* Where jumps go from where everything is now. */
static void
ways_find(Far *f)
{
	GcnCode *code = f->code;

	FOR_VEC(GcnBlock, block, code->blocks) {
		uint32_t last = block->end - 1;

		if (block->jump != NONE)
			code->lines.at[last].island =
				island_for(f, f->at[last], block->jump);
	}
	FOR_VEC(GcnIsland, island, code->islands)
		for (uint32_t i = 0; i < island->hops.n; i++) {
			uint32_t next = island_for(f, f->at[island->line],
						   island->hops.at[i].block);

			island->hops.at[i].next = next;
		}
}

void
gcn_far(GcnCode *code, Arena *arena)
{
	Far f = {.code = code, .arena = arena, .more = true};

	f.at = ARENA_RAW(arena, uint32_t, code->lines.n + 1);
	places_find(&f);
	if (f.at[code->lines.n] <= REACH)
		return;
	islands_find(&f);
	/* Ends: each turn but the last adds a block to an island. */
	uint64_t left = (uint64_t)code->islands.n * code->blocks.n + 1;
	while (f.more) {
		BOUND_COUNT(left);
		f.more = false;
		ways_find(&f);
		places_find(&f);
	}
}
