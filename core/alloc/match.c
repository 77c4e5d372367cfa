/*
 * Registers for intervals that must all have one: search with look-ahead.
 *
 * The seeker with the fewest registers left takes one, which takes registers
 * from the others, and so on; where one has none left, back.  Before going on,
 * room_left asks for more: where seekers are live at one time, units are
 * matched with them by augmenting paths, as if a register's units could be
 * taken one by one.  Where no register overlaps another one that is all there
 * is to know: nothing is ever taken back.  Where tuples and parts meet, the
 * search may be long; it is given up then.
 *
 * It ends: each step down gives one of N seekers a register, and each of its
 * registers is tried once; STEPS_MAX bounds the whole.
 * Source: Haralick and Elliott 1980 (forward checking), Kuhn 1955.
 */
#include "core/alloc/match.h"

#include <string.h>

enum {
	STEPS_MAX = 1 << 20, /* comparisons of two registers */
	POINTS_MAX = 64,     /* where room_left looks */
};

typedef struct {
	Scan *s;
	Seeker *seekers;
	uint32_t n;
	uint16_t **blocked; /* by seeker and its register: by how many others */
	uint32_t *left;	    /* by seeker: how many registers are not */
	uint32_t *need;	    /* by seeker: the fewest units of its registers */
	uint32_t *taken;    /* by seeker: which register it has, or NONE */
	SlotIdx points[POINTS_MAX];
	uint32_t npoints;
	uint32_t *holder; /* by unit: who is matched with it, or NONE */
	uint32_t *seen;	  /* by unit: stamp */
	uint32_t stamp, steps;
} Match;

/* Does seeker K, which is not left out, live at AT? */
static bool
is_live(const Match *m, uint32_t k, SlotIdx at)
{
	const Seeker *x = &m->seekers[k];

	return !x->left_out &&
	       segs_contain(&m->s->intervals.at[x->interval].main, at);
}

/* Let seeker I have unit after unit of its registers until one is free, or
 * given up by who is matched with it. */
static bool
unit_find(Match *m, uint32_t i)
{
	const Seeker *x = &m->seekers[i];

	for (uint32_t c = 0; c < x->n; c++) {
		const UnitId *unit;
		Slice held = reg_held(m->s, x->regs[c], &unit);

		if (m->taken[i] == NONE ? m->blocked[i][c] : m->taken[i] != c)
			continue;
		for (uint32_t k = held.start; k < held.end; k++) {
			uint32_t *holder = &m->holder[unit[k]];

			m->steps++;
			if (m->seen[unit[k]] == m->stamp || *holder == i)
				continue;
			m->seen[unit[k]] = m->stamp;
			if (*holder == NONE || unit_find(m, *holder)) {
				*holder = i;
				return true;
			}
		}
	}
	return false;
}

/* Are there units enough for those that live at AT? */
static bool
room_left_at(Match *m, SlotIdx at)
{
	m->steps += m->n;
	memset(m->holder, 0xff, /* NONE */
	       m->s->t->n_unit_regs * sizeof(*m->holder));
	for (uint32_t i = 0; i < m->n; i++) {
		/* Lanes of an interval need not live all at one time. */
		if (!is_live(m, i, at) ||
		    m->s->intervals.at[m->seekers[i].interval].nlanes)
			continue;
		for (uint32_t k = 0; k < m->need[i]; k++) {
			m->stamp++;
			if (!unit_find(m, i))
				return false;
		}
	}
	return true;
}

static bool
room_left(Match *m)
{
	for (uint32_t i = 0; i < m->npoints; i++)
		if (!room_left_at(m, m->points[i]))
			return false;
	return true;
}

