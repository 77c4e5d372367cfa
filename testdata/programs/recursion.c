// Recursion: Ackermann, Hanoi, permutations, queens, mutual recursion.

#include <stdio.h>

static unsigned moves;
static int found;

static int
ackermann(int m, int n)
{
	return m == 0	? n + 1
	       : n == 0 ? ackermann(m - 1, 1)
			: ackermann(m - 1, ackermann(m, n - 1));
}

static void
hanoi(int n, int from, int to, int by)
{
	if (n == 0)
		return;
	hanoi(n - 1, from, by, to);
	moves = moves * 3 + (unsigned)(from - to);
	hanoi(n - 1, by, to, from);
}

static void
permute(int *v, int n, int at, unsigned *hash)
{
	if (at == n) {
		for (int i = 0; i < n; i++)
			*hash = *hash * 31 + (unsigned)v[i];
		return;
	}
	for (int i = at; i < n; i++) {
		int t = v[at];
		v[at] = v[i];
		v[i] = t;
		permute(v, n, at + 1, hash);
		v[i] = v[at];
		v[at] = t;
	}
}

static void
queens(unsigned all, unsigned columns, unsigned left, unsigned right)
{
	if (columns == all) {
		found++;
		return;
	}
	for (unsigned free = all & ~(columns | left | right); free;) {
		unsigned bit = free & -free;

		free ^= bit;
		queens(all, columns | bit, (left | bit) << 1,
		       (right | bit) >> 1);
	}
}

static int odd(unsigned n);
__attribute__((noinline)) static int
even(unsigned n)
{
	return n == 0 ? 1 : odd(n - 1);
}
__attribute__((noinline)) static int
odd(unsigned n)
{
	return n == 0 ? 0 : even(n - 1);
}

int
main(void)
{
	int v[] = {1, 2, 3, 4, 5, 6};
	unsigned hash = 0;

	hanoi(10, 0, 2, 1);
	permute(v, 6, 0, &hash);
	queens(255, 0, 0, 0);
	printf("%d %u %u %d %d%d\n", ackermann(2, 9), moves, hash, found,
	       even(100), odd(101));
	return 0;
}
