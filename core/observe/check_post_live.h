/*
 * Which register units live at the heads of blocks, for check_post.
 */
#ifndef REGALLOC_OBSERVE_CHECK_POST_LIVE_H
#define REGALLOC_OBSERVE_CHECK_POST_LIVE_H

#include "core/model/preserved.h"

typedef struct {
	uint32_t words; /* of a set of units */
	uint64_t *in;	/* by block */
} PostLive;

/* Backward over KEPT's function until nothing changes. */
void post_live(PostLive *live, Preserved *kept, Arena *arena);

static inline const uint64_t *
post_live_in(const PostLive *live, BlockId b)
{
	return live->in + (size_t)b * live->words;
}

#endif
