/*
 * The passes behind allocation, as the pipeline runs them: each with its
 * output and its check.
 */
#ifndef REGALLOC_POST_H
#define REGALLOC_POST_H

#include "core/pipeline.h"

typedef struct {
	Func *f; /* allocated; each pass puts a new one here */
	const PipelineOptions *options;
	const uint64_t *reserved, *saved; /* bit sets over RegId */
	Arena *keep, *tmp;
	Buf *out;
	Stats *stats;
} PostJob;

/* Has somebody else allocated F?  False, with a message, if it has virtual
 * registers. */
bool post_ready(Func *f);

/* -print deps. */
Result post_deps(PostJob *j);

/* -post-ra-cleanup. */
Result post_clean(PostJob *j);

/* -break-anti-dependencies. */
Result post_antidep(PostJob *j);

/* -post-ra-sched. */
Result post_schedule(PostJob *j);

#endif
