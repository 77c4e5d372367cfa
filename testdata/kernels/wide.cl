// Wide vectors: loads and stores of 4, 8 and 16 elements, swizzles, dynamic
// element access, tuples that must be contiguous.
#include "gcn.h"

kernel void
quads(global float4 *out, global const float4 *in, float4 k)
{
	uint i = global_id();
	float4 a = in[4 * i], b = in[4 * i + 1], c = in[4 * i + 2],
		d = in[4 * i + 3];

	out[4 * i] = (float4)(a.x, b.x, c.x, d.x) * k;
	out[4 * i + 1] = (float4)(a.y, b.y, c.y, d.y) + k;
	out[4 * i + 2] = (float4)(a.z, b.z, c.z, d.z) - k.wzyx;
	out[4 * i + 3] = (float4)(a.w, b.w, c.w, d.w) * k.x;
}

kernel void
sixteen(global float16 *out, global const float16 *in, int n)
{
	uint i = global_id();
	float16 v = in[i], w = in[i + 1];

	while (n--) {
		v = v * w + in[n];
		w = w.s89abcdef01234567 - v.sfedcba9876543210;
	}
	out[i] = v + w;
}

kernel void
pick(global int *out, global const int8 *in, int at)
{
	uint i = global_id();
	int8 v = in[i];

	v[at & 7] = at;
	out[i] = v[(i + at) & 7] + v[i & 3];
}

kernel void
scalar_wide(constant const uint16 *table, global uint *out, uint k)
{
	uint16 t = table[k], u = table[k + 1];
	uint i = global_id();

	t = t * u + k;
	out[i] = t.s0 ^ t.s5 ^ t.sa ^ t.sf ^ u.s3 ^ i;
}

kernel void
doubles(global double4 *out, global const double4 *in, global const long3 *l)
{
	uint i = global_id();
	double4 a = in[i];
	long3 b = l[i];

	a.xy = a.zw * a.x + (double2)(b.x, b.y);
	a.w = a.y - b.z;
	out[i] = a;
}
