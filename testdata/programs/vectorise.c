// Loops that the vectoriser takes: sums, minima, conversions, conditions,
// strides, mixed widths.

#include <stdint.h>
#include <stdio.h>

#define N 203

static int32_t a[N], b[N], c[N];
static float f[N], g[N];
static uint8_t bytes[N], more[N];
static int16_t shorts[N];
static double d[N];

__attribute__((noinline)) static void
fill(void)
{
	for (int i = 0; i < N; i++) {
		a[i] = i * 37 % 101 - 50;
		b[i] = i * 53 % 89;
		f[i] = (float)(i % 16) * 0.5f;
		bytes[i] = (uint8_t)(i * 3);
		shorts[i] = (int16_t)(i * 331);
	}
}

__attribute__((noinline)) static void
convert(void)
{
	for (int i = 0; i < N; i++) {
		c[i] = a[i] > b[i] ? a[i] - b[i] : a[i] * b[i];
		g[i] = (float)a[i] + f[i] * 2;
		d[i] = (double)shorts[i] / 4 + bytes[i];
		more[i] = (uint8_t)((bytes[i] + (unsigned)shorts[i]) >> 1);
	}
}

__attribute__((noinline)) static int32_t
reduce(int32_t *low, int32_t *high)
{
	int32_t sum = 0, lo = c[0], hi = c[0];

	for (int i = 0; i < N; i++) {
		sum += c[i] ^ (shorts[i] * 2);
		lo = c[i] < lo ? c[i] : lo;
		hi = c[i] > hi ? c[i] : hi;
	}
	*low = lo;
	*high = hi;
	return sum;
}

__attribute__((noinline)) static uint32_t
stride(const uint8_t *p, int n)
{
	uint32_t x = 0, y = 0, z = 0;

	for (int i = 0; i + 2 < n; i += 3) {
		x += p[i];
		y += p[i + 1] * 2u;
		z ^= p[i + 2];
	}
	return x + y * 7 + z * 1000000;
}

__attribute__((noinline)) static int64_t
dot(const int32_t *p, const int32_t *q, int n)
{
	int64_t s = 0;

	for (int i = 0; i < n; i++)
		s += (int64_t)p[i] * q[i];
	return s;
}

int
main(void)
{
	int32_t low, high, sum;
	double total = 0;
	float best = 0;

	fill();
	convert();
	sum = reduce(&low, &high);
	for (int i = 0; i < N; i++) {
		total += d[i] + (double)g[i];
		if (g[i] > best)
			best = g[i];
	}
	printf("%d %d %d\n", (int)sum, (int)low, (int)high);
	printf("%u %lld\n", (unsigned)stride(more, N), (long long)dot(a, c, N));
	printf("%.2f %.2f\n", total, (double)best);
	return 0;
}
