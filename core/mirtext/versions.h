/*
 * What versions of LLVM have of a document's keys.
 */
#ifndef REGALLOC_CORE_MIRTEXT_VERSIONS_H
#define REGALLOC_CORE_MIRTEXT_VERSIONS_H

#include "core/model/ir.h"

/* Where the next line is looked at, and the key at the top that it is below. */
typedef struct {
	Loc at;
	Span above;
} KeyWalk;

/* The lines of the next key of F's document that the version of LLVM which was
 * given for F refuses; len 0: there is no other.  WALK begins at the document
 * and moves behind them.  All of them: O(document). */
Span mir_unknown_key(const Func *f, KeyWalk *walk);

#endif
