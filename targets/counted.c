/*
 * The registers that demand counts: those that fill registers of their file,
 * narrow ones first; what is wider and made of them is not counted again.
 */
#include "targets/builder.h"

/* The class that says how each register is counted, by RegId: of those whose
 * values fill registers of their file the narrowest, and of these the one with
 * the fewest members, because large classes may span files; CLASS_NONE. */
static ClassId *
classes_find(const TargetBuilder *b, Arena *scratch)
{
	ClassId *best = ARENA_RAW(scratch, ClassId, b->regs.n);

	for (uint32_t i = 0; i < b->regs.n; i++)
		best[i] = CLASS_NONE;
	for (uint32_t c = 0; c < b->classes.n; c++) {
		const TargetClass *cls = &b->classes.at[c], *old;
		uint32_t n = cls->order.end - cls->order.start;

		if (!(cls->flags & CLASS_ALLOCATABLE) ||
		    cls->bits < b->files.at[cls->file].unit_bits)
			continue;
		for (uint32_t i = cls->order.start; i < cls->order.end; i++) {
			ClassId *at = &best[b->class_regs.at[i]];

			old = *at == CLASS_NONE ? NULL : &b->classes.at[*at];
			if (!old || cls->bits < old->bits ||
			    (cls->bits == old->bits &&
			     n < old->order.end - old->order.start))
				*at = (ClassId)c;
		}
	}
	return best;
}

/* Count REG by class CLS, unless a part of it has been.  TAKEN: by unit. */
static void
reg_add(TargetBuilder *b, RegId reg, ClassId cls, uint8_t *taken)
{
	Slice units = b->regs.at[reg].units;

	for (uint32_t i = units.start; i < units.end; i++)
		if (taken[b->reg_units.at[i]])
			return;
	for (uint32_t i = units.start; i < units.end; i++)
		taken[b->reg_units.at[i]] = 1;
	VEC_PUSH(b->arena, b->counted, ((CountedReg){reg, cls}));
}

void
builder_counted(TargetBuilder *b)
{
	Arena scratch = {0};
	ClassId *best = classes_find(b, &scratch);
	uint8_t *taken = ARENA_NEW(&scratch, uint8_t, b->unit_regs.n + 1);
	uint32_t bits = 0, next;

	for (; bits != UINT32_MAX; bits = next) {
		next = UINT32_MAX;
		for (uint32_t i = 1; i < b->regs.n; i++) {
			uint32_t own;

			if (best[i] == CLASS_NONE)
				continue;
			own = b->classes.at[best[i]].bits;
			if (own == bits)
				reg_add(b, (RegId)i, best[i], taken);
			else if (own > bits && own < next)
				next = own;
		}
	}
	arena_free(&scratch);
}
