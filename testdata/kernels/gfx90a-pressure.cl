// Accumulation registers as the first place to spill to: accumulators that
// meet many live vector values, aligned pairs, a group of 1024.
// target: gcn90a
#include "gcn.h"

typedef __attribute__((__vector_size__(16 * sizeof(float)))) float f16;

kernel workgroup(512) void
tiles(global f16 *out, global const float *a, global const float *b, int n)
{
	uint l = local_id();
	f16 acc[6];

#pragma unroll
	for (int t = 0; t < 6; t++)
		acc[t] = out[l + t * 512];
	for (int k = 0; k < n; k++) {
		float x = a[k * 64 + l], y = b[k * 64 + l];

#pragma unroll
		for (int t = 0; t < 6; t++)
			acc[t] = __builtin_amdgcn_mfma_f32_32x32x2f32(x + t, y,
				acc[t], 0, 0, 0);
	}
#pragma unroll
	for (int t = 0; t < 6; t++)
		out[l + t * 512] = acc[t] * acc[(t + 1) % 6];
}

kernel workgroup(1024) void
spill(global double *out, global const double *in, int n)
{
	uint i = global_id();
	double v[44];

#pragma unroll
	for (int k = 0; k < 44; k++)
		v[k] = in[i + k * 1024];
	for (int r = 0; r < n; r++) {
#pragma unroll
		for (int k = 0; k < 44; k++)
			v[k] = v[k] * v[(k + 5) % 44] - v[(k + 13) % 44];
	}
#pragma unroll
	for (int k = 0; k < 44; k++)
		out[i + k * 1024] = v[k];
}

kernel void
packed(global float2 *out, global const float2 *in, float2 k, int n)
{
	uint i = global_id();
	float2 a = in[i], b = in[i + 64], c = in[i + 128];

	while (n--) {
		a = a * b + k;
		b = b + c * a;
		c = c * k.yx;
	}
	out[i] = a + b + c;
}
