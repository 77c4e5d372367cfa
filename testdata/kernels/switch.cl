// Switches: on a uniform value and on a divergent one, an interpreter, with a
// fall through.
#include "gcn.h"

kernel void
uniform(global float *out, global const float *in, int op)
{
	uint i = global_id();
	float v = in[i], r;

	switch (op) {
	case 0: r = v + 1; break;
	case 1: r = v * v; break;
	case 2: r = v - in[i + 1]; break;
	case 3: r = 1 / v; break;
	case 4: r = __builtin_fabsf(v); break;
	case 5: r = __builtin_floorf(v); break;
	case 9: r = v; v = 3; /* fall through */
	case 10: r = v * 2; break;
	default: r = 0; break;
	}
	out[i] = r;
}

kernel void
interpreter(global int *out, global const uchar *code, global const int *in, int n)
{
	uint i = global_id();
	int a = in[i], b = in[i + 1], c = 0;
	uint pc = i & 7;

	for (int k = 0; k < n; k++) {
		switch (code[pc++] & 7) {
		case 0: a += b; break;
		case 1: b -= c; break;
		case 2: c ^= a; break;
		case 3: a = in[(uint)b & 255]; break;
		case 4: if (a > b) pc += 2; break;
		case 5: pc = (uint)c & 63; break;
		case 6: { int t = a; a = b; b = c; c = t; break; }
		case 7: goto end;
		}
	}
end:
	out[i] = a + b * 3 + c * 5;
}

kernel void
both(global int *out, global const int *in, int mode)
{
	uint i = global_id();
	int v = in[i];

	switch (mode & 3) {
	case 0:
		switch (v & 3) {
		case 0: v += 7; break;
		case 1: v *= mode; break;
		case 2: v = in[v & 63]; break;
		}
		break;
	case 1: v = -v; break;
	case 2: v ^= mode; break;
	case 3: return;
	}
	out[i] = v;
}
