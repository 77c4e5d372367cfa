// More scalar values live than registers: many uniform loads, masks of nested
// control flow, pointers as arguments.
#include "gcn.h"

kernel __attribute__((amdgpu_num_sgpr(40))) void
uniform(constant const int *t, global int *out, int n)
{
	int a[48], s = 0;

#pragma unroll
	for (int k = 0; k < 48; k++)
		a[k] = t[k * 3];
	for (int r = 0; r < n; r++) {
#pragma unroll
		for (int k = 0; k < 48; k++)
			a[k] = (a[k] ^ a[(k + 11) % 48]) + (a[(k + 29) % 48] << 1);
	}
#pragma unroll
	for (int k = 0; k < 48; k++)
		s = s * 3 + a[k];
	out[global_id()] = s;
}

kernel __attribute__((amdgpu_num_sgpr(32))) void
pointers(global int *o, global const int *a, global const int *b,
	global const int *c, global const int *d, global const int *e,
	global const int *f, global const int *g, global const int *h,
	global const int *p, global const int *q, int n, int m, long w)
{
	uint i = global_id();
	int s = 0;

	for (int k = 0; k < n; k++) {
		int j = i * m + k;

		s += a[j] * b[j] - c[j] * d[j] + e[j] * f[j] - g[j] * h[j] +
			p[j] * q[j] + a[k] - b[k] + c[k] - d[k] + e[k] +
			f[k] - g[k] + h[k];
		if (s > w)
			s -= (int)w + a[m] * b[n];
	}
	o[i] = s;
}

kernel __attribute__((amdgpu_num_sgpr(32))) void
masks(global const int *in, global int *out, int n, int m)
{
	uint i = global_id();
	int v = in[i], s = 0;

	for (int a = 0; a < v; a++) {
		if (in[a] > m) {
			for (int b = 0; b < in[a]; b++) {
				if (in[b] < n) {
					for (int c = b; c < in[b] + v; c++) {
						if (in[c] & 1) {
							for (int d = c; d > in[c]; d--) {
								if (in[d] == s)
									break;
								s += in[d] ^ m;
							}
						} else if (s > n) {
							s -= in[a + c];
						}
					}
				} else {
					s ^= b * m;
				}
			}
		}
	}
	out[i] = s;
}
