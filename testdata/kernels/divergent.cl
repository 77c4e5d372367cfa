// Divergent control flow: loops inside loops with different trip counts,
// breaks, continues, early returns, conditions on conditions.
#include "gcn.h"

kernel void
collatz(global const uint *in, global uint *out, uint limit)
{
	uint i = global_id(), n = in[i], count = 0;

	while (n != 1) {
		n = n & 1 ? 3 * n + 1 : n >> 1;
		if (++count == limit)
			break;
	}
	out[i] = count;
}

kernel void
mandelbrot(global uchar *out, float x0, float y0, float step, uint width)
{
	uint i = global_id();
	float cx = x0 + step * (i % width), cy = y0 + step * (i / width);
	float x = 0, y = 0;
	int k = 0;

	while (x * x + y * y < 4 && k < 255) {
		float t = x * x - y * y + cx;

		y = 2 * x * y + cy;
		x = t;
		k++;
	}
	out[i] = k;
}

kernel void
nested(global const int *in, global int *out, int n)
{
	uint i = global_id();
	int v = in[i], s = 0;

	if (v < 0)
		return;
	for (int a = 0; a < v; a++) {
		if (in[a] == 7)
			continue;
		for (int b = a; b < n; b++) {
			int t = in[b] + s;

			if (t > 1000)
				break;
			if (t & 1) {
				for (int c = t & 7; c; c--) {
					s += in[c] * b;
					if (s < -50)
						goto next;
				}
			} else if (t & 2) {
				s ^= a;
			} else {
				s -= b;
				if (s % 5 == 0)
					goto done;
			}
		}
	next:
		s++;
	}
done:
	out[i] = s;
}

kernel void
select(global const float *in, global float *out, int mode)
{
	uint i = global_id();
	float v = in[i], r;

	if (mode > 2) {
		if (v > 0.5f)
			r = v > 0.75f ? v * 2 : v + in[i + 1];
		else if (v < -0.5f && mode != 5)
			r = in[i + 2] * v;
		else
			r = 0;
	} else {
		r = mode == 1 ? -v : v * v;
		if (r > 3 || v == 0)
			return;
	}
	out[i] = r;
}
