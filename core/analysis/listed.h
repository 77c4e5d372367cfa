/*
 * Live-ins of blocks, as the text lists them.
 */
#ifndef REGALLOC_ANALYSIS_LISTED_H
#define REGALLOC_ANALYSIS_LISTED_H

#include "core/model/ir.h"

/*
 * Does every physical register that F reads come from an instruction of the
 * same block, behind the last call that does not preserve it, or from the
 * block's live-ins; and what is listed there, if F has virtual registers, from
 * each predecessor?  A warning for each register that does not, or an error if
 * F is strict; then the result is false.  One of whose parts some does counts;
 * RESERVED ones (a bit set over RegId) hold something anywhere, and landing
 * pads get theirs from elsewhere.
 * Of functions that do not track liveness nothing is asked.  O(function).
 */
bool livein_lists_check(Func *f, const uint64_t *reserved, Arena *tmp);

#endif
