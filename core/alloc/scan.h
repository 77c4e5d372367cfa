/*
 * The main loop of allocation.
 */
#ifndef REGALLOC_ALLOC_SCAN_H
#define REGALLOC_ALLOC_SCAN_H

#include "core/alloc/state.h"

/* Place all pieces.  False, with an error, if one cannot be placed. */
bool scan_run(Scan *s);

#endif
