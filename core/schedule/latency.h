/*
 * Cycles until the result of an instruction can be used, by the target's
 * model for the function's processor.
 */
#ifndef REGALLOC_SCHEDULE_LATENCY_H
#define REGALLOC_SCHEDULE_LATENCY_H

#include "core/model/ir.h"

/* The model for F: that of its variant, else the target's first; NULL: the
 * target has none. */
const LatencyModel *latency_model(const Func *f);

/* Latency of INSN; 0 for what emits no code.  Without a model (NULL): 1. */
unsigned insn_latency(const Func *f, const LatencyModel *model,
		      const Insn *insn);

#endif
