/* A loop at -O3 with AVX2: 24 differences are worked out before the first of
 * them is used, the last one first. */
#include <stdio.h>

typedef float Lanes __attribute__((vector_size(32), aligned(4)));
enum { N = 24, ROWS = 8 };

__attribute__((noinline)) static Lanes
distance(const Lanes *a, const Lanes *b, const Lanes *weight, int n)
{
	Lanes sum = {0};
	int i, k;

	for (i = 0; i + N <= n; i += N) {
		Lanes d[N];

#pragma clang loop unroll(full)
		for (k = 0; k < N; k++)
			d[k] = a[i + k] - b[i + k];
#pragma clang loop unroll(full)
		for (k = N - 1; k >= 0; k--)
			sum = sum * 0.5f + d[k] * d[k] * weight[i + k];
	}
	return sum;
}

static Lanes a[N * ROWS], b[N * ROWS], weight[N * ROWS];

int
main(void)
{
	Lanes sum;
	int i, k;

	for (i = 0; i < N * ROWS; i++)
		for (k = 0; k < 8; k++) {
			a[i][k] = (float)(i * 3 + k);
			b[i][k] = (float)(i - 5 * k);
			weight[i][k] = (float)(i % 7);
		}
	sum = distance(a, b, weight, N * ROWS);
	for (k = 0; k < 8; k++)
		printf("%.4f\n", (double)sum[k]);
	return 0;
}
