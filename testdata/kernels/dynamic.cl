// Vectors in registers whose elements are read and written by a computed
// number, the same in all lanes or another in each; buffers of which each lane
// has its own, which are taken in turn in a loop over lanes.
#include "gcn.h"

typedef int int32v __attribute__((ext_vector_type(32)));
typedef double double8v __attribute__((ext_vector_type(8)));

kernel void
uniform(global int *out, global const int16 *in, int k, int j)
{
	uint i = global_id();
	int16 v = in[i];

	v[k & 15] = v[j & 15] + 1;
	v[j & 15] += k;
	out[i] = v[k & 15] + v[3] * v[(k + j) & 15];
}

kernel void
divergent(global int *out, global const int *in, global const int *at)
{
	uint i = global_id();
	int k = at[i];
	int32v v;

	for (int n = 0; n < 32; n++)
		v[n] = in[i * 32 + n];
	v[k & 31] = i;
	if (k > 3)
		v[k >> 3 & 31] += v[k & 31];
	out[i] = v[k >> 6 & 31] + v[0];
}

kernel void
wide(global double *out, global const double8v *in, global const int *at, int k)
{
	uint i = global_id();
	double8v v = in[i];
	int n = at[i];

	while (n > 0) {
		v[n & 7] = v[k & 7] * 2.0;
		n -= 3;
	}
	out[i] = v[1] + v[n & 7];
}

kernel void
scalars(global int *out, constant int *in, int k, int j)
{
	int32v v;

	for (int n = 0; n < 32; n++)
		v[n] = in[n];
	v[k & 31] = j;
	v[j & 31] = k;
	if (global_id() == 0)
		for (int n = 0; n < 32; n++)
			out[n] = v[n] + v[(n + j) & 31];
}

kernel void
buffers(global int *out, global const ulong *bases, global const int *at)
{
	uint i = global_id();
	__amdgpu_buffer_rsrc_t b = __builtin_amdgcn_make_buffer_rsrc(
		(void *)bases[i], 4, 64, 0x24000);
	uint x = __builtin_amdgcn_raw_buffer_load_b32(b, at[i] * 4, 0, 0);

	if (x > 5)
		x += __builtin_amdgcn_raw_buffer_load_b32(b, x * 4, 0, 0);
	out[i] = x;
}
