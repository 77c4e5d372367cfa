/*
 * Sets of live units as lists of registers.  A list names, for choice,
 * registers that the function mentions, and the widest of them: what is live as
 * a whole is listed as a whole, and no lane masks are needed.
 */
#include "core/base/bits.h"
#include "core/base/sort.h"
#include "core/model/unitset.h"
#include "core/rewrite/flags_internal.h"

#include <string.h>

/* Wide registers first: by units, then by sub-registers, then by number. */
static uint64_t
width_key(const Flags *g, uint32_t reg)
{
	const TargetReg *r = &g->t->regs[reg];
	uint64_t units = r->units.end - r->units.start;
	uint64_t subs = r->subs.end - r->subs.start;

	return (0xffff - units) << 48 | (0xffff - subs) << 32 | reg;
}

/* The registers that F mentions, as keys in order of width.  Their number in
 * *N. */
static uint64_t *
mentioned_registers(Flags *g, uint32_t *n)
{
	const Func *f = g->f;
	uint64_t *seen = g->seen, *keys;
	uint32_t i;

	*n = 0;
	for (i = 0; i < f->liveins.n; i++)
		bits_add(seen, f->liveins.at[i].reg);
	seen[0] &= ~(uint64_t)1; /* $noreg */
	for (i = 0; i < BITS_WORDS(g->t->n_regs); i++)
		*n += bits_count(seen[i]);
	keys = ARENA_RAW(g->tmp, uint64_t, *n + 1);
	*n = 0;
	for (i = 0; i < BITS_WORDS(g->t->n_regs); i++) {
		uint64_t bits = seen[i] & ~g->reserved[i];

		for (; bits; bits &= bits - 1)
			keys[(*n)++] = width_key(g, i * 64 + bits_lowest(bits));
	}
	sort_numbers(keys, *n, g->tmp);
	return keys;
}

/* Fill `mentions`. */
static void
list_mentions(Flags *g)
{
	uint32_t nunits = g->t->n_unit_regs, n, i, k, total = 0;
	uint64_t *keys = mentioned_registers(g, &n);

	g->mention_start = ARENA_NEW(g->tmp, uint32_t, nunits + 2);
	for (i = 0; i < n; i++) {
		Slice s = g->t->regs[(uint32_t)keys[i]].units;

		total += s.end - s.start;
		for (k = s.start; k < s.end; k++)
			g->mention_start[g->t->reg_units[k] + 2]++;
	}
	for (i = 0; i < nunits; i++)
		g->mention_start[i + 2] += g->mention_start[i + 1];
	g->mentions = ARENA_RAW(g->tmp, RegMention, total + 1);
	for (i = 0; i < n; i++) {
		RegMention m = {.reg = (RegId)(uint32_t)keys[i]};
		Slice s = g->t->regs[m.reg].units;

		m.bits = *reg_bits(g, m.reg);
		for (k = s.start; k < s.end; k++) {
			UnitId u = g->t->reg_units[k];

			g->mentions[g->mention_start[u + 1]++] = m;
		}
	}
}

/* Are all units of REG, of which R tells, in SET? */
static inline bool
set_covers_reg(const Flags *g, const uint64_t *set, RegId reg, const RegBits *r)
{
	Slice s;
	uint32_t i;

	if (r->word != NONE)
		return r->whole && (set[r->word] & r->bits) == r->bits;
	s = g->t->regs[reg].units;
	for (i = s.start; i < s.end; i++)
		if (!bits_has(set, g->t->reg_units[i]))
			return false;
	return true;
}

/* The widest register that F mentions, has unit U and is all in SET; NULL. */
static inline const RegMention *
mention_in(const Flags *g, const uint64_t *set, uint32_t u)
{
	const RegMention *m = g->mentions + g->mention_start[u];
	const RegMention *end = g->mentions + g->mention_start[u + 1];

	for (; m < end; m++)
		if (set_covers_reg(g, set, m->reg, &m->bits))
			return m;
	return NULL;
}

/* The narrowest register that has unit U and is all in SET; 0. */
static RegId
narrowest_in(const Flags *g, const uint64_t *set, uint32_t u)
{
	const Target *t = g->t;
	RegId best = 0;
	uint32_t i;

	for (i = t->unit_regs[u].start; i < t->unit_regs[u].end; i++) {
		RegId r = t->unit_reg_ids[i];

		if (set_covers_reg(g, set, r, reg_bits(g, r)) &&
		    (!best || width_key(g, r) > width_key(g, best)))
			best = r;
	}
	return best;
}

/* Append what stands for the units of SET, which is emptied: for each the
 * widest register that F mentions and that is all live and, if possible, not
 * listed in part, or else the narrowest there is.  WHOLE: room for a copy. */
static void
set_list(Flags *g, uint64_t *set, uint64_t *whole)
{
	Func *f = g->f;
	uint32_t w;

	memcpy(whole, set, sizeof(*set) * g->words);
	for (w = 0; w < g->words; w++)
		while (set[w]) {
			uint32_t u = w * 64 + bits_lowest(set[w]);
			const RegMention *m = mention_in(g, set, u);
			LiveIn in = {.lanes = LANES_ALL};

			if (!m)
				m = mention_in(g, whole, u);
			in.reg = m ? m->reg : narrowest_in(g, whole, u);
			if (m && m->bits.word != NONE)
				set[m->bits.word] &= ~m->bits.bits;
			else
				set_del(g, set, in.reg);
			bits_del(set, u);
			if (in.reg)
				VEC_PUSH(f->arena, f->liveins, in);
		}
}

void
liveins_write(Flags *g)
{
	Func *f = g->f;
	uint64_t *set = ARENA_RAW(g->tmp, uint64_t, 2 * g->words);
	uint32_t w, old = f->liveins.n;
	BlockId b;

	list_mentions(g);
	/* The lists of the input stay where they are, for its other reader. */
	f->liveins.cap = old;
	for (b = 1; b < f->blocks.n; b++) {
		const uint64_t *live = set_of(g, g->live, b);
		const uint64_t *defined = set_of(g, g->defined, b);

		for (w = 0; w < g->words; w++)
			set[w] = live[w] & defined[w];
		f->blocks.at[b].liveins.start = f->liveins.n;
		set_list(g, set, set + g->words);
		f->blocks.at[b].liveins.end = f->liveins.n;
	}
}
