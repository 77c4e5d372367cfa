// Other calling conventions: other argument registers, other callee-saved
// registers, vectors among them.
// target: x86

#include <stdint.h>
#include <stdio.h>

__attribute__((ms_abi, noinline)) static double
windows(int a, double b, int64_t c, float d, int e, double f)
{
	return a + b * (double)c - d + e * f;
}

__attribute__((ms_abi, noinline)) static int
through(int a, int b, int c, int d, int e)
{
	double x = windows(a, b, c, (float)d, e, 2);
	double y = windows(b, x, d, 1, c, x);

	return (int)(x + y * 3) + a + b + c + d + e;
}

__attribute__((regcall, noinline)) static int64_t
registers(int a, int b, int c, int d, int e, int f, int g, int h, int64_t i,
	  double x, double y)
{
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + i +
	       (int64_t)(x * y);
}

static volatile unsigned count;

__attribute__((preserve_most, noinline)) static void
most(int n)
{
	count += n * 3;
}

__attribute__((preserve_all, noinline)) static void
all(int n)
{
	count ^= n * 2;
}

/* What they return is not among what they save. */
__attribute__((preserve_most, noinline)) static int
most_of(int n)
{
	return count += n * 3;
}

__attribute__((preserve_all, noinline)) static int
all_of(int n, double x)
{
	return count ^= n * 5 + (x > 1);
}

__attribute__((no_caller_saved_registers, target("general-regs-only"),
	       noinline)) static int
none_of(int n)
{
	return (n * 7 + 1) ^ (n << 3);
}

/* Saves nothing of what passes arguments. */
__attribute__((noinline)) static double
ordinary(double a, double b, double c, int d, int e, int f)
{
	return count += (int)(a * b + c) % 1000 + d * e - f;
}

/* What their calls overwrite they have to save, too. */
__attribute__((preserve_most, noinline)) static void
most_calls(int n)
{
	ordinary(n, 2, 3, n, 5, 6);
}

__attribute__((preserve_all, noinline)) static void
all_calls(int n)
{
	ordinary(1, n, 3, 4, n, 6);
}

__attribute__((no_caller_saved_registers, target("general-regs-only"),
	       noinline)) static void
none_void(int n)
{
	count += n * 7 + n / 3;
}

/* With neither arguments nor a result it has no list of its own. */
__attribute__((no_caller_saved_registers, target("general-regs-only"),
	       noinline)) void
none_at_all(void)
{
	count += count * 7 + count / 3;
}

__attribute__((noinline)) static double
around(const double *v, int n)
{
	double a = v[0], b = v[1], c = v[2], d = v[3];
	int e = 1, f = 2, g = 3, h = 4, i = 5, j = 6, k = 7;

	while (n--) {
		most(e + n);
		a += b * e;
		b -= c * f;
		all(g);
		c += d * 0.5;
		d -= a * 0.25 + most_of(e) * 0.125;
		a += all_of(f, b) + none_of(g & 15);
		most_calls(k);
		b += i * 0.5;
		all_calls(j);
		d -= h * 0.25;
		none_void(e & 255);
		none_at_all();
		e ^= f;
		f += g;
		g -= h;
		h += i;
		i ^= j;
		j += k;
		k -= e;
	}
	return a + b + c + d + e + f + g + h + i + j + k;
}

int
main(void)
{
	static const double v[] = {1, 2, 3, 4};

	printf("%d\n", through(1, 2, 3, 4, 5));
	printf("%lld\n",
	       (long long)registers(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
	double sum = around(v, 12);

	printf("%.4f %d\n", sum, count);
	return 0;
}
