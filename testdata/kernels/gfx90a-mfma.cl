// Matrix instructions with accumulators of 4, 16 and 32 registers.
// target: gcn90a
#include "gcn.h"

typedef __attribute__((__vector_size__(4 * sizeof(float)))) float f4;
typedef __attribute__((__vector_size__(16 * sizeof(float)))) float f16;
typedef __attribute__((__vector_size__(32 * sizeof(float)))) float f32;
typedef __attribute__((__vector_size__(4 * sizeof(half)))) half h4;
typedef __attribute__((__vector_size__(4 * sizeof(double)))) double d4;

kernel workgroup(64) void
small(global f4 *out, global const float *a, global const float *b, int n)
{
	uint l = local_id();
	f4 acc = out[l];

	for (int k = 0; k < n; k++)
		acc = __builtin_amdgcn_mfma_f32_4x4x1f32(a[k * 64 + l],
			b[k * 64 + l], acc, 0, 0, 0);
	out[l] = acc;
}

kernel workgroup(64) void
medium(global f16 *out, global const h4 *a, global const h4 *b, int n)
{
	uint l = local_id();
	f16 acc = out[l + 64], more = out[l];

	for (int k = 0; k < n; k++) {
		h4 x = a[k * 64 + l], y = b[k * 64 + l];

		acc = __builtin_amdgcn_mfma_f32_32x32x8f16(x, y, acc, 0, 0, 0);
		more = __builtin_amdgcn_mfma_f32_32x32x8f16(y, x, more, 0, 0, 0);
	}
	out[l] = acc + more;
}

kernel workgroup(64) void
large(global f32 *out, global const float *a, global const float *b, int n)
{
	uint l = local_id();
	f32 acc = out[l];

	for (int k = 0; k < n; k++)
		acc = __builtin_amdgcn_mfma_f32_32x32x1f32(a[k * 64 + l],
			b[k * 64 + l], acc, 1, 0, 0);
	out[l] = acc;
}

kernel workgroup(64) void
doubles(global d4 *out, global const double *a, global const double *b, int n)
{
	uint l = local_id();
	d4 acc = out[l];

	for (int k = 0; k < n; k++)
		acc = __builtin_amdgcn_mfma_f64_16x16x4f64(a[k * 64 + l],
			b[k * 64 + l], acc, 0, 0, 0);
	out[l] = acc;
}
