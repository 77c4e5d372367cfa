// Tuples whose parts are used apart where registers run out: pointers in pairs,
// wide scalar loads, a copy of a thousand bits, rows of vectors.
#include "gcn.h"

kernel __attribute__((amdgpu_num_sgpr(48))) void
pointers(global int *o, global const int *a, global const int *b,
	global const int *c, global const int *d, global const int *e,
	global const int *f, global const int *g, global const int *h,
	global const int *p, global const int *q, global const int *r,
	global const int *s, global const int *t, global const int *u,
	global const int *v, int n)
{
	uint i = global_id();
	int sum = 0;

	for (int k = 0; k < n; k++)
		sum += a[i * 2 + k] * b[k] + b[i * 3 + k] * c[k] +
			c[i * 4 + k] * d[k] + d[i * 5 + k] * e[k] +
			e[i * 6 + k] * f[k] + f[i * 7 + k] * g[k] +
			g[i * 8 + k] * h[k] + h[i * 9 + k] * p[k] +
			p[i * 10 + k] * q[k] + q[i * 11 + k] * r[k] +
			r[i * 12 + k] * s[k] + s[i * 13 + k] * t[k] +
			t[i * 14 + k] * u[k] + u[i * 15 + k] * v[k];
	o[i] = sum;
}

kernel __attribute__((amdgpu_num_sgpr(48))) void
longs(constant const long *t, global long *out, int n, long a, long b, long c)
{
	long v[16], s = 0;

	for (int i = 0; i < 16; i++)
		v[i] = t[i * 2];
	for (int r = 0; r < n; r++) {
		for (int i = 0; i < 16; i++)
			v[i] = ((v[i] * 3) ^ (v[(i + 5) % 16] + a)) ^ b;
		if (v[r & 3] > c)
			v[2] += t[r];
	}
	for (int i = 0; i < 16; i++)
		s = s * 5 + v[i];
	out[global_id()] = s + a * b;
}

kernel __attribute__((amdgpu_num_sgpr(40))) void
wide(constant const int16 *t, constant const int8 *u, global int *out, int n,
	int m)
{
	int16 a = t[0], b = t[1];
	int8 c = u[0];
	int s = 0;

	for (int r = 0; r < n; r++) {
		a = a * b + c.s0;
		b ^= t[r + m];
		c = c + u[r];
		if (a.s3 > b.s4) {
			s += a.s7 * c.s5;
			a.s9 += r;
		}
	}
	out[global_id()] = s + a.s0 + a.sf + b.s7 + c.s3 + a.s9;
}

kernel __attribute__((amdgpu_num_vgpr(32), amdgpu_num_sgpr(32))) void
both(global const int *a, constant const int *t, global int *o, int n, int m)
{
	uint i = global_id();
	int v[28], s[28], z = 0;

#pragma unroll
	for (int k = 0; k < 28; k++) {
		v[k] = a[i * 28 + k];
		s[k] = t[k];
	}
	for (int r = 0; r < n; r++) {
#pragma unroll
		for (int k = 0; k < 28; k++) {
			v[k] = v[k] * s[k] + v[(k + 1) % 28];
			s[k] = s[k] * 3 + s[(k + 9) % 28];
		}
		if (v[3] > m)
			v[4] += s[5];
	}
#pragma unroll
	for (int k = 0; k < 28; k++)
		z = z * 7 + (v[k] ^ s[k]);
	o[i] = z;
}

kernel __attribute__((amdgpu_num_vgpr(48))) void
rows(global const int16 *a, global int16 *o, int n)
{
	uint i = global_id();
	int16 x = a[i], y = a[i + 1];

	for (int r = 0; r < n; r++) {
		x = x * y.s1032547698badcfe + a[r];
		y ^= x >> 3;
		if (x.s0 > y.s5) {
			int16 t = x;

			x = y;
			y = t + 1;
		}
	}
	o[i] = x;
	o[i + 7] = y;
}
