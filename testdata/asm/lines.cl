// Functions whose lines check-lines compares.
#include "lines.h"

__attribute__((noinline)) int leaf(int x)
{
	for (int i = 0; i < x; i++)
		x ^= x << i;
	return x;
}

__kernel void lines(__global int *p, int n)
{
	int x = p[n];

	p[n + 1] = scale(leaf(x), n);
}
