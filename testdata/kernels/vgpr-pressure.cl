// More vector values live than registers: budgets set by attributes, in loops
// and straight-line code.
#include "gcn.h"

kernel __attribute__((amdgpu_num_vgpr(32))) void
network(global float *out, global const float *in, int n)
{
	uint i = global_id();
	float v[40];

	for (int k = 0; k < 40; k++)
		v[k] = in[i * 40 + k];
	for (int r = 0; r < n; r++) {
#pragma unroll
		for (int k = 0; k < 40; k++)
			v[k] = v[k] * v[(k + 7) % 40] + v[(k + 19) % 40];
	}
	for (int k = 0; k < 40; k++)
		out[i * 40 + k] = v[k];
}

kernel workgroup(1024) void
big_group(global double *out, global const double *in, int n)
{
	uint i = global_id();
	double v[36];

#pragma unroll
	for (int k = 0; k < 36; k++)
		v[k] = in[i + k * 1024];
	for (int r = 0; r < n; r++) {
#pragma unroll
		for (int k = 0; k < 36; k++)
			v[k] = v[k] * v[(k + 5) % 36] - v[(k + 13) % 36];
	}
#pragma unroll
	for (int k = 0; k < 36; k++)
		out[i + k * 1024] = v[k];
}

kernel __attribute__((amdgpu_num_vgpr(40))) void
straight(global uint *out, global const uint *in)
{
	uint i = global_id(), v[64], s = 0;

#pragma unroll
	for (int k = 0; k < 64; k++)
		v[k] = in[i * 64 + k];
#pragma unroll
	for (int k = 0; k < 64; k++)
		s += v[k] * v[63 - k] ^ v[(k * 5) & 63];
#pragma unroll
	for (int k = 0; k < 64; k++)
		out[i * 64 + k] = v[k] ^ s;
}
