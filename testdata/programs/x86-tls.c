// Variables of a thread, static and global, in a loop with pressure.
// target: x86

#include <stdint.h>
#include <stdio.h>

static _Thread_local int counter = 5;
_Thread_local uint64_t state = 88172645463325252ull;
static _Thread_local struct {
	int a[4];
	double d;
} block = {{1, 2, 3, 4}, 0.5};

__attribute__((noinline)) static uint64_t
next(void)
{
	uint64_t x = state;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	counter++;
	return state = x;
}

__attribute__((noinline)) static int *
slot(unsigned i)
{
	return &block.a[i & 3];
}

int
main(void)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < 1000; i++) {
		sum += next();
		*slot(i) += (int)(sum >> 50);
		block.d += *slot(i + 1);
	}
	printf("%d %016llx %d %.1f\n", counter, (unsigned long long)sum,
	       block.a[2], block.d);
	return 0;
}
