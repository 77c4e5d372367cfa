/*
 * Numbers that look random and are the same on every machine: xorshift, by
 * Marsaglia, 2003.
 */
#ifndef REGALLOC_GEN_RANDOM_H
#define REGALLOC_GEN_RANDOM_H

static unsigned long state = 88172645463325252ul;

/* One of 0 to N - 1. */
static unsigned
below(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)((state >> 11) % n);
}

#endif
