// NEON: 64-bit and 128-bit vectors, widening and narrowing, lanes, tables,
// pairwise sums, halves of a quad register.
// target: arm

#include <arm_neon.h>
#include <stdio.h>

__attribute__((noinline)) static uint32_t
sums(const uint8_t *p, const uint8_t *q, int n)
{
	uint32x4_t acc = vdupq_n_u32(0);
	uint16x8_t top = vdupq_n_u16(0);

	for (int i = 0; i < n; i += 16) {
		uint8x16_t a = vld1q_u8(p + i), b = vld1q_u8(q + i);
		uint16x8_t lo = vmull_u8(vget_low_u8(a), vget_low_u8(b));
		uint16x8_t hi = vmull_u8(vget_high_u8(a), vget_high_u8(b));

		acc = vpadalq_u16(acc, vaddq_u16(lo, vshrq_n_u16(hi, 3)));
		top = vmaxq_u16(top, vabdl_u8(vget_low_u8(a), vget_high_u8(b)));
	}
	uint32x2_t half = vadd_u32(vget_low_u32(acc), vget_high_u32(acc));
	half = vpadd_u32(half, half);
	return vget_lane_u32(half, 0) + vgetq_lane_u16(top, 3) * 1000u;
}

__attribute__((noinline)) static float
filter(const float *in, int n)
{
	float32x4_t a = vdupq_n_f32(0), b = vdupq_n_f32(1);
	float32x2_t c = vdup_n_f32(0.5f);

	for (int i = 0; i + 4 <= n; i += 4) {
		float32x4_t v = vld1q_f32(in + i);

		a = vmlaq_f32(a, v, b);
		b = vmlaq_lane_f32(vextq_f32(v, b, 1), v, c, 1);
		c = vmin_f32(vget_high_f32(b), vadd_f32(c, vget_low_f32(v)));
		b = vbslq_f32(vcgtq_f32(b, vdupq_n_f32(20)), vdupq_n_f32(2), b);
	}
	a = vcombine_f32(vget_high_f32(a), c);
	return vgetq_lane_f32(a, 0) + vgetq_lane_f32(a, 1) +
	       vgetq_lane_f32(a, 2) * 2 + vgetq_lane_f32(a, 3);
}

__attribute__((noinline)) static int64_t
wide(const int32_t *p, int n)
{
	int64x2_t acc = vdupq_n_s64(0);
	int16x4_t last = vdup_n_s16(0);

	for (int i = 0; i + 4 <= n; i += 4) {
		int32x4_t v = vld1q_s32(p + i);

		acc = vmlal_s32(acc, vget_low_s32(v), vget_high_s32(v));
		last = vqadd_s16(last, vqmovn_s32(vshlq_n_s32(v, 6)));
		acc = vaddw_s32(acc, vreinterpret_s32_s16(vrev64_s16(last)));
	}
	return vgetq_lane_s64(acc, 0) ^ vgetq_lane_s64(acc, 1);
}

__attribute__((noinline)) static uint32_t
table(const uint8_t *in)
{
	uint8x8x4_t t;

	for (int i = 0; i < 4; i++)
		t.val[i] = vld1_u8(in + i * 8);
	uint8x8_t at = vand_u8(vld1_u8(in + 40), vdup_n_u8(31));
	uint8x8_t r = vtbl4_u8(t, at);
	uint8x8x2_t z = vzip_u8(
		r, vtbx2_u8(at, (uint8x8x2_t){{t.val[1], t.val[2]}}, r));

	r = veor_u8(z.val[0], vrev32_u8(z.val[1]));
	return vget_lane_u32(vreinterpret_u32_u8(r), 0) * 31 +
	       vget_lane_u32(vreinterpret_u32_u8(r), 1);
}

int
main(void)
{
	uint8_t p[64], q[64];
	float f[40];
	int32_t w[32];

	for (int i = 0; i < 64; i++) {
		p[i] = (uint8_t)(i * 7);
		q[i] = (uint8_t)(250 - i * 3);
	}
	for (int i = 0; i < 40; i++)
		f[i] = (float)(i % 6) * 0.5f;
	for (int i = 0; i < 32; i++)
		w[i] = i * 12345 - 100000;
	printf("%u %.3f %lld %08x\n", (unsigned)sums(p, q, 64),
	       (double)filter(f, 40), (long long)wide(w, 32),
	       (unsigned)table(p));
	return 0;
}
