/*
 * Register units that calls preserve.
 */
#include "core/model/preserved.h"

#include "core/model/unitset.h"

void
preserved_init(Preserved *p, const Func *f, Arena *arena)
{
	*p = (Preserved){.f = f, .arena = arena};
	p->units = ARENA_NEW(arena, uint64_t *, f->masks.n + 1);
}

const uint64_t *
preserved_units(Preserved *p, uint32_t mask)
{
	const Target *t = p->f->target;

	if (p->units[mask])
		return p->units[mask];
	p->units[mask] =
		ARENA_NEW(p->arena, uint64_t, BITS_WORDS(t->n_unit_regs) + 1);
	for (uint32_t w = 0; w < BITS_WORDS(t->n_regs); w++) {
		for (uint64_t word = p->f->masks.at[mask].words[w]; word;
		     word &= word - 1)
			unitset_add(t, p->units[mask],
				    (RegId)(w * 64 + bits_lowest(word)));
	}
	return p->units[mask];
}
