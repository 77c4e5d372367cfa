/*
 * Union-find: sets of numbers that only ever grow together, as a forest in an
 * array of the caller's.  UP[i] is a number of the same set as i, and i itself
 * if i is the root, which stands for the set.  The path to the root is halved
 * whenever it is walked, so that joining N numbers and asking for their roots
 * costs O(N log N) at worst, and next to O(N) in practice.
 *
 * The root of a joined set is the least of its numbers, whatever the order of
 * joining.  Who wants another root links it himself, UP[old root] = new root.
 * The coalescer keeps a forest of its own: a register is a part of its root
 * there, and the walk adds the parts up (node_find).
 */
#ifndef REGALLOC_BASE_UNIONFIND_H
#define REGALLOC_BASE_UNIONFIND_H

#include <stdbool.h>
#include <stdint.h>

/* Let each of the N numbers be a set of its own. */
static inline void
unionfind_init(uint32_t *up, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		up[i] = i;
}

/* The root of I's set. */
static inline uint32_t
unionfind_root(uint32_t *up, uint32_t i)
{
	while (up[i] != i)
		i = up[i] = up[up[i]];
	return i;
}

/* Join the sets of A and B; false: they were one before. */
static inline bool
unionfind_join(uint32_t *up, uint32_t a, uint32_t b)
{
	a = unionfind_root(up, a);
	b = unionfind_root(up, b);
	if (a == b)
		return false;
	if (a < b)
		up[b] = a;
	else
		up[a] = b;
	return true;
}

#endif
