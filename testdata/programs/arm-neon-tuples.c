// NEON structure loads and stores: two, three and four registers, double and
// quad (spaced), single lanes, all lanes, with several tuples live.
// target: arm

#include <arm_neon.h>
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static void
swap_rgb(uint8_t *p, int n)
{
	for (int i = 0; i + 16 <= n; i += 16) {
		uint8x16x3_t v = vld3q_u8(p + i * 3);
		uint8x16_t t = v.val[0];

		v.val[0] = v.val[2];
		v.val[2] = vaddq_u8(t, v.val[1]);
		vst3q_u8(p + i * 3, v);
	}
}

__attribute__((noinline)) static void
rotate4(uint16_t *p, int n)
{
	for (int i = 0; i + 8 <= n; i += 8) {
		uint16x8x4_t v = vld4q_u16(p + i * 4);
		uint16x8_t t = v.val[0];

		v.val[0] = vaddq_u16(v.val[1], v.val[3]);
		v.val[1] = v.val[2];
		v.val[2] = vsubq_u16(v.val[3], t);
		v.val[3] = t;
		vst4q_u16(p + i * 4, v);
	}
}

__attribute__((noinline)) static void
complex_product(const float *a, const float *b, float *out, int n)
{
	for (int i = 0; i + 4 <= n; i += 4) {
		float32x4x2_t x = vld2q_f32(a + i * 2),
			      y = vld2q_f32(b + i * 2), r;

		r.val[0] = vmulq_f32(x.val[0], y.val[0]);
		r.val[1] = vmulq_f32(x.val[0], y.val[1]);
		r.val[0] = vmlsq_f32(r.val[0], x.val[1], y.val[1]);
		r.val[1] = vmlaq_f32(r.val[1], x.val[1], y.val[0]);
		vst2q_f32(out + i * 2, r);
	}
}

__attribute__((noinline)) static void
lanes(const uint8_t *in, uint8_t *out)
{
	uint8x8x4_t a = vld4_u8(in), b = vld4_dup_u8(in + 5);
	uint8x8x3_t c = vld3_u8(in + 32), d = vld3_dup_u8(in + 9);
	uint8x8x2_t e = vld2_u8(in + 56), f = vld2_dup_u8(in + 13);

	a = vld4_lane_u8(in + 60, a, 3);
	c = vld3_lane_u8(in + 61, c, 5);
	e = vld2_lane_u8(in + 62, e, 7);
	for (int i = 0; i < 4; i++)
		a.val[i] = vadd_u8(a.val[i], b.val[3 - i]);
	for (int i = 0; i < 3; i++)
		c.val[i] = veor_u8(c.val[i], vadd_u8(d.val[2 - i], a.val[i]));
	for (int i = 0; i < 2; i++)
		e.val[i] = vsub_u8(e.val[i], vmul_u8(f.val[1 - i], c.val[i]));
	vst4_u8(out, a);
	vst3_u8(out + 32, c);
	vst2_u8(out + 56, e);
	vst4_lane_u8(out + 3, a, 6);
	vst3_lane_u8(out + 44, c, 1);
	vst2_lane_u8(out + 70, e, 2);
}

__attribute__((noinline)) static uint32_t
pressure(const uint32_t *p, int n)
{
	uint32x4x4_t a = vld4q_u32(p), b = vld4q_u32(p + 16),
		     c = vld4q_u32(p + 32);
	uint32x4x3_t d = vld3q_u32(p + 48);
	uint32_t out[16], h = 0;

	while (n--)
		for (int i = 0; i < 4; i++) {
			a.val[i] = vaddq_u32(a.val[i], b.val[(i + 1) & 3]);
			b.val[i] =
				veorq_u32(b.val[i], vshlq_n_u32(c.val[i], 3));
			c.val[i] = vsubq_u32(c.val[(i + 3) & 3], d.val[i % 3]);
			d.val[i % 3] = vaddq_u32(d.val[i % 3], a.val[i]);
		}
	for (int i = 0; i < 4; i++)
		a.val[i] = vaddq_u32(vaddq_u32(a.val[i], b.val[i]),
				     veorq_u32(c.val[i], d.val[i % 3]));
	vst4q_u32(out, a);
	for (int i = 0; i < 16; i++)
		h = h * 31 + out[i];
	return h;
}

static uint32_t
hash(const void *p, int n)
{
	const uint8_t *b = p;
	uint32_t h = 2166136261u;

	while (n--)
		h = (h ^ *b++) * 16777619u;
	return h;
}

int
main(void)
{
	uint8_t rgb[96], out[80] = {0};
	uint16_t quads[64];
	float a[16], b[16], r[16], sum = 0;
	uint32_t words[64];

	for (int i = 0; i < 96; i++)
		rgb[i] = (uint8_t)(i * 5);
	for (int i = 0; i < 64; i++) {
		quads[i] = (uint16_t)(i * 999);
		words[i] = (uint32_t)i * 2654435761u;
	}
	for (int i = 0; i < 16; i++) {
		a[i] = (float)i;
		b[i] = (float)(i % 5) - 2;
	}
	swap_rgb(rgb, 32);
	rotate4(quads, 16);
	complex_product(a, b, r, 8);
	lanes(rgb, out);
	for (int i = 0; i < 16; i++)
		sum = sum * 0.5f + r[i];
	printf("%08x %08x %08x %.4f %08x\n", (unsigned)hash(rgb, 96),
	       (unsigned)hash(quads, sizeof quads), (unsigned)hash(out, 80),
	       (double)sum, (unsigned)pressure(words, 10));
	return 0;
}
