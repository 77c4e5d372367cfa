// Packed half precision and 16-bit integers.
#include "gcn.h"

kernel void
mix(global half2 *out, global const half2 *a, global const half2 *b, half k)
{
	uint i = global_id();
	half2 x = a[i], y = b[i];
	half2 r = x * y + (half2)(k, -k);

	r = r.yx * x - y;
	out[i] = (half2)(r.x > y.y ? r.x : y.y, r.y < x.x ? r.y : x.x);
}

kernel void
convert(global float *out, global half *back, global const half *in)
{
	uint i = global_id();
	float f = in[i];

	f = f * f + 0.5f;
	out[i] = f;
	back[i] = (half)(f * 0.25f) + (half)(int)in[i + 1];
}

kernel void
shorts(global short4 *out, global const short4 *a, global const ushort4 *b, int n)
{
	uint i = global_id();
	short4 x = a[i];
	ushort4 y = b[i];

	for (int k = 0; k < n; k++) {
		x = x * (short)3 + as_short4(y);
		y = (y << (ushort)1) ^ as_ushort4(x.wzyx);
		x = x > as_short4(y) ? x : as_short4(y);
	}
	out[i] = x;
}
