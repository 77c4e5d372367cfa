// Stencils: neighbours in three dimensions, halo in local memory, conditions
// at the border.
#include "gcn.h"

kernel void
seven(global float *out, global const float *in, int nx, int ny, int nz, float k)
{
	int i = global_id(), x = i % nx, y = i / nx % ny, z = i / (nx * ny);
	float c = in[i];
	float l = x > 0 ? in[i - 1] : c, r = x < nx - 1 ? in[i + 1] : c;
	float u = y > 0 ? in[i - nx] : c, d = y < ny - 1 ? in[i + nx] : c;
	float f = z > 0 ? in[i - nx * ny] : c;
	float b = z < nz - 1 ? in[i + nx * ny] : c;

	if (z < nz)
		out[i] = c + k * (l + r + u + d + f + b - 6 * c);
}

kernel workgroup(128) void
blur(global float *out, global const float *in, constant const float *w, int n)
{
	local float t[128 + 16];
	int l = local_id(), i = group_id() * 128 + l;
	float s = 0;

	t[l + 8] = in[i];
	if (l < 8) {
		t[l] = i >= 8 ? in[i - 8] : 0;
		t[l + 136] = i + 128 < n ? in[i + 128] : 0;
	}
	sync();
#pragma unroll
	for (int k = -8; k <= 8; k++)
		s += w[k + 8] * t[l + 8 + k];
	out[i] = s;
}
