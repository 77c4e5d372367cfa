/*
 * Which register units live at the heads of blocks, for check_post.
 */
#ifndef REGALLOC_CHECK_POST_LIVE_H
#define REGALLOC_CHECK_POST_LIVE_H

#include "core/model/preserved.h"

typedef struct {
	uint32_t words; /* of a set of units */
	uint64_t *in;	/* by block */
} PostLive;

/* Backward over KEPT's function until nothing changes.  What a block reads and
 * does not name among its live-ins is undefined there and does not live, if the
 * function tracks liveness; but for units in RESERVED (by register), and those
 * of registers that are read somewhere though no part of them is listed or
 * written. */
void post_live(PostLive *live, Preserved *kept, const uint64_t *reserved,
	       Arena *arena);

static inline const uint64_t *
post_live_in(const PostLive *live, BlockId b)
{
	return live->in + (size_t)b * live->words;
}

#endif
