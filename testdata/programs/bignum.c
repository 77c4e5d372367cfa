// Numbers of many 32-bit digits: factorial, Fibonacci, product, short division;
// carries through 64-bit sums.

#include <stdint.h>
#include <stdio.h>

#define N 24

typedef struct {
	uint32_t d[N];
	int n;
} Big;

static void
scale(Big *b, uint32_t m)
{
	uint64_t carry = 0;

	for (int i = 0; i < b->n; i++) {
		carry += (uint64_t)b->d[i] * m;
		b->d[i] = (uint32_t)carry;
		carry >>= 32;
	}
	if (carry)
		b->d[b->n++] = (uint32_t)carry;
}

static Big
sum(Big a, const Big *b)
{
	uint64_t carry = 0;

	for (int i = 0; i < b->n || carry; i++) {
		carry += (uint64_t)a.d[i] + b->d[i];
		a.d[i] = (uint32_t)carry;
		carry >>= 32;
		if (i >= a.n)
			a.n = i + 1;
	}
	return a;
}

__attribute__((noinline)) static uint32_t
divide(Big *b, uint32_t by)
{
	uint64_t rest = 0;

	for (int i = b->n - 1; i >= 0; i--) {
		rest = rest << 32 | b->d[i];
		b->d[i] = (uint32_t)(rest / by);
		rest %= by;
	}
	while (b->n > 0 && b->d[b->n - 1] == 0)
		b->n--;
	return (uint32_t)rest;
}

static void
print(Big b)
{
	uint32_t parts[40];
	int n = 0;

	while (b.n > 0)
		parts[n++] = divide(&b, 1000000000);
	printf("%u", (unsigned)parts[--n]);
	while (n > 0)
		printf("%09u", (unsigned)parts[--n]);
	putchar('\n');
}

int
main(void)
{
	Big f = {{1}, 1}, a = {{0}, 1}, b = {{1}, 1};

	for (uint32_t i = 2; i <= 60; i++)
		scale(&f, i);
	print(f);
	for (int i = 0; i < 300; i++) {
		Big c = sum(a, &b);

		a = b;
		b = c;
	}
	print(a);
	return 0;
}
