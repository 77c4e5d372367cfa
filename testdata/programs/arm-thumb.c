// The same kinds of code in Thumb-2: IT blocks, low registers, table branches,
// long products, 64-bit shifts.
// target: arm
// flags: -mthumb

#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static int
choose(int x, int y)
{
	switch (x & 7) {
	case 0:
		return y + 1;
	case 1:
		return y * 3;
	case 2:
		return y - x;
	case 3:
		return y ^ 0x55;
	case 4:
		return y << 2;
	case 5:
		return -y;
	case 6:
		return y > 100 ? y % 100 : y + 50;
	default:
		return ~y;
	}
}

__attribute__((noinline)) static int64_t
longs(int64_t a, int64_t b, int n)
{
	for (int i = 0; i < n; i++) {
		a = (int64_t)((uint64_t)a * 31u + (uint64_t)(b >> (i & 63)));
		b ^= (int64_t)((uint64_t)a << (i & 31));
		if (a < b)
			b -= i;
	}
	return a ^ b;
}

__attribute__((noinline)) static float
mean(const float *v, int n, float skip)
{
	float s = 0;
	int k = 0;

	for (int i = 0; i < n; i++)
		if (v[i] > skip) {
			s += v[i];
			k++;
		}
	return k ? s / (float)k : 0;
}

__attribute__((noinline)) static uint32_t
bits(uint32_t x)
{
	uint32_t r = __builtin_bitreverse32(x) + (uint32_t)__builtin_clz(x | 1);

	return r + (x >> 5 & 0x7ff) + (uint32_t)(int8_t)(x >> 11) +
	       (x & 0xffff) * (x >> 16);
}

int
main(void)
{
	float v[32];
	int s = 0;
	uint32_t h = 0;

	for (int i = 0; i < 32; i++)
		v[i] = (float)(i * 7 % 13);
	for (int i = 0; i < 500; i++) {
		s = choose(i, s) & 0xffffff;
		h = h * 33 + bits(h ^ (uint32_t)i << 13);
	}
	printf("%d %016llx %.4f %08x\n", s,
	       (unsigned long long)longs(123456789, -987654321, 100),
	       (double)mean(v, 32, 4), (unsigned)h);
	return 0;
}
