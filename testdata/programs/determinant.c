// Elimination with exact arithmetic in a small field.

#include <stdio.h>

enum { N = 12, P = 10007 };

static int
inv(int a)
{
	int r = 1, e = P - 2;
	long b = a;
	for (; e; e >>= 1) {
		if (e & 1)
			r = (int)(r * b % P);
		b = b * b % P;
	}
	return r;
}

static int
det(int m[N][N])
{
	int d = 1, i, j, k;
	for (i = 0; i < N; i++) {
		for (k = i; k < N && !m[k][i]; k++)
			;
		if (k == N)
			return 0;
		if (k != i) {
			d = P - d;
			for (j = 0; j < N; j++) {
				int t = m[i][j];
				m[i][j] = m[k][j];
				m[k][j] = t;
			}
		}
		d = (int)((long)d * m[i][i] % P);
		long v = inv(m[i][i]);
		for (k = i + 1; k < N; k++) {
			long f = m[k][i] * v % P;
			for (j = i; j < N; j++)
				m[k][j] = (int)(((m[k][j] - f * m[i][j]) % P +
						 P) %
						P);
		}
	}
	return d;
}

int
main(void)
{
	int m[N][N], i, j, r;
	unsigned s = 1;
	for (r = 0; r < 5; r++) {
		for (i = 0; i < N; i++)
			for (j = 0; j < N; j++) {
				s = s * 1103515245u + 12345;
				m[i][j] = (int)((s >> 16) % P);
			}
		printf("%d\n", det(m));
	}
	return 0;
}
