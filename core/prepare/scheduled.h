/*
 * A function in the order that scheduling before allocation gives it.
 */
#ifndef REGALLOC_PREPARE_SCHEDULED_H
#define REGALLOC_PREPARE_SCHEDULED_H

#include "core/analysis/cfg.h"
#include "core/prepare/reorder.h"
#include "core/schedule/before.h"

/*
 * F, as parsed or expanded, scheduled as MODE says; CFG and RESERVED are those
 * of F.  Where waves of a processor share its registers, an order with which
 * more of them fit is taken.  The result's function is F itself if its order
 * is the best, and NULL after an error.  In KEEP.
 */
Reordered func_scheduled(Func *f, SchedMode mode, const Cfg *cfg,
			 const uint64_t *reserved, Arena *keep);

#endif
