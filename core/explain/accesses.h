/*
 * What intervals cost: loads and stores of their slots, copies, values computed
 * again.
 */
#ifndef REGALLOC_EXPLAIN_ACCESSES_H
#define REGALLOC_EXPLAIN_ACCESSES_H

#include "core/explain/story.h"

typedef struct {
	uint32_t stores, loads,
		uses;	       /* of slots; uses: by other instructions */
	uint32_t copies;       /* from register to register */
	uint32_t computed;     /* again */
	double memory, copied; /* stores, loads and uses; copies: by block
				  frequency, the entry being 1 */
} Accesses;

/* By VregId, in STORY's arena; it has an allocation.  O(function). */
Accesses *accesses_gather(const Story *story);

/* Are there any of memory? */
static inline bool
accesses_memory(const Accesses *a)
{
	return a->stores || a->loads || a->uses;
}

void accesses_add(Accesses *sum, const Accesses *a);

/* "1 store, 1 load and 0 operands in memory cost 4.0000 (2 each, ...)." */
void accesses_put(const Accesses *a, Buf *out);

#endif
