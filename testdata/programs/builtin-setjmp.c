// __builtin_setjmp: returns without a call, every register lost but the frame;
// values across it, nested buffers, a loop that comes back.
// not: aarch64 loongarch64 mips64el mipsel riscv32 riscv64 systemz (clang has none there)
// memory: no (between the stack pointer and the jump of a longjmp, no register
// can be)

#include <stdio.h>

static void *outer[5], *inner[5];

__attribute__((noinline)) static int
deep(int n, double x)
{
	volatile char room[100];

	room[n % 100] = (char)n;
	if (n == 0) {
		if (x > 2)
			__builtin_longjmp(outer, 1);
		__builtin_longjmp(inner, 1);
	}
	return deep(n - 1, x) + room[n % 100];
}

__attribute__((noinline)) static int
once(int a, int b, double x)
{
	int sum = a * 3 + b;

	if (__builtin_setjmp(inner) == 0)
		return deep(a, x) + sum;
	return sum + (int)(x * 8);
}

__attribute__((noinline)) static long
repeat(const int *v, int n)
{
	volatile int i = 0;
	volatile long total = 0;
	double scale = n / 4.0;

	if (__builtin_setjmp(outer) != 0)
		total += 1000;
	while (i < n) {
		int k = i++;

		total += once(v[k], k, k * scale);
	}
	return total + (long)(scale * 100);
}

int
main(void)
{
	int v[] = {1, 20, 3, 7, 50, 2};

	printf("%d\n", once(4, 5, 1.5));
	printf("%ld\n", repeat(v, 6));
	return 0;
}
