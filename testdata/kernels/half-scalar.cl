// Half precision and 16-bit integers that are not packed: what reads and writes
// one half of a register.
#include "gcn.h"

kernel void
arithmetic(global half *out, global const half *in)
{
	uint i = global_id();
	half x = in[i], y = in[i + 64], z = in[i + 128];

	out[i] = x / y;
	out[i + 64] = __builtin_fmaf16(x, y, z);
	out[i + 128] = __builtin_fmaxf16(__builtin_fmaxf16(x, y), z);
	out[i + 192] = __builtin_fminf16(__builtin_fminf16(-x, y), z);
	out[i + 256] = __builtin_fminf16(__builtin_fmaxf16(z, (half)-2), (half)3);
}

kernel void
join(global half2 *out, global const half *in, float scale)
{
	uint i = global_id();
	half2 pair = (half2)(in[i], in[i + 64]);

	out[i] = pair * (half2)((half)scale);
}

kernel void
shorts(global short *out, global uint *wide, global const ushort *in)
{
	uint i = global_id();
	short x = (short)in[i];

	x = x < -20 ? -20 : x;
	out[i] = x > 100 ? 100 : x;
	wide[i] = (uint)in[i] * in[i + 64] + wide[i];
}
