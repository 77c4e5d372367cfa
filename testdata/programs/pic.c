// Position-independent code: variables near and far, thread-local ones, tables
// of addresses and of jumps, constants in memory.
// flags: -fPIC
// llc: -relocation-model=pic
// not: aarch64 loongarch64 mipsel riscv32 (llc must be told to relocate when it
// resumes, too)

#include <stdio.h>

#define NOINLINE __attribute__((noinline))

int far = 3;
static int near = 4;
_Thread_local int far_local = 5;
static _Thread_local int near_local[3] = {6, 7, 8};
const char *const names[] = {"a", "b", "c"};

NOINLINE static int
count(int x)
{
	far += x;
	near += far;
	far_local += x;
	near_local[x % 3] += far_local;
	return far + near + far_local + near_local[1];
}

NOINLINE static int
thread(int x)
{
	int *p = &near_local[x], *q = &far_local;

	*p += count(x);
	*q ^= *p;
	return *p + *q;
}

NOINLINE static int
jump(int x, int y)
{
	switch (x) {
	case 0:
		return y + 3;
	case 1:
		return y * 3;
	case 2:
		return count(y);
	case 3:
		return y ^ 3;
	case 4:
		return thread(y % 3);
	case 5:
		return -y;
	case 6:
		return near;
	default:
		return x;
	}
}

NOINLINE static double
constants(double x)
{
	return x * 3.14159 + 1e10 / (x + 0.1) - 2.71828 * x * x;
}

NOINLINE static const char *
name(int x)
{
	return names[x % 3];
}

int
main(void)
{
	static int (*volatile const functions[])(int) = {count, thread};
	int i, sum = 0;

	for (i = 0; i < 9; i++)
		sum = sum * 3 + jump(i, i * 2) + functions[i & 1](i % 3);
	printf("%d %s %s %.3f\n", sum, name(4), name(2), constants(2.5));
	return stdout == NULL;
}