/* Seeker I takes, or gives back, its register number C. */
static void
seeker_take(Match *m, uint32_t i, uint32_t c, bool take)
{
	const Seeker *x = &m->seekers[i];

	m->taken[i] = take ? c : NONE;
	for (uint32_t k = 0; k < m->n; k++) {
		const Seeker *y = &m->seekers[k];

		if (k == i || y->left_out || m->taken[k] != NONE)
			continue;
		for (uint32_t d = 0; d < y->n; d++) {
			m->steps++;
			if (!units_meet(m->s, x->interval, x->regs[c],
					y->interval, y->regs[d]))
				continue;
			if (take)
				m->left[k] -= !m->blocked[k][d]++;
			else
				m->left[k] += !--m->blocked[k][d];
		}
	}
}

/* The one to choose for next: with the fewest registers left; NONE: all have
 * one. */
static uint32_t
seeker_next(const Match *m)
{
	uint32_t best = NONE;

	for (uint32_t i = 0; i < m->n; i++)
		if (!m->seekers[i].left_out && m->taken[i] == NONE &&
		    (best == NONE || m->left[i] < m->left[best]))
			best = i;
	return best;
}

static MatchResult
match_rest(Match *m)
{
	uint32_t i = seeker_next(m);

	if (i == NONE)
		return MATCH_FOUND;
	if (!m->left[i] || !room_left(m))
		return MATCH_NONE;
	for (uint32_t c = 0; c < m->seekers[i].n; c++) {
		if (m->blocked[i][c])
			continue;
		if (m->steps > STEPS_MAX)
			return MATCH_UNKNOWN;
		seeker_take(m, i, c, true);
		MatchResult result = match_rest(m);
		if (result != MATCH_NONE)
			return result;
		seeker_take(m, i, c, false);
	}
	return MATCH_NONE;
}

/* Where intervals begin all those that live together do. */
static void
points_find(Match *m)
{
	for (uint32_t i = 0; i < m->n; i++) {
		const Segs *segs =
			&m->s->intervals.at[m->seekers[i].interval].main;

		for (uint32_t k = 0; k < segs->n && m->npoints < POINTS_MAX;
		     k++)
			if (!m->seekers[i].left_out)
				m->points[m->npoints++] = segs->segs[k].start;
	}
}

MatchResult
seekers_match(Scan *s, Seeker *seekers, uint32_t n, Arena *tmp)
{
	Match m = {.s = s, .seekers = seekers, .n = n};
	uint32_t units = s->t->n_unit_regs + 1;

	m.blocked = ARENA_RAW(tmp, uint16_t *, n);
	m.left = ARENA_RAW(tmp, uint32_t, n);
	m.need = ARENA_RAW(tmp, uint32_t, n);
	m.taken = ARENA_RAW(tmp, uint32_t, n);
	m.holder = ARENA_RAW(tmp, uint32_t, units);
	m.seen = ARENA_NEW(tmp, uint32_t, units);
	for (uint32_t i = 0; i < n; i++) {
		const UnitId *unit;

		m.blocked[i] = ARENA_NEW(tmp, uint16_t, seekers[i].n + 1);
		m.left[i] = seekers[i].n;
		m.taken[i] = m.need[i] = NONE;
		for (uint32_t c = 0; c < seekers[i].n; c++) {
			Slice held = reg_held(s, seekers[i].regs[c], &unit);

			if (held.end - held.start < m.need[i])
				m.need[i] = held.end - held.start;
		}
	}
	points_find(&m);
	MatchResult result = match_rest(&m);
	for (uint32_t i = 0; result == MATCH_FOUND && i < n; i++)
		if (!seekers[i].left_out)
			seekers[i].reg = seekers[i].regs[m.taken[i]];
	return result;
}

uint32_t
seekers_narrow(Scan *s, Seeker *seekers, uint32_t n, Arena *tmp)
{
	uint32_t left = n;

	for (uint32_t i = 0; i < n; i++) {
		seekers[i].left_out = true;
		MatchResult result = seekers_match(s, seekers, n, tmp);
		if (result == MATCH_UNKNOWN)
			return 0;
		seekers[i].left_out = result == MATCH_NONE;
		left -= seekers[i].left_out;
	}
	return left;
}
