// Variables of a thread in each of the ways that code finds them.
// target: aarch64
// flags: -fPIC
// llc: -relocation-model=pic

#include <stdint.h>
#include <stdio.h>

#define MODEL(name) __attribute__((tls_model(name)))

static _Thread_local int counter MODEL("local-exec") = 5;
_Thread_local uint64_t state MODEL("initial-exec") = 88172645463325252ull;
_Thread_local struct {
	int a[4];
	double d;
} block MODEL("global-dynamic") = {{1, 2, 3, 4}, 0.5};
int shared = 3;
extern char **environ;

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
		sum += next() + shared;
		*slot(i) += (int)(sum >> 50);
		block.d += *slot(i + 1);
	}
	printf("%d %016llx %d %.1f %d\n", counter, (unsigned long long)sum,
	       block.a[2], block.d, environ != NULL);
	return 0;
}
