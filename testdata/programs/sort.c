// Sorting: quick sort with recursion, heap sort, merge sort with a VLA, and
// the library's qsort through a function pointer.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 500

static uint32_t seed = 12345;

static int
next(void)
{
	seed = seed * 1664525u + 1013904223u;
	return (int)(seed >> 8) % 10000;
}

static void
quick(int *a, int lo, int hi)
{
	while (lo < hi) {
		int pivot = a[lo + (hi - lo) / 2], i = lo, j = hi;

		while (i <= j) {
			while (a[i] < pivot)
				i++;
			while (a[j] > pivot)
				j--;
			if (i <= j) {
				int t = a[i];
				a[i++] = a[j];
				a[j--] = t;
			}
		}
		if (j - lo < hi - i) {
			quick(a, lo, j);
			lo = i;
		} else {
			quick(a, i, hi);
			hi = j;
		}
	}
}

static void
sift(int *a, int root, int n)
{
	for (int child; (child = 2 * root + 1) < n; root = child) {
		if (child + 1 < n && a[child + 1] > a[child])
			child++;
		if (a[root] >= a[child])
			return;
		int t = a[root];
		a[root] = a[child];
		a[child] = t;
	}
}

static void
heap(int *a, int n)
{
	for (int i = n / 2 - 1; i >= 0; i--)
		sift(a, i, n);
	for (int i = n - 1; i > 0; i--) {
		int t = a[0];
		a[0] = a[i];
		a[i] = t;
		sift(a, 0, i);
	}
}

static void
merge(int *a, int n)
{
	if (n < 2)
		return;
	int half = n / 2, tmp[n], i = 0, j = half, k = 0;

	merge(a, half);
	merge(a + half, n - half);
	while (i < half && j < n)
		tmp[k++] = a[j] < a[i] ? a[j++] : a[i++];
	while (i < half)
		tmp[k++] = a[i++];
	while (j < n)
		tmp[k++] = a[j++];
	memcpy(a, tmp, n * sizeof *a);
}

static int
compare(const void *x, const void *y)
{
	int a = *(const int *)x, b = *(const int *)y;

	return (a > b) - (a < b);
}

int
main(void)
{
	int in[N], a[N], b[N], c[N], d[N];

	for (int i = 0; i < N; i++)
		in[i] = next() - 5000;
	memcpy(a, in, sizeof in);
	memcpy(b, in, sizeof in);
	memcpy(c, in, sizeof in);
	memcpy(d, in, sizeof in);
	quick(a, 0, N - 1);
	heap(b, N);
	merge(c, N);
	qsort(d, N, sizeof *d, compare);
	printf("%d %d %d\n", !memcmp(a, b, sizeof a), !memcmp(b, c, sizeof a),
	       !memcmp(c, d, sizeof a));
	for (int i = 0; i < N; i += 50)
		printf("%d ", a[i]);
	printf("%d\n", a[N - 1]);
	return 0;
}
