// Private memory: arrays indexed at run time, pointers to locals passed to a
// call, next to division of 64-bit integers.
#include "gcn.h"

noinline static void
swap(private int *a, private int *b)
{
	int t = *a;

	*a = *b;
	*b = t;
}

kernel void
insertion(global int *out, global const int *in, int n)
{
	int v[24];
	uint i = global_id();

	for (int k = 0; k < 24; k++)
		v[k] = in[i * 24 + k];
	for (int k = 1; k < n; k++)
		for (int j = k; j > 0 && v[j - 1] > v[j]; j--)
			swap(v + j, v + j - 1);
	for (int k = 0; k < n; k++)
		out[i * 24 + k] = v[k];
}

kernel void
divide(global ulong *out, global const ulong *a, global const long *b, long k)
{
	uint i = global_id();
	ulong q = a[i] / (a[i + 1] | 1);
	long r = b[i] % (k | 1);

	out[i] = q + (ulong)r + (uint)a[i] / ((uint)b[i] | 1);
}

kernel void
table(global uint *out, global const uchar *in, uint n)
{
	uint count[32] = {0}, i = global_id(), best = 0;

	for (uint k = 0; k < n; k++)
		count[in[i * n + k] & 31] += k;
	for (uint k = 1; k < 32; k++)
		if (count[k] > count[best])
			best = k;
	out[i] = best;
}
