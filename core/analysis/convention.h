/*
 * Calling conventions that are not the usual one.
 */
#ifndef REGALLOC_ANALYSIS_CONVENTION_H
#define REGALLOC_ANALYSIS_CONVENTION_H

#include "core/model/ir.h"

/* The target's row for F; NULL: it has none, and F saves what is usual.
 * *UNKNOWN is the first word of F's line in the IR that is a convention of no
 * row, and not usual on every machine; empty if there is none.  O(line). */
const Convention *func_convention(const Func *f, Span *unknown);

#endif
