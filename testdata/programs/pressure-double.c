// More doubles and floats live through loops and calls than there are
// registers; on x86-64 no vector register survives a call.

#include <stdio.h>

static int calls;

__attribute__((noinline)) static double
damp(double x)
{
	calls++;
	return x * 0.5 + 0.25;
}

__attribute__((noinline)) static double
around(const double *in, int n)
{
	double a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5],
	       g = in[6], h = in[7], i = in[8], j = in[9], k = in[10],
	       l = in[11], m = in[12], o = in[13], p = in[14], q = in[15],
	       r = in[16], s = in[17], t = in[18], u = in[19];

	for (int x = 0; x < n; x++) {
		a = (b + u) * 0.5;
		b = (c - a) * 0.25;
		c = (d + b) * 0.5;
		d = (e - c) * 0.25;
		e = (f + d) * 0.5;
		f = (g - e) * 0.25;
		g = (h + f) * 0.5;
		h = (i - g) * 0.25;
		i = (j + h) * 0.5;
		j = (k - i) * 0.25;
		k = (l + j) * 0.5;
		l = (m - k) * 0.25;
		m = (o + l) * 0.5;
		o = (p - m) * 0.25;
		p = (q + o) * 0.5;
		q = (r - p) * 0.25;
		r = (s + q) * 0.5;
		s = (t - r) * 0.25;
		t = (u + s) * 0.5;
		u = (a - t) * 0.25 + x;
	}
	return a + b + c + d + e + f + g + h + i + j + k + l + m + o + p + q +
	       r + s + t + u;
}

__attribute__((noinline)) static double
across(const double *in, int n)
{
	double a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5],
	       g = in[6], h = in[7], i = in[8], j = in[9];
	float v = (float)in[10], w = (float)in[11], z = (float)in[12];

	for (int x = 0; x < n; x++) {
		a = damp(b + c);
		b = damp(d - e) + a;
		c -= f * 0.125;
		d = damp(g + h) - b;
		e = i + j * 0.5;
		v = v * 0.5f + (float)damp(w);
		w += z * 0.25f;
		z -= v * 0.125f;
		f = damp(a - z);
		g -= c * 0.5;
		h = damp(v + d);
		i -= e * 0.25;
		j = damp(i);
	}
	return a + b + c + d + e + f + g + h + i + j + v + w + z;
}

int
main(void)
{
	double in[20];

	for (int x = 0; x < 20; x++)
		in[x] = x * 1.5 - 7;
	printf("%.6f\n", around(in, 50));
	printf("%.6f\n", across(in, 30));
	printf("%d\n", calls);
	return 0;
}
