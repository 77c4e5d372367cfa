/*
 * Liveness and values of one register, or part of one, by the most obvious
 * slow computation: bits by slot, and values by starting from a meeting at each
 * live block and taking away sets of meetings that bring one value only.
 */
#ifndef REGALLOC_TEST_SLOW_LIVE_H
#define REGALLOC_TEST_SLOW_LIVE_H

#include "slow-cfg.h"

#include "core/analysis/intervals.h"

enum { MAXSLOT = 4096, MAXV = 512 };

typedef struct {
	SlotIdx def;
	OpndId opnd;
	bool real, meeting;
	BlockId block;
} Label;

/* One register, unit, or part of a register. */
typedef struct {
	void *owner; /* the test's */
	const Func *f;
	const Slots *slots;
	const SlowCfg *cfg;
	bool implicit;	       /* defined at the entry */
	bool whole;	       /* not a part */
	bool read[MAXSLOT];    /* by slot: a read before it */
	uint32_t def[MAXSLOT]; /* by slot: label, or NONE */
	bool edge_read[MAXB];
	bool need[MAXSLOT], live[MAXSLOT];
	uint32_t head[MAXB], label[MAXSLOT];
	Label labels[MAXV];
	uint32_t nlabels;
} Slow;

/* Fill S, but for `owner`, for lanes LANES of register REG (LANES_ALL: as a
 * whole), or for unit REG if KIND is OPND_REG. */
void slow_build(Slow *s, const Func *f, const Live *live, const SlowCfg *cfg,
		OpndKind kind, uint32_t reg, LaneMask lanes);

/* Is a value there at AT? */
bool slow_is_live(const Slow *s, SlotIdx at);

#endif
