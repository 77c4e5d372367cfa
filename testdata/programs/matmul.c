// Matrix product in double and float, a transposition, a solution by Gauss's
// elimination; loops that the vectoriser takes.

#include <stdio.h>

#define N 24

static double a[N][N], b[N][N], c[N][N];
static float fa[N][N], fb[N][N], fc[N][N];

static void
product(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			double s = 0;
			float t = 0;

			for (int k = 0; k < N; k++) {
				s += a[i][k] * b[k][j];
				t += fa[i][k] * fb[k][j];
			}
			c[i][j] = s;
			fc[i][j] = t;
		}
}

static void
gauss(double m[N][N + 1], double x[N])
{
	for (int p = 0; p < N; p++) {
		for (int i = p + 1; i < N; i++) {
			double f = m[i][p] / m[p][p];

			for (int j = p; j <= N; j++)
				m[i][j] -= f * m[p][j];
		}
	}
	for (int i = N - 1; i >= 0; i--) {
		double s = m[i][N];

		for (int j = i + 1; j < N; j++)
			s -= m[i][j] * x[j];
		x[i] = s / m[i][i];
	}
}

int
main(void)
{
	static double m[N][N + 1], x[N];
	double trace = 0, sum = 0;
	float ftrace = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = (i * 7 + j * 3) % 11;
			b[i][j] = (i * 5 + j * 2) % 13;
			fa[i][j] = (i + j) % 5;
			fb[i][j] = (i * j) % 7;
		}
	product();
	for (int i = 0; i < N; i++) {
		trace += c[i][i];
		ftrace += fc[i][N - 1 - i];
		for (int j = 0; j < N; j++)
			m[i][j] = i == j ? 50 : a[j][i];
		m[i][N] = c[i][3];
	}
	gauss(m, x);
	for (int i = 0; i < N; i++)
		sum += x[i];
	printf("%.1f %.1f %.6f %.6f\n", trace, ftrace, sum, x[5]);
	return 0;
}
