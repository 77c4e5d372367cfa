// Frames of several kilobytes and more: objects that no short offset reaches,
// with values in all registers around, arguments on the stack, objects of
// variable size, large alignment, variable arguments, calls with many.

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

static volatile int seed = 7;

NOINLINE static int
touch(unsigned char *p, int n, int step)
{
	int i, sum = 0;

	for (i = 0; i < n; i += step)
		p[i] = (unsigned char)(i * 31 + seed);
	for (i = 0; i < n; i += step)
		sum += p[i];
	return sum;
}

NOINLINE static int
near_limit(int k)
{
	volatile int first = k;
	unsigned char a[2000];
	volatile double d = k * 0.5;

	return touch(a, sizeof(a), 3) + first + (int)d;
}

/* Everything is needed behind the call, and beside the large object. */
NOINLINE static int
pressure(int k)
{
	volatile int x0 = k, x1 = k + 1;
	volatile double y0 = k * 1.5;
	unsigned char a[9000], b[70000];
	int v[24], i, sum;
	double w[20], dsum = 0;

	for (i = 0; i < 24; i++)
		v[i] = seed * i + x0;
	for (i = 0; i < 20; i++)
		w[i] = seed * i * 0.25 + y0;
	sum = touch(a, sizeof(a), 101) + touch(b, sizeof(b), 1009);
	x1 += sum;
	for (i = 0; i < 24; i++)
		sum = sum * 3 + v[i] + a[i * 101];
	for (i = 0; i < 20; i++)
		dsum = dsum * 0.5 + w[i] + b[i * 1009];
	y0 += dsum;
	return sum + x1 + x0 + (int)y0;
}

NOINLINE static long
mixed(long a, long b, long c, long d, long e, long f, long g, long h, long i,
      long j, double x, float y)
{
	volatile unsigned char big[5000];
	volatile long keep = a + j;

	big[0] = (unsigned char)b;
	big[4999] = (unsigned char)i;
	return keep * 3 + b + c * d - e + f * g + h - i + big[0] + big[4999] +
	       (long)(x * y);
}

NOINLINE static int
variable(int n)
{
	unsigned char fixed[3000];
	unsigned char grows[n];
	long r;

	r = touch(fixed, sizeof(fixed), 7) + touch(grows, n, 11);
	r += mixed(n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1.5, 2.0f);
	return (int)r + fixed[7] + grows[11];
}

NOINLINE static int
aligned(int n)
{
	_Alignas(4096) unsigned char page[4096];
	_Alignas(64) unsigned char line[64];
	unsigned char grows[n];
	int sum = touch(page, sizeof(page), 5) + touch(grows, n, 3);

	sum += (uintptr_t)page % 4096 == 0;
	sum += (uintptr_t)line % 64 == 0;
	return sum + touch(line, 64, 1);
}

NOINLINE static int
sum_of(int n, ...)
{
	unsigned char big[2500];
	va_list args;
	int sum = touch(big, sizeof(big), 17);

	va_start(args, n);
	while (n-- > 0)
		sum = sum * 2 + va_arg(args, int);
	va_end(args);
	return sum;
}

int
main(void)
{
	printf("%d\n", near_limit(seed));
	printf("%d\n", pressure(seed));
	printf("%ld\n", mixed(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0.5, 4.0f));
	printf("%d %d\n", variable(100), variable(6000));
	printf("%d %d\n", aligned(50), aligned(5000));
	printf("%d\n", sum_of(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
	return 0;
}
