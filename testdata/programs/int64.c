// 64-bit arithmetic: carries, shifts by a variable, comparison, signed and
// unsigned division and remainder (library calls with pairs on ARM).

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

static uint64_t state = 0x9e3779b97f4a7c15ull;

__attribute__((noinline)) static uint64_t
next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

__attribute__((noinline)) static int64_t
mix(int64_t a, int64_t b, int shift, uint32_t narrow)
{
	int64_t q = b ? a / b : 0, r = b ? a % b : a;
	uint64_t u = (uint64_t)a / (narrow | 1), v = (uint64_t)a % (narrow | 1);
	uint64_t s =
		((uint64_t)a << (shift & 63)) ^ (uint64_t)(b >> (shift & 63));

	if (a < b)
		s += (uint64_t)q;
	else if ((uint64_t)a < (uint64_t)b)
		s -= (uint64_t)r;
	return (int64_t)(s * 31 + u - v + (uint64_t)r + ((uint64_t)q << 1));
}

__attribute__((noinline)) static uint64_t
gcd(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t t = a % b;
		a = b;
		b = t;
	}
	return a;
}

int
main(void)
{
	uint64_t sum = 0, g = 0;

	for (int i = 0; i < 2000; i++) {
		int64_t a = (int64_t)next(), b = (int64_t)(next() >> (i & 63));

		if (b == -1)
			b = 7;
		sum += (uint64_t)mix(a, b, i, (uint32_t)next());
		g += gcd((uint64_t)a >> 3, (uint64_t)b & 0xffffff);
		if (i % 400 == 0)
			printf("%" PRIx64 " %" PRId64 "\n", sum, (int64_t)g);
	}
	printf("%" PRIx64 " %" PRIu64 "\n", sum, g);
	return 0;
}
