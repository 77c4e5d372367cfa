// long double: the x87 stack, with pressure, calls, comparisons, conversions.
// target: x86

#include <math.h>
#include <stdio.h>

__attribute__((noinline)) static long double
half(long double x)
{
	return x / 2 + 1;
}

__attribute__((noinline)) static long double
polynomial(long double x, const long double *c, int n)
{
	long double r = 0;

	while (n--)
		r = r * x + c[n];
	return r;
}

__attribute__((noinline)) static long double
pressure(long double a, long double b, int n)
{
	long double c = a + b, d = a - b, e = a * b, f = a / b, g = c * d,
		    h = e - f, i = g + h, j = c - e;

	while (n--) {
		a = half(b) + c;
		b = c * 0.25L - d;
		c = d + e * 0.125L;
		d = e - f;
		e = f * 0.5L + half(g);
		f = g - h * 0.25L;
		g = h + i;
		h = i * 0.0625L - j;
		i = j + a < b ? a : b;
		j = c > d ? c * 0.5L : d * 0.25L;
	}
	return a + b + c + d + e + f + g + h + i + j;
}

__attribute__((noinline)) static long long
convert(long double x, int i, float f, double d)
{
	return (long long)(x * i + f - d) + (int)(x / 1e7L) + (short)f;
}

int
main(void)
{
	static const long double c[] = {1, -2.5L, 0.125L, 3};

	printf("%.15Lf\n", polynomial(1.75L, c, 4));
	printf("%.12Lf\n", pressure(1.5L, 2.25L, 12));
	printf("%lld\n", convert(1e15L, 7, 2.5f, -1e10));
	printf("%.10Lf %.10Lf\n", sqrtl(2), fabsl(-1.0L / 3));
	return 0;
}
