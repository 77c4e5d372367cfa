// Double precision: polynomials, division, square root, comparison, conversion.
#include "gcn.h"

kernel void
polynomial(global double *y, global const double *x, double a, double b, double c)
{
	uint i = global_id();
	double v = x[i], w = v * v;

	y[i] = ((a * w + b * v + c) * w - a * v + b) / (w + 1.0);
}

kernel void
orbit(global double2 *state, int steps, double dt)
{
	uint i = global_id();
	double2 p = state[2 * i], v = state[2 * i + 1];

	for (int k = 0; k < steps; k++) {
		double r2 = p.x * p.x + p.y * p.y;
		double r = __builtin_sqrt(r2);
		double f = -1.0 / (r2 * r);

		v += f * p * dt;
		p += v * dt;
		if (r2 > 1e6)
			break;
	}
	state[2 * i] = p;
	state[2 * i + 1] = v;
}

kernel void
convert(global long *out, global const double *in, global const long *from)
{
	uint i = global_id();
	double d = in[i];
	long l = from[i];

	out[i] = (long)d + (int)d + (long)(double)l + (uint)(float)l;
}
