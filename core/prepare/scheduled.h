/*
 * A function in the order that scheduling before allocation gives it.
 */
#ifndef REGALLOC_PREPARE_SCHEDULED_H
#define REGALLOC_PREPARE_SCHEDULED_H

#include "core/analysis/cfg.h"
#include "core/schedule/before.h"

/* By place, the instruction of the input that stands there, and the function
 * with them, see func_reordered. */
typedef struct {
	Func *f;
	InsnId *from;
} Scheduled;

/*
 * F, as parsed or expanded, scheduled as MODE says; CFG and RESERVED are those
 * of F.  Where waves of a processor share its registers, an order with which
 * more of them fit is taken.  The result's function is F itself if its order
 * is the best, and NULL after an error.  In KEEP.
 */
Scheduled func_scheduled(Func *f, SchedMode mode, const Cfg *cfg,
			 const uint64_t *reserved, Arena *keep);

#endif
