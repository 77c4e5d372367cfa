// The game of life on bit rows of 64, and on bytes; both must agree.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define H 40

static uint64_t rows[H + 2], next[H + 2];
static uint8_t cells[H + 2][66], after[H + 2][66];

static void
step_bits(void)
{
	for (int y = 1; y <= H; y++) {
		uint64_t ones = 0, twos = 0, fours = 0, in[8];

		for (int d = -1, k = 0; d <= 1; d++) {
			in[k++] = rows[y + d] << 1;
			in[k++] = rows[y + d] >> 1;
			if (d)
				in[k++] = rows[y + d];
		}
		for (int k = 0; k < 8; k++) {
			uint64_t carry = ones & in[k], more = twos & carry;

			ones ^= in[k];
			twos ^= carry;
			fours |= more;
		}
		next[y] = twos & ~fours & (ones | rows[y]);
	}
	memcpy(rows, next, sizeof rows);
}

static void
step_bytes(void)
{
	for (int y = 1; y <= H; y++)
		for (int x = 1; x <= 64; x++) {
			int n = cells[y - 1][x - 1] + cells[y - 1][x] +
				cells[y - 1][x + 1] + cells[y][x - 1] +
				cells[y][x + 1] + cells[y + 1][x - 1] +
				cells[y + 1][x] + cells[y + 1][x + 1];

			after[y][x] = n == 3 || (n == 2 && cells[y][x]);
		}
	memcpy(cells, after, sizeof cells);
}

int
main(void)
{
	uint64_t seed = 88172645463325252ull, hash = 0;
	int count = 0, same = 1;

	for (int y = 1; y <= H; y++) {
		seed ^= seed << 13;
		seed ^= seed >> 7;
		seed ^= seed << 17;
		rows[y] = seed;
		for (int x = 0; x < 64; x++)
			cells[y][x + 1] = seed >> x & 1;
	}
	for (int i = 0; i < 60; i++) {
		step_bits();
		step_bytes();
	}
	for (int y = 1; y <= H; y++) {
		hash = hash * 31 + rows[y];
		for (int x = 0; x < 64; x++) {
			count += cells[y][x + 1];
			same &= cells[y][x + 1] == (rows[y] >> x & 1);
		}
	}
	printf("%d %d %016llx\n", count, same, (unsigned long long)hash);
	return 0;
}
