/*
 * Bounds of loops that turn until nothing changes.
 *
 * Such a loop says in its comment why it ends, and counts its turns against the
 * number that follows from that: an error in the reasoning, or in the code,
 * ends the program with a message instead of hanging it.
 */
#ifndef REGALLOC_BASE_BOUND_H
#define REGALLOC_BASE_BOUND_H

#include <stdint.h>

/* One turn of those LEFT, an unsigned variable of 64 bits.  There is one. */
#define BOUND_COUNT(left)                                                      \
	((left)-- ? (void)0 : bound_exceeded(__FILE__, __LINE__))

/* Loops whose bound grows while they turn say what holds in each turn. */
#define BOUND_HOLDS(turns_allowed)                                             \
	((turns_allowed) ? (void)0 : bound_exceeded(__FILE__, __LINE__))

/* Says that the loop there goes on for ever, and aborts. */
_Noreturn void bound_exceeded(const char *file, int line);

#endif
