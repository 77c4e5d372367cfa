/*
 * Critical edges on which PHIs' copies are better off.
 */
#ifndef REGALLOC_LOWER_OPEN_H
#define REGALLOC_LOWER_OPEN_H

#include "core/analysis/cfg.h"
#include "core/lower/mentions.h"

/*
 * IN with empty blocks on edges into blocks of PHIs, where an incoming value is
 * read on the other way out of the predecessor, too, and not in the block: its
 * copy, with the edge for itself, can take its place there; and on edges out of
 * loops.  IN itself if there are none; else a function in KEEP that shares what
 * does not change, and *FREQ and MENTIONS, of IN so far, are for it.  IN's
 * preds are filled in, CFG is its. Near linear: the live ranges of the values
 * asked about.  (LLVM's PHI elimination asks the same questions.)
 */
Func *edges_open(Func *in, Mentions *mentions, const Cfg *cfg, float **freq,
		 Arena *keep, Arena *tmp);

#endif
