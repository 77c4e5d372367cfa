/*
 * Patience: how long what mostly fails is tried.
 */
#ifndef REGALLOC_ALLOC_PATIENCE_H
#define REGALLOC_ALLOC_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

/* What was tried in vain, and how often it is left out for that.  Where far
 * more registers live than there are, nearly all trials are in vain: after many
 * of these one is left out, then two, and so on, which makes the work grow with
 * the root of their number. */
typedef struct {
	uint32_t wasted, skips, skip;
} Patience;

/* Is it worth another trial? */
static inline bool
patience_hopes(Patience *p)
{
	if (!p->skip)
		return true;
	p->skip--;
	return false;
}

/* A trial has taken N steps, and has (DONE) come to something; after MAX steps
 * in vain, trials are left out. */
static inline void
patience_learn(Patience *p, uint32_t n, uint32_t max, bool done)
{
	if (done)
		p->wasted = p->skips = 0;
	else if (p->wasted < max)
		p->wasted += n;
	else
		p->skip = ++p->skips;
}

#endif
