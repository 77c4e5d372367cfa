// Conventions of functions that hand their work on: arguments in registers that
// others save, arguments in memory that the callee frees, an error beside the
// result.
// target: x86

#include <stdint.h>
#include <stdio.h>

static volatile int64_t seen;

__attribute__((noinline)) static int64_t
look(int64_t n)
{
	return seen = seen * 3 + n;
}

#define TEN                                                                    \
	int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f,      \
		int64_t g, int64_t h, int64_t i, int64_t j

__attribute__((preserve_none, noinline)) static int64_t
none_end(TEN)
{
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h +
	       9 * i + 10 * j;
}

__attribute__((preserve_none, noinline)) static int64_t
none_step(TEN)
{
	int64_t r = look(a);

	__attribute__((musttail)) return none_end(b, a, d, c + r, f, e - r, h,
						  g, j, i);
}

/* The callee frees what lies in memory. */
__attribute__((swiftasynccall, noinline)) static void
swift_end(int64_t *to, TEN)
{
	*to += a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h +
	       9 * i + 10 * j;
}

__attribute__((swiftasynccall, noinline)) static void
swift_step(int64_t *to, TEN)
{
	int64_t r = look(j);

	__attribute__((musttail)) return swift_end(to, b, a, d, c + r, f, e - r,
						   h, g, j, i);
}

__attribute__((swiftcall, noinline)) static int64_t
fails(int64_t n, __attribute__((swift_context)) int64_t *context,
      __attribute__((swift_error_result)) void **error)
{
	int64_t r = look(n) + context[n & 3];

	if (n % 3 == 0)
		*error = context + (n & 3);
	return r * 5 + look(r);
}

__attribute__((noinline)) static int64_t
around(int64_t n)
{
	int64_t context[4] = {n, n + 2, n * 3, n - 7};
	int64_t a = n * 3, b = n + 4, c = n ^ 5, d = n - 1, e = n << 2, sum = 0;
	void *error = NULL;
	int k;

	for (k = 0; k < 9; k++) {
		sum += none_step(a, b, c, d, e, k, n, sum, 3, b);
		swift_step(&sum, k, e, a, b, c, d, sum, n, b, 7);
		sum = sum * 3 + fails(k, context, &error);
		if (error)
			sum ^= (int64_t *)error - context + 1;
		error = NULL;
		a += e;
		b ^= sum;
		c -= d;
		d += b & 15;
		e = a - c;
	}
	return sum + a + b + c + d + e;
}

int
main(void)
{
	int i;

	for (i = 0; i < 5; i++)
		printf("%lld\n", (long long)around(i));
	return 0;
}
