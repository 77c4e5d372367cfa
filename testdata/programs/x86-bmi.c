// Bit manipulation instructions: products without flags, deposits, extracts.
// target: x86
// flags: -mbmi -mbmi2 -mlzcnt -mpopcnt -madx
// cpu: bmi1 bmi2 popcnt adx

#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static void
product(const uint64_t a[4], uint64_t b, uint64_t out[5])
{
	unsigned long long hi, lo, carry = 0;
	unsigned char c = 0;

	for (int i = 0; i < 4; i++) {
		lo = _mulx_u64(a[i], b, &hi);
		c = _addcarry_u64(c, lo, carry, &lo);
		out[i] = lo;
		carry = hi;
	}
	out[4] = carry + c;
}

__attribute__((noinline)) static uint64_t
bits(uint64_t x, uint64_t mask, unsigned n)
{
	uint64_t a = _pdep_u64(x, mask), b = _pext_u64(x, mask);

	a ^= _bzhi_u64(b, n) + _blsr_u64(x) + _andn_u64(mask, x);
	a += _bextr_u64(x, n & 31, 9) ^ (x << (n & 63)) ^ (b >> (n & 63));
	return a + (uint64_t)_mm_popcnt_u64(x) + _lzcnt_u64(b) * 3 +
	       _tzcnt_u64(mask) * 5 + (uint64_t)((int64_t)x >> (n & 63));
}

int
main(void)
{
	uint64_t a[4] = {~0ull, 2, 0x123456789abcdef0, 1ull << 63}, out[5],
		 s = 1;

	for (unsigned i = 0; i < 100; i++) {
		product(a, s | 1, out);
		for (int k = 0; k < 4; k++)
			a[k] ^= out[k + 1];
		s += bits(s ^ a[i & 3], out[2], i);
	}
	printf("%016llx %016llx %016llx\n", (unsigned long long)s,
	       (unsigned long long)a[0], (unsigned long long)out[4]);
	return 0;
}
