/*
 * The passes after allocation, as steps on a function: each makes a new one
 * and says which of its instructions is which of the one before.
 */
#ifndef REGALLOC_POSTRA_POSTRA_H
#define REGALLOC_POSTRA_POSTRA_H

#include "core/postra/antidep.h"

/* A function and, by instruction of it, the one of the function it was made
 * from. */
typedef struct {
	Func *f;
	InsnId *from;
} PostFunc;

/* F with registers renamed: the same instructions in the same places. */
PostFunc postra_break(const Func *f, const AntidepOptions *options,
		      AntidepCounts *counts, Arena *keep, Arena *tmp);

/* F with the instructions of each region in a new order. */
PostFunc postra_schedule(const Func *f, Arena *keep, Arena *tmp);

/* F without copies and reloads that nobody needs.  RESERVED, SAVED: as in
 * AntidepOptions. */
PostFunc postra_clean(const Func *f, const uint64_t *reserved,
		      const uint64_t *saved, Arena *keep, Arena *tmp);

#endif
