// A tiled matrix product: local memory, barriers, an unrolled inner loop, a
// register block of 4 by 4 a work item.
#include "gcn.h"

#define TILE 16

kernel workgroup(256) void
matmul(global const float *a, global const float *b, global float *c, int n)
{
	local float at[TILE][TILE + 1], bt[TILE][TILE + 1];
	int x = local_id() % TILE, y = local_id() / TILE;
	int row = group_id() / (n / TILE) * TILE + y;
	int column = group_id() % (n / TILE) * TILE + x;
	float s = 0;

	for (int k = 0; k < n; k += TILE) {
		at[y][x] = a[row * n + k + x];
		bt[y][x] = b[(k + y) * n + column];
		sync();
		for (int i = 0; i < TILE; i++)
			s += at[y][i] * bt[i][x];
		sync();
	}
	c[row * n + column] = s;
}

kernel workgroup(256) void
matmul_block(global const float4 *a, global const float4 *b, global float4 *c,
	int n4)
{
	local float4 bt[64][16];
	int x = local_id() % 16, y = local_id() / 16;
	float4 s0 = 0, s1 = 0, s2 = 0, s3 = 0;
	global const float4 *ap = a + (group_id() * 64 + y * 4) * n4;

	for (int k = 0; k < n4; k += 16) {
		for (int i = 0; i < 4; i++)
			bt[y * 4 + i][x] = b[(k * 4 + y * 4 + i) * n4 + x];
		sync();
		for (int i = 0; i < 16; i++) {
			float4 a0 = ap[k + i], a1 = ap[n4 + k + i],
				a2 = ap[2 * n4 + k + i], a3 = ap[3 * n4 + k + i];
			float4 b0 = bt[i * 4][x], b1 = bt[i * 4 + 1][x],
				b2 = bt[i * 4 + 2][x], b3 = bt[i * 4 + 3][x];

			s0 += a0.x * b0 + a0.y * b1 + a0.z * b2 + a0.w * b3;
			s1 += a1.x * b0 + a1.y * b1 + a1.z * b2 + a1.w * b3;
			s2 += a2.x * b0 + a2.y * b1 + a2.z * b2 + a2.w * b3;
			s3 += a3.x * b0 + a3.y * b1 + a3.z * b2 + a3.w * b3;
		}
		sync();
	}
	c += (group_id() * 64 + y * 4) * n4 + x;
	c[0] = s0;
	c[n4] = s1;
	c[2 * n4] = s2;
	c[3 * n4] = s3;
}
