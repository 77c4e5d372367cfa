/*
 * What an allocation takes and costs as a whole, by which attempts at it are
 * compared.
 */
#ifndef REGALLOC_ALLOC_TOTAL_H
#define REGALLOC_ALLOC_TOTAL_H

#include "core/alloc/state.h"

/* The units of the registers that S assigned, a bit set over UnitId in ARENA.
 */
uint64_t *total_units(const Scan *s, Arena *arena);

/* Saved registers of FILE among those that have one of UNITS. */
uint32_t total_saved(const Scan *s, uint32_t file, const uint64_t *units);

/* What allocation S costs, in the unit of cost.h; for saved registers, too. */
float total_cost(const Scan *s);

/* Does allocation S use no more memory than THAN, for saved registers, too, and
 * cost no more but for copies and values computed again that are SHARE of the
 * instructions run, or less? */
bool total_is_near(const Scan *s, const Scan *than, float share);

#endif
