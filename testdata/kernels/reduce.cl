// Reductions: in local memory with barriers, of floats, 64-bit integers, and
// the greatest with its place.
#include "gcn.h"

kernel workgroup(256) void
sum(global const float *in, global float *out, uint n)
{
	local float part[256];
	uint l = local_id();
	float s = 0;

	for (uint i = group_id() * 256 + l; i < n; i += 256 * 64)
		s += in[i];
	part[l] = s;
	sync();
	for (uint w = 128; w > 0; w >>= 1) {
		if (l < w)
			part[l] += part[l + w];
		sync();
	}
	if (l == 0)
		out[group_id()] = part[0];
}

kernel workgroup(128) void
wide_sum(global const long *in, global long *out, uint n)
{
	local long part[128];
	uint l = local_id();
	long s = 0, p = 1;

	for (uint i = l; i < n; i += 128) {
		s += in[i];
		p *= in[i] | 1;
	}
	part[l] = s ^ p;
	sync();
	for (uint w = 64; w > 0; w >>= 1) {
		if (l < w)
			part[l] += part[l + w] >> (l & 7);
		sync();
	}
	if (l == 0)
		*out = part[0];
}

kernel workgroup(64) void
greatest(global const int *in, global int2 *out, uint n)
{
	local int2 part[64];
	uint l = local_id();
	int2 best = (int2)(in[l], l);

	for (uint i = l + 64; i < n; i += 64) {
		int v = in[i];

		if (v > best.x)
			best = (int2)(v, i);
	}
	part[l] = best;
	sync();
	for (uint w = 32; w > 0; w >>= 1) {
		if (l < w && part[l + w].x > part[l].x)
			part[l] = part[l + w];
		sync();
	}
	if (l == 0)
		out[group_id()] = part[0];
}
