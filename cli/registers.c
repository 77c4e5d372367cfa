/*
 * From names of registers to the set of those that are not allocated.
 */
#include "cli/registers.h"

#include "core/model/unitset.h"

#include <string.h>

/* The units of the registers in LIST, "R[,R]", into UNITS.  The name that is
 * none, or NULL. */
static const char *
list_read(const Target *t, const char *list, uint64_t *units, Arena *arena)
{
	const char *at = list;
	size_t len;

	for (;; at += len + 1) {
		at += *at == '$';
		len = strcspn(at, ",");
		RegId reg = target_reg(t, at, len);
		if (!reg) {
			char *name = arena_alloc(arena, len + 1);

			return memcpy(name, at, len);
		}
		unitset_add(t, units, reg);
		if (!at[len])
			return NULL;
	}
}

/* Are all units of REG in UNITS? */
static bool
is_within(const Target *t, const uint64_t *units, RegId reg)
{
	FOR_UNITS(unit, t, reg)
		if (!bits_has(units, *unit))
			return false;
	return true;
}

/* A class that has registers within UNITS is left those. */
static void
others_bar(const Target *t, const uint64_t *units, uint64_t *barred)
{
	for (uint32_t i = 0; i < t->n_classes; i++) {
		Slice order = t->classes[i].order;
		bool some = false;

		FOR_SLICE(RegId, reg, t->class_regs, order)
			some |= is_within(t, units, *reg);
		for (uint32_t k = order.start; some && k < order.end; k++)
			if (!is_within(t, units, t->class_regs[k]))
				bits_add(barred, t->class_regs[k]);
	}
}

/* The register that -explain asks for and that is none, or NULL. */
static const char *
asked_check(const PipelineOptions *o, const Target *t, Arena *arena)
{
	uint32_t line;
	Span reg;

	for (uint32_t i = 0; i < o->nexplain; i++) {
		const char *text = o->explain[i];

		if (question_kind(text, &reg, &line) != QUESTION_PLACE ||
		    target_reg(t, text + reg.at, reg.len))
			continue;
		return memcpy(arena_alloc(arena, reg.len + 1), text + reg.at,
			      reg.len);
	}
	return NULL;
}

const char *
registers_choose(Options *options, const Target *t, Arena *arena)
{
	uint32_t words = BITS_WORDS(t->n_unit_regs);
	uint64_t *units = ARENA_NEW(arena, uint64_t, words);
	const char *wrong = asked_check(&options->pipeline, t, arena);

	if (wrong || (!options->reg_use && !options->reg_exclude))
		return wrong;
	uint64_t *barred = ARENA_NEW(arena, uint64_t, BITS_WORDS(t->n_regs));
	if (options->reg_use) {
		wrong = list_read(t, options->reg_use, units, arena);
		others_bar(t, units, barred);
		memset(units, 0, words * sizeof(*units));
	}
	if (!wrong && options->reg_exclude)
		wrong = list_read(t, options->reg_exclude, units, arena);
	for (uint32_t i = 1; i < t->n_regs; i++)
		if (unitset_meets(t, units, (RegId)i))
			bits_add(barred, i);
	options->pipeline.alloc.barred = barred;
	return wrong;
}
