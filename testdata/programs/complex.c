// Complex numbers: results in two registers, products, a Fourier transform.

#include <complex.h>
#include <stdio.h>

#define N 32

__attribute__((noinline)) static double complex
power(double complex z, int n)
{
	double complex r = 1;

	while (n--)
		r *= z;
	return r;
}

__attribute__((noinline)) static float complex
swap(float complex z, float k)
{
	return cimagf(z) * k + crealf(z) * I;
}

static void
fourier(double complex *v, int n, const double complex *roots, int step)
{
	if (n == 1)
		return;
	double complex even[N / 2], odd[N / 2];

	for (int i = 0; i < n / 2; i++) {
		even[i] = v[2 * i];
		odd[i] = v[2 * i + 1];
	}
	fourier(even, n / 2, roots, step * 2);
	fourier(odd, n / 2, roots, step * 2);
	for (int i = 0; i < n / 2; i++) {
		double complex t = roots[i * step] * odd[i];

		v[i] = even[i] + t;
		v[i + n / 2] = even[i] - t;
	}
}

int
main(void)
{
	/* the 32nd root of one */
	const double complex w = 0.98078528040323043 - 0.19509032201612825 * I;
	double complex v[N], roots[N];
	float complex f = 1 + 2 * I;

	for (int i = 0; i < N; i++) {
		v[i] = (i * 7 % 11) + (i % 3) * I;
		roots[i] = power(w, i);
		f = swap(f, 0.5f) + 1;
	}
	fourier(v, N, roots, 1);
	for (int i = 1; i < N; i += 6)
		printf("%.5f %.5f\n", creal(v[i]), cimag(v[i]));
	printf("%.5f %.5f\n", (double)crealf(f), (double)cimagf(f));
	return 0;
}
