/*
 * Sets of live units as lists of registers.  A list names, for choice,
 * registers that the function names, and the widest of them: what is live as
 * a whole is listed as a whole, and no lane masks are needed.
 */
#include "core/base/sort.h"
#include "core/rewrite/flags_internal.h"

enum { BLOCK_LIVEINS = 4 }; /* expected */

/* Wide registers first: by units, then by sub-registers, then by number. */
static uint64_t
width_key(const Flags *g, uint32_t reg)
{
	const TargetReg *r = &g->t->regs[reg];
	uint64_t units = r->units.end - r->units.start;
	uint64_t subs = r->subs.end - r->subs.start;

	return (0xffff - units) << 48 | (0xffff - subs) << 32 | reg;
}

/* The registers that F names and that can be live as a whole, as keys in
 * order of width.  Their number in *N. */
static uint64_t *
named_registers(Flags *g, uint32_t *n)
{
	const Func *f = g->f;

	FOR_VEC(LiveIn, livein, f->liveins)
		reg_bits(g, livein->reg);
	uint64_t *keys = ARENA_RAW(g->tmp, uint64_t, g->regs.n);
	*n = 0;
	for (uint32_t i = 1; i < g->regs.n; i++) {
		RegId reg = g->regs.seen[i].reg;

		if (g->regs.seen[i].whole && !bits_has(g->reserved, reg))
			keys[(*n)++] = width_key(g, reg);
	}
	sort_numbers(keys, *n, g->tmp);
	return keys;
}

/* Fill `occurrences`, narrow registers first, unless it tells of all registers
 * seen. */
static void
list_occurrences(Flags *g)
{
	uint32_t n, total = 0;

	if (g->regs.nlisted == g->regs.n && !g->unnamed)
		return;
	uint64_t *keys = named_registers(g, &n);
	g->regs.nlisted = g->regs.n;
	for (uint32_t i = 0; i < n; i++) {
		Slice s = g->t->regs[(uint32_t)keys[i]].units;

		total += s.end - s.start;
	}
	g->regs.occurrence = ARENA_NEW(g->keep, uint32_t, g->t->n_unit_regs);
	g->regs.occurrences = ARENA_RAW(g->keep, RegOccurrence, total + 1);
	g->regs.occurrences[0] = (RegOccurrence){.word = NONE};
	for (total = 0; n-- > 0;) {
		RegId reg = (RegId)(uint32_t)keys[n];
		const RegBits *r = reg_bits(g, reg);
		Slice s = g->t->regs[reg].units;

		FOR_SLICE(UnitId, unit, g->t->reg_units, s) {
			uint32_t *first = &g->regs.occurrence[*unit];

			g->regs.occurrences[++total] =
				(RegOccurrence){r->bits, r->word, *first, reg};
			*first = total;
		}
	}
}

/* Are all units of REG in ROW?  BITS and WORD are its, all of them. */
static inline bool
row_covers(const Flags *g, const uint64_t *row, RegId reg, uint64_t bits,
	   uint32_t word)
{
	if (word != NONE)
		return (row[word] & bits) == bits;
	Slice s = g->t->regs[reg].units;
	FOR_SLICE(UnitId, unit, g->t->reg_units, s)
		if (!bits_has(row, *unit))
			return false;
	return true;
}

/* The widest register that F names, has unit U and is all in ROW; NULL. */
static const RegOccurrence *
occurrence_in(const Flags *g, const uint64_t *row, uint32_t u)
{
	const RegOccurrence *m;

	for (uint32_t i = g->regs.occurrence[u]; i; i = m->next) {
		m = &g->regs.occurrences[i];
		if (row_covers(g, row, m->reg, m->bits, m->word))
			return m;
	}
	return NULL;
}

/* The narrowest register that has unit U and is all in ROW; 0. */
static RegId
narrowest_in(Flags *g, const uint64_t *row, uint32_t u)
{
	RegId best = 0;

	for (Slice s = g->t->unit_regs[u]; s.start < s.end; s.start++) {
		RegId reg = target_unit_reg(g->t, u, s.start);
		RegBits r = reg_units(g, reg);

		if (r.whole && row_covers(g, row, reg, r.bits, r.word) &&
		    (!best || width_key(g, reg) > width_key(g, best)))
			best = reg;
	}
	return best;
}

/* What stands for unit U of ROW, from which it is taken: the widest register
 * that F names and that is all live and, if possible, not listed in part, or
 * else the narrowest there is.  WHOLE: all that is live. */
static RegId
unit_list(Flags *g, uint64_t *row, const uint64_t *whole, uint32_t u)
{
	const RegOccurrence *m = occurrence_in(g, row, u);

	if (!m)
		m = occurrence_in(g, whole, u);
	RegId reg = m ? m->reg : narrowest_in(g, whole, u);
	g->unnamed |= !m;
	unitset_del(g->t, row, reg);
	bits_del(row, u);
	return reg;
}

/* Room for the live-ins of one more block. */
static void
liveins_room(Func *f)
{
	while (f->liveins.cap - f->liveins.n < f->target->n_unit_regs)
		vec_grow(f->arena, (void **)&f->liveins.at, &f->liveins.cap,
			 f->liveins.n, sizeof(LiveIn));
}

/* Append the live-ins of block B; ROW and WHOLE are room. */
static void
block_list(Flags *g, BlockId b, uint64_t *row, uint64_t *whole)
{
	const uint64_t *live = row_of(g, g->rows.live, b);
	const uint64_t *defined =
		g->rows.defined ? row_of(g, g->rows.defined, b) : live;
	Func *f = g->f;

	liveins_room(f);
	LiveIn *to = f->liveins.at + f->liveins.n;
	for (uint32_t w = 0; w < g->rows.words; w += ROW_STEP)
		for (uint32_t k = w; k < w + ROW_STEP; k++)
			row[k] = whole[k] = live[k] & defined[k];
	for (uint32_t w = 0; w < g->rows.words; w++)
		while (row[w]) {
			uint64_t left = row[w];
			uint32_t u = w * 64 + bits_lowest(left);
			const RegOccurrence *m =
				&g->regs.occurrences[g->regs.occurrence[u]];
			RegId reg = m->reg;

			/* Mostly the first register and its word will do. */
			if (m->word == w && (left & m->bits) == m->bits)
				row[w] = left & ~m->bits;
			else
				reg = unit_list(g, row, whole, u);
			if (reg)
				*to++ = (LiveIn){reg, LANES_ALL};
		}
	f->blocks.at[b].liveins.start = f->liveins.n;
	f->liveins.n = (uint32_t)(to - f->liveins.at);
	f->blocks.at[b].liveins.end = f->liveins.n;
}

/* The lists of the input stay where they are, for its other reader. */
static void
liveins_open(Func *f)
{
	f->liveins.cap = f->liveins.n + BLOCK_LIVEINS * f->blocks.n +
			 f->target->n_unit_regs;
	f->liveins.at = arena_copy(f->arena, f->liveins.at,
				   sizeof(LiveIn) * f->liveins.n,
				   sizeof(LiveIn) * f->liveins.cap);
}

void
liveins_write(Flags *g, const uint8_t *wanted)
{
	Func *f = g->f;
	uint64_t *row = ARENA_RAW(g->tmp, uint64_t, 2 * g->rows.words);

	list_occurrences(g);
	if (!wanted)
		liveins_open(f);
	for (BlockId b = 1; b < f->blocks.n; b++)
		if (!wanted || wanted[b])
			block_list(g, b, row, row + g->rows.words);
}
