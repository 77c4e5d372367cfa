/*
 * Lists by register, each made by counting: pairs of key and item are gathered
 * in order of item, and keep it.
 */
#include "core/explain/index.h"

#include "core/base/sort.h"

typedef struct {
	uint32_t key, item;
} Pair;

typedef struct {
	VEC(Pair) pairs;
	Arena arena;
} Pairs;

static void
pair_add(Pairs *p, uint32_t key, uint32_t item)
{
	if (key != NONE)
		VEC_PUSH(&p->arena, p->pairs, ((Pair){key, item}));
}

/* LISTS of N keys from P, which is emptied. */
static void
lists_make(IndexLists *lists, Pairs *p, uint32_t n, Arena *arena)
{
	lists->n = n;
	lists->first = ARENA_NEW(arena, uint32_t, n + 2);
	lists->items = ARENA_RAW(arena, uint32_t, p->pairs.n + 1);
	for (uint32_t i = 0; i < p->pairs.n; i++)
		lists->first[p->pairs.at[i].key + 2]++;
	for (uint32_t key = 2; key < n + 2; key++)
		lists->first[key] += lists->first[key - 1];
	for (uint32_t i = 0; i < p->pairs.n; i++)
		lists->items[lists->first[p->pairs.at[i].key + 1]++] =
			p->pairs.at[i].item;
	p->pairs.n = 0;
}

uint32_t
turn_end(const AllocLog *log, uint32_t i)
{
	for (i++; i < log->events.n; i++)
		if (log->events.at[i].kind <= LOG_TRIED)
			break;
	return i;
}

static uint32_t
origin_of(const AllocLog *log, VregId v)
{
	return v == NONE ? NONE : log->intervals[v].origin;
}

static void
turns_gather(const AllocLog *log, uint32_t norigins, Pairs *p)
{
	uint32_t end;

	for (uint32_t i = 0; i < log->events.n; i = end) {
		end = turn_end(log, i);
		if (log->events.at[i].kind == LOG_ROUND)
			pair_add(p, norigins, i);
		FOR_PART(LogEvent, e, log->events.at, i, end) {
			if (e->kind != LOG_TRIED && !event_is_deed(e))
				continue;
			pair_add(p, origin_of(log, e->interval), i);
			if (event_is_deed(e))
				pair_add(p, origin_of(log, e->other), i);
		}
	}
}

static void
edits_gather(const Story *s, Pairs *p)
{
	for (uint32_t i = 0; s->alloc && i < s->alloc->edits.n; i++) {
		const Edit *e = &s->alloc->edits.at[i];

		pair_add(p, origin_of(s->log, e->dst), i);
		pair_add(p, origin_of(s->log, e->src), i);
	}
}

void
index_open(ExplainIndex *index, const Story *s)
{
	const AllocLog *log = s->log;
	const Func *f = s->lowered;
	Pairs p = {0};

	index->story = s;
	index->accesses = s->alloc ? accesses_gather(s) : NULL;
	for (uint32_t i = 0; i < log->copies.n; i++) {
		pair_add(&p, log->copies.at[i].dst, i);
		if (log->copies.at[i].src != log->copies.at[i].dst)
			pair_add(&p, log->copies.at[i].src, i);
	}
	lists_make(&index->copies, &p, f->vregs.n, s->tmp);
	turns_gather(log, log->nwatched, &p);
	lists_make(&index->turns, &p, log->nwatched + 1, s->tmp);
	for (uint32_t i = 0; i < log->nintervals; i++)
		pair_add(&p, log->intervals[i].origin, i);
	lists_make(&index->intervals, &p, log->nwatched, s->tmp);
	edits_gather(s, &p);
	lists_make(&index->edits, &p, log->nwatched, s->tmp);
	index->starts = ARENA_NEW(s->tmp, uint64_t, BITS_WORDS(f->opnds.n + 1));
	FOR_VEC(Insn, insn, f->insns)
		bits_add(index->starts, insn->opnd0);
	arena_free(&p.arena);
}

/* Append those of KEY to ALL. */
static uint32_t
items_add(const IndexLists *lists, uint32_t key, uint64_t *all, uint32_t n)
{
	for (uint32_t i = lists->first[key]; i < lists->first[key + 1]; i++)
		all[n++] = lists->items[i];
	return n;
}

uint32_t *
index_items(const IndexLists *lists, const uint64_t *mine, uint32_t n,
	    uint32_t *count, Arena *arena)
{
	uint32_t most = 0, k, m = 0;

	for (uint32_t i = 0; i < lists->n; i++)
		if (i >= n || bits_has(mine, i))
			most += lists->first[i + 1] - lists->first[i];
	uint64_t *all = ARENA_RAW(arena, uint64_t, most + 1);
	for (uint32_t i = 0; i < lists->n; i++)
		if (i >= n || bits_has(mine, i))
			m = items_add(lists, i, all, m);
	sort_numbers(all, m, arena);
	uint32_t *items = ARENA_RAW(arena, uint32_t, m + 1);
	for (uint32_t i = k = 0; i < m; i++)
		if (!i || all[i] != all[i - 1])
			items[k++] = (uint32_t)all[i];
	*count = k;
	return items;
}
