// 64-bit values in pairs on ARM: products with accumulation, saturation,
// atomics with exclusive pairs, division, arguments in aligned pairs.
// target: arm

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static _Atomic uint64_t shared = 0x100000000ull;

__attribute__((noinline)) static int64_t
dot(const int32_t *a, const int32_t *b, int n)
{
	int64_t s = 1;

	for (int i = 0; i < n; i++)
		s += (int64_t)a[i] * b[i];
	return s;
}

__attribute__((noinline)) static uint64_t
pairs(int a, uint64_t b, int c, uint64_t d, int e, uint64_t f)
{
	return b * (uint64_t)a + d * (uint64_t)c + f / (uint64_t)(e + 1) +
	       f % (uint64_t)(a | 1);
}

__attribute__((noinline)) static uint64_t
many(uint64_t a, uint64_t b, uint64_t c, uint64_t d, int n)
{
	uint64_t e = a ^ b, f = c ^ d, g = a + c, h = b + d;

	while (n--) {
		a += b << 7 | b >> 57;
		b ^= c - e;
		c += d * 5;
		d -= f >> 9;
		e = ~e + g;
		f ^= h << 3;
		g -= a;
		h += b > c ? d : e;
	}
	return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}

__attribute__((noinline)) static int64_t
swap(uint64_t expect, uint64_t new)
{
	uint64_t seen = expect;
	int ok = atomic_compare_exchange_strong(&shared, &seen, new);

	return (int64_t)(atomic_fetch_add(&shared, new) ^ seen) + ok;
}

__attribute__((noinline)) static int64_t
round_off(double x, float y)
{
	return (int64_t)x * 3 + (int64_t)(uint64_t)y - (int64_t)(uint32_t)y;
}

int
main(void)
{
	int32_t a[20], b[20];
	int64_t s = 0;

	for (int i = 0; i < 20; i++) {
		a[i] = i * 1234567 - 10000000;
		b[i] = 98765432 - i * 7654321;
	}
	for (int i = 0; i < 10; i++)
		s += swap(i & 1 ? shared : 5, (uint64_t)i << 30);
	printf("%lld %llu %016llx %lld %lld\n", (long long)dot(a, b, 20),
	       (unsigned long long)pairs(3, 1ull << 40, 5, 7, 9, ~0ull / 3),
	       (unsigned long long)many(1, 2, 3, 4, 50), (long long)s,
	       (long long)round_off(-1e12, 3e9f));
	return 0;
}
