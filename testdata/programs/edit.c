// Dynamic programming: edit distance, longest common part, a knapsack, the
// cheapest way through a grid.

#include <stdio.h>
#include <string.h>

static int
least(int a, int b, int c)
{
	int m = a < b ? a : b;

	return m < c ? m : c;
}

__attribute__((noinline)) static int
distance(const char *a, const char *b)
{
	int row[64], n = (int)strlen(b);

	for (int j = 0; j <= n; j++)
		row[j] = j;
	for (int i = 1; *a; i++, a++) {
		int diagonal = row[0];

		row[0] = i;
		for (int j = 1; j <= n; j++) {
			int up = row[j];

			row[j] = least(up + 1, row[j - 1] + 1,
				       diagonal + (*a != b[j - 1]));
			diagonal = up;
		}
	}
	return row[n];
}

__attribute__((noinline)) static int
common(const char *a, const char *b, char *out)
{
	static int t[64][64];
	int n = (int)strlen(a), m = (int)strlen(b), k;

	for (int i = n - 1; i >= 0; i--)
		for (int j = m - 1; j >= 0; j--)
			t[i][j] = a[i] == b[j] ? t[i + 1][j + 1] + 1
				  : t[i + 1][j] > t[i][j + 1] ? t[i + 1][j]
							      : t[i][j + 1];
	k = t[0][0];
	for (int i = 0, j = 0; i < n && j < m;) {
		if (a[i] == b[j]) {
			*out++ = a[i++];
			j++;
		} else if (t[i + 1][j] >= t[i][j + 1]) {
			i++;
		} else {
			j++;
		}
	}
	*out = 0;
	return k;
}

__attribute__((noinline)) static int
knapsack(const int *weight, const int *value, int n, int room)
{
	int best[201] = {0};

	for (int i = 0; i < n; i++)
		for (int w = room; w >= weight[i]; w--)
			if (best[w - weight[i]] + value[i] > best[w])
				best[w] = best[w - weight[i]] + value[i];
	return best[room];
}

__attribute__((noinline)) static long long
paths(int n)
{
	long long t[12][12];

	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			t[i][j] = (i + j) % 7 == 6 ? 0
				  : i == 0 || j == 0
					  ? 1
					  : t[i - 1][j] + t[i][j - 1] +
						    t[i - 1][j - 1] * 5;
	return t[n - 1][n - 1];
}

int
main(void)
{
	int w[20], v[20];
	char out[64];

	for (int i = 0; i < 20; i++) {
		w[i] = 3 + i * 7 % 23;
		v[i] = 10 + i * 13 % 31;
	}
	printf("%d %d\n", distance("register allocation", "linear relocations"),
	       distance("", "abc"));
	printf("%d ",
	       common("interference graph", "live range of a value", out));
	puts(out);
	printf("%d %lld\n", knapsack(w, v, 20, 100), paths(12));
	return 0;
}
