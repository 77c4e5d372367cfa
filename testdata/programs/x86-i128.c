// 128-bit integers: product, quotient, shifts, comparison, conversion.
// target: x86

#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 U;
typedef __int128 S;

__attribute__((noinline)) static U
power(U base, unsigned n)
{
	U r = 1;

	for (; n; n >>= 1, base *= base)
		if (n & 1)
			r *= base;
	return r;
}

__attribute__((noinline)) static S
mix(S a, S b, int shift)
{
	S q = b ? a / b : a, r = b ? a % b : b;

	if (a < b)
		q += r;
	else if ((U)a > (U)b << shift)
		q ^= (S)((U)r >> shift);
	return q - (b >> (shift & 127));
}

__attribute__((noinline)) static uint64_t
modmul(uint64_t a, uint64_t b, uint64_t m)
{
	return (uint64_t)((U)a * b % m);
}

static void
print(U u)
{
	char s[41];
	int i = 40;

	s[i] = 0;
	do {
		s[--i] = (char)('0' + (int)(u % 10));
	} while (u /= 10);
	puts(s + i);
}

int
main(void)
{
	S x = 0;
	uint64_t m = 1, prime = 18446744073709551557ull;

	print(power(3, 80));
	print(~(U)0);
	for (int i = 1; i < 60; i++) {
		x += mix((S)power(7, (unsigned)i) >> 1, (S)i << i, i);
		m = modmul(m + (uint64_t)i, m ^ 0x123456789abcdefull, prime);
	}
	print((U)x);
	printf("%llu %.6e\n", (unsigned long long)m, (double)x);
	return 0;
}
