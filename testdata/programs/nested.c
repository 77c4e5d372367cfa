// One big function: loops five deep, many variables with long and short lives,
// early exits, conditions on several of them.

#include <stdint.h>
#include <stdio.h>

static int32_t grid[16][16];

__attribute__((noinline)) static int64_t
work(int n, int m, int limit)
{
	int64_t score = 0;
	int best = -1, bi = 0, bj = 0, skips = 0, hits = 0, odd = 0, deep = 0;

	for (int i = 0; i < n; i++) {
		int row = 0, first = grid[i][0], last = grid[i][m - 1];

		for (int j = 0; j < m; j++) {
			int v = grid[i][j], acc = v;

			if ((v & 3) == 1) {
				skips++;
				continue;
			}
			for (int di = -1; di <= 1; di++) {
				for (int dj = -1; dj <= 1; dj++) {
					int y = i + di, x = j + dj;

					if (y < 0 || x < 0 || y >= n || x >= m)
						continue;
					acc += grid[y][x] * (di * 2 + dj);
					for (int k = 1; k < 4; k++) {
						if (acc * k > limit) {
							deep++;
							break;
						}
						acc ^= k << (v & 7);
					}
				}
				if (acc < -limit)
					goto out;
			}
			hits++;
			row += acc;
			if (acc & 1)
				odd++;
			if (acc > best) {
				best = acc;
				bi = i;
				bj = j;
			}
		out:
			score += (int64_t)acc * (j + 1) - first + last;
		}
		score ^= (int64_t)row << (i & 15);
		if (score < 0)
			score = -score;
	}
	return score + best * 3 + bi * 5 + bj * 7 + skips * 11 + hits * 13 +
	       odd * 17 + deep * 19;
}

int
main(void)
{
	for (int i = 0; i < 16; i++)
		for (int j = 0; j < 16; j++)
			grid[i][j] = (i * 31 + j * 17 + i * j) % 64 - 20;
	for (int limit = 10; limit < 2000; limit *= 3)
		printf("%lld\n", (long long)work(16, 12, limit));
	return 0;
}
