// Constants of all shapes, shifted and extended operands, conditions.
// target: aarch64

#include <stdint.h>
#include <stdio.h>

#define N(v)                                                                   \
	asm volatile("" : "=r"(x) : "0"((uint64_t)(v)));                       \
	sum = sum * 31 + x;
#define W(v)                                                                   \
	asm volatile("" : "=r"(w) : "0"((uint32_t)(v)));                       \
	sum = sum * 31 + w;

__attribute__((noinline)) static uint64_t
constants(void)
{
	uint64_t sum = 0, x;
	uint32_t w;

	N(0) N(1) N(-1) N(0xffff) N(0x10000) N(0xffff0000) N(0x12345678)
	N(0xffffffff12345678) N(0x123456789abcdef0) N(0xffff1234ffff5678)
	N(0x5555555555555555) N(0x00ff00ff00ff00ff) N(0x7fffffffffffffff)
	N(0x8000000000000000) N(0xffff000000000000) N(0x0000ffff0000ffff)
	N(0xfffffffffffffffe) N(0x1234000000000000) N(0x0001ffff00000000)
	N(0xffffffffffff0000) N(0xffffffff0000ffff) N(0x00000000fffffffe)
	N(0xe0e0e0e0e0e0e0e0) N(0x0f0f0f0f0f0f0f0e) N(0xffff0000ffff1234)
	W(0) W(-1) W(0xffff) W(0xffff0000) W(0x12345678) W(0xffff1234)
	W(0x1234ffff) W(0xaaaaaaaa) W(0x80000001) W(0x7fffffff) W(0xfffffffe)
	W(0x0ff00ff0) W(0xfffe0000) W(0x00010001)
	return sum;
}

__attribute__((noinline)) static uint64_t
shifts(uint64_t a, uint64_t b, uint32_t c, int32_t d)
{
	uint64_t s = a + (b << 7);

	s = s * 3 ^ (b >> 13);
	s = s * 5 - ((int64_t)a >> 9);
	s = s * 7 + (c << 3);
	s ^= (uint64_t)c << 4;
	s += (int64_t)d << 2;
	s += (uint8_t)c;
	s -= (int16_t)d;
	s &= ~(a << 5);
	s |= (a >> 17 | a << 47);
	s += (a >> 11 & 0x3ff) | (b & 0xfc0) << 20;
	s ^= (uint64_t)((int64_t)(b << 40) >> 50);
	return s + ((a & 0xffff0000ffffull) | (b & 0xffff00000000)) % 12345;
}

__attribute__((noinline)) static double
floats(double a, float b)
{
	double s = a * 2.0 + 0.5 - 31.0 * b;

	s += a > 1.0 ? 0.125 : -1.9375;
	s = b < 3.5f ? s * 1e100 : s / 3.0e-7;
	s = a == 0.0 ? 0.0 : s;
	return s - (double)(int64_t)(a * 1000.25) + (double)(uint32_t)b;
}

__attribute__((noinline)) static int
conditions(int64_t a, int64_t b, unsigned c, unsigned d)
{
	int n = a < b ? 3 : c > d ? 5 : a == 17 ? 7 : 11;

	n += (a > 5 && b > 9 && c != 3 && d >= 8) * 2;
	n += c < 1000 && (d & 0x70) ? (int)c : ~n;
	n = n < 0 ? -n : n;
	return n * (a >= b) - (c <= d) + (int)(a == b) * 100;
}

__attribute__((noinline)) static long double
quad(long double a, int n)
{
	return a * 3.14159265358979323846264338327950288L + n;
}

__attribute__((noinline)) static int
table(int n, int m)
{
	switch (n) {
	case 0: return m * 3;
	case 1: return m - 7;
	case 2: return m / 3;
	case 3: return m ^ 0x55;
	case 4: return m % 10;
	case 5: return -m;
	case 6: return m << 3;
	case 7: return 12;
	case 9: return m | 64;
	default: return 0;
	}
}

__attribute__((noinline)) static unsigned __int128
wide(unsigned __int128 a, uint64_t b)
{
	return a * b + ((a >> 37) ^ b) - a / (b | 1);
}

int
main(void)
{
	unsigned __int128 w = 0x123456789abcdefull;
	int s = 0;

	w = wide(w << 40 | 77, 0xfedcba987ull);
	for (int i = -1; i < 12; i++)
		s = s * 3 + table(i, 1000 + i);
	printf("%016llx\n", (unsigned long long)constants());
	printf("%016llx\n",
	       (unsigned long long)shifts(0x123456789abcdefull, 987654321987ull,
					  0xdeadbeefu, -77777));
	printf("%.6g %.6g\n", floats(1.5, 2.25f), floats(-3.0, 4.5f));
	printf("%d %d %d\n", conditions(1, 2, 3, 4), conditions(17, 10, 4, 0x78),
	       conditions(-5, -5, 4000000000u, 3));
	printf("%.12Lf %d\n", quad(2.5L, 3), s);
	printf("%016llx%016llx\n", (unsigned long long)(w >> 64),
	       (unsigned long long)w);
	return 0;
}
