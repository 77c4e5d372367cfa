/*
 * Which register units live at the heads of blocks, for check_post.
 */
#ifndef REGALLOC_OBSERVE_CHECK_POST_LIVE_H
#define REGALLOC_OBSERVE_CHECK_POST_LIVE_H

#include "core/model/ir.h"

typedef struct {
	uint32_t words; /* of a set of units */
	uint64_t *in;	/* by block */
} PostLive;

/* Does a call with MASK preserve any register that UNIT is part of? */
bool post_unit_preserved(const Target *t, const uint64_t *mask, uint32_t unit);

/* Backward over F's blocks until nothing changes. */
void post_live(PostLive *live, const Func *f, Arena *arena);

static inline const uint64_t *
post_live_in(const PostLive *live, BlockId b)
{
	return live->in + (size_t)b * live->words;
}

#endif
