/*
 * Register demand: what its files share.
 */
#ifndef REGALLOC_ANALYSIS_DEMAND_INTERNAL_H
#define REGALLOC_ANALYSIS_DEMAND_INTERNAL_H

#include "core/analysis/demand.h"

/* Fill temps, segs, vreg_temps, unit_temp, limit, used. */
void demand_temps_find(Demand *d, const uint64_t *reserved);

/* Registers of its file that a value of class CLS takes. */
uint32_t demand_of_class(const Target *t, const TargetClass *cls);

/* LIMIT, by file: the registers that are not RESERVED. */
void demand_limits(const Target *t, const uint64_t *reserved, uint32_t *limit);

/* Registers of FILE that a value of BITS bits takes. */
uint32_t demand_registers(const Target *t, uint32_t file, uint32_t bits);

#endif
