// SSE intrinsics: packed floats, doubles, integers, shuffles, a transposition.
// target: x86

#include <emmintrin.h>
#include <stdio.h>
#include <xmmintrin.h>

__attribute__((noinline)) static void
transform(const float m[16], const float *in, float *out, int n)
{
	__m128 a = _mm_loadu_ps(m), b = _mm_loadu_ps(m + 4),
	       c = _mm_loadu_ps(m + 8), d = _mm_loadu_ps(m + 12);

	_MM_TRANSPOSE4_PS(a, b, c, d);
	for (int i = 0; i < n; i++, in += 4, out += 4) {
		__m128 v = _mm_loadu_ps(in);
		__m128 r = _mm_mul_ps(a, _mm_shuffle_ps(v, v, 0x00));

		r = _mm_add_ps(r, _mm_mul_ps(b, _mm_shuffle_ps(v, v, 0x55)));
		r = _mm_add_ps(r, _mm_mul_ps(c, _mm_shuffle_ps(v, v, 0xaa)));
		r = _mm_add_ps(r, _mm_mul_ps(d, _mm_shuffle_ps(v, v, 0xff)));
		_mm_storeu_ps(out, r);
	}
}

__attribute__((noinline)) static int
bytes(const unsigned char *p, const unsigned char *q, int n)
{
	__m128i sum = _mm_setzero_si128(), top = sum;

	for (int i = 0; i < n; i += 16) {
		__m128i a = _mm_loadu_si128((const void *)(p + i)),
			b = _mm_loadu_si128((const void *)(q + i));

		sum = _mm_add_epi64(sum, _mm_sad_epu8(a, b));
		top = _mm_max_epu8(top, _mm_avg_epu8(a, b));
	}
	return _mm_cvtsi128_si32(sum) +
	       _mm_cvtsi128_si32(_mm_unpackhi_epi64(sum, sum)) +
	       _mm_movemask_epi8(_mm_cmpgt_epi8(top, _mm_set1_epi8(-9)));
}

__attribute__((noinline)) static double
pairs(const double *p, int n)
{
	__m128d a = _mm_setzero_pd(), b = _mm_set1_pd(1), c = _mm_set_pd(2, 3);

	for (int i = 0; i < n; i += 2) {
		__m128d v = _mm_loadu_pd(p + i);

		a = _mm_add_pd(a, _mm_mul_pd(v, c));
		b = _mm_max_pd(b, _mm_sub_pd(v, a));
		c = _mm_unpacklo_pd(_mm_unpackhi_pd(c, v), b);
		c = _mm_and_pd(c, _mm_cmplt_pd(c, _mm_set1_pd(50)));
	}
	a = _mm_add_sd(a, _mm_unpackhi_pd(b, c));
	return _mm_cvtsd_f64(a) + _mm_cvtsd_f64(_mm_sqrt_pd(b));
}

int
main(void)
{
	float m[16], in[32], out[32];
	unsigned char p[64], q[64];
	double d[20];

	for (int i = 0; i < 16; i++)
		m[i] = (float)(i % 5) - 1.5f;
	for (int i = 0; i < 32; i++)
		in[i] = (float)i * 0.5f;
	for (int i = 0; i < 64; i++) {
		p[i] = (unsigned char)(i * 7);
		q[i] = (unsigned char)(255 - i * 3);
	}
	for (int i = 0; i < 20; i++)
		d[i] = i * 1.25 - 4;
	transform(m, in, out, 8);
	for (int i = 0; i < 32; i += 5)
		printf("%.2f ", (double)out[i]);
	printf("\n%d %.4f\n", bytes(p, q, 64), pairs(d, 20));
	return 0;
}
