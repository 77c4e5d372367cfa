/*
 * Loops in which an interval has several places.
 */
#ifndef REGALLOC_ALLOC_SPLIT_LOOPS_H
#define REGALLOC_ALLOC_SPLIT_LOOPS_H

#include "core/alloc/state.h"

/* Behind allocation: an interval that moves inside a loop gets one register
 * all over it, where that costs less and one is free.  Nothing has changed if
 * there are no more intervals than before. */
void loops_unite(Scan *s);

#endif
