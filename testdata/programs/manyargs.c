// More arguments than registers: integers, doubles, floats, 64-bit, structs,
// mixed, through a pointer as well.

#include <stdint.h>
#include <stdio.h>

typedef struct {
	short a;
	signed char b;
} Small;

__attribute__((noinline)) static int64_t
ints(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j)
{
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h +
	       9 * i + 10LL * j;
}

__attribute__((noinline)) static double
doubles(double a, double b, double c, double d, double e, double f, double g,
	double h, double i, double j, float k)
{
	return a - b + c * d - e + f * g - h + i * j + k;
}

__attribute__((noinline)) static double
mixed(int a, double b, int64_t c, float d, Small e, double f, int64_t g, int h,
      float i, double j, int64_t k, int l, double m, double n, double o,
      double p, signed char q, unsigned short r)
{
	return a + b - (double)c + d * e.a - e.b + f + (double)g * h - i + j +
	       (double)k - l + m * n - o + p + q - r;
}

int
main(void)
{
	__typeof__(mixed) *volatile call = mixed;
	int64_t sum = 0;
	double fsum = 0;

	for (int i = 0; i < 20; i++) {
		Small s = {(short)(i * 100), (signed char)-i};

		sum += ints(i, i + 1, i + 2, i + 3, i + 4, i + 5, i + 6, i + 7,
			    i + 8, i * i);
		fsum += doubles(i, 1, 2, i, 3, 4, i, 5, 6, i, 0.5f);
		fsum += call(i, 0.25 * i, 1LL << i, 1.5f, s, i * 3.0,
			     -5000000000LL + i, 2, 0.5f, 1, 7LL * i, i, 2, 3, 4,
			     i, (signed char)(i - 10),
			     (unsigned short)(65535 - i));
	}
	printf("%lld %.3f\n", (long long)sum, fsum);
	return 0;
}
