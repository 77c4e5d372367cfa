// Integer loops, 64-bit arithmetic in a loop, a comparison of two results.

#include <stdint.h>
#include <stdio.h>

static unsigned
steps(uint64_t n, uint64_t *top)
{
	unsigned count = 0;

	*top = n;
	while (n != 1) {
		n = n & 1 ? 3 * n + 1 : n / 2;
		if (n > *top)
			*top = n;
		count++;
	}
	return count;
}

int
main(void)
{
	unsigned best = 0, at = 0, sum = 0;
	uint64_t top, highest = 0;

	for (unsigned i = 1; i < 30000; i++) {
		unsigned s = steps(i, &top);

		sum += s;
		if (s > best) {
			best = s;
			at = i;
		}
		if (top > highest)
			highest = top;
	}
	printf("%u %u %u %llu\n", best, at, sum, (unsigned long long)highest);
	return 0;
}
