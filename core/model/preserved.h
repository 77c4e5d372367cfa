/*
 * Register units that calls preserve, by register mask of a function.
 */
#ifndef REGALLOC_MODEL_PRESERVED_H
#define REGALLOC_MODEL_PRESERVED_H

#include "core/model/ir.h"

typedef struct {
	const Func *f;
	Arena *arena;
	uint64_t **units; /* by mask; NULL: not worked out yet */
} Preserved;

void preserved_init(Preserved *p, const Func *f, Arena *arena);

/* The set of units of the registers that F's mask number MASK preserves; valid
 * as long as the arena. */
const uint64_t *preserved_units(Preserved *p, uint32_t mask);

#endif
