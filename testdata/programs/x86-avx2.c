// AVX2 intrinsics: 256-bit integers and floats, lanes, gathers, masks,
// variable shifts, more vectors live than registers.
// target: x86
// flags: -mavx2 -mfma
// cpu: avx2 fma

#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static uint32_t
rounds(const uint32_t *in, int n)
{
	__m256i v[18], sum = _mm256_setzero_si256();
	uint32_t out[8], r = 0;

	for (int i = 0; i < 18; i++)
		v[i] = _mm256_loadu_si256((const void *)(in + i * 8));
	for (int k = 0; k < n; k++) {
#define STEP(i)                                                                \
	v[i] = _mm256_add_epi32(                                               \
		v[i], _mm256_xor_si256(                                        \
			      v[(i + 5) % 18],                                 \
			      _mm256_slli_epi32(v[(i + 11) % 18], i % 7 + 1)))
		STEP(0);
		STEP(1);
		STEP(2);
		STEP(3);
		STEP(4);
		STEP(5);
		STEP(6);
		STEP(7);
		STEP(8);
		STEP(9);
		STEP(10);
		STEP(11);
		STEP(12);
		STEP(13);
		STEP(14);
		STEP(15);
		STEP(16);
		STEP(17);
	}
	for (int i = 0; i < 18; i++)
		sum = _mm256_add_epi32(_mm256_permute4x64_epi64(sum, 0x39),
				       _mm256_shuffle_epi32(v[i], 0x4e));
	_mm256_storeu_si256((void *)out, sum);
	for (int i = 0; i < 8; i++)
		r = r * 31 + out[i];
	return r;
}

__attribute__((noinline)) static int
gather(const int *table, const int *index, int n)
{
	__m256i sum = _mm256_setzero_si256();

	for (int i = 0; i < n; i += 8) {
		__m256i at = _mm256_loadu_si256((const void *)(index + i));
		__m256i mask = _mm256_cmpgt_epi32(at, _mm256_set1_epi32(10));
		__m256i v = _mm256_mask_i32gather_epi32(at, table, at, mask, 4);

		sum = _mm256_add_epi32(
			sum,
			_mm256_sllv_epi32(
				v, _mm256_and_si256(at, _mm256_set1_epi32(3))));
	}
	__m128i low = _mm_add_epi32(_mm256_castsi256_si128(sum),
				    _mm256_extracti128_si256(sum, 1));
	low = _mm_hadd_epi32(low, low);
	return _mm_extract_epi32(low, 0) + _mm_extract_epi32(low, 1);
}

__attribute__((noinline)) static float
fused(const float *a, const float *b, int n)
{
	__m256 s = _mm256_setzero_ps(), t = _mm256_set1_ps(1);
	float out[8], r = 0;

	for (int i = 0; i < n; i += 8) {
		__m256 x = _mm256_loadu_ps(a + i), y = _mm256_loadu_ps(b + i);

		s = _mm256_fmadd_ps(x, y, s);
		t = _mm256_blendv_ps(t, _mm256_fnmadd_ps(x, t, y),
				     _mm256_cmp_ps(x, y, _CMP_LT_OQ));
	}
	_mm256_storeu_ps(out,
			 _mm256_add_ps(s, _mm256_permute2f128_ps(t, t, 1)));
	for (int i = 0; i < 8; i++)
		r += out[i];
	return r;
}

int
main(void)
{
	uint32_t in[144];
	int table[64], index[64];
	float a[64], b[64];

	for (uint32_t i = 0; i < 144; i++)
		in[i] = i * 2654435761u;
	for (int i = 0; i < 64; i++) {
		table[i] = i * i;
		index[i] = i * 29 % 64;
		a[i] = (float)(i % 9);
		b[i] = (float)(i % 7) * 0.5f;
	}
	printf("%08x %d %.2f\n", rounds(in, 20), gather(table, index, 64),
	       (double)fused(a, b, 64));
	return 0;
}
