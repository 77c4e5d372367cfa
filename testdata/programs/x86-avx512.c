// AVX-512 intrinsics: 512-bit vectors, mask registers, masked loads and
// stores, compress, the upper sixteen vector registers.
// target: x86
// flags: -mavx512f -mavx512bw -mavx512vl -mavx512dq -mprefer-vector-width=512
// cpu: avx512f avx512bw avx512vl avx512dq

#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static int
filter(const int *in, int n, int low, int high, int *out)
{
	__m512i lo = _mm512_set1_epi32(low), hi = _mm512_set1_epi32(high);
	int count = 0;

	for (int i = 0; i < n; i += 16) {
		__mmask16 live =
			(__mmask16)(n - i >= 16 ? 0xffff : (1 << (n - i)) - 1);
		__m512i v = _mm512_maskz_loadu_epi32(live, in + i);
		__mmask16 m = _mm512_mask_cmpgt_epi32_mask(live, v, lo);

		m = _kand_mask16(m, _mm512_cmplt_epi32_mask(v, hi));
		m = _kor_mask16(m, _mm512_mask_cmpeq_epi32_mask(live, v, hi));
		_mm512_mask_compressstoreu_epi32(out + count, m, v);
		count += __builtin_popcount(m);
	}
	return count;
}

__attribute__((noinline)) static uint64_t
mix(const uint64_t *in, int n)
{
	__m512i v[36], s = _mm512_setzero_si512();

	for (int i = 0; i < 36; i++)
		v[i] = _mm512_add_epi64(_mm512_loadu_si512(in + i % 8 * 8),
					_mm512_set1_epi64(i));
	while (n--) {
#pragma clang loop unroll(full)
		for (int i = 0; i < 36; i++)
			v[i] = _mm512_ternarylogic_epi64(
				_mm512_rol_epi64(v[i], 7), v[(i + 7) % 36],
				v[(i + 19) % 36], 0x96);
	}
	for (int i = 0; i < 36; i++)
		s = _mm512_add_epi64(s, v[i]);
	return (uint64_t)_mm512_reduce_add_epi64(s);
}

__attribute__((noinline)) static unsigned
bytes(const char *p, const char *q)
{
	__m512i a = _mm512_loadu_si512(p), b = _mm512_loadu_si512(q);
	__mmask64 k = _mm512_cmpgt_epi8_mask(a, b);

	a = _mm512_mask_sub_epi8(b, k, a, b);
	k ^= _mm512_test_epi8_mask(a, _mm512_set1_epi8(4));
	return (unsigned)(k ^ k >> 32) +
	       (unsigned)_mm512_reduce_add_epi32(
		       _mm512_and_si512(a, _mm512_set1_epi32(0xff)));
}

int
main(void)
{
	int in[100], out[100], sum = 0;
	uint64_t wide[64];
	char p[64], q[64];

	for (int i = 0; i < 100; i++)
		in[i] = i * 37 % 101;
	for (int i = 0; i < 64; i++) {
		wide[i] = (uint64_t)i * 0x9e3779b97f4a7c15ull;
		p[i] = (char)(i * 5);
		q[i] = (char)(i * 11);
	}
	int n = filter(in, 100, 20, 70, out);

	for (int i = 0; i < n; i++)
		sum = sum * 3 % 1000003 + out[i];
	printf("%d %d %016llx %08x\n", n, sum, (unsigned long long)mix(wide, 9),
	       bytes(p, q));
	return 0;
}
