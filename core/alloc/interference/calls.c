/*
 * Calls: which of them an interval crosses, and which registers all of those
 * preserve.
 */
#include "core/alloc/state.h"

#include "core/base/search.h"

/* For each position the first call that is not in front of it. */
static void
calls_place(Scan *s)
{
	const Live *live = s->live;
	SlotIdx *next = ARENA_RAW(s->arena, SlotIdx, live->slots.npos + 2);
	uint32_t pos = 0;

	FOR_ARRAY(Clobber, call, live->clobbers, live->nclobbers)
		while (pos <= call->at / 4)
			next[pos++] = call->at;
	while (pos < live->slots.npos + 2)
		next[pos++] = NONE;
	s->calls.next = next;
}

void
calls_init(Scan *s)
{
	const Live *live = s->live;
	uint32_t k;

	if (live->nclobbers)
		calls_place(s);

	s->calls.masks = ARENA_NEW(s->arena, MaskCalls, live->nclobbers + 1);
	for (uint32_t i = 0; i < live->nclobbers; i++) {
		const Clobber *c = &live->clobbers[i];

		for (k = 0; k < s->calls.n; k++)
			if (s->calls.masks[k].words == c->preserved)
				break;
		if (k == s->calls.n) {
			s->calls.masks[k].words = c->preserved;
			s->calls.masks[k].at = ARENA_RAW(s->arena, SlotIdx,
							 live->nclobbers - i);
			s->calls.n++;
		}
		s->calls.masks[k].at[s->calls.masks[k].n++] = c->at;
	}
	VEC_PUSH(s->arena, s->calls.preserved, (Preserved){0});
}

/* The first of the calls behind AT; looked for near the one found last. */
static uint32_t
call_behind(MaskCalls *calls, SlotIdx at)
{
	uint32_t lo = 0, hi = calls->n, near = calls->near;

	if (near < hi && calls->at[near] <= at)
		lo = near + 1;
	else
		hi = near;
	if (lo < hi && lo == near + 1 && calls->at[lo] > at)
		hi = lo;
	if (lo < hi && hi == near && calls->at[hi - 1] <= at)
		lo = hi;
	SEARCH_FIRST(lo, hi, calls->at[lo] <= at);
	return calls->near = lo;
}

/* Does one of the calls lie inside a segment?  A value read by the call or
 * made by it does not cross it. */
static bool
calls_crossed(MaskCalls *calls, const Segs *segs)
{
	for (uint32_t i = 0; i < segs->n; i++) {
		uint32_t k = call_behind(calls, segs->segs[i].start);
		if (k == calls->n)
			return false;
		if (calls->at[k] < segs->segs[i].end)
			return true;
	}
	return false;
}

/* What survives what FEWER stands for and the calls with index I. */
static uint32_t
preserved_both(Scan *s, uint32_t fewer, uint32_t i)
{
	uint32_t words = BITS_WORDS(s->t->n_regs);
	const uint64_t *a = s->calls.preserved.at[fewer].words,
		       *b = s->calls.masks[i].words;
	Preserved both = {b, fewer, i};

	for (uint32_t k = fewer + 1; k < s->calls.preserved.n; k++)
		if (s->calls.preserved.at[k].fewer == fewer &&
		    s->calls.preserved.at[k].calls == i)
			return k;
	if (a) {
		uint64_t *own = ARENA_RAW(s->arena, uint64_t, words);
		for (uint32_t w = 0; w < words; w++)
			own[w] = a[w] & b[w];
		both.words = own;
	}
	VEC_PUSH(s->arena, s->calls.preserved, both);
	return s->calls.preserved.n - 1;
}

/* Does a call lie inside a segment? */
static bool
any_crossed(const Scan *s, const Segs *segs)
{
	const Segment *seg = segs->segs, *end = seg + segs->n;

	for (; seg < end; seg++)
		if (s->calls.next[(seg->start + 4 - SLOT_REG) / 4] < seg->end)
			return true;
	return false;
}

static uint32_t
preserved_find(Scan *s, const Segs *segs)
{
	uint32_t found = PRESERVED_ALL;

	if (!s->calls.n || !any_crossed(s, segs))
		return found;
	if (s->calls.n == 1)
		return preserved_both(s, found, 0);
	for (uint32_t i = 0; i < s->calls.n; i++)
		if (calls_crossed(&s->calls.masks[i], segs))
			found = preserved_both(s, found, i);
	return found;
}

const uint64_t *
interval_preserved(Scan *s, VregId v)
{
	AllocInterval *p = &s->intervals.at[v];

	if (p->preserved == PRESERVED_UNKNOWN)
		p->preserved = preserved_find(s, &p->main);
	return s->calls.preserved.at[p->preserved].words;
}

const uint64_t *
segs_preserved(Scan *s, const Segs *segs)
{
	return s->calls.preserved.at[preserved_find(s, segs)].words;
}

bool
units_preserved(Scan *s, VregId v, RegId reg)
{
	const uint64_t *mask = interval_preserved(s, v);

	return !mask || mask_preserves(mask, reg);
}

SlotIdx
call_destroying(Scan *s, RegId reg, SlotIdx at)
{
	SlotIdx first = NONE;
	uint32_t k;

	for (k = 0; k < s->calls.n; k++) {
		MaskCalls *calls = &s->calls.masks[k];
		uint32_t i;

		if (mask_preserves(calls->words, reg))
			continue;
		i = call_behind(calls, at);
		if (i < calls->n && calls->at[i] < first)
			first = calls->at[i];
	}
	return first;
}
