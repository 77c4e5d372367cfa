/*
 * Hints: the registers that an interval's copies ask for.
 */
#ifndef REGALLOC_ALLOC_HINTS_H
#define REGALLOC_ALLOC_HINTS_H

#include "core/alloc/state.h"

enum { HINTS_MAX = 8 };

typedef struct {
	RegId reg[HINTS_MAX];
	float weight[HINTS_MAX]; /* prices of the copies that ask */
	uint32_t n;
	/* Registers that would close a cycle of parallel copies. */
	RegId avoid[HINTS_MAX];
	uint32_t navoid;
} Hints;

/* Hints from the copies that name V; HINTS_MAX of them at most.
 * O(occurrences). */
void hints_find(const Scan *s, VregId v, Hints *h);

/* Would REG close a cycle of parallel copies? */
bool hints_avoid(const Scan *s, const Hints *h, RegId reg);

/* How often the copies are executed that ask for the register that interval V
 * has. */
float hint_met(const Scan *s, VregId v);

/* Is W, which has REG, the other side of all copies of V that ask for REG? */
bool hint_is_from(const Scan *s, VregId v, RegId reg, VregId w);

/* The register that V should have by the COPY that is occurrence M, in which
 * the other side has a register; 0: none. */
RegId copy_hint(const Scan *s, VregId v, const IntervalOccurrence *m);

/* Does COPY I cost nothing if both its sides have registers, whichever these
 * are?  For the instruction that makes the value it reads, or the one that
 * overwrites what it makes, has a form that does without it. */
bool copy_is_forgone(const Scan *s, InsnId i);

/* The register that V should have so that its part SUB is part OTHER_SUB of
 * OTHER; 0: none. */
RegId copy_register(const Scan *s, VregId v, SubId sub, RegId other,
		    SubId other_sub);

#endif
