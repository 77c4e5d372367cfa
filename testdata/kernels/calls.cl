// Function calls: arguments in registers and on the stack, results of several
// registers, values live across, recursion, calls under divergence, objects of
// the stack in functions that call and that do not, scalars spilled in them.
#include "gcn.h"

typedef struct { float x, y, z; int n; } Ray;

noinline static float
twice(float x)
{
	return x * 2 + 1;
}

noinline static Ray
step(Ray r, float by)
{
	r.x += by * r.y;
	r.y -= by * r.z;
	r.z = twice(r.x);
	r.n++;
	return r;
}

noinline static int
many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j,
	int k, int l, int m, int n, int o, int p, int q, int r, int s, int t,
	int u, int v, int w, int x, int y, int z, int a1, int b1, int c1,
	int d1, int e1, int f1, int g1, int h1, int i1, int j1)
{
	return a + 2 * b - c * d + e - f * g + h - i + j * k - l + m - n + o -
		p * q + r - s + t * u - v + w - x * y + z - a1 + b1 * c1 - d1 +
		e1 - f1 + g1 * h1 - i1 + j1;
}

noinline static uint
tree(global const int *v, uint depth, uint at)
{
	if (depth == 0)
		return v[at];
	uint a = tree(v, depth - 1, 2 * at + 1);

	if (a & 1)
		return a + at;
	return a * 3 + tree(v, depth - 1, 2 * at + 2);
}

kernel void
trace(global float4 *out, float by, int n)
{
	uint i = global_id();
	Ray r = {i, 1, 0.5f, 0};

	for (int k = 0; k < n; k++) {
		if (r.x < 100)
			r = step(r, by);
		else
			r.y = twice(r.y);
	}
	out[i] = (float4)(r.x, r.y, r.z, r.n);
}

kernel void
arguments(global int *out, global const int *in)
{
	uint i = global_id();
	int a = in[i], b = in[i + 1], c = in[i + 2];

	out[i] = many(a, b, c, a, b, c, 1, 2, 3, a, 5, b, 7, c, 9, 10, a, 12,
		13, b, c, 16, 17, 18, a, b, c, 22, 23, 24, a, b, c, 28, i, 30) + a * b;
}

kernel void
recurse(global int *out, global const int *in, uint depth)
{
	uint i = global_id();

	out[i] = tree(in, depth + (i & 1), i & 3) + in[i];
}

noinline static int
leaf(global int *p, int k)
{
	volatile int a[4];

	a[0] = p[k];
	a[k & 3] = 3;
	return a[1];
}

noinline static int
mixed(global const int *p, int16 a, int16 b, int k)
{
	int v[16];

	for (int i = 0; i < 16; i++)
		v[i] = p[i] * a[2];
	v[k & 15] = b[1];
	v[a[3] & 15] += b[5];
	return v[b[7] & 15] + p[v[a[4] & 15]] + a[15] + b[15];
}

noinline static int
outer(global int *p, int k)
{
	int v[8];

	for (int i = 0; i < 8; i++)
		v[i] = leaf(p, i + k);
	v[k & 7] = 1;
	return mixed(p, *(global int16 *)p, *(global int16 *)(p + 16), k) +
		v[k * 3 & 7];
}

noinline static int
crowded(global int *p, int k)
{
	int s[110], sum = 0;

	for (int i = 0; i < 110; i++)
		s[i] = __builtin_amdgcn_readfirstlane(p[i * 3]);
	for (int i = 0; i < k; i++)
		sum = sum * s[7] + s[39];
	sum += leaf(p, sum);
	for (int i = 0; i < 110; i++)
		sum = (sum ^ s[i]) * s[109 - i];
	return sum;
}

kernel void
frames(global int *out, global int *in)
{
	uint i = global_id();

	out[i] = outer(in + i, i) + crowded(in, i);
}
