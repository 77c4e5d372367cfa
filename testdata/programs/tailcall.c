// Tail calls: sibling calls with the same and with fewer arguments, through a
// pointer, in an accumulator style.

#include <stdint.h>
#include <stdio.h>

typedef uint32_t Step(uint32_t n, uint32_t acc, uint32_t k);

static Step first, second, third;
static Step *const steps[] = {first, second, third};

__attribute__((noinline)) static uint32_t
first(uint32_t n, uint32_t acc, uint32_t k)
{
	if (n == 0)
		return acc;
	return steps[(acc + k) % 3](n - 1, acc * 3 + k, k + 1);
}

__attribute__((noinline)) static uint32_t
second(uint32_t n, uint32_t acc, uint32_t k)
{
	if (n == 0)
		return acc ^ 1;
	return third(n - 1, acc ^ n, k);
}

__attribute__((noinline)) static uint32_t
third(uint32_t n, uint32_t acc, uint32_t k)
{
	if (n == 0)
		return acc ^ 2;
	return first(n - 1, acc + (k << 4), k ^ n);
}

__attribute__((noinline)) static int
last(int a)
{
	return a + 1;
}

__attribute__((noinline)) static int
shrink(int a, int b, int c, int d)
{
	return last(a * b - c * d);
}

__attribute__((noinline)) static int
shuffle(int a, int b, int c, int d)
{
	return shrink(d, a, b, c);
}

int
main(void)
{
	printf("%08x %08x\n", (unsigned)first(10000, 1, 2),
	       (unsigned)second(9999, 5, 7));
	printf("%d\n", shuffle(2, 3, 5, 7));
	return 0;
}
