/*
 * Sets of live units as lists of registers.  A list names, for choice,
 * registers that the function mentions, and the widest of them: what is live as
 * a whole is listed as a whole, and no lane masks are needed.
 */
#include "core/base/bits.h"
#include "core/model/unitset.h"
#include "core/rewrite/flags_internal.h"

#include <stdlib.h>

/* Wide registers first: by units, then by sub-registers, then by number. */
static uint64_t
width_key(const Flags *g, uint32_t reg)
{
	const TargetReg *r = &g->t->regs[reg];
	uint64_t units = r->units.end - r->units.start;
	uint64_t subs = r->subs.end - r->subs.start;

	return (0xffff - units) << 48 | (0xffff - subs) << 32 | reg;
}

static int
compare_keys(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
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
	for (i = 0; i < BITS_WORDS(g->t->n_regs); i++)
		*n += bits_count(seen[i]);
	keys = ARENA_RAW(g->tmp, uint64_t, *n + 1);
	*n = 0;
	for (i = 1; i < g->t->n_regs; i++)
		if (bits_has(seen, i) && !bits_has(g->reserved, i))
			keys[(*n)++] = width_key(g, i);
	qsort(keys, *n, sizeof(*keys), compare_keys);
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
	g->mentions = ARENA_RAW(g->tmp, RegId, total + 1);
	for (i = 0; i < n; i++) {
		Slice s = g->t->regs[(uint32_t)keys[i]].units;

		for (k = s.start; k < s.end; k++) {
			UnitId u = g->t->reg_units[k];

			g->mentions[g->mention_start[u + 1]++] =
				(RegId)(uint32_t)keys[i];
		}
	}
}

/* Are all units of REG in SET? */
static bool
set_covers_reg(const Flags *g, const uint64_t *set, RegId reg)
{
	const RegBits *r = reg_bits(g, reg);
	Slice s = g->t->regs[reg].units;
	uint32_t i;

	if (r->word != NONE)
		return r->whole && (set[r->word] & r->bits) == r->bits;
	for (i = s.start; i < s.end; i++)
		if (!bits_has(set, g->t->reg_units[i]))
			return false;
	return true;
}

/* The register to list for unit U: the widest one that F mentions and that is
 * all live (in SET) and, if possible, not listed in part (in LEFT), or else the
 * narrowest there is. */
static RegId
livein_register(const Flags *g, const uint64_t *set, const uint64_t *left,
		uint32_t u)
{
	const Target *t = g->t;
	RegId best = 0;
	uint32_t i;

	for (i = g->mention_start[u]; i < g->mention_start[u + 1]; i++)
		if (set_covers_reg(g, left, g->mentions[i]))
			return g->mentions[i];
	for (i = g->mention_start[u]; i < g->mention_start[u + 1]; i++)
		if (set_covers_reg(g, set, g->mentions[i]))
			return g->mentions[i];
	for (i = t->unit_regs[u].start; i < t->unit_regs[u].end; i++) {
		RegId r = t->unit_reg_ids[i];

		if (set_covers_reg(g, set, r) &&
		    (!best || width_key(g, r) > width_key(g, best)))
			best = r;
	}
	return best;
}

void
liveins_write(Flags *g)
{
	Func *f = g->f;
	uint64_t *set = ARENA_RAW(g->tmp, uint64_t, g->words);
	uint64_t *left = ARENA_RAW(g->tmp, uint64_t, g->words);
	uint32_t w, u, old = f->liveins.n;
	BlockId b;

	list_mentions(g);
	/* The lists of the input stay where they are, for its other reader. */
	f->liveins.cap = old;
	for (b = 1; b < f->blocks.n; b++) {
		f->blocks.at[b].liveins.start = f->liveins.n;
		for (w = 0; w < g->words; w++)
			set[w] = left[w] = set_of(g, g->live, b)[w] &
					   set_of(g, g->defined, b)[w];
		for (w = 0; w < g->words; w++) {
			while (left[w]) {
				LiveIn in = {.lanes = LANES_ALL};

				u = w * 64 + bits_lowest(left[w]);
				in.reg = livein_register(g, set, left, u);
				set_del(g, left, in.reg);
				bits_del(left, u);
				if (in.reg)
					VEC_PUSH(f->arena, f->liveins, in);
			}
		}
		f->blocks.at[b].liveins.end = f->liveins.n;
	}
}
