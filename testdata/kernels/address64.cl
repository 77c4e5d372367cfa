// 64-bit addresses: strides beyond 32 bits, indirection, three dimensions,
// generic pointers, byte access, volatile.
#include "gcn.h"

kernel void
strides(global float *out, global const float *in, ulong pitch, ulong slice, int n)
{
	ulong x = local_id(), y = group_id();
	float s = 0;

	for (int z = 0; z < n; z++)
		s += in[x + y * pitch + z * slice] - in[y + x * slice - z];
	out[y * pitch + x] = s;
}

kernel void
chase(global const long *next, global long *out, int n)
{
	long at = global_id();

	for (int i = 0; i < n; i++) {
		at = next[at];
		if (at < 0)
			break;
	}
	out[global_id()] = at;
}

kernel void
indirect(global int *global const *rows, global const uchar *kinds, global int *out)
{
	uint i = global_id();
	global int *row = rows[kinds[i]];

	out[i] = row[i & 15] + row[kinds[i + 1] * 8];
}

kernel workgroup(64) void
generic_pointer(global int *a, int flag, global int *out)
{
	local int b[64];
	int *p = flag & 1 << (local_id() & 31) ? (int *)a + local_id() :
		(int *)b + local_id();

	b[local_id()] = flag;
	sync();
	*p += 3;
	sync();
	out[global_id()] = b[63 - local_id()] + *p;
}

kernel void
bytes(global uchar *out, global const uchar *in, global const short *s, uint n)
{
	uint i = global_id();
	uint a = in[i] | in[i + 1] << 8 | in[i + n] << 16;
	short b = s[i] - s[i + n];

	out[i] = a >> 4;
	out[i + n] = b;
	out[i + 2 * n] = b >> 8;
}
