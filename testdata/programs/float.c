// Floating point: comparisons with NaN, conversions of all widths, square
// roots, series, Newton, float and double constants, sign tricks.

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static int
classify(double x, double y)
{
	return (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 |
	       (x > y) << 4 | !(x >= y) << 5;
}

__attribute__((noinline)) static double
sine(double x)
{
	double term = x, sum = x;

	for (int i = 1; i < 12; i++) {
		term *= -x * x / ((2 * i) * (2 * i + 1));
		sum += term;
	}
	return sum;
}

__attribute__((noinline)) static float
root(float x)
{
	float r = x > 1 ? x / 2 : 1;

	for (int i = 0; i < 8; i++)
		r = (r + x / r) * 0.5f;
	return r;
}

__attribute__((noinline)) static int64_t
convert(double x, float y)
{
	int32_t a = (int32_t)x;
	uint32_t b = (uint32_t)(x + 3e9);
	int64_t c = (int64_t)(x * 1e6);
	uint64_t d = (uint64_t)(y * 1e10f);
	int8_t e = (int8_t)y;

	return a + (int64_t)b + c + (int64_t)(d >> 3) + e;
}

__attribute__((noinline)) static double
back(int64_t a, uint64_t b, uint32_t c, int16_t d)
{
	return (double)a + (double)b / 1024 + (float)c + d;
}

__attribute__((noinline)) static double
select(double x, double low, double high)
{
	x = fabs(x);
	x = x < low ? low : x;
	x = x > high ? high : x;
	return copysign(x, low - high);
}

int
main(void)
{
	double nan = NAN, values[] = {-1.5, 0, -0.0, 2.25, nan, INFINITY};
	int codes = 0;

	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 6; j++)
			codes = (codes * 7 + classify(values[i], values[j])) %
				1000003;
	printf("%d\n", codes);
	printf("%.9f %.9f %.5f\n", sine(1), sine(-2.5), (double)root(2));
	printf("%.6f %.4f\n", sqrt(2.0), (double)sqrtf(3.0f));
	printf("%lld\n", (long long)convert(-12345.678, 99.5f));
	printf("%.3f\n", back(-5000000000, 1ull << 63, 4000000000u, -7));
	printf("%.2f %.2f %.2f\n", select(-9, 1, 5), select(0.5, 1, 5),
	       floor(-2.5) + ceil(2.5) + trunc(-2.5));
	return 0;
}
