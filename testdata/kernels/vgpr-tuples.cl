// More tuples of four vector registers live than a small budget holds.
#include "gcn.h"

kernel __attribute__((amdgpu_num_vgpr(24))) void
tuples(global float4 *out, global const float4 *in, int n)
{
	uint i = global_id();
	float4 a = in[i], b = in[i + 64], c = in[i + 128], d = in[i + 192],
		e = in[i + 256], f = in[i + 320], g = in[i + 384];

	while (n--) {
		a += b * c.yxwz;
		b = d - e.wzyx * a;
		c = c * f + in[n];
		d += g.zwxy;
		e = a * b - f;
		f += c * d.x;
		g = g * e.y + a.z;
	}
	out[i] = a + b + c + d + e + f + g;
}
